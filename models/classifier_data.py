"""What the classifier is shown: tiles cut from labelled photographs and rendered scenes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from models.clutter import Clutter
from models.faces import KINDS, TileSet
from models.matching import FOUND, areas, overlaps
from models.photos import LabelledPhoto
from models.unlabelled_tiles import judged_places
from recognizer.detect import TileDetector
from recognizer.labels import BACK, LABELS, NOTHING
from recognizer.rectify import MARGIN, SIDE

PATCH = 96
"""Pixels of a kept patch's side: a tile with enough around it to turn it any way."""
AROUND = 0.45
INDEX = {label: i for i, label in enumerate(LABELS)}


@dataclass
class Patches:
    """Tiles with their surroundings.

    ``pictures`` ``uint8 (n, 96, 96, 3)``; ``quads`` ``float32 (n, 4, 2)`` in the patch's pixels,
    from the tile's own top left clockwise; ``labels`` ``int64 (n,)``; ``upright`` ``bool (n,)``:
    the first corner is known to be the face's top left; ``rough`` ``bool (n,)``: only a hull.
    """

    pictures: NDArray[np.uint8]
    quads: NDArray[np.float32]
    labels: NDArray[np.int64]
    upright: NDArray[np.bool_]
    rough: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.labels)


class _Collector:
    def __init__(self) -> None:
        self.rows: list[tuple[NDArray[np.uint8], NDArray[np.float32], int, bool, bool]] = []

    def add(
        self,
        frame: NDArray[np.uint8],
        quad: NDArray[np.float32],
        label: str,
        *,
        upright: bool,
        rough: bool,
    ) -> None:
        low, high = quad.min(0), quad.max(0)
        side = float((high - low).max()) * (1 + 2 * AROUND)
        corner = (low + high) / 2 - side / 2
        scale = PATCH / side
        into = np.array([[scale, 0, -corner[0] * scale], [0, scale, -corner[1] * scale]])
        source = frame
        if scale < 0.6:  # shrink by averaging first
            (x1, y1), (x2, y2) = np.floor(corner).astype(int), np.ceil(corner + side).astype(int)
            x1, y1 = max(x1, 0), max(y1, 0)
            part = frame[y1 : max(y2, y1 + 2), x1 : max(x2, x1 + 2)]
            size = max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale))
            source = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
            into = np.array([[1, 0, (x1 - corner[0]) * scale], [0, 1, (y1 - corner[1]) * scale]])
        picture = cv2.warpAffine(source, into, (PATCH, PATCH), borderMode=cv2.BORDER_REPLICATE)
        placed = ((quad - corner) * scale).astype(np.float32)
        self.rows.append((picture, placed, INDEX[label], upright, rough))

    def patches(self) -> Patches:
        columns = zip(*self.rows, strict=True) if self.rows else [()] * 5
        pictures, quads, labels, upright, rough = columns
        return Patches(
            np.array(pictures, np.uint8).reshape(-1, PATCH, PATCH, 3),
            np.array(quads, np.float32).reshape(-1, 4, 2),
            np.array(labels, np.int64),
            np.array(upright, np.bool_),
            np.array(rough, np.bool_),
        )


