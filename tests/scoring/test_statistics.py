"""How players did, over one evening and over several."""

import pytest

from scoring.statistics import statistics
from scoring.table import (
    ADJUSTED,
    DEAL_CORRECTED,
    DEAL_SETTLED,
    PLAYER_SEATED,
    SESSION_STARTED,
    UNDONE,
    Event,
    correction,
    fold,
)

NAMES = ["甲", "乙", "丙", "丁"]


class Evening:
    """Writes the events of one session."""

    def __init__(self, session="a", names=NAMES):
        self.session, self.events = session, []
        self.add(
            SESSION_STARTED,
            rules="guangdong",
            rules_version="1",
            options={},
            names=names,
            dealer=0,
            round_wind="E",
        )

    def add(self, event, /, **payload):
        seq = len(self.events) + 1
        self.events.append(Event(seq, self.session, seq, f"day {seq}", event, payload, f"{seq}"))
        return self

    def win(self, deltas, *winners, by="self_draw", source=None):
        """A deal that some seats win."""
        return self.add(DEAL_SETTLED, **self.settled(deltas, *winners, by=by, source=source))

    def settled(self, deltas, *winners, by="self_draw", source=None):
        wins = [{"seat": seat, "by": by} for seat in winners]
        if source is not None:
            wins = [{**win, "from": source} for win in wins]
        deal = {"outcome": "win" if winners else "draw", "wins": wins, "dealer": 0}
        answers = [{"seat": seat, "fan": seat} for seat in winners]
        settlement = {"deltas": deltas, "next_dealer": 0, "wins": answers}
        return {"deal": deal, "settlement": settlement, "photo": None}

    @property
    def table(self):
        return fold(self.events)


def figures(*evenings):
    """Per player his figures."""
    return {each.name: each for each in statistics(evening.table for evening in evenings).players}


def test_nobody_has_no_figures():
    nothing = statistics([])
    assert (nothing.evenings, nothing.deals, nothing.players, nothing.fed) == (0, 0, (), {})


def test_a_player_who_has_not_played_yet():
    player = figures(Evening())["甲"]
    assert (player.evenings, player.deals, player.net, player.best) == (1, 0, 0, None)
    assert (player.average, player.win_rate, player.feed_rate) == (0, 0, 0)


def test_one_evening():
    evening = Evening()
    evening.win([6, -2, -2, -2], 0)
    evening.win([8, -8, 0, 0], 0, by="discard", source=1)
    evening.win([0, 0, 0, 0])
    evening.win([-6, 0, 4, 2], 2, 3, by="discard", source=0)
    evening.win([0, 3, -3, 0], 1, by="robbed_kong", source=2)
    evening.add(ADJUSTED, kind="penalty", reason="x", deltas=[-1, 1, 0, 0])
    count = statistics([evening.table])
    assert (count.evenings, count.deals, count.draws) == (1, 5, 1)
    assert [player.name for player in count.players] == ["甲", "丁", "丙", "乙"]
    players = {player.name: player for player in count.players}
    first, second, third = (players[name] for name in NAMES[:3])
    assert (first.deals, first.net, first.wins, first.self_draws, first.feeds) == (5, 7, 2, 1, 1)
    assert (first.average, first.win_rate, first.feed_rate) == (7 / 5, 2 / 5, 1 / 5)
    assert (second.wins, second.feeds, second.net, second.robbed) == (1, 1, -6, 0)
    assert (third.wins, third.feeds, third.robbed) == (1, 0, 1)
    assert count.fed == {("乙", "甲"): 1, ("甲", "丙"): 1, ("甲", "丁"): 1}
    assert count.fed_by("乙", "甲") == 1
    assert count.fed_by("甲", "乙") == 0
    assert sum(player.net for player in count.players) == 0


def test_the_best_hand_is_the_one_that_brought_most():
    evening = Evening().win([6, -2, -2, -2], 0).win([9, -9, 0, 0], 0).win([9, 0, -9, 0], 0)
    best = figures(evening)["甲"].best
    assert (best.points, best.session, best.seq, best.number, best.at) == (9, "a", 3, 2, "day 3")
    assert best.win == {"seat": 0, "fan": 0}


def test_over_weeks_a_player_is_a_name():
    first = Evening("a").win([6, -2, -2, -2], 0)
    second = Evening("b", ["乙", "甲", "戊", "己"]).win([-2, 6, -2, -2], 1)
    player = figures(first, second)["甲"]
    assert (player.evenings, player.deals, player.net, player.wins) == (2, 2, 12, 2)
    assert figures(first, second)["乙"].net == -4
    assert figures(first, second)["戊"].evenings == 1


def test_a_substitute_has_his_own_figures():
    evening = Evening().win([6, -2, -2, -2], 0).add(PLAYER_SEATED, seat=0, name="戊")
    evening.win([3, -1, -1, -1], 0).win([-3, 1, 1, 1], 1, by="discard", source=0)
    players = figures(evening)
    assert (players["甲"].deals, players["甲"].net, players["甲"].wins) == (1, 6, 1)
    assert (players["戊"].deals, players["戊"].net, players["戊"].feeds) == (2, 0, 1)


def test_what_does_not_stand_does_not_count():
    evening = Evening().win([6, -2, -2, -2], 0).win([8, -8, 0, 0], 0, by="discard", source=1)
    evening.add(UNDONE, reverses=[3])
    table = evening.table
    again = evening.settled([-1, 3, -1, -1], 1)
    payload = correction(table, table.deals[0], again["deal"], None, lambda _: again["settlement"])
    evening.add(DEAL_CORRECTED, **payload)
    players = figures(evening)
    assert (players["甲"].wins, players["甲"].net, players["乙"].wins) == (0, -1, 1)
    assert players["乙"].feeds == 0


def test_a_false_win_is_no_draw():
    evening = Evening("a", ["甲", "乙", "丙"])
    deal = {"outcome": "false_win", "offender": 1, "dealer": 0}
    settlement = {"deltas": [5, -10, 5], "next_dealer": 0, "wins": []}
    evening.add(DEAL_SETTLED, deal=deal, settlement=settlement)
    assert figures(evening)["乙"].false_wins == 1
    assert statistics([evening.table]).draws == 0


@pytest.mark.parametrize("by", ["discard", "robbed_kong"])
def test_several_winners_on_one_tile_are_one_feed(by):
    player = figures(Evening().win([-4, 2, 2, 0], 1, 2, by=by, source=0))["甲"]
    assert player.feeds + player.robbed == 1
