"""What people say that the tiles of a kept photo are, beside what they were read as.

Each photo may have a JSON file of the same name beside it: a list of ``{"quad", "read",
"confidence", "tile"}``, ``quad`` four corners in pixels of the kept photo, clockwise on the screen,
``read`` and ``confidence`` what the recognizer said, ``tile`` what was booked.  It goes when the
photo goes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hardware.files import write_whole
from scoring import Tile
from web.faces import BACK, UNKNOWN
from web.refusals import Refusal

_TILES = frozenset({*map(str, Tile), BACK})
_READ = _TILES | {UNKNOWN}


def file_of(photo: Path) -> Path:
    """Where the tiles of a kept photo are named."""
    return photo.with_suffix(".json")


def keep(photo: Path, width: int, tiles: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Keeps what the tiles of a photo are; what is no such thing is passed over.

    Args:
        photo: the kept file.
        width: of the picture that the corners are measured in.
        tiles: ``{"quad", "read", "confidence", "tile"}`` each.

    Returns:
        The list as it is in the file.

    Raises:
        Refusal: ``damaged_photo``, or ``cannot_keep``: the file cannot be written.
    """
    from PIL import Image

    if width < 1:
        return []
    try:
        with Image.open(photo) as image:
            scale = image.width / width
    except OSError as error:
        raise Refusal("damaged_photo") from error
    named = [
        {
            "quad": [[round(x * scale, 1), round(y * scale, 1)] for x, y in each["quad"]],
            "read": each["read"],
            "confidence": each["confidence"],
            "tile": each["tile"],
        }
        for each in tiles
        if _is_named(each)
    ]
    if named:
        try:
            write_whole(file_of(photo), json.dumps(named))
        except OSError as error:
            raise Refusal("cannot_keep", 503, why=error.strerror) from error
    return named


def _is_named(tile: Mapping[str, Any]) -> bool:
    confidence = tile.get("confidence")
    return (
        _is_one_of(tile.get("tile"), _TILES)
        and _is_one_of(tile.get("read"), _READ)
        and isinstance(confidence, int | float)
        and 0 <= confidence <= 1
        and _is_quad(tile.get("quad"))
    )


def _is_one_of(value: object, known: frozenset[str]) -> bool:
    return isinstance(value, str) and value in known


def _is_quad(quad: object) -> bool:
    return (
        isinstance(quad, list)
        and len(quad) == 4
        and all(isinstance(corner, list) and len(corner) == 2 for corner in quad)
        and all(type(value) in (int, float) and abs(value) < 1e5 for c in quad for value in c)
    )
