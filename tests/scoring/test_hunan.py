"""Hunan beyond the worked examples: every row, option, event and payment of hunan.md."""

from __future__ import annotations

import pytest

from tests.scoring.making import answer, ids, meld, refusal, win
from tests.scoring.making import deal as any_deal

BASIC = "123m 456m 789p 345s 2p"
PUNGS = "111m 999p 333s 777s 4m"
PURE = "123m 456m 789m 222m 5m"
PURE_PUNGS = "111m 333m 777m 999m 5m"
PURE_PAIRS = "112244557788m 9m"

CHOW = meld("chow", "123m", 0)
THREE_FED = [CHOW, meld("pung", "555m", 2), meld("exposed_kong", "9999m", 3)]


def deal(*wins, **more):
    return any_deal(*wins, rules="hunan", **more)


def drawn(concealed, tile, **more):
    return win(1, concealed, tile, **more)


def fed(concealed, tile, **more):
    return win(1, concealed, tile, "discard", source=2, **more)


def robbing(concealed, tile, **more):
    return win(1, concealed, tile, "robbed_kong", source=3, **more)


def fan(document):
    return answer(document)["wins"][0]["fan"]


class TestTable:
    @pytest.mark.parametrize(
        ("concealed", "tile", "by_draw", "on_discard"),
        [
            (BASIC, "2p", 2, 1),
            (PUNGS, "4m", 5, 2),
            (PURE, "5m", 8, 8),
            (PURE_PUNGS, "5m", 16, 16),
            ("1133m 5577p 2299s 4s", "4s", 4, 4),
            ("1133m 5577p 2222s 4s", "4s", 8, 8),
            ("1111m 5577p 2222s 4s", "4s", 16, 16),
            ("1111m 5555p 2222s 4s", "4s", 64, 64),
            (PURE_PAIRS, "9m", 32, 32),
            ("111144557788m 9m", "9m", 64, 64),
            ("111144447788m 9m", "9m", 128, 128),
            ("111144447777m 9m", "9m", 256, 256),
        ],
    )
    def test_closed_rows(self, concealed, tile, by_draw, on_discard):
        self_drawn = answer(deal(drawn(concealed, tile)))
        assert self_drawn["wins"][0]["fan"] == by_draw
        assert self_drawn["wins"][0]["total"] == 3 * by_draw
        assert self_drawn["deltas"] == [-by_draw, 3 * by_draw, -by_draw, -by_draw]
        assert answer(deal(fed(concealed, tile)))["deltas"] == [0, on_discard, -on_discard, 0]

    @pytest.mark.parametrize(
        ("first", "concealed", "tile", "worth"),
        [
            (CHOW, "456m 789p 345s 2p", "2p", 1),
            (meld("pung", "111m", 0), "999p 333s 777s 4m", "4m", 2),
            (CHOW, "456m 789m 222m 9m", "9m", 4),
            (meld("pung", "111m", 3), "333m 777m 999m 6m", "6m", 8),
        ],
    )
    def test_open_rows(self, first, concealed, tile, worth):
        found = answer(deal(drawn(concealed, tile), melds={1: [first]}))
        assert found["wins"][0]["fan"] == worth
        assert "concealed_hand" not in ids(found)

    def test_patterns_of_seven_pairs(self):
        assert ids(answer(deal(drawn("111144447777m 9m", "9m")))) == [
            *("dragon_x3", "full_flush", "seven_pairs")
        ]

    @pytest.mark.parametrize("tile", ["2m", "5p", "8s"])
    def test_pairs_that_win(self, tile):
        assert fan(deal(fed(f"123s 567s 777p 123p {tile}", tile))) == 1

    @pytest.mark.parametrize("tile", ["1m", "3m", "4p", "6s", "7m", "9s"])
    def test_pairs_that_do_not(self, tile):
        for hand in (fed, drawn, robbing):
            more = {"robbed": "opened_tile"} if hand is robbing else {}
            document = deal(hand(f"123s 567s 777p 123p {tile}", tile, **more))
            assert refusal(document) == "not_a_win"

    def test_all_pungs_before_runs(self):
        found = answer(deal(fed("222333444m 555p 8s", "8s")))
        assert (ids(found), found["wins"][0]["fan"]) == (["all_pungs"], 2)
        late = answer(deal(fed("111222333m 555p 7s", "7s")))
        assert ids(late) == ["all_pungs"]

    def test_no_shape(self):
        assert refusal(deal(drawn("147m 258p 369s 1234m", "9p"))) == "not_a_win"
        pairs = deal(drawn("1133m 5577p 2s 4s", "4s"), melds={1: [meld("pung", "999s", 0)]})
        assert refusal(pairs) == "not_a_win"


