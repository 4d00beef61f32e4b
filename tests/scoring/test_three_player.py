"""Three-player beyond the worked examples: every fan, limit and option of three_player.md."""

from __future__ import annotations

import pytest

from scoring import Meld, parse_tiles
from scoring.rules.three_player import liabilities
from tests.scoring.making import answer, ids, meld, refusal
from tests.scoring.making import deal as any_deal
from tests.scoring.making import win as any_win

CHOWS = "123p 456p 789p 23p NN"
"""Waits on 4p: 平糊, 门前清 and 吃糊 make five fan."""
RUNS = "12p 456p 789p 456p NN"
"""Waits on 3p, of which it holds none, so that a kong of it may be robbed."""
PUNGS = "222p 555p NNN 88p 77p"
"""Waits on 7p and 8p: 暗刻对对糊."""
DRAGONS = [meld("pung", "CCC", 0), meld("pung", "FFF", 2)]
WINDS = [meld("pung", wind * 3, 0) for wind in "ESW"]
FREE = {"min_fan": 0}


def deal(*wins, melds=None, **more):
    document = any_deal(*wins, rules="three_player", melds=melds, players=3, **more)
    del document["deal"]["melds"][3:]
    return document


def win(seat, concealed, tile, by="self_draw", **more):
    return any_win(seat, concealed, tile, by, **{"flowers": ["1f"], **more})


def fed(concealed, tile, seat=1, source=2, **more):
    return win(seat, concealed, tile, "discard", source=source, **more)


def first(document):
    return answer(document)["wins"][0]


def said(document):
    return first(document)["explanation"]["en"]


@pytest.mark.parametrize(
    ("concealed", "tile", "patterns", "fan"),
    [
        ("EEE CC 123p 456p 99p", "C", ["east", "red_dragon"], 2),
        ("PPP CC 123p 456p 99p", "C", ["white_dragon", "red_dragon"], 2),
        ("111p 999p 234p 55p 66p", "5p", ["two_terminal_pungs", "full_flush"], 3),
        ("CCC FFF PP 123p 46p", "5p", ["red_dragon", "green_dragon", "little_three_dragons"], 3),
        ("EEE NNN WWW SS 46p", "5p", ["east", "north", "little_four_winds"], 3),
        ("SSS 123p 456p 78p CC", "9p", ["south"], 1),
        ("WWW 123p 456p 78p CC", "9p", [], 0),
        (CHOWS, "4p", ["all_chows"], 3),
        ("123p 456p 789p 23p 99p", "4p", ["all_chows", "full_flush"], 5),
    ],
)
def test_fan_add_up(concealed, tile, patterns, fan):
    found = answer(deal(fed(concealed, tile), options=FREE))
    assert ids(found) == sorted([*patterns, "going_out", "concealed_hand"])
    assert found["wins"][0]["fan"] == fan + 2
    assert found["wins"][0]["limit"] is False
    assert found["deltas"] == [-(fan + 2), 3 * (fan + 2), -2 * (fan + 2)]


@pytest.mark.parametrize("dealer", range(3))
@pytest.mark.parametrize(
    ("wind", "name", "worth"),
    [("E", "east", (2, 1, 1)), ("S", "south", (0, 1, 0)), ("W", "west", (0, 0, 1))],
)
def test_a_wind_pung_counts_at_its_place(dealer, wind, name, worth):
    for place, fan in enumerate(worth):
        seat = (dealer + place) % 3
        hand = win(seat, wind * 3 + "123p 456p 78p CC", "9p")
        found = answer(deal(hand, dealer=dealer, options=FREE))
        assert (name in ids(found)) == (fan > 0)
        assert found["wins"][0]["fan"] == fan + 2


def test_blooms():
    melds = {1: [meld("concealed_kong", "CCCC")]}
    hand = win(1, "123p 456p 78p NN", "9p", flags=["kong_bloom"])
    found = answer(deal(hand, melds=melds, options={"min_fan": 4}))
    assert ids(found) == ["concealed_hand", "going_out", "kong_bloom", "red_dragon"]
    hand["flags"] = ["flower_bloom"]
    assert "flower_bloom" in ids(answer(deal(hand, melds=melds, options={"min_fan": 4})))
    hand["flags"] = ["kong_bloom", "flower_bloom"]
    assert refusal(deal(hand, melds=melds)) == "flag_conflict"


