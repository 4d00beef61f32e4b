"""What enrolling a household's own set brings: ``python -m models.enrolment``.

The tiles of some photographs are enrolled, those of the others read with and without them, for 1,
3 and 10 photographs enrolled. ``hong-kong-sets`` shows at least six sets: its photographs are
parted first by the look of their tiles (the mean of what their embeddings differ by from their
label's usual place, k-means), and each part is enrolled and read by itself. ``blue-table`` is one
set. How much an enrolled set counts is chosen on ``val`` photographs of the training sources alone
(``--weights``), never on ``blue-table``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.label_faults import corrected
from models.matching import matches
from models.photos import LabelledPhoto, labelled_photos, photos_folder, training_photos
from recognizer.enrolment import WEIGHT, new_set
from recognizer.labels import LABELS
from recognizer.reader import Reader

PARTS = 6
DRAWS = 10


@dataclass(frozen=True, slots=True)
class NamedPhoto:
    """The labelled tiles of a photograph that were found: ``labels`` ``int64 (n,)``, ``chances``
    ``float32 (n, 45)``, ``embeddings`` ``float32 (n, 128)``."""

    labels: NDArray[np.int64]
    chances: NDArray[np.float32]
    embeddings: NDArray[np.float32]


def named(photos: Sequence[LabelledPhoto], reader: Reader) -> list[NamedPhoto]:
    """What the classifier says of every labelled tile that the detector finds."""
    detector, classifier = reader.models()
    found = []
    for photo in photos:
        frame = photo.image()
        quads = detector.find(frame).quads
        pairs = [
            (LABELS.index(photo.tiles[i].tile), j)
            for i, j in matches(quads, photo.boxes).items()
            if photo.tiles[i].tile in LABELS
        ]
        if pairs:
            said = classifier.name(frame, quads[[j for _, j in pairs]])
            labels = np.array([label for label, _ in pairs])
            found.append(NamedPhoto(labels, said.chances, said.embeddings))
    return found


def parted(photos: Sequence[NamedPhoto], parts: int, seed: int = 0) -> list[list[NamedPhoto]]:
    """Photographs of several sets, parted by the look of their tiles."""
    usual = {
        label: np.mean(
            [p.embeddings[p.labels == label].mean(0) for p in photos if label in p.labels], 0
        )
        for label in np.unique(np.concatenate([p.labels for p in photos]))
    }
    looks = np.array(
        [
            np.mean([e - usual[label] for e, label in zip(p.embeddings, p.labels, strict=True)], 0)
            for p in photos
        ]
    )
    random = np.random.default_rng(seed)
    middles = looks[random.choice(len(looks), min(parts, len(looks)), replace=False)]
    for _ in range(30):
        nearest = np.linalg.norm(looks[:, None] - middles[None], axis=2).argmin(1)
        middles = np.array(
            [
                looks[nearest == k].mean(0) if (nearest == k).any() else middles[k]
                for k in range(len(middles))
            ]
        )
    groups = [[photos[i] for i in np.flatnonzero(nearest == k)] for k in range(len(middles))]
    return [group for group in groups if len(group) > 1]


def shares_right(
    groups: Sequence[Sequence[NamedPhoto]], enrolled: int, weight: float, seed: int = 1
) -> tuple[float, float, int]:
    """Tiles named right without and with ``enrolled`` photographs of their set, as shares, and how
    many were read; the mean of `DRAWS` choices of photographs to enrol."""
    random = np.random.default_rng(seed)
    before = after = count = 0
    for group in groups:
        if len(group) <= enrolled:
            continue
        for _ in range(DRAWS):
            first = set(random.choice(len(group), enrolled, replace=False).tolist())
            tiles = new_set("own")
            for i in first:
                photo = group[i]
                tiles = tiles.with_tiles([LABELS[n] for n in photo.labels], photo.embeddings)
            for i, photo in enumerate(group):
                if i in first:
                    continue
                said = tiles.weigh(photo.chances, photo.embeddings, weight)
                before += int((photo.chances.argmax(1) == photo.labels).sum())
                after += int((said.argmax(1) == photo.labels).sum())
                count += len(photo.labels)
    return before / max(count, 1), after / max(count, 1), count // DRAWS


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, help="folder of the ONNX files")
    parser.add_argument("--weights", action="store_true", help="compare weights on val")
    parser.add_argument(
        "--all", action="store_true", help="hong-kong-sets whole: for models that never saw it"
    )
    options = parser.parse_args()
    folder = photos_folder()
    if folder is None:
        parser.error("no labelled photographs: set PAIZHUO_SHARED (models/README.md)")
    reader = Reader(options.models)
    val = corrected(training_photos(folder, "val"))
    if options.weights:
        sources = sorted({photo.source for photo in val})
        groups = [
            group
            for source in sources
            for group in parted(
                named([photo for photo in val if photo.source == source], reader), PARTS
            )
        ]
        for weight in (0.0, 2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0):
            told = [f"{shares_right(groups, k, weight)[1]:.2%}" for k in (1, 3, 10)]
            print(f"weight {weight:4.0f}: " + "  ".join(told))
        return
    everything = corrected(labelled_photos(folder))
    hong_kong = everything if options.all else val
    tests = {
        "hong-kong-sets": parted(
            named([p for p in hong_kong if p.source == "hong-kong-sets"], reader), PARTS
        ),
        "blue-table": [named([p for p in everything if p.source == "blue-table"], reader)],
    }
    print("| source | photos enrolled | tiles read | named right without | with the set |")
    print("| --- | --- | --- | --- | --- |")
    for source, groups in tests.items():
        for enrolled in (1, 3, 10):
            before, after, count = shares_right(groups, enrolled, WEIGHT)
            print(f"| {source} | {enrolled} | {count} | {before:.2%} | {after:.2%} |")


if __name__ == "__main__":
    main()
