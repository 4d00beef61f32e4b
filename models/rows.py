"""Is a photograph read in the order in which its tiles lie? Told from labels alone."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from models.photos import LabelledPhoto
from recognizer.reading import SeenTile

NEAR = 1.7
"""Tiles whose middles are nearer than so many tile sides are neighbours."""
STRAIGHT = np.cos(np.deg2rad(165))
"""A tile and its neighbours on either side make a row from this angle on."""
LAID = 0.8
"""Share of a photograph's tiles that must lie in rows."""
BESIDE = 0.6
"""Tiles of one row lie nearer to its line than so many tile sides."""


def _middles(photo: LabelledPhoto) -> tuple[NDArray[np.float64], float]:
    """Middles of the labelled boxes ``(n, 2)``, and the usual side of a tile."""
    boxes = np.array([tile.box for tile in photo.tiles], np.float64).reshape(-1, 4)
    sides = boxes[:, 2:] - boxes[:, :2]
    return (boxes[:, :2] + boxes[:, 2:]) / 2, float(np.median(np.sqrt(sides.prod(1))))


def laid_in_rows(photo: LabelledPhoto) -> bool:
    """Do most labelled tiles lie in straight rows of three or more, or are they scattered?"""
    if len(photo.tiles) < 3:
        return False
    middles, side = _middles(photo)
    in_row = np.zeros(len(middles), np.bool_)
    for number, middle in enumerate(middles):
        ways = middles - middle
        lengths = np.linalg.norm(ways, axis=1)
        near = np.flatnonzero((lengths < NEAR * side) & (lengths > 0))
        ways = ways[near] / lengths[near, None]
        pairs = np.argwhere(ways @ ways.T <= STRAIGHT)
        in_row[near[pairs.ravel()]] = True
        in_row[number] |= len(pairs) > 0
    return bool(in_row.mean() >= LAID)


def in_order(photo: LabelledPhoto, seen: Mapping[int, SeenTile]) -> bool:
    """Were rows read as rows, each from one end to the other (either way)?

    Args:
        photo: the labels.
        seen: for each labelled tile that was found, by its number, what was seen of it.
    """
    middles, side = _middles(photo)
    rows: dict[int, list[int]] = {}
    for label in sorted(seen, key=lambda label: (seen[label].row, seen[label].index)):
        rows.setdefault(seen[label].row, []).append(label)
    for row in (row for row in rows.values() if len(row) > 1):
        start, end = middles[row[0]], middles[row[-1]]
        way = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
        along = (middles - start) @ way
        beside = np.abs((middles - start) @ [-way[1], way[0]])
        if (np.diff(along[row]) <= 0).any() or (beside[row] > BESIDE * side).any():
            return False
        # A tile that goes on where the row ends belongs to it.
        low, high = along[row].min() - NEAR * side, along[row].max() + NEAR * side
        others = [label for label in seen if label not in row]
        if ((beside < BESIDE / 2 * side) & (along > low) & (along < high))[others].any():
            return False
    return True
