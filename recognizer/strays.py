"""What looks a little like tiles beside a clear hand: book spines, buttons, a printed mat."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from recognizer.reading import DOUBTFUL, Problem

REACH = 1.8
"""Tiles whose middles are nearer than this many tile lengths lie together."""
UNLIKELY = 0.6
"""A heap of things told with less confidence than this on average may be no tiles at all."""

BARELY = 0.45
"""A heap of things that are believed to be tiles less than this on average may be none."""


def together(quads: NDArray[np.float32]) -> NDArray[np.intp]:
    """For each quadrilateral ``(n, 4, 2)`` the number of the heap it lies in, ``(n,)``."""
    middles = quads.mean(1)
    sizes = np.linalg.norm(np.roll(quads, -1, 1) - quads, axis=2).max(1)
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    near = apart < REACH * (sizes[:, None] + sizes[None]) / 2
    heaps = np.full(len(quads), -1, np.intp)
    for first in range(len(quads)):
        if heaps[first] >= 0:
            continue
        reached = np.zeros(len(quads), np.bool_)
        reached[first] = True
        while True:
            more = near[reached].any(0)
            if (more == reached).all():
                break
            reached = more
        heaps[reached] = first
    return heaps


def strays(
    quads: NDArray[np.float32],
    confidences: NDArray[np.float32],
    beliefs: NDArray[np.float32],
) -> NDArray[np.bool_]:
    """Which of the tiles are most likely none.

    A heap is left out where hardly anything in it can be named, or is believed to be a tile at all,
    and another one is clearer; the clearest heap never is, however doubtful, so a bad photo of a
    hand stays a hand.

    Args:
        quads: ``float32 (n, 4, 2)``.
        confidences: ``float32 (n,)``, how sure each one's name is.
        beliefs: ``float32 (n,)``, how sure it is that each is a tile.
    """
    heaps = together(quads)
    told_as_tiles = confidences * beliefs
    clearness = {heap: float(told_as_tiles[heaps == heap].sum()) for heap in set(heaps.tolist())}
    clearest = max(clearness, key=lambda heap: clearness[heap], default=-1)
    left_out = np.zeros(len(quads), np.bool_)
    for heap in clearness:
        told = confidences[heaps == heap]
        unnamed = told.mean() < UNLIKELY and (told >= DOUBTFUL).mean() < 1 / 3
        if heap != clearest and (unnamed or beliefs[heaps == heap].mean() < BARELY):
            left_out[heaps == heap] = True
    return left_out


def left_out(count: int) -> Problem:
    """The sentence that says so."""
    return Problem(
        "left_out",
        f"画面里另有 {count} 处有点像牌但认不出，没有算进来；如果漏了牌，请补上。",
        f"{count} other places look a little like tiles but cannot be named and were left out: "
        "add a tile if one is missing.",
    )
