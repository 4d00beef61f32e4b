"""Guangdong beyond the worked examples: every option, row and event of guangdong.md."""

from __future__ import annotations

import pytest

from tests.scoring.making import CHICKEN, answer, deal, ids, meld, refusal, win

DRAGONS = [meld("pung", "CCC", 0), meld("exposed_kong", "FFFF", 3), meld("pung", "PPP", 2)]
LAST = meld("chow", "234p", 0)


def fed(concealed, tile, **more):
    return win(1, concealed, tile, "discard", source=2, **more)


def first(document):
    return answer(document)["wins"][0]


@pytest.mark.parametrize(
    ("concealed", "tile", "patterns", "fan"),
    [
        ("111m 999m 111s CCC E", "E", ["terminals_and_honours"], 5),
        ("111m 222m EEE CCC 5m", "5m", ["half_flush_all_pungs"], 4),
        ("111m 999m EEE CCC P", "P", ["terminals_and_honours"], 5),
        ("EEE SSS CCC FFF P", "P", ["all_honours"], 6),
        ("EEE SSS WWW NNN C", "C", ["all_honours", "big_four_winds"], 6),
        ("CCC FFF PP 123m 99s", "9s", ["little_three_dragons"], 5),
        ("CCC FFF PPP 123m 9s", "9s", ["big_three_dragons"], 6),
        ("EEE SSS WWW CCC N", "N", ["all_honours"], 6),
        ("111m 999m 111p 999p 1s", "1s", ["all_terminals"], 6),
        ("1112345678999m", "9m", ["nine_gates"], 6),
        ("19m 19p 19s ESWNCFC", "P", ["thirteen_orphans"], 6),
        ("111222333m 444p 5s", "5s", ["all_pungs"], 2),
        ("123m 456m 789m EE PP", "P", ["half_flush", "white_dragon"], 3),
        ("123m 456p 789s EE WW", "E", ["chicken", "round_wind"], 1),
        ("123m 456p 789s SS WW", "S", ["chicken", "seat_wind"], 1),
        ("123m 456p 789s 12m SS", "3m", ["all_chows"], 1),
    ],
)
def test_rows_on_a_discard(concealed, tile, patterns, fan):
    found = answer(deal(fed(concealed, tile)))
    assert (ids(found), found["wins"][0]["fan"]) == (sorted(patterns), fan)
    assert found["wins"][0]["points"] == 2**fan
    assert found["deltas"] == [0, 2**fan, -(2**fan), 0]


def test_special_hand_adds_nothing_even_where_the_cap_is_higher():
    hand = win(0, "EEE CCC FFF 11m 99m", "9m")
    assert first(deal(hand, options={"cap_fan": 5}))["fan"] == 5
    assert ids(answer(deal(hand, options={"cap_fan": 5}))) == ["terminals_and_honours"]
    assert ids(answer(deal(win(1, "123m 456m 789m 11m 55m", "5m")))) == ["full_flush"]


def test_cap_and_floor_follow_cap_fan():
    hand = win(0, "123m 456m 79m EEE PP", "8m")
    assert [first(deal(hand, options={"cap_fan": cap}))["fan"] for cap in (3, 4, 5)] == [3, 4, 5]
    last = win(1, CHICKEN, "4s", flags=["last_tile"])
    assert [first(deal(last, options={"cap_fan": cap}))["fan"] for cap in (3, 4, 5)] == [3, 4, 5]


def test_all_chows_pair():
    hand = fed("123m 456s 234m 56p EE", "7p")
    assert ids(answer(deal(hand, options={"all_chows_pair": "suited"}))) == ["chicken"]
    suited = fed("123m 456s 234m 56p 99s", "7p")
    assert ids(answer(deal(suited, options={"all_chows_pair": "suited"}))) == ["all_chows"]


def test_kong_fan_counts_once():
    melds = {1: [meld("concealed_kong", "8888p"), meld("added_kong", "2222s", 0)]}
    hand = fed("123m 456m 9p", "9p")
    assert ids(answer(deal(hand, melds=melds, options={"kong_fan": 1}))) == ["chicken", "kong"]
    assert ids(answer(deal(fed(CHICKEN, "4s"), options={"kong_fan": 1}))) == ["chicken"]


def test_nine_gates_options():
    drawn, discarded = win(1, "1112345678999p", "5p"), fed("1112345678999p", "5p")
    only = {"nine_gates_self_draw_only": True}
    assert ids(answer(deal(drawn, options=only))) == ["nine_gates"]
    assert ids(answer(deal(discarded, options=only))) == ["full_flush"]
    loose = fed("1112345678899p", "9p")
    assert ids(answer(deal(loose))) == ["full_flush"]
    assert ids(answer(deal(loose, options={"nine_gates": "any"}))) == ["nine_gates"]
    other = fed("1122345678999p", "9p")
    assert ids(answer(deal(fed("1113345678999p", "2p"), options={"nine_gates": "any"}))) == [
        "nine_gates"
    ]
    assert refusal(deal(other)) == "not_a_win"