class TestLimits:
    @pytest.mark.parametrize(
        ("concealed", "tile", "patterns"),
        [
            (PUNGS, "8p", ["concealed_pungs"]),
            ("CCC FFF PP 123p 9p P", "9p", ["big_three_dragons"]),
            ("EEE SSS WWW NN 5p N", "5p", ["big_four_winds", "concealed_pungs"]),
            ("EEE SSS CCC FF N F", "N", ["all_honours", "concealed_pungs"]),
        ],
    )
    def test_of_tiles(self, concealed, tile, patterns):
        found = answer(deal(fed(concealed, tile)))
        assert ids(found) == patterns
        assert (found["wins"][0]["fan"], found["wins"][0]["limit"]) == (10, True)
        assert found["deltas"] == [-10, 30, -20]

    def test_several_pay_once(self):
        hand = win(0, PUNGS, "8p", flags=["heavenly"], flowers=[])
        found = answer(deal(hand))
        assert ids(found) == ["concealed_pungs", "heavenly", "no_flowers"]
        assert found["deltas"] == [40, -20, -20]

    def test_a_limit_of_eight(self):
        hand = fed("567p 567p 23p 678p 88p", "4p", flowers=["1f", "2f", "3f", "4f"])
        assert (first(deal(hand))["fan"], first(deal(hand))["limit"]) == (8, False)
        eight = first(deal(hand, options={"limit_fan": 8}))
        assert (eight["fan"], eight["limit"]) == (8, True)
        assert first(deal(fed(PUNGS, "8p"), options={"limit_fan": 8}))["fan"] == 8

    def test_a_limit_below_the_minimum_wins(self):
        options = {"limit_fan": 8, "min_fan": 10, "unit": 6}
        hand = fed("567p 567p 23p 678p 88p", "4p", flowers=["1f", "2f", "3f", "4f"])
        assert answer(deal(hand, options=options))["deltas"] == [-24, 72, -48]
        for rounding, due in (("up", [-1, 3, -2]), ("down", [0, 1, -1])):
            options |= {"payout": "double", "half_rounding": rounding}
            assert answer(deal(hand, options=options))["deltas"] == due

    def test_last_tile_and_earthly(self):
        assert ids(answer(deal(win(2, CHOWS, "4p", flags=["last_tile"])))) == ["last_tile"]
        assert ids(answer(deal(fed(CHOWS, "4p", source=0, flags=["earthly"])))) == ["earthly"]
        assert refusal(deal(win(2, CHOWS, "4p", flags=["earthly"]))) == "flag_conflict"


