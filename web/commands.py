"""What can be done at a table.  Pages, the API and the command line all come through here.

Each command checks its input, appends at most one event and returns the table as it is then.  A
refusal is a ``ScoringError`` with its sentence, and leaves the session as it was.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import scoring
from scoring import Preset, RuleSet
from scoring.errors import ScoringError
from scoring.kongs import TYPES, check_kong
from scoring.ledger import Ledger
from scoring.money import Unit
from scoring.preset import MOST_POINTS
from scoring.statistics import Statistics
from scoring.statistics import statistics as figures_of
from scoring.table import (
    ADJUSTED,
    ADJUSTMENT,
    DEAL_CORRECTED,
    DEAL_SETTLED,
    DEALER_SET,
    KONG_RECORDED,
    PENALTY,
    PLAYER_SEATED,
    SESSION_CLOSED,
    SESSION_STARTED,
    UNDONE,
    WINDS,
    Event,
    PlayedDeal,
    Table,
    correction,
    fold,
)
from web.importing import events_of
from web.photos import delete_photo as drop_photo
from web.photos import is_kept, refer
from web.refusals import DealRefused, Refusal

LONGEST_NAME = 20
LONGEST_KEY = 100
LONGEST_REASON = 60


def now() -> str:
    """The time of an event."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def new_key() -> str:
    """An idempotency key for one form."""
    return secrets.token_urlsafe(12)


def table_of(ledger: Ledger, session: str) -> Table:
    """The table of a session, or a refusal where there is none."""
    events = ledger.events(session)
    if not events:
        raise Refusal("no_session", 404, session=session[:40])
    return fold(events)


def tables(ledger: Ledger) -> list[Table]:
    """All sessions, newest first."""
    return [fold(events) for events in ledger.all_events()]


def open_tables(ledger: Ledger) -> list[Table]:
    """The sessions that have not ended, newest first; quick however many have."""
    return [fold(ledger.events(session)) for session in ledger.open_sessions()]


def statistics(
    ledger: Ledger, *, rules: str | None = None, session: str | None = None
) -> Statistics:
    """How players did.

    Args:
        ledger: where from.
        rules: only in sessions of this rule set; None: in all.
        session: only in this session; None: in all.

    Raises:
        Refusal: there is no such session.
    """
    if session is not None:
        return figures_of([table_of(ledger, session)])
    return figures_of(
        fold(events)
        for events in ledger.all_events()
        if rules is None or events[0].payload["rules"] == rules
    )


def presets(ledger: Ledger) -> list[Preset]:
    """The house presets, the one saved last first.

    One that this program cannot play, since an option of it is gone, is left out and logged.
    """
    usable = []
    for document in ledger.presets().values():
        try:
            usable.append(Preset.from_json(document))
        except ScoringError as error:
            # Without its name, which may be somebody's.
            logging.getLogger(__name__).warning("a preset is left out: %s", error.code)
    return usable


def save_preset(ledger: Ledger, document: Mapping[str, object]) -> Preset:
    """Keeps a preset, in the place of the one of that name if there is one.

    Raises:
        ScoringError: it cannot be; see ``Preset.from_json``.
    """
    preset = Preset.from_json(document)
    ledger.keep_preset(preset.name, preset.to_json(), at=now())
    return preset


def delete_preset(ledger: Ledger, name: str) -> None:
    """Drops a preset; what was played with it stays as it is.

    Raises:
        Refusal: there is none of that name.
    """
    if name not in ledger.presets():
        raise Refusal("no_preset", 404, name=name[:LONGEST_NAME])
    ledger.keep_preset(name, None, at=now())


def import_session(ledger: Ledger, document: Mapping[str, Any]) -> Table:
    """Takes over a session that was exported as JSON.

    Raises:
        ScoringError: something in it cannot be, or the session is here already.
    """
    events = events_of(document)
    ledger.adopt(events)
    return table_of(ledger, events[0].session)


def known_players(ledger: Ledger) -> list[str]:
    """Everybody who ever played, the latest first."""
    names: list[str] = []
    for event in ledger.of_kind(SESSION_STARTED, PLAYER_SEATED):
        names += event.payload.get("names") or [event.payload["name"]]
    return list(dict.fromkeys(names))


