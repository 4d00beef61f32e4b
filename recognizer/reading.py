"""What the recognizer saw, as immutable values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby

DOUBTFUL = 0.9
"""A tile said with less confidence than this is shown as doubtful."""

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]


def _compact(tiles: list[str]) -> str:
    """``["1m", "2m", "E", "back"]`` → ``12mE_``."""
    text = ""
    for suit, run in groupby(tiles, key=lambda tile: tile[-1] if tile[0].isdigit() else ""):
        if suit in ("m", "p", "s"):
            text += "".join(tile[0] for tile in run) + suit
        else:
            text += "".join("_" if tile == "back" else tile for tile in run)
    return text


@dataclass(frozen=True, slots=True)
class SeenTile:
    """One tile of a photo."""

    tile: str
    """In tile notation (``3m``); ``back`` for a tile face down, ``?`` for one not to be told."""
    confidence: float
    """Chance that ``tile`` is right, in [0, 1]."""
    quad: Quad
    """Its corners in pixels of the frame, clockwise on the screen."""
    row: int
    """Which row of tiles it belongs to, from 0."""
    group: int
    """Which group of its row, as gaps part them, from 0."""
    index: int
    """Its place in the row, from 0."""
    runners_up: tuple[tuple[str, float], ...] = ()
    """The next likely tiles with their chances, most likely first."""
    changed_from: str | None = None
    """What it would have been called by itself, where the other tiles of the photo spoke against
    that (there are only four of a kind)."""

    @property
    def doubtful(self) -> bool:
        """Should a person look at it before it counts?"""
        return self.tile == "?" or self.confidence < DOUBTFUL or self.changed_from is not None


@dataclass(frozen=True, slots=True)
class Problem:
    """What stands in the way of a good reading, and what to do about it."""

    code: str
    """``nothing_found``, ``too_dark``, ``too_bright``, ``blurred``, ``too_small``, ``cut_off``,
    ``left_out``, ``too_many``, ``glare``."""
    zh: str
    en: str
    tile: int | None = None
    """Index into `Reading.tiles` where the problem is one tile's."""


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was seen in one frame."""

    width: int
    height: int
    tiles: tuple[SeenTile, ...]
    """In reading order."""
    problems: tuple[Problem, ...]
    ms: dict[str, float]
    """Milliseconds spent, by stage: ``detect``, ``classify``, ``total`` (and ``decode``)."""
    clearest: int = 0
    """Of several frames that were read as one: whose pixels the quads are in."""

    @property
    def rows(self) -> tuple[str, ...]:
        """Each row's tiles as text, groups parted by a space; ``_`` is a face-down tile."""
        rows = groupby(self.tiles, key=lambda tile: tile.row)
        return tuple(
            " ".join(
                _compact([tile.tile for tile in group])
                for _, group in groupby(row, key=lambda tile: tile.group)
            )
            for _, row in rows
        )

    def at(self, width: int, height: int) -> Reading:
        """The same reading in pixels of the picture at another size."""
        if (width, height) == (self.width, self.height):
            return self
        x, y = width / self.width, height / self.height
        tiles = []
        for tile in self.tiles:
            a, b, c, d = ((across * x, down * y) for across, down in tile.quad)
            tiles.append(replace(tile, quad=(a, b, c, d)))
        return replace(self, width=width, height=height, tiles=tuple(tiles))

    def to_json(self, file: str) -> dict[str, object]:
        """The object that ``paizhuo read --json`` prints for one photo (version 1)."""
        return {
            "version": 1,
            "file": file,
            "width": self.width,
            "height": self.height,
            "ms": {stage: round(spent, 1) for stage, spent in self.ms.items()},
            "tiles": [
                {
                    "tile": t.tile,
                    "confidence": round(t.confidence, 4),
                    "quad": [[round(x, 1), round(y, 1)] for x, y in t.quad],
                    "row": t.row,
                    "group": t.group,
                    "index": t.index,
                    "runners_up": [[tile, round(chance, 4)] for tile, chance in t.runners_up],
                    "changed_from": t.changed_from,
                }
                for t in self.tiles
            ],
            "rows": list(self.rows),
            "problems": [
                {"code": p.code, "message": {"zh": p.zh, "en": p.en}}
                | ({} if p.tile is None else {"tile": p.tile})
                for p in self.problems
            ],
        }
