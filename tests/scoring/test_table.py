"""The fold from events to the table."""

import dataclasses

import pytest

from scoring.table import (
    DEAL_CORRECTED,
    DEAL_SETTLED,
    SESSION_CLOSED,
    SESSION_STARTED,
    UNDONE,
    Event,
    TableError,
    correction,
    fold,
    transfers,
)

NAMES = ["阿东", "阿南", "阿西", "阿北"]


class Evening:
    """Writes the events of one session."""

    def __init__(self, names=NAMES, dealer=0, round_wind="E"):
        self.events = []
        self.add(
            SESSION_STARTED,
            rules="guangdong",
            rules_version="1",
            options={"unit": 1},
            names=names,
            dealer=dealer,
            round_wind=round_wind,
        )

    def add(self, kind, **payload):
        seq = len(self.events) + 1
        event = Event(seq, "a", seq, f"2026-11-30T20:00:{seq:02}+00:00", kind, payload, f"k{seq}")
        self.events.append(event)
        return self

    def deal(self, deltas, next_dealer, photo=None):
        deal = self.table.place({"outcome": "win"})
        settlement = {"deltas": deltas, "next_dealer": next_dealer}
        return self.add(DEAL_SETTLED, deal=deal, settlement=settlement, photo=photo)

    def correct(self, number, settle, photo=None, **deal):
        table = self.table
        deal = {"outcome": "win", **deal}
        payload = correction(table, table.deals[number - 1], deal, photo, settle)
        return self.add(DEAL_CORRECTED, **payload)

    def undo(self, steps=1):
        return self.add(UNDONE, reverses=list(self.table.last_steps[:steps]))

    @property
    def table(self):
        return fold(self.events)


def test_a_new_table():
    table = Evening().table
    assert table.names == tuple(NAMES)
    assert table.totals == (0, 0, 0, 0)
    assert (table.dealer, table.round_wind, table.players) == (0, "E", 4)
    assert (table.deals, table.closed_at, table.undoable) == ((), None, ())
    assert table.options == {"unit": 1}


def test_totals_and_dealer_follow_the_deals():
    table = Evening().deal([3, -1, -1, -1], 0).deal([0, 8, 0, -8], 1, photo="p.jpg").table
    assert table.totals == (3, 7, -1, -9)
    assert table.dealer == 1
    assert [deal.number for deal in table.deals] == [1, 2]
    assert [deal.dealer for deal in table.deals] == [0, 0]
    assert table.deals[0].totals == (3, -1, -1, -1)
    assert table.deals[1].deltas == (0, 8, 0, -8)
    assert table.deals[1].photo == "p.jpg"
    assert table.seq == 3


def test_three_players():
    table = Evening(["甲", "乙", "丙"], dealer=2, round_wind=None).deal([20, -10, -10], 2).table
    assert table.totals == (20, -10, -10)
    assert table.place({})["players"] == 3
    assert "round_wind" not in table.place({})


@pytest.mark.parametrize(
    ("first", "dealers", "wind"),
    [
        (0, [1, 2, 3], "E"),
        (0, [1, 2, 3, 0], "S"),
        (0, [0, 0, 0], "E"),  # the dealer stays
        (2, [3, 0, 1, 2], "S"),  # rounds are counted from the first dealer, not from seat 0
        (2, [3, 0], "E"),
        (0, [1, 2, 3, 0, 0, 1, 2, 3, 0], "W"),
        (0, [1, 2, 3, 0] * 4, "E"),
    ],
)
def test_the_round_wind_turns_when_all_have_dealt(first, dealers, wind):
    evening = Evening(dealer=first)
    for dealer in dealers:
        evening.deal([0, 0, 0, 0], dealer)
    assert evening.table.round_wind == wind


def test_undo_takes_back_score_dealer_and_wind():
    evening = Evening()
    for dealer in (1, 2, 3):
        evening.deal([3, -1, -1, -1], dealer)
    before = evening.table
    after = evening.deal([0, 8, -8, 0], 0).undo().table
    assert (after.totals, after.dealer, after.round_wind) == (before.totals, 3, "E")
    assert after.deals == before.deals
    assert [deal.undone for deal in after.history] == [False, False, False, True]
    assert after.seq == before.seq + 2


def test_undo_any_number_of_steps():
    evening = Evening().deal([3, -1, -1, -1], 1).deal([3, -1, -1, -1], 2).deal([3, -1, -1, -1], 3)
    assert evening.undo(2).table.totals == (3, -1, -1, -1)
    assert evening.undo().table.totals == (0, 0, 0, 0)
    table = evening.deal([-1, 3, -1, -1], 0).table
    assert table.totals == (-1, 3, -1, -1)
    assert table.deals[0].number == 1


