"""The running session: a pure fold over its events.

An evening is a list of ``Event``.  ``fold`` turns it into a ``Table``: who sits where, who deals,
which wind blows, every deal with its settlement, the totals.  Nothing here reads a file or a
clock; ``scoring.ledger`` keeps the events, callers say when they happened.

A deal is stored together with the settlement that the table agreed to.  The settlement is a
function of the deal, the session's options and the version of its rule set, all of which the
session fixes when it starts, so totals are added up from the events alone and an old evening
does not change when the engine does.

A correction is an event too: it brings another version of a deal, and with it the deals after
that one whose dealer or round wind moves, settled again.  Undoing it brings back what was there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.errors import ScoringError

SESSION_STARTED = "session_started"
DEAL_SETTLED = "deal_settled"
DEAL_CORRECTED = "deal_corrected"
UNDONE = "undone"
SESSION_CLOSED = "session_closed"

WINDS = ("E", "S", "W", "N")


class TableError(ScoringError):
    """Events that tell no story, or a correction that cannot be.

    ``code`` is ``no_events``, ``not_started``, ``bad_event`` or ``later_deal``.
    """


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
    """``session_started``, ``deal_settled``, ``deal_corrected``, ``undone`` or
    ``session_closed``."""
    payload: Mapping[str, Any]
    """What happened, as JSON values."""
    key: str
    """The idempotency key it was appended with."""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """One version of a deal of the evening: standing, replaced by a correction, or undone."""

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
    """Points per seat after this deal, if this version stood."""
    replaces: int | None = None
    """The event of the version that this one corrects."""
    undone: bool = False
    replaced: bool = False
    """A correction stands in its place."""

    @property
    def stands(self) -> bool:
        """Whether it counts."""
        return not self.undone and not self.replaced

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
    first_dealer: int
    """Seat that dealt first: rounds are counted from it."""
    dealer: int
    """Seat that deals next."""
    round_wind: str | None
    history: tuple[PlayedDeal, ...]
    """Every version of every deal ever confirmed: deals in playing order, of each the oldest
    version first."""
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
        return tuple(deal for deal in self.history if deal.stands)

    @property
    def last_steps(self) -> tuple[int, ...]:
        """``undoable``, newest first: what one, two, three steps back would take."""
        return self.undoable[::-1]

    def at(self, dealer: int, round_wind: str | None) -> Table:
        """The table with another dealer and wind: as it was, or would be, before a deal."""
        return replace(self, dealer=dealer, round_wind=round_wind)

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
    deals: list[list[Event]] = []  # of each its versions
    versions_of: dict[object, list[Event]] = {}
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
            deals.append([event])
            versions_of[event.seq] = deals[-1]
        elif event.kind == DEAL_CORRECTED:
            versions = versions_of.get(event.payload.get("replaces"), [])
            current = _current(versions, undone)
            if current is None or current.seq != event.payload["replaces"]:
                raise _bad_event(event)
            standing.append(event)
            versions.append(event)
            versions_of[event.seq] = versions
        elif event.kind == SESSION_CLOSED:
            standing.append(event)
        elif event.kind == UNDONE:
            undone.update(_undo(standing, event))
        else:
            raise _bad_event(event)
    if started is None:
        raise TableError("no_events", "这一场没有任何记录。", "This session has no events.")
    return _replay(started, standing, deals, undone, seq)


def correction(
    table: Table,
    played: PlayedDeal,
    deal: Mapping[str, Any],
    photo: str | None,
    settle: Callable[[Mapping[str, Any]], Mapping[str, Any]],
) -> dict[str, Any]:
    """The payload of the event that puts ``deal`` in the place of a deal that stands.

    A later deal whose dealer and round wind stay what they were counts as it was written; one
    that moves is settled again at its new place and stored in ``moved``.

    Args:
        table: the table now.
        played: the deal to correct.
        deal: what it really was; players, dealer and round wind are those of its place.
        photo: name of the kept photo, or None.
        settle: settles a deal under the table's rules, or raises a ``ScoringError``.

    Raises:
        ScoringError: ``deal`` is refused by ``settle``.
        TableError: ``later_deal``: a later deal cannot be with the dealer it would then have.
    """
    here = table.at(played.dealer, played.round_wind)
    placed = here.place(deal)
    settlement = settle(placed)
    moved = []
    after = _after(here, settlement)
    for later in table.deals[played.number :]:
        if (later.dealer, later.round_wind) == (after.dealer, after.round_wind):
            break  # from here on everything is where it was
        again = after.place(later.deal)
        try:
            settled = settle(again)
        except ScoringError as error:
            raise TableError(
                "later_deal",
                f"这样改，第 {later.number} 局的庄家或风圈就变了，那一局不再成立：{error.zh}；"
                f"请先改第 {later.number} 局。",
                f"This changes the dealer or the round wind of deal {later.number}, which then "
                f"cannot be: {error.en}; correct deal {later.number} first.",
            ) from error
        moved.append({"seq": later.seq, "deal": again, "settlement": settled})
        after = _after(after, settled)
    return {
        "replaces": played.seq,
        "deal": placed,
        "settlement": settlement,
        "photo": photo,
        "moved": moved,
    }


def _undo(standing: list[Event], event: Event) -> list[int]:
    """Takes the newest standing events, which ``event`` reverses, off ``standing``."""
    reverses = sorted(event.payload.get("reverses", ()))
    taken = [step.seq for step in standing[len(standing) - len(reverses) :]]
    if not reverses or taken != reverses:
        raise _bad_event(event)
    del standing[len(standing) - len(reverses) :]
    return reverses


def _current(versions: Sequence[Event], undone: set[int]) -> Event | None:
    """The version of a deal that stands, if the deal does."""
    return next((event for event in reversed(versions) if event.seq not in undone), None)


def _written(standing: Iterable[Event]) -> dict[int, Mapping[str, Any]]:
    """Per standing event its payload, as later corrections moved it."""
    written: dict[int, Mapping[str, Any]] = {}
    for event in standing:
        written[event.seq] = event.payload
        for moved in event.payload.get("moved", ()):
            if moved["seq"] not in written:
                raise _bad_event(event)
            written[moved["seq"]] = {**written[moved["seq"]], **moved}
    return written


def _replay(
    started: Event, standing: list[Event], deals: list[list[Event]], undone: set[int], seq: int
) -> Table:
    opening = started.payload
    written = _written(standing)
    table = Table(
        session=started.session,
        seq=seq,
        started_at=started.at,
        rules=opening["rules"],
        rules_version=opening["rules_version"],
        options=opening["options"],
        names=tuple(opening["names"]),
        first_dealer=int(opening["dealer"]),
        dealer=int(opening["dealer"]),
        round_wind=opening.get("round_wind"),
        history=(),
        totals=(0,) * len(opening["names"]),
        closed_at=next((event.at for event in standing if event.kind == SESSION_CLOSED), None),
        undoable=tuple(event.seq for event in standing),
    )
    number, totals = 0, table.totals
    history: list[PlayedDeal] = []
    for versions in deals:
        current = _current(versions, undone)
        for event in versions:
            payload = written.get(event.seq, event.payload)
            deltas = payload["settlement"]["deltas"]
            if len(deltas) != len(totals) or sum(deltas) != 0:
                raise _bad_event(event)
            history.append(
                PlayedDeal(
                    number=number + 1,
                    seq=event.seq,
                    at=event.at,
                    dealer=payload["deal"]["dealer"],
                    round_wind=payload["deal"].get("round_wind"),
                    deal=payload["deal"],
                    settlement=payload["settlement"],
                    photo=payload.get("photo"),
                    totals=tuple(
                        total + delta for total, delta in zip(totals, deltas, strict=True)
                    ),
                    replaces=payload.get("replaces"),
                    undone=event.seq in undone,
                    replaced=event.seq not in undone and event is not current,
                )
            )
        if current is not None:
            played = next(deal for deal in reversed(history) if deal.seq == current.seq)
            number, totals = played.number, played.totals
            table = _after(table, played.settlement)
    return replace(table, history=tuple(history), totals=totals)


def transfers(deltas: Sequence[int]) -> tuple[tuple[int, int, int], ...]:
    """Who pays whom so that everybody gets his ``deltas`` (sum 0), as (payer, payee, points).

    No fewer payments would do: of up to five players those who owe each other exactly the same
    settle between them, and each payment of the others clears somebody.

    >>> transfers([-1, 9, -7, -1])
    ((0, 1, 1), (2, 1, 7), (3, 1, 1))
    >>> transfers([4, -1, -4, 1])
    ((1, 3, 1), (2, 0, 4))
    """
    left = list(deltas)
    payments = []

    def pay(payer: int, payee: int, points: int) -> None:
        payments.append((payer, payee, points))
        left[payer] += points
        left[payee] -= points

    seats = range(len(left))
    for payee in seats:
        if left[payee] > 0 and -left[payee] in left:
            pay(left.index(-left[payee]), payee, left[payee])
    for payee in seats:
        for payer in seats:
            if left[payee] > 0 > left[payer]:
                pay(payer, payee, min(left[payee], -left[payer]))
    return tuple(sorted(payments))


def _after(table: Table, settlement: Mapping[str, Any]) -> Table:
    """The dealer and the wind after a deal at ``table``."""
    dealer = settlement["next_dealer"]
    return table.at(dealer, _next_wind(table.round_wind, table.dealer, dealer, table.first_dealer))


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
