"""Chongqing beyond the worked examples: every row, option, payment and draw of chongqing.md."""

from __future__ import annotations

import pytest

from scoring import Tile, format_tiles, parse_tiles
from tests.scoring.making import answer, ids, meld, refusal, win
from tests.scoring.making import deal as any_deal

BASIC = "123m 456m 789p 345s 7p"
PURE_PAIRS = "112244557788m 9m"
DRAGON = "111144557788m 9m"

KONG = meld("concealed_kong", "4444p")
FED_KONG = meld("exposed_kong", "4444p", 3)
KONG_HAND = "123m 456m 789s 6p"
"""With one kong: waits on 6p."""


def deal(*wins, **more):
    return any_deal(*wins, rules="chongqing", **more)


def drawn(concealed, tile, seat=1, **more):
    return win(seat, concealed, tile, **more)


def fed(concealed, tile, **more):
    return win(1, concealed, tile, "discard", source=2, **more)


def robbing(concealed, tile, **more):
    return win(1, concealed, tile, "robbed_kong", source=3, **more)


def points(document):
    return answer(document)["wins"][0]["points"]


def worth(document):
    found = answer(document)
    return ids(found), found["wins"][0]["points"]


class TestRows:
    @pytest.mark.parametrize(
        ("concealed", "tile", "row", "value"),
        [
            (BASIC, "7p", "basic", 1),
            ("111m 444p 666s 777s 9p", "9p", "all_pungs", 2),
            ("123m 456m 789m 345m 6m", "6m", "full_flush", 3),
            ("123m 789p 111s 999s 1p", "1p", "outside_hand", 3),
            ("1133m 5577p 2299s 4s", "4s", "seven_pairs", 3),
            ("111m 333m 666m 777m 5m", "5m", "full_flush_all_pungs", 4),
            ("222m 555p 888s 222s 5m", "5m", "all_pungs_258", 4),
            (PURE_PAIRS, "9m", "full_flush_seven_pairs", 5),
            ("123m 123m 123m 789m 9m", "9m", "full_flush_outside_hand", 5),
            (DRAGON, "9m", "full_flush_dragon_seven_pairs", 8),
        ],
    )
    def test_each(self, concealed, tile, row, value):
        found = answer(deal(fed(concealed, tile)))
        assert ids(found) == [row]
        assert found["deltas"] == [0, value, -value, 0]

    def test_of_equal_rows_the_first(self):
        both = deal(fed("112233m 778899m 9p", "9p"))
        assert worth(both) == (["outside_hand"], 3)
        pungs = deal(fed("111m 999m 111p 999s 9p", "9p"))
        assert worth(pungs) == (["outside_hand"], 3)

    def test_higher_reading(self):
        assert worth(deal(fed("111222333m 444p 6s", "6s"))) == (["all_pungs"], 2)
        assert worth(deal(fed("112233m 112233p 9s", "9s"))) == (["outside_hand"], 3)
        assert worth(deal(fed("223344m 556677p 8s", "8s"))) == (["seven_pairs"], 3)

    def test_melds_count_for_the_row(self):
        melds = {1: [meld("pung", "222p", 0)]}
        mixed = fed("123m 456m 789m 5m", "5m")
        assert worth(deal(mixed, melds=melds)) == (["basic"], 1)
        melds = {1: [meld("pung", "555s", 0), meld("exposed_kong", "8888p", 0)]}
        assert worth(deal(fed("222m 888m 2p", "2p"), melds=melds)) == (
            *(["all_pungs_258", "kong"], 5),
        )

    def test_seven_pairs_are_never_melded(self):
        pairs = fed("1133m 5577p 2s 4s", "4s")
        assert refusal(deal(pairs, melds={1: [meld("pung", "999s", 0)]})) == "not_a_win"
        assert refusal(deal(fed("147m 258p 369s 1234m", "9p"))) == "not_a_win"

    def test_pair_of_the_outside_hand(self):
        hand = fed("123m 789p 111s 789s 5p", "5p")
        assert worth(deal(hand)) == (["basic"], 1)
        loose = {"outside_hand_pair": False}
        assert worth(deal(hand, options=loose)) == (["outside_hand"], 3)
        pure = fed("123m 123m 123m 789m 5m", "5m")
        assert worth(deal(pure)) == (["full_flush"], 3)
        assert worth(deal(pure, options=loose)) == (["full_flush_outside_hand"], 5)

    def test_unlisted_compounds_highest(self):
        options = {"unlisted_compounds": "highest"}
        assert worth(deal(fed(PURE_PAIRS, "9m"), options=options)) == (["full_flush"], 3)
        outside = fed("123m 123m 123m 789m 9m", "9m")
        assert worth(deal(outside, options=options)) == (["full_flush"], 3)
        assert points(deal(fed(DRAGON, "9m"), options=options)) == 8

    def test_any_8(self):
        options = {"full_flush_seven_pairs_reading": "any_8"}
        for compounds in ("public", "highest"):
            both = {**options, "unlisted_compounds": compounds}
            assert worth(deal(fed(PURE_PAIRS, "9m"), options=both)) == (
                *(["full_flush_seven_pairs"], 8),
            )
            assert worth(deal(fed(DRAGON, "9m"), options=both)) == (
                *(["full_flush_seven_pairs", "root"], 9),
            )
        assert points(deal(fed("1133m 5577p 2299s 4s", "4s"), options=options)) == 3


