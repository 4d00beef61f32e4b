"""Points of a session, added up from the raw rows of its events, by nothing of the program."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_KNOWN = {
    *("deal_settled", "deal_corrected", "kong_recorded", "player_seated", "dealer_set"),
    *("adjusted", "session_closed"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """An event as it lies in the file."""

    session: str
    seq: int
    kind: str
    payload: Any
    key: str


def rows(file: Path) -> list[Row]:
    """Every event in the order they were stored."""
    with closing(sqlite3.connect(file)) as raw:
        query = "SELECT session, seq, kind, payload, key FROM event ORDER BY id"
        return [
            Row(session, seq, kind, json.loads(payload), key)
            for session, seq, kind, payload, key in raw.execute(query)
        ]


def gaps(events: list[Row]) -> int:
    """How many sessions are not numbered 1, 2, 3 …"""
    numbers: dict[str, list[int]] = {}
    for event in events:
        numbers.setdefault(event.session, []).append(event.seq)
    return sum(seqs != list(range(1, len(seqs) + 1)) for seqs in numbers.values())


@dataclass(frozen=True, slots=True)
class Points:
    """What a session came to."""

    seats: list[int]
    """Points per seat, whoever sat there."""
    players: dict[str, int]
    """Points per player, wherever he sat."""
    deals: int
    """Deals that stand."""


def points(events: list[Row], session: str) -> Points:
    """What a session came to, added up from its events."""
    opening, *later = (event for event in events if event.session == session)
    standing: dict[int, Row] = {}
    for event in later:
        if event.kind == "undone":
            for seq in event.payload["reverses"]:
                del standing[seq]
        elif event.kind in _KNOWN:
            standing[event.seq] = event
        else:
            raise ValueError(f"the drill does not know {event.kind}")
    deals = _deals(standing)
    names = list(opening.payload["names"])
    seats, players = [0] * len(names), dict.fromkeys(names, 0)
    for seq, event in standing.items():
        if event.kind == "player_seated":
            seat, name = event.payload["seat"], event.payload["name"]
            if name in names:  # the two change places
                names[names.index(name)] = names[seat]
            names[seat] = name
            players.setdefault(name, 0)
        deltas = event.payload["deltas"] if event.kind == "adjusted" else deals.get(seq, ())
        for seat, delta in enumerate(deltas):
            seats[seat] += delta
            players[names[seat]] += delta
    return Points(seats, players, len(deals))


def _deals(standing: dict[int, Row]) -> dict[int, list[int]]:
    """The points of each deal that stands, by the event that first brought it."""
    first: dict[int, int] = {}
    deltas: dict[int, list[int]] = {}
    for seq, event in standing.items():
        if event.kind == "deal_settled":
            first[seq] = seq
        elif event.kind == "deal_corrected":
            first[seq] = first[event.payload["replaces"]]
        else:
            continue
        deltas[first[seq]] = event.payload["settlement"]["deltas"]
        for moved in event.payload.get("moved", ()):
            deltas[first[moved["seq"]]] = moved["settlement"]["deltas"]
    return deltas


def totals(events: list[Row], session: str) -> list[int]:
    """The points per seat."""
    return points(events, session).seats