def test_closing_and_undoing_the_close():
    evening = Evening().deal([3, -1, -1, -1], 1).add(SESSION_CLOSED)
    assert evening.table.closed_at == evening.events[-1].at
    table = evening.undo().table
    assert table.closed_at is None
    assert table.totals == (3, -1, -1, -1)


# ---- corrections -------------------------------------------------------------------------------


def settling(deltas, next_dealer):
    """A settlement that does not depend on the deal."""
    return lambda deal: {"deltas": deltas, "next_dealer": next_dealer}


def next_deals(deal):
    """Nobody pays, and the next seat deals."""
    return {"deltas": [0] * 4, "next_dealer": (deal["dealer"] + 1) % 4}


def dealer_pays_double(deal):
    """Seat 1 wins from all; the dealer pays 2, or gets double and deals again."""
    dealer = deal["dealer"]
    deltas = [-2 if seat == dealer or dealer == 1 else -1 for seat in range(4)]
    deltas[1] = 0
    deltas[1] = -sum(deltas)
    return {"deltas": deltas, "next_dealer": 1 if dealer == 1 else (dealer + 1) % 4}


def first(settle, others):
    """The corrected deal by ``settle``, those that move after it by ``others``."""
    settlers = iter([settle])
    return lambda deal: next(settlers, others)(deal)


def test_a_correction_replaces_a_deal_and_keeps_its_old_version():
    evening = Evening().deal([3, -1, -1, -1], 0).deal([0, 8, 0, -8], 1)
    table = evening.correct(1, settling([6, -2, -2, -2], 0), photo="p.jpg").table
    assert table.totals == (6, 6, -2, -10)
    assert [deal.number for deal in table.history] == [1, 1, 2]
    assert [(deal.replaced, deal.undone) for deal in table.history] == [
        (True, False),
        (False, False),
        (False, False),
    ]
    assert [deal.totals for deal in table.deals] == [(6, -2, -2, -2), (6, 6, -2, -10)]
    old, new = table.history[:2]
    assert (old.deltas, new.deltas) == ((3, -1, -1, -1), (6, -2, -2, -2))
    assert (new.seq, new.replaces, new.photo) == (4, 2, "p.jpg")
    assert table.seq == 4


def test_later_deals_whose_place_stays_count_as_they_were_written():
    evening = Evening().deal([3, -1, -1, -1], 0).deal([0, 8, 0, -8], 1)
    asked = []
    evening.correct(1, lambda deal: asked.append(deal) or settling([6, -2, -2, -2], 0)(deal))
    assert len(asked) == 1
    assert evening.events[-1].payload["moved"] == []


def test_later_deals_whose_dealer_moves_are_settled_again():
    evening = Evening()
    for _ in range(3):
        settlement = dealer_pays_double({"dealer": evening.table.dealer})
        evening.deal(settlement["deltas"], settlement["next_dealer"])
    assert [deal.dealer for deal in evening.table.deals] == [0, 1, 1]
    # It was seat 0 who won the first deal, so he dealt the second one too.
    evening.correct(1, first(settling([3, -1, -1, -1], 0), dealer_pays_double))
    table = evening.table
    assert [deal.dealer for deal in table.deals] == [0, 0, 1]
    assert [deal.deltas for deal in table.deals] == [
        (3, -1, -1, -1),
        (-2, 4, -1, -1),
        (-2, 6, -2, -2),
    ]
    assert table.totals == (-1, 9, -4, -4)
    assert [deal.seq for deal in table.deals] == [5, 3, 4]


def test_the_round_wind_of_later_deals_follows_a_correction():
    evening = Evening()
    for dealer in (1, 2, 3, 0, 1):
        evening.deal([0, 0, 0, 0], dealer)
    assert [deal.round_wind for deal in evening.table.deals] == list("EEEES")
    evening.correct(4, first(settling([0, 0, 0, 0], 3), next_deals))
    table = evening.table
    assert [(deal.dealer, deal.round_wind) for deal in table.deals][3:] == [(3, "E"), (3, "E")]
    assert (table.dealer, table.round_wind) == (0, "S")


def test_undoing_a_correction_brings_everything_back():
    evening = Evening().deal([-2, 4, -1, -1], 1).deal([-2, 6, -2, -2], 1)
    before = evening.table
    evening.correct(1, first(settling([3, -1, -1, -1], 0), dealer_pays_double))
    assert evening.table.totals != before.totals
    table = evening.undo().table
    assert table.totals == before.totals
    assert table.deals == before.deals
    assert table.undoable == before.undoable
    assert [deal.undone for deal in table.history] == [False, True, False]


