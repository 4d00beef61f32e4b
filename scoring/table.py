"""The running session: a pure fold over its events.

An evening is a list of ``Event``.  ``fold`` turns it into a ``Table``: who sits where, who deals,
which wind blows, every deal with its settlement, the totals.  Nothing here reads a file or a
clock; ``scoring.ledger`` keeps the events, callers say when they happened.

A deal is stored together with the settlement that the table agreed to.  The settlement is a
function of the deal, the session's options and the version of its rule set, all of which the
session fixes when it starts, so totals are added up from the events alone and an old evening
does not change when the engine does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.errors import ScoringError

SESSION_STARTED = "session_started"
DEAL_SETTLED = "deal_settled"
UNDONE = "undone"
SESSION_CLOSED = "session_closed"

WINDS = ("E", "S", "W", "N")


class TableError(ScoringError):
    """Events that tell no story: ``no_events``, ``not_started`` or ``bad_event``."""


@dataclass(frozen=True, slots=True)
class Event:
    """One immutable row of the ledger."""

    id: int
    """Position in the whole ledger, rising."""
    session: str
    """The session it belongs to."""
    seq: int
    """Position in its session: 1, 2, 3 … without gaps."""
    at: str
    """When, as the caller said: ISO 8601 in UTC."""
    kind: str
    """``session_started``, ``deal_settled``, ``undone`` or ``session_closed``."""
    payload: Mapping[str, Any]
    """What happened, as JSON values."""
    key: str
    """The idempotency key it was appended with."""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """One deal of the evening, standing or undone."""

    number: int
    """1 for the first deal that stands; an undone deal keeps the number it had."""
    seq: int
    """The event that brought it."""
    at: str
    """When it was confirmed."""
    dealer: int
    """Seat that dealt."""
    round_wind: str | None
    """``E S W N`` in rule sets that have a round wind."""
    deal: Mapping[str, Any]
    """The deal in the format of the rule documents."""
    settlement: Mapping[str, Any]
    """What ``judge`` answered: ``deltas``, ``next_dealer``, ``wins`` …"""
    photo: str | None
    """Name of the kept photo, or None."""
    totals: tuple[int, ...]
    """Points per seat after this deal (of an undone one: as they were then)."""
    undone: bool = False

    @property
    def deltas(self) -> tuple[int, ...]:
        """Points per seat, sum 0."""
        return tuple(self.settlement["deltas"])


@dataclass(frozen=True, slots=True)
class Table:
    """The state of one session."""

    session: str
    seq: int
    """Number of events so far: what a page has seen when it shows this table."""
    started_at: str
    rules: str
    rules_version: str
    options: Mapping[str, Any]
    names: tuple[str, ...]
    """Player per seat, in playing order."""
    dealer: int
    """Seat that deals next."""
    round_wind: str | None
    history: tuple[PlayedDeal, ...]
    """Every deal ever confirmed, undone ones among them, oldest first."""
    totals: tuple[int, ...]
    closed_at: str | None
    undoable: tuple[int, ...]
    """Events that still stand and can be undone, oldest first."""

    @property
    def players(self) -> int:
        """Three or four."""
        return len(self.names)

    @property
    def deals(self) -> tuple[PlayedDeal, ...]:
        """The deals that stand."""
        return tuple(deal for deal in self.history if not deal.undone)

    @property
    def last_steps(self) -> tuple[int, ...]:
        """``undoable``, newest first: what one, two, three steps back would take."""
        return self.undoable[::-1]

    def place(self, deal: Mapping[str, Any]) -> dict[str, Any]:
        """The deal as it is played at this table now: its players, dealer and round wind set."""
        placed = {**deal, "players": self.players, "dealer": self.dealer}
        if self.round_wind is not None:
            placed["round_wind"] = self.round_wind
        return placed


def fold(events: Iterable[Event]) -> Table:
    """The table after ``events``, which are all events of one session in order.

    Raises:
        TableError: ``no_events``, ``not_started``, ``bad_event``: the events are not those of
            one session that this program wrote.
    """
    started: Event | None = None
    standing: list[Event] = []
    settled: list[Event] = []
    undone: set[int] = set()
    seq = 0
    for event in events:
        seq += 1
        if event.seq != seq or (started and event.session != started.session):
            raise _bad_event(event)
        if started is None:
            if event.kind != SESSION_STARTED:
                raise TableError(
                    "not_started",
                    "第一条记录不是开局。",
                    "The first event does not start a session.",
                )
            started = event
        elif event.kind == DEAL_SETTLED:
            standing.append(event)
            settled.append(event)
        elif event.kind == SESSION_CLOSED:
            standing.append(event)
        elif event.kind == UNDONE:
            undone.update(_undo(standing, event))
        else:
            raise _bad_event(event)
    if started is None:
        raise TableError("no_events", "这一场没有任何记录。", "This session has no events.")
    return _replay(started, standing, settled, undone, seq)


def _undo(standing: list[Event], event: Event) -> list[int]:
    """Takes the newest standing events, which ``event`` reverses, off ``standing``."""
    reverses = sorted(event.payload.get("reverses", ()))
    taken = [step.seq for step in standing[len(standing) - len(reverses) :]]
    if not reverses or taken != reverses:
        raise _bad_event(event)
    del standing[len(standing) - len(reverses) :]
    return reverses


def _replay(
    started: Event, standing: list[Event], settled: list[Event], undone: set[int], seq: int
) -> Table:
    opening = started.payload
    names = tuple(opening["names"])
    first_dealer = dealer = int(opening["dealer"])
    wind: str | None = opening.get("round_wind")
    totals = (0,) * len(names)
    number = 0
    history = []
    for event in settled:
        settlement = event.payload["settlement"]
        deltas = settlement["deltas"]
        if len(deltas) != len(names) or sum(deltas) != 0:
            raise _bad_event(event)
        after = tuple(total + delta for total, delta in zip(totals, deltas, strict=True))
        gone = event.seq in undone
        deal = event.payload["deal"]
        history.append(
            PlayedDeal(
                number=number + 1,
                seq=event.seq,
                at=event.at,
                dealer=deal["dealer"],
                round_wind=deal.get("round_wind"),
                deal=deal,
                settlement=settlement,
                photo=event.payload.get("photo"),
                totals=after,
                undone=gone,
            )
        )
        if not gone:
            number += 1
            totals = after
            wind = _next_wind(wind, dealer, settlement["next_dealer"], first_dealer)
            dealer = settlement["next_dealer"]
    closed = [event.at for event in standing if event.kind == SESSION_CLOSED]
    return Table(
        session=started.session,
        seq=seq,
        started_at=started.at,
        rules=opening["rules"],
        rules_version=opening["rules_version"],
        options=opening["options"],
        names=names,
        dealer=dealer,
        round_wind=wind,
        history=tuple(history),
        totals=totals,
        closed_at=closed[-1] if closed else None,
        undoable=tuple(event.seq for event in standing),
    )


def transfers(deltas: Sequence[int]) -> tuple[tuple[int, int, int], ...]:
    """Who pays whom so that everybody gets his ``deltas`` (sum 0), as (payer, payee, points).

    What two players owe each other for different reasons is netted, in playing order.

    >>> transfers([-1, 9, -7, -1])
    ((0, 1, 1), (2, 1, 7), (3, 1, 1))
    """
    owed = {seat: -delta for seat, delta in enumerate(deltas) if delta < 0}
    payments = []
    for payee, due in enumerate(deltas):
        for payer, debt in owed.items():
            points = min(due, debt)
            if points > 0:
                payments.append((payer, payee, points))
                owed[payer] -= points
                due -= points
    return tuple(payments)


def _next_wind(wind: str | None, dealer: int, next_dealer: int, first_dealer: int) -> str | None:
    """The round wind of the next deal (guangdong.md §1: it turns after the last player's deal).

    >>> _next_wind("E", 3, 0, 0), _next_wind("E", 0, 0, 0), _next_wind("N", 1, 2, 2)
    ('S', 'E', 'E')
    """
    if wind is None or next_dealer == dealer or next_dealer != first_dealer:
        return wind
    return WINDS[(WINDS.index(wind) + 1) % len(WINDS)]


def _bad_event(event: Event) -> TableError:
    return TableError(
        "bad_event",
        f"第 {event.seq} 条记录（{event.kind}）接不上前面的记录；请升级程序或换回备份。",
        f"Event {event.seq} ({event.kind}) does not follow from those before it; "
        "upgrade the program or go back to a backup.",
    )
