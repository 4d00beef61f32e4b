"""What can be done at a table.  Pages, the API and the command line all come through here.

Each command checks its input, appends at most one event and returns the table as it is then.  A
refusal is a ``ScoringError`` with its sentence, and leaves the session as it was.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import scoring
from scoring.ledger import Ledger
from scoring.table import (
    DEAL_CORRECTED,
    DEAL_SETTLED,
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
from web.photos import is_name
from web.refusals import DealRefused, Refusal

LONGEST_NAME = 20
LONGEST_KEY = 100


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
    return [fold(ledger.events(event.session)) for event in ledger.sessions()]


def known_players(ledger: Ledger) -> list[str]:
    """Everybody who ever played, the latest first."""
    names = (name for event in ledger.sessions() for name in event.payload["names"])
    return list(dict.fromkeys(names))


def start(
    ledger: Ledger,
    rules: str,
    options: Mapping[str, object],
    names: Sequence[str],
    dealer: int,
    key: str,
) -> Table:
    """Opens a session.

    Raises:
        ScoringError: unknown rule set, bad option, names that will not do, no such seat.
    """
    _check_key(key)
    rule_set = scoring.rule_set(rules, options)
    seated = _seated(names, rule_set.players)
    if dealer not in range(rule_set.players):
        raise Refusal("missing_key", name="dealer")
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
        },
        key=key,
        at=now(),
    )
    return table_of(ledger, event.session)


def preview(table: Table, deal: object) -> dict[str, Any]:
    """The settlement of a deal at this table, as ``judge`` answers it; nothing is stored.

    Raises:
        ScoringError: what is wrong with the deal.
    """
    if table.closed_at:
        raise Refusal("session_closed", 409)
    return _settle(table, _placed(table, deal))


def confirm(
    ledger: Ledger, session: str, deal: object, photo: object, key: str, after: int, photos: Path
) -> Table:
    """Books a deal.  A repeated ``key`` books nothing and returns the table.

    Args:
        ledger: where to.
        session: which session.
        deal: the deal; players, dealer and round wind are those of the table.
        photo: name of a kept photo of the winner's hand, or None.
        key: idempotency key of the form.
        after: number of events of the session that the form had seen.
        photos: the folder of kept photos.
    """
    _check_key(key)
    table = table_of(ledger, session)
    if ledger.with_key(key):
        return table
    _check_photo(photo, photos)
    if table.closed_at:
        raise Refusal("session_closed", 409)
    placed = _placed(table, deal)
    payload = {"deal": placed, "settlement": _settle(table, placed), "photo": photo}
    return _append(ledger, session, DEAL_SETTLED, payload, key, after)


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
    _check_key(key)
    table = table_of(ledger, session)
    if ledger.with_key(key):
        return table
    _check_photo(photo, photos)
    payload = _correction(table, seq, deal, photo)
    return _append(ledger, session, DEAL_CORRECTED, payload, key, after)


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


def _append(
    ledger: Ledger, session: str, kind: str, payload: dict[str, Any], key: str, after: int
) -> Table:
    ledger.append(session, kind, payload, key=key, at=now(), after=after)
    return table_of(ledger, session)


def _correction(table: Table, seq: int, deal: object, photo: object) -> dict[str, Any]:
    played = correctable(table, seq)
    if not isinstance(deal, Mapping):
        raise Refusal("missing_key", name="deal")
    kept = photo if isinstance(photo, str) else None
    return correction(table, played, deal, kept, lambda placed: _settle(table, placed))


def _check_photo(photo: object, photos: Path) -> None:
    if photo is not None and not (
        isinstance(photo, str) and is_name(photo) and (photos / photo).is_file()
    ):
        raise Refusal("no_such_photo")


def _placed(table: Table, deal: object) -> dict[str, Any]:
    if not isinstance(deal, Mapping):
        raise Refusal("missing_key", name="deal")
    return table.place(deal)


def _settle(table: Table, deal: Mapping[str, Any]) -> dict[str, Any]:
    version = scoring.RULE_SETS[table.rules].version
    if version != table.rules_version:
        raise Refusal("other_version", 409, then=table.rules_version, now=version)
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
        name = " ".join(str(names[number]).split()) if number < len(names) else ""
        if not name:
            raise Refusal("missing_key", name=f"names[{number}]")
        if len(name) > LONGEST_NAME:
            raise Refusal("long_name", longest=LONGEST_NAME)
        if name in seated:
            raise Refusal("same_name", name=name)
        seated.append(name)
    return seated


def _check_key(key: object) -> None:
    if not isinstance(key, str) or not 1 <= len(key) <= LONGEST_KEY:
        raise Refusal("missing_key", 400, name="key")