def test_a_correction_is_corrected_and_the_deal_undone_with_all_of_it():
    evening = Evening().deal([3, -1, -1, -1], 0).deal([0, 8, 0, -8], 1)
    evening.correct(2, settling([0, 4, 0, -4], 1)).correct(2, settling([0, 2, 0, -2], 1))
    table = evening.table
    assert [deal.replaced for deal in table.history] == [False, True, True, False]
    assert table.totals == (3, 1, -1, -3)
    assert evening.undo(2).table.totals == (3, 7, -1, -9)
    assert evening.undo().table.totals == (3, -1, -1, -1)


def test_a_later_deal_that_could_not_be_refuses_the_correction():
    def settle(deal):
        if deal.get("dealer") == 0 and deal["outcome"] == "heavenly":
            raise TableError("flag_conflict", "不是庄家", "not the dealer")
        return {"deltas": [0] * 4, "next_dealer": 0}

    evening = Evening().deal([0] * 4, 1)
    deal = evening.table.place({"outcome": "heavenly"})
    evening.add(DEAL_SETTLED, deal=deal, settlement={"deltas": [0] * 4, "next_dealer": 1})
    with pytest.raises(TableError) as caught:
        evening.correct(1, settle)
    assert caught.value.code == "later_deal"
    assert "第 2 局" in caught.value.zh
    assert "not the dealer" in caught.value.en


def broken(evening, **changes):
    evening.events[-1] = dataclasses.replace(evening.events[-1], **changes)
    return evening.events


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([], "no_events"),
        (Evening().deal([0, 0, 0, 0], 0).events[1:], "bad_event"),
        (broken(Evening(), kind=DEAL_SETTLED), "not_started"),
        (broken(Evening().deal([0, 0, 0, 0], 0), seq=5), "bad_event"),
        (broken(Evening().deal([0, 0, 0, 0], 0), session="b"), "bad_event"),
        (broken(Evening().deal([0, 0, 0, 0], 0), kind="from_the_future"), "bad_event"),
        (broken(Evening().deal([0, 0, 0, 0], 0), kind=SESSION_STARTED), "bad_event"),
        (Evening().add(UNDONE, reverses=[1]).events, "bad_event"),
        (Evening().add(UNDONE, reverses=[]).events, "bad_event"),
        (Evening().deal([0] * 4, 0).deal([0] * 4, 0).add(UNDONE, reverses=[2]).events, "bad_event"),
        (Evening().add(DEAL_CORRECTED, replaces=1).events, "bad_event"),
        (Evening().add(DEAL_CORRECTED).events, "bad_event"),
        (Evening().deal([0] * 4, 0).undo().add(DEAL_CORRECTED, replaces=2).events, "bad_event"),
        (
            Evening()
            .deal([0] * 4, 0)
            .correct(1, settling([0] * 4, 0))
            .add(DEAL_CORRECTED, replaces=2)
            .events,
            "bad_event",
        ),
        (
            Evening().deal([0] * 4, 0).add(DEAL_CORRECTED, replaces=2, moved=[{"seq": 9}]).events,
            "bad_event",
        ),
        (Evening().deal([1, 0, 0, 0], 0).events, "bad_event"),
        (Evening().deal([1, -1, 0], 0).events, "bad_event"),
    ],
)
def test_events_that_tell_no_story_are_refused(events, code):
    with pytest.raises(TableError) as caught:
        fold(events)
    assert caught.value.code == code
    assert caught.value.zh
    assert caught.value.en


@pytest.mark.parametrize(
    ("deltas", "payments"),
    [
        ([6, -2, -2, -2], {(1, 0, 2), (2, 0, 2), (3, 0, 2)}),
        ([0, 8, 0, -8], {(3, 1, 8)}),
        ([4, 4, -1, -7], {(2, 0, 1), (3, 0, 3), (3, 1, 4)}),
        ([20, -10, -10], {(1, 0, 10), (2, 0, 10)}),
        ([4, -1, -4, 1], {(2, 0, 4), (1, 3, 1)}),
        ([4, 4, -4, -4], {(2, 0, 4), (3, 1, 4)}),
        ([0, 0, 0, 0], set()),
    ],
)
def test_who_pays_whom_adds_up(deltas, payments):
    assert set(transfers(deltas)) == payments
