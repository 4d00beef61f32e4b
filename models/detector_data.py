"""What the detector is shown: random views of labelled photographs and rendered scenes."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.clutter import Clutter, paste
from recognizer.detect import STRIDE

SIDE = 512
"""Pixels of a training view's side."""
FALLOFF = 0.12
"""The centre map's standard deviation as a share of the tile's hull."""

FAR, NEAR = 110, 330
"""Pixels of a tile's longer side: as most tiles are shown, and the largest there are."""


@dataclass(frozen=True, slots=True)
class Example:
    """A picture with the tiles known in it.

    ``quads`` is ``float32 (n, 4, 2)``, corners in order around; ``exact`` ``bool (n,)`` says where
    they are real corners and not just those of the axis-aligned hull; ``complete`` says that every
    tile of the picture is listed, so that the rest of it may teach what no tile looks like;
    ``hidden`` ``float32 (m, 4, 2)`` are tiles mostly behind something, which teach nothing;
    ``bare`` ``float32 (k, 4, 2)`` are places that look like tiles and surely are none.
    """

    image: NDArray[np.uint8]
    quads: NDArray[np.float32]
    exact: NDArray[np.bool_]
    complete: bool
    hidden: NDArray[np.float32]
    bare: NDArray[np.float32]
    squeezed: float = 0.0
    """How far the picture may have been stretched to a square: the log of the ratio."""
    loose: bool = False
    """Its hulls are wider than the tiles: the publisher turned the picture and its boxes."""


@dataclass(frozen=True, slots=True)
class View:
    """A training view: image ``uint8 (SIDE, SIDE, 3)`` and its targets, see `models.detector`."""

    image: NDArray[np.uint8]
    heat: NDArray[np.float32]
    known: NDArray[np.float32]
    cells: NDArray[np.int64]
    hulls: NDArray[np.float32]
    touches: NDArray[np.float32]
    weights: NDArray[np.float32]


