"""An exported session, read again: every part of it is checked before anything is stored."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import scoring
from scoring.kongs import Kong
from scoring.rules import RuleSet
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
    TableError,
    fold,
)
from web.photos import is_name
from web.refusals import Refusal

EXPORTED = 1
"""Version of the JSON of an exported session."""
MOST_EVENTS = 50_000
_SESSION = re.compile(r"[\w-]{1,40}")
_SETTLED = {"next_dealer": 0, "explanation": {"zh": "", "en": ""}}
"""What a settlement of another version of the rules has at least, beside deltas and wins."""


def events_of(document: Mapping[str, Any]) -> list[Event]:
    """The events of an exported session.

    Deals of the rule set's version that this program has are settled again and must come to the
    same; those of another version are taken as they are.

    Args:
        document: what ``web.documents.session_json`` wrote.

    Raises:
        ScoringError: ``bad_import``: something in it cannot be; or its rule set or an option is
            not known here.
    """
    session, written = document.get("session"), document.get("events")
    if document.get("version") != EXPORTED:
        raise _bad("version")
    if not isinstance(session, str) or not _SESSION.fullmatch(session):
        raise _bad("session")
    if not isinstance(written, list) or not 0 < len(written) <= MOST_EVENTS:
        raise _bad("events")
    events = [_event(session, number, each) for number, each in enumerate(written, start=1)]
    try:
        rules = _opened(events[0])
        for event in events[1:]:
            where = f"events[{event.seq - 1}]"
            if not _holds(event, rules, events[0].payload["rules_version"]):
                raise _bad(where)
        fold(events)
    except TableError as error:
        raise Refusal("bad_import", where=error.en) from error
    except scoring.ScoringError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise _bad("payload") from error
    return events


def _event(session: str, number: int, document: object) -> Event:
    if not isinstance(document, Mapping) or document.get("seq") != number:
        raise _bad(f"events[{number - 1}].seq")
    at, kind, payload = (document.get(name) for name in ("at", "kind", "payload"))
    if not (isinstance(kind, str) and isinstance(payload, dict) and _is_moment(at)):
        raise _bad(f"events[{number - 1}]")
    return Event(0, session, number, str(at), kind, payload, f"import-{session}-{number}")


def _is_moment(value: object) -> bool:
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


def _opened(event: Event) -> RuleSet:
    """The rule set of a session, from its first event."""
    opening = event.payload
    if event.kind != SESSION_STARTED:
        raise _bad("events[0]")
    rules = scoring.rule_set(opening["rules"], opening["options"])
    names, wind = opening["names"], opening["round_wind"]
    if (
        len(names) != rules.players
        or len(set(names)) != rules.players
        or not all(isinstance(name, str) and name for name in names)
        or not isinstance(opening["rules_version"], str)
        or not _is_seat(opening["dealer"], rules)
        or (wind not in WINDS if "round_wind" in rules.fields else wind is not None)
        or not _is_whole(opening.get("starting_points", 0))
    ):
        raise _bad("events[0]")
    return rules


def _holds(event: Event, rules: RuleSet, version: str) -> bool:
    """Whether pages can show an event, and the engine says the same of its deals."""
    payload = event.payload
    if event.kind in (DEAL_SETTLED, DEAL_CORRECTED):
        photo = payload["photo"]
        named = photo is None or (isinstance(photo, str) and is_name(photo))
        return named and all(
            _is_settled(each["deal"], each["settlement"], rules, version)
            for each in (payload, *payload.get("moved", ()))
        )
    if event.kind == KONG_RECORDED:
        source = payload["from"]
        kong = Kong(event.seq, event.at, payload["seat"], payload["kind"], payload["tile"], source)
        fed = source is None or _is_seat(source, rules)
        return fed and _is_seat(kong.seat, rules) and bool(kong.meld)
    if event.kind == ADJUSTED:
        known = payload["kind"] in (PENALTY, ADJUSTMENT) and isinstance(payload["reason"], str)
        return known and all(map(_is_whole, payload["deltas"]))
    if event.kind == PLAYER_SEATED:
        return isinstance(payload["name"], str) and _is_seat(payload["seat"], rules)
    if event.kind == DEALER_SET:
        wind = payload["round_wind"]
        return _is_seat(payload["dealer"], rules) and (wind is None or wind in WINDS)
    return event.kind in (UNDONE, SESSION_CLOSED)


def _is_settled(deal: object, settlement: object, rules: RuleSet, version: str) -> bool:
    """Whether a settlement is that of a deal, or in an older version at least one."""
    if not isinstance(deal, dict) or not isinstance(settlement, dict):
        return False
    if version != rules.version:
        return (
            _is_seat(deal["dealer"], rules)
            and _is_like(settlement, _SETTLED)
            and all(map(_is_whole, settlement["deltas"]))
            and [win["seat"] for win in settlement["wins"]]
            == [win["seat"] for win in deal.get("wins", ())]
        )
    answer = scoring.judge({"rules": rules.id, "options": rules.options.to_json(), "deal": deal})
    return _is_like(settlement, answer) and all(
        settlement[name] == answer[name] for name in ("valid", "deltas", "next_dealer")
    )


def _is_like(value: object, pattern: object) -> bool:
    """Whether a value has the keys, lengths and types of another; texts may differ."""
    if isinstance(pattern, dict):
        return isinstance(value, dict) and all(
            name in value and _is_like(value[name], each) for name, each in pattern.items()
        )
    if isinstance(pattern, list):
        return (
            isinstance(value, list)
            and len(value) == len(pattern)
            and all(map(_is_like, value, pattern))
        )
    return type(value) is type(pattern)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_seat(value: object, rules: RuleSet) -> bool:
    return _is_whole(value) and value in range(rules.players)


def _bad(where: str) -> Refusal:
    return Refusal("bad_import", where=where)
