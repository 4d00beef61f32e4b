"""The fold from events to the table."""

import dataclasses
from decimal import Decimal
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.table import (
    ADJUSTED,
    DEAL_CORRECTED,
    DEAL_SETTLED,
    DEALER_SET,
    KONG_RECORDED,
    PLAYER_SEATED,
    SESSION_CLOSED,
    SESSION_STARTED,
    UNDONE,
    Adjustment,
    Event,
    TableError,
    Transfer,
    correction,
    fold,
    settle_up,
    transfers,
)

NAMES = ["阿东", "阿南", "阿西", "阿北"]


class Evening:
    """Writes the events of one session."""

    def __init__(self, names=NAMES, dealer=0, round_wind="E", **stakes):
        self.events = []
        self.add(
            SESSION_STARTED,
            rules="guangdong",
            rules_version="1",
            options={"unit": 1},
            names=names,
            dealer=dealer,
            round_wind=round_wind,
            **stakes,
        )

    def add(self, kind, /, **payload):
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

    def kong(self, seat, kind="concealed", tile="9p", source=None):
        return self.add(KONG_RECORDED, seat=seat, kind=kind, tile=tile, **{"from": source})

    def seat(self, seat, name):
        return self.add(PLAYER_SEATED, seat=seat, name=name)

    def set_dealer(self, dealer, round_wind="E"):
        return self.add(DEALER_SET, dealer=dealer, round_wind=round_wind)

    def adjust(self, deltas, kind="penalty", reason="诈胡"):
        return self.add(ADJUSTED, deltas=deltas, kind=kind, reason=reason)

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


# ---- between the deals -------------------------------------------------------------------------


def points(table):
    return {standing.name: standing.points for standing in table.standings}


def test_kongs_wait_for_their_deal():
    evening = Evening().kong(1).kong(2, "exposed", "5m", 0)
    table = evening.table
    assert [(kong.seq, kong.seat, kong.source) for kong in table.kongs] == [(2, 1, None), (3, 2, 0)]
    assert table.kong_melds == [
        [],
        [{"type": "concealed_kong", "tiles": "9999p"}],
        [{"type": "exposed_kong", "tiles": "5555m", "from": 0}],
        [],
    ]
    assert table.totals == (0, 0, 0, 0)
    assert evening.deal([3, -1, -1, -1], 0).table.kongs == ()
    assert evening.undo().table.kongs == table.kongs
    assert evening.undo().table.kongs == table.kongs[:1]
    assert [step.undone for step in evening.table.timeline] == [False, True, True]


def test_what_the_kongs_come_to_is_not_said_by_another_version():
    assert Evening().kong(1).table.pending_kongs.deltas == (0, 0, 0, 0)
    evening = Evening().kong(1)
    opening = evening.events[0]
    old = dataclasses.replace(opening, payload={**opening.payload, "rules_version": "0"})
    assert fold([old, *evening.events[1:]]).pending_kongs is None


def test_points_belong_to_who_sat_there():
    evening = Evening().deal([3, -1, -1, -1], 0).seat(0, "小王").deal([-3, 9, -3, -3], 0)
    table = evening.table
    assert table.names == ("小王", "阿南", "阿西", "阿北")
    assert [deal.names[0] for deal in table.deals] == ["阿东", "小王"]
    assert table.totals == (0, 8, -4, -4)
    assert points(table) == {"阿东": 3, "阿南": 8, "阿西": -4, "阿北": -4, "小王": -3}
    assert [(each.seat, each.deals) for each in table.standings] == [
        (None, 1),
        (1, 2),
        (2, 2),
        (3, 2),
        (0, 1),
    ]
    assert table.scores == (-3, 8, -4, -4)
    # He comes back, to another seat, and goes on with his points.
    table = evening.seat(3, "阿东").deal([0, 0, -5, 5], 0).table
    assert points(table)["阿东"] == 8
    assert points(table)["阿北"] == -4


def test_two_who_sit_change_places():
    evening = Evening().deal([3, -1, -1, -1], 0).seat(1, "阿北")
    table = evening.table
    assert table.names == ("阿东", "阿北", "阿西", "阿南")
    assert table.timeline[-1].swapped_to == 3
    assert points(evening.deal([0, 6, 0, -6], 0).table) == {
        "阿东": 3,
        "阿南": -7,
        "阿西": -1,
        "阿北": 5,
    }
    assert evening.undo(2).table.names == tuple(NAMES)


def test_an_edited_deal_is_seen_with_who_played_it():
    evening = Evening().deal([3, -1, -1, -1], 1).seat(0, "小王").deal([-3, 9, -3, -3], 2).kong(1)
    table = evening.table
    before = table.before(table.deals[0])
    assert (before.names[0], before.dealer, before.kongs) == ("阿东", 0, ())
    table = evening.correct(1, settling([6, -2, -2, -2], 1)).table
    assert points(table)["阿东"] == 6
    assert len(table.kongs) == 1


def test_the_dealer_set_by_hand_stays_when_an_earlier_deal_is_corrected():
    evening = Evening().deal([0] * 4, 1).deal([0] * 4, 2).set_dealer(3, "W").deal([0] * 4, 3)
    evening.correct(1, first(settling([0] * 4, 0), next_deals))
    places = [(deal.dealer, deal.round_wind) for deal in evening.table.deals]
    assert places == [(0, "E"), (0, "E"), (3, "W")]
    assert (evening.table.dealer, evening.table.round_wind) == (3, "W")


