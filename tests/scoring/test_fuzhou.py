"""Fuzhou beyond the worked examples: every line, doubling, option and kong of fuzhou.md."""

from __future__ import annotations

import pytest

from scoring import judge
from tests.scoring.making import answer, ids, meld, refusal, win
from tests.scoring.making import deal as any_deal

BASIC = "123m 456m 789p 345s 2p"
"""Waits on 2p."""
DRAWN = win(1, BASIC, "2p")
PAIRS = "1122334455667m"
"""Pure, both four sets and seven pairs."""
QUADS = "1111335577992m"
"""Pure seven pairs, four of 1m."""
ROB = win(1, "123m 456m 789m 46s 55p", "5s", "robbed_kong", source=3)


def deal(*wins, **more):
    return any_deal(*wins, rules="fuzhou", **more)


def fed(concealed, tile, seat=1, source=2, **more):
    return win(seat, concealed, tile, "discard", source=source, **more)


def worth(document):
    """Pattern ids, points and score of the first win."""
    found = answer(document)
    return ids(found), found["wins"][0]["points"], found["wins"][0]["score"]


def said(document):
    return answer(document)["wins"][0]["explanation"]["en"]


@pytest.mark.parametrize(
    ("concealed", "tile", "patterns", "points"),
    [
        (BASIC, "2p", ["basic"], 1),
        ("111m 222p 333s EEE C", "C", ["all_pungs"], 4),
        ("1133m 5577p 2299s E", "E", ["seven_pairs"], 5),
        ("1111m 5577p 2299s E", "E", ["four_in_one_x1", "seven_pairs"], 10),
        ("1111m 5555p 2222s E", "E", ["four_in_one_x3", "seven_pairs"], 40),
        ("111m 123m 456p 789s E", "E", ["basic", "four_in_one_x1"], 2),
        ("1111m 23m 5555p 67p 9s", "9s", ["basic", "four_in_one_x2"], 4),
        ("11112222333m 44s", "3m", ["four_in_one_x3", "seven_pairs"], 40),
        ("147m 258p 369s ESWN", "C", ["unconnected"], 2),
        ("147m 258p ESWNCFP", "3s", ["seven_stars"], 4),
        (PAIRS, "7m", ["full_flush"], 10),
        (QUADS, "2m", ["four_in_one_x1", "full_flush"], 20),
        ("EEE SSS WWW NNN C", "C", ["full_flush"], 10),
        ("EEE SSS WWW CC FF", "N", ["full_flush"], 10),
        ("EEEE SSWWNNCCF", "F", ["four_in_one_x1", "full_flush"], 20),
        ("EEEE SSWWNNCCC", "F", ["full_flush"], 10),
        ("EEEE SSSS WWWW N", "N", ["four_in_one_x3", "full_flush"], 80),
    ],
)
def test_lines(concealed, tile, patterns, points):
    document = deal(fed(concealed, tile))
    assert worth(document) == (patterns, points, points + 1)
    assert answer(document)["deltas"] == [0, points + 1, -points - 1, 0]
    assert answer(deal(win(1, concealed, tile)))["deltas"][1] == 3 * (points + 1)


def test_no_win():
    for concealed in ("1133m 5577p 2299s E", "123m 456m 789p 345s P"):
        assert refusal(deal(fed(concealed, "9m"))) == "not_a_win"
    melds = {1: [meld("pung", "999p", 0)]}
    assert refusal(deal(fed("1133m 57p 229s E", "9s"), melds=melds)) == "not_a_win"


def test_a_pung_and_the_fourth_tile():
    melds = {1: [meld("pung", "555m", 2)]}
    document = deal(win(1, "46m 123p 789s 22s", "5m"), melds=melds)
    assert worth(document) == (["basic", "four_in_one_x1"], 2, 3)
    kong = {1: [meld("added_kong", "5555m", 2)]}
    document = deal(win(1, "234m 123p 789s 2s", "2s"), melds=kong)
    assert worth(document)[0] == ["basic"]
    assert "four in one: 5555m is declared as a kong" in said(document)


class TestHonourRuns:
    @pytest.mark.parametrize(
        ("run", "fit"),
        [
            ("ESW", {"any3", "consecutive"}),
            ("SWN", {"any3", "consecutive"}),
            ("ESN", {"any3"}),
            ("EWN", {"any3"}),
            ("CFP", {"any3", "consecutive", "none"}),
        ],
    )
    def test_what_is_a_run(self, run, fit):
        for rule in ("any3", "consecutive", "none"):
            document = deal(fed(run + "123m 456p 789s 2s", "2s"), options={"wind_runs": rule})
            if rule in fit:
                assert worth(document)[0] == ["basic"]
            else:
                assert refusal(document) == "not_a_win"

    def test_best_reading(self):
        document = deal(fed("EEE SSS WWW 11m 22p", "1m"))
        assert worth(document)[0] == ["all_pungs"]


