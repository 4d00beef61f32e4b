"""What templates and JSON show of a table; translates, decides nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Flask, g, request, url_for
from markupsafe import Markup

import scoring
from scoring.kongs import Kong
from scoring.rules.base import RuleSet
from scoring.table import (
    WINDS,
    Adjustment,
    Closing,
    DealerSet,
    Happening,
    PlayedDeal,
    Seating,
    Standing,
    Table,
    settle_up,
    transfers,
)
from scoring.tiles import parse_tiles
from web.commands import new_key
from web.faces import BACK, UNKNOWN, symbol_id
from web.language import language, t
from web.text import TEXT
from web.wording import average, day, money, percent, plain, said, signed

FIGURES = ("fan", "hits", "wilds", "points", "score", "total", "limit", "liable")
NEWEST = 8
"""So many things that happened are on the table page; the others on a page of their own."""
_KINDS = {
    PlayedDeal: "deal",
    Kong: "kong",
    Adjustment: "adjustment",
    Seating: "seating",
    DealerSet: "dealer",
    Closing: "closing",
}
_SEAT = re.compile(r"(?:座位|[Ss]eat )(\d)")


def init_app(app: Flask) -> None:
    """Gives the templates their helpers."""
    app.jinja_env.filters["none_empty"] = lambda value: "" if value is None else value
    app.jinja_env.globals.update(
        average=average,
        day=day,
        figures=figures,
        here_with=here_with,
        kind_of=kind_of,
        lines=lines,
        money=money,
        percent=percent,
        phrase=phrase,
        plain=plain,
        ranking=ranking,
        rules_of=rules_of,
        seat_wind=seat_wind,
        settle_up=settle_up,
        signed=signed,
        symbol_id=symbol_id,
        tile_name=tile_name,
        replacement=replacement,
        tiles_of=tiles_of,
        transfers=transfers,
        value_name=value_name,
    )


def phrase(key: str, **values: object) -> Markup:
    """A catalogue text around pieces of the page."""
    return Markup(t(key)).format(**values)


def tiles_of(text: str) -> list[str]:
    """The tiles of a notation, one by one."""
    return [str(tile) for tile in parse_tiles(text)]


def tile_name(tile: str) -> str:
    """A tile's name in the reader's language."""
    return tile_names()[tile]


def tile_names() -> dict[str, str]:
    """The name of everything that can lie on a table."""
    chinese = language() == "zh"
    names = {str(tile): tile.zh if chinese else tile.en for tile in scoring.Tile}
    return {**names, BACK: t("tile.back"), UNKNOWN: t("tile.unknown")}


def here_with(**choice: Any) -> str:
    """The address of this page with a choice of the reader's: ``lang``, ``look`` or ``page``."""
    if request.endpoint is None or request.method != "GET":
        return url_for("pages.home", **choice)
    arguments: dict[str, Any] = {**request.args, **(request.view_args or {}), **choice}
    return url_for(request.endpoint, **arguments)


def rules_of(table: Table) -> type[RuleSet]:
    """The rule set that a table plays."""
    return scoring.RULE_SETS[table.rules]


def seat_wind(table: Table, seat: int) -> str:
    """The wind of a seat: the dealer is East."""
    return WINDS[(seat - table.dealer) % table.players]


def outcomes_of(table: Table) -> list[str]:
    """How a deal can end at a table."""
    return ["win", "draw", *(["false_win"] if rules_of(table).has_false_win else [])]


def kind_of(happening: Happening) -> str:
    """What a thing that happened is, as templates tell them apart."""
    return _KINDS[type(happening)]


def ranking(table: Table) -> list[tuple[int, Standing]]:
    """The players by their points, with their rank; who has as many has the same."""
    ordered = sorted(table.standings, key=lambda standing: -standing.points)
    points = [standing.points for standing in ordered]
    return [(points.index(standing.points) + 1, standing) for standing in ordered]


def shown(table: Table) -> list[Happening]:
    """What the list of an evening shows, newest first.

    A kong that a deal took over is among its melds.
    """
    return [each for each in reversed(table.timeline) if not isinstance(each, Kong)]


def latest(table: Table) -> PlayedDeal | Adjustment | None:
    """What last changed the scores and still counts."""
    counting = (
        each
        for each in table.timeline
        if (isinstance(each, PlayedDeal) and each.stands)
        or (isinstance(each, Adjustment) and not each.undone)
    )
    return max(counting, key=lambda each: each.seq, default=None)


def table_view(table: Table) -> dict[str, Any]:
    """What ``_table.html`` shows: the part of the table page that changes."""
    happened, last = shown(table), latest(table)
    return {
        "table": table,
        "outcomes": outcomes_of(table),
        "key": new_key(),
        "newest": happened[:NEWEST],
        "more": len(happened) if len(happened) > NEWEST else 0,
        "latest": last,
        "said": "" if last is None else said(last, g.language),
    }


def moved(before: Table, after: Table) -> list[int]:
    """Numbers of the deals whose dealer or round wind a correction changes."""
    pairs = zip(before.deals, after.deals, strict=True)
    return [
        new.number
        for old, new in pairs
        if (old.dealer, old.round_wind) != (new.dealer, new.round_wind)
    ]


def replacement(table: Table, deal: PlayedDeal) -> int | None:
    """The event of the correction that took a deal's place."""
    later = (each.seq for each in table.history if each.replaces == deal.seq and not each.undone)
    return next(later, None)


def value_name(value: object) -> str:
    """What a value of a house option is called."""
    key = f"value.{str(value).lower()}"
    return t(key) if key in TEXT else str(value)


def figures(table: Table, win: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The figures of a win that say something, by name, as the page shows them."""

    def text(name: str) -> str:
        value = win[name]
        if value is True:
            return t("figure.yes")
        return table.names[value] if name == "liable" else str(value)

    return [(name, text(name)) for name in FIGURES if win.get(name) not in (None, False)]


def lines(table: Table, explanation: str) -> list[str]:
    """An explanation's lines, with the players' names in the place of seat numbers."""

    def name(match: re.Match[str]) -> str:
        seat = int(match[1])
        return table.names[seat] if seat < table.players else match[0]

    return [_SEAT.sub(name, line) for line in explanation.split("\n") if line]
