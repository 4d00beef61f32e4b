"""Changde beyond the worked examples: every option, kong and bird of changde.md."""

from __future__ import annotations

import pytest

from tests.scoring.making import PLAIN, answer, ids, meld, refusal, win
from tests.scoring.making import deal as any_deal

RED = {"wild": "red"}
DRAWN = win(0, PLAIN, "5s")
WILD = win(0, "123m 456m 789m 11p C 5s", "5s")
ROB = win(0, "123m 456m 789m 46s 55p", "5s", "robbed_kong", source=2)
OTHER = win(1, "111m 234p 678p 99p 34s", "5s", "robbed_kong", source=2)


def deal(*wins, **more):
    return any_deal(*wins, rules="changde", **more)


def birds(mode="159", number=2, **more):
    return {"bird_mode": mode, "bird_count": number, **more}


class TestKongs:
    def paid(self, *melds, outcome=(DRAWN,), **options):
        return answer(deal(*outcome, melds={2: list(melds)}, options=options))["kong_deltas"]

    def test_each_kind(self):
        assert self.paid(meld("concealed_kong", "2222s")) == [-2, -2, 6, -2]
        assert self.paid(meld("exposed_kong", "2222s", 1)) == [0, -3, 3, 0]
        assert self.paid(meld("added_kong", "2222s", 1)) == [-1, -1, 3, -1]
        assert self.paid(meld("pung", "222s", 1)) == [0, 0, 0, 0]

    def test_not_replaced_and_drawn_hands_pay_nothing(self):
        for kind, source in (("concealed_kong", None), ("exposed_kong", 1), ("added_kong", 1)):
            assert self.paid(meld(kind, "2222s", source, replaced=False)) == [0, 0, 0, 0]
        assert self.paid(meld("concealed_kong", "2222s"), outcome=()) == [0, 0, 0, 0]

    def test_unit_multiplies_wins_and_kongs(self):
        found = answer(
            deal(DRAWN, melds={2: [meld("concealed_kong", "2222s")]}, options={"unit": 10})
        )
        assert found["deltas"] == [60 - 20, -40, -20 + 60, -40]
        assert found["wins"][0]["total"] == 60

    @pytest.mark.parametrize("entered", [None, "pung", "added_kong"])
    @pytest.mark.parametrize("robbers", [(ROB,), (ROB, OTHER)])
    def test_a_robbed_kong_pays_once_only_by_option(self, entered, robbers):
        melds = [] if entered is None else [meld(entered, "555s" + "5s" * (entered[0] == "a"), 3)]
        assert self.paid(*melds, outcome=robbers) == [0, 0, 0, 0]
        paid = self.paid(*melds, outcome=robbers, robbed_kong_pays=True)
        assert paid == [-1, -1, 3, -1]
        for each in melds:
            lost = self.paid({**each, "replaced": False}, outcome=robbers, robbed_kong_pays=True)
            assert lost == [0, 0, 0, 0]

    def test_other_kongs_of_the_robbed_player_pay(self):
        assert self.paid(meld("added_kong", "2222p", 1), outcome=(ROB,)) == [-1, -1, 3, -1]


class TestShapes:
    def test_wild_tiles_fill_runs_pungs_and_pairs(self):
        for concealed in (
            "13m C 456m 789p 222s 1p",
            "C 55m 123m 789p 222s 1p",
            "CCC 123m 456m 789p 1p",
            "CC 13m 456m 789p 222s",
        ):
            found = answer(deal(win(0, concealed, "1p"), options=RED))
            assert ids(found) == ["basic"]
            assert found["wins"][0]["wilds"] == concealed.count("C")

    def test_a_wild_may_be_a_fifth_copy(self):
        assert answer(deal(win(0, "1111m 123p 456p 789s", "C"), options=RED))

    def test_seven_pairs(self):
        hand = win(0, "1133m 5577p 2299s 4s", "4s")
        assert refusal(deal(hand)) == "not_a_win"
        assert ids(answer(deal(hand, options={"seven_pairs": True}))) == ["seven_pairs"]
        wild = win(0, "1133m 557p 2299s 4s C", "C")
        options = {**RED, "seven_pairs": True}
        assert ids(answer(deal(wild, options=options))) == ["seven_pairs"]
        melds = {0: [meld("pung", "111s", 1)]}
        melded = win(0, "1133m 5577p 2s", "2s")
        assert refusal(deal({**melded, "concealed": "1133m 5577p 2s 9s"}, melds=melds)) == (
            "not_a_win"
        )

    def test_four_reds(self):
        hand = win(0, "147m 258p 369s 1p CCC", "C")
        assert refusal(deal(hand, options=RED)) == "not_a_win"
        options = {**RED, "four_reds_win": True}
        found = answer(deal(hand, options=options))
        assert ids(found) == ["four_reds"]
        assert found["wins"][0]["wilds"] == 4
        robbed = win(0, "147m 258p 36s 1p CCCC", "5s", "robbed_kong", source=1)
        assert refusal(deal(robbed, options=options)) == "not_a_win"

    def test_honours_only_as_wild_tiles(self):
        assert refusal(deal(WILD)) == "tile_not_in_set"


