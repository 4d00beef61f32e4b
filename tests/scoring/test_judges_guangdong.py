"""The judge of guangdong against the worked examples."""

import pytest

from tests.scoring.judges.examples import assert_as_expected, worked_examples
from tests.scoring.judges.guangdong import judge


@pytest.mark.parametrize("example", worked_examples("guangdong"))
def test_judge_agrees_with_the_worked_example(example):
    assert_as_expected(judge(example), example["expect"])
