"""Totals of a session, added up from the raw rows of its events, by nothing of the program."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any


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


def totals(events: list[Row], session: str) -> list[int]:
    """The points per seat."""
    standing: dict[int, list[int]] = {}
    players = 0
    for event in (event for event in events if event.session == session):
        if event.kind == "session_started":
            players = len(event.payload["names"])
        elif event.kind == "deal_settled":
            standing[event.seq] = event.payload["settlement"]["deltas"]
        elif event.kind == "undone":
            for seq in event.payload["reverses"]:
                standing.pop(seq, None)
        elif event.kind != "session_closed":
            raise ValueError(f"the drill does not know {event.kind}")
    return [sum(deltas[seat] for deltas in standing.values()) for seat in range(players)]