class TestOptions:
    def test_row_values(self):
        hand = drawn("1111m 5555p 2222s 4s", "4s")
        assert fan(deal(hand, options={"triple_dragon_fan": 32})) == 32
        pure = drawn("111144447777m 9m", "9m")
        assert fan(deal(pure, options={"triple_dragon_fan": 32})) == 256
        assert fan(deal(drawn(PUNGS, "4m"), options={"concealed_all_pungs_fan": 4})) == 4
        for worth in (1, 2, 4):
            found = answer(deal(drawn(BASIC, "2p"), options={"concealed_basic_fan": worth}))
            assert found["wins"][0]["fan"] == worth
            assert ids(found) == ["basic", "concealed_hand"]

    @pytest.mark.parametrize(
        ("needs", "plain", "pure", "pungs"),
        [("except_pure", 1, 8, 2), ("always", 1, 4, 2), ("never", 2, 8, 5)],
    )
    def test_concealed_on_a_discard(self, needs, plain, pure, pungs):
        options = {"concealed_needs_self_draw": needs}
        assert fan(deal(fed(BASIC, "2p"), options=options)) == plain
        assert fan(deal(fed(PURE, "5m"), options=options)) == pure
        assert fan(deal(fed(PUNGS, "4m"), options=options)) == pungs
        assert fan(deal(fed(PURE_PAIRS, "9m"), options=options)) == 32
        robbed = robbing("123m 456m 789p 35s 22p", "4s")
        assert fan(deal(robbed, options=options)) == 4 * plain
        assert fan(deal(drawn(BASIC, "2p"), options=options)) == 2

    @pytest.mark.parametrize("factor", [4, 2, 1])
    def test_last_tile(self, factor):
        options = {"last_tile_factor": factor}
        found = answer(deal(drawn(BASIC, "2p", flags=["last_tile"]), options=options))
        assert found["wins"][0]["fan"] == 2 * factor
        assert ids(found) == ["basic", "concealed_hand", "last_tile"]

    def test_cap(self):
        hand = drawn(PURE, "5m", flags=["last_tile"])
        found = answer(deal(hand, options={"cap": 20, "unit": 3}))
        assert found["wins"][0]["fan"] == 20
        assert found["deltas"] == [-60, 180, -60, -60]
        assert fan(deal(hand, options={"cap": 32})) == 32
        packaged = fed("46m 8m 8m", "5m")
        assert answer(deal(packaged, melds={1: THREE_FED}, options={"cap": 5}))["deltas"] == [
            *(0, 15, -15, 0)
        ]


