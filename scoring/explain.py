"""Reasons why a candidate did not count, for the explanations of the rule sets.

Each function answers a ``Text`` to put on a missed pattern, or None when the candidate was not
near enough to be worth a word. A helper knows tiles and readings, no rule set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scoring.hand import Deal, Win
from scoring.settle import Pattern, Text
from scoring.shapes import Reading, chow_kinds
from scoring.tiles import KINDS, SUITED, Tile, format_tiles

_NEAR = 3
"""A flush is a candidate when at most this many tiles stand in its way."""


def all_tiles(deal: Deal, win: Win) -> list[Tile]:
    """All tiles of a winner: in hand, the winning tile, and his melds."""
    tiles = [*win.concealed, win.winning_tile]
    for meld in deal.melds[win.seat]:
        tiles += meld.tiles
    return tiles


def names(tiles: Iterable[int]) -> Text:
    """The kinds by name, each once: ``三万、中`` and ``3 of characters, red dragon``."""
    kinds = [Tile(kind) for kind in sorted(set(tiles))]
    return Text("、".join(kind.zh for kind in kinds), ", ".join(kind.en for kind in kinds))


_FLAG_NAMES = {
    "kong_bloom": ("杠上花", "kong bloom"),
    "kong_discard": ("杠上炮", "kong discard"),
    "flower_bloom": ("花上开花", "flower bloom"),
    "last_tile": ("海底捞", "last tile"),
    "heavenly": ("天胡", "heavenly win"),
    "earthly": ("地胡", "earthly win"),
    "human": ("人胡", "human win"),
}


def unscored_flags(win: Win, scored: Iterable[str]) -> list[Pattern]:
    """The events of a win that a rule set pays nothing for, as missed patterns."""
    return [
        Pattern(flag, *_FLAG_NAMES[flag]).explained("本规则不计", "worth nothing in these rules")
        for flag in win.flags
        if flag not in scored
    ]


def blocks_full_flush(tiles: Sequence[Tile]) -> Text | None:
    """Why a hand is not of one suit: the few tiles of other suits and honours."""
    return _blocked(_strangers(tiles, honours_too=True))


def blocks_half_flush(tiles: Sequence[Tile]) -> Text | None:
    """Why a hand is not one suit and honours: the few tiles of other suits."""
    return _blocked(_strangers(tiles, honours_too=False))


def blocks_all_pungs(reading: Reading) -> Text | None:
    """Why a hand of three pungs is not all pungs: its one run."""
    if len(reading.chows) != 1:
        return None
    run = format_tiles(map(Tile, chow_kinds(reading.chows[0])))
    return Text(f"{run} 是顺子", f"{run} is a run")


def blocks_all_chows(reading: Reading) -> Text | None:
    """Why a hand of three runs is not all chows: its one pung."""
    if len(reading.pungs) != 1:
        return None
    pung = format_tiles([Tile(reading.pungs[0])] * 3)
    return Text(f"{pung} 是刻子", f"{pung} is a pung")


def only_a_pair(reading: Reading, kind: int) -> Text | None:
    """Why a wind or dragon that is the pair does not count."""
    if reading.pair != kind:
        return None
    pair = format_tiles([Tile(kind)] * 2)
    return Text(f"{pair} 只是将牌，不是刻子", f"{pair} is only the pair, no pung")


def _strangers(tiles: Sequence[Tile], *, honours_too: bool) -> list[Tile]:
    per_suit = [sum(tile // 9 == suit for tile in tiles) for suit in range(3)]
    main = per_suit.index(max(per_suit))
    return [
        tile
        for tile in tiles
        if tile < KINDS and tile // 9 != main and (tile < SUITED or honours_too)
    ]


def _blocked(strangers: Sequence[Tile]) -> Text | None:
    if not 0 < len(strangers) <= _NEAR:
        return None
    shown = names(strangers)
    return Text(f"有{shown.zh}", f"blocked by {shown.en}")
