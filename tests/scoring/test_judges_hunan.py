"""The judge of hunan against the worked examples."""

import pytest

from tests.scoring.judges.examples import assert_as_expected, worked_examples
from tests.scoring.judges.hunan import judge


@pytest.mark.parametrize("example", worked_examples("hunan"))
def test_judge_agrees_with_the_worked_example(example):
    assert_as_expected(judge(example), example["expect"])
