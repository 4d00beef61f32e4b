"""What the classifier can say of a rectified tile, in the order of its answer."""

from __future__ import annotations

from scoring.tiles import Tile

BACK = "back"
"""A tile lying face down."""
NOTHING = "nothing"
"""No tile: the detector was wrong, or straddles two."""

LABELS: tuple[str, ...] = (
    *(str(Tile(value)) for value in range(34)),
    *(f"{number}f" for number in range(1, 9)),
    "X",
    BACK,
    NOTHING,
)
"""The 34 suited and honour tiles, eight flowers, the joker, `BACK` and `NOTHING`."""