def test_seven_pairs_option():
    hand = fed("1133m 5577p 2244s N", "N")
    assert refusal(deal(hand)) == "not_a_win"
    assert refusal(deal(hand, options={"seven_pairs": "off"})) == "not_a_win"
    for fan in (0, 4, 6):
        found = first(deal(hand, options={"seven_pairs": fan}))
        assert (found["fan"], found["patterns"][0]["id"]) == (fan, "seven_pairs")
    quads = fed("1111m 5577p 2244s N", "N")
    assert first(deal(quads, options={"seven_pairs": 2}))["fan"] == 2
    one_suit = fed("1122334557799m", "4m")
    assert ids(answer(deal(one_suit, options={"seven_pairs": 2}))) == ["seven_pairs"]
    both = fed("1122334455667m", "7m")
    assert ids(answer(deal(both, options={"seven_pairs": 3}))) == ["full_flush"]
    assert ids(answer(deal(both, options={"seven_pairs": 5}))) == ["seven_pairs"]
    melds = {1: [meld("pung", "999s", 0)]}
    melded = deal(fed("1133m 5577p 2s 4s", "4s"), melds=melds, options={"seven_pairs": 4})
    assert refusal(melded) == "not_a_win"


def test_unit_multiplies():
    assert answer(deal(fed("123m 456m 789m 23m NN", "4m"), options={"unit": 5}))["deltas"] == [
        *(0, 40, -40, 0)
    ]


def test_two_robbers_get_three_shares_each():
    rob = win(3, "123p 456s 12m 77s 888s", "3m", "robbed_kong", source=0)
    other = win(1, "456p 12m 99p 123s 555s", "3m", "robbed_kong", source=0)
    found = answer(deal(rob, other, melds={0: [meld("pung", "333m", 2)]}))
    assert found["deltas"] == [-48, 24, 0, 24]
    assert [each["liable"] for each in found["wins"]] == [0, 0]
    assert ids(found, 1) == ["chicken", "robbed_kong", "self_draw"]


def test_three_robbers_are_no_triple_win():
    rob = [
        win(3, "123p 456s 12m 77s 888s", "3m", "robbed_kong", source=0),
        win(1, "456p 12m 99p 123s 555s", "3m", "robbed_kong", source=0),
        win(2, "456p 12m 88p 678m 999m", "3m", "robbed_kong", source=0),
    ]
    found = answer(deal(*rob))
    assert "triple_win" not in ids(found)
    assert found["next_dealer"] == 1


def test_human_and_triple_win_together():
    wins = [
        win(1, "567p 23s 555m SSS 66m", "4s", "discard", source=0, flags=["human"]),
        win(2, "123m 456p 789p 23s EE", "4s", "discard", source=0, flags=["human"]),
        win(3, "111s 56s 789s 22s 999s", "4s", "discard", source=0),
    ]
    found = answer(deal(*wins))
    assert [each["fan"] for each in found["wins"]] == [6, 6, 4]
    assert "human" in ids(found)
    assert "triple_win" in ids(found)


