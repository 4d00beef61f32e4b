"""Tiles of one table have one shape: a box that is shorter than all others has lost a piece.

The gap in the middle of a four of dots looks like the end of a tile. Where nearly all tiles that
stand the same way are alike, one that is shorter is drawn out to their length, to one side and to
the other; what it is then called decides (`recognizer.reader`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FEWEST = 4
"""Tiles that must agree before another one is called too short."""
SHORT = 0.86
"""A tile is too short where it has less than this share of the others' length."""
ALIKE = 0.12
"""How far the shapes of those that agree may lie apart, half of them."""


def drawn_out(
    quads: NDArray[np.float32],
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """The tiles that are too short, and how they may really lie.

    Args:
        quads: ``float32 (n, 4, 2)``, corners in order around.

    Returns:
        For each proposal the tile's number ``(m,)`` and its corners ``float32 (m, 4, 2)``, in the
        order of the tile's own: two for each tile that is too short.
    """
    nothing = np.zeros(0, np.intp), np.zeros((0, 4, 2), np.float32)
    if len(quads) <= FEWEST:
        return nothing
    sides = np.roll(quads, -1, 1) - quads
    first = (sides[:, 0] - sides[:, 2]) / 2
    second = (sides[:, 1] - sides[:, 3]) / 2
    longer = np.where(
        (np.linalg.norm(first, axis=1) > np.linalg.norm(second, axis=1))[:, None], first, second
    )
    # Directions without sense: doubled angles come round once for a half turn.
    doubled = np.arctan2(longer[:, 1], longer[:, 0]) * 2
    usual = np.angle(np.median(np.cos(doubled)) + 1j * np.median(np.sin(doubled))) / 2
    upright = np.array([np.cos(usual), np.sin(usual)], np.float32)
    lengthwise = np.abs(first @ upright) > np.abs(second @ upright)
    along = np.where(lengthwise[:, None], first, second)
    across = np.where(lengthwise[:, None], second, first)
    length, width = np.linalg.norm(along, axis=1), np.maximum(np.linalg.norm(across, axis=1), 1e-3)
    straight = np.abs(along @ upright) > 0.9 * length
    shape = length / width
    if straight.sum() <= FEWEST:
        return nothing
    right = float(np.median(shape[straight]))
    if float(np.median(np.abs(shape[straight] - right))) > ALIKE * right:
        return nothing
    short = np.flatnonzero(straight & (shape < SHORT * right))
    numbers, proposed = [], []
    for number in short:
        missing = along[number] / length[number] * (right * width[number] - length[number])
        far = (quads[number] - quads[number].mean(0)) @ along[number] > 0
        for moved, by in ((far, missing), (~far, -missing)):
            numbers.append(number)
            proposed.append(quads[number] + np.where(moved[:, None], by, 0))
    if not numbers:
        return nothing
    return np.array(numbers), np.array(proposed, np.float32)
