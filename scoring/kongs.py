"""Kongs recorded while a deal still runs.

They are checked when they happen, with what the rule set says of melds, and wait until the deal
is over: its melds take them over, and the rule set settles them with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scoring import checks
from scoring.errors import DealError
from scoring.hand import ADDED_KONG, CONCEALED_KONG, DRAW, EXPOSED_KONG, PUNG, Deal, Meld
from scoring.rules import RuleSet
from scoring.rules.base import KongTerms
from scoring.settle import Payment, sums
from scoring.tiles import Tile, UnknownTile, format_tiles, parse_tiles

TYPES: Final[Mapping[str, str]] = {
    "exposed": EXPOSED_KONG,
    "concealed": CONCEALED_KONG,
    "added": ADDED_KONG,
}
"""The kinds of kong of a record, and the types of meld that they are (schema.md)."""


@dataclass(frozen=True, slots=True)
class Kong:
    """A kong as it was recorded."""

    seq: int
    """The event that brought it."""
    at: str
    """When it was recorded."""
    seat: int
    """Who made it."""
    kind: str
    """``exposed`` 明杠, ``concealed`` 暗杠 or ``added`` 补杠."""
    tile: str
    """Four of which tile."""
    source: int | None
    """Who fed it (of an added kong: its pung); None for a concealed kong."""
    undone: bool = False

    @property
    def meld(self) -> dict[str, Any]:
        """The meld that it is, in the format of schema.md.

        >>> Kong(2, "", 1, "exposed", "5m", 3).meld
        {'type': 'exposed_kong', 'tiles': '5555m', 'from': 3}
        """
        tiles = format_tiles([Tile.from_text(self.tile)] * 4)
        fed = {} if self.source is None else {"from": self.source}
        return {"type": TYPES[self.kind], "tiles": tiles, **fed}


@dataclass(frozen=True, slots=True)
class Pending:
    """What the kongs of a running deal come to, as far as that can be said already."""

    terms: KongTerms
    """How the rule set treats them."""
    payments: tuple[Payment, ...]
    """Who pays whom if all of them count; empty where kongs pay nothing by themselves."""
    deltas: tuple[int, ...]
    """The sums of those payments per seat; they sum to zero."""


def pending(kongs: Sequence[Kong], rules: RuleSet) -> Pending:
    """What the recorded kongs of a running deal come to."""
    paid = [
        payment
        for kong in kongs
        for payment in rules.kong_pays(kong.seat, _meld(kong.kind, kong.tile, kong.source))
    ]
    return Pending(rules.kong_terms, tuple(paid), sums(paid, rules.players))


def check_kong(
    kongs: Sequence[Kong], seat: int, kind: str, tile: str, source: int | None, rules: RuleSet
) -> None:
    """Raise DealError if this kong cannot be beside those recorded before it in the deal.

    Args:
        kongs: the kongs of the running deal.
        seat: who makes it.
        kind: a key of ``TYPES``.
        tile: four of which tile.
        source: who fed it.
        rules: the rule set that is played.

    Raises:
        DealError: with the code of schema.md: ``missing_field``, ``unknown_tile``,
            ``tile_not_in_set``, ``meld_not_allowed``, ``wild_not_allowed``, ``bad_source``,
            ``wrong_tile_count`` or ``too_many_copies``.
    """
    rows: list[list[Meld]] = [[] for _ in range(rules.players)]
    for kong in kongs:
        rows[kong.seat].append(_meld(kong.kind, kong.tile, kong.source))
    rows[seat].append(_meld(kind, tile, source))
    melds = tuple(tuple(row) for row in rows)
    checks.check_melds(Deal(rules.players, 0, DRAW, melds), rules)


def kong_rows(kongs: Sequence[Kong], players: int) -> list[list[dict[str, Any]]]:
    """The recorded kongs as the ``melds`` of a deal: a row for each seat."""
    return [[kong.meld for kong in kongs if kong.seat == seat] for seat in range(players)]


def taken_over(deal: Mapping[str, Any], kongs: Sequence[Kong]) -> dict[str, Any]:
    """The deal with the recorded kongs among its melds.

    A kong that the deal has already stays as it was entered (who fed it is filled in), its pung
    becomes the added kong, and one that is missing is added at the end of its row.  Melds that
    are no rows of melds stay what they are; the engine says what is wrong with them.

    >>> kong = Kong(2, "", 1, "added", "5m", 3)
    >>> pung = {"type": "pung", "tiles": "555m", "from": 3}
    >>> taken_over({"melds": [[], [pung], []]}, [kong])["melds"][1]
    [{'type': 'added_kong', 'tiles': '5555m', 'from': 3}]
    """
    melds = deal.get("melds")
    if not kongs or not isinstance(melds, list):
        return dict(deal)
    rows = list(melds)
    for kong in kongs:
        if kong.seat < len(rows) and isinstance(rows[kong.seat], list):
            rows[kong.seat] = _with(rows[kong.seat], kong)
    return {**deal, "melds": rows}


def _with(row: list[Any], kong: Kong) -> list[Any]:
    recorded = kong.meld
    for place, meld in enumerate(row):
        if not isinstance(meld, dict) or not _is_of(meld, kong.tile):
            continue
        if meld.get("type") == recorded["type"]:
            return [*row[:place], {**recorded, **meld}, *row[place + 1 :]]
        if meld.get("type") in TYPES.values():
            return row
        if meld.get("type") == PUNG and kong.kind == "added":
            added = {**recorded, **meld, "type": ADDED_KONG, "tiles": recorded["tiles"]}
            return [*row[:place], added, *row[place + 1 :]]
    return [*row, recorded]


def _is_of(meld: Mapping[str, Any], tile: str) -> bool:
    """Whether all tiles of a meld are this one."""
    text = meld.get("tiles")
    try:
        tiles = parse_tiles(text) if isinstance(text, str) else ()
    except UnknownTile:
        return False
    return {str(each) for each in tiles} == {tile}


def _meld(kind: str, tile: str, source: int | None) -> Meld:
    try:
        tiles = (Tile.from_text(tile),) * 4
    except UnknownTile as error:
        raise DealError("unknown_tile", error.zh, error.en) from error
    return Meld(TYPES[kind], tiles, source)
