"""Sheets for people to judge labels and unlabelled tiles by: ``python -m models.review``.

The reader proposes, people look, and what they see goes into ``unlabelled_tiles.jsonl`` or
``label_faults.jsonl``. Three kinds:

- ``places``: what is shown without a label and was never looked at; is it a tile?
- ``names``: labels with which the classifier disagrees; what lies there?
- ``boxes``: labels whose tile the reader finds, but with another hull; does that one fit better?

``propose`` writes numbered sheets and ``proposals.jsonl`` into a folder; ``accept`` takes them over
but for those given, which are left out (``names``, ``boxes``) or are no tiles (``places``). The
sheets show photographs: keep them out of the project.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models import label_faults, unlabelled_tiles
from models.label_faults import corrected
from models.matching import FOUND, matches, overlaps
from models.photos import Box, LabelledPhoto, labelled_photos, photos_folder
from models.unlabelled_tiles import judged_places
from recognizer.labels import LABELS, NOTHING
from recognizer.reader import Reader
from recognizer.reading import DOUBTFUL

LEAST = 0.3
"""Places are proposed from this score on, a little lower than the reader's: models differ."""
COLUMNS, ROWS, SIDE = 10, 9, 108
"""Crops across and down a sheet, and the pixels of one."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something to be judged: a label and what the reader says there, or a place without one."""

    file: str
    box: Box
    label: str | None
    """None for a place without a label."""
    reading: str
    confidence: float
    tile_box: Box | None = None
    """For ``boxes``: the hull that the reader sees."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What both networks find in a photograph, however doubtful."""

    quads: NDArray[np.float32]
    chances: NDArray[np.float32]

    def hull(self, number: int) -> Box:
        """The hull of one quadrilateral, to a tenth of a pixel."""
        quad = self.quads[number]
        x1, y1, x2, y2 = (round(float(v), 1) for v in (*quad.min(0), *quad.max(0)))
        return x1, y1, x2, y2

    def named(self, number: int) -> tuple[str, float]:
        """What it is likeliest to be, and the chance of that."""
        best = int(self.chances[number].argmax())
        return LABELS[best], float(self.chances[number, best])


def look(photo: LabelledPhoto, reader: Reader) -> Seen:
    """Find and name whatever might be a tile."""
    detector, classifier = reader.models()
    frame = photo.image()
    quads = detector.find(frame, LEAST).quads
    if not len(quads):
        return Seen(quads, np.zeros((0, len(LABELS)), np.float32))
    return Seen(quads, classifier.name(frame, quads).chances)


def places(photo: LabelledPhoto, seen: Seen) -> Iterator[Proposal]:
    """What is shown without a label and was never judged."""
    known = [*photo.boxes, *(place.box for place in judged_places().get(photo.name, ()))]
    if not len(seen.quads):
        return
    shares = overlaps(seen.quads, known) if known else np.zeros((1, len(seen.quads)))
    for number in np.flatnonzero(shares.max(0) < FOUND):
        reading, confidence = seen.named(int(number))
        if reading != NOTHING:
            yield Proposal(photo.name, seen.hull(int(number)), None, reading, confidence)


def names(photo: LabelledPhoto, seen: Seen) -> Iterator[Proposal]:
    """Labels to which the classifier gives less than half a chance."""
    for i, j in matches(seen.quads, photo.boxes).items():
        label = photo.tiles[i]
        if label.tile in LABELS and seen.chances[j, LABELS.index(label.tile)] < 0.5:
            yield Proposal(photo.name, label.box, label.tile, *seen.named(j))


def boxes(photo: LabelledPhoto, seen: Seen) -> Iterator[Proposal]:
    """Labels whose tile is found, but not with half the box in common."""
    matched = matches(seen.quads, photo.boxes)
    middles = seen.quads.mean(1)
    sizes = np.ptp(seen.quads, 1).max(1)
    for i, label in enumerate(photo.tiles):
        if i in matched or label.tile not in LABELS or not len(middles):
            continue
        x1, y1, x2, y2 = label.box
        apart = np.linalg.norm(middles - [(x1 + x2) / 2, (y1 + y2) / 2], axis=1) / sizes
        apart[seen.chances[:, LABELS.index(label.tile)] < 0.3] = np.inf
        j = int(apart.argmin())
        if apart[j] < 0.6:
            yield Proposal(photo.name, label.box, label.tile, *seen.named(j), seen.hull(j))


KINDS = {"places": places, "names": names, "boxes": boxes}


def write_sheets(proposals: Sequence[Proposal], photos: dict[str, LabelledPhoto], out: Path) -> int:
    """Draw the proposals, numbered, with some of what is around them; the number of sheets."""
    cells = list(_crops(proposals, photos))
    starts = range(0, len(cells), COLUMNS * ROWS)
    for number, start in enumerate(starts):
        part = cells[start : start + COLUMNS * ROWS]
        part += [np.full_like(part[0], 255)] * (-len(part) % COLUMNS)
        lines = [np.hstack(part[i : i + COLUMNS]) for i in range(0, len(part), COLUMNS)]
        sheet = cv2.cvtColor(np.vstack(lines), cv2.COLOR_RGB2BGR)
        cv2.imwrite(str(out / f"{number:03}.png"), sheet)
    return len(starts)