class TestUnconnected:
    @pytest.mark.parametrize(
        ("concealed", "tile", "rule", "gap", "line"),
        [
            ("148m 259p 369s ESWN", "C", "gap3", "same", "unconnected"),
            ("148m 259p 369s ESWN", "C", "knitted", "same", None),
            ("147m 147p 369s ESWN", "C", "gap3", "same", "unconnected"),
            ("147m 147p 369s ESWN", "C", "knitted", "same", None),
            ("147m 258p 36s ESWNC", "9s", "knitted", "same", "unconnected"),
            ("147m 369s ESWNCFP", "5p", "knitted", "same", "seven_stars"),
            ("136m 258p 47s ESWNC", "9s", "gap3", "same", None),
            ("136m 258p 47s ESWNC", "9s", "gap3", "nonadjacent", None),
            ("135m 258p ESWNCFP", "9s", "gap3", "same", None),
            ("135m 258p ESWNCFP", "9s", "gap3", "nonadjacent", "seven_stars"),
            ("135m 258p ESWNCFP", "9s", "knitted", "nonadjacent", "seven_stars"),
            ("124m 258p ESWNCFP", "9s", "gap3", "nonadjacent", None),
            ("147m 258p 369s ESWW", "C", "gap3", "same", None),
        ],
    )
    def test_spacing(self, concealed, tile, rule, gap, line):
        options = {"unconnected_rule": rule, "seven_stars_gap": gap}
        document = deal(fed(concealed, tile), options=options)
        if line is None:
            assert refusal(document) == "not_a_win"
        else:
            assert worth(document)[0] == [line]

    def test_concealed_only(self):
        melds = {1: [meld("pung", "EEE", 0)]}
        assert refusal(deal(fed("147m 258p 36s SW", "N"), melds=melds)) == "not_a_win"


class TestOptions:
    @pytest.mark.parametrize(
        ("combine", "pairs", "quads", "pungs"),
        [("highest", 10, 20, 10), ("add", 15, 30, 14), ("double", 20, 40, 20)],
    )
    def test_combine(self, combine, pairs, quads, pungs):
        options = {"combine": combine}
        both = [] if combine == "highest" else ["seven_pairs"]
        assert worth(deal(fed(PAIRS, "7m"), options=options))[:2] == (
            ["full_flush", *both],
            pairs,
        )
        assert worth(deal(fed(QUADS, "2m"), options=options))[1] == quads
        for hand, tile in (("111m 333m 555m 777m 9m", "9m"), ("EEE SSS WWW NNN C", "C")):
            found = worth(deal(fed(hand, tile), options=options))
            assert ("all_pungs" in found[0], found[1]) == (bool(both), pungs)

    def test_four_in_one_once(self):
        document = deal(fed("1111m 5555p 2222s E", "E"), options={"four_in_one": "once"})
        assert worth(document) == (["four_in_one_x1", "seven_pairs"], 10, 11)
        document = deal(fed(BASIC, "2p"), options={"four_in_one": "once"})
        assert worth(document)[0] == ["basic"]

    def test_extra_point_and_cap(self):
        assert worth(deal(fed(QUADS, "2m"), options={"extra_point": 0}))[1:] == (20, 20)
        assert worth(deal(fed(QUADS, "2m"), options={"cap": 15}))[1:] == (15, 16)
        assert worth(deal(fed(BASIC, "2p"), options={"cap": 15}))[1:] == (1, 2)
        robbed = answer(deal(ROB, options={"extra_point": 0}))
        assert robbed["deltas"] == [0, 3, 0, -3]

    def test_cap_of_a_flat_win(self):
        hand = win(0, BASIC, "2p", flags=["heavenly"])
        assert worth(deal(hand, options={"cap": 4})) == (["heavenly"], 4, 5)


