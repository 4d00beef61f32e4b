"""Tile faces drawn from scratch: what a set that nobody photographed may look like.

`TileSet` is one maker's style, drawn at random: inks, typefaces, how a dot, a bamboo stick and the
bird look, corner numerals or none, framed or blank white dragon, backs. `TileSet.face` draws one
tile of it, upright, `uint8 (256, 192, 3)` RGB, with the tile's own material as ground.
"""

from __future__ import annotations

import math
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 192, 256
Colour = tuple[int, int, int]
Point = tuple[float, float]

SUITED = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
HONOURS = list("ESWNCFP")
FLOWERS = [f"{n}f" for n in range(1, 9)]
KINDS = [*SUITED, *HONOURS, *FLOWERS, "X"]
"""Every face that a set can draw; the back is drawn by `TileSet.back`."""

NUMERALS = "一二三四五六七八九"
TRADITIONAL = "一二三四五六七八九伍萬東南西北中發梅蘭菊竹春夏秋冬飛"
"""What a typeface must hold to be used; simplified forms are drawn only where it holds them too."""
FLOWER_NAMES = ["梅", "蘭", "菊", "竹", "春", "夏", "秋", "冬"]

# Where dots and sticks lie, in twelfths of the face.
DOTS: dict[int, list[Point]] = {
    2: [(6, 3), (6, 9)],
    3: [(3, 2.6), (6, 6), (9, 9.4)],
    4: [(3.4, 3), (8.6, 3), (3.4, 9), (8.6, 9)],
    5: [(3, 2.6), (9, 2.6), (6, 6), (3, 9.4), (9, 9.4)],
    6: [(3.6, 2.4), (8.4, 2.4), (3.6, 6.3), (8.4, 6.3), (3.6, 9.6), (8.4, 9.6)],
    7: [(2.6, 1.9), (6, 3.1), (9.4, 4.3), (3.8, 7.2), (8.2, 7.2), (3.8, 10.2), (8.2, 10.2)],
    8: [(x, y) for y in (1.8, 4.6, 7.4, 10.2) for x in (3.7, 8.3)],
    9: [(x, y) for y in (2.3, 6, 9.7) for x in (2.6, 6, 9.4)],
}
STICKS: dict[int, list[tuple[float, float, float]]] = {  # x, y, turn in degrees
    2: [(6, 3.2, 0), (6, 8.8, 0)],
    3: [(6, 3.2, 0), (3.4, 8.8, 0), (8.6, 8.8, 0)],
    4: [(3.4, 3.2, 0), (8.6, 3.2, 0), (3.4, 8.8, 0), (8.6, 8.8, 0)],
    5: [(2.8, 3.2, 0), (9.2, 3.2, 0), (6, 6, 0), (2.8, 8.8, 0), (9.2, 8.8, 0)],
    6: [(x, y, 0) for y in (3.2, 8.8) for x in (2.6, 6, 9.4)],
    7: [(6, 2, 0), *[(x, y, 0) for y in (5.7, 9.7) for x in (2.6, 6, 9.4)]],
    9: [(x, y, 0) for y in (2.2, 6, 9.8) for x in (2.6, 6, 9.4)],
}