def _crops(
    proposals: Sequence[Proposal], photos: dict[str, LabelledPhoto]
) -> Iterator[NDArray[np.uint8]]:
    name, image = "", np.zeros((0, 0, 3), np.uint8)
    for number, proposal in enumerate(proposals):
        if proposal.file != name:
            name, image = proposal.file, photos[proposal.file].image()
        x1, y1, x2, y2 = proposal.box
        scale = SIDE / (1.8 * max(x2 - x1, y2 - y1))
        shift = np.array([SIDE / 2, SIDE / 2]) - scale * np.array([(x1 + x2) / 2, (y1 + y2) / 2])
        way = cv2.INTER_CUBIC if scale > 0.6 else cv2.INTER_AREA
        into = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]], np.float32)
        crop = cv2.warpAffine(image, into, (SIDE, SIDE), flags=way)
        for box, ink in ((proposal.box, (255, 0, 0)), (proposal.tile_box, (255, 220, 0))):
            if box:
                corners = np.round(np.reshape(box, (2, 2)) * scale + shift).astype(int)
                cv2.rectangle(crop, corners[0].tolist(), corners[1].tolist(), ink, 1)
        label = f"{proposal.label}>" if proposal.label else ""
        cell = np.full((SIDE + 18, SIDE + 4, 3), 255, np.uint8)
        cell[16 : 16 + SIDE, :SIDE] = crop
        text = f"{number} {label}{proposal.reading} {proposal.confidence:.1f}"
        cv2.putText(cell, text, (1, 12), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0), 1, cv2.LINE_AA)
        yield cell


def propose(
    kind: str, photos: Sequence[LabelledPhoto], readers: Sequence[Reader], out: Path
) -> None:
    """Write sheets and ``proposals.jsonl``; several readers see more than one."""
    found: list[Proposal] = []
    known = {(fault.file, fault.box, fault.label) for fault in label_faults.label_faults()}
    for photo in photos:
        seen = [look(photo, reader) for reader in readers]
        every = Seen(
            np.concatenate([one.quads for one in seen]),
            np.concatenate([one.chances for one in seen]),
        )
        fresh: list[Proposal] = []
        for proposal in sorted(KINDS[kind](photo, every), key=lambda p: -p.confidence):
            if (proposal.file, proposal.box, proposal.label) in known:
                continue
            if not any(_same(proposal, other) for other in fresh):
                fresh.append(proposal)
        found += fresh
    out.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(asdict(proposal)) + "\n" for proposal in found)
    (out / "proposals.jsonl").write_text("".join(lines))
    sheets = write_sheets(found, {photo.name: photo for photo in photos}, out)
    print(f"{len(found)} {kind} on {sheets} sheets in {out}")


def _same(one: Proposal, other: Proposal) -> bool:
    if one.label is not None:
        return one.box == other.box
    corners = np.array(other.box, np.float64).reshape(1, 2, 2)
    return bool(overlaps(corners, [one.box])[0, 0] >= FOUND)


def accept(
    kind: str, folder: Path, without: set[int], named: dict[int, str] | None = None, why: str = ""
) -> None:
    """Take the proposals of a folder over into the project's lists.

    Args:
        kind: ``places``, ``names`` or ``boxes``.
        folder: where they were written.
        without: numbers of those that are wrong: no tiles at ``places``, no faults elsewhere.
        named: what lies there, by number, where the reader said otherwise.
        why: what is wrong with the labels.
    """
    told = named or {}
    lines = (folder / "proposals.jsonl").read_text().splitlines()
    path = unlabelled_tiles.FILE if kind == "places" else label_faults.FILE
    rows = path.read_text(encoding="utf-8").splitlines()
    for number, proposal in enumerate(Proposal(**json.loads(line)) for line in lines):
        row: dict[str, object] = {"file": proposal.file, "box": proposal.box}
        if kind == "places":
            sure = proposal.reading if proposal.confidence >= DOUBTFUL else "?"
            row["tile"] = None if number in without else told.get(number, sure)
        elif number in without:
            continue
        else:
            reading = proposal.label if kind == "boxes" else proposal.reading
            row |= {"label": proposal.label, "reading": told.get(number, reading), "why": why}
            if kind == "boxes":
                row["tile_box"] = proposal.tile_box
        rows.append(json.dumps(row, ensure_ascii=False))
    path.write_text("".join(f"{row}\n" for row in sorted(rows)), encoding="utf-8")
    print(f"{path.name}: {len(rows)} lines")


def _numbers(text: str) -> set[int]:
    """``"3,7-9"`` → 3, 7, 8, 9."""
    numbers: set[int] = set()
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        numbers.update(range(int(first), int(last or first) + 1))
    return numbers


def _named(text: str) -> dict[int, str]:
    """``"3-5=back,8=?"`` → 3, 4 and 5 are backs, 8 cannot be told."""
    pairs = (part.split("=") for part in text.split(","))
    return {number: tile for numbers, tile in pairs for number in _numbers(numbers)}


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("step", choices=("propose", "accept"))
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("folder", type=Path, help="of the sheets")
    parser.add_argument("--models", type=Path, nargs="*", help="folders of ONNX files that propose")
    parser.add_argument("--source", help="one source's photographs (default: val and unseen)")
    parser.add_argument("--without", type=_numbers, default=set(), help="numbers: 3,7-9")
    parser.add_argument("--named", type=_named, help="what lies there instead: 3-5=back,8=?")
    parser.add_argument("--why", default="", help="what is wrong with the labels")
    options = parser.parse_args()
    folder = photos_folder()
    if folder is None:
        parser.error("no labelled photographs: set PAIZHUO_SHARED (models/README.md)")
    if options.step == "accept":
        accept(options.kind, options.folder, options.without, options.named, options.why)
        return
    photos = labelled_photos(folder)
    chosen = [
        photo
        for photo in (corrected(photos) if options.kind == "places" else photos)
        if (photo.source == options.source if options.source else photo.fold != "train")
    ]
    readers = [Reader(models) for models in options.models or [None]]
    propose(options.kind, chosen, readers, options.folder)


if __name__ == "__main__":
    main()
