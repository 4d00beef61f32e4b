"""Real tiles of the photographs that nobody labelled: ``unlabelled_tiles.jsonl``.

One line each: ``{"file", "box", "tile"}``, the box as hull in pixels of the file. People looked at
what the reader shows without a label; ``tile`` is null where they saw that it is none (so that
nobody need look again), ``back`` for one face down, ``?`` for a real one whose face cannot be told.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from models.photos import Box

FILE = Path(__file__).with_name("unlabelled_tiles.jsonl")


@dataclass(frozen=True, slots=True)
class JudgedPlace:
    """Something shown without a label, as people saw it."""

    file: str
    box: Box
    tile: str | None


def judged_places(path: Path = FILE) -> dict[str, list[JudgedPlace]]:
    """Everything that was looked at, by the photograph's name."""
    places: dict[str, list[JudgedPlace]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        place = JudgedPlace(**(row := json.loads(line)) | {"box": tuple(row["box"])})
        places.setdefault(place.file, []).append(place)
    return places
