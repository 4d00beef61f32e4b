"""Printed things that are no tiles, drawn: what a detector must learn to leave alone.

Photographs hardly ever say where no tile lies, since nobody labelled the walls and other people's
hands in them. A drawn thing pasted behind the labelled tiles of a view says it for certain: books,
pages, boxes with writing, keyboards, remote controls, dice, cards, screens, and whole table tops:
felt, wood, cloth, checks, floor tiles, cutting mats.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from models.faces import typefaces

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]
COMMON = (
    "的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如"
    "然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从"
)
"""Frequent characters, as books and boxes carry them."""
ON_TILES = "一二三四五六七八九万中发白东南西北"
"""Alone and as large as a tile these could be one."""


@dataclass(frozen=True, slots=True)
class Clutter:
    """Pictures to paste: ``things`` somewhere in a view, ``grounds`` all over it."""

    things: tuple[Picture, ...]
    grounds: tuple[Picture, ...]


@lru_cache(200)
def _typeface(number: int, size: int) -> ImageFont.FreeTypeFont:
    file, index = typefaces()[number]
    return ImageFont.truetype(file, size, index=index)


def _font(number: int, size: int) -> ImageFont.FreeTypeFont:
    return _typeface(number % len(typefaces()), size)


def _colour(random: np.random.Generator) -> Colour:
    """Paper and cardboard: white now and then, else anything."""
    if random.random() < 0.35:
        light = int(random.integers(205, 256))
        return light, light, max(0, light - int(random.integers(0, 25)))
    red, green, blue = (int(v) for v in random.integers(10, 246, 3))
    return red, green, blue


def _ink(random: np.random.Generator, ground: Colour) -> Colour:
    dark = sum(ground) > 380
    base = int(random.integers(0, 90)) if dark else int(random.integers(180, 256))
    if random.random() < 0.35:
        red, green, blue = (int(v) for v in random.integers(0, 256, 3))
        return red, green, blue
    return base, base, base


def _words(random: np.random.Generator, length: int) -> str:
    if random.random() < 0.45:
        return "".join(COMMON[random.integers(len(COMMON))] for _ in range(length))
    low, high = (48, 58) if random.random() < 0.25 else (65, 91)
    letters = "".join(chr(random.integers(low, high)) for _ in range(length))
    return letters.lower() if random.random() < 0.5 else letters


def _write(
    draw: ImageDraw.ImageDraw,
    random: np.random.Generator,
    at: tuple[float, float],
    length: int,
    size: int,
    ink: Colour,
    *,
    down: bool = False,
) -> None:
    font = _font(int(random.integers(1 << 16)), max(6, size))
    words = _words(random, length)
    if not down:
        draw.text(at, words, fill=ink, font=font)
        return
    for i, letter in enumerate(words):
        draw.text((at[0], at[1] + i * size * 1.12), letter, fill=ink, font=font)


def _books(random: np.random.Generator) -> Image.Image:
    width, height = int(random.integers(160, 420)), int(random.integers(140, 320))
    picture = Image.new("RGB", (width, height), (20, 20, 22))
    draw = ImageDraw.Draw(picture)
    x = 0
    while x < width:
        spine, ground = int(random.integers(14, 56)), _colour(random)
        top = int(random.integers(0, height // 5))
        draw.rectangle((x, top, x + spine - 2, height), fill=ground)
        ink, size = _ink(random, ground), int(spine * random.uniform(0.35, 0.75))
        y = top + random.uniform(0.02, 0.3) * height
        _write(draw, random, (x + 3, y), int(random.integers(2, 11)), size, ink, down=True)
        if random.random() < 0.5:
            y = int(random.uniform(0.5, 0.95) * height)
            draw.rectangle(
                (x, y, x + spine - 2, y + int(random.integers(3, 40))), fill=_colour(random)
            )
        x += spine
    return picture


def _page(random: np.random.Generator) -> Image.Image:
    width, height = int(random.integers(120, 320)), int(random.integers(120, 360))
    ground = _colour(random)
    picture, ink = Image.new("RGB", (width, height), ground), _ink(random, ground)
    draw = ImageDraw.Draw(picture)
    y = random.uniform(4, 30)
    while y < height:
        size = int(random.choice([8, 10, 12, 12, 16, 26, 44]))
        if random.random() < 0.12:
            draw.rectangle((10, y, width - 10, y + size * 3), fill=_colour(random))
            y += size * 3
        else:
            _write(draw, random, (8, y), int(width / size), size, ink)
        y += size * random.uniform(1.2, 2.5)
    return picture


def _box(random: np.random.Generator) -> Image.Image:
    width, height = int(random.integers(90, 320)), int(random.integers(70, 260))
    ground = _colour(random)
    picture = Image.new("RGB", (width, height), ground)
    draw = ImageDraw.Draw(picture)
    for _ in range(int(random.integers(0, 4))):
        a, b = random.uniform(0, width, 2), random.uniform(0, height, 2)
        shape = draw.ellipse if random.random() < 0.4 else draw.rectangle
        shape((a.min(), b.min(), a.max(), b.max()), fill=_colour(random))
    for _ in range(int(random.integers(1, 5))):
        size = int(np.exp(random.uniform(np.log(9), np.log(height * 0.7))))
        at = random.uniform(0, width * 0.6), random.uniform(-size * 0.2, height * 0.8)
        ink = _ink(random, ground)
        _write(draw, random, at, int(random.integers(1, 8)), size, ink)
    return picture


def _keys(random: np.random.Generator) -> Image.Image:
    """A keyboard: staggered rows of bevelled caps, a few of other colours and widths."""
    rows, columns = int(random.integers(2, 7)), int(random.integers(3, 15))
    key, gap = int(random.integers(16, 40)), int(random.integers(1, 9))
    ground, caps = _colour(random), [_colour(random) for _ in range(3)]
    size = columns * (key + gap) + gap, rows * (key + gap) + gap
    picture = Image.new("RGB", size, ground)
    draw = ImageDraw.Draw(picture)
    legend = int(key * random.uniform(0.25, 0.7))
    at = random.uniform(0.08, 0.35, 2)
    font = _font(int(random.integers(1 << 16)), max(6, legend))
    inks = [_ink(random, cap) for cap in caps]
    bevel = int(key * random.uniform(0, 0.2))
    for row in range(rows):
        x, y = gap - int(random.uniform(0, 0.8) * key), gap + row * (key + gap)
        while x < size[0]:
            wide = int(key * (random.uniform(1.2, 2.5) if random.random() < 0.1 else 1))
            kind = int(random.choice([0, 0, 0, 0, 0, 1, 2]))
            cap = caps[kind]
            side = tuple(int(v * 0.75) for v in cap)
            draw.rounded_rectangle((x, y, x + wide, y + key), key // 6, fill=side)
            inner = (x + bevel, y + bevel // 2, x + wide - bevel, y + key - bevel - bevel // 2)
            draw.rounded_rectangle(inner, key // 6, fill=cap)
            length = int(random.choice([1, 1, 1, 2, 3]))
            corner = (x + key * at[0], y + key * at[1])
            draw.text(corner, _words(random, length).upper(), fill=inks[kind], font=font)
            x += wide + gap
    return picture


def _remote(random: np.random.Generator) -> Image.Image:
    """A remote control or a pocket calculator."""
    width, height = int(random.integers(70, 170)), int(random.integers(160, 360))
    body = _colour(random)
    picture = Image.new("RGB", (width, height), body)
    draw = ImageDraw.Draw(picture)
    columns, top = int(random.integers(2, 6)), random.uniform(0.05, 0.3) * height
    if random.random() < 0.5:
        draw.rectangle((8, 8, width - 8, top - 4 if top > 20 else 12), fill=(150, 165, 140))
    step, caps = (width - 8) / columns, [_colour(random) for _ in range(3)]
    for row in range(int((height - top) / step)):
        for column in range(columns):
            x, y = 4 + column * step, top + row * step
            box = (x + step * 0.12, y + step * 0.15, x + step * 0.88, y + step * 0.8)
            cap = caps[int(random.choice([0, 0, 0, 1, 2]))]
            if random.random() < 0.4:
                draw.ellipse(box, fill=cap)
            else:
                draw.rounded_rectangle(box, max(1, int(step * 0.15)), fill=cap)
            at = (x + step * 0.35, y + step * 0.3)
            _write(draw, random, at, 1, int(step * 0.4), _ink(random, cap))
    return picture


PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


def _die_face(random: np.random.Generator, cube: Colour) -> Picture:
    """One face of a die, ``(64, 64, 3)``."""
    picture = Image.new("RGB", (64, 64), cube)
    draw = ImageDraw.Draw(picture)
    count = int(random.integers(1, 7))
    ink = (200, 20, 30) if count in (1, 4) and random.random() < 0.7 else _ink(random, cube)
    dot = random.uniform(9, 15) if count == 1 else random.uniform(5, 8)
    for dx, dy in PIPS[count]:
        x, y = 32 + 18 * dx, 32 + 18 * dy
        draw.ellipse((x - dot, y - dot, x + dot, y + dot), fill=ink)
    return np.asarray(picture)


def _dice(random: np.random.Generator) -> Image.Image:
    """A few dice as they lie, up to three faces seen of each."""
    canvas = np.empty((200, 260, 3), np.uint8)
    canvas[:] = _colour(random)
    cube = _colour(random) if random.random() < 0.4 else (240, 240, 236)
    lean = random.uniform(0.1, 1.3)  # how far from straight above they are seen
    for _ in range(int(random.integers(1, 5))):
        half, turn = random.uniform(15, 32), random.uniform(0, 2 * np.pi)
        middle = random.uniform((35, 35), (225, 165))
        flat = turn + np.pi / 4 + np.arange(4) * np.pi / 2
        ring = np.stack([np.cos(flat), np.sin(flat) * np.cos(lean)], 1) * half * np.sqrt(2)
        rise = np.array([0, half * np.sin(lean)])
        top, foot = middle + ring - rise, middle + ring + rise
        # Its sides from behind to the front: what is nearer is drawn over what is farther.
        sides = sorted(range(4), key=lambda i: ring[i, 1] + ring[(i + 1) % 4, 1])
        faces = [np.stack([top[i], top[(i + 1) % 4], foot[(i + 1) % 4], foot[i]]) for i in sides]
        for face in [*faces, top]:
            corners = face.mean(0) + (face - face.mean(0)) * 0.97
            flat_face = np.array([[0, 0], [64, 0], [64, 64], [0, 64]], np.float32)
            into = cv2.getPerspectiveTransform(flat_face, corners.astype(np.float32))
            light = 1.0 if face is top else random.uniform(0.55, 0.9)
            shown = (_die_face(random, cube) * light).astype(np.uint8)
            laid = cv2.warpPerspective(shown, into, (260, 200), flags=cv2.INTER_AREA)
            rounded = np.zeros((64, 64), np.uint8)
            cv2.circle(rounded, (32, 32), 38, 255, -1)
            there = cv2.warpPerspective(rounded, into, (260, 200)) > 128
            canvas[there] = laid[there]
    return Image.fromarray(canvas)


def _caption(random: np.random.Generator) -> Image.Image:
    """A line or two of writing as large as tiles: captions, signs, names printed on a rack."""
    size = int(random.integers(24, 72))
    length, lines = int(random.integers(2, 9)), int(random.choice([1, 1, 2, 3]))
    gap = random.uniform(1.0, 1.5)
    ground = _colour(random)
    picture = Image.new(
        "RGB", (int(length * size * gap) + 24, int(lines * size * 1.5) + 16), ground
    )
    draw, ink = ImageDraw.Draw(picture), _ink(random, ground)
    font = _font(int(random.integers(1 << 16)), size)
    boxed = random.random() < 0.2
    for row in range(lines):
        for column, letter in enumerate(_words(random, length)):
            if letter in ON_TILES:
                continue
            x, y = 10 + column * size * gap, 6 + row * size * 1.5
            if boxed:
                draw.rounded_rectangle((x - 2, y, x + size, y + size * 1.2), size // 8, outline=ink)
            draw.text((x, y), letter, fill=ink, font=font)
    return picture


def _cards(random: np.random.Generator) -> Image.Image:
    picture = Image.new("RGB", (260, 220), _colour(random))
    draw = ImageDraw.Draw(picture)
    for _ in range(int(random.integers(1, 5))):
        x, y = random.uniform(-20, 180), random.uniform(-20, 110)
        width = random.uniform(70, 110)
        height = width * random.uniform(1.35, 1.6)
        draw.rounded_rectangle(
            (x, y, x + width, y + height), 8, fill=(250, 250, 248), outline=(120, 120, 120)
        )
        ink = (190, 20, 30) if random.random() < 0.5 else (15, 15, 20)
        rank = str(random.choice(list("A23456789JQK")))
        font = _font(int(random.integers(1 << 16)), 22)
        draw.text((x + 6, y + 4), rank, fill=ink, font=font)
        for _ in range(int(random.integers(1, 9))):
            px, py = x + random.uniform(0.25, 0.75) * width, y + random.uniform(0.2, 0.8) * height
            draw.regular_polygon((px, py, 9), 4, fill=ink)
    return picture


def _screen(random: np.random.Generator) -> Image.Image:
    width, height = int(random.integers(140, 360)), int(random.integers(90, 300))
    dark = tuple(int(v) for v in random.integers(0, 60, 3))
    picture = Image.new("RGB", (width, height), (dark[0], dark[1], dark[2]))
    draw = ImageDraw.Draw(picture)
    for _ in range(int(random.integers(2, 9))):
        x, y = random.uniform(0, width), random.uniform(0, height)
        w, h = random.uniform(10, 120), random.uniform(8, 60)
        draw.rounded_rectangle((x, y, x + w, y + h), 4, fill=_colour(random))
        _write(draw, random, (x, y), int(random.integers(1, 8)), int(h * 0.7), (240, 240, 240))
    return picture


def _noise(random: np.random.Generator, height: int, width: int, grain: int) -> NDArray[np.float32]:
    small = random.normal(0, 1, (max(2, height // grain), max(2, width // grain)))
    return cv2.resize(small.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)


def _ruled(top: NDArray[np.float32], base: NDArray[np.int64], random: np.random.Generator) -> None:
    """A cutting mat: a ruled net with every so many lines stronger, slants, numbers, a mark."""
    side = len(top)
    cell = float(np.exp(random.uniform(np.log(22), np.log(160))))
    light = random.choice([-55, 20, 35, 60, 90, 140])
    ink = np.clip(base + light * random.uniform(0.5, 1.2, 3), 0, 255)
    strong = int(random.choice([1, 2, 5, 10]))
    bold, fine = int(random.integers(1, 5)), int(random.choice([1, 1, 2]))
    faint = base + (ink - base) * random.uniform(0.15, 0.7)
    wide = cell * (random.uniform(1.1, 1.6) if random.random() < 0.35 else 1.0)
    for across, step in ((False, cell), (True, wide)):
        for i in range(int(side / step) + 1):
            at = int(i * step)
            colour, thick = (ink, bold) if i % strong == 0 else (faint, fine)
            line = slice(at, at + thick)
            top[(slice(None), line) if across else line] = colour
    if random.random() < 0.5:  # ticks between the lines
        for i in range(int(side / (cell / 5))):
            at = int(i * cell / 5)
            for j in range(0, int(side / cell), max(1, strong)):
                top[at : at + 1, int(j * cell) : int(j * cell + cell * 0.15)] = faint
    for _ in range(int(random.choice([0, 0, 2, 4]))):
        turn = np.deg2rad(random.choice([30, 45, 60, -45, -60]))
        start = random.uniform(0, side, 2)
        end = start + side * 2 * np.array([np.cos(turn), np.sin(turn)])
        ends = [tuple(int(v) for v in point) for point in (start * 2 - end, end)]
        cv2.line(top, ends[0], ends[1], [float(v) for v in faint], fine)
    written = np.zeros((side, side), np.uint8)
    for i in range(0, int(side / cell), max(1, strong)):  # numbers
        if random.random() < 0.5:
            place = int(i * cell + 2), int(random.choice([20, side // 2]))
            cv2.putText(written, str(i), place, 0, cell / 60, 255, 1)
    top[written > 0] = ink
    for _ in range(int(random.choice([0, 1, 2]))):
        x, y = (int(v) for v in random.uniform(0, side - 90, 2))
        span = int(np.clip(cell * random.uniform(0.6, 1.5), 12, 90))
        mark = np.zeros((span, span), np.uint8)
        text = str(random.choice(["A3", "A4", "A5", "cm", "30"]))
        cv2.putText(mark, text, (2, span * 2 // 3), 0, span / 50, 255, 2)
        top[y : y + span, x : x + span] = np.where(mark[..., None] > 0, base, ink)


def _squares(
    top: NDArray[np.float32], base: NDArray[np.int64], random: np.random.Generator
) -> None:
    """Checked cloth, a chessboard, floor tiles with joints, parquet."""
    side, other = len(top), np.clip(base + random.choice([-70, -35, 40, 90]), 0, 255)
    step = int(np.exp(random.uniform(np.log(16), np.log(150))))
    high = int(step * random.choice([1.0, 1.0, 1.33, 2.0, 0.5]))
    row, column = np.mgrid[:side, :side] // np.array([high, step])[:, None, None]
    kind = random.integers(4)
    if kind == 0:
        top[(row + column) % 2 == 1] = other
    elif kind == 1:
        shade = ((row % 2) + (column % 2)) / 2
        top += shade[..., None] * (other - base)
    else:
        shift = (row % 2) * (step // 2) if kind == 3 else 0
        along = (np.arange(side)[None] + shift) % step
        joint = int(random.integers(1, 6))
        tone = np.sin((row * 12.9 + (np.arange(side)[None] + shift) // step * 78.2) * 43.7)
        top += tone[..., None] * random.uniform(0, 14)
        top[(np.arange(side)[:, None] % high < joint) | (along < joint)] = other


def table_top(random: np.random.Generator, side: int = 1024) -> NDArray[np.uint8]:
    """A table top, ``(side, side, 3)``: felt, wood, woven cloth, board, printed or cutting mat,
    checks."""
    palettes = [
        (20, 100, 60),
        (30, 90, 140),
        (150, 110, 70),
        (190, 170, 140),
        (120, 30, 40),
        (70, 72, 76),
        (225, 222, 214),
        (40, 44, 48),
        (90, 140, 150),
        (160, 130, 160),
        (200, 200, 190),
        (14, 60, 50),
    ]
    base = np.array(palettes[random.integers(len(palettes))]) + random.integers(-25, 26, 3)
    base = np.clip(base, 0, 255)
    top = np.empty((side, side, 3), np.float32)
    top[:] = base
    style = random.choice(7, p=[0.14, 0.14, 0.1, 0.1, 0.1, 0.26, 0.16])
    if style == 0:
        top += (_noise(random, side, side, 2) * 7 + _noise(random, side, side, 60) * 5)[..., None]
    elif style == 1:
        grain = cv2.resize(_noise(random, side, 24, 3), (side, side)) + _noise(
            random, side, side, 90
        )
        rings = np.sin(np.arange(side)[:, None] / random.uniform(4, 18) + grain * 1.6)
        top += (rings * 11 + _noise(random, side, side, 2) * 3)[..., None]
        if random.random() < 0.5:
            for y in range(0, side, int(random.integers(70, 220))):
                top[y : y + 2] *= 0.6
    elif style == 2:
        step = int(random.integers(3, 30))
        weave = ((np.arange(side) // step) % 2 * 2.0 - 1) * random.uniform(4, 22)
        top += (weave[:, None] + weave[None])[..., None] / 2 + _noise(random, side, side, 2)[
            ..., None
        ] * 4
    elif style == 3:
        top += _noise(random, side, side, 200)[..., None] * 4
    elif style == 4:
        top += _noise(random, side, side, 2)[..., None] * 5
        ink = tuple(float(v) for v in np.clip(base + random.choice([-60, 60]), 0, 255))
        for _ in range(int(random.integers(2, 10))):
            a, b = random.integers(0, side, 2), random.integers(0, side, 2)
            thick = int(random.integers(1, 6))
            if random.random() < 0.4:
                cv2.circle(top, tuple(map(int, a)), int(random.integers(15, 300)), ink, thick)
            else:
                cv2.line(top, tuple(map(int, a)), tuple(map(int, b)), ink, thick)
    else:
        (_ruled if style == 5 else _squares)(top, base, random)
        top += (_noise(random, side, side, 3) * 3 + _noise(random, side, side, 150) * 4)[..., None]
    return np.clip(top, 0, 255).astype(np.uint8)


GROUND = 640
"""Pixels of a ground's side."""
THINGS = (
    *(_books, _books, _page, _box, _box, _caption, _caption, _keys, _keys, _keys),
    *(_remote, _dice, _dice, _cards, _screen),
)