class TestRoots:
    def test_dragon_row_includes_the_first(self):
        assert worth(deal(fed("111144447777m 9m", "9m"))) == (
            *(["full_flush_dragon_seven_pairs", "root", "root"], 10),
        )
        assert worth(deal(fed("1111m 5577p 2222s 4s", "4s"))) == (
            *(["root", "root", "seven_pairs"], 5),
        )

    def test_pung_and_a_tile_in_hand(self):
        melds = {1: [meld("pung", "333m", 0)]}
        assert worth(deal(fed("123m 456m 789p 5s", "5s"), melds=melds)) == (["basic", "root"], 2)
        won = fed("12m 456m 789p 55s", "3m")
        assert worth(deal(won, melds=melds)) == (["basic", "root"], 2)

    def test_a_kong_is_no_root(self):
        assert worth(deal(fed(KONG_HAND, "6p"), melds={1: [KONG]})) == (["basic", "kong"], 2)


class TestFirstTurn:
    @pytest.mark.parametrize(
        ("hand", "name"),
        [
            ({"seat": 0, "flags": ["heavenly"], "by": "self_draw"}, "heavenly"),
            ({"seat": 1, "flags": ["earthly"], "by": "self_draw"}, "earthly"),
            ({"seat": 1, "flags": ["earthly"], "by": "discard", "from": 0}, "earthly"),
        ],
    )
    def test_rows(self, hand, name):
        for concealed, tile, roots in (
            (BASIC, "7p", 0),
            (PURE_PAIRS, "9m", 0),
            (DRAGON, "9m", 1),
            ("111144447777m 9m", "9m", 3),
        ):
            document = deal({**hand, "concealed": concealed, "winning_tile": tile})
            assert worth(document) == (sorted([name, *["root"] * roots]), 8 + roots)
        plain = deal({**hand, "concealed": DRAGON, "winning_tile": "9m"})
        only = {**plain, "options": {"pattern_scoring": "kong_only"}}
        assert worth(only) == (["basic"], 1)
        any_8 = {**plain, "options": {"full_flush_seven_pairs_reading": "any_8"}}
        assert worth(any_8) == (sorted([name, "root"]), 9)

    def test_not_these(self):
        later = fed(BASIC, "7p", flags=["earthly"])
        assert refusal(deal(later)) == "flag_conflict"
        dealer = drawn(BASIC, "7p", seat=0, flags=["earthly"])
        assert refusal(deal(dealer)) == "flag_conflict"
        human = win(1, BASIC, "7p", "discard", source=0, flags=["human"])
        assert worth(deal(human)) == (["basic"], 1)

    def test_shape_first(self):
        hand = drawn("147m 258p 369s 1234m", "9p", seat=0, flags=["heavenly"])
        assert refusal(deal(hand)) == "not_a_win"


