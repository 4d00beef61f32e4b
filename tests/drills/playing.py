"""What hosts do at a table, at random: deals of the rule set's examples, kongs, points, undo …"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import scoring
from tests.drills.hostile import documents

REASONS = ("诈胡", "late", "相公")
_KINDS = {
    "deals": 60,
    "kongs": 6,
    "adjustments": 6,
    "players": 3,
    "dealer": 3,
    "correction": 8,
    "undo": 10,
}


@cache
def deals(rules: str) -> tuple[dict[str, Any], ...]:
    """Deals that the rule set takes at its defaults."""
    return tuple(
        each["deal"]
        for each in documents()
        if each["rules"] == rules and scoring.judge({"rules": rules, "deal": each["deal"]})["valid"]
    )


def press(table: dict[str, Any], chance: random.Random) -> tuple[str, dict[str, Any]]:
    """One thing that a host may do at a table as it is.

    Returns:
        The path after the table's own in the API, and the body without ``key`` and ``after``.
    """
    kind = chance.choices([*_KINDS], [*_KINDS.values()])[0]
    seats = len(table["names"])
    seat = chance.randrange(seats)
    match kind:
        case "kongs":
            tile = chance.choice(["1p", "5p", "9p", "2s", "8s"])
            kong = chance.choice(["exposed", "concealed"])
            source = (seat + 1) % seats if kong == "exposed" else None
            return kind, {"seat": seat, "kind": kong, "tile": tile, "from": source}
        case "adjustments":
            deltas = [0] * seats
            deltas[seat], deltas[(seat + 1) % seats] = 3, -3
            return kind, {"kind": "adjustment", "deltas": deltas, "reason": chance.choice(REASONS)}
        case "players":
            others = ["替补", "Sub", *table["names"]]
            return kind, {"seat": seat, "name": chance.choice(others)}
        case "dealer":
            return kind, {"dealer": seat}
        case "undo":
            return kind, {"steps": chance.choice([1, 1, 1, 2])}
    standing = [each for each in table["deals"] if not each["undone"] and not each["replaced"]]
    deal = chance.choice(deals(table["rules"]))
    if kind == "correction" and standing:
        return f"deals/{chance.choice(standing[-5:])['seq']}", {"deal": deal}
    return "deals", {"deal": deal, "kongs_entered": chance.random() < 0.8}
