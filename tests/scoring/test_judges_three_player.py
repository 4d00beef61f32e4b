"""The judge of three_player against the worked examples, and what the random deals reach of it."""

import pytest

from tests.scoring.judges.deals_other import reached
from tests.scoring.judges.deals_three_player import GAME
from tests.scoring.judges.examples import assert_as_expected, worked_examples
from tests.scoring.judges.three_player import judge

PATTERNS = {
    "east",
    "south",
    "west",
    "north",
    "red_dragon",
    "green_dragon",
    "white_dragon",
    "flower_set",
    "flower",
    "robbed_kong",
    "all_pungs",
    "all_chows",
    "full_flush",
    "two_terminal_pungs",
    "concealed_hand",
    "little_three_dragons",
    "little_four_winds",
    "kong_bloom",
    "flower_bloom",
    "going_out",
    "no_flowers",
    "concealed_pungs",
    "all_honours",
    "big_three_dragons",
    "big_four_winds",
    "last_tile",
    "heavenly",
    "earthly",
}
ERRORS = {
    "unknown_tile",
    "tile_not_in_set",
    "too_many_copies",
    "wrong_tile_count",
    "bad_meld",
    "bad_source",
    "missing_field",
    "not_robbable",
    "wild_not_allowed",
    "bad_flower",
    "kong_mismatch",
    "kong_not_replaced",
    "flag_conflict",
    "passed_win",
    "one_winner_only",
    "bad_win_method",
    "not_a_win",
    "below_minimum",
}


@pytest.mark.parametrize("example", worked_examples("three_player"))
def test_judge_agrees_with_the_worked_example(example):
    assert_as_expected(judge(example), example["expect"])


def test_random_deals_reach_every_pattern_and_every_error():
    patterns, errors, deltas = reached(GAME, judge, PATTERNS, ERRORS)
    assert patterns == PATTERNS
    assert errors == ERRORS
    assert all(sum(each) == 0 for each in deltas)
