"""Rendered tables: ``python -m models.scenes --out scenes --count 4000``.

A scene is a table seen by a pinhole camera, with tiles as bevelled boxes of two colours laid out as
people lay them: hands standing or lying, melds, discards, grids, scatters, walls of backs. Painted
from far to near with exact corners; a tile mostly behind another is listed as hidden. A folder of
scenes holds ``00000.jpg`` … and ``scenes.jsonl``.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.clutter import table_top
from models.detector_data import Example
from models.faces import FLOWERS, HONOURS, KINDS, SUITED, TileSet

SIZE = 768
"""Pixels of a training scene's side."""
Vector = NDArray[np.float64]
DECK = [tile for tile in [*SUITED, *HONOURS] for _ in range(4)] + FLOWERS


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile on the table, lengths in tile widths.

    ``posture`` is ``up`` (lying, face up), ``down`` (face down) or ``standing``; ``turn`` the
    direction of its top (lying) or of its face (standing), radians about the vertical.
    """

    kind: str
    x: float
    y: float
    turn: float
    posture: str = "up"
    z: float = 0.0


@dataclass(frozen=True, slots=True)
class Seen:
    """A tile of a rendered scene: its kind or ``back`` and its corners in pixels.

    The corners start at the face's own top left and go round clockwise as one looks at the face.
    """

    tile: str
    quad: NDArray[np.float32]
    hidden: bool


@dataclass
class Camera:
    """A pinhole over the table, looking at ``target`` from ``distance`` at an elevation."""

    width: int
    height: int
    target: Vector
    distance: float
    elevation: float
    azimuth: float
    roll: float
    focal: float

    @cached_property
    def place(self) -> Vector:
        """Where the camera is."""
        flat = np.cos(self.elevation) * self.distance
        offset = [np.cos(self.azimuth) * flat, np.sin(self.azimuth) * flat]
        return self.target + np.array([*offset, np.sin(self.elevation) * self.distance])

    @cached_property
    def axes(self) -> Vector:
        """Rows: the camera's right, down and forward."""
        forward = self.target - self.place
        forward /= np.linalg.norm(forward)
        up = np.array([0.0, 0.0, 1.0])
        if abs(forward[2]) > 0.999:
            up = np.array([0.0, 1.0, 0.0])
        right = np.cross(forward, up)
        right /= np.linalg.norm(right)
        down = np.cross(forward, right)
        cos, sin = np.cos(self.roll), np.sin(self.roll)
        return np.array([cos * right + sin * down, cos * down - sin * right, forward])

    def see(self, points: Vector) -> NDArray[np.float32]:
        """Points ``(n, 3)`` → pixels ``(n, 2)``."""
        rays = (points - self.place) @ self.axes.T
        pixels = rays[:, :2] / np.maximum(rays[:, 2:], 1e-3) * self.focal
        return (pixels + np.array([self.width, self.height]) / 2).astype(np.float32)


@dataclass
class Shape:
    """The size of a set's tiles, in widths."""

    height: float
    depth: float
    back_share: float

    def box(self, tile: Placed) -> tuple[Vector, Vector, Vector, Vector]:
        """Face centre, right, up and normal of a placed tile (unit vectors of its own frame)."""
        cos, sin = np.cos(tile.turn), np.sin(tile.turn)
        along, across = np.array([cos, sin, 0.0]), np.array([sin, -cos, 0.0])
        vertical = np.array([0.0, 0.0, 1.0])
        at = np.array([tile.x, tile.y, tile.z])
        if tile.posture == "standing":
            return (
                at + along * self.depth / 2 + vertical * self.height / 2,
                -across,
                vertical,
                along,
            )
        if tile.posture == "up":
            return at + vertical * self.depth, across, along, vertical
        return at, -across, along, -vertical


# -- layouts ----------------------------------------------------------------------------------


def _turned(x: float, y: float, turn: float) -> tuple[float, float]:
    return x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)