def test_penalties_count_where_they_happened():
    evening = Evening().deal([3, -1, -1, -1], 0).adjust([-3, 1, 1, 1]).deal([0, 8, 0, -8], 1)
    table = evening.table
    assert [deal.totals for deal in table.deals] == [(3, -1, -1, -1), (0, 8, 0, -8)]
    assert table.timeline[1].totals == (0, 0, 0, 0)
    assert [each.deals for each in table.standings] == [2] * 4
    corrected = evening.correct(1, settling([6, -2, -2, -2], 0)).table
    assert corrected.totals == (3, 7, -1, -9)
    adjusted = [each.totals for each in corrected.timeline if isinstance(each, Adjustment)]
    assert adjusted == [(3, -1, -1, -1)]


def test_starting_points_are_shown_and_never_settled():
    unit = {"points": 2, "money": "1", "currency": "元"}
    table = Evening(unit=unit, starting_points=100).deal([6, -2, -2, -2], 0).table
    assert table.scores == (106, 98, 98, 98)
    assert table.totals == (6, -2, -2, -2)
    assert settle_up(table) == tuple(
        Transfer(name, "阿东", 2, Decimal("1.0")) for name in NAMES[1:]
    )
    assert [each.money for each in settle_up(Evening().deal([1, -1, 0, 0], 0).table)] == [None]


@st.composite
def steps(draw):
    """What somebody does next at a table, as a function of the evening."""
    numbers = st.integers(-30, 30)
    three = draw(st.tuples(numbers, numbers, numbers))
    deltas = [*three, -sum(three)]
    seat, number = draw(st.integers(0, 3)), draw(st.integers(0, 5))
    return {
        "deal": lambda evening: evening.deal(deltas, seat),
        "kong": lambda evening: evening.kong(seat, "exposed", "5m", (seat + 1) % 4),
        "seat": lambda evening: evening.seat(seat, [*NAMES, "小王", "小李"][number]),
        "dealer": lambda evening: evening.set_dealer(seat, "ESWN"[number % 4]),
        "adjust": lambda evening: evening.adjust(deltas),
        "close": lambda evening: evening.add(SESSION_CLOSED),
        "undo": lambda evening: undo_at_most(evening, number),
        "correct": lambda evening: correct_one(evening, number, deltas, seat),
    }[draw(st.sampled_from(["deal", "deal", *STEPS]))]


STEPS = ("kong", "seat", "dealer", "adjust", "close", "undo", "correct")


def undo_at_most(evening, number):
    number = min(number, len(evening.table.undoable))
    return evening.undo(number) if number else evening


def correct_one(evening, number, deltas, seat):
    if not evening.table.deals:
        return evening
    number = number % len(evening.table.deals) + 1
    return evening.correct(number, first(settling(deltas, seat), next_deals))


def shown(table):
    """Everything that counts; not what was taken back, nor how many events it took."""
    deals = [(deal.seq, deal.number, deal.deltas, deal.totals, deal.dealer) for deal in table.deals]
    return deals, dataclasses.replace(table, seq=0, timeline=())


@settings(deadline=None)
@given(st.lists(steps(), max_size=25))
def test_whatever_happens_sums_to_zero_and_can_be_taken_back(steps):
    evening = Evening(starting_points=50)
    known = {(): shown(evening.table)}
    for act in steps:
        act(evening)
        table = evening.table
        assert sum(table.totals) == 0
        assert sum(points(table).values()) == 0
        assert (
            sum(table.scores) + sum(each.points for each in table.standings if each.seat is None)
            == 50 * 4
        )
        assert len(set(table.names)) == 4
        assert sum(each.deals for each in table.standings) == 4 * len(table.deals)
        # With the same steps standing the table is the same, however it came to that.
        assert known.setdefault(table.undoable, shown(table)) == shown(table)
    if evening.table.undoable:
        evening.undo(len(evening.table.undoable))
    assert shown(evening.table) == known[()]
    for number in range(1, len(evening.events)):
        again = fold(evening.events[:number])
        assert known[again.undoable] == shown(again)


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
        (Evening().adjust([1, 0, 0, 0]).events, "bad_event"),
        (Evening().adjust([1, -1, 0]).events, "bad_event"),
        (Evening().kong(4).events, "bad_event"),
        (Evening().seat(4, "小王").events, "bad_event"),
        (Evening().seat(0, None).events, "bad_event"),
        (Evening().set_dealer(4).events, "bad_event"),
        (Evening().set_dealer(0, None).events, "bad_event"),
        (Evening(round_wind=None).set_dealer(0).events, "bad_event"),
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


def fewest(deltas):
    """By trying every group around the first one that owes nothing to the others."""
    left = [points for points in deltas if points]
    if not left:
        return 0
    found = []
    for size in range(2, len(left) + 1):
        for others in combinations(range(1, len(left)), size - 1):
            if left[0] + sum(left[place] for place in others) == 0:
                rest = [left[place] for place in range(1, len(left)) if place not in others]
                found.append(size - 1 + fewest(rest))
    return min(found)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(-4, 4), min_size=1, max_size=6))
def test_no_fewer_payments_would_do(deltas):
    deltas.append(-sum(deltas))
    payments = transfers(deltas)
    got = [0] * len(deltas)
    for payer, payee, points in payments:
        assert points > 0
        got[payer] -= points
        got[payee] += points
    assert got == deltas
    assert len(payments) == fewest(deltas)


def test_a_whole_club_settles_up():
    deltas = [number - 15 for number in range(31)]
    assert len(transfers(deltas)) < 31
    assert sum(points for _, _, points in transfers(deltas)) == 120
