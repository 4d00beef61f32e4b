"""Tiles cut out of a frame and set upright, for the classifier."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE = 64
"""Pixels of a rectified tile's side."""
MARGIN = 0.10
"""How much around a tile is cut out with it, as a share of its sides."""


def grown(quads: NDArray[np.float32], margin: float = MARGIN) -> NDArray[np.float32]:
    """Quadrilaterals ``(n, 4, 2)`` pushed outwards from their middles by a share of their size."""
    middles = quads.mean(1, keepdims=True)
    pushed: NDArray[np.float32] = middles + (quads - middles) * np.float32(1 + 2 * margin)
    return pushed


def rectify(frame: NDArray[np.uint8], quads: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Each quadrilateral as a square picture.

    Args:
        frame: ``uint8 (H, W, 3)`` RGB.
        quads: ``float32 (n, 4, 2)``, corners in pixels of the frame, clockwise from the one that
            becomes the top left.

    Returns:
        ``uint8 (n, 64, 64, 3)``; what lies outside the frame repeats its edge.
    """
    tiles = np.empty((len(quads), SIDE, SIDE, 3), np.uint8)
    for tile, quad in zip(tiles, grown(quads), strict=True):
        sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
        # Shrinking by more than half would skip pixels: warp to a larger square, then average.
        side = SIDE * int(np.clip(np.ceil(sides.mean() / SIDE / 1.5), 1, 8))
        square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
        into = cv2.getPerspectiveTransform(quad, square)
        picture = cv2.warpPerspective(
            frame, into, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        tile[:] = cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return tiles