class TestAdditions:
    @pytest.mark.parametrize("includes", [True, False])
    @pytest.mark.parametrize("value", [1, 2, 3])
    def test_bloom(self, includes, value):
        hand = drawn("123m 456m 6p", "6p", flags=["kong_bloom"])
        melds = {1: [KONG, meld("added_kong", "7777s", 2)]}
        options = {"bloom_includes_kong": includes, "kong_bloom_points": value}
        kongs = 1 if includes else 2
        assert worth(deal(hand, melds=melds, options=options)) == (
            ["basic", *["kong"] * kongs, "kong_bloom"],
            1 + kongs + value,
        )

    @pytest.mark.parametrize("value", [0, 1, 2, 3])
    def test_kong_discard(self, value):
        hand = fed(BASIC, "7p", flags=["kong_discard"])
        options = {"kong_discard_points": value}
        assert worth(deal(hand, options=options)) == (["basic", "kong_discard"], 1 + value)

    @pytest.mark.parametrize("value", [1, 2])
    def test_robbed_kong(self, value):
        hand = robbing("12m 456m 789p 345s 77p", "3m")
        options = {"robbed_kong_points": value}
        assert worth(deal(hand, options=options)) == (["basic", "robbed_kong"], 1 + value)

    def test_only_an_added_kong_is_robbed(self):
        hand = robbing("12m 456m 789p 345s 77p", "3m")
        for kind in ("concealed_kong", "exposed_kong", "opened_tile"):
            assert refusal(deal({**hand, "robbed": kind})) == "not_robbable"

    def test_self_draw_bonus(self):
        options = {"self_draw_bonus": 1}
        assert worth(deal(drawn(BASIC, "7p"), options=options)) == (["basic"], 2)
        assert points(deal(fed(BASIC, "7p"), options=options)) == 1
        rob = robbing("12m 456m 789p 345s 77p", "3m")
        assert points(deal(rob, options=options)) == 2
        bloom = drawn(KONG_HAND, "6p", flags=["kong_bloom"])
        assert points(deal(bloom, melds={1: [KONG]}, options=options)) == 4

    def test_last_tile_is_worth_nothing(self):
        assert worth(deal(drawn(BASIC, "7p", flags=["last_tile"]))) == (["basic"], 1)

    def test_cap_before_unit(self):
        for cap, value in ((1, 1), (8, 8), (10, 10), (11, 10)):
            document = deal(fed("111144447777m 9m", "9m"), options={"cap": cap, "unit": 3})
            assert points(document) == value
            assert answer(document)["deltas"] == [0, 3 * value, -3 * value, 0]

    def test_kong_only(self):
        options = {"pattern_scoring": "kong_only"}
        for concealed, tile in ((DRAGON, "9m"), (BASIC, "7p"), ("111m 123m 789m 345m 6m", "6m")):
            assert worth(deal(fed(concealed, tile), options=options)) == (["basic"], 1)
        bloom = drawn(KONG_HAND, "6p", flags=["kong_bloom"])
        assert worth(deal(bloom, melds={1: [KONG]}, options=options)) == (
            *(["basic", "kong_bloom"], 3),
        )
        shot = fed(KONG_HAND, "6p", flags=["kong_discard"])
        assert worth(deal(shot, melds={1: [KONG]}, options=options)) == (
            *(["basic", "kong", "kong_discard"], 4),
        )
        rob = robbing("12m 456m 789p 345s 77p", "3m")
        assert worth(deal(rob, options=options)) == (["basic", "robbed_kong"], 2)


