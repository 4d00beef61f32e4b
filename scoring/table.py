"""The running session: a pure fold over its events.

An evening is a list of ``Event``.  ``fold`` turns it into a ``Table``: who sits where, who deals,
which wind blows, every deal with its settlement, kongs of the running deal, penalties, the totals
of seats and of players.  Nothing here reads a file or a clock; ``scoring.ledger`` keeps the
events, callers say when they happened.

A deal is stored together with the settlement that the table agreed to.  The settlement is a
function of the deal, the session's options and the version of its rule set, all of which the
session fixes when it starts, so totals are added up from the events alone and an old evening
does not change when the engine does.

A correction is an event too: it brings another version of a deal, and with it the deals after
that one whose dealer or round wind moves, settled again.  Undoing it brings back what was there.

Points belong to who sat there: a substitute takes over a seat and not its points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Any, TypeAlias

from scoring.errors import ScoringError
from scoring.kongs import Kong, Pending, kong_rows, pending, taken_over
from scoring.money import Unit
from scoring.rules import RULE_SETS, rule_set

SESSION_STARTED = "session_started"
DEAL_SETTLED = "deal_settled"
DEAL_CORRECTED = "deal_corrected"
KONG_RECORDED = "kong_recorded"
PLAYER_SEATED = "player_seated"
DEALER_SET = "dealer_set"
ADJUSTED = "adjusted"
UNDONE = "undone"
SESSION_CLOSED = "session_closed"

PENALTY = "penalty"
ADJUSTMENT = "adjustment"
WINDS = ("E", "S", "W", "N")

_STEPS = frozenset(
    {DEAL_SETTLED, KONG_RECORDED, PLAYER_SEATED, DEALER_SET, ADJUSTED, SESSION_CLOSED}
)
_EXACT = 12
"""Among so many people the fewest payments are found in a moment."""


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
    """One of the constants above, ``session_started`` to ``session_closed``."""
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
    names: tuple[str, ...]
    """Who played it, per seat."""
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
    dealer_set: bool = False
    """Its dealer was set by hand, so that no earlier deal moves it."""

    @property
    def stands(self) -> bool:
        """Whether it counts."""
        return not self.undone and not self.replaced

    @property
    def deltas(self) -> tuple[int, ...]:
        """Points per seat, sum 0."""
        return tuple(self.settlement["deltas"])


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that no deal brought: a penalty, or a sum that the table agreed on."""

    seq: int
    at: str
    kind: str
    """``penalty`` or ``adjustment``."""
    reason: str
    deltas: tuple[int, ...]
    """Points per seat, sum 0."""
    names: tuple[str, ...]
    """Who sat there."""
    totals: tuple[int, ...]
    """Points per seat after it, if it stood."""
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Seating:
    """A player who sat down after the session had begun."""

    seq: int
    at: str
    seat: int
    name: str
    instead_of: str
    """Who sat there."""
    swapped_to: int | None
    """The seat that he went to, when the two changed places."""
    undone: bool = False


@dataclass(frozen=True, slots=True)
class DealerSet:
    """The dealer and the round wind, set by hand."""

    seq: int
    at: str
    dealer: int
    round_wind: str | None
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Closing:
    """The end of the session."""

    seq: int
    at: str
    undone: bool = False


Happening: TypeAlias = PlayedDeal | Kong | Adjustment | Seating | DealerSet | Closing
"""Whatever can be taken back; each has ``seq``, ``at`` and ``undone``."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player stands this evening."""

    name: str
    seat: int | None
    """Where he sits now; None: he has left."""
    deals: int
    """Deals that he played."""
    points: int
    """What he won or lost, penalties and adjustments among it."""