def _clockwise(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """Corners in clockwise order on the screen from the one nearest the top left."""
    turn = np.arctan2(*(quad - quad.mean(0)).T[::-1])
    ordered = quad[np.argsort(turn)]
    return np.roll(ordered, -int(ordered.sum(1).argmin()), 0)


def _amiss(quad: NDArray[np.float32], random: np.random.Generator) -> NDArray[np.float32]:
    """A tile cut out amiss: about half of it, or halves of it and of what lies beside it.

    What remains of a four may look like a whole two.
    """
    lengths = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
    way = random.choice(3, p=[0.35, 0.2, 0.45])
    across = lengths[0] + lengths[2] < lengths[1] + lengths[3]
    if across == (way > 0):  # a half the shorter way across; else along the tile's longer side
        quad = np.roll(quad, -1, 0)
    a, b, c, d = quad
    if way == 2:
        shift = (c - b + d - a) / 2 * random.uniform(0.33, 0.67) * random.choice([-1, 1])
        return (quad + shift).astype(np.float32)
    share = random.uniform(0.42, 0.62)
    if random.random() < 0.5:
        return np.array([a, b, b + (c - b) * share, a + (d - a) * share], np.float32)
    return np.array([d + (a - d) * share, c + (b - c) * share, c, d], np.float32)


def photo_patches(photos: Sequence[LabelledPhoto], seed: int = 6) -> Patches:
    """Every labelled tile of photographs; some cut out amiss too, which are no tile."""
    kept, random = _Collector(), np.random.default_rng(seed)
    for photo in photos:
        frame = photo.image()
        for tile in photo.tiles:
            if tile.tile not in INDEX:
                continue
            x1, y1, x2, y2 = tile.box
            corners = tile.quad or ((x1, y1), (x2, y1), (x2, y2), (x1, y2))
            quad = _clockwise(np.array(corners, np.float32))
            kept.add(frame, quad, tile.tile, upright=False, rough=tile.quad is None)
            whole = not (photo.augmented or photo.badly_squeezed)
            if whole and tile.tile[-1] in "mps" and random.random() < 0.4:
                kept.add(frame, _amiss(quad, random), NOTHING, upright=False, rough=False)
    return kept.patches()


def found_patches(photos: Sequence[LabelledPhoto], detector: TileDetector) -> Patches:
    """Labelled tiles of photographs as the detector cuts them out, and what it cut amiss.

    A quadrilateral that holds a tile's half, or a bit of two, is no tile: naming it would be a
    silent error.
    """
    kept = _Collector()
    for photo in photos:
        frame = photo.image()
        found = detector.find(frame, 0.15)
        if not len(found) or not photo.tiles:
            continue
        loose = photo.augmented or photo.badly_squeezed
        shares = overlaps(found.quads, photo.boxes)
        shared, _, hulls = areas(found.quads, photo.boxes)
        for quad, share, inside in zip(found.quads, shares.T, (shared / hulls).T, strict=True):
            best = int(share.argmax())
            label = photo.tiles[best].tile
            if share[best] >= (0.4 if loose else FOUND) and label in INDEX:
                kept.add(frame, quad, label, upright=False, rough=False)
            elif share[best] < 0.4 and inside.max() > 0.8 and not loose:
                kept.add(frame, quad, NOTHING, upright=False, rough=False)
    return kept.patches()


def clutter_patches(clutter: Clutter, detector: TileDetector, seed: int = 4) -> Patches:
    """What a detector takes for tiles where only drawn clutter lies, and places it does not."""
    kept, random = _Collector(), np.random.default_rng(seed)
    for picture in (*clutter.grounds, *clutter.things):
        scale = min(3.0, random.uniform(480, 1000) / max(picture.shape))
        frame = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
        found = detector.find(frame, 0.03).quads
        for quad in random.permutation(found)[:16]:
            kept.add(frame, quad, NOTHING, upright=False, rough=False)
        for _ in range(3):
            size = random.uniform(16, 120)
            corner = random.uniform(0, np.maximum(1, np.array(frame.shape[1::-1]) - size))
            quad = np.array([[0, 0], [1, 0], [1, 1.3], [0, 1.3]], np.float32) * size + corner
            kept.add(frame, quad.astype(np.float32), NOTHING, upright=False, rough=False)
    return kept.patches()


def judged_patches(photos: Sequence[LabelledPhoto]) -> Patches:
    """What people saw who looked at what has no label: real tiles, and what is none."""
    kept, places = _Collector(), judged_places()
    for photo in photos:
        judged = places.get(photo.name, [])
        frame = photo.image() if judged else None
        for place in judged:
            label = NOTHING if place.tile is None else place.tile
            if frame is not None and label in INDEX:
                x1, y1, x2, y2 = place.box
                quad = np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]], np.float32)
                kept.add(frame, quad, label, upright=False, rough=True)
    return kept.patches()


