"""Deals for tests: a plain one, changed where the test says."""

from __future__ import annotations

from typing import Any

from scoring import judge

CHICKEN = "567p 23s 555m NNN 66m"
"""Waits on 1s and 4s in any rule set with honours."""
PLAIN = "123m 456m 789m 111p 5s"
"""Waits on 5s; suits only."""


def win(seat: int, concealed: str, tile: str, by: str = "self_draw", **more: Any) -> dict[str, Any]:
    """A win; ``source`` stands for ``from``."""
    if "source" in more:
        more["from"] = more.pop("source")
    return {"seat": seat, "concealed": concealed, "winning_tile": tile, "by": by, **more}


def meld(kind: str, tiles: str, source: int | None = None, **more: Any) -> dict[str, Any]:
    """A meld; ``source`` stands for ``from``."""
    made = {"type": kind, "tiles": tiles, **more}
    return made if source is None else {**made, "from": source}


def deal(
    *wins: dict[str, Any],
    rules: str = "guangdong",
    melds: dict[int, list[dict[str, Any]]] | None = None,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A document for ``judge``: a win of ``wins``, or a draw when there are none."""
    rows = [(melds or {}).get(seat, []) for seat in range(4)]
    body = {"players": 4, "dealer": 0, "outcome": "win" if wins else "draw", "melds": rows}
    if wins:
        body["wins"] = list(wins)
    return {"rules": rules, "options": options or {}, "deal": {**body, **more}}


def answer(document: Any) -> dict[str, Any]:
    """The answer to a deal that must be valid."""
    found = judge(document)
    assert found["valid"], found
    assert sum(found["deltas"]) == 0
    return found


def refusal(document: Any) -> str:
    """The error code of a document that must be refused, in two languages."""
    found = judge(document)
    assert not found["valid"], found
    assert found["message"]["zh"]
    assert found["message"]["en"]
    return str(found["error"])


def ids(found: dict[str, Any], place: int = 0) -> list[str]:
    """The sorted pattern ids of one win of an answer."""
    return sorted(pattern["id"] for pattern in found["wins"][place]["patterns"])
