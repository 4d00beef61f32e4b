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

ALIKE_UPSIDE_DOWN = frozenset(
    [
        "1p",
        "2p",
        "3p",
        "4p",
        "5p",
        "8p",
        "9p",
        "2s",
        "4s",
        "5s",
        "6s",
        "8s",
        "9s",
        "P",
        BACK,
        NOTHING,
    ]
)
"""Labels that look the same, inks aside, turned by half: they cannot tell which way up they lie."""
