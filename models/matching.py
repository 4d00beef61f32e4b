"""Which seen tile shows which box."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from models.photos import Box

FOUND = 0.5
"""Least IoU of a box and the hull of what was seen of it."""
WITHIN, FILLED = 0.85, 0.35
"""Some sources box a standing tile with its top and its sides, and its face alone is seen: then so
much of what was seen lies within the box, and fills so much of it."""


def overlaps(quads: NDArray[np.floating], boxes: Iterable[Box]) -> NDArray[np.float64]:
    """IoU of every box with the hull of every quadrilateral ``(n, 4, 2)``: ``(boxes, n)``."""
    return _overlap(*areas(quads, boxes))


def _overlap(
    shared: NDArray[np.float64], box: NDArray[np.float64], hull: NDArray[np.float64]
) -> NDArray[np.float64]:
    return np.asarray(shared / np.maximum(box + hull - shared, 1e-9), np.float64)


def areas(
    quads: NDArray[np.floating], boxes: Iterable[Box]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Shared by every box and hull ``(boxes, n)``, of the boxes ``(boxes, 1)``, of the hulls
    ``(1, n)``."""
    framed = np.array(list(boxes), np.float64).reshape(-1, 1, 4)
    low, high = quads.min(1)[None], quads.max(1)[None]
    shared = np.prod(
        np.maximum(np.minimum(high, framed[..., 2:]) - np.maximum(low, framed[..., :2]), 0), 2
    )
    return shared, np.prod(framed[..., 2:] - framed[..., :2], 2), np.prod(high - low, 2)


def matches(quads: NDArray[np.floating], boxes: Iterable[Box]) -> dict[int, int]:
    """Which quadrilateral shows which box, best pairs first: box number → number of its quad."""
    shared, box, hull = areas(quads, boxes)
    shares = _overlap(shared, box, hull)
    same = shares >= FOUND
    face = (shared >= WITHIN * hull) & (shared >= FILLED * box)
    pairs = sorted(
        ((shares[i, j], int(i), int(j)) for i, j in np.argwhere(same | face)), reverse=True
    )
    matched: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in pairs:
        if i not in matched and j not in taken:
            matched[i] = j
            taken.add(j)
    return matched
