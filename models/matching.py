"""Which seen tile shows which box."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from models.photos import Box

FOUND = 0.5
"""Least IoU of a box and the hull of what was seen of it."""


def overlaps(quads: NDArray[np.floating], boxes: Iterable[Box]) -> NDArray[np.float64]:
    """IoU of every box with the hull of every quadrilateral ``(n, 4, 2)``: ``(boxes, n)``."""
    framed = np.array(list(boxes), np.float64).reshape(-1, 1, 4)
    low, high = quads.min(1)[None], quads.max(1)[None]
    shared = np.prod(
        np.maximum(np.minimum(high, framed[..., 2:]) - np.maximum(low, framed[..., :2]), 0), 2
    )
    union = np.prod(framed[..., 2:] - framed[..., :2], 2) + np.prod(high - low, 2) - shared
    return np.asarray(shared / np.maximum(union, 1e-9), np.float64)


def matches(quads: NDArray[np.floating], boxes: Iterable[Box]) -> dict[int, int]:
    """Which quadrilateral shows which box, best pairs first: box number → number of its quad."""
    shares = overlaps(quads, boxes)
    pairs = sorted(
        ((shares[i, j], int(i), int(j)) for i, j in np.argwhere(shares >= FOUND)), reverse=True
    )
    matched: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in pairs:
        if i not in matched and j not in taken:
            matched[i] = j
            taken.add(j)
    return matched
