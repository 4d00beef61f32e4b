"""Charts of an evening, as the figures that a template draws in SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from scoring.table import Adjustment, PlayedDeal, Table

WIDTH, HEIGHT = 360, 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 8, 10, 20
_CELL, _NAMES = 64, 72
_STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Tick:
    """A line across the chart, or a mark below it, with its number."""

    at: float
    number: int


def running(table: Table) -> dict[str, Any]:
    """The running scores, a line per player, from nought on the left.

    Returns:
        ``width``, ``height``, ``left``, ``lines``: per player, in the order of
        ``table.standings``, the corners of his line; ``up`` and ``across``: the ticks.
    """
    names = [standing.name for standing in table.standings]
    rows = [dict.fromkeys(names, 0)]
    numbers = [0]
    for each in table.timeline:
        counts = each.stands if isinstance(each, PlayedDeal) else not each.undone
        if isinstance(each, PlayedDeal | Adjustment) and counts:
            row = dict(rows[-1])
            for name, delta in zip(each.names, each.deltas, strict=True):
                row[name] += delta
            rows.append(row)
            numbers.append(each.number if isinstance(each, PlayedDeal) else numbers[-1])
    top = max(max(row.values()) for row in rows)
    bottom = min(min(row.values()) for row in rows)
    across = (WIDTH - _LEFT - _RIGHT) / max(1, len(rows) - 1)
    up = (HEIGHT - _TOP - _BOTTOM) / max(1, top - bottom)

    def x(place: int) -> float:
        return round(_LEFT + place * across, 1)

    def y(points: int) -> float:
        return round(_TOP + (top - points) * up, 1)

    step = _step(top - bottom, 5)
    every = _step(numbers[-1], 8)
    turns = [place for place, (one, other) in enumerate(pairwise(numbers), 1) if one != other]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": _LEFT,
        "right": WIDTH - _RIGHT,
        "floor": HEIGHT - 5,
        "lines": [
            " ".join(f"{x(place):g},{y(row[name]):g}" for place, row in enumerate(rows))
            for name in names
        ],
        "up": [Tick(y(number), number) for number in _multiples(bottom, top, step)],
        "across": [Tick(x(at), numbers[at]) for at in turns if numbers[at] % every == 0],
    }


def _step(span: int, most: int) -> int:
    """The distance between ticks: 1, 2 or 5 times a power of ten, for at most ``most`` + 1.

    >>> [_step(span, 5) for span in (0, 4, 6, 23, 26, 512)]
    [1, 1, 2, 5, 10, 200]
    """
    tens = 1
    while True:
        for step in _STEPS:
            if step * tens * most >= span:
                return step * tens
        tens *= 10


def _multiples(least: int, most: int, step: int) -> list[int]:
    """The multiples of ``step`` from ``least`` to ``most``.

    >>> _multiples(-7, 11, 5)
    [-5, 0, 5, 10]
    """
    return list(range(-(-least // step) * step, most + 1, step))


def feeding(names: Sequence[str], fed: Mapping[tuple[str, str], int]) -> dict[str, Any]:
    """Who fed whom, as a square of circles: a row per feeder, a column per winner.

    A circle's area grows with the number that stands in it.

    Args:
        names: the players of the rows and columns, in order.
        fed: (feeder, winner) → how often.
    """
    among = {pair: times for pair, times in fed.items() if set(pair) <= set(names)}
    most = max(among.values(), default=1)

    def middle(place: int) -> float:
        return _NAMES + (place + 0.5) * _CELL

    return {
        "width": _NAMES + len(names) * _CELL,
        "height": _NAMES / 2 + len(names) * _CELL,
        "shift": _NAMES / 2,
        "rows": [(middle(place) - _NAMES / 2, name) for place, name in enumerate(names)],
        "columns": [(middle(place), name) for place, name in enumerate(names)],
        "circles": [
            {
                "x": middle(names.index(winner)),
                "y": middle(names.index(feeder)) - _NAMES / 2,
                "radius": round(9 + (_CELL / 2 - 12) * (count / most) ** 0.5, 1),
                "count": count,
                "feeder": feeder,
                "winner": winner,
            }
            for (feeder, winner), count in among.items()
        ],
    }