def row(
    kinds: list[str],
    random: np.random.Generator,
    *,
    at: tuple[float, float] = (0.0, 0.0),
    facing: float = -np.pi / 2,
    posture: str = "up",
    gaps: tuple[int, ...] = (),
    sloppy: float = 1.0,
) -> list[Placed]:
    """Tiles side by side, read by somebody who looks along ``-facing``.

    ``facing`` is where the reader sits: standing tiles face him, lying ones have their top away
    from him. ``gaps`` are places (counted in tiles) before which the row is broken.
    """
    across = facing + np.pi / 2
    placed, x = [], 0.0
    for i, kind in enumerate(kinds):
        if i in gaps:
            x += random.uniform(0.25, 0.9)
        dy = random.normal(0, 0.03) * sloppy
        turn = (facing if posture == "standing" else facing + np.pi) + random.normal(
            0, 0.02
        ) * sloppy
        px, py = _turned(x, dy, across)
        here = "down" if kind == "back" else posture
        placed.append(Placed(kind, at[0] + px, at[1] + py, turn, here))
        x += 1.0 + abs(random.normal(0.015, 0.02)) * sloppy
    shift = _turned((x - 1) / 2, 0, across)
    return [Placed(t.kind, t.x - shift[0], t.y - shift[1], t.turn, t.posture, t.z) for t in placed]


def _wall(random: np.random.Generator, at: tuple[float, float], turn: float) -> list[Placed]:
    count, placed = int(random.integers(5, 18)), []
    high = 2 if random.random() < 0.7 else 1
    for i in range(count):
        x, y = _turned(i - count / 2, 0, turn)
        for level in range(high):
            if level and random.random() < 0.04:
                continue
            placed.append(
                Placed("back", at[0] + x, at[1] + y, turn + np.pi / 2, "down", level * 0.76)
            )
    return placed


def _apart(tiles: list[Placed], others: list[Placed]) -> list[Placed]:
    """Those of ``tiles`` that do not stand in ``others``."""
    return [
        t
        for t in tiles
        if all(abs(t.x - o.x) + abs(t.y - o.y) > 1.75 or t.z != o.z for o in others)
    ]


def _layout(random: np.random.Generator) -> list[Placed]:
    """One table of tiles, centred near the origin."""
    deck = list(DECK) + ["X"] * 4
    random.shuffle(deck)
    take = iter(deck * 2)

    def some(n: int) -> list[str]:
        return [next(take) for _ in range(n)]

    choice = random.random()
    sloppy = float(random.choice([0.4, 1.0, 2.5]))
    facing = -np.pi / 2
    tiles: list[Placed] = []
    if choice < 0.34:  # a hand, standing or lying, perhaps with melds and a tile apart
        posture = "standing" if random.random() < 0.6 else "up"
        hand = some(int(random.integers(4, 15)))
        if random.random() < 0.3:
            hand = sorted(hand, key=KINDS.index)
        cuts = random.choice(np.arange(1, len(hand)), int(random.integers(0, 4)))
        gaps = tuple(int(i) for i in cuts)
        tiles = row(hand, random, posture=posture, gaps=gaps, sloppy=sloppy)
        for i in range(int(random.integers(0, 4))):
            meld = some(int(random.integers(3, 5)))
            if random.random() < 0.25:
                meld = ["back", meld[0], meld[0], "back"]
            at = (random.uniform(-6, 6), (2.0 + 1.6 * i) * (1 if random.random() < 0.5 else -1))
            tiles += _apart(row(meld, random, at=at, sloppy=sloppy), tiles)
    elif choice < 0.55:  # rows under one another: a sorted set, a two-row hand, discards
        rows, columns = int(random.integers(2, 8)), int(random.integers(3, 12))
        pitch = random.choice([1.38, 1.45, 1.7])
        posture = "standing" if random.random() < 0.15 else "up"
        if posture == "standing":
            rows, pitch = 2, random.uniform(1.6, 3)
        for i in range(rows):
            kinds = some(columns)
            if random.random() < 0.12:
                kinds = ["back"] * columns
            tiles += row(kinds, random, at=(0, i * pitch), posture=posture, sloppy=sloppy)
    elif choice < 0.8:  # thrown about
        spread = random.uniform(2, 6)
        for kind in some(int(random.integers(3, 40))):
            kind = "back" if random.random() < 0.2 else kind
            (x, y), turn = random.normal(0, spread, 2), random.uniform(-np.pi, np.pi)
            posture = "down" if kind == "back" else ("up" if random.random() < 0.93 else "standing")
            tiles += _apart([Placed(kind, x, y, turn, posture)], tiles)
    else:  # a table in play: four hands, discards, walls
        for side in range(4):
            turn = facing + side * np.pi / 2
            away = np.array([np.cos(turn), np.sin(turn)])
            posture = "standing" if random.random() < 0.7 else "up"
            hand = row(some(13), random, at=tuple(away * 11), facing=turn, posture=posture)
            tiles += hand
            for i in range(int(random.integers(1, 4))):
                at = tuple(away * (5.4 - 1.45 * i))
                tiles += _apart(
                    row(some(int(random.integers(2, 7))), random, at=at, facing=turn), tiles
                )
    if random.random() < 0.35:
        for _ in range(int(random.integers(1, 4))):
            turn = random.uniform(-np.pi, np.pi) if random.random() < 0.3 else 0.0
            at = random.uniform(-7, 7), random.choice([-1, 1]) * random.uniform(3, 8)
            tiles += _apart(_wall(random, (at[0], float(at[1])), turn), tiles)
    return tiles


