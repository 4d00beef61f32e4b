"""Points and settlements in plain text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MINUS = "\N{MINUS SIGN}"


def signed(points: int) -> str:
    """Points with their sign.

    >>> signed(8), signed(-3), signed(0)
    ('+8', '−3', '0')
    """
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points < 0 else "0"


def settlement_text(answer: Mapping[str, Any]) -> str:
    """A valid answer of ``judge`` for a terminal: who gets what, and why, in both languages."""
    seats = [f"座位{seat} {signed(delta)}" for seat, delta in enumerate(answer["deltas"])]
    explained = [*answer["wins"], answer]
    parts = ["   ".join(seats)]
    for tongue in ("zh", "en"):
        parts.append("\n".join(each["explanation"][tongue] for each in explained))
    return "\n\n".join(parts)
