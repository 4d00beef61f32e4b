"""The program's icon: a tile with 中 on the felt, drawn here in any size."""

from __future__ import annotations

import io
from functools import cache

from PIL import Image, ImageDraw

FELT, PAPER, EDGE, RED = "#1b5a47", "#fdfaf0", "#d2c7aa", "#b3261e"
_FINER = 4
"""Drawn so many times larger and then reduced, for smooth edges."""


@cache
def icon(size: int, *, maskable: bool = False) -> bytes:
    """The icon as PNG.

    Args:
        size: width and height in pixels.
        maskable: felt to the edges, and the tile within the circle that every mask leaves.
    """
    side = size * _FINER
    image = Image.new("RGBA", (side, side))
    draw = ImageDraw.Draw(image)

    def box(left: float, top: float, right: float, bottom: float) -> tuple[float, ...]:
        return left * side, top * side, right * side, bottom * side

    draw.rounded_rectangle(box(0, 0, 1, 1), 0 if maskable else 0.22 * side, FELT)
    high = 0.29 if maskable else 0.36
    wide = high * 0.76
    tile = box(0.5 - wide, 0.5 - high, 0.5 + wide, 0.5 + high)
    thick = 0.14 * high * side
    below = (tile[0], tile[1] + thick, tile[2], tile[3] + thick)
    draw.rounded_rectangle(below, 0.22 * high * side, EDGE)
    draw.rounded_rectangle(tile, 0.22 * high * side, PAPER)
    # 中 without a font: a frame and the stroke through it.
    stroke = 0.15 * high
    frame = box(0.5 - 0.5 * high, 0.5 - 0.42 * high, 0.5 + 0.5 * high, 0.5 + 0.22 * high)
    draw.rectangle(frame, outline=RED, width=round(stroke * side))
    draw.rectangle(
        box(0.5 - stroke / 2, 0.5 - 0.76 * high, 0.5 + stroke / 2, 0.5 + 0.76 * high), RED
    )
    out = io.BytesIO()
    image.resize((size, size), Image.Resampling.LANCZOS).save(out, "PNG", optimize=True)
    return out.getvalue()
