"""Tile faces as one SVG sprite, drawn by the project.

A page shows a tile with ``<svg class="tile"><use href="/tiles.svg#t3m"></use></svg>``.  Characters,
winds and dragons are text in the Chinese serif or kai font that the style sheet names; dots,
bamboo, the bird, the framed white dragon and the flowers are vector shapes.
"""

from __future__ import annotations

import math
from functools import cache

from scoring.tiles import Tile

WIDTH, HEIGHT = 60, 80
BACK, UNKNOWN = "back", "?"

_INK, _RED, _GREEN, _BLUE = "#1d2a38", "#b3261e", "#19724a", "#1f4e8c"
_PAPER, _EDGE, _JADE = "#fdfaf0", "#d9d0b8", "#1c6b52"
_RANKS = "一二三四五六七八九"
_HONOURS = {
    Tile.EAST: ("東", _INK),
    Tile.SOUTH: ("南", _INK),
    Tile.WEST: ("西", _INK),
    Tile.NORTH: ("北", _INK),
    Tile.RED: ("中", _RED),
    Tile.GREEN: ("發", _GREEN),
    Tile.JOKER: ("飛", "#6b3fa0"),
}
_FLOWERS = "梅蘭菊竹春夏秋冬"

# Where the dots lie: x, y, colour, on the 60 × 80 face.
_DOTS: dict[int, tuple[tuple[float, float, str], ...]] = {
    2: ((30, 22, _GREEN), (30, 58, _BLUE)),
    3: ((16, 18, _BLUE), (30, 40, _RED), (44, 62, _GREEN)),
    4: ((18, 22, _BLUE), (42, 22, _GREEN), (18, 58, _GREEN), (42, 58, _BLUE)),
    5: ((16, 19, _BLUE), (44, 19, _GREEN), (30, 40, _RED), (16, 61, _GREEN), (44, 61, _BLUE)),
    6: (
        *((x, 17, _GREEN) for x in (19, 41)),
        *((x, y, _RED) for y in (43, 64) for x in (19, 41)),
    ),
    7: (
        (14, 13, _GREEN),
        (30, 20.5, _GREEN),
        (46, 28, _GREEN),
        *((x, y, _RED) for y in (48, 66) for x in (20, 40)),
    ),
    8: tuple((x, y, _BLUE) for y in (13, 31, 49, 67) for x in (19, 41)),
    9: tuple(
        (x, y, colour)
        for y, colour in ((16, _GREEN), (40, _RED), (64, _BLUE))
        for x in (12, 30, 48)
    ),
}
_DOT_RADIUS = {2: 13, 3: 10.5, 4: 11, 5: 10.5, 6: 9.5, 7: 8, 8: 8, 9: 8}

# Where the bamboo sticks stand: x, y, colour, length, lean in degrees.
_STICKS: dict[int, tuple[tuple[float, float, str, float, float], ...]] = {
    2: ((30, 22, _BLUE, 30, 0), (30, 58, _GREEN, 30, 0)),
    3: ((30, 22, _BLUE, 30, 0), (18, 58, _GREEN, 30, 0), (42, 58, _GREEN, 30, 0)),
    4: tuple(
        (x, y, _BLUE if (x < 30) == (y < 40) else _GREEN, 30, 0) for y in (22, 58) for x in (18, 42)
    ),
    5: (
        *((x, y, _BLUE if x < 30 else _GREEN, 28, 0) for y in (21, 59) for x in (14, 46)),
        (30, 40, _RED, 30, 0),
    ),
    6: tuple((x, y, _GREEN if y < 40 else _BLUE, 30, 0) for y in (22, 58) for x in (13, 30, 47)),
    7: (
        (30, 14, _RED, 21, 0),
        *((x, y, _BLUE if x == 30 else _GREEN, 21, 0) for y in (40, 66) for x in (13, 30, 47)),
    ),
    8: (
        (10, 22, _GREEN, 30, 0),
        (50, 22, _GREEN, 30, 0),
        (23, 21, _GREEN, 25, 38),
        (37, 21, _GREEN, 25, -38),
        (10, 58, _BLUE, 30, 0),
        (50, 58, _BLUE, 30, 0),
        (23, 59, _BLUE, 25, -38),
        (37, 59, _BLUE, 25, 38),
    ),
    9: tuple(
        (x, y, colour, 21, 0)
        for x, colour in ((13, _GREEN), (30, _RED), (47, _BLUE))
        for y in (14, 40, 66)
    ),
}