def start(
    ledger: Ledger,
    rules: str,
    options: Mapping[str, object],
    names: Sequence[str],
    dealer: int,
    key: str,
    unit: object = None,
    starting_points: object = 0,
) -> Table:
    """Opens a session.

    Args:
        ledger: where to.
        rules: id of the rule set.
        options: those that are not at their default.
        names: who sits where, in playing order.
        dealer: seat that deals first.
        key: idempotency key of the form.
        unit: what points are worth, as ``scoring.money.Unit.from_json`` reads it, or None.
        starting_points: what every player is shown to begin with.

    Raises:
        ScoringError: unknown rule set, bad option, names that will not do, no such seat, a unit
            or starting points that cannot be.
    """
    _check_key(key)
    rule_set = scoring.rule_set(rules, options)
    seated = _seated(names, rule_set.players)
    if dealer not in range(rule_set.players):
        raise Refusal("missing_key", name="dealer")
    if not _is_whole(starting_points):
        raise Refusal("bad_points", most=MOST_POINTS)
    event = ledger.append(
        secrets.token_hex(4),
        SESSION_STARTED,
        {
            "rules": rule_set.id,
            "rules_version": rule_set.version,
            "options": rule_set.options.to_json(),
            "names": seated,
            "dealer": dealer,
            "round_wind": WINDS[0] if "round_wind" in rule_set.fields else None,
            "unit": None if unit is None else Unit.from_json(unit).to_json(),
            "starting_points": starting_points,
        },
        key=key,
        at=now(),
    )
    return table_of(ledger, event.session)


def preview(table: Table, deal: object, kongs_entered: bool = False) -> dict[str, Any]:
    """The settlement of a deal at this table, as ``judge`` answers it; nothing is stored.

    Raises:
        ScoringError: what is wrong with the deal.
    """
    if table.closed_at:
        raise Refusal("session_closed", 409)
    return _settle(table, _placed(table, deal, kongs_entered))


def confirm(
    ledger: Ledger,
    session: str,
    deal: object,
    photo: object,
    key: str,
    after: int,
    photos: Path,
    kongs_entered: bool = False,
) -> Table:
    """Books a deal.  A repeated ``key`` books nothing and returns the table.

    Args:
        ledger: where to.
        session: which session.
        deal: the deal; players, dealer and round wind are those of the table, and it takes over
            the recorded kongs.
        photo: name of a kept photo of the winner's hand, or None.
        key: idempotency key of the form.
        after: number of events of the session that the form had seen.
        photos: the folder of kept photos.
        kongs_entered: the deal names every kong; recorded ones that it lacks were mistakes.
    """

    def payload(table: Table) -> dict[str, Any]:
        kept = _photo(photo, photos)
        placed = _placed(table, deal, kongs_entered)
        settlement = _settle(table, placed)
        _refer(kept, photos)
        return {"deal": placed, "settlement": settlement, "photo": kept}

    return _record(ledger, session, DEAL_SETTLED, payload, key, after)


def record_kong(
    ledger: Ledger,
    session: str,
    seat: object,
    kind: object,
    tile: object,
    source: object,
    key: str,
    after: int,
) -> Table:
    """Notes a kong of the running deal; the deal that is confirmed next takes it over.

    Args:
        ledger: where to.
        session: which session.
        seat: who made it.
        kind: ``exposed``, ``concealed`` or ``added``.
        tile: four of which tile.
        source: who fed it (of an added kong: its pung); None for a concealed kong.
        key: idempotency key of the form.
        after: number of events of the session that the form had seen.

    Raises:
        ScoringError: a kong that cannot be under the rule set, beside those recorded before it.
    """

    def payload(table: Table) -> dict[str, Any]:
        if not isinstance(kind, str) or kind not in TYPES:
            raise Refusal("missing_key", name="kind")
        if not isinstance(tile, str):
            raise Refusal("missing_key", name="tile")
        maker = _seat(table, seat, "seat")
        feeder = None if source is None else _seat(table, source, "from")
        check_kong(table.kongs, maker, kind, tile, feeder, _rules(table))
        return {"seat": maker, "kind": kind, "tile": tile, "from": feeder}

    return _record(ledger, session, KONG_RECORDED, payload, key, after)


