"""Which tiles stand together: rows, reading order, groups parted by gaps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

GAP = 0.42
"""Two neighbours farther apart than their usual distance and this share of it are two groups."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one tile belongs: ``tile`` is its index among those arranged."""

    tile: int
    row: int
    group: int
    index: int


def _rows_across(middles: NDArray[np.float64], size: float, angle: float) -> list[NDArray[np.intp]]:
    """Tiles parted into bands along a direction."""
    across = middles @ [-np.sin(angle), np.cos(angle)]
    order = np.argsort(across, kind="stable")
    cuts = np.flatnonzero(np.diff(across[order]) > size * 0.36) + 1
    return [np.asarray(band) for band in np.split(order, cuts)]


def _tightness(middles: NDArray[np.float64], size: float, angle: float) -> float:
    """How well a direction explains the tiles as rows: long thin bands score high."""
    score = 0.0
    normal = np.array([-np.sin(angle), np.cos(angle)])
    for band in _rows_across(middles, size, angle):
        spread = float(np.ptp(middles[band] @ normal))
        thin = min(1.0, 0.7 * size / max(spread, 1e-6))
        score += len(band) ** 2 * thin**2 * (1 - 0.15 * min(1.0, spread / size))
    # Of equals take the level one: that is how most photographs are held.
    return score * (1 - 0.02 * abs(float(np.sin(angle))))


def arrange(
    quads: NDArray[np.float32], rightwards: NDArray[np.float32] | None = None
) -> list[Place]:
    """Tiles in reading order.

    Args:
        quads: ``float32 (n, 4, 2)``, clockwise.
        rightwards: ``float32 (n, 2)``, for each tile the direction in which its face reads, as long
            as that is sure (0: unknown). They decide which way a row is read; without them from
            left to right and from top to bottom of the picture.

    Returns:
        One `Place` a tile, in reading order.
    """
    if not len(quads):
        return []
    middles = quads.mean(1).astype(np.float64)
    sides = np.linalg.norm(np.roll(quads, -1, 1) - quads, axis=2)
    size = float(np.median(sides.max(1)))
    angles = np.deg2rad(np.arange(-90, 90, 2.0))
    angle = max(angles, key=lambda a: _tightness(middles, size, float(a)))
    along = np.array([np.cos(angle), np.sin(angle)])
    if rightwards is not None:
        votes = np.clip(rightwards @ along, -1, 1)
        # One tile misread must not turn the row round: most of those that can tell have to agree.
        if votes.sum() < -0.5 * max(1.0, float(np.abs(votes).sum())):
            angle, along = angle + np.pi, -along
    across = np.array([-np.sin(angle), np.cos(angle)])
    bands = _rows_across(middles, size, float(angle))
    bands.sort(key=lambda band: float((middles[band] @ across).mean()))
    places: list[Place] = []
    for number, band in enumerate(bands):
        line = band[np.argsort(middles[band] @ along, kind="stable")]
        places += _groups(line, middles, along, number, size)
    return places


def _groups(
    line: NDArray[np.intp],
    middles: NDArray[np.float64],
    along: NDArray[np.float64],
    row: int,
    size: float,
) -> list[Place]:
    steps = np.diff(middles[line] @ along)
    usual = float(np.median(steps)) if len(steps) > 1 else size
    usual = min(usual, size * 1.15)
    group, places = 0, []
    for index, tile in enumerate(line):
        if index and steps[index - 1] > usual * (1 + GAP):
            group += 1
        places.append(Place(int(tile), row, group, index))
    return places
