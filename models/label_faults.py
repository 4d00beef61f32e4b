"""Labels of the photographs that are wrong, as people saw who looked: ``label_faults.jsonl``.

One line each: ``{"file", "box", "label", "reading", "why"}``. ``file`` and ``box`` name the label
as ``labels.jsonl`` has it; ``reading`` is what lies there to the eye (null: no tile at all). Where
the box is what is wrong (loose, or beside its tile) ``tile_box`` is the tile's own hull.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from models.photos import Box, LabelledPhoto

FILE = Path(__file__).with_name("label_faults.jsonl")


@dataclass(frozen=True, slots=True)
class LabelFault:
    """One wrong label."""

    file: str
    """Of the photograph, as `LabelledPhoto.name` gives it."""
    box: Box
    label: str
    reading: str | None
    """The tile that lies there, None where none does."""
    why: str
    tile_box: Box | None = None
    """The tile's own hull where the label's is wrong."""


def label_faults(path: Path = FILE) -> list[LabelFault]:
    """Every fault that is listed."""
    faults = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        box, tile_box = tuple(row.pop("box")), row.pop("tile_box", None)
        faults.append(LabelFault(box=box, tile_box=tile_box and tuple(tile_box), **row))
    return faults


def corrected(
    photos: Iterable[LabelledPhoto], faults: Iterable[LabelFault] | None = None
) -> list[LabelledPhoto]:
    """The photographs with their listed faults mended.

    Args:
        photos: as `models.photos.labelled_photos` reads them.
        faults: default those of the file.

    Raises:
        ValueError: a fault of one of these photographs names a label that it does not have.
    """
    listed: dict[str, list[LabelFault]] = {}
    for fault in label_faults() if faults is None else faults:
        listed.setdefault(fault.file, []).append(fault)
    return [_mended(photo, listed.get(photo.name, [])) for photo in photos]


def _mended(photo: LabelledPhoto, faults: list[LabelFault]) -> LabelledPhoto:
    tiles = {(tile.box, tile.tile): tile for tile in photo.tiles}
    for fault in faults:
        key = fault.box, fault.label
        if key not in tiles:
            raise ValueError(
                f"label_faults.jsonl: {fault.file} has no {fault.label} at {fault.box}"
            )
        if fault.reading is None:
            del tiles[key]
        elif fault.tile_box is None:
            tiles[key] = replace(tiles[key], tile=fault.reading)
        else:
            tiles[key] = replace(tiles[key], tile=fault.reading, box=fault.tile_box, quad=None)
    return replace(photo, tiles=tuple(tiles.values()))
