"""Kongs of a running deal: what can be, what they come to, and how a deal takes them over."""

import pytest

from scoring import RULE_SETS, DealError, judge, rule_set
from scoring.kongs import Kong, check_kong, kong_rows, pending, taken_over
from scoring.rules.base import AT_ONCE, IN_HAND, NOTHING, WITH_WIN

CONCEALED = Kong(2, "", 0, "concealed", "9p", None)
EXPOSED = Kong(3, "", 1, "exposed", "5m", 2)
ADDED = Kong(4, "", 2, "added", "1s", 0)
ALL = (CONCEALED, EXPOSED, ADDED)


def refused(kongs, *kong, rules="fuzhou", **options):
    with pytest.raises(DealError) as caught:
        check_kong(kongs, *kong, rule_set(rules, options))
    assert caught.value.zh
    assert caught.value.en
    return caught.value.code


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize(("kind", "source"), [("concealed", None), ("exposed", 2), ("added", 2)])
def test_every_kind_can_be_in_every_rule_set(rules, kind, source):
    check_kong((), 0, kind, "5p", source, rule_set(rules))


def test_a_deal_cannot_hold_more_than_its_tiles():
    assert refused((CONCEALED,), 3, "exposed", "9p", 0) == "too_many_copies"
    four = [Kong(number, "", 0, "concealed", f"{number}p", None) for number in range(1, 5)]
    assert refused(four, 0, "concealed", "5p", None) == "wrong_tile_count"
    check_kong(four, 1, "concealed", "5p", None, rule_set("fuzhou"))


@pytest.mark.parametrize(
    ("kong", "rules", "options", "code"),
    [
        ((0, "exposed", "5m", None), "fuzhou", {}, "missing_field"),
        ((0, "added", "5m", None), "fuzhou", {}, "missing_field"),
        ((0, "exposed", "5m", 0), "fuzhou", {}, "bad_source"),
        ((0, "exposed", "5p", 3), "three_player", {}, "bad_source"),
        ((0, "concealed", "5m", 1), "fuzhou", {}, "bad_source"),
        ((0, "concealed", "55m", None), "fuzhou", {}, "unknown_tile"),
        ((0, "concealed", "E", None), "hunan", {}, "tile_not_in_set"),
        ((0, "concealed", "C", None), "changde", {"wild": "red"}, "wild_not_allowed"),
        ((0, "concealed", "X", None), "three_player", {}, "wild_not_allowed"),
    ],
)
def test_what_the_rule_set_forbids_is_refused(kong, rules, options, code):
    assert refused((), *kong, rules=rules, **options) == code


@pytest.mark.parametrize(
    ("rules", "options", "paid", "deltas"),
    [
        ("fuzhou", {}, AT_ONCE, (5, -1, -1, -3)),
        ("fuzhou", {"kongs_on_draw": False}, WITH_WIN, (5, -1, -1, -3)),
        ("changde", {}, WITH_WIN, (5, 0, -2, -3)),
        ("changde", {"unit": 2}, WITH_WIN, (10, 0, -4, -6)),
        ("hunan", {}, IN_HAND, (0, 0, 0, 0)),
        ("hunan", {"kong_fan": False}, NOTHING, (0, 0, 0, 0)),
        ("guangdong", {}, NOTHING, (0, 0, 0, 0)),
        ("guangdong", {"kong_fan": 1}, IN_HAND, (0, 0, 0, 0)),
        ("chongqing", {}, IN_HAND, (0, 0, 0, 0)),
        ("chongqing", {"ready_check": "off"}, IN_HAND, (0, 0, 0, 0)),
    ],
)
def test_what_they_come_to_and_on_what_terms(rules, options, paid, deltas):
    found = pending(ALL, rule_set(rules, options))
    assert (found.terms.paid, found.deltas) == (paid, deltas)
    assert found.terms.text.zh
    assert found.terms.text.en