class TestBirds:
    def hits(self, mode, drawn, seat=0, **options):
        options = {**birds(mode, len(drawn)), **options}
        found = answer(deal({**DRAWN, "seat": seat}, options=options, birds=drawn))
        return found["wins"][0]["hits"]

    def test_each_mode(self):
        assert self.hits("159", ["1m", "5p", "9s", "4p"]) == 3
        by_seat = [
            self.hits("dealer", [f"{rank}s" for rank in (1, 2, 3, 4, 6, 7, 8, 9)], seat)
            for seat in range(4)
        ]
        assert by_seat == [2, 2, 2, 2]
        assert self.hits("dealer", ["1m"]) == 1
        assert self.hits("dealer", ["1m"], dealer_win_birds="none") == 0
        assert self.hits("dealer", ["6m"], seat=1, dealer_win_birds="none") == 1

    def test_a_red_bird_hits_in_every_mode(self):
        for mode in ("159", "dealer"):
            options = {**RED, **birds(mode, 1), "dealer_win_birds": "none"}
            found = answer(deal(WILD, options=options, birds=["C"]))
            assert found["wins"][0]["hits"] == 1

    @pytest.mark.parametrize(("extra", "due"), [("double", 4), ("plus_one", 3), ("none", 2)])
    def test_more_birds_without_a_red(self, extra, due):
        options = {**RED, **birds(), "no_red_extra": extra}
        for number in range(6):
            document = deal(DRAWN, options=options, birds=["2m", "3m", "2p", "3p", "4p"][:number])
            if number == due:
                assert answer(document)
            else:
                assert refusal(document) == "bird_count"

    def test_no_extra_with_several_robbers_or_without_the_wild_rule(self):
        assert answer(deal(ROB, OTHER, options={**RED, **birds()}, birds=["2m", "3m"]))
        assert answer(deal(DRAWN, options=birds(), birds=["2m", "3m"]))
        assert refusal(deal(ROB, options={**RED, **birds()}, birds=["2m", "3m"])) == "bird_count"

    def test_none_are_due_without_birds(self):
        assert refusal(deal(DRAWN, birds=["2m"])) == "bird_count"
        assert answer(deal(DRAWN, birds=[]))

    def test_all_that_are_left(self):
        options = birds(number="all")
        assert refusal(deal(DRAWN, options=options, birds=["2m"])) == "missing_field"
        assert refusal(deal(DRAWN, options=options, wall_remaining=-1)) == "missing_field"
        assert refusal(deal(DRAWN, options=options, wall_remaining="1")) == "missing_field"
        left = {"options": options, "wall_remaining": 1}
        assert answer(deal(DRAWN, birds=["2m"], **left))
        assert refusal(deal(DRAWN, birds=["2m", "3m"], **left)) == "bird_count"
        assert answer(deal(options=options))
        assert answer(deal(DRAWN, options={"bird_count": "all"}))

    @pytest.mark.parametrize(
        ("remaining", "drawn", "fits"),
        [
            *((None, number, True) for number in range(5)),
            (None, 5, False),
            (3, 3, True),
            (3, 2, False),
            (3, 4, False),
            (0, 0, True),
            (9, 4, True),
            (9, 3, False),
        ],
    )
    def test_a_wall_too_short(self, remaining, drawn, fits):
        document = deal(
            DRAWN,
            options=birds(number=4),
            birds=["2m", "3m", "2p", "3p", "4p"][:drawn],
            wall_exhausted=True,
            wall_remaining=remaining,
        )
        if fits:
            assert answer(document)
        else:
            assert refusal(document) == "bird_count"

    def test_a_short_wall_counts_only_when_it_is_said(self):
        document = deal(DRAWN, options=birds(number=4), birds=["2m"], wall_remaining=1)
        assert refusal(document) == "bird_count"

    def test_shape_is_found_before_birds(self):
        hand = {**DRAWN, "winning_tile": "6s"}
        assert refusal(deal(hand, options=birds(), birds=[])) == "not_a_win"

    def test_robbers_share_the_birds(self):
        found = answer(deal(ROB, OTHER, options=birds("dealer"), birds=["1s", "6s"]))
        assert [each["hits"] for each in found["wins"]] == [1, 1]
        assert found["deltas"] == [12, 12, -24, 0]
        once = birds("dealer", rob_birds="x1")
        assert answer(deal(ROB, options=once, birds=["1m", "2m"]))["deltas"] == [8, 0, -8, 0]


def test_next_dealer():
    assert answer(deal({**DRAWN, "seat": 3}))["next_dealer"] == 3
    assert answer(deal(ROB, OTHER))["next_dealer"] == 2
    assert answer(deal(ROB))["next_dealer"] == 0
    assert answer(deal(dealer=3))["next_dealer"] == 3
    assert answer(deal(dealer=3, options={"draw_dealer": "next"}))["next_dealer"] == 0


def test_nearest_robber_only():
    assert refusal(deal(ROB, OTHER, options={"multi_win": "nearest"})) == "one_winner_only"
    assert answer(deal(ROB, options={"multi_win": "nearest"}))


def test_explanation():
    found = answer(
        deal(
            DRAWN,
            options=birds(unit=2),
            birds=["1m", "2m"],
            melds={2: [meld("exposed_kong", "2222s", 1)]},
        )
    )
    said = found["wins"][0]["explanation"]["en"]
    assert "four sets and a pair: 123m 456m 789m 111p 55s" in said
    assert "1 birds hit (1m); 3 × (2 + 2 × 1) × 2 = 24 points in all" in said
    assert "bird: 2m hit nothing" in said
    assert "Seat 1 pays seat 2 6: exposed kong" in found["explanation"]["en"]
    robbed = answer(deal(ROB, options={"rob_birds": "x1"}))["wins"][0]["explanation"]["en"]
    assert "no birds hit; (6 + 2 × 0) = 6 points in all" in robbed
    assert "every kong is void" in answer(deal())["explanation"]["en"]
