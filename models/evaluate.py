"""How well photographs are read: ``python -m models.evaluate``.

Every photograph of the ``val`` fold (never trained on) and of the unseen sources is read whole, as
``paizhuo read`` reads it. A labelled tile is found where a tile's hull overlaps its box by half
(IoU ≥ 0.5, or the face alone of a tile that was boxed whole: `models.matching`), and right where
its name is right too; a flower said to be a flower is right, and its number is counted apart.
Labels are mended by ``label_faults.jsonl`` first. What is shown besides is extra, unless
``unlabelled_tiles.jsonl`` lists it as a real tile that nobody labelled.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.cost import READ, large_photo, spent
from models.evaluate_picture import MISSED, draw
from models.label_faults import corrected, label_faults
from models.matching import matches
from models.photos import LabelledPhoto, labelled_photos, photos_folder
from models.rows import in_order, laid_in_rows
from models.unlabelled_tiles import JudgedPlace, judged_places
from recognizer.photo import open_photo
from recognizer.reader import Reader
from recognizer.reading import DOUBTFUL, Reading

STAGES = ("decode", "detect", "classify")


@dataclass
class Tally:
    """Counts over photographs."""

    photos: int = 0
    tiles: int = 0
    found: int = 0
    right: int = 0
    """Named right; of a flower, that it is one."""
    flowers: int = 0
    flowers_right: int = 0
    """Flowers told by their number."""
    flowers_as_flowers: int = 0
    unlabelled: int = 0
    """Shown real tiles that nobody labelled."""
    extra: int = 0
    """Shown without a label, and not listed as real."""
    sure_extra: int = 0
    """Of those, with confidence ≥ 0.9."""
    unjudged: int = 0
    """Of the extra, those nobody has looked at yet."""
    all_found: int = 0
    whole: int = 0
    """Photographs with every tile found and named right, flowers by their number."""
    laid: int = 0
    """Photographs whose tiles lie in rows."""
    in_order: int = 0
    silent: int = 0
    """Named wrong (a flower: its number) with confidence ≥ 0.9."""
    faults: int = 0
    """Labels mended by the list."""
    ms: dict[str, float] = field(default_factory=lambda: dict.fromkeys(STAGES, 0.0))
    confidences: list[tuple[float, bool]] = field(default_factory=list)
    """Of each labelled tile that was found: what was said, and whether its name was right."""
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)

    def reliability(self) -> list[tuple[float, float, int]]:
        """For each of ten equal bins of confidence that has tiles: the mean confidence, the share
        that was right, the number of tiles."""
        told = np.array([c for c, _ in self.confidences])
        right = np.array([r for _, r in self.confidences], float)
        bins = np.minimum((told * 10).astype(int), 9)
        return [
            (float(told[bins == b].mean()), float(right[bins == b].mean()), int((bins == b).sum()))
            for b in range(10)
            if (bins == b).any()
        ]

    def error(self) -> float:
        """Expected calibration error over those bins."""
        of = max(len(self.confidences), 1)
        return sum(abs(told - right) * count / of for told, right, count in self.reliability())


def count(
    tally: Tally, reading: Reading, photo: LabelledPhoto, judged: Sequence[JudgedPlace] = ()
) -> None:
    """Add one photograph to a tally; ``judged`` is what people saw in it beside the labels."""
    quads = np.array([tile.quad for tile in reading.tiles], np.float64).reshape(-1, 4, 2)
    matched = matches(quads, photo.boxes)
    whole = True
    for i, label in enumerate(photo.tiles):
        if label.tile == "?":
            continue
        seen = reading.tiles[matched[i]] if i in matched else None
        named = seen is not None and seen.tile == label.tile
        flower = label.tile.endswith("f")
        told_flower = flower and seen is not None and seen.tile.endswith("f")
        tally.tiles += 1
        tally.found += seen is not None
        tally.right += named or told_flower
        tally.flowers += flower
        tally.flowers_right += flower and named
        tally.flowers_as_flowers += told_flower
        whole = whole and named
        if seen is None:
            tally.confusions[label.tile, MISSED] += 1
            continue
        tally.confidences.append((seen.confidence, named))
        if not named:
            tally.confusions[label.tile, seen.tile] += 1
            tally.silent += seen.confidence >= DOUBTFUL
    _count_others(tally, reading, quads, set(matched.values()), judged)
    tally.photos += 1
    tally.all_found += len(matched) == len(photo.tiles)
    tally.whole += whole
    if laid_in_rows(photo):
        tally.laid += 1
        seen_of = {i: reading.tiles[j] for i, j in matched.items()}
        tally.in_order += in_order(photo, seen_of)
    for stage in STAGES:
        tally.ms[stage] += reading.ms.get(stage, 0.0)


def _count_others(
    tally: Tally,
    reading: Reading,
    quads: NDArray[np.float64],
    labelled: set[int],
    judged: Sequence[JudgedPlace],
) -> None:
    others = [j for j in range(len(quads)) if j not in labelled]
    places = matches(quads[others], [place.box for place in judged])
    seen_as = {others[j]: judged[i].tile for i, j in places.items()}
    for j in others:
        if seen_as.get(j) is not None:
            tally.unlabelled += 1
            continue
        tally.extra += 1
        tally.sure_extra += reading.tiles[j].confidence >= DOUBTFUL
        tally.unjudged += j not in seen_as


COLUMNS = (
    "source",
    "photos",
    "tiles",
    "found %",
    "right %",
    "flowers: told a flower / by number %",
    "extra % of tiles (sure of it)",
    "real tiles nobody labelled",
    "photos with all found %",
    "whole photos right %",
    "order right %",
    "wrong at ≥ 0.9 %",
    "calibration error %",
    "ms: decode + detect + classify",
    "labels mended",
)
HEAD = f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}"


def row(name: str, tally: Tally) -> str:
    """One line of the table."""

    def percent(part: int, of: int, digits: int = 1) -> str:
        return f"{100 * part / of:.{digits}f}" if of else "-"

    stages = (f"{tally.ms[stage] / max(tally.photos, 1):.0f}" for stage in STAGES)
    cells = [
        name,
        str(tally.photos),
        str(tally.tiles),
        percent(tally.found, tally.tiles),
        percent(tally.right, tally.tiles),
        f"{percent(tally.flowers_as_flowers, tally.flowers)} / "
        f"{percent(tally.flowers_right, tally.flowers)}",
        f"{percent(tally.extra, tally.tiles)} ({percent(tally.sure_extra, tally.tiles)})",
        str(tally.unlabelled),
        percent(tally.all_found, tally.photos),
        percent(tally.whole, tally.photos),
        percent(tally.in_order, tally.laid),
        percent(tally.silent, len(tally.confidences), 2),
        f"{100 * tally.error():.1f}",
        " + ".join(stages),
        str(tally.faults),
    ]
    return f"| {' | '.join(cells)} |"


def chosen(folder: Path, only: str | None = None) -> list[LabelledPhoto]:
    """The photographs that are evaluated, their labels mended: the ``val`` fold and the unseen
    sources, or all of one source."""
    return corrected(
        photo
        for photo in labelled_photos(folder)
        if (photo.source == only if only else photo.fold == "val" or photo.use == "unseen")
    )


def names_of(photo: LabelledPhoto, only: str | None = None) -> list[str]:
    """The tallies that a photograph counts in."""
    if photo.use == "unseen" or only:
        return [photo.source]
    return ["val", f"val: {photo.source}"]


def read_all(
    photos: Iterable[LabelledPhoto], reader: Reader
) -> Iterator[tuple[LabelledPhoto, Reading]]:
    """Each photograph with its reading, the time to open it among its times."""
    for photo in photos:
        yield photo, reader.read_photos([photo.path])[1]


def tallied(
    readings: Iterable[tuple[LabelledPhoto, Reading]], only: str | None = None
) -> dict[str, Tally]:
    """Every reading counted where it belongs, against both lists of what labels leave out."""
    judged = judged_places()
    faulty = Counter(fault.file for fault in label_faults())
    tallies: dict[str, Tally] = {}
    for photo, reading in readings:
        for name in names_of(photo, only):
            tally = tallies.setdefault(name, Tally())
            count(tally, reading, photo, judged.get(photo.name, ()))
            tally.faults += faulty[photo.name]
    return tallies


def rotated_alike(photos: list[LabelledPhoto], number: int, reader: Reader) -> dict[str, float]:
    """How far a quarter, a half and three quarters of a turn change what is read.

    Args:
        photos: where to take from, at even steps.
        number: how many photographs are turned.
        reader: what reads them.

    Returns:
        Shares of the turned pictures in which the same multiset is read as in the upright one:
        ``"all tiles"`` that are shown, ``"labelled tiles"`` those where a label is.
    """
    step = max(1, len(photos) // number)
    same: Counter[str] = Counter()
    turned = photos[::step][:number]
    for photo in turned:
        frame = open_photo(photo.path).frame
        height, width = frame.shape[:2]
        first: dict[str, Counter[str]] = {}
        for turns in range(4):
            reading = reader.read(np.ascontiguousarray(np.rot90(frame, -turns)))
            told = {
                "all tiles": Counter(tile.tile for tile in reading.tiles),
                "labelled tiles": _labelled(reading, photo, turns, width, height),
            }
            first = first or told
            if turns:
                same.update(name for name in told if told[name] == first[name])
    return {name: same[name] / (3 * len(turned)) for name in ("all tiles", "labelled tiles")}


def _labelled(
    reading: Reading, photo: LabelledPhoto, turns: int, width: int, height: int
) -> Counter[str]:
    """What is read where labels are, in a picture turned clockwise by quarters."""
    quads = np.array([tile.quad for tile in reading.tiles], np.float64).reshape(-1, 4, 2)
    # Back to the upright picture, a quarter at a time.
    sides = [(width, height), (height, width)]
    for turn in range(turns, 0, -1):
        _, upright_height = sides[(turn - 1) % 2]
        quads = np.stack([quads[..., 1], upright_height - quads[..., 0]], 2)
    matched = matches(quads, photo.boxes)
    return Counter(reading.tiles[j].tile for j in matched.values())


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, help="folder of other ONNX files")
    parser.add_argument("--source", help="all photographs of one source instead")
    parser.add_argument("--json", type=Path, help="write every reading there, a line a photo")
    parser.add_argument("--picture", type=Path, help="draw the figures into this PNG")
    parser.add_argument("--rotations", type=int, default=0, help="turn so many val photographs")
    parser.add_argument("--memory", action="store_true", help="measure one `paizhuo read`")
    options = parser.parse_args()
    if options.memory:
        _print_memory()
    folder = photos_folder()
    if folder is None:
        parser.error("no labelled photographs: set PAIZHUO_SHARED (models/README.md)")
    reader = Reader(options.models)
    reader.models()
    photos = chosen(folder, options.source)
    readings = list(read_all(photos, reader))
    tallies = tallied(readings, options.source)
    if options.json:
        lines = (json.dumps(reading.to_json(photo.name)) + "\n" for photo, reading in readings)
        options.json.write_text("".join(lines))
    names = sorted(tallies, key=lambda name: (name != "val", name))
    print(HEAD)
    for name in names:
        print(row(name, tallies[name]))
    for name in names:
        worst = ", ".join(f"{a}→{b} {n}" for (a, b), n in tallies[name].confusions.most_common(20))
        if not name.startswith("val: "):
            print(f"\nMost common errors, {name}: {worst}")
    unjudged = sum(tally.unjudged for name, tally in tallies.items() if ":" not in name)
    if unjudged:
        print(f"\n{unjudged} of the extra were never looked at: python -m models.review")
    if options.picture:
        picture = draw({name: tallies[name] for name in names})
        cv2.imwrite(str(options.picture), cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))
    if options.rotations:
        upright = [photo for photo in photos if photo.fold == "val"]
        print(
            f"\n{options.rotations} val photographs turned by 90°, 180°, 270°, the same multiset:"
        )
        for name, share in rotated_alike(upright, options.rotations, reader).items():
            print(f"- {name}: {100 * share:.1f} % of the turned pictures")


def _print_memory() -> None:
    with large_photo() as path:
        cost = spent([*READ, str(path)])
    print(
        f"one `paizhuo read` of a 12-megapixel JPEG: at most {cost.megabytes:.0f} MB in memory, "
        f"{cost.cpu:.2f} s of the processor\n"
    )


if __name__ == "__main__":
    main()