def _ground(random: np.random.Generator) -> Picture:
    """A table top with a few things on it."""
    top = table_top(random)
    for _ in range(int(random.choice([0, 0, 1, 3, 6]))):
        thing = np.asarray(THINGS[random.integers(len(THINGS))](random))
        scale = np.exp(random.uniform(np.log(0.5), np.log(2.0)))
        thing = cv2.resize(thing, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        y, x = (int(random.integers(0, max(1, top.shape[i] - thing.shape[i]))) for i in (0, 1))
        part = top[y : y + thing.shape[0], x : x + thing.shape[1]]
        part[:] = thing[: part.shape[0], : part.shape[1]]
    return cv2.resize(top, (GROUND, GROUND), interpolation=cv2.INTER_AREA)


def draw_clutter(things: int = 800, grounds: int = 250, seed: int = 7) -> Clutter:
    """Draw a stock of things and grounds."""
    random = np.random.default_rng(seed)
    drawn = tuple(np.asarray(THINGS[random.integers(len(THINGS))](random)) for _ in range(things))
    # One piece of memory for all of them: between the large passing arrays that each ground needs,
    # many kept ones would leave holes that add up to gigabytes.
    tops = np.empty((grounds, GROUND, GROUND, 3), np.uint8)
    for top in tops:
        top[:] = _ground(random)
    return Clutter(drawn, tuple(tops))


def paste(
    view: Picture, behind: NDArray[np.bool_], clutter: Clutter, random: np.random.Generator
) -> NDArray[np.bool_]:
    """Paste things into a view wherever nothing is to be kept.

    Args:
        view: ``uint8 (h, w, 3)``, changed in place.
        behind: ``bool (h, w)``: pixels of tiles, which stay.
        clutter: what to paste.
        random: where and what.

    Returns:
        ``bool (h, w)``: the pixels that were covered: no tile is there.
    """
    height, width = behind.shape
    covered = np.zeros_like(behind)
    for whole in [True] if random.random() < 0.4 else [False] * int(random.integers(1, 5)):
        stock = clutter.grounds if whole else clutter.things
        picture = stock[random.integers(len(stock))]
        h, w = picture.shape[:2]
        if whole:
            middle, span = np.array([width, height]) / 2, width * random.uniform(1.5, 2.2)
        else:
            middle = random.uniform(0, [width, height])
            span = width * np.exp(random.uniform(np.log(0.12), np.log(0.8)))
        turn = random.uniform(0, 2 * np.pi) if random.random() < 0.5 else random.normal(0, 0.15)
        along = np.array([np.cos(turn), np.sin(turn)])
        across = np.array([-along[1], along[0]]) * h / w
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) @ np.stack([along, across])
        corners = middle + corners * span / 2 * (1 + random.normal(0, 0.06, (4, 1)))
        flat = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
        into = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
        if span < w * 0.7:
            picture = cv2.GaussianBlur(picture, (0, 0), 0.45 * w / span)
        laid = cv2.warpPerspective(picture, into, (width, height))
        there = cv2.warpPerspective(np.full((h, w), 255, np.uint8), into, (width, height)) > 250
        there &= ~behind
        view[there] = laid[there]
        covered |= there
    return covered