class TestPayments:
    def test_self_draw(self):
        assert answer(deal(drawn(BASIC, "7p"), options={"unit": 2}))["deltas"] == [-2, 6, -2, -2]

    @pytest.mark.parametrize(
        ("pays", "deltas"),
        [
            ("all_pay", [-3, 9, -3, -3]),
            ("feeder_once", [0, 3, 0, -3]),
            ("feeder_all", [0, 9, 0, -9]),
        ],
    )
    def test_fed_kong_bloom(self, pays, deltas):
        options = {"fed_kong_bloom_pays": pays}
        bloom = drawn(KONG_HAND, "6p", flags=["kong_bloom"])
        assert answer(deal(bloom, melds={1: [FED_KONG]}, options=options))["deltas"] == deltas
        for other in (KONG, meld("added_kong", "4444p", 3)):
            found = answer(deal(bloom, melds={1: [other]}, options=options))
            assert found["deltas"] == [-3, 9, -3, -3]
        plain = answer(deal(drawn(KONG_HAND, "6p"), melds={1: [FED_KONG]}, options=options))
        assert plain["deltas"] == [-2, 6, -2, -2]

    def test_the_kong_that_drew_the_tile(self):
        options = {"fed_kong_bloom_pays": "feeder_all"}
        melds = {1: [FED_KONG, meld("concealed_kong", "7777s")]}
        bloom = drawn("123m 456m 6p", "6p", flags=["kong_bloom"])
        assert answer(deal(bloom, melds=melds, options=options))["deltas"] == [-4, 12, -4, -4]
        first = {**bloom, "kong_index": 0}
        assert answer(deal(first, melds=melds, options=options))["deltas"] == [0, 12, 0, -12]

    def test_rob(self):
        hand = robbing("12m 456m 789p 345s 77p", "3m")
        for entered in ([], [meld("pung", "333m", 0)], [meld("added_kong", "3333m", 0)]):
            melds = {3: entered}
            assert answer(deal(hand, melds=melds))["deltas"] == [0, 2, 0, -2]
            paid = answer(deal(hand, melds=melds, options={"rob_pays": "konger_all"}))
            assert paid["deltas"] == [0, 6, 0, -6]

    def test_several_winners(self):
        other = win(3, "678s 999s 234s 789m 7p", "7p", "discard", source=2)
        found = answer(deal(fed(BASIC, "7p"), other))
        assert (found["deltas"], found["next_dealer"]) == ([0, 1, -2, 1], 2)
        nearest = {"multi_win": "nearest"}
        assert refusal(deal(fed(BASIC, "7p"), other, options=nearest)) == "one_winner_only"
        assert answer(deal(fed(BASIC, "7p"), options=nearest))["next_dealer"] == 1

    def test_kongs_pay_nothing_by_themselves(self):
        found = answer(deal(fed(BASIC, "7p"), melds={0: [KONG]}))
        assert found["deltas"] == [0, 1, -1, 0]
        assert "kong_deltas" not in found

    def test_chow_and_false_win(self):
        chow = {1: [meld("chow", "123m", 0)]}
        assert refusal(deal(fed("456m 789p 345s 7p", "7p"), melds=chow)) == "meld_not_allowed"
        assert refusal(deal(outcome="false_win")) == "bad_win_method"


def hands(*concealed, melds=()):
    """Four hands at a draw; those not given are far from ready, made of the tiles left."""
    left = [4] * 27
    for tiles in (*concealed, *(each["tiles"] for each in melds)):
        for tile in parse_tiles(tiles):
            left[tile] -= 1
    every = list(concealed)
    for first in range(4 - len(every)):
        apart = range(first, 27, 3)  # neither a run nor a pung
        tiles = [kind for copies in (1, 2) for kind in apart if left[kind] >= copies][:13]
        every.append(format_tiles(map(Tile, tiles)))
    return [{"seat": seat, "concealed": tiles} for seat, tiles in enumerate(every)]