def missing_patches(folder: Path, detector: TileDetector, count: int = 700) -> Patches:
    """What a detector takes for tiles in rendered scenes, where all are known, and is none."""
    kept = _Collector()
    for note in sorted(folder.glob("*.json"))[:count]:
        frame = cv2.imread(str(note.with_suffix(".jpg")))[..., ::-1]
        quads = np.array([row["quad"] for row in json.loads(note.read_text())], np.float32)
        hulls = [(*quad.min(0), *quad.max(0)) for quad in quads.reshape(-1, 4, 2)]
        found = detector.find(frame, 0.1).quads
        if len(found) and hulls:
            for quad in found[overlaps(found, hulls).max(0) < 0.3]:
                kept.add(frame, quad, NOTHING, upright=False, rough=False)
    return kept.patches()


def shop_patches(folder: Path) -> Patches:
    """The single-tile pictures of ``crops/``; they show the whole tile, upright."""
    kept = _Collector()
    for path in sorted((folder / "crops").glob("*/*/*")):
        label = path.parent.name
        picture = cv2.imread(str(path))
        if picture is None or label not in INDEX:
            continue
        height, width = picture.shape[:2]
        inset = 0.02
        quad = np.array(
            [[inset, inset], [1 - inset, inset], [1 - inset, 1 - inset], [inset, 1 - inset]],
            np.float32,
        ) * (width, height)
        kept.add(picture[..., ::-1], quad.astype(np.float32), label, upright=True, rough=False)
    return kept.patches()


def scene_patches(folder: Path, seed: int = 3) -> Patches:
    """Tiles and backs of rendered scenes, and places in them that are no tile."""
    kept, random = _Collector(), np.random.default_rng(seed)
    for note in sorted(folder.glob("*.json")):
        frame = cv2.imread(str(note.with_suffix(".jpg")))[..., ::-1]
        rows = json.loads(note.read_text())
        quads = np.array([row["quad"] for row in rows], np.float32).reshape(-1, 4, 2)
        backs = 0
        for row, quad in zip(rows, quads, strict=True):
            if row["hidden"] or cv2.contourArea(quad) < 150:
                continue
            if row["tile"] == BACK:
                backs += 1
                if backs > 4:
                    continue
            kept.add(frame, quad, row["tile"], upright=row["tile"] != BACK, rough=False)
            if row["tile"] not in (BACK, "P", "X") and random.random() < 0.05:  # one half of it
                middles = (quad[0] + quad[3]) / 2, (quad[1] + quad[2]) / 2
                half = [quad[0], quad[1], middles[1], middles[0]]
                if random.random() < 0.5:
                    half = [middles[0], middles[1], quad[2], quad[3]]
                kept.add(frame, np.array(half), NOTHING, upright=False, rough=False)
            if random.random() < 0.06:  # between two tiles, or half on the table
                sides = quad[1] - quad[0], quad[3] - quad[0]
                shift = sides[0] * random.choice([-0.5, 0.5]) + sides[1] * random.uniform(-0.5, 0.5)
                kept.add(frame, quad + shift, NOTHING, upright=False, rough=False)
        for _ in range(2):
            size = random.uniform(14, 110)
            corner = random.uniform(0, frame.shape[0] - size, 2)
            quad = np.array([[0, 0], [1, 0], [1, 1.3], [0, 1.3]], np.float32) * size + corner
            inside = (quads.mean(1) > quad.min(0) - size / 2) & (
                quads.mean(1) < quad.max(0) + size / 2
            )
            if not inside.all(1).any():
                kept.add(frame, quad.astype(np.float32), NOTHING, upright=False, rough=False)
    return kept.patches()