class TestLiability:
    def test_big_dragons_by_fed_kong_and_added_kong(self):
        melds = [DRAGONS[0], DRAGONS[2], meld("added_kong", "FFFF", 3)]
        found = answer(deal(win(1, "234p 5m", "5m"), melds={1: melds}))
        assert found["wins"][0]["liable"] == 3
        assert found["deltas"] == [0, 192, 0, -192]

    def test_a_concealed_kong_among_them_frees_the_feeder(self):
        melds = [DRAGONS[0], meld("concealed_kong", "FFFF"), DRAGONS[2]]
        found = answer(deal(win(1, "234p 5m", "5m"), melds={1: melds}))
        assert found["wins"][0]["liable"] is None

    @pytest.mark.parametrize(("conflict", "liable"), [("special_first", 2), ("last_feeder", 0)])
    def test_conflict_of_two(self, conflict, liable):
        document = deal(
            win(1, "5m", "5m"),
            melds={1: [*DRAGONS, LAST]},
            options={"liability_conflict": conflict},
        )
        assert first(document)["liable"] == liable

    def test_conflict_when_the_big_set_came_last(self):
        melds = {1: [LAST, *DRAGONS]}
        for conflict in ("special_first", "last_feeder"):
            document = deal(
                win(1, "5m", "5m"), melds=melds, options={"liability_conflict": conflict}
            )
            assert first(document)["liable"] == 2

    def test_last_feeder_falls_back_when_the_log_frees_him(self):
        document = deal(
            win(1, "5m", "5m"),
            melds={1: [*DRAGONS, LAST]},
            options={"liability_conflict": "last_feeder"},
            twelve_tile_log=[{"beneficiary": 3, "feeder": 0}],
        )
        assert first(document)["liable"] == 2

    def test_twelve_tiles_need_four_fed_sets(self):
        three = [meld("pung", "111m", 0), meld("pung", "555p", 2), meld("pung", "888s", 3)]
        hand = win(1, "6m", "6m")
        kong = meld("added_kong", "2222p", 2)
        assert first(deal(hand, melds={1: [*three, kong]}))["liable"] == 2
        concealed = meld("concealed_kong", "2222p")
        assert first(deal(hand, melds={1: [*three, concealed]}))["liable"] is None
        assert first(deal(win(1, "6m 234s", "6m"), melds={1: three}))["liable"] is None

    def test_only_the_first_entry_of_the_feeder_counts(self):
        melds = {1: [meld("pung", tiles, 0) for tiles in ("111m", "555p", "888s", "222p")]}
        log = [
            {"beneficiary": 3, "feeder": 2},
            {"beneficiary": 1, "feeder": 0},
            {"beneficiary": 3, "feeder": 0},
        ]
        assert first(deal(win(1, "6m", "6m"), melds=melds, twelve_tile_log=log))["liable"] == 0
        log.insert(0, {"beneficiary": 2, "feeder": 0})
        assert first(deal(win(1, "6m", "6m"), melds=melds, twelve_tile_log=log))["liable"] is None

    def test_bloom_of_a_fed_kong_goes_before_all(self):
        melds = [DRAGONS[0], DRAGONS[2], meld("pung", "FFF", 2), meld("exposed_kong", "8888p", 3)]
        document = deal(win(1, "5m", "5m", flags=["kong_bloom"]), melds={1: melds})
        assert first(document)["liable"] == 3
        plain = deal(win(1, "5m", "5m"), melds={1: melds})
        assert first(plain)["liable"] == 2

    def test_the_kong_that_drew_the_tile_decides(self):
        melds = {1: [meld("exposed_kong", "8888p", 3), meld("concealed_kong", "2222s")]}
        hand = win(1, "123m 456m 9s", "9s", flags=["kong_bloom"])
        assert first(deal(hand, melds=melds))["liable"] is None
        assert first(deal({**hand, "kong_index": 0}, melds=melds))["liable"] == 3


def test_seat_winds_turn_with_the_dealer():
    hand = fed("123m 456p 789s EE WW", "W")
    assert ids(answer(deal(hand))) == ["chicken"]
    assert ids(answer(deal(hand, dealer=3))) == ["chicken", "seat_wind"]
    assert ids(answer(deal(hand, round_wind="W"))) == ["chicken", "round_wind"]


class TestExplanation:
    def said(self, document):
        return first(document)["explanation"]["en"]

    def test_counted_and_capped(self):
        said = self.said(deal(win(0, "123m 456m 79m EEE PP", "8m"), options={"unit": 3}))
        assert "2 + 1 + 1 + 1 = 5 fan, capped at 3" in said
        assert "3 × 2^3 = 24 points" in said
        assert said.count("pays seat 0 24") == 3

    def test_raised_by_an_event(self):
        said = self.said(deal(win(1, CHICKEN, "4s", flags=["last_tile"])))
        assert "0 + 1 = 1 fan, raised to 3 by last tile" in said

    def test_special_hand(self):
        said = self.said(deal(win(1, "1112345678999m", "9m")))
        assert "special hand, the highest: 6 fan" in said
        assert "self-draw 1 fan: a special hand adds nothing" in said

    def test_full_flush_blocked_by_one_dragon_pair(self):
        said = self.said(deal(fed("123m 456m 789m 23m CC", "4m")))
        assert "Does not count: full flush 4 fan: blocked by red dragon" in said

    def test_one_run_and_one_pung_in_the_way(self):
        assert "all pungs 2 fan: 456p is a run" in self.said(
            deal(fed("111m 222s 333s 45p 99p", "6p"))
        )
        assert "all chows 1 fan: 555m is a pung" in self.said(
            deal(fed("123m 456s 789s 99p 55m", "5m"))
        )

    def test_an_option_in_the_way(self):
        document = deal(fed("123m 456s 234m 56p EE", "7p"), options={"all_chows_pair": "suited"})
        assert "shut out by an option of this house" in self.said(document)

    def test_seven_pairs_switched_off(self):
        said = self.said(deal(fed("1122334455667m", "7m")))
        assert "seven pairs: off in this house" in said

    def test_seven_pairs_and_orphans(self):
        document = deal(fed("1133m 5577p 2244s N", "N"), options={"seven_pairs": 4})
        assert "seven pairs 4 fan" in self.said(document)
        assert "thirteen orphans 6 fan" in self.said(deal(fed("19m 19p 19s ESWNCFP", "P")))
