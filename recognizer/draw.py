"""A reading drawn over its photo."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.reading import Reading

SURE, DOUBTFUL, BACK = (20, 150, 60), (235, 130, 0), (90, 110, 140)


def draw_reading(frame: NDArray[np.uint8], reading: Reading) -> NDArray[np.uint8]:
    """A copy of the frame with every tile outlined and named; doubtful ones orange, with a ``?``.

    Args:
        frame: ``uint8 (H, W, 3)`` RGB, the one that was read.
        reading: what was seen in it.
    """
    drawn = frame.copy()
    for tile in reading.tiles:
        quad = np.array(tile.quad, np.float32)
        size = float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
        ink = BACK if tile.tile == "back" else DOUBTFUL if tile.doubtful else SURE
        width = max(1, round(size / 22))
        cv2.polylines(drawn, [quad.round().astype(np.int32)], True, ink, width, cv2.LINE_AA)
        text = {"back": "#"}.get(tile.tile, tile.tile)
        if tile.doubtful and text != "?":
            text += "?"
        scale = max(0.35, size / 75)
        (wide, high), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, width)
        x, y = (int(v) for v in quad[np.argmin(quad.sum(1))])
        y = max(y, high + below)
        cv2.rectangle(drawn, (x, y - high - below), (x + wide, y + 2), ink, -1)
        cv2.putText(
            drawn,
            text,
            (x, y - below // 2),
            cv2.FONT_HERSHEY_DUPLEX,
            scale,
            (255, 255, 255),
            max(1, width // 2),
            cv2.LINE_AA,
        )
    return drawn