class TestOptions:
    @pytest.mark.parametrize(
        ("value", "by"),
        [
            ("any", {"discard", "self_draw", "robbed_kong"}),
            ("discard", {"discard"}),
            ("self_draw", {"self_draw"}),
            ("off", set()),
        ],
    )
    def test_going_out_fan(self, value, by):
        for each in ("discard", "self_draw", "robbed_kong"):
            more = {} if each == "self_draw" else {"source": 2}
            found = answer(
                deal(win(1, RUNS, "3p", each, **more), options={**FREE, "going_out_fan": value})
            )
            assert ("going_out" in ids(found)) == (each in by)

    def test_single_flowers_count_besides_their_set(self):
        hand = fed(RUNS, "3p", flowers=["5f", "6f", "7f", "8f", "1f"])
        assert ids(answer(deal(hand))).count("flower") == 0
        found = answer(deal(hand, options={"single_flower_fan": 1}))
        assert ids(found).count("flower") == 5
        assert ids(found).count("flower_set") == 1
        assert found["wins"][0]["fan"] == 10

    def test_no_flower_limit(self):
        hand = fed(RUNS, "3p", flowers=[])
        assert ids(answer(deal(hand))) == ["no_flowers"]
        found = deal(hand, options={"no_flower_limit": False})
        assert first(found)["fan"] == 5
        assert "no flowers: off in this house" in said(found)

    def test_concealed_pungs_self_draw(self):
        options = {"concealed_pungs_self_draw": True}
        assert ids(answer(deal(win(1, PUNGS, "8p"), options=options))) == ["concealed_pungs"]
        robbed = win(1, "222p 55p 78p NNN 888p", "9p", "robbed_kong", source=0)
        assert "concealed_pungs" not in ids(answer(deal(robbed, options={**options, **FREE})))
        discarded = deal(fed(PUNGS, "8p"), options=options)
        assert "concealed pungs: by self-draw only in this house" in said(discarded)

    def test_all_chows_pair(self):
        options = {"all_chows_pair": "suited", **FREE}
        document = deal(fed(CHOWS, "4p"), options=options)
        assert "all_chows" not in ids(answer(document))
        assert "all chows 3 fan: this house asks for a dot pair" in said(document)
        dots = fed("123p 456p 789p 23p 99p", "4p")
        assert "all_chows" in ids(answer(deal(dots, options=options)))

    def test_rob_kong_fan(self):
        document = deal(win(1, RUNS, "3p", "robbed_kong", source=0))
        assert "robbed_kong" not in ids(answer(document))
        assert answer(document)["deltas"] == [-10, 15, -5]
        assert "robbing a kong 1 fan: worth nothing" in said(document)
        assert "the kong-maker pays in full" in said(document)
        document["options"] = {"rob_kong_fan": 1}
        assert "robbed_kong" in ids(answer(document))
        assert first(document)["fan"] == 6

    def test_payout_unit_and_rounding(self):
        hand = fed(CHOWS, "4p")
        for options, full, half in (
            ({"unit": 3}, 15, 8),
            ({"unit": 3, "half_rounding": "down"}, 15, 7),
            ({"unit": 3, "payout": "double"}, 3, 2),
            ({"unit": 3, "payout": "double", "min_fan": 3}, 12, 6),
            ({"payout": "double", "min_fan": 0}, 64, 32),
        ):
            due = [-half, full + half, -full]
            assert answer(deal(hand, options=options))["deltas"] == due

    def test_minimum(self):
        assert refusal(deal(fed(CHOWS, "4p"), options={"min_fan": 6})) == "below_minimum"
        nothing = deal(
            fed("123p 456p C", "C"),
            melds={1: [meld("pung", "WWW", 0), meld("chow", "789p", 0)]},
            options={"going_out_fan": "off"},
        )
        assert refusal(nothing) == "below_minimum"
        nothing["options"] |= FREE
        assert answer(nothing)["deltas"] == [0, 0, 0]
        assert refusal(deal(fed(CHOWS, "6p"))) == "not_a_win"


