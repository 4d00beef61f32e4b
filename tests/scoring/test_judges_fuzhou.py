"""The judge of fuzhou against the worked examples, and what the random deals reach of it."""

import pytest

from tests.scoring.judges.deals_fuzhou import GAME
from tests.scoring.judges.deals_other import reached
from tests.scoring.judges.examples import assert_as_expected, worked_examples
from tests.scoring.judges.fuzhou import judge

PATTERNS = {
    "basic",
    "unconnected",
    "seven_stars",
    "all_pungs",
    "seven_pairs",
    "full_flush",
    "heavenly",
    "earthly",
    "four_in_one_x1",
    "four_in_one_x2",
    "four_in_one_x3",
    "kong_bloom",
}
ERRORS = {
    "unknown_tile",
    "tile_not_in_set",
    "too_many_copies",
    "wrong_tile_count",
    "bad_meld",
    "meld_not_allowed",
    "bad_source",
    "missing_field",
    "not_robbable",
    "kong_mismatch",
    "kong_not_replaced",
    "flag_conflict",
    "one_winner_only",
    "bad_win_method",
    "not_a_win",
}


@pytest.mark.parametrize("example", worked_examples("fuzhou"))
def test_judge_agrees_with_the_worked_example(example):
    assert_as_expected(judge(example), example["expect"])


def test_random_deals_reach_every_pattern_and_every_error():
    patterns, errors, deltas = reached(GAME, judge, PATTERNS, ERRORS)
    assert patterns == PATTERNS
    assert errors == ERRORS
    assert all(sum(each) == 0 for each in deltas)