def touching_points(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The eight numbers that say where a quadrilateral ``(4, 2)`` touches its hull."""
    low, high = quad.min(0), quad.max(0)
    along = (quad - low) / np.maximum(high - low, 1e-3)
    top, right = along[quad[:, 1].argmin(), 0], along[quad[:, 0].argmax(), 1]
    bottom, left = along[quad[:, 1].argmax(), 0], along[quad[:, 0].argmin(), 1]
    turns = 2 * np.pi * np.array([top, right, bottom, left])
    return np.stack([np.cos(turns), np.sin(turns)], 1).reshape(8).astype(np.float32)


def _colour(image: NDArray[np.uint8], random: np.random.Generator) -> NDArray[np.uint8]:
    """Another light, another camera: exposure, white balance, contrast, grey, blur, noise."""
    level = np.arange(256, dtype=np.float32) / 255
    tables = []
    gamma, gain = np.exp(random.normal(0, 0.3)), np.exp(random.normal(0, 0.25))
    lift = random.normal(0, 0.05)
    for balance in np.exp(random.normal(0, 0.1, 3)):
        curve = level**gamma * gain * balance + lift
        tables.append(np.clip(curve * 255, 0, 255).astype(np.uint8))
    image = cv2.LUT(image, np.stack(tables, -1)[None])
    if random.random() < 0.15:
        shift = cv2.cvtColor(image, cv2.COLOR_RGB2HSV)
        shift[..., 0] = (shift[..., 0].astype(np.int16) + random.integers(0, 180)) % 180
        image = cv2.cvtColor(shift, cv2.COLOR_HSV2RGB)
    elif random.random() < 0.12:
        image = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    if random.random() < 0.3:
        if random.random() < 0.5:
            image = cv2.GaussianBlur(image, (0, 0), random.uniform(0.4, 1.6))
        else:
            length = int(random.integers(3, 8))
            kernel = np.zeros((length, length), np.float32)
            end = cv2.getRotationMatrix2D((length / 2, length / 2), random.uniform(0, 180), 1)
            kernel[length // 2] = 1
            kernel = cv2.warpAffine(kernel, end, (length, length))
            image = cv2.filter2D(image, -1, kernel / max(kernel.sum(), 1e-3))
    if random.random() < 0.3:
        noise = random.normal(0, random.uniform(2, 12), (SIDE // 2, SIDE // 2))
        noise = cv2.resize(noise.astype(np.float32), (SIDE, SIDE))[..., None]
        image = np.clip(image + noise, 0, 255).astype(np.uint8)
    if random.random() < 0.3:
        quality = int(random.integers(25, 80))
        _, coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        image = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return image


def _shade(image: NDArray[np.uint8], random: np.random.Generator) -> NDArray[np.uint8]:
    """A soft shadow or a lamp's pool of light across the view."""
    corners = random.uniform(0.45, 1.25, (2, 2)).astype(np.float32)
    field = cv2.resize(corners, (SIDE, SIDE))[..., None]
    return np.clip(image * field, 0, 255).astype(np.uint8)


def _placement(example: Example, random: np.random.Generator) -> NDArray[np.float64]:
    """A random affine map ``(2, 3)`` from the picture to the view."""
    height, width = example.image.shape[:2]
    stretch = 1.0
    if example.squeezed:
        stretch = float(np.exp(random.uniform(-example.squeezed, example.squeezed)))
    elif random.random() < 0.3:
        stretch = float(np.exp(random.normal(0, 0.12)))
    spans = np.ptp(example.quads, 1) if len(example.quads) else np.array([[40.0, 40.0]])
    size = float(np.median(spans.max(1)))
    whole = SIDE / max(height, width)
    largest = FAR if random.random() < 0.85 else NEAR
    wanted = float(np.exp(random.uniform(np.log(16), np.log(largest))))
    scale = whole if random.random() < 0.25 else np.clip(wanted / size, 0.35 * whole, 4.0)
    exact = len(example.quads) > 0 and bool(example.exact.all())
    turn = random.uniform(-180, 180) if exact and random.random() < 0.6 else random.uniform(-5, 5)
    angle = np.deg2rad(turn + 90 * random.integers(0, 4))
    mirror = -1.0 if random.random() < 0.5 else 1.0
    rotate = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    shear = np.eye(2)
    if exact and random.random() < 0.3:
        shear[0, 1] = random.uniform(-0.3, 0.3)
    linear = rotate @ shear @ np.diag([mirror * scale * np.sqrt(stretch), scale / np.sqrt(stretch)])
    if len(example.quads) and random.random() < 0.85:
        target = example.quads[random.integers(len(example.quads))].mean(0)
        aim = random.uniform(0.12, 0.88, 2) * SIDE
    else:
        target, aim = np.array([width, height]) / 2, np.array([SIDE, SIDE]) / 2
    return np.hstack([linear, (aim - linear @ target)[:, None]])


def view_of(example: Example, random: np.random.Generator, clutter: Clutter | None = None) -> View:
    """A random view of an example, with its targets; now and then other things lie behind its
    tiles."""
    placement = _placement(example, random)
    fill = tuple(int(v) for v in random.integers(0, 256, 3))
    image = cv2.warpAffine(
        example.image,
        placement,
        (SIDE, SIDE),
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=fill,
    )
    linear, shift = placement[:, :2].T.astype(np.float32), placement[:, 2].astype(np.float32)
    quads, hidden = example.quads @ linear + shift, example.hidden @ linear + shift
    bare = np.zeros((SIDE // STRIDE, SIDE // STRIDE), np.uint8)
    for quad in (example.bare @ linear + shift) / STRIDE:
        cv2.fillConvexPoly(bare, np.round(quad).astype(np.int32), 1)
    empty = bare > 0
    if clutter is not None and random.random() < 0.45:
        empty |= _behind(image, np.concatenate([quads, hidden]), clutter, random)
    if random.random() < 0.4:
        image = _shade(image, random)
    image = _colour(image, random)
    return _targets(image, quads, hidden, example, empty)


def _behind(
    image: NDArray[np.uint8],
    quads: NDArray[np.float32],
    clutter: Clutter,
    random: np.random.Generator,
) -> NDArray[np.bool_]:
    """Put things behind the tiles of a view; the cells that they fill, where now no tile is."""
    kept = np.zeros((SIDE, SIDE), np.uint8)
    for quad in quads:
        middle = quad.mean(0)
        cv2.fillConvexPoly(kept, (middle + (quad - middle) * 1.08).astype(np.int32), 1)
    covered = paste(image, kept > 0, clutter, random)
    share = cv2.resize(
        covered.astype(np.float32),
        (SIDE // STRIDE, SIDE // STRIDE),
        interpolation=cv2.INTER_AREA,
    )
    filled: NDArray[np.bool_] = share > 0.99
    return filled


def _targets(
    image: NDArray[np.uint8],
    quads: NDArray[np.float32],
    hidden: NDArray[np.float32],
    example: Example,
    empty: NDArray[np.bool_],
) -> View:
    cells_a_side = SIDE // STRIDE
    heat = np.zeros((cells_a_side, cells_a_side), np.float32)
    known = np.full_like(heat, 1.0 if example.complete else 0.0)
    known[empty] = 1.0
    cells, hulls, touches, weights = [], [], [], []
    for quad, corners_known in zip(quads, example.exact, strict=True):
        low, high = quad.min(0), quad.max(0)
        seen_low, seen_high = np.clip(low, 0, SIDE), np.clip(high, 0, SIDE)
        share = np.prod(np.maximum(seen_high - seen_low, 0)) / max(np.prod(high - low), 1e-3)
        if share <= 0.02:
            continue
        span = seen_high - seen_low
        a = np.clip((seen_low - span * 0.35) / STRIDE, 0, cells_a_side).astype(int)
        b = np.clip((seen_high + span * 0.35) / STRIDE + 1, 0, cells_a_side).astype(int)
        if share < 0.7 or span.min() < 6:
            # Half a tile at the border, or a speck: neither a tile nor a lesson against one.
            known[a[1] : b[1], a[0] : b[0]] = -1
            continue
        known[a[1] : b[1], a[0] : b[0]] = np.where(known[a[1] : b[1], a[0] : b[0]] < 0, -1, 1)
        centre = (seen_low + seen_high) / 2 / STRIDE - 0.5
        spread = np.maximum(span * FALLOFF / STRIDE, 0.5)
        column, row = np.clip(np.round(centre).astype(int), 0, cells_a_side - 1)
        reach = np.ceil(spread * 3).astype(int)
        xs = np.arange(max(column - reach[0], 0), min(column + reach[0] + 1, cells_a_side))
        ys = np.arange(max(row - reach[1], 0), min(row + reach[1] + 1, cells_a_side))
        bell = np.exp(
            -(((ys[:, None] - centre[1]) / spread[1]) ** 2) / 2
            - ((xs[None] - centre[0]) / spread[0]) ** 2 / 2
        )
        patch = heat[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1]
        np.maximum(patch, bell, out=patch)
        heat[row, column] = 1.0
        touch = touching_points(quad)
        told = bool(corners_known) and share > 0.999
        hull_told = 0.0 if example.loose and not corners_known else 1.0
        for y in ys[np.abs(ys - row) <= max(1, spread[1])]:
            for x in xs[np.abs(xs - column) <= max(1, spread[0])]:
                centre_xy = (np.array([x, y]) + 0.5) * STRIDE
                sides = np.concatenate([centre_xy - seen_low, seen_high - centre_xy]) / 16
                if sides.min() <= 0.03:
                    continue
                cells.append(y * cells_a_side + x)
                hulls.append(sides)
                touches.append(touch)
                weights.append((hull_told, 1.0 if told else 0.0))
    for quad in hidden:
        low, high = np.clip(quad.min(0), 0, SIDE) / STRIDE, np.clip(quad.max(0), 0, SIDE) / STRIDE
        (x1, y1), (x2, y2) = low.astype(int), np.ceil(high).astype(int)
        known[y1:y2, x1:x2] = -1
    return View(
        image,
        heat,
        known,
        np.array(cells, np.int64),
        np.array(hulls, np.float32).reshape(-1, 4),
        np.array(touches, np.float32).reshape(-1, 8),
        np.array(weights, np.float32).reshape(-1, 2),
    )