def face_patches(sets: int, seed: int = 5) -> Patches:
    """Drawn faces lying flat, on a ground of their own colour: more sets than scenes can show."""
    kept = _Collector()
    for number in range(sets):
        random = np.random.default_rng((seed, number))
        tiles = TileSet(random)
        for kind in KINDS:
            if random.random() < 0.35:
                continue
            face = tiles.face(kind)
            height, width = face.shape[:2]
            ground = np.empty((height * 2, width * 2, 3), np.uint8)
            ground[:] = random.integers(0, 256, 3)
            top, left = height // 2, width // 2
            for dx in (-width - 3, width + 3):  # its neighbours in a row
                if random.random() < 0.6:
                    x1, x2 = max(left + dx, 0), min(left + dx + width, 2 * width)
                    if x2 > x1:
                        ground[top : top + height, x1:x2] = tiles.ground
            ground[top : top + height, left : left + width] = face
            quad = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
            quad += (left, top)
            kept.add(ground, quad.astype(np.float32), kind, upright=True, rough=False)
    return kept.patches()


def joined(parts: Sequence[Patches]) -> Patches:
    """Several lots of patches as one."""
    return Patches(
        *(
            np.concatenate(column)
            for column in zip(
                *((p.pictures, p.quads, p.labels, p.upright, p.rough) for p in parts), strict=True
            )
        )
    )


# -- a batch, seen anew each time ---------------------------------------------------------------


def _homographies(quads: Tensor) -> Tensor:
    """Maps ``(n, 3, 3)`` from the square (-1,-1)…(1,1) to quadrilaterals ``(n, 4, 2)``."""
    x, y = quads[..., 0], quads[..., 1]
    dx1, dx2 = x[:, 1] - x[:, 2], x[:, 3] - x[:, 2]
    dy1, dy2 = y[:, 1] - y[:, 2], y[:, 3] - y[:, 2]
    sx, sy = x[:, 0] - x[:, 1] + x[:, 2] - x[:, 3], y[:, 0] - y[:, 1] + y[:, 2] - y[:, 3]
    det = dx1 * dy2 - dx2 * dy1
    det = torch.where(det.abs() < 1e-6, torch.full_like(det, 1e-6), det)
    g, h = (sx * dy2 - dx2 * sy) / det, (dx1 * sy - sx * dy1) / det
    unit = torch.stack(
        [
            torch.stack(
                [x[:, 1] - x[:, 0] + g * x[:, 1], x[:, 3] - x[:, 0] + h * x[:, 3], x[:, 0]], 1
            ),
            torch.stack(
                [y[:, 1] - y[:, 0] + g * y[:, 1], y[:, 3] - y[:, 0] + h * y[:, 3], y[:, 0]], 1
            ),
            torch.stack([g, h, torch.ones_like(g)], 1),
        ],
        1,
    )
    from_square = torch.tensor([[0.5, 0, 0.5], [0, 0.5, 0.5], [0, 0, 1]])
    return unit @ from_square


