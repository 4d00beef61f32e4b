"""The labelled photographs that train and test the models, read from outside the project.

The photographs are not part of the project (their licences and uses are described beside them).
They are looked for in ``$PAIZHUO_SHARED/photos``, else in ``../shared/photos`` beside the checkout.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

Box = tuple[float, float, float, float]
"""x1, y1, x2, y2 in pixels of the file."""


@dataclass(frozen=True, slots=True)
class LabelledTile:
    """One labelled tile of a photograph."""

    tile: str
    """Its class in tile notation, or ``?`` where the label says nothing."""
    box: Box
    """Its axis-aligned hull."""
    quad: tuple[tuple[float, float], ...] | None
    """Its four corners where the source had a polygon, else None."""
    estimated: float | None
    """For boxes grown by a publisher's script: how sure the growth is (below 0.3: class only)."""


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """One photograph with the tiles that somebody labelled in it; others may be unlabelled."""

    path: Path
    source: str
    use: str
    fold: str
    width: int
    height: int
    squeezed: bool
    badly_squeezed: bool
    augmented: bool
    """The publisher turned, sheared or blurred the picture; its boxes grew with it."""
    tiles: tuple[LabelledTile, ...]

    @property
    def name(self) -> str:
        """The file as ``labels.jsonl`` names it: its source's folder and its own name."""
        return f"{self.path.parent.name}/{self.path.name}"

    @property
    def boxes(self) -> list[Box]:
        """The hulls of its tiles, in their order."""
        return [tile.box for tile in self.tiles]

    def image(self) -> np.ndarray:
        """The picture, ``uint8 (H, W, 3)`` RGB, as stored."""
        bgr = cv2.imread(str(self.path), cv2.IMREAD_COLOR)
        if bgr is None:
            raise OSError(f"cannot read {self.path.name}")
        return cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB)


def photos_folder() -> Path | None:
    """The folder of the labelled photographs, or None where this machine has none."""
    root = os.environ.get("PAIZHUO_SHARED")
    shared = Path(root) if root else Path(__file__).resolve().parents[2] / "shared"
    folder = shared / "photos"
    return folder if (folder / "labels.jsonl").is_file() else None


def _tile(row: dict[str, object]) -> LabelledTile:
    quad = row.get("quad")
    x1, y1, x2, y2 = row["box"]  # type: ignore[misc]
    estimated = row.get("estimated")
    return LabelledTile(
        str(row["tile"]),
        (float(x1), float(y1), float(x2), float(y2)),
        tuple((float(x), float(y)) for x, y in quad) if isinstance(quad, list) else None,
        float(estimated) if isinstance(estimated, int | float) else None,
    )


def labelled_photos(folder: Path) -> list[LabelledPhoto]:
    """Every row of ``labels.jsonl`` in ``folder``, in its order."""
    photos = []
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        photos.append(
            LabelledPhoto(
                folder / row["file"],
                row["source"],
                row["use"],
                row["fold"],
                row["width"],
                row["height"],
                bool(row["squeezed"]),
                bool(row["badly_squeezed"]),
                bool(row["augmented"]),
                tuple(_tile(tile) for tile in row["tiles"]),
            )
        )
    return photos


def training_photos(folder: Path, fold: str, without: str | None = None) -> list[LabelledPhoto]:
    """The photographs of one fold (``train`` or ``val``) that may tune models.

    Args:
        folder: the folder of ``labels.jsonl``.
        fold: ``train`` or ``val``.
        without: a source to leave out, for the honest figure of an unseen household.
    """
    return [
        photo
        for photo in labelled_photos(folder)
        if photo.use == "train" and photo.fold == fold and photo.source != without
    ]