class TestFirstTurn:
    def test_flat_unless_the_hand_is_worth_more(self):
        for concealed, tile, patterns, points in (
            (BASIC, "2p", ["heavenly"], 10),
            (PAIRS, "7m", ["heavenly"], 10),
            (QUADS, "2m", ["four_in_one_x1", "full_flush"], 20),
        ):
            document = deal(win(0, concealed, tile, flags=["heavenly"]))
            assert worth(document) == (patterns, points, points + 1)

    def test_earthly_on_a_discard(self):
        assert worth(deal(fed(BASIC, "2p", source=0, flags=["earthly"])))[0] == ["earthly"]
        assert refusal(deal(win(1, BASIC, "2p", flags=["earthly"]))) == "flag_conflict"
        claim = meld("exposed_kong", "5555m", 0, claims_winning_tile=True)
        hand = fed("123p 456p 789p 46m 22s", "5m", source=0, flags=["earthly"])
        found = answer(deal(hand, melds={2: [claim]}))
        assert found["deltas"] == [-13, 11, 2, 0]
        assert found["next_dealer"] == 0

    def test_worthless_flags(self):
        assert worth(deal(fed(BASIC, "2p", source=0, flags=["human"])))[0] == ["basic"]
        assert worth(deal(win(1, BASIC, "2p", flags=["last_tile"])))[0] == ["basic"]


class TestKongs:
    def paid(self, made, *wins, **options):
        return answer(deal(*wins, melds={3: [made]}, options=options))["kong_deltas"]

    def test_each_kind_also_without_replacement(self):
        for more in ({}, {"replaced": False}):
            for wins in ((DRAWN,), ()):
                assert self.paid(meld("added_kong", "1111p", 0, **more), *wins) == [-1, -1, -1, 3]
                assert self.paid(meld("concealed_kong", "1111p", **more), *wins) == [
                    *(-2, -2, -2, 6)
                ]
                assert self.paid(meld("exposed_kong", "1111p", 1, **more), *wins) == [0, -2, 0, 2]
        assert self.paid(meld("pung", "111p", 1), DRAWN) == [0, 0, 0, 0]

    def test_a_draw_voids_them_by_option(self):
        kong = meld("concealed_kong", "1111p")
        assert self.paid(kong, kongs_on_draw=False) == [0, 0, 0, 0]
        assert self.paid(kong, DRAWN, kongs_on_draw=False) == [-2, -2, -2, 6]
        found = answer(deal(melds={3: [kong]}, options={"kongs_on_draw": False}))
        assert "kongs are void in this house" in found["explanation"]["en"]

    def test_robbed(self):
        kong, pung = meld("added_kong", "5555s", 0), meld("pung", "555s", 0)
        for made in (kong, pung, {**kong, "robbed": True}):
            assert self.paid(made, ROB) == [0, 0, 0, 0]
        assert self.paid(kong, ROB, robbed_kong_pays=True) == [-1, -1, -1, 3]
        assert self.paid(pung, ROB, robbed_kong_pays=True) == [0, 0, 0, 0]
        other = meld("added_kong", "1111p", 0)
        assert self.paid(other, ROB) == [-1, -1, -1, 3]

    def test_bloom_doubles(self):
        melds = {1: [meld("concealed_kong", "1111m")]}
        hand = win(1, "456m 789p 345s 2p", "2p", flags=["kong_bloom"])
        assert worth(deal(hand, melds=melds)) == (["basic", "kong_bloom"], 2, 3)
        hand = win(1, "2222m 34m 678m 5m", "5m", flags=["kong_bloom"])
        assert worth(deal(hand, melds=melds))[1] == 40
        free = win(1, "EEWWNNCCFF", "F", flags=["kong_bloom"])
        found = worth(deal(free, melds={1: [meld("concealed_kong", "SSSS")]}))
        assert found == (["full_flush", "kong_bloom"], 20, 21)


class TestClaims:
    ONE = win(0, "123p 456p 789p 46m 22s", "5m", "discard", source=3)
    TWO = win(2, "123p 456p 789s 46m 99s", "5m", "discard", source=3)
    KONG = meld("exposed_kong", "5555m", 3, claims_winning_tile=True)

    def test_the_discarder_pays_all_and_deals(self):
        found = answer(deal(self.ONE, self.TWO, melds={1: [self.KONG]}))
        assert found["deltas"] == [2, 2, 2, -6]
        assert found["next_dealer"] == 3
        assert answer(deal(self.ONE, self.TWO, dealer=2))["next_dealer"] == 3
        assert answer(deal(self.ONE, dealer=2))["next_dealer"] == 0

    def test_only_an_exposed_kong_is_claimed(self):
        for kind, tiles in (("pung", "555m"), ("added_kong", "5555m")):
            claim = meld(kind, tiles, 3, claims_winning_tile=True)
            assert refusal(deal(self.ONE, melds={1: [claim]})) == "bad_source"

    def test_two_robbers(self):
        other = win(2, "123p 123p 789m 46s 99p", "5s", "robbed_kong", source=3)
        found = answer(deal(ROB, other))
        assert found["deltas"] == [0, 6, 6, -12]
        assert found["next_dealer"] == 3
        assert answer(deal(ROB))["next_dealer"] == 1