class TestOpened:
    MELDS = (
        CHOW,
        meld("pung", "333m", 2),
        meld("exposed_kong", "3333m", 2),
        meld("added_kong", "3333m", 2),
    )

    @pytest.mark.parametrize("opening", MELDS)
    def test_only_basic_not_on_a_discard(self, opening):
        document = deal(fed("456m 789p 345s 2p", "2p"), melds={1: [opening]})
        assert refusal(document) == "open_basic_on_discard"
        free = {**document, "options": {"open_basic_self_draw_only": False}}
        assert answer(free)["deltas"][2] < 0
        robbed = deal(robbing("456m 789p 35s 22p", "4s"), melds={1: [opening]})
        assert "robbed_kong" in ids(answer(robbed))

    def test_big_hands_on_a_discard(self):
        for first, hand in (
            (meld("pung", "111m", 0), fed("999p 333s 777s 4m", "4m")),
            (CHOW, fed("456m 789m 222m 9m", "9m")),
        ):
            assert answer(deal(hand, melds={1: [first]}))

    def test_kong_discard_makes_no_big_hand(self):
        hand = fed("456m 789p 345s 2p", "2p", flags=["kong_discard"])
        assert refusal(deal(hand, melds={1: [CHOW]})) == "open_basic_on_discard"

    def test_concealed_kong(self):
        melds = {1: [meld("concealed_kong", "3333m")]}
        self_drawn, discarded = drawn("456m 789p 345s 2p", "2p"), fed("456m 789p 345s 2p", "2p")
        assert fan(deal(self_drawn, melds=melds)) == 4
        assert fan(deal(discarded, melds=melds)) == 2
        opens = {"concealed_kong_keeps_closed": False}
        assert fan(deal(self_drawn, melds=melds, options=opens)) == 2
        refused = deal(discarded, melds=melds, options=opens)
        assert refusal(refused) == "open_basic_on_discard"

    def test_found_after_every_shape(self):
        opened = fed("456m 789p 345s 2p", "2p")
        no_win = win(0, "147m 258p 369s 1234m", "2p", "discard", source=2)
        for wins in ((opened, no_win), (no_win, opened)):
            assert refusal(deal(*wins, melds={1: [CHOW]})) == "not_a_win"
        other = win(0, "678s 999s 234s 789m 2p", "2p", "discard", source=2)
        for wins in ((opened, other), (other, opened)):
            assert refusal(deal(*wins, melds={1: [CHOW]})) == "open_basic_on_discard"


class TestKongs:
    ROW = (
        meld("exposed_kong", "1111m", 0),
        meld("concealed_kong", "4444p"),
        meld("added_kong", "7777s", 3),
        meld("concealed_kong", "9999s"),
    )

    def test_each_doubles(self):
        for number in range(1, 5):
            concealed = " ".join(["123p", "567s", "678p"][: 4 - number]) + " 5m"
            hand = drawn(concealed, "5m")
            found = answer(deal(hand, melds={1: list(self.ROW[:number])}))
            base = 2 if number == 4 else 1
            assert found["wins"][0]["fan"] == base << number
            assert f"kong_x{number}" in ids(found)
            off = deal(hand, melds={1: list(self.ROW[:number])}, options={"kong_fan": False})
            assert fan(off) == base
            assert len(ids(answer(off))) == 1

    @pytest.mark.parametrize(
        ("options", "worth", "kongs"),
        [
            ({}, 2 * 4 * 8, ["kong_x3"]),
            ({"bloom_absorbs_kong": False}, 2 * 4 * 16, ["kong_x4"]),
            ({"kong_fan": False}, 2 * 4, []),
            ({"kong_fan": False, "bloom_absorbs_kong": False}, 2 * 4, []),
        ],
    )
    def test_bloom(self, options, worth, kongs):
        hand = drawn("5m", "5m", flags=["kong_bloom"])
        found = answer(deal(hand, melds={1: list(self.ROW)}, options=options))
        assert found["wins"][0]["fan"] == worth
        assert ids(found) == sorted(["all_pungs", "kong_bloom", *kongs])

    def test_bloom_of_the_last_tile(self):
        hand = drawn("123p 567s 678p 5m", "5m", flags=["last_tile", "kong_bloom"])
        found = answer(deal(hand, melds={1: [meld("concealed_kong", "4444p")]}))
        assert found["wins"][0]["fan"] == 2 * 16
        assert ids(found) == ["basic", "concealed_hand", "kong_bloom", "last_tile"]

    def test_nothing_at_a_draw_and_for_losers(self):
        melds = {0: [meld("concealed_kong", "6666s")]}
        assert answer(deal(melds=melds))["deltas"] == [0, 0, 0, 0]
        assert answer(deal(fed(BASIC, "2p"), melds=melds))["deltas"] == [0, 1, -1, 0]


