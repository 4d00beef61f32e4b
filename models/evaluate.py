"""How well photographs are read: ``python -m models.evaluate``.

Every photograph of the ``val`` fold (never trained on) and of the unseen sources is read whole, as
``paizhuo read`` reads it. A labelled tile is found where a tile's hull overlaps its box by half
(IoU ≥ 0.5), and right where its name is right too.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from models.photos import LabelledPhoto, labelled_photos, photos_folder
from recognizer.photo import open_photo
from recognizer.reader import Reader
from recognizer.reading import DOUBTFUL, Reading

FOUND = 0.5
"""Least IoU of a labelled box and the hull of what was seen of it."""


@dataclass
class Tally:
    """Counts over photographs."""

    photos: int = 0
    tiles: int = 0
    found: int = 0
    right: int = 0
    suited: int = 0
    suited_right: int = 0
    flowers: int = 0
    flowers_right: int = 0
    flowers_as_flowers: int = 0
    extra: int = 0
    all_found: int = 0
    whole: int = 0
    silent: int = 0
    shown: int = 0
    spent: float = 0.0
    confidences: list[tuple[float, bool]] = field(default_factory=list)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)

    def error(self) -> float:
        """Expected calibration error over ten equal bins of confidence."""
        if not self.confidences:
            return 0.0
        told = np.array([c for c, _ in self.confidences])
        right = np.array([r for _, r in self.confidences], float)
        bins = np.minimum((told * 10).astype(int), 9)
        return float(
            sum(
                abs(told[bins == b].mean() - right[bins == b].mean()) * (bins == b).mean()
                for b in range(10)
                if (bins == b).any()
            )
        )


def overlaps(quads: np.ndarray, photo: LabelledPhoto) -> np.ndarray:
    """IoU of every labelled box with the hull of every quadrilateral ``(n, 4, 2)``,
    ``(labelled, n)``."""
    boxes = np.array([tile.box for tile in photo.tiles], np.float64).reshape(-1, 1, 4)
    low, high = quads.min(1)[None], quads.max(1)[None]
    shared = np.prod(
        np.maximum(np.minimum(high, boxes[..., 2:]) - np.maximum(low, boxes[..., :2]), 0), 2
    )
    union = np.prod(boxes[..., 2:] - boxes[..., :2], 2) + np.prod(high - low, 2) - shared
    return shared / np.maximum(union, 1e-9)


def count(tally: Tally, reading: Reading, photo: LabelledPhoto) -> None:
    """Add one photograph to a tally."""
    quads = np.array([tile.quad for tile in reading.tiles], np.float64).reshape(-1, 4, 2)
    shares = overlaps(quads, photo)
    pairs = sorted(
        ((shares[i, j], i, j) for i, j in zip(*np.nonzero(shares >= FOUND), strict=True)),
        reverse=True,
    )
    matched: dict[int, int] = {}
    for _, i, j in pairs:
        if i not in matched and j not in matched.values():
            matched[int(i)] = int(j)
    whole = True
    for i, label in enumerate(photo.tiles):
        if label.tile == "?":
            continue
        tally.tiles += 1
        seen = reading.tiles[matched[i]] if i in matched else None
        right = seen is not None and seen.tile == label.tile
        flower = label.tile.endswith("f")
        tally.found += seen is not None
        tally.right += right
        tally.flowers += flower
        tally.flowers_right += flower and right
        tally.flowers_as_flowers += flower and seen is not None and seen.tile.endswith("f")
        tally.suited += not flower
        tally.suited_right += right and not flower
        whole = whole and right
        if seen is None:
            tally.confusions[label.tile, "missed"] += 1
            continue
        tally.shown += 1
        tally.confidences.append((seen.confidence, right))
        if not right:
            tally.confusions[label.tile, seen.tile] += 1
            tally.silent += seen.confidence >= DOUBTFUL
    tally.extra += len(reading.tiles) - len(matched)
    tally.photos += 1
    tally.all_found += len(matched) == len(photo.tiles)
    tally.whole += whole
    tally.spent += reading.ms["total"]


def row(name: str, tally: Tally) -> str:
    """One line of the table."""

    def percent(part: int, of: int) -> str:
        return f"{100 * part / of:.1f}" if of else "-"

    return " | ".join(
        [
            f"| {name}",
            str(tally.photos),
            str(tally.tiles),
            percent(tally.found, tally.tiles),
            percent(tally.right, tally.tiles),
            percent(tally.suited_right, tally.suited),
            f"{percent(tally.flowers_as_flowers, tally.flowers)} / "
            f"{percent(tally.flowers_right, tally.flowers)}",
            percent(tally.all_found, tally.photos),
            percent(tally.whole, tally.photos),
            percent(tally.silent, tally.shown),
            f"{100 * tally.error():.1f}",
            f"{tally.extra / max(tally.tiles, 1):.2f}",
            f"{tally.spent / max(tally.photos, 1):.0f} |",
        ]
    )


HEAD = """\
| source | photos | tiles | found % | right % | suits and honours right % \
| flowers: told a flower / its number right % | photos with all found % | whole photos right % \
| wrong at ≥ 0.9 % | calibration error % | unlabelled seen per labelled | ms a photo |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


def chosen(folder: Path, only: str | None) -> list[LabelledPhoto]:
    """The photographs that are evaluated."""
    photos = [p for p in labelled_photos(folder) if p.fold == "val" or p.use == "unseen"]
    if only:
        photos = [p for p in labelled_photos(folder) if p.source == only]
    return photos


def names_of(photo: LabelledPhoto, only: str | None) -> list[str]:
    """The tallies that a photograph counts in."""
    if photo.use == "unseen" or only:
        return [photo.source]
    return ["val", f"val: {photo.source}"]


def read_all(
    photos: list[LabelledPhoto], reader: Reader
) -> Iterator[tuple[LabelledPhoto, Reading]]:
    """Each photograph with its reading."""
    for photo in photos:
        yield photo, reader.read(open_photo(photo.path).frame)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, help="folder of the ONNX files")
    parser.add_argument("--source", help="all photographs of one source instead")
    parser.add_argument("--json", type=Path, help="write every reading there, a line a photo")
    options = parser.parse_args()
    folder = photos_folder()
    if folder is None:
        parser.error("no labelled photographs: set PAIZHUO_SHARED (models/README.md)")
    reader = Reader(options.models)
    reader.models()
    tallies: dict[str, Tally] = {}
    lines = []
    for photo, reading in read_all(chosen(folder, options.source), reader):
        for name in names_of(photo, options.source):
            count(tallies.setdefault(name, Tally()), reading, photo)
        lines.append(json.dumps(reading.to_json(photo.path.name)))
    if options.json:
        options.json.write_text("\n".join(lines) + "\n")
    print(HEAD)
    for name in sorted(tallies, key=lambda n: (n != "val", n)):
        print(row(name, tallies[name]))
    for name in sorted(tallies):
        if name.startswith("val: "):
            continue
        worst = ", ".join(f"{a}→{b} {n}" for (a, b), n in tallies[name].confusions.most_common(20))
        print(f"\nMost common errors, {name}: {worst}")


if __name__ == "__main__":
    main()