def seat_player(
    ledger: Ledger, session: str, seat: object, name: object, key: str, after: int
) -> Table:
    """Seats somebody from the next deal on.  Who sits at another seat changes places.

    Raises:
        ScoringError: no such seat, a name that will not do, or kongs of a running deal.
    """

    def payload(table: Table) -> dict[str, Any]:
        chair = _seat(table, seat, "seat")
        if table.kongs:
            raise Refusal("deal_running", 409)
        sits = _name(name, "name")
        if table.names[chair] == sits:
            raise Refusal("same_name", name=sits)
        return {"seat": chair, "name": sits}

    return _record(ledger, session, PLAYER_SEATED, payload, key, after)


def set_dealer(
    ledger: Ledger, session: str, dealer: object, round_wind: object, key: str, after: int
) -> Table:
    """Sets who deals next, and the round wind where the rule set has one (None: as it is).

    Raises:
        ScoringError: no such seat or wind.
    """

    def payload(table: Table) -> dict[str, Any]:
        wind = table.round_wind if round_wind is None else round_wind
        if wind is not None and (table.round_wind is None or wind not in WINDS):
            raise Refusal("missing_key", name="round_wind")
        return {"dealer": _seat(table, dealer, "dealer"), "round_wind": wind}

    return _record(ledger, session, DEALER_SET, payload, key, after)


def adjust(
    ledger: Ledger,
    session: str,
    kind: object,
    deltas: object,
    reason: object,
    key: str,
    after: int,
) -> Table:
    """Books points that no deal brought.

    Args:
        ledger: where to.
        session: which session.
        kind: ``penalty`` or ``adjustment``.
        deltas: points per seat, sum 0.
        reason: why, in a few words.
        key: idempotency key of the form.
        after: number of events of the session that the form had seen.

    Raises:
        ScoringError: no such kind, points that do not sum to zero, no reason.
    """

    def payload(table: Table) -> dict[str, Any]:
        if kind not in (PENALTY, ADJUSTMENT):
            raise Refusal("missing_key", name="kind")
        if not (isinstance(deltas, list) and len(deltas) == table.players):
            raise Refusal("missing_key", name="deltas")
        if not all(_is_whole(each) for each in deltas):
            raise Refusal("bad_points", most=MOST_POINTS)
        if sum(deltas) or not any(deltas):
            raise Refusal("not_zero", sum=sum(deltas))
        why = " ".join(reason.split()) if isinstance(reason, str) else ""
        if not 0 < len(why) <= LONGEST_REASON:
            raise Refusal("no_reason", longest=LONGEST_REASON)
        return {"kind": kind, "deltas": deltas, "reason": why}

    return _record(ledger, session, ADJUSTED, payload, key, after)


def correctable(table: Table, seq: int) -> PlayedDeal:
    """The deal that an event brought, or a refusal where it cannot be corrected."""
    found = next((played for played in table.history if played.seq == seq), None)
    if found is None:
        raise Refusal("no_deal", 404)
    if not found.stands:
        raise Refusal("not_standing", 409)
    if table.closed_at:
        raise Refusal("session_closed", 409)
    return found


def preview_correction(
    ledger: Ledger, session: str, seq: int, deal: object
) -> tuple[dict[str, Any], Table]:
    """The settlement of a corrected deal and the table as it would be; nothing is stored.

    Raises:
        ScoringError: what is wrong with the deal, or with correcting it.
    """
    events = ledger.events(session)
    table = table_of(ledger, session)
    payload = _correction(table, seq, deal, None)
    event = Event(0, session, len(events) + 1, now(), DEAL_CORRECTED, payload, "")
    return payload["settlement"], fold((*events, event))


def correct(
    ledger: Ledger,
    session: str,
    seq: int,
    deal: object,
    photo: object,
    key: str,
    after: int,
    photos: Path,
) -> Table:
    """Puts another deal in the place of the one that event ``seq`` brought.

    The other arguments, and a repeated ``key``, are those of ``confirm``.
    """

    def payload(table: Table) -> dict[str, Any]:
        same = photo == correctable(table, seq).photo  # it may have been deleted meanwhile
        kept = correctable(table, seq).photo if same else _photo(photo, photos)
        payload = _correction(table, seq, deal, kept)
        if not same:
            _refer(kept, photos)
        return payload

    return _record(ledger, session, DEAL_CORRECTED, payload, key, after)