class TestRobbing:
    HAND = robbing("123m 456m 789p 35s 22p", "4s")

    @pytest.mark.parametrize("kind", ["added_kong", "opened_tile"])
    def test_shares(self, kind):
        hand = {**self.HAND, "robbed": kind}
        assert answer(deal(hand))["deltas"] == [0, 4, 0, -4]
        three = answer(deal(hand, options={"robbed_kong_shares": 3, "unit": 2}))
        assert three["deltas"] == [0, 24, 0, -24]
        assert (three["wins"][0]["fan"], three["wins"][0]["total"]) == (4, 24)

    def test_opened_tile_after_any_kong(self):
        hand = {**self.HAND, "robbed": "opened_tile"}
        for kind, source in (("concealed_kong", None), ("exposed_kong", 0), ("added_kong", 0)):
            melds = {3: [meld(kind, "8888s", source)]}
            assert answer(deal(hand, melds=melds))["deltas"] == [0, 4, 0, -4]

    def test_opened_tile_may_complete_seven_pairs(self):
        hand = robbing("1133m 5577p 2299s 4s", "4s", robbed="opened_tile")
        assert fan(deal(hand)) == 16
        assert refusal(deal({**hand, "robbed": "added_kong"})) == "too_many_copies"

    def test_robbers_of_different_tiles(self):
        other = win(0, "678s 999s 35s 789m 88p", "4s", "robbed_kong", source=3)
        assert answer(deal(self.HAND, other))["next_dealer"] == 3
        mixed = deal(self.HAND, {**other, "robbed": "opened_tile"})
        assert refusal(mixed) == "not_robbable"
        assert refusal(deal({**self.HAND, "robbed": "concealed_kong"})) == "not_robbable"


class TestPackage:
    HAND = ("46m 88m", "5m")

    def pay(self, hand, melds=THREE_FED, **options):
        found = answer(deal(hand, melds={1: list(melds)}, options=options))
        return found["deltas"], "package" in ids(found)

    def test_who_pays(self):
        assert self.pay(drawn(*self.HAND)) == ([0, 24, 0, -24], True)
        assert self.pay(fed(*self.HAND)) == ([0, 24, -24, 0], True)
        rob = robbing(*self.HAND, robbed="opened_tile")
        assert self.pay(rob) == ([0, 96, 0, -96], True)
        assert self.pay(rob, robbed_kong_shares=3) == ([0, 96, 0, -96], True)

    def test_only_self_draw_packaged(self):
        assert self.pay(drawn(*self.HAND), package_discard=1) == ([0, 24, 0, -24], True)
        assert self.pay(fed(*self.HAND), package_discard=1) == ([0, 8, -8, 0], False)
        rob = robbing(*self.HAND, robbed="opened_tile")
        assert self.pay(rob, package_discard=1) == ([0, 32, 0, -32], False)
        both = self.pay(rob, package_discard=1, robbed_kong_shares=3)
        assert both == ([0, 96, 0, -96], False)

    def test_off(self):
        assert self.pay(drawn(*self.HAND), package=False) == ([-8, 24, -8, -8], False)
        assert self.pay(fed(*self.HAND), package=False) == ([0, 8, -8, 0], False)

    def test_concealed_kong_is_not_fed(self):
        two = [*THREE_FED[:2], meld("concealed_kong", "9999m")]
        assert self.pay(drawn(*self.HAND), two) == ([-8, 24, -8, -8], False)

    def test_added_kong_keeps_the_place_of_its_pung(self):
        melds = [CHOW, meld("concealed_kong", "7777m"), meld("pung", "555m", 2)]
        fourth = meld("added_kong", "9999m", 0)
        assert self.pay(drawn("8m", "8m"), [*melds, fourth])[0] == [-48, 48, 0, 0]

    def test_not_pure(self):
        melds = [CHOW, meld("pung", "555m", 2), meld("pung", "999s", 3)]
        assert self.pay(drawn(*self.HAND), melds) == ([-1, 3, -1, -1], False)


class TestDraw:
    def test_last_drawer(self):
        options = {"draw_dealer": "last_drawer"}
        found = answer(deal(options=options, dealer=2, last_drawer=1))
        assert (found["next_dealer"], found["deltas"]) == (1, [0, 0, 0, 0])
        for seat in (4, -1, None, "1", True, 1.0):
            assert refusal(deal(options=options, last_drawer=seat)) == "missing_field"
            assert answer(deal(dealer=2, last_drawer=seat))["next_dealer"] == 2
        assert answer(deal(dealer=2))["next_dealer"] == 2
        assert answer(deal(drawn(BASIC, "2p"), options=options))["next_dealer"] == 1

    def test_false_win(self):
        for options in ({}, {"draw_dealer": "last_drawer"}):
            assert refusal(deal(options=options, outcome="false_win")) == "bad_win_method"