class TestJokers:
    def test_the_best_of_all_assignments(self):
        found = answer(deal(win(1, "123p 456p 99p EE XXX", "X", flowers=["1f"])))
        assert found["wins"][0]["fan"] >= 5
        everything = answer(deal(win(1, "EE SS CC FF PP XXX", "X")))
        assert ids(everything)[0] == "all_honours"

    def test_they_stand_for_dots_and_honours(self):
        document = deal(win(0, "CCC FFF PX 123p 9p X", "9p"))
        assert ids(answer(document)) == ["big_three_dragons"]
        assert "the jokers stand for PP" in said(document)
        melds = {0: [meld("pung", "CCX", 1), meld("chow", "13p X", 2, **{"as": "123p"})]}
        document = deal(win(0, "FFF PP 9p 9p", "P"), melds=melds)
        assert "big_three_dragons" in ids(answer(document))
        assert "the jokers stand for 2p C" in said(document)

    def test_fifth_copies(self):
        off = {"joker_fifth_copy": False}
        melds = {1: [meld("pung", "55p X", 0)]}
        alone = win(1, "55p 123p 789p N X", "N", flowers=[])
        assert answer(deal(alone, melds=melds))
        assert refusal(deal(alone, melds=melds, options=off)) == "not_a_win"
        kong = {1: [meld("concealed_kong", "5555p")]}
        beside = win(1, "46p X 123p 789p N", "N", flowers=[])
        assert answer(deal(beside, melds=kong))
        assert refusal(deal(beside, melds=kong, options=off)) == "not_a_win"

    @pytest.mark.parametrize(
        ("kind", "tiles", "means", "error"),
        [
            ("pung", "5p5pX", None, None),
            ("pung", "5pXX", "555p", None),
            ("pung", "XEX", None, None),
            ("chow", "5p6pX", "567p", None),
            ("chow", "X5p6p", "654p", None),
            ("chow", "5pXX", "345p", None),
            ("chow", "567p", "567p", None),
            ("exposed_kong", "5555p", "5555p", None),
            ("pung", "5p5pX", "666p", "bad_meld"),
            ("pung", "5p5pX", "5p", "bad_meld"),
            ("pung", "5p5pX", "XXX", "bad_meld"),
            ("pung", "5p6pX", None, "bad_meld"),
            ("pung", "5pX", "555p", "bad_meld"),
            ("pung", "555p", "666p", "bad_meld"),
            ("chow", "5p6pX", "678p", "bad_meld"),
            ("chow", "5p6pX", "", "bad_meld"),
            ("chow", "5p5pX", "456p", "bad_meld"),
            ("chow", "ESX", "ESW", "bad_meld"),
            ("chow", "567p", "456p", "bad_meld"),
            ("chow", "5p6pX", "567m", "tile_not_in_set"),
            ("chow", "5p6pX", "zz", "unknown_tile"),
            ("chow", "5p6pX", None, "missing_field"),
            ("chow", "XXX", None, "missing_field"),
            ("chow", "XXX", "123p", "wild_not_allowed"),
            ("pung", "XXX", None, "wild_not_allowed"),
            ("exposed_kong", "555p X", None, "wild_not_allowed"),
            ("added_kong", "XXXX", None, "wild_not_allowed"),
        ],
    )
    def test_in_melds(self, kind, tiles, means, error):
        made = meld(kind, tiles, 0, **({} if means is None else {"as": means}))
        document = deal(melds={1: [made]})
        if error is None:
            assert answer(document)["deltas"] == [0, 0, 0]
            document["options"] = {"joker_in_melds": False}
            if "X" in tiles:
                assert refusal(document) == "wild_not_allowed"
            else:
                assert answer(document)
        else:
            assert refusal(document) == error

    def test_nobody_wins_on_another_players_joker(self):
        assert answer(deal(win(1, CHOWS, "X")))
        assert refusal(deal(fed(CHOWS, "X"))) == "wild_not_allowed"
        robbed = win(1, CHOWS, "X", "robbed_kong", source=0)
        assert refusal(deal(robbed)) == "not_robbable"

    def test_four_at_most(self):
        assert refusal(deal(win(1, "123p 456p 789p XXXX", "X"))) == "too_many_copies"


class TestFlowers:
    @pytest.mark.parametrize(
        ("flowers", "tiles", "error"),
        [
            (["12f"], 12, None),
            (["13f"], 12, "bad_flower"),
            (["16f"], 16, None),
            (["9f"], 8, "bad_flower"),
            (["1f", "1f"], 12, "bad_flower"),
            (["3p"], 12, "bad_flower"),
            (["X"], 12, "bad_flower"),
            (["zz"], 12, "bad_flower"),
            ([3], 12, "bad_flower"),
            ("1f", 12, "bad_flower"),
            (None, 12, "missing_field"),
        ],
    )
    def test_of_the_set_and_each_once(self, flowers, tiles, error):
        document = deal(fed(RUNS, "3p", flowers=flowers), options={"flower_tiles": tiles})
        if error is None:
            assert answer(document)
        else:
            assert refusal(document) == error

    def test_in_a_hand(self):
        assert refusal(deal(fed("12p 456p 789p 456p N 1f", "3p"))) == "tile_not_in_set"

    def test_each_set(self):
        for number in range(1, 17, 4):
            flowers = [f"{number + more}f" for more in range(4)]
            document = deal(fed(RUNS, "3p", flowers=flowers), options={"flower_tiles": 16})
            assert ids(answer(document)).count("flower_set") == 1
        document = deal(fed(RUNS, "3p", flowers=["1f", "2f", "3f"]))
        assert "flower set 1 fan: bamboo flower is missing" in said(document)