class TestBurnt:
    def test_followed_and_exhausted(self):
        alike = ["9s"] * 4
        found = answer(deal(DRAWN, first_discards=alike, dealer=2))
        assert found["extra_deltas"] == [1, 1, -3, 1]
        assert found["deltas"] == [-1, 7, -5, -1]
        found = answer(deal(dealer=2))
        assert (found["extra_deltas"], found["next_dealer"]) == ([-1, -1, 3, -1], 3)
        found = answer(deal(dealer=3, first_discards=alike))
        assert (found["deltas"], found["next_dealer"]) == ([0, 0, 0, 0], 0)

    def test_discards_that_differ(self):
        found = answer(deal(DRAWN, first_discards=["9s", "9s", "9s", "8s"]))
        assert found["extra_deltas"] == [0, 0, 0, 0]

    def test_they_are_four_and_lie_apart(self):
        assert refusal(deal(DRAWN, first_discards=["9s"] * 3)) == "missing_field"
        assert refusal(deal(DRAWN, first_discards=["2p"] * 4)) == "too_many_copies"
        assert refusal(deal(DRAWN, first_discards=["9z"] * 4)) == "unknown_tile"


def test_no_chow():
    melds = {1: [meld("chow", "123m", 0)]}
    assert refusal(deal(fed("456m 789p 345s 2p", "2p"), melds=melds)) == "meld_not_allowed"


class TestExplanation:
    def test_payments_and_reckoning(self):
        melds = {3: [meld("exposed_kong", "1111p", 0)]}
        found = answer(deal(DRAWN, melds=melds, first_discards=["9s"] * 4))
        text = found["wins"][0]["explanation"]["en"]
        assert "Counts: basic win 1 points: four sets and a pair" in text
        assert "The hand reads 123m 456m 22p" not in text
        assert "The hand reads 123m 456m 789p 345s 22p; 1 points" in text
        assert "with the extra point 1 + 1 = 2" in text
        assert "Seat 0 pays seat 1 2: self-draw" in text
        assert "Seat 0 pays seat 3 2: exposed kong" in found["explanation"]["en"]
        assert "Seat 0 pays seat 2 1: four like first discards" in found["explanation"]["en"]
        assert "Seat 2 pays seat 0 1: nobody won" in answer(deal())["explanation"]["en"]

    def test_doublings_combinations_and_cap(self):
        document = deal(fed(QUADS, "2m"))
        assert "four in one: four alike without a kong: × 2" in said(document)
        assert "10, × 2^1 = 20 points" in said(document)
        assert "seven pairs 5 points: only the highest line counts" in said(document)
        document["options"] = {"combine": "add"}
        assert "10 + 5 = 15, × 2^1 = 30 points" in said(document)
        document["options"] = {"combine": "double", "cap": 25}
        assert "2 × 10 = 20, × 2^1 = 40 points, capped at 25" in said(document)
        pungs = said(deal(fed("111m 333m 555m 777m 9m", "9m")))
        assert "all pungs 4 points: only the highest line counts" in pungs

    def test_near_misses(self):
        text = said(deal(fed("111m 333m 555m 78m EE", "9m")))
        assert "full flush 10 points: blocked by East" in text
        assert "all pungs 4 points: 789m is a run" in text
        text = said(deal(fed("EEEE SSWWNNCCC", "F")))
        assert "four in one: four of East, but in no regular shape" in text

    def test_flat_wins(self):
        flat = said(deal(win(0, BASIC, "2p", flags=["heavenly"])))
        assert "basic win 1 points: the flat 10 of heavenly win is paid" in flat
        more = said(deal(win(0, QUADS, "2m", flags=["heavenly"])))
        assert "heavenly win 10 points: the hand is worth more" in more

    def test_what_is_wrong_with_unconnected_tiles(self):
        near = judge(deal(fed("136m 258p 47s ESWNC", "9s")))["message"]["en"]
        assert "some tiles of one suit are too near" in near
        apart = deal(fed("148m 259p 369s ESWN", "C"), options={"unconnected_rule": "knitted"})
        assert "not within 147, 258, 369" in judge(apart)["message"]["en"]