def delete_photo(ledger: Ledger, session: str, photo: str, photos: Path) -> None:
    """Deletes the photo of a deal; what the deal is worth stays.

    Raises:
        Refusal: ``no_such_photo``: no deal of the session ever had it.
    """
    if not any(played.photo == photo for played in table_of(ledger, session).history):
        raise Refusal("no_such_photo", 404)
    drop_photo(photo, photos)


def undo(ledger: Ledger, session: str, steps: int, key: str, after: int) -> Table:
    """Takes back the last ``steps`` things that happened."""
    _check_key(key)
    table = table_of(ledger, session)
    if ledger.with_key(key):
        return table
    if not 1 <= steps <= len(table.last_steps):
        raise Refusal("nothing_to_undo")
    reverses = sorted(table.last_steps[:steps])
    return _append(ledger, session, UNDONE, {"reverses": reverses}, key, after)


def close(ledger: Ledger, session: str, key: str, after: int) -> Table:
    """Ends a session; undo opens it again."""
    _check_key(key)
    table = table_of(ledger, session)
    if table.closed_at:
        return table
    return _append(ledger, session, SESSION_CLOSED, {}, key, after)


def _record(
    ledger: Ledger,
    session: str,
    kind: str,
    payload: Callable[[Table], dict[str, Any]],
    key: str,
    after: int,
) -> Table:
    """Appends what ``payload`` says of the table as it is; a repeated key appends nothing."""
    _check_key(key)
    table = table_of(ledger, session)
    if ledger.with_key(key):
        return table
    if table.closed_at:
        raise Refusal("session_closed", 409)
    return _append(ledger, session, kind, payload(table), key, after)


def _append(
    ledger: Ledger, session: str, kind: str, payload: dict[str, Any], key: str, after: int
) -> Table:
    ledger.append(session, kind, payload, key=key, at=now(), after=after)
    return table_of(ledger, session)


def _correction(table: Table, seq: int, deal: object, photo: str | None) -> dict[str, Any]:
    played = correctable(table, seq)
    if not isinstance(deal, Mapping):
        raise Refusal("missing_key", name="deal")
    return correction(table, played, deal, photo, lambda placed: _settle(table, placed))


def _photo(photo: object, photos: Path) -> str | None:
    """The name of a kept photo, or None for none."""
    if photo is None:
        return None
    if not isinstance(photo, str) or not is_kept(photo, photos):
        raise Refusal("no_such_photo")
    return photo


def _refer(photo: str | None, photos: Path) -> None:
    if photo is not None:
        refer(photo, photos)


def _placed(table: Table, deal: object, kongs_entered: bool) -> dict[str, Any]:
    if not isinstance(deal, Mapping):
        raise Refusal("missing_key", name="deal")
    return table.place(deal, kongs_entered=kongs_entered)


def _rules(table: Table) -> RuleSet:
    """The rule set of a session, or a refusal where this program has another version of it."""
    version = scoring.RULE_SETS[table.rules].version
    if version != table.rules_version:
        raise Refusal("other_version", 409, then=table.rules_version, now=version)
    return scoring.rule_set(table.rules, table.options)


def _settle(table: Table, deal: Mapping[str, Any]) -> dict[str, Any]:
    _rules(table)
    answer: dict[str, Any] = scoring.judge(
        {"rules": table.rules, "options": table.options, "deal": deal}
    )
    if not answer["valid"]:
        raise DealRefused(answer)
    return answer


def _seated(names: Sequence[str], players: int) -> list[str]:
    """The names as they are kept: one for each seat, tidy, none twice."""
    seated: list[str] = []
    for number in range(players):
        name = _name(names[number] if number < len(names) else "", f"names[{number}]")
        if name in seated:
            raise Refusal("same_name", name=name)
        seated.append(name)
    return seated


def _name(value: object, field: str) -> str:
    """A name as it is kept."""
    name = " ".join(value.split()) if isinstance(value, str) else ""
    if not name:
        raise Refusal("missing_key", name=field)
    if len(name) > LONGEST_NAME:
        raise Refusal("long_name", longest=LONGEST_NAME)
    return name


def _seat(table: Table, value: object, field: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value not in range(table.players):
        raise Refusal("missing_key", name=field)
    return value


def _is_whole(value: object) -> bool:
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return abs(value) <= MOST_POINTS


def _check_key(key: object) -> None:
    if not isinstance(key, str) or not 1 <= len(key) <= LONGEST_KEY:
        raise Refusal("missing_key", 400, name="key")