class TestLiability:
    def paid(self, hand, melds=DRAGONS, **more):
        found = answer(deal(hand, melds={1: melds}, **more))
        return found["wins"][0]["liable"], found["deltas"]

    def test_the_missing_dragon(self):
        hand = fed("PP 123p 99p", "P")
        assert self.paid(hand) == (2, [0, 40, -40])
        robbed = win(1, "P X 123p 99p", "P", "robbed_kong", source=2)
        assert refusal(deal(robbed, melds={1: DRAGONS})) == "too_many_copies"
        drawn = win(1, "PP 123p 99p", "P")
        assert self.paid(drawn) == (None, [-20, 40, -20])

    def test_a_robbed_tile(self):
        robbed = win(1, "XX 123p 99p", "P", "robbed_kong", source=2)
        assert self.paid(robbed) == (2, [0, 40, -40])

    def test_not_for_the_pair_of_a_finished_hand(self):
        assert self.paid(fed("PPP 123p 9p", "9p")) == (None, [-10, 30, -20])
        four = [*WINDS, meld("pung", "NNN", 2)]
        assert self.paid(fed("5p", "5p"), four) == (None, [-10, 30, -20])

    def test_of_equal_readings_the_one_that_pays_more(self):
        assert self.paid(fed("P XX 123p 9p", "P")) == (2, [0, 40, -40])

    def test_the_missing_wind(self):
        assert self.paid(fed("NN 55p", "N"), WINDS) == (2, [0, 40, -40])
        assert self.paid(fed("NNN 5p", "5p"), WINDS) == (None, [-10, 30, -20])

    def test_all_honours_by_any_tile(self):
        three = [*DRAGONS, meld("added_kong", "EEEE", 0)]
        assert self.paid(fed("SSS W", "W"), three) == (2, [0, 40, -40])
        four = [*three, meld("exposed_kong", "SSSS", 0)]
        assert self.paid(fed("W", "W"), four) == (2, [0, 40, -40])
        shut = [*DRAGONS, meld("concealed_kong", "EEEE")]
        assert self.paid(fed("SSS W", "W"), shut) == (None, [-10, 30, -20])
        assert self.paid(fed("123p 5p", "5p"), three, options=FREE)[0] is None

    def test_open_sets_only(self):
        shut = [DRAGONS[0], meld("concealed_kong", "FFFF")]
        assert self.paid(fed("PP 123p 99p", "P"), shut) == (None, [-10, 30, -20])

    def test_what_the_table_must_be_told(self):
        def told(*tiles, kind="pung"):
            return [
                pattern.id
                for pattern in liabilities([Meld(kind, parse_tiles(each), 0) for each in tiles])
            ]

        assert told("CCC", "FFF") == ["big_three_dragons"]
        assert told("EEE", "SSS", "NXN") == ["big_four_winds", "all_honours"]
        assert told("EEE", "CCC", "FFF") == ["big_three_dragons", "all_honours"]
        assert told("CCC", "123p", "EEE") == []
        assert told("CCCC", "FFFF", kind="concealed_kong") == []


