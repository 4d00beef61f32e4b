"""The judge of changde against the worked examples."""

import pytest

from tests.scoring.judges.changde import judge
from tests.scoring.judges.examples import assert_as_expected, worked_examples


@pytest.mark.parametrize("example", worked_examples("changde"))
def test_judge_agrees_with_the_worked_example(example):
    assert_as_expected(judge(example), example["expect"])