@cache
def typefaces() -> list[tuple[str, int]]:
    """Fonts of this machine that hold every glyph a tile needs: (file, index in a collection)."""
    listed = subprocess.run(
        ["fc-list", "-f", "%{file}\t%{index}\n", ":charset=4e07"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = []
    for line in sorted(set(listed.splitlines())):
        file, index = line.split("\t")
        typeface = file, int(index) & 0xFFFF
        try:
            if _holds(*typeface, TRADITIONAL):
                found.append(typeface)
        except OSError:  # a bitmap font that Pillow cannot scale
            continue
    if not found:
        raise RuntimeError("no Chinese typeface found: install the fonts named in models/README.md")
    return found


@cache
def _holds(file: str, index: int, text: str) -> bool:
    """Does a font hold every character of ``text``?"""
    font = _font(file, index, 40)
    missing = bytes(font.getmask("\U000f1234"))
    return all(font.getmask(c).getbbox() and bytes(font.getmask(c)) != missing for c in text)


@cache
def _font(file: str, index: int, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, size, index=index)


def _mix(random: np.random.Generator, choices: Sequence[Colour], spread: int = 22) -> Colour:
    base = np.array(choices[random.integers(len(choices))])
    r, g, b = np.clip(base + random.integers(-spread, spread + 1, 3), 0, 255)
    return int(r), int(g), int(b)


@dataclass
class TileSet:
    """One set of tiles: a style drawn from ``random`` and then fixed."""

    random: np.random.Generator
    ground: Colour = field(init=False)
    red: Colour = field(init=False)
    green: Colour = field(init=False)
    blue: Colour = field(init=False)
    black: Colour = field(init=False)
    back_colour: Colour = field(init=False)

    def __post_init__(self) -> None:
        random = self.random
        self.ground = _mix(
            random, [(246, 243, 232), (236, 228, 200), (250, 250, 250), (228, 226, 222)], 8
        )
        self.red = _mix(random, [(196, 30, 38), (170, 24, 30), (220, 50, 40), (150, 40, 45)])
        self.green = _mix(random, [(16, 110, 60), (20, 140, 70), (10, 84, 60), (30, 60, 50)])
        self.blue = _mix(random, [(26, 44, 140), (30, 60, 110), (20, 30, 80), (40, 40, 48)])
        self.black = _mix(random, [(26, 26, 30), (30, 34, 60), (20, 60, 50)])
        self.back_colour = _mix(
            random,
            [
                (30, 140, 70),
                (30, 80, 170),
                (230, 160, 40),
                (190, 40, 50),
                (120, 60, 150),
                (70, 74, 80),
                (120, 180, 210),
                (170, 120, 70),
                (240, 120, 160),
                (20, 60, 50),
            ],
            28,
        )
        fonts = typefaces()
        self.number_font = fonts[random.integers(len(fonts))]
        self.honour_font = (
            self.number_font if random.random() < 0.5 else fonts[random.integers(len(fonts))]
        )
        self.wan = self._form("萬", "万", 0.15, self.number_font)
        self.five = self._form("伍", "五", 0.5, self.number_font)
        self.fa = self._form("發", "发", 0.15, self.honour_font)
        self.east = self._form("東", "东", 0.15, self.honour_font)
        self.bold = int(random.integers(0, 6))
        self.dot_style = int(random.integers(0, 6))
        self.stick_style = int(random.integers(0, 5))
        self.bird_style = int(random.integers(0, 4))
        self.white_style = int(random.choice([0, 0, 0, 1, 1, 2, 3, 4]))
        self.corner = bool(random.random() < 0.3)
        self.corner_scale = random.uniform(0.14, 0.22)
        self.squeeze_x = random.uniform(0.78, 0.96)
        self.squeeze_y = random.uniform(0.8, 0.97)
        self.dot_size = random.uniform(0.82, 1.08)
        self.stick_width = random.uniform(0.8, 1.25)
        self.red_fives = bool(random.random() < 0.1)
        self.numeral_ink = [self.blue, self.black, self.green][int(random.choice([0, 0, 1, 1, 2]))]
        self.wind_ink = [self.blue, self.black, self.green][int(random.choice([0, 0, 1, 1, 2]))]
        self.flower_seed = int(random.integers(1 << 30))
        self.back_style = int(random.choice([0, 0, 0, 0, 1, 2]))

    def _form(self, old: str, new: str, share: float, font: tuple[str, int]) -> str:
        """One of two forms of a character, the second in ``share`` of the sets that have it."""
        return new if self.random.random() < share and _holds(*font, new) else old

    # -- the canvas ---------------------------------------------------------------------------

    def _xy(self, x: float, y: float) -> Point:
        """Twelfths of the face → pixels, inside this set's margins."""
        left, top = (1 - self.squeeze_x) / 2, (1 - self.squeeze_y) / 2
        return (
            (left + x / 12 * self.squeeze_x) * WIDTH,
            (top + y / 12 * self.squeeze_y) * HEIGHT,
        )

    def face(self, kind: str) -> NDArray[np.uint8]:
        """The face of ``kind`` (one of `KINDS`), upright."""
        canvas = Image.new("RGB", (WIDTH, HEIGHT), self.ground)
        draw = ImageDraw.Draw(canvas)
        rank, suit = (int(kind[:-1]), kind[-1]) if kind[0].isdigit() else (0, kind)
        painters: dict[str, Callable[[ImageDraw.ImageDraw, int], None]] = {
            "m": self._characters,
            "p": self._dots,
            "s": self._bamboo,
            "f": self._flower,
        }
        if suit in painters:
            painters[suit](draw, rank)
        elif kind == "P":
            self._white(draw)
        elif kind == "X":
            self._joker(draw)
        else:
            self._honour(draw, kind)
        if self.corner and kind != "X":
            self._corner(draw, kind)
        return self._engraved(np.asarray(canvas))

    def _engraved(self, face: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The inked grooves' lit and shaded rims."""
        ink = np.abs(face.astype(np.float32) - np.array(self.ground, np.float32)).max(2)
        depth = cv2.GaussianBlur(np.minimum(ink / 90, 1), (0, 0), 1.2)
        rim = np.roll(depth, 2, 0) + np.roll(depth, 2, 1) - 2 * depth
        return np.clip(face + rim[..., None] * 14, 0, 255).astype(np.uint8)

    def back(self) -> NDArray[np.uint8]:
        """The back of every tile of this set."""
        back = np.empty((HEIGHT, WIDTH, 3), np.uint8)
        back[:] = self.back_colour
        if self.back_style:
            lighter = tuple(int(min(255, c * 1.25 + 18)) for c in self.back_colour)
            if self.back_style == 1:
                cv2.rectangle(back, (22, 22), (WIDTH - 23, HEIGHT - 23), lighter, 6)
            else:
                for x in range(-HEIGHT, WIDTH, 22):
                    cv2.line(back, (x, 0), (x + HEIGHT, HEIGHT), lighter, 3, cv2.LINE_AA)
                    cv2.line(back, (x + HEIGHT, 0), (x, HEIGHT), lighter, 3, cv2.LINE_AA)
        return back

    # -- faces --------------------------------------------------------------------------------

    def _glyph(
        self,
        draw: ImageDraw.ImageDraw,
        text: str,
        box: tuple[float, float, float, float],
        ink: Colour,
        font: tuple[str, int] | None = None,
    ) -> None:
        """Text stretched to fill a box (x1, y1, x2, y2 in pixels), as makers do."""
        face = _font(*(font or self.number_font), 150)
        x1, y1, x2, y2 = face.getbbox(text, stroke_width=self.bold)
        mask = Image.new("L", (int(x2 - x1) + 4, int(y2 - y1) + 4))
        ImageDraw.Draw(mask).text(
            (2 - x1, 2 - y1), text, 255, face, stroke_width=self.bold, stroke_fill=255
        )
        size = max(1, round(box[2] - box[0])), max(1, round(box[3] - box[1]))
        # 一 is a stroke: filling a box with it would make a bar.
        if text == "一":
            size = size[0], max(6, round(size[1] * 0.22))
            top = (box[1] + box[3] - size[1]) / 2
        else:
            top = box[1]
        mask = mask.resize(size, Image.Resampling.LANCZOS)
        draw.bitmap((round(box[0]), round(top)), mask, ink)

    def _characters(self, draw: ImageDraw.ImageDraw, rank: int) -> None:
        numeral = self.five if rank == 5 else NUMERALS[rank - 1]
        red = self.red_fives and rank == 5
        ink = self.red if red else self.numeral_ink
        side = 2.3 + self.random.uniform(-0.3, 0.3)
        self._glyph(draw, numeral, (*self._xy(side, 0.7), *self._xy(12 - side, 5.5)), ink)
        self._glyph(draw, self.wan, (*self._xy(2, 6.1), *self._xy(10, 11.5)), self.red)

    def _honour(self, draw: ImageDraw.ImageDraw, kind: str) -> None:
        text = {"E": self.east, "S": "南", "W": "西", "N": "北", "C": "中", "F": self.fa}[kind]
        ink = {"C": self.red, "F": self.green}.get(kind, self.wind_ink)
        box = (*self._xy(1.7, 1.6), *self._xy(10.3, 10.4))
        self._glyph(draw, text, box, ink, self.honour_font)

    def _white(self, draw: ImageDraw.ImageDraw) -> None:
        ink = self.blue
        outer = (*self._xy(1.2, 1.0), *self._xy(10.8, 11.0))
        inner = (*self._xy(2.7, 2.3), *self._xy(9.3, 9.7))
        if self.white_style == 0:
            return
        if self.white_style == 1:
            draw.rounded_rectangle(outer, 10, outline=ink, width=7)
            draw.rounded_rectangle(inner, 6, outline=ink, width=4)
        elif self.white_style == 2:
            draw.rounded_rectangle(outer, 6, outline=ink, width=14)
        elif self.white_style == 3:
            draw.rectangle(outer, outline=ink, width=4)
            draw.rectangle(inner, outline=ink, width=4)
            (x1, y1), (x2, y2) = outer[:2], outer[2:]
            for i in range(1, 9):  # a frame of bars
                y = y1 + (y2 - y1) * i / 9
                draw.line((x1, y, inner[0], y), ink, 4)
                draw.line((inner[2], y, x2, y), ink, 4)
                x = x1 + (x2 - x1) * i / 9
                draw.line((x, y1, x, inner[1]), ink, 4)
                draw.line((x, inner[3], x, y2), ink, 4)
        else:
            draw.rectangle(outer, outline=ink, width=5)
            for cx, cy in ((1.9, 1.6), (10.1, 1.6), (1.9, 10.4), (10.1, 10.4)):
                x, y = self._xy(cx, cy)
                draw.ellipse((x - 12, y - 12, x + 12, y + 12), outline=ink, width=5)

    def _dot(self, draw: ImageDraw.ImageDraw, at: Point, radius: float, ink: Colour) -> None:
        x, y = at

        def ring(share: float, colour: Colour, width: float = 0) -> None:
            r = radius * share
            box = (x - r, y - r, x + r, y + r)
            if width:
                draw.ellipse(box, outline=colour, width=max(1, round(radius * width)))
            else:
                draw.ellipse(box, fill=colour)

        def petals(count: int, share: float, colour: Colour) -> None:
            for i in range(count):
                turn = 2 * math.pi * i / count
                px, py = x + radius * share * math.cos(turn), y + radius * share * math.sin(turn)
                r = radius * 0.9 / count * 1.6
                draw.ellipse((px - r, py - r, px + r, py + r), fill=colour)

        style = self.dot_style
        if style == 0:
            ring(1, ink), ring(0.72, self.ground), ring(0.5, ink), ring(0.2, self.ground)
        elif style == 1:
            ring(1, ink), ring(0.35, self.ground), ring(0.2, ink)
        elif style == 2:
            ring(1, ink), petals(8, 0.62, self.ground), ring(0.3, self.ground)
        elif style == 3:
            ring(1, ink, 0.16), ring(0.68, ink, 0.14), ring(0.34, ink)
        elif style == 4:
            ring(1, ink), ring(0.8, self.ground, 0.1)
            for i in range(4):
                turn = math.pi * (i / 2 + 0.25)
                dx, dy = radius * 0.6 * math.cos(turn), radius * 0.6 * math.sin(turn)
                draw.line((x - dx, y - dy, x + dx, y + dy), self.ground, max(1, round(radius / 7)))
            ring(0.18, self.ground)
        else:
            ring(1, ink, 0.2), petals(6, 0.45, ink), ring(0.2, ink)

    def _dots(self, draw: ImageDraw.ImageDraw, rank: int) -> None:
        if rank == 1:
            at, big = self._xy(6, 6), WIDTH * 0.4 * self.squeeze_x
            outer, inner = (
                (self.green, self.red) if self.random.random() < 0.6 else (self.blue,) * 2
            )
            self._dot(draw, at, big, outer)
            if self.random.random() < 0.6:
                self._dot(draw, at, big * 0.5, inner)
            return
        unit = WIDTH * self.squeeze_x / 12
        radius = {2: 2.3, 3: 1.9, 4: 2.0, 5: 1.8, 6: 1.7, 7: 1.42, 8: 1.45, 9: 1.6}[rank]
        colours = {
            2: [self.green, self.blue],
            3: [self.blue, self.red, self.green],
            4: [self.blue, self.green, self.green, self.blue],
            5: [self.blue, self.green, self.red, self.green, self.blue],
            6: [self.green] * 2 + [self.red] * 4,
            7: [self.green] * 3 + [self.red] * 4,
            8: [self.blue] * 8,
            9: [self.green] * 3 + [self.red] * 3 + [self.blue] * 3,
        }[rank]
        if self.red_fives and rank == 5:
            colours = [self.red] * 5
        for at, ink in zip(DOTS[rank], colours, strict=True):
            self._dot(draw, self._xy(*at), radius * unit * self.dot_size, ink)

    def _stick(
        self, draw: ImageDraw.ImageDraw, x: float, y: float, turn: float, length: float, ink: Colour
    ) -> None:
        """A bamboo stick about a point given in twelfths."""
        cx, cy = self._xy(x, y)
        half = length / 2 * HEIGHT * self.squeeze_y / 12
        wide = 0.62 * self.stick_width * WIDTH / 12
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

        def at(dx: float, dy: float) -> Point:
            return cx + dx * cos - dy * sin, cy + dx * sin + dy * cos

        def blob(outline: list[Point], colour: Colour) -> None:
            draw.polygon([at(*p) for p in outline], fill=colour)

        def ball(dy: float, radius: float, colour: Colour) -> None:
            bx, by = at(0, dy)
            draw.ellipse((bx - radius, by - radius, bx + radius, by + radius), fill=colour)

        w = wide
        bone = [
            (-w, -half),
            (w, -half),
            (w * 0.5, -half * 0.5),
            (w, 0),
            (w * 0.5, half * 0.5),
            (w, half),
            (-w, half),
            (-w * 0.5, half * 0.5),
            (-w, 0),
            (-w * 0.5, -half * 0.5),
        ]
        if self.stick_style == 0:
            blob(bone, ink)
        elif self.stick_style == 1:
            blob([(-w, -half), (w, -half), (w, half), (-w, half)], ink)
            blob(
                [
                    (-w * 0.25, -half * 0.8),
                    (w * 0.25, -half * 0.8),
                    (w * 0.25, half * 0.8),
                    (-w * 0.25, half * 0.8),
                ],
                self.ground,
            )
            blob([(-w * 1.3, -2), (w * 1.3, -2), (w * 1.3, 2), (-w * 1.3, 2)], ink)
        elif self.stick_style == 2:
            blob([(-w * 0.55, -half), (w * 0.55, -half), (w * 0.55, half), (-w * 0.55, half)], ink)
            for dy in (-half + w * 0.6, 0.0, half - w * 0.6):
                ball(dy, w * 1.05, ink)
        elif self.stick_style == 3:
            blob(bone, ink)
            for dy in (-half * 0.5, half * 0.5):
                blob(
                    [
                        (-w * 0.2, dy - half * 0.3),
                        (w * 0.2, dy - half * 0.3),
                        (w * 0.2, dy + half * 0.3),
                        (-w * 0.2, dy + half * 0.3),
                    ],
                    self.ground,
                )
        else:
            for dy in (-half * 0.52, half * 0.52):
                bx, by = at(0, dy)
                angle = turn + 90
                ellipse = cv2.ellipse2Poly(
                    (round(bx), round(by)),
                    (max(2, round(half * 0.46)), max(2, round(w * 0.9))),
                    round(angle),
                    0,
                    360,
                    20,
                )
                draw.polygon([(float(px), float(py)) for px, py in ellipse], fill=ink)
            ball(0, w * 0.6, ink)

    def _bamboo(self, draw: ImageDraw.ImageDraw, rank: int) -> None:
        green, red, blue = self.green, self.red, self.blue
        if rank == 1:
            self._bird(draw)
            return
        if rank == 8:  # an M above its mirror image
            lean = self.random.uniform(24, 42)
            for flip, rows in ((1, (3.1,)), (-1, (8.9,))):
                for y in rows:
                    ink = green if flip == 1 else blue
                    self._stick(draw, 2.2, y, 0, 4.6, ink)
                    self._stick(draw, 9.8, y, 0, 4.6, ink)
                    self._stick(draw, 4.7, y + 0.1 * flip, -lean * flip, 4.2, ink)
                    self._stick(draw, 7.3, y + 0.1 * flip, lean * flip, 4.2, ink)
            return
        length = {7: 3.3, 9: 3.3}.get(rank, 4.6)
        inks = {
            2: [green, blue],
            3: [green, blue, blue],
            4: [green, blue, blue, green],
            5: [green, blue, red, blue, green],
            6: [green] * 3 + [blue] * 3,
            7: [red] + [green, blue, green] * 2,
            9: [green, red, blue] * 3
            if self.dot_style % 2
            else [red] * 3 + [blue] * 3 + [green] * 3,
        }[rank]
        if self.stick_style == 2:
            inks = [red if ink == red else green for ink in inks]
        if self.red_fives and rank == 5:
            inks = [red] * 5
        for (x, y, turn), ink in zip(STICKS[rank], inks, strict=True):
            self._stick(draw, x, y, turn, length, ink)

    def _bird(self, draw: ImageDraw.ImageDraw) -> None:
        """The bird of 1 bamboo: a sparrow, a peacock, a crane or a stick with a crown."""
        random = np.random.default_rng(self.flower_seed + 101)
        inks = [self.green, self.red, self.blue]

        def oval(x: float, y: float, rx: float, ry: float, turn: float, ink: Colour) -> None:
            cx, cy = self._xy(x, y)
            unit = WIDTH * self.squeeze_x / 12
            points = cv2.ellipse2Poly(
                (round(cx), round(cy)),
                (round(rx * unit), round(ry * unit)),
                round(turn),
                0,
                360,
                15,
            )
            draw.polygon([(float(px), float(py)) for px, py in points], fill=ink)

        def line(points: Sequence[Point], ink: Colour, width: int) -> None:
            draw.line([self._xy(*p) for p in points], ink, width, joint="curve")

        if self.bird_style == 3:
            self._stick(draw, 6, 6.4, 0, 9, self.green)
            oval(6, 1.8, 1.8, 1.0, 0, self.red)
            return
        lean = random.uniform(-25, 25)
        if self.bird_style == 0:  # a sparrow on a twig
            oval(6, 6, 2.6, 3.2, 20 + lean, inks[0])
            oval(7.6, 2.9, 1.5, 1.5, 0, inks[1])
            line([(9, 2.8), (10.3, 3.2)], self.black, 6)
            for i in range(5):
                line([(5, 7), (2.2 + i * 0.9, 10.8)], inks[i % 3], 7)
            for i in range(3):
                oval(5.2 + i * 0.7, 6.2, 0.5, 1.8, 30 + lean, self.ground)
            line([(6.5, 9), (6.7, 11)], self.red, 4)
            line([(7.5, 9), (7.9, 11)], self.red, 4)
        elif self.bird_style == 1:  # a peacock's fan
            for ring, (count, reach) in enumerate(((9, 4.3), (7, 3.0))):
                for i in range(count):
                    turn = math.pi * (1.05 + 0.9 * i / (count - 1))
                    x, y = 6 + reach * math.cos(turn), 7 + reach * 1.1 * math.sin(turn)
                    line([(6, 8), (x, y)], inks[0], 4)
                    oval(x, y, 0.85, 0.85, 0, inks[(i + ring) % 2])
                    oval(x, y, 0.38, 0.38, 0, self.ground)
            oval(6, 8.2, 1.5, 2.0, lean / 2, inks[2])
            oval(6.3, 5.9, 0.9, 0.9, 0, inks[2])
            line([(5.4, 10), (5, 11.5)], self.red, 4)
            line([(6.6, 10), (7, 11.5)], self.red, 4)
        else:  # a crane or phoenix, a long tail
            line([(8.2, 1.8), (7.2, 3.4), (7.4, 5), (6, 6.4)], inks[0], 13)
            oval(8.4, 1.7, 0.9, 0.8, 0, inks[1])
            line([(9, 1.7), (10.4, 2.2)], self.black, 5)
            oval(5.6, 6.6, 2.5, 1.7, -30 + lean, inks[0])
            for i in range(6):
                line([(4.6, 7.3), (1.4 + i * 0.8, 9 + i * 0.4)], inks[i % 3], 6)
            line([(6.2, 8), (6.4, 11.2)], self.red, 5)
            line([(7, 7.8), (7.8, 11.2)], self.red, 5)
            for i in range(4):
                oval(4.8 + i * 0.55, 6.3, 0.3, 0.9, -30, self.ground)

    def _flower(self, draw: ImageDraw.ImageDraw, number: int) -> None:
        """A plant of this set's own drawing, with its number, its name, or both."""
        random = np.random.default_rng(self.flower_seed + number)
        inks = [self.green, self.red, self.blue, self.black]
        leaf, bloom = inks[random.integers(4)], inks[random.integers(4)]
        style = np.random.default_rng(self.flower_seed)
        named, numbered = style.random() < 0.75, style.random() < 0.75
        if not named and not numbered:
            numbered = True
        for _ in range(int(random.integers(3, 7))):  # stems
            x, y = random.uniform(4, 8), 11.3
            stem = [(x, y)]
            for _ in range(4):
                x += random.normal(0, 1.1)
                y -= random.uniform(1.2, 2)
                stem.append((min(max(x, 0.8), 11.2), y))
            draw.line([self._xy(*p) for p in stem], leaf, int(random.integers(3, 7)), joint="curve")
            for sx, sy in stem[1:]:
                for _ in range(int(random.integers(0, 3))):
                    tip = sx + random.normal(0, 1.8), sy + random.normal(0, 0.9)
                    draw.line([self._xy(sx, sy), self._xy(*tip)], leaf, int(random.integers(3, 9)))
        for _ in range(int(random.integers(1, 5))):  # blossoms
            cx, cy = self._xy(random.uniform(2.5, 9.5), random.uniform(4, 9))
            petal, spread = random.uniform(7, 15), random.uniform(8, 16)
            count = int(random.integers(4, 8))
            for i in range(count):
                turn = 2 * math.pi * i / count
                px, py = cx + spread * math.cos(turn), cy + spread * math.sin(turn)
                draw.ellipse((px - petal, py - petal, px + petal, py + petal), fill=bloom)
            draw.ellipse((cx - 5, cy - 5, cx + 5, cy + 5), fill=self.ground)
        left = bool(style.random() < 0.5)
        ink = self.red if number > 4 else self.blue
        if named:
            name = FLOWER_NAMES[number - 1]
            x = 0.6 if left else 8
            self._glyph(draw, name, (*self._xy(x, 0.4), *self._xy(x + 3.4, 3.6)), ink)
        if numbered:
            digit = str((number - 1) % 4 + 1)
            x = 8.8 if left else 0.9
            self._glyph(draw, digit, (*self._xy(x, 0.5), *self._xy(x + 2.2, 3.3)), ink)

    def _joker(self, draw: ImageDraw.ImageDraw) -> None:
        style = np.random.default_rng(self.flower_seed + 7)
        text = ["飛", "飞", "百搭", "JOKER"][int(style.integers(4))]
        if not _holds(*self.honour_font, text):
            text = "飛"
        ink = [self.red, self.blue, self.green][int(style.integers(3))]
        if len(text) == 2:
            self._glyph(draw, text[0], (*self._xy(2.5, 1), *self._xy(9.5, 5.8)), ink)
            self._glyph(draw, text[1], (*self._xy(2.5, 6.3), *self._xy(9.5, 11)), ink)
        elif text == "JOKER":
            self._glyph(draw, text, (*self._xy(1, 1), *self._xy(11, 3.4)), ink)
            x, y = self._xy(6, 7.3)
            draw.ellipse((x - 52, y - 52, x + 52, y + 52), outline=ink, width=8)
            for i in range(5):
                turn = 2 * math.pi * i / 5 - math.pi / 2
                draw.line((x, y, x + 50 * math.cos(turn), y + 50 * math.sin(turn)), ink, 8)
        else:
            self._glyph(draw, text, (*self._xy(1.7, 1.7), *self._xy(10.3, 10.3)), ink)
            if style.random() < 0.4:
                draw.rectangle((*self._xy(0.8, 0.7), *self._xy(11.2, 11.3)), outline=ink, width=5)

    def _corner(self, draw: ImageDraw.ImageDraw, kind: str) -> None:
        """The small index of tourist and export sets."""
        letter = {"C": "C", "F": "F", "P": "P"}.get(kind, kind[0])
        if kind[-1] == "f":
            return
        size = self.corner_scale * WIDTH
        ink = self.red if kind[-1] in "mC" else self.black
        x, y = 10, 8
        self._glyph(draw, letter, (x, y, x + size * 0.75, y + size), ink)
