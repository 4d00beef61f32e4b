"""The vocabulary of tiles, and their notation.

``123m 456p 789s`` are characters 万, dots 筒 and bamboo 条; ``E S W N`` the winds 东南西北;
``C F P`` the dragons 中发白 (capital ``S`` is South, capital ``P`` the white dragon); ``1f`` to
``16f`` flowers; ``X`` a joker 飞. Spaces mean nothing. Source: schema.md, "Notation".

A tile is an ``IntEnum``, so that it indexes a list of counts: suits are 9 kinds apart and
``tile % 9`` is the rank less one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum

_ZH_DIGITS = "一二三四五六七八九"
_LETTERS = "ESWNCFPX"
_LETTER_ZH = "东南西北中发白飞"
_LETTER_EN = (
    "East",
    "South",
    "West",
    "North",
    "red dragon",
    "green dragon",
    "white dragon",
    "joker",
)
_FLOWER_ZH = "梅兰菊竹春夏秋冬"
_FLOWER_EN = (
    "plum",
    "orchid",
    "chrysanthemum",
    "bamboo flower",
    "spring",
    "summer",
    "autumn",
    "winter",
)
_SUITS = (("m", "万", "characters"), ("p", "筒", "dots"), ("s", "条", "bamboo"))

SUITED = 27
"""Tiles below this number belong to a suit; rank is ``tile % 9 + 1``."""
KINDS = 34
"""Kinds that sets are made of: three suits and seven honours."""
FIRST_FLOWER = 35


class UnknownTile(ValueError):
    """A text that is no tile notation.

    Attributes:
        text: the offending part of the text.
        zh: what is wrong and what to do, in Chinese.
        en: the same in English.
    """

    code = "unknown_tile"

    def __init__(self, text: str) -> None:
        shown = text[:24].encode("utf-8", "backslashreplace").decode()
        if len(text) > 24:
            shown += "…"
        self.text = text
        self.zh = f"“{shown}”不是牌的写法；请写成 123m 456p 789s ESWN CFP 1f X 这样"
        self.en = f"{shown!r} is no tile notation; write tiles like 123m 456p 789s ESWN CFP 1f X"
        super().__init__(self.en)


class Tile(IntEnum):
    """One kind of tile.

    >>> Tile.from_text("3m")
    Tile.M3
    >>> str(Tile.M3), Tile.M3.zh, Tile.M3.en, int(Tile.M3)
    ('3m', '三万', '3 of characters', 2)
    """

    M1 = 0
    M2 = 1
    M3 = 2
    M4 = 3
    M5 = 4
    M6 = 5
    M7 = 6
    M8 = 7
    M9 = 8
    P1 = 9
    P2 = 10
    P3 = 11
    P4 = 12
    P5 = 13
    P6 = 14
    P7 = 15
    P8 = 16
    P9 = 17
    S1 = 18
    S2 = 19
    S3 = 20
    S4 = 21
    S5 = 22
    S6 = 23
    S7 = 24
    S8 = 25
    S9 = 26
    EAST = 27
    SOUTH = 28
    WEST = 29
    NORTH = 30
    RED = 31
    GREEN = 32
    WHITE = 33
    JOKER = 34
    F1 = 35
    F2 = 36
    F3 = 37
    F4 = 38
    F5 = 39
    F6 = 40
    F7 = 41
    F8 = 42
    F9 = 43
    F10 = 44
    F11 = 45
    F12 = 46
    F13 = 47
    F14 = 48
    F15 = 49
    F16 = 50

    @classmethod
    def from_text(cls, text: str) -> Tile:
        """The one tile that ``text`` names.

        Raises:
            UnknownTile: ``text`` names no tile, or several.

        >>> Tile.from_text("16f").zh
        '花16'
        """
        tiles = parse_tiles(text)
        if len(tiles) != 1:
            raise UnknownTile(text)
        return tiles[0]

    @property
    def zh(self) -> str:
        """Chinese name, such as 三万, 东, 中, 梅."""
        return _ZH[self]

    @property
    def en(self) -> str:
        """English name, such as ``3 of characters``, ``East``, ``red dragon``, ``plum``."""
        return _EN[self]

    __hash__ = int.__hash__  # that of Enum is written in Python, and slow

    def __str__(self) -> str:
        """The notation, such as ``3m``."""
        return _TEXT[self]

    def __format__(self, spec: str) -> str:
        return format(_TEXT[self], spec)

    def __repr__(self) -> str:
        return f"Tile.{self.name}"


_TEXT: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit, _, _ in _SUITS for rank in range(1, 10)),
    *_LETTERS,
    *(f"{number}f" for number in range(1, 17)),
)
_ZH: tuple[str, ...] = (
    *(digit + zh for _, zh, _ in _SUITS for digit in _ZH_DIGITS),
    *_LETTER_ZH,
    *_FLOWER_ZH,
    *(f"花{number}" for number in range(9, 17)),
)
_EN: tuple[str, ...] = (
    *(f"{rank} of {en}" for _, _, en in _SUITS for rank in range(1, 10)),
    *_LETTER_EN,
    *_FLOWER_EN,
    *(f"flower {number}" for number in range(9, 17)),
)
_BY_TEXT = {text: Tile(number) for number, text in enumerate(_TEXT)}
_GROUP = re.compile(r"([0-9]+)([mps])|([0-9]+f|[ESWNCFPX])")


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles that a text names, in its order.

    Args:
        text: such as ``"123m 55p EEE"``; spaces mean nothing, and an empty text is no tiles.

    Raises:
        UnknownTile: a part of the text is no tile.

    >>> parse_tiles("12m E 16f")
    (Tile.M1, Tile.M2, Tile.EAST, Tile.F16)
    >>> parse_tiles("12z")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    scoring.tiles.UnknownTile: '12z' is no tile notation; write tiles like 123m 456p ...
    """
    packed = "".join(text.split())
    tiles: list[Tile] = []
    at = 0
    while at < len(packed):
        group = _GROUP.match(packed, at)
        if group is None:
            raise UnknownTile(packed[at:])
        ranks, suit, single = group.groups()
        try:
            if single:
                tiles.append(_BY_TEXT[single])
            else:
                tiles.extend([_BY_TEXT[rank + suit] for rank in ranks])
        except KeyError:
            raise UnknownTile(group.group()) from None
        at = group.end()
    return tuple(tiles)


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Notation of the tiles in the order given; neighbours of one suit share its letter.

    >>> format_tiles(parse_tiles("123m55pEEEC 1f12f"))
    '123m 55p EEE C 1f 12f'
    """
    groups: list[str] = []
    for tile in tiles:
        text = _TEXT[tile]
        if groups and tile < SUITED and groups[-1][-1] == text[-1]:
            groups[-1] = groups[-1][:-1] + text
        elif groups and SUITED <= tile < FIRST_FLOWER and groups[-1][-1] == text:
            groups[-1] += text
        else:
            groups.append(text)
    return " ".join(groups)