def shown(
    pictures: Tensor,
    quads: Tensor,
    rough: Tensor,
    backs: Tensor,
    generator: torch.Generator,
) -> tuple[Tensor, Tensor]:
    """A batch of patches as the classifier may meet them.

    Args:
        pictures: ``uint8 (n, 96, 96, 3)``.
        quads: ``float32 (n, 4, 2)``.
        rough: ``bool (n,)``.
        backs: ``bool (n,)``: tiles lying face down, which only their colour tells from a blank
            white dragon: they are never shown grey.
        generator: where the randomness comes from.

    Returns:
        Tiles ``float32 (n, 3, 64, 64)`` in 0..255 and their quarter turns ``int64 (n,)``.
    """
    n = len(pictures)

    def uniform(*size: int) -> Tensor:
        return torch.rand(size, generator=generator)

    def normal(*size: int) -> Tensor:
        return torch.randn(size, generator=generator)

    turns = torch.randint(0, 4, (n,), generator=generator)
    order = (torch.arange(4)[None] - turns[:, None]) % 4
    quads = torch.gather(quads, 1, order[..., None].expand(-1, -1, 2))
    middle = quads.mean(1, keepdim=True)
    spread = quads - middle
    size = spread.abs().mean((1, 2), keepdim=True)
    angle = normal(n, 1) * torch.where(rough[:, None], 0.14, 0.06)
    cos, sin = angle.cos(), angle.sin()
    spread = torch.stack(
        [cos * spread[..., 0] - sin * spread[..., 1], sin * spread[..., 0] + cos * spread[..., 1]],
        -1,
    )
    spread = spread * (1 + 2 * MARGIN) * torch.exp(normal(n, 1, 1) * 0.07)
    spread = spread + normal(n, 4, 2) * size * 0.06
    # Now and then the detector is off by a column of bamboos: what it cut off tells 4s from 2s.
    off = torch.where(uniform(n, 1, 1) < 0.3, 0.22, 0.06)
    shifted = middle + spread + normal(n, 1, 2) * size * off
    maps = _homographies((shifted + 0.5) / PATCH * 2 - 1)
    line = (torch.arange(SIDE) + 0.5) / SIDE * 2 - 1
    grid = torch.stack([*torch.meshgrid(line, line, indexing="xy"), torch.ones(SIDE, SIDE)], -1)
    points = grid.reshape(1, -1, 3) @ maps.transpose(1, 2)
    points = (points[..., :2] / points[..., 2:].clamp(min=1e-3)).reshape(n, SIDE, SIDE, 2)
    tiles = pictures.permute(0, 3, 1, 2).float()
    tiles = functional.grid_sample(tiles, points, padding_mode="border", align_corners=False)

    # Far away: fewer pixels; out of focus: a blur.
    small = uniform(n) < 0.35
    for side in (16, 22, 30, 42):
        some = small & (torch.randint(0, 4, (n,), generator=generator) == 0)
        if some.any():
            coarse = functional.interpolate(tiles[some], size=(side, side), mode="area")
            tiles[some] = functional.interpolate(
                coarse, size=(SIDE, SIDE), mode="bilinear", align_corners=False
            )
        small = small & ~some
    blurred = uniform(n) < 0.2
    if blurred.any():
        horizontal = bool(uniform(1) < 0.5)
        kernel = (1, 5) if horizontal else (3, 3)
        tiles[blurred] = functional.avg_pool2d(
            tiles[blurred], kernel, 1, (kernel[0] // 2, kernel[1] // 2), count_include_pad=False
        )

    # Light: exposure, white balance, a shade across, a reflection, grey cameras, swapped inks.
    level = (tiles / 255).clamp(1e-4, 1)
    level = level ** torch.exp(normal(n, 1, 1, 1) * 0.35)
    level = level * torch.exp(normal(n, 1, 1, 1) * 0.25) * torch.exp(normal(n, 3, 1, 1) * 0.1)
    shade = functional.interpolate(
        torch.exp(normal(n, 1, 2, 2) * 0.22),
        size=(SIDE, SIDE),
        mode="bilinear",
        align_corners=False,
    )
    level = level * shade
    glare = uniform(n) < 0.12
    if glare.any():
        centre = uniform(int(glare.sum()), 2, 1, 1) * 2 - 1
        away = (grid[None, ..., 0] - centre[:, 0]) ** 2 + (grid[None, ..., 1] - centre[:, 1]) ** 2
        level[glare] = level[glare] + torch.exp(-away / 0.1)[:, None] * uniform(len(away), 1, 1, 1)
    grey = (uniform(n) < 0.12) & ~backs
    level[grey] = level[grey].mean(1, keepdim=True)
    swapped = uniform(n) < 0.08
    level[swapped] = level[swapped][:, torch.randperm(3, generator=generator)]
    level = (
        level + normal(n, 3, SIDE, SIDE) * (uniform(n, 1, 1, 1) < 0.3) * uniform(n, 1, 1, 1) * 0.06
    )
    # A finger, a neighbour or a chip across a border.
    for i in torch.nonzero(uniform(n) < 0.08)[:, 0].tolist():
        reach = int(uniform(1) * 16) + 4
        colour = uniform(3, 1, 1)
        side = int(torch.randint(0, 4, (1,), generator=generator))
        area = [
            (slice(0, reach), slice(None)),
            (slice(SIDE - reach, SIDE), slice(None)),
            (slice(None), slice(0, reach)),
            (slice(None), slice(SIDE - reach, SIDE)),
        ][side]
        level[i][(slice(None), *area)] = colour
    return level.clamp(0, 1) * 255, turns