class TestWinners:
    WINS = (fed(BASIC, "2p"), win(3, "678s 999s 234s 789m 2p", "2p", "discard", source=2))

    def test_each_is_paid_and_the_discarder_deals(self):
        found = answer(deal(*self.WINS))
        assert found["deltas"] == [0, 1, -2, 1]
        assert found["next_dealer"] == 2

    def test_nearest(self):
        options = {"multi_win": "nearest"}
        assert refusal(deal(*self.WINS, options=options)) == "one_winner_only"
        assert answer(deal(self.WINS[0], options=options))["next_dealer"] == 1

    def test_passed_tile_means_nothing(self):
        assert answer(deal(fed(BASIC, "2p", passed_tile="2p")))


class TestExplanation:
    def said(self, *args, **more):
        return answer(deal(*args, **more))["wins"][0]["explanation"]

    def test_row_factors_and_shares(self):
        said = self.said(
            drawn("123p 567s 678p 5m", "5m", flags=["kong_bloom"]),
            melds={1: [meld("concealed_kong", "4444p")]},
            options={"unit": 2},
        )
        assert "123p 678p 567s 444p 55m; closed basic: 2 fan (§3.1)" in said["en"]
        assert "2 × 4 = 8 fan; shares × fan × base: 3 × 8 × 2 = 48 points" in said["en"]
        assert "kong: 4444p is in its bloom" in said["en"]
        assert "门前清屁和 2 番" in said["zh"]

    def test_cap(self):
        said = self.said(drawn(PURE, "5m"), options={"cap": 5})
        assert "8 fan, capped at 5; shares × fan × base: 3 × 5 × 1 = 15 points" in said["en"]

    def test_seven_pairs_and_what_else_they_were(self):
        said = self.said(drawn("223344m 556677p 8s", "8s"))
        assert "also 234m 234m 567p 567p 88s, but worth no more" in said["en"]
        assert "concealed hand: seven pairs are closed by nature" in said["en"]
        assert "full flush" not in said["en"]
        dragons = self.said(drawn("111144447788m 9m", "9m"))
        assert "清一色双龙七对 128 番" in dragons["zh"]
        assert "one-suit double dragon seven pairs: 128 fan" in dragons["en"]

    def test_missed(self):
        said = self.said(fed("111m 222m 456m 789m 5p", "5p"))["en"]
        assert "full flush: blocked by 5 of dots" in said
        assert "concealed hand: not drawn by oneself" in said
        assert "all pungs: 456m is a run" in self.said(fed("111m 222p 456m 999s 5p", "5p"))["en"]

    def test_options_in_the_way(self):
        melds = {1: [meld("concealed_kong", "4444p")]}
        options = {"concealed_kong_keeps_closed": False, "kong_fan": False}
        said = self.said(drawn("123p 567s 678p 5m", "5m"), melds=melds, options=options)["en"]
        assert "a concealed kong opens the hand in this house" in said
        assert "kongs double nothing in this house" in said

    def test_package(self):
        hand = drawn("46m 88m", "5m")
        said = self.said(hand, melds={1: THREE_FED})["en"]
        assert "Seat 3 pays seat 1 24: package: the feeder of the third meld" in said
        said = self.said(hand, melds={1: THREE_FED}, options={"package": False})["en"]
        assert "package: an option of this house leaves it out" in said
        two = [*THREE_FED[:2], meld("concealed_kong", "9999m")]
        assert "package: only two fed melds" in self.said(hand, melds={1: two})["en"]
        mixed = [CHOW, meld("pung", "555m", 2), meld("pung", "999s", 3)]
        assert "package: the hand is not of one suit" in self.said(hand, melds={1: mixed})["en"]

    def test_events_without_worth(self):
        said = self.said(fed(BASIC, "2p", flags=["kong_discard"]))["en"]
        assert "kong discard: worth nothing in these rules" in said
        earthly = answer(deal(drawn(BASIC, "2p", flags=["earthly"])))
        assert ids(earthly) == ["basic", "concealed_hand"]