@dataclass(frozen=True)
class Table:
    """The state of one session."""

    session: str
    seq: int
    """Number of events so far: what a page has seen when it shows this table."""
    started_at: str
    rules: str
    rules_version: str
    options: Mapping[str, Any]
    unit: Unit | None
    """What points are worth, where the table plays for money."""
    starting_points: int
    """What every player is shown to begin with; it is never settled."""
    names: tuple[str, ...]
    """Player per seat, in playing order."""
    first_dealer: int
    """Seat that dealt first: rounds are counted from it."""
    dealer: int
    """Seat that deals next."""
    round_wind: str | None
    timeline: tuple[Happening, ...]
    """All that ever happened, undone or not: in playing order, a deal's versions together, the
    oldest first."""
    kongs: tuple[Kong, ...]
    """Kongs of the running deal, in order."""
    totals: tuple[int, ...]
    """Points per seat, whoever sat there."""
    standings: tuple[Standing, ...]
    """Points per player: those of the first deal by seat, then those who came later."""
    closed_at: str | None
    undoable: tuple[int, ...]
    """Events that still stand and can be undone, oldest first."""

    @property
    def players(self) -> int:
        """Three or four."""
        return len(self.names)

    @cached_property
    def history(self) -> tuple[PlayedDeal, ...]:
        """Every version of every deal ever confirmed: deals in playing order, of each the oldest
        version first."""
        return tuple(each for each in self.timeline if isinstance(each, PlayedDeal))

    @cached_property
    def deals(self) -> tuple[PlayedDeal, ...]:
        """The deals that stand."""
        return tuple(deal for deal in self.history if deal.stands)

    @property
    def scores(self) -> tuple[int, ...]:
        """What the seats are shown: the points of who sits there now, and the starting points."""
        return tuple(
            standing.points + self.starting_points
            for standing in sorted(self.standings, key=lambda each: each.seat or 0)
            if standing.seat is not None
        )

    @property
    def last_steps(self) -> tuple[int, ...]:
        """``undoable``, newest first: what one, two, three steps back would take."""
        return self.undoable[::-1]

    @property
    def kong_melds(self) -> list[list[dict[str, Any]]]:
        """The recorded kongs as the ``melds`` of a deal: what the running deal begins with."""
        return kong_rows(self.kongs, self.players)

    @property
    def pending_kongs(self) -> Pending | None:
        """What the recorded kongs come to; None where this program has another version of the
        rule set than the session."""
        if RULE_SETS[self.rules].version != self.rules_version:
            return None
        return pending(self.kongs, rule_set(self.rules, self.options))

    def before(self, played: PlayedDeal) -> Table:
        """The table as it was when a deal was played: its dealer, wind and players."""
        return replace(self._at(played.dealer, played.round_wind), names=played.names)

    def place(self, deal: Mapping[str, Any], *, kongs_entered: bool = False) -> dict[str, Any]:
        """The deal as it is played at this table now.

        Its players, dealer and round wind are those of the table, and it takes over the recorded
        kongs.

        Args:
            deal: as it was entered.
            kongs_entered: its melds name every kong; recorded ones that it lacks were mistakes.
        """
        kongs = () if kongs_entered else self.kongs
        placed = {**taken_over(deal, kongs), "players": self.players, "dealer": self.dealer}
        if self.round_wind is not None:
            placed["round_wind"] = self.round_wind
        return placed

    def _at(self, dealer: int, round_wind: str | None) -> Table:
        """The table with another dealer and wind, and no kong yet: before another deal."""
        return replace(self, dealer=dealer, round_wind=round_wind, kongs=())


def fold(events: Iterable[Event]) -> Table:
    """The table after ``events``, which are all events of one session in order.

    Raises:
        TableError: ``no_events``, ``not_started``, ``bad_event``: the events are not those of
            one session that this program wrote.
    """
    started: Event | None = None
    standing: list[Event] = []
    steps: list[list[Event]] = []  # of a deal its versions, of anything else its one event
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
        elif event.kind == DEAL_CORRECTED:
            versions = versions_of.get(event.payload.get("replaces"), [])
            current = _current(versions, undone)
            if current is None or current.seq != event.payload["replaces"]:
                raise _bad_event(event)
            standing.append(event)
            versions.append(event)
            versions_of[event.seq] = versions
        elif event.kind == UNDONE:
            undone.update(_undo(standing, event))
        elif event.kind in _STEPS:
            standing.append(event)
            steps.append([event])
            if event.kind == DEAL_SETTLED:
                versions_of[event.seq] = steps[-1]
        else:
            raise _bad_event(event)
    if started is None:
        raise TableError("no_events", "这一场没有任何记录。", "This session has no events.")
    replay = _Replay(started, _written(standing), undone)
    for versions in steps:
        replay.step(versions)
    return replay.table(seq, tuple(event.seq for event in standing))


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
    here = table.before(played)
    placed = here.place(deal)
    settlement = settle(placed)
    moved = []
    after = _after(here, settlement)
    for later in table.deals[played.number :]:
        place = later.dealer, later.round_wind
        if later.dealer_set or place == (after.dealer, after.round_wind):
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


