"""How players did, over one evening or over weeks: pure figures from folded tables.

A player is a name: whoever sits down under the same name is the same player.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.hand import DISCARD, FALSE_WIN, SELF_DRAW
from scoring.table import PlayedDeal, Table


@dataclass(frozen=True, slots=True)
class BestHand:
    """The win that brought a player most."""

    points: int
    """What he won in that deal, kongs and all."""
    session: str
    seq: int
    """The event of the deal."""
    number: int
    """Which deal of the evening it was."""
    at: str
    win: Mapping[str, Any]
    """The entry of ``wins`` in the settlement: its patterns and figures."""


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """The figures of one player."""

    name: str
    evenings: int
    """Sessions in which he sat at the table."""
    deals: int
    net: int
    """Points won or lost, penalties and adjustments among them."""
    wins: int
    self_draws: int
    """Wins by self-draw."""
    feeds: int
    """Discards of his that somebody won on; each counts once, however many won."""
    robbed: int
    """Kongs of his that were robbed."""
    false_wins: int
    best: BestHand | None

    @property
    def average(self) -> float:
        """Points per deal; 0 before the first one."""
        return self.net / self.deals if self.deals else 0.0

    @property
    def win_rate(self) -> float:
        """Part of his deals that he won, 0 to 1."""
        return self.wins / self.deals if self.deals else 0.0

    @property
    def feed_rate(self) -> float:
        """Part of his deals in which somebody won on his discard, 0 to 1."""
        return self.feeds / self.deals if self.deals else 0.0


@dataclass(frozen=True, slots=True)
class Statistics:
    """The figures of everybody."""

    evenings: int
    deals: int
    draws: int
    players: tuple[PlayerStatistics, ...]
    """The one who won most first."""
    fed: Mapping[tuple[str, str], int]
    """How often one (first) discarded what the other (second) won on; a discard that several won
    on counts for each of them."""

    def fed_by(self, feeder: str, winner: str) -> int:
        """How often ``winner`` won on a discard of ``feeder``."""
        return self.fed.get((feeder, winner), 0)


def statistics(tables: Iterable[Table]) -> Statistics:
    """The figures of everybody who sat at some tables.

    Only what stands counts: undone deals and old versions of corrected ones do not.
    """
    count = _Count()
    for table in tables:
        count.add(table)
    players = [count.player(name) for name in count.figures]
    players.sort(key=lambda player: (-player.net, player.name))
    return Statistics(count.evenings, count.deals, count.draws, tuple(players), dict(count.fed))


class _Count:
    """The figures as they grow."""

    def __init__(self) -> None:
        self.evenings = self.deals = self.draws = 0
        self.figures: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.best: dict[str, BestHand] = {}
        self.fed: Counter[tuple[str, str]] = Counter()

    def add(self, table: Table) -> None:
        """One evening."""
        self.evenings += 1
        for standing in table.standings:
            figures = self.figures[standing.name]
            figures["evenings"] += 1
            figures["deals"] += standing.deals
            figures["net"] += standing.points
        for played in table.deals:
            self.deals += 1
            if played.settlement["wins"]:
                self._wins(table.session, played)
            elif played.deal["outcome"] == FALSE_WIN:
                self.figures[played.names[played.deal["offender"]]]["false_wins"] += 1
            else:
                self.draws += 1

    def _wins(self, session: str, played: PlayedDeal) -> None:
        names = played.names
        first = played.deal["wins"][0]
        if first["by"] != SELF_DRAW:
            lost = "feeds" if first["by"] == DISCARD else "robbed"
            self.figures[names[first["from"]]][lost] += 1
        for win, settled in zip(played.deal["wins"], played.settlement["wins"], strict=True):
            name, points = names[win["seat"]], played.deltas[win["seat"]]
            self.figures[name]["wins"] += 1
            self.figures[name]["self_draws"] += win["by"] == SELF_DRAW
            if name not in self.best or points > self.best[name].points:
                self.best[name] = BestHand(
                    points, session, played.seq, played.number, played.at, settled
                )
            if win["by"] == DISCARD:
                self.fed[names[win["from"]], name] += 1

    def player(self, name: str) -> PlayerStatistics:
        """All figures of one player."""
        figures = self.figures[name]
        return PlayerStatistics(
            name=name,
            evenings=figures["evenings"],
            deals=figures["deals"],
            net=figures["net"],
            wins=figures["wins"],
            self_draws=figures["self_draws"],
            feeds=figures["feeds"],
            robbed=figures["robbed"],
            false_wins=figures["false_wins"],
            best=self.best.get(name),
        )