class TestTwoWinners:
    OTHER = fed("12p 789p 789p 456p EE", "3p", seat=2, source=0, flowers=["2f"])
    ONE = fed(RUNS, "3p", source=0)

    def test_nearest_only(self):
        assert refusal(deal(self.ONE, self.OTHER)) == "one_winner_only"

    def test_winners_do_not_pay_each_other(self):
        found = answer(deal(self.ONE, self.OTHER, options={"multi_win": "all"}))
        assert found["deltas"] == [-20, 10, 10]
        assert found["next_dealer"] == 1
        found = answer(deal(self.ONE, self.OTHER, options={"multi_win": "all"}, dealer=2))
        assert found["next_dealer"] == 2

    def test_the_liable_player_pays_for_no_winner(self):
        hand = fed("PP 123p 99p", "P", source=0)
        other = fed("123p 456p 789p NNN P", "P", seat=2, source=0, flowers=["2f"])
        document = deal(hand, other, melds={1: DRAGONS}, options={"multi_win": "all", **FREE})
        found = answer(document)
        assert found["wins"][0]["liable"] == 0
        assert found["deltas"] == [-20 - 6, 20, 6]
        assert "nothing for the other, who wins too" in said(document)

    def test_flowers_are_distinct_between_them(self):
        both = (self.ONE, {**self.OTHER, "flowers": ["1f"]})
        assert refusal(deal(*both, options={"multi_win": "all"})) == "bad_flower"

    def test_every_shape_before_any_minimum(self):
        low, no = {"min_fan": 10}, {**self.OTHER, "concealed": "12p 789p 789p 456p ES"}
        options = {"multi_win": "all", **low}
        assert refusal(deal(self.ONE, no, options=options)) == "not_a_win"
        assert refusal(deal(self.ONE, self.OTHER, options=options)) == "below_minimum"


class TestNoWin:
    def test_false_win(self):
        document = deal(outcome="false_win", offender=0, dealer=2)
        found = answer(document)
        assert (found["deltas"], found["next_dealer"], found["wins"]) == ([-40, 20, 20], 2, [])
        assert "false win: a limit hand to each" in found["explanation"]["en"]
        document["options"] = {"payout": "double", "unit": 3}
        assert answer(document)["deltas"] == [-192, 96, 96]

    def test_false_win_needs_an_offender(self):
        assert refusal(deal(outcome="false_win")) == "missing_field"
        assert refusal(deal(outcome="false_win", offender=3)) == "missing_field"

    def test_draw(self):
        found = answer(deal(dealer=1, offender=7))
        assert (found["deltas"], found["next_dealer"]) == ([0, 0, 0], 1)
        assert "nobody pays" in found["explanation"]["en"]


def test_passed_win():
    assert refusal(deal(fed(CHOWS, "4p", passed_tile="4p"))) == "passed_win"
    assert answer(deal(fed(CHOWS, "4p", passed_tile="1p")))
    assert answer(deal(win(1, CHOWS, "4p", passed_tile="4p")))


class TestExplanation:
    def test_what_counted_and_how(self):
        text = said(deal(fed(CHOWS, "4p")))
        assert "Counts: all chows 3 fan: four runs" in text
        assert "The hand reads 123p 234p 456p 789p NN; 3 + 1 + 1 = 5 fan" in text
        assert "in full 5 × 2 = 10 points, half 5" in text
        assert "Does not count: full flush 2 fan: blocked by North" in text
        assert "Does not count: North 1 fan: NN is only the pair" in text
        assert "Seat 2 pays seat 1 10: the discarder pays in full" in text
        assert "Seat 0 pays seat 1 5: the other player pays half" in text
        double = said(deal(fed(CHOWS, "4p"), options={"payout": "double"}))
        assert "in full 2 × 2^(5 - 5) = 2 points, half 1" in double

    def test_limits(self):
        text = said(deal(fed(CHOWS, "4p", flowers=[])))
        assert "Counts: no flowers: a limit hand" in text
        assert "Does not count: all chows 3 fan: a limit hand adds nothing" in text
        capped = fed(
            "567p 567p 23p 678p 88p", "4p", flowers=[f"{number}f" for number in range(1, 17)]
        )
        text = said(deal(capped, options={"flower_tiles": 16}))
        assert "= 11 fan, capped at the limit of 10" in text

    def test_winds_of_others_and_open_sets(self):
        melds = {1: [meld("pung", "WWW", 0), meld("pung", "SSS", 0)]}
        text = said(deal(fed("444p 55p 66p", "5p"), melds=melds, options=FREE))
        assert "Does not count: West 1 fan: not the wind of this seat" in text
        assert "South 1 fan: not the wind" not in text
        assert "Does not count: concealed hand 1 fan: WWW was claimed" in text
        assert "Does not count: concealed pungs: WWW was claimed" in text

    def test_house_options(self):
        document = deal(fed(CHOWS, "4p"), options={"going_out_fan": "self_draw", **FREE})
        assert "going out 1 fan: not for this win in this house" in said(document)