# -- painting ---------------------------------------------------------------------------------


def _clutter(image: NDArray[np.uint8], random: np.random.Generator, count: int) -> None:
    """What lies about and is no tile: paper with writing, phones, cups, dice, fingers, stickers."""
    height, width = image.shape[:2]
    for _ in range(count):
        x, y = random.uniform(0, width), random.uniform(0, height)
        size = width * np.exp(random.uniform(np.log(0.02), np.log(0.22)))
        turn = random.uniform(0, 180)
        ink = tuple(int(v) for v in random.integers(0, 256, 3))
        what = random.integers(6)
        box = cv2.boxPoints(((x, y), (size, size * random.uniform(0.4, 1.6)), turn)).astype(
            np.int32
        )
        if what <= 1:
            if random.random() < 0.5:
                ink = (235, 235, 230)
            cv2.fillPoly(image, [box], ink, cv2.LINE_AA)
            for _ in range(int(random.integers(0, 6))):
                words = "".join(
                    chr(random.integers(65, 91)) for _ in range(int(random.integers(2, 9)))
                )
                cv2.putText(
                    image,
                    words,
                    (int(x - size / 3), int(y + random.uniform(-0.4, 0.4) * size)),
                    int(random.integers(0, 5)),
                    size / 260,
                    (40, 40, 50),
                    1,
                    cv2.LINE_AA,
                )
        elif what == 2:
            cv2.circle(image, (int(x), int(y)), int(size / 2), ink, -1, cv2.LINE_AA)
            cv2.circle(image, (int(x), int(y)), int(size / 3), (240, 238, 230), -1, cv2.LINE_AA)
        elif what == 3:  # a die
            die = cv2.boxPoints(((x, y), (size / 5, size / 5), turn)).astype(np.int32)
            cv2.fillPoly(image, [die], (245, 245, 240), cv2.LINE_AA)
            for _ in range(int(random.integers(1, 7))):
                spot = random.normal(0, size / 18, 2)
                dot = (int(x + spot[0]), int(y + spot[1]))
                cv2.circle(image, dot, max(1, int(size / 45)), (180, 20, 30), -1, cv2.LINE_AA)
        elif what == 4:  # a hand: fingers of skin
            skin = tuple(int(v) for v in np.array([222, 170, 140]) * random.uniform(0.45, 1.1))
            for i in range(5):
                tip = (
                    int(x + size * 2 * np.cos(np.radians(turn + i * 14))),
                    int(y + size * 2 * np.sin(np.radians(turn + i * 14))),
                )
                cv2.line(image, (int(x), int(y)), tip, skin, max(2, int(size / 2.6)), cv2.LINE_AA)
            cv2.circle(image, (int(x), int(y)), int(size), skin, -1, cv2.LINE_AA)
        else:
            cv2.fillPoly(image, [box], ink, cv2.LINE_AA)
            cv2.polylines(image, [box], True, (30, 30, 30), 2, cv2.LINE_AA)