FAR = [hand["concealed"] for hand in hands("123m 456m 789m 123p 4p")[1:]]
NOBODY = [
    *({"seat": seat, "concealed": tiles} for seat, tiles in enumerate(FAR)),
    {"seat": 3, "concealed": "2358m 2358p 23589s"},
]


def drawn_hand(first, *, melds=(), unit=1, **options):
    """The ready value of seat 0 when no other is ready."""
    found = answer(
        deal(
            melds={0: list(melds)},
            hands_at_draw=hands(first, melds=melds),
            options={**options, "unit": unit},
            dealer=2,
        )
    )
    value = found["ready_values"][0]
    assert found["ready_values"][1:] == [None] * 3
    share = (value or 0) * unit
    assert found["deltas"] == [3 * share, -share, -share, -share]
    assert found["next_dealer"] == 2
    return value


class TestReadyCheck:
    @pytest.mark.parametrize(
        ("hand", "most", "least"),
        [
            ("123m 789m 111p 999s 2s", 1, 1),
            ("123m 789m 999p 23s 99s", 3, 1),
            ("111m 22233p 77s 888s", 2, 2),
            ("111m 234m 3p 456s 999s", 1, 1),
            ("2233445566778m", 5, 3),
            ("1111335566889m", 8, 8),
            ("1122335577899m", 5, 5),
            ("1133m 5577p 2299s 4s", 3, 3),
            ("1111m 5577p 2299s 4s", 4, 4),
        ],
    )
    def test_highest_and_lowest(self, hand, most, least):
        assert drawn_hand(hand) == most
        assert drawn_hand(hand, ready_check="min") == least

    def test_three_of_a_kind_wait_for_the_fourth(self):
        assert drawn_hand("1133m 5577p 22s 444s") == 4

    def test_all_four_held(self):
        assert drawn_hand("123m 456m 789m 4444p") is None
        kong = meld("concealed_kong", "6666p")
        assert drawn_hand("123m 456m 45p 99p", melds=[kong]) == 2
        assert drawn_hand("123m 456m 57p 99p", melds=[kong]) is None

    def test_kongs_and_roots_count(self):
        melds = [KONG, meld("pung", "333m", 1)]
        assert drawn_hand("12m 789s 99s", melds=melds) == 3
        assert drawn_hand("12m 789s 99s", melds=melds, pattern_scoring="kong_only") == 2

    def test_cap_unit_and_bonus(self):
        hand = "1111335566889m"
        assert drawn_hand(hand, cap=4, unit=5) == 4
        assert drawn_hand(hand, cap=9, unit=5, self_draw_bonus=1) == 8

    def test_who_pays_whom(self):
        two = hands("123m 789m 999p 23s 99s", "1133m 5577p 2255s 4s")
        found = answer(deal(hands_at_draw=two))
        assert found["ready_values"] == [3, 3, None, None]
        assert found["deltas"] == [6, 6, -6, -6]
        assert "extra_deltas" not in found

    def test_nobody_pays(self):
        found = answer(deal(hands_at_draw=NOBODY))
        assert (found["ready_values"], found["deltas"]) == ([None] * 4, [0] * 4)
        ready = ("123m 456m 789m 12p 55p", "123m 456m 789m 12p 66p", "123p 456s 789s 12s 55s")
        every = hands(*ready, "123s 456s 789s 78p 88s")
        found = answer(deal(hands_at_draw=every))
        assert found["deltas"] == [0] * 4
        assert None not in found["ready_values"]

    def test_four_hands_each_once(self):
        every = hands("123m 789m 999p 23s 99s")
        twice = [*every[:3], {**every[3], "seat": 0}]
        for given in (every[:3], twice, [*every, every[0]], []):
            assert refusal(deal(hands_at_draw=given)) == "missing_field"
        assert refusal(deal()) == "missing_field"
        assert answer(deal(hands_at_draw=every[::-1]))["ready_values"][0] == 3

    def test_off(self):
        options = {"ready_check": "off"}
        found = answer(deal(options=options, dealer=3))
        assert (found["deltas"], found["next_dealer"]) == ([0] * 4, 3)
        assert "no readiness check" in found["explanation"]["en"]

    def test_counts_and_copies_are_checked(self):
        short = hands("123m 789m 999p 23s 9s")
        assert refusal(deal(hands_at_draw=short)) == "wrong_tile_count"
        many = hands("12345m 11111p 999s")
        assert refusal(deal(hands_at_draw=many)) == "too_many_copies"

    def test_explanation(self):
        found = answer(deal(hands_at_draw=hands("123m 789m 999p 23s 99s"), options={"unit": 2}))
        said = found["explanation"]["en"]
        assert "seat 0 is ready for 1 of bamboo, 4 of bamboo: 3 points" in said
        assert "seat 1 is not ready" in said
        assert "Seat 3 pays seat 0 6: readiness check" in said
        assert "nobody pays" in answer(deal(hands_at_draw=NOBODY))["explanation"]["en"]