@cache
def sprite() -> str:
    """The whole sprite: a symbol per tile with id ``t`` + notation, and ``tback``, ``tunknown``."""
    symbols = [_symbol(str(tile), _paper() + _face(tile)) for tile in Tile]
    symbols.append(_symbol(BACK, _back()))
    symbols.append(_symbol("unknown", _unknown()))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'


def symbol_id(tile: str) -> str:
    """The symbol of a tile as the recognizer or a deal writes it.

    >>> symbol_id("3m"), symbol_id("?"), symbol_id("back")
    ('t3m', 'tunknown', 'tback')
    """
    return "tunknown" if tile == UNKNOWN else f"t{tile}"


def _symbol(name: str, body: str) -> str:
    return f'<symbol id="t{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{body}</symbol>'


def _paper() -> str:
    return (
        f'<rect x=".5" y=".5" width="59" height="79" rx="7" fill="{_PAPER}" stroke="{_EDGE}"/>'
        f'<path d="M1 70v2.5a7 7 0 0 0 7 7h44a7 7 0 0 0 7-7V70a7 7 0 0 1-7 7H8a7 7 0 0 1-7-7z" '
        f'fill="{_EDGE}"/>'
    )


def _face(tile: Tile) -> str:
    text = str(tile)
    if text.endswith("f"):
        return _flower(int(text[:-1]))
    if tile in _HONOURS:
        return _glyph(*_HONOURS[tile], size=47, y=39)
    if tile is Tile.WHITE:
        return _white()
    rank = int(text[0])
    if text[1] == "m":
        return _glyph(_RANKS[rank - 1], _INK, size=31, y=22) + _glyph("萬", _RED, size=33, y=56)
    if text[1] == "p":
        return _big_dot() if rank == 1 else _dots(rank)
    return _bird() if rank == 1 else "".join(_stick(*stick) for stick in _STICKS[rank])


def _glyph(text: str, colour: str, *, size: float, y: float, x: float = 30) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="700" '
        f'fill="{colour}" text-anchor="middle" dominant-baseline="central">{text}</text>'
    )


def _circle(x: float, y: float, radius: float, **look: object) -> str:
    attributes = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in look.items())
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {attributes}/>'


def _dots(rank: int) -> str:
    radius = _DOT_RADIUS[rank]
    return "".join(
        _circle(x, y, radius, fill=colour)
        + _circle(x, y, radius * 0.68, fill="none", stroke=_PAPER, stroke_width=radius * 0.16)
        + _circle(x, y, radius * 0.24, fill=_PAPER)
        for x, y, colour in _DOTS[rank]
    )


def _big_dot() -> str:
    petals = "".join(
        _circle(30 + 13 * math.cos(angle), 40 + 13 * math.sin(angle), 3.6, fill=_GREEN)
        for angle in (step * math.pi / 4 for step in range(8))
    )
    return (
        _circle(30, 40, 24, fill=_BLUE)
        + _circle(30, 40, 20.5, fill=_PAPER)
        + petals
        + _circle(30, 40, 7.5, fill=_RED)
        + _circle(30, 40, 3, fill=_PAPER)
    )