WIN = {"seat": 3, "concealed": "123m 123p 456p 77s 23s", "winning_tile": "4s", "by": "self_draw"}


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("fuzhou", {}),
        ("fuzhou", {"kongs_on_draw": False}),
        ("changde", {"bird_mode": "none"}),
        ("hunan", {}),
        ("guangdong", {}),
        ("chongqing", {"ready_check": "off"}),
    ],
)
@pytest.mark.parametrize("outcome", ["win", "draw"])
def test_the_settlement_keeps_the_terms(rules, options, outcome):
    """What a deal with these kongs pays for them is what was said while it ran."""
    chosen = rule_set(rules, options)
    found = pending(ALL, chosen)
    bare = {"players": 4, "dealer": 0, "outcome": outcome, "melds": [[], [], [], []]}
    if outcome == "win":
        pair = {**WIN, "concealed": "123m 123p 456p 22s 23s"}  # 258 for hunan
        bare["wins"] = [pair]
    with_kongs = taken_over(bare, ALL)

    def paid(deal):
        answer = judge({"rules": rules, "options": chosen.options.to_json(), "deal": deal})
        assert answer["valid"], answer
        return answer["deltas"]

    pays = found.terms.paid == AT_ONCE or (found.terms.paid == WITH_WIN and outcome == "win")
    difference = [many - none for many, none in zip(paid(with_kongs), paid(bare), strict=True)]
    assert difference == (list(found.deltas) if pays else [0, 0, 0, 0])


def test_a_deal_takes_them_over_once():
    deal = {"outcome": "draw", "melds": [[], [], [], []]}
    taken = taken_over(deal, ALL)
    assert taken["melds"] == kong_rows(ALL, 4)
    assert taken["melds"][2] == [{"type": "added_kong", "tiles": "1111s", "from": 0}]
    assert taken_over(taken, ALL) == taken
    assert deal["melds"] == [[], [], [], []]


@pytest.mark.parametrize(
    ("kong", "row", "becomes"),
    [
        # read off a photo: who fed it is known from the record
        (
            EXPOSED,
            [{"type": "exposed_kong", "tiles": "5555m"}],
            [{"type": "exposed_kong", "tiles": "5555m", "from": 2}],
        ),
        # entered otherwise: as entered
        (
            EXPOSED,
            [{"type": "concealed_kong", "tiles": "5555m"}],
            [{"type": "concealed_kong", "tiles": "5555m"}],
        ),
        (
            EXPOSED,
            [{"type": "exposed_kong", "tiles": "5555m", "from": 3}],
            [{"type": "exposed_kong", "tiles": "5555m", "from": 3}],
        ),
        # the pung that it was added to
        (
            ADDED,
            [{"type": "pung", "tiles": "111s", "from": 3}, {"type": "pung", "tiles": "222s"}],
            [
                {"type": "added_kong", "tiles": "1111s", "from": 3},
                {"type": "pung", "tiles": "222s"},
            ],
        ),
        # nonsense is left for the engine to refuse
        (EXPOSED, [7, {"tiles": "zz"}, {"tiles": 3}], None),
        (EXPOSED, "no row", "no row"),
    ],
)
def test_what_was_entered_already(kong, row, becomes):
    melds = [[], [], [], []]
    melds[kong.seat] = row
    taken = taken_over({"melds": melds}, (kong,))["melds"][kong.seat]
    assert taken == ([*row, kong.meld] if becomes is None else becomes)


@pytest.mark.parametrize("deal", [{}, {"melds": None}, {"melds": "x"}, {"melds": [[]]}])
def test_melds_that_are_none_are_left_as_they_are(deal):
    assert taken_over(deal, (EXPOSED,)) == deal


def test_a_robbed_kong_pays_nothing_though_it_was_recorded():
    robbed = {**WIN, "concealed": "123m 123p 456p 77p 23s", "winning_tile": "1s"}
    deal = {
        "players": 4,
        "dealer": 0,
        "outcome": "win",
        "melds": [[], [], [], []],
        "wins": [{**robbed, "by": "robbed_kong", "from": 2}],
    }
    answer = judge({"rules": "fuzhou", "deal": taken_over(deal, (ADDED,))})
    assert answer["valid"], answer
    assert answer["kong_deltas"] == [0, 0, 0, 0]