class TestExplanation:
    def said(self, *args, **more):
        return answer(deal(*args, **more))["wins"][0]["explanation"]["en"]

    def test_reckoning(self):
        hand = drawn("111m 123m 789p 345s 7p", "7p")
        options = {"unit": 2, "self_draw_bonus": 1, "cap": 2}
        said = self.said(hand, options=options)
        assert "1 + 1 + 1 = 3 points (the last for the self-draw), capped at 2" in said
        assert "one share is 2 × 2 = 4" in said
        assert "123m 789p 345s 111m 77p; four sets and a pair" in said

    def test_rows_that_do_not_add(self):
        options = {"unlisted_compounds": "highest"}
        said = self.said(fed("123m 111m 789m 789m 9m", "9m"), options=options)
        assert "outside hand 3 points: rows never add" in said
        assert "full flush 3 points: rows never add" in self.said(
            drawn(PURE_PAIRS, "9m", seat=0, flags=["heavenly"])
        )
        assert "rows never add" not in self.said(fed("111m 333m 666m 777m 5m", "5m"))

    def test_near_misses(self):
        said = self.said(fed("222m 555p 888s 222s 4m", "4m"))
        assert "all pungs of 2, 5, 8 4 points: blocked by 4 of characters" in said
        assert "outside hand 3 points: 55p holds no 1 or 9" in self.said(
            fed("123m 789p 111s 789s 5p", "5p")
        )
        assert "outside hand 3 points: 345s holds" in self.said(fed("123m 789p 111s 345s 9p", "9p"))
        assert "outside hand 3 points: 555s holds" in self.said(fed("123m 789p 111s 555s 9p", "9p"))
        assert "full flush 3 points: blocked by 5 of dots" in self.said(
            fed("111m 222m 456m 789m 5p", "5p")
        )
        assert "all pungs 2 points: 456m is a run" in self.said(fed("111m 222p 456m 999s 5p", "5p"))

    def test_roots_and_kongs_left_out(self):
        assert "root 1 points: that of 1 of characters is in the row" in self.said(
            fed(DRAGON, "9m")
        )
        bloom = drawn(KONG_HAND, "6p", flags=["kong_bloom"])
        said = self.said(bloom, melds={1: [KONG]})
        assert "4 of dots is a kong, so no root" in said
        assert "4444p is in its bloom" in said
        assert "its kong counts besides" in self.said(
            bloom, melds={1: [KONG]}, options={"bloom_includes_kong": False}
        )

    def test_kong_only(self):
        options = {"pattern_scoring": "kong_only"}
        hand = drawn(DRAGON, "9m", seat=0, flags=["heavenly"])
        said = self.said(hand, options=options)
        assert "heavenly win 8 points: only kongs add points in this house" in said
        assert "root 1 points: only kongs add points in this house" in said
        assert "full flush" not in said

    def test_events_without_worth(self):
        said = self.said(drawn(BASIC, "7p", flags=["last_tile"]))
        assert "last tile: worth nothing in these rules" in said