class _Replay:
    """Goes through what happened in playing order; what was undone is noted and changes nothing.

    A step that does not fit to those before it raises ``bad_event``.
    """

    def __init__(
        self, started: Event, written: Mapping[int, Mapping[str, Any]], undone: set[int]
    ) -> None:
        opening = started.payload
        self.started, self.written, self.undone = started, written, undone
        self.names: list[str] = list(opening["names"])
        self.dealer = self.first_dealer = int(opening["dealer"])
        self.round_wind: str | None = opening.get("round_wind")
        self.seats = range(len(self.names))
        self.totals = (0,) * len(self.names)
        self.points = dict.fromkeys(self.names, 0)
        self.deals = dict.fromkeys(self.names, 0)
        self.number = 0
        self.timeline: list[Happening] = []
        self.kongs: list[Kong] = []
        self.dealer_set = False
        self.closed_at: str | None = None

    def step(self, versions: Sequence[Event]) -> None:
        """One deal with its versions, or anything else that happened."""
        event = versions[0]
        undone = event.seq in self.undone
        if event.kind == DEAL_SETTLED:
            self._deal(versions)
        elif event.kind == KONG_RECORDED:
            self._kong(event, undone)
        elif event.kind == PLAYER_SEATED:
            self._seating(event, undone)
        elif event.kind == DEALER_SET:
            self._dealer(event, undone)
        elif event.kind == ADJUSTED:
            self._adjustment(event, undone)
        else:
            self.timeline.append(Closing(event.seq, event.at, undone))
            if not undone:
                self.closed_at = event.at

    def table(self, seq: int, undoable: tuple[int, ...]) -> Table:
        """The table after all of it."""
        opening = self.started.payload
        seats = {name: seat for seat, name in enumerate(self.names)}
        unit = opening.get("unit")
        return Table(
            session=self.started.session,
            seq=seq,
            started_at=self.started.at,
            rules=opening["rules"],
            rules_version=opening["rules_version"],
            options=opening["options"],
            unit=None if unit is None else Unit.from_json(unit),
            starting_points=opening.get("starting_points", 0),
            names=tuple(self.names),
            first_dealer=self.first_dealer,
            dealer=self.dealer,
            round_wind=self.round_wind,
            timeline=tuple(self.timeline),
            kongs=tuple(self.kongs),
            totals=self.totals,
            standings=tuple(
                Standing(name, seats.get(name), self.deals[name], points)
                for name, points in self.points.items()
            ),
            closed_at=self.closed_at,
            undoable=undoable,
        )

    def _deal(self, versions: Sequence[Event]) -> None:
        current = _current(versions, self.undone)
        names = tuple(self.names)
        played: PlayedDeal | None = None
        for event in versions:
            payload = self.written.get(event.seq, event.payload)
            undone = event.seq in self.undone
            each = PlayedDeal(
                number=self.number + 1,
                seq=event.seq,
                at=event.at,
                dealer=payload["deal"]["dealer"],
                round_wind=payload["deal"].get("round_wind"),
                names=names,
                deal=payload["deal"],
                settlement=payload["settlement"],
                photo=payload.get("photo"),
                totals=self._added(event, payload["settlement"]["deltas"]),
                replaces=payload.get("replaces"),
                undone=undone,
                replaced=not undone and event is not current,
                dealer_set=self.dealer_set,
            )
            self.timeline.append(each)
            if event is current:
                played = each
        if played is None:
            return
        self.number, self.totals = played.number, played.totals
        for name, delta in zip(names, played.settlement["deltas"], strict=True):
            self.points[name] += delta
            self.deals[name] += 1
        dealer = played.settlement["next_dealer"]
        self.round_wind = _next_wind(self.round_wind, self.dealer, dealer, self.first_dealer)
        self.dealer = dealer
        self.dealer_set = False
        self.kongs.clear()

    def _kong(self, event: Event, undone: bool) -> None:
        payload = event.payload
        kong = Kong(
            event.seq,
            event.at,
            payload["seat"],
            payload["kind"],
            payload["tile"],
            payload["from"],
            undone,
        )
        if kong.seat not in self.seats:
            raise _bad_event(event)
        self.timeline.append(kong)
        if not undone:
            self.kongs.append(kong)

    def _seating(self, event: Event, undone: bool) -> None:
        seat, name = event.payload["seat"], event.payload["name"]
        if seat not in self.seats or not isinstance(name, str):
            raise _bad_event(event)
        leaves = self.names[seat]
        swapped = self.names.index(name) if name in self.names else None
        self.timeline.append(Seating(event.seq, event.at, seat, name, leaves, swapped, undone))
        if undone:
            return
        if swapped is not None:
            self.names[swapped] = leaves
        self.names[seat] = name
        self.points.setdefault(name, 0)
        self.deals.setdefault(name, 0)

    def _dealer(self, event: Event, undone: bool) -> None:
        dealer, wind = event.payload["dealer"], event.payload["round_wind"]
        if dealer not in self.seats or (wind is None) != (self.round_wind is None):
            raise _bad_event(event)
        self.timeline.append(DealerSet(event.seq, event.at, dealer, wind, undone))
        if not undone:
            self.dealer, self.round_wind, self.dealer_set = dealer, wind, True

    def _adjustment(self, event: Event, undone: bool) -> None:
        payload = event.payload
        adjustment = Adjustment(
            event.seq,
            event.at,
            payload["kind"],
            payload["reason"],
            tuple(payload["deltas"]),
            tuple(self.names),
            self._added(event, payload["deltas"]),
            undone,
        )
        self.timeline.append(adjustment)
        if undone:
            return
        self.totals = adjustment.totals
        for name, delta in zip(self.names, adjustment.deltas, strict=True):
            self.points[name] += delta

    def _added(self, event: Event, deltas: Sequence[int]) -> tuple[int, ...]:
        """The totals with these points, which sum to zero."""
        if len(deltas) != len(self.totals) or sum(deltas) != 0:
            raise _bad_event(event)
        return tuple([total + delta for total, delta in zip(self.totals, deltas, strict=True)])


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment of the settle-up."""

    payer: str
    payee: str
    points: int
    money: Decimal | None
    """What the points are worth, where the table plays for money."""


def settle_up(table: Table) -> tuple[Transfer, ...]:
    """Who pays whom at the end of the evening, with the fewest payments that do."""
    names = [standing.name for standing in table.standings]
    return tuple(
        Transfer(
            names[payer],
            names[payee],
            points,
            None if table.unit is None else table.unit.of(points),
        )
        for payer, payee, points in transfers([standing.points for standing in table.standings])
    )


def transfers(deltas: Sequence[int]) -> tuple[tuple[int, int, int], ...]:
    """Who pays whom so that everybody gets his ``deltas`` (sum 0), as (payer, payee, points).

    No fewer payments would do, for up to twelve people who won or lost: they are split into as
    many groups as can be that owe nothing to each other, and in each group every payment clears
    somebody.

    >>> transfers([-1, 9, -7, -1])
    ((0, 1, 1), (2, 1, 7), (3, 1, 1))
    >>> transfers([3, 2, -3, -2, 5, -5])
    ((2, 0, 3), (3, 1, 2), (5, 4, 5))
    """
    left = list(deltas)
    payments = []
    for group in _even_groups(left):
        for payee in group:
            for payer in group:
                if left[payee] > 0 > left[payer]:
                    points = min(left[payee], -left[payer])
                    payments.append((payer, payee, points))
                    left[payer] += points
                    left[payee] -= points
    return tuple(sorted(payments))


def _even_groups(deltas: Sequence[int]) -> list[list[int]]:
    """The places of ``deltas`` that are not 0, in as many groups of sum 0 as there can be."""
    places = [place for place, points in enumerate(deltas) if points]
    if len(places) > _EXACT:
        return [places]
    sums, groups = [0], [0]  # per subset of the places, a bit for each; groups: how many it has
    for subset in range(1, 1 << len(places)):
        rest = subset & (subset - 1)
        sums.append(sums[rest] + deltas[places[(subset ^ rest).bit_length() - 1]])
        best = max(
            groups[subset ^ bit] for bit in _bits(subset)
        )  # the groups that stay whole when one of it is left out
        groups.append(best + (sums[subset] == 0))
    found: list[list[int]] = []
    subset = len(sums) - 1
    while subset:
        if sums[subset] == 0:
            found.append([])
        wanted = groups[subset] - (sums[subset] == 0)
        bit = next(bit for bit in _bits(subset) if groups[subset ^ bit] == wanted)
        found[-1].append(places[bit.bit_length() - 1])
        subset ^= bit
    return [sorted(group) for group in found]


def _bits(subset: int) -> list[int]:
    return [1 << place for place in range(subset.bit_length()) if subset >> place & 1]


def _after(table: Table, settlement: Mapping[str, Any]) -> Table:
    """The dealer and the wind after a deal at ``table``."""
    dealer = settlement["next_dealer"]
    wind = _next_wind(table.round_wind, table.dealer, dealer, table.first_dealer)
    return table._at(dealer, wind)


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