def _stick(x: float, y: float, colour: str, length: float, lean: float) -> str:
    half = length / 2
    turn = f' transform="rotate({lean:g} {x:g} {y:g})"' if lean else ""
    segment = f'width="7.6" height="{half - 0.6:g}" rx="3.4" fill="{colour}"'
    shine = f'stroke="{_PAPER}" stroke-width="1.2" stroke-linecap="round"'
    upper = f"M{x:g} {y - half + 3.2:g}V{y - 3.4:g}"
    lower = f"M{x:g} {y + 3.8:g}V{y + half - 3.2:g}"
    return (
        f"<g{turn}>"
        f'<rect x="{x - 3.8:g}" y="{y - half:g}" {segment}/>'
        f'<rect x="{x - 3.8:g}" y="{y + 0.6:g}" {segment}/>'
        f'<path d="{upper}{lower}" {shine}/>'
        "</g>"
    )


def _bird() -> str:
    return (
        # tail, body, wing, head, beak, eye, legs
        f'<path d="M27 47C17 52 11 60 9 71c9-3 17-8 22-17z" fill="{_GREEN}"/>'
        f'<path d="M25 49c-5 6-8 12-9 19M30 52c-4 6-8 11-12 15" stroke="{_PAPER}" fill="none"/>'
        f'<path d="M22 44c0-13 7-19 14-22 8 2 13 9 13 18 0 10-7 17-16 17-7 0-11-5-11-13z" '
        f'fill="{_GREEN}"/>'
        f'<path d="M27 41c5-7 12-9 18-6 0 9-5 15-13 16-4-1-6-5-5-10z" fill="{_BLUE}"/>'
        f'<path d="M31 42c4-3 8-4 12-3M32 46c3-2 6-2 9-2" stroke="{_PAPER}" fill="none"/>'
        f"{_circle(36, 17, 8.5, fill=_RED)}{_circle(38, 16, 1.9, fill=_PAPER)}"
        f'<path d="M43.500 14l9 3-8.500 4z" fill="#d9932b"/>'
        f'<path d="M33 9c-2-3-5-4-8-3 1 3 3 5 6 6z" fill="{_RED}"/>'
        f'<path d="M33 57v11m8-12v11" stroke="{_RED}" stroke-width="2.400" stroke-linecap="round"/>'
    )


def _white() -> str:
    return (
        f'<rect x="11" y="13" width="38" height="52" rx="3" fill="none" stroke="{_BLUE}" '
        f'stroke-width="4"/><rect x="17.500" y="19.500" width="25" height="39" rx="1.500" '
        f'fill="none" stroke="{_BLUE}" stroke-width="1.500"/>'
    )


def _flower(number: int) -> str:
    colour = (_RED, _BLUE, _GREEN, "#8a5a12")[(number - 1) // 4]
    petals = "".join(
        _circle(
            30 + 10 * math.cos(angle), 26 + 10 * math.sin(angle), 7.4, fill=colour, opacity=0.85
        )
        for angle in (math.pi * (0.4 * step - 0.5) for step in range(5))
    )
    name = _FLOWERS[number - 1] if number <= len(_FLOWERS) else "花"
    return (
        petals
        + _circle(30, 26, 4.6, fill="#e8b33c")
        + _glyph(name, colour, size=25, y=59, x=23)
        + _glyph(str(number), colour, size=17, y=60, x=45)
    )


def _back() -> str:
    weave = "".join(
        f'<path d="M{x} 12l8 8-8 8-8-8zM{x} 32l8 8-8 8-8-8zM{x} 52l8 8-8 8-8-8z"/>'
        for x in (14, 30, 46)
    )
    return (
        f'<rect x=".5" y=".5" width="59" height="79" rx="7" fill="{_JADE}" stroke="#12493a"/>'
        f'<g fill="none" stroke="#3f8f75" stroke-width="1.500">{weave}</g>'
    )


def _unknown() -> str:
    return (
        f'<rect x="2" y="2" width="56" height="76" rx="7" fill="{_PAPER}" stroke="{_RED}" '
        f'stroke-width="2.500" stroke-dasharray="6 4"/>'
        f'<text x="30" y="41" font-size="38" font-weight="700" '
        f'fill="{_RED}" text-anchor="middle" dominant-baseline="central">?</text>'
    )
