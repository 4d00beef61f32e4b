"""Reading beside PyPI ``mahjong-detector``, in one run: ``python -m tests.benchmarks.reading``.

The peer carries a model under the AGPL, so it is no dependency, and is run in an environment of
its own that ``PAIZHUO_PEER`` names. Both are started afresh on the same 12-megapixel JPEG with 14
tiles, in turn, on one processor; times are of the processor, from start to end. Both read the same
labelled photographs, where there are any; only the 34 kinds that the peer knows count.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import median
from time import process_time

from models.cost import READ, Cost, large_photo, spent
from models.evaluate import Tally, chosen, count, names_of
from models.photos import LabelledPhoto, photos_folder
from recognizer.reader import Reader
from recognizer.reading import Quad, Reading, SeenTile

from .machine import cpu

ROUNDS = 5
SOURCES = ("chinese-mahjong", "hong-kong-sets", "japanese-tables", "blue-table")
"""Photographs of ``val``, and of a household that nobody trained on."""
PEER = "mahjong-detector 0.0.6"
INSTALL = f"""\
{PEER} is not installed, so there is nothing to compare with. To have it beside (AGPL inside):
    python3 -m venv peer && peer/bin/pip install mahjong-detector==0.0.6
    PAIZHUO_PEER=peer/bin/python python -m tests.benchmarks.reading"""
HONOURS = {"tou": "E", "nan": "S", "sha": "W", "pe": "N", "chun": "C", "hatsu": "F", "haku": "P"}

READ_BY_PEER = """\
import json, sys, time
from PIL import Image, ImageOps
from mahjong_detector.predict import CLASS_NAMES, predict
from mahjong_detector.preprocess import preprocess_image
for path in sys.stdin.read().splitlines():
    begun = time.process_time()
    tiles = predict(*preprocess_image(ImageOps.exif_transpose(Image.open(path))))
    tiles = [[CLASS_NAMES[t.class_id], t.confidence, t.x1, t.y1, t.x2, t.y2] for t in tiles]
    print(json.dumps([time.process_time() - begun, tiles]))
"""
READY = (
    "-c",
    "from recognizer.reader import Reader; import recognizer.photo; Reader().models()",
)
PEER_READY = ("-c", "from mahjong_detector.predict import get_inference_session as s; s()")


Row = tuple[str, float, float | None]
"""A measure of paizhuo and of the peer, None where that is not installed."""


def main() -> None:
    """Print the table."""
    python = os.environ.get("PAIZHUO_PEER", sys.executable)
    peer = python if has_peer(python) else None
    rows = [*costs(peer), *accuracy(peer)]
    print(f"{cpu()}, Python {platform.python_version()}, one processor\n")
    print(f"| | paizhuo | {PEER} | ratio |\n| --- | --- | --- | --- |")
    for name, ours, theirs in rows:
        ratio = f"{ours / theirs:.2f}" if theirs else "-"
        print(f"| {name} | {ours:.4g} | {'-' if theirs is None else f'{theirs:.4g}'} | {ratio} |")
    if photos_folder() is None:
        print("\nNo labelled photographs here (../shared/photos): accuracy is left out.")
    if peer is None:
        print(f"\n{INSTALL}")


def has_peer(python: str) -> bool:
    """Can this Python run the peer?"""
    command = [python, "-c", "import mahjong_detector"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def costs(peer: str | None) -> Iterator[Row]:
    """Whole processes from start to end, in turn: the medians of `ROUNDS`."""
    starts: list[tuple[Cost, Cost | None]] = []
    reads: list[tuple[Cost, Cost | None]] = []
    with large_photo() as path:
        for _ in range(ROUNDS):
            starts.append((spent(READY), spent(PEER_READY, peer) if peer else None))
            theirs = spent(["-m", "mahjong_detector", str(path)], peer) if peer else None
            reads.append((spent([*READ, str(path)]), theirs))
    yield from _medians("until its models are loaded", starts)
    yield from _medians("one whole read of a 12-megapixel JPEG", reads)


def _medians(name: str, pairs: Sequence[tuple[Cost, Cost | None]]) -> Iterator[Row]:
    ours, theirs = [our for our, _ in pairs], [their for _, their in pairs if their]
    for unit, of in ("s of the processor", "cpu"), ("MB of memory at the most", "megabytes"):
        there = median(getattr(each, of) for each in theirs) if theirs else None
        yield f"{name}: {unit}", median(getattr(each, of) for each in ours), there


def accuracy(peer: str | None) -> Iterator[Row]:
    """Both on the same photographs, counted alike; only the kinds that the peer knows."""
    folder = photos_folder()
    if folder is None:
        return
    photos = [p for p in map(_known, chosen(folder)) if p.source in SOURCES and p.tiles]
    ours = _tallied(photos, read_here(photos))
    theirs = _tallied(photos, read_there(peer, photos)) if peer else {}
    for name in ours:
        for unit, part, of in (
            ("tiles found, %", "found", "tiles"),
            ("tiles right, %", "right", "tiles"),
            ("whole photos right, %", "whole", "photos"),
        ):
            here, there = (
                100 * getattr(each[name], part) / getattr(each[name], of) if each else None
                for each in (ours, theirs)
            )
            assert here is not None
            yield f"{name}: {unit}", here, there
        spent_here, spent_there = (
            each[name].ms["detect"] / each[name].photos if each else None for each in (ours, theirs)
        )
        assert spent_here is not None
        yield f"{name}: a photo, opened and read, ms of the processor", spent_here, spent_there


def _known(photo: LabelledPhoto) -> LabelledPhoto:
    """Without flowers, which the peer does not know."""
    known = tuple(tile for tile in photo.tiles if not tile.tile.endswith("f"))
    return replace(photo, tiles=known)


def _tallied(photos: Sequence[LabelledPhoto], readings: Iterator[Reading]) -> dict[str, Tally]:
    tallies: dict[str, Tally] = {}
    for photo, reading in zip(photos, readings, strict=True):
        name = names_of(photo)[0]
        count(tallies.setdefault(name, Tally()), reading, photo)
    return tallies


def read_here(photos: Sequence[LabelledPhoto]) -> Iterator[Reading]:
    """Read by this project, on one processor."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    reader = Reader(threads=1)
    reader.models()
    for photo in photos:
        begun = process_time()
        _, reading = reader.read_photos([photo.path])
        yield replace(reading, ms={"detect": (process_time() - begun) * 1000})
    os.sched_setaffinity(0, allowed)


def read_there(peer: str, photos: Sequence[LabelledPhoto]) -> Iterator[Reading]:
    """Read by the peer, as it does by itself, with its boxes."""
    paths = "\n".join(str(photo.path) for photo in photos)
    done = subprocess.run(
        [peer, "-c", READ_BY_PEER],
        input=paths,
        capture_output=True,
        check=True,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}),
    )
    for line, photo in zip(done.stdout.splitlines(), photos, strict=True):
        seconds, seen = json.loads(line)
        tiles = tuple(
            SeenTile(HONOURS.get(name, name), sure, _corners(*box), 0, 0, index)
            for index, (name, sure, *box) in enumerate(seen)
        )
        yield Reading(photo.width, photo.height, tiles, (), {"detect": seconds * 1000})


def _corners(x1: float, y1: float, x2: float, y2: float) -> Quad:
    return (x1, y1), (x2, y1), (x2, y2), (x1, y2)


if __name__ == "__main__":
    main()