class Painter:
    """Paints placed tiles into a picture."""

    def __init__(self, tiles: TileSet, shape: Shape, random: np.random.Generator) -> None:
        self.tiles, self.shape, self.random = tiles, shape, random
        self._textures: dict[str, list[NDArray[np.uint8]]] = {}
        light = np.array([*random.normal(0, 0.6, 2), 1.0])
        self.light = light / np.linalg.norm(light)
        self.ambient = random.uniform(0.45, 0.85)
        self.round = random.uniform(0.05, 0.13)
        self.gloss = random.uniform(0, 0.5) if random.random() < 0.4 else 0.0

    def _texture(self, kind: str, pixels: float) -> NDArray[np.uint8]:
        """A face's picture of about the size it will be seen at, so that shrinking never skips."""
        levels = self._textures.get(kind)
        if levels is None:
            full = self.tiles.back() if kind == "back" else self.tiles.face(kind)
            levels = [full]
            for _ in range(3):
                height, width = levels[-1].shape[:2]
                size = (width // 2, height // 2)
                levels.append(cv2.resize(levels[-1], size, interpolation=cv2.INTER_AREA))
            self._textures[kind] = levels
        halvings = np.log2(levels[0].shape[1] / max(pixels, 1))
        return levels[int(np.clip(halvings, 0, 3))]

    def _sides(self, tile: Placed) -> list[tuple[str, Vector, Vector]]:
        """The box's six sides: name, corners ``(4, 3)``, outward normal."""
        centre, right, up, normal = self.shape.box(tile)
        w, h, d = right / 2, up * self.shape.height / 2, normal * self.shape.depth
        front = np.array([centre - w + h, centre + w + h, centre + w - h, centre - w - h])
        rear = front - d
        return [
            ("face", front, normal),
            ("back", rear[[1, 0, 3, 2]], -normal),
            ("side", np.array([front[1], rear[1], rear[2], front[2]]), right),
            ("side", np.array([rear[0], front[0], front[3], rear[3]]), -right),
            ("end", np.array([rear[0], rear[1], front[1], front[0]]), up),
            ("end", np.array([front[3], front[2], rear[2], rear[3]]), -up),
        ]

    def shadow(self, tiles: list[Placed], camera: Camera) -> NDArray[np.float32]:
        """How much light reaches the table, ``(H, W)``."""
        dark = np.zeros((camera.height, camera.width), np.uint8)
        for tile in tiles:
            corners = np.concatenate([side[1] for side in self._sides(tile)[:2]])
            falls = corners - self.light * (corners[:, 2:] / self.light[2])
            hull = cv2.convexHull(camera.see(falls)).astype(np.int32)
            cv2.fillConvexPoly(dark, hull, 255)
        soft = cv2.GaussianBlur(dark, (0, 0), self.random.uniform(1, 6)).astype(np.float32) / 255
        return 1 - soft * self.random.uniform(0.2, 0.65)

    def paint(self, image: NDArray[np.uint8], tiles: list[Placed], camera: Camera) -> list[Seen]:
        """Paint from far to near; what is seen of each tile."""
        owner = np.full(image.shape[:2], -1, np.int32)
        order = sorted(tiles, key=lambda t: -float(np.linalg.norm(self._middle(t) - camera.place)))
        shown: list[tuple[int, str, NDArray[np.float32]]] = []
        for number, tile in enumerate(order):
            quads = []
            for name, corners, normal in self._sides(tile):
                towards = camera.place - corners.mean(0)
                cosine = float(normal @ towards) / float(np.linalg.norm(towards))
                if cosine > 0.01:
                    quads.append((name, camera.see(corners), normal, cosine))
            outline = cv2.convexHull(np.concatenate([quad for _, quad, _, _ in quads]))
            low, high = outline.min((0, 1)), outline.max((0, 1))
            if (high < -50).any() or (low > [camera.width + 50, camera.height + 50]).any():
                continue
            tint = self.random.normal(1, 0.02)
            body = np.array(self.tiles.ground) * (self.ambient + 0.25) * tint
            hull = np.round(outline * 8).astype(np.int32)
            cv2.fillConvexPoly(image, hull, tuple(np.clip(body, 0, 255)), cv2.LINE_AA, 3)
            cv2.fillConvexPoly(owner, np.round(outline).astype(np.int32), -1)
            for name, quad, normal, cosine in quads:
                self._side(image, tile, name, quad, normal, tint)
                kind = {"face": tile.kind, "back": "back"}.get(name)
                if tile.kind == "back" and name == "face":
                    kind = None
                if kind and (cosine > 0.12 or name == "face"):
                    cv2.fillConvexPoly(owner, np.round(quad).astype(np.int32), number)
                    shown.append((number, kind, quad))
        return [self._seen(kind, quad, owner, number) for number, kind, quad in shown]

    def _middle(self, tile: Placed) -> Vector:
        centre, _, _, normal = self.shape.box(tile)
        return centre - normal * self.shape.depth / 2

    @staticmethod
    def _seen(kind: str, quad: NDArray[np.float32], owner: NDArray[np.int32], number: int) -> Seen:
        height, width = owner.shape
        area = abs(cv2.contourArea(quad))
        (x1, y1), (x2, y2) = np.floor(quad.min(0)).astype(int), np.ceil(quad.max(0)).astype(int)
        part = owner[max(y1, 0) : max(y2, 0), max(x1, 0) : max(x2, 0)]
        share = float((part == number).sum()) / max(area, 1)
        inside = x1 > -(x2 - x1) and y1 > -(y2 - y1) and x1 < width and y1 < height
        return Seen(kind, quad, hidden=share < 0.6 or not inside)

    def _side(
        self,
        image: NDArray[np.uint8],
        tile: Placed,
        name: str,
        quad: NDArray[np.float32],
        normal: Vector,
        tint: float,
    ) -> None:
        """Warp one side's picture into place, lit and with rounded corners."""
        (x1, y1), (x2, y2) = np.floor(quad.min(0)).astype(int), np.ceil(quad.max(0)).astype(int)
        x1, y1 = max(x1 - 1, 0), max(y1 - 1, 0)
        x2, y2 = min(x2 + 2, image.shape[1]), min(y2 + 2, image.shape[0])
        if x2 <= x1 or y2 <= y1:
            return
        pixels = float(np.linalg.norm(quad[1] - quad[0]))
        if name in ("face", "back"):
            kind = "back" if name == "back" or tile.kind == "back" else tile.kind
            texture = self._texture(kind, pixels)
        else:
            texture = np.empty((32, 32, 3), np.uint8)
            texture[:] = self.tiles.ground
            share = max(1, round(32 * self.shape.back_share))
            back = self.tiles.back_colour
            if name == "end":
                texture[:share] = back
                if normal @ self.shape.box(tile)[2] < 0:
                    texture = texture[::-1].copy()
            elif normal @ self.shape.box(tile)[1] > 0:
                texture[:, -share:] = back
            else:
                texture[:, :share] = back
        height, width = texture.shape[:2]
        around = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        into = cv2.getPerspectiveTransform(around, quad - np.array([x1, y1], np.float32))
        size = (int(x2 - x1), int(y2 - y1))
        light = self.ambient + (1 - self.ambient) * max(0.0, float(normal @ self.light)) * 1.2
        patch = cv2.warpPerspective(texture, into, size, borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros((height, width), np.uint8)
        corner = int(self.round * width) if name in ("face", "back") else 1
        cv2.rectangle(mask, (corner, 0), (width - corner - 1, height - 1), 255, -1)
        cv2.rectangle(mask, (0, corner), (width - 1, height - corner - 1), 255, -1)
        for cx in (corner, width - corner - 1):
            for cy in (corner, height - corner - 1):
                cv2.circle(mask, (cx, cy), corner, 255, -1)
        cover = cv2.warpPerspective(mask, into, size).astype(np.float32)[..., None] / 255
        lit = patch.astype(np.float32) * (light * tint)
        if self.gloss and name == "face":
            sheen = np.linspace(0, 1, size[0], dtype=np.float32)[None, :, None]
            lit += self.gloss * 90 * np.exp(-(((sheen - self.random.uniform(0, 1)) / 0.2) ** 2))
        area = image[y1:y2, x1:x2]
        area[:] = np.clip(area * (1 - cover) + lit * cover, 0, 255).astype(np.uint8)


def _ground(camera: Camera, random: np.random.Generator, reach: float) -> NDArray[np.uint8]:
    """The picture before the tiles: a room, and in it the table's top."""
    height, width = camera.height, camera.width
    room = np.empty((height, width, 3), np.uint8)
    room[:] = random.integers(0, 230, 3)
    _clutter(room, random, int(random.integers(4, 40)))
    room = cv2.GaussianBlur(room, (0, 0), random.uniform(0.5, 4))
    cloth = table_top(random)
    _clutter(cloth, random, int(random.choice([0, 0, 2, 5, 12])))
    side = cloth.shape[0]
    extent = reach * random.uniform(1.2, 4)
    corners = np.array([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]]) * extent + [
        *camera.target[:2],
        0,
    ]
    rays = (corners - camera.place) @ camera.axes.T
    if rays[:, 2].min() < 0.5:  # the table reaches behind the camera: let it fill the picture
        return cv2.resize(cloth, (width, height))
    flat = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    into = cv2.getPerspectiveTransform(flat, camera.see(corners))
    cv2.warpPerspective(cloth, into, (width, height), room, borderMode=cv2.BORDER_TRANSPARENT)
    return room


def camera_over(
    tiles: list[Placed], random: np.random.Generator, width: int, height: int
) -> Camera:
    """A camera that sees most of the tiles, from where a person or a stand would hold it."""
    places = np.array([[t.x, t.y, t.z] for t in tiles])
    if random.random() < 0.25 and len(tiles) > 12:  # a look at a part
        near = places[random.integers(len(tiles))]
        places = places[np.linalg.norm(places - near, axis=1) < random.uniform(3, 7)]
    target = (places.min(0) + places.max(0)) / 2
    reach = float(max(2.5, np.linalg.norm(places - target, axis=1).max() + 1.0))
    standing = np.mean([t.posture == "standing" for t in tiles]) > 0.5
    low, high = (8, 50) if standing else (28, 90)
    view = np.radians(random.uniform(28, 62))
    focal = max(width, height) / 2 / np.tan(view / 2)
    spread = 0.45 if standing else np.pi
    return Camera(
        width,
        height,
        target,
        reach / np.sin(view / 2) * random.uniform(0.75, 1.5),
        np.radians(random.uniform(low, high)),
        -np.pi / 2 + random.uniform(-spread, spread),
        np.radians(random.normal(0, 4)),
        focal,
    )


def render(
    tiles: list[Placed],
    tile_set: TileSet,
    random: np.random.Generator,
    camera: Camera,
    ground: NDArray[np.uint8] | None = None,
) -> tuple[NDArray[np.uint8], list[Seen]]:
    """A picture ``uint8 (H, W, 3)`` of placed tiles and what is seen of them."""
    shape = Shape(random.uniform(1.28, 1.42), random.uniform(0.6, 0.85), random.uniform(0.2, 0.5))
    painter = Painter(tile_set, shape, random)
    reach = float(np.tan(np.arctan(camera.width / 2 / camera.focal)) * camera.distance)
    image = _ground(camera, random, reach) if ground is None else ground
    shade = painter.shadow(tiles, camera)[..., None]
    image = (image * shade).astype(np.uint8)
    seen = painter.paint(image, tiles, camera)
    if random.random() < 0.15:
        _clutter(image, random, int(random.integers(1, 3)))
    return image, seen


def random_scene(seed: int) -> tuple[NDArray[np.uint8], list[Seen]]:
    """The training scene of a seed."""
    random = np.random.default_rng(seed)
    tiles = _layout(random)
    camera = camera_over(tiles, random, SIZE, SIZE)
    return render(tiles, TileSet(random), random, camera)


def write_scenes(out: Path, first: int, count: int) -> None:
    """Render scenes into a folder (those already there are left as they are)."""
    out.mkdir(parents=True, exist_ok=True)
    for seed in range(first, first + count):
        picture, note = out / f"{seed:05}.jpg", out / f"{seed:05}.json"
        if note.exists():
            continue
        image, seen = random_scene(seed)
        quality = [cv2.IMWRITE_JPEG_QUALITY, 92]
        cv2.imwrite(str(picture), cv2.cvtColor(image, cv2.COLOR_RGB2BGR), quality)
        rows = [
            {"tile": s.tile, "quad": s.quad.round(2).tolist(), "hidden": s.hidden} for s in seen
        ]
        note.write_text(json.dumps(rows))


def read_scenes(folder: Path) -> list[Example]:
    """The scenes of a folder as detector examples."""
    examples = []
    for note in sorted(folder.glob("*.json")):
        rows = json.loads(note.read_text())
        shown = [row["quad"] for row in rows if not row["hidden"]]
        hidden = [row["quad"] for row in rows if row["hidden"]]
        examples.append(
            Example(
                cv2.imread(str(note.with_suffix(".jpg")))[..., ::-1],
                np.array(shown, np.float32).reshape(-1, 4, 2),
                np.ones(len(shown), np.bool_),
                complete=True,
                hidden=np.array(hidden, np.float32).reshape(-1, 4, 2),
                bare=np.zeros((0, 4, 2), np.float32),
            )
        )
    return examples


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=4000)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    write_scenes(options.out, options.first, options.count)


if __name__ == "__main__":
    main()
