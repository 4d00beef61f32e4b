"""What a player or a photo does to a deal: the faults that schema.md has a code for, and worse.

A fault takes the shuffle that the deal was laid from, and the deal, which it spoils in place.
"""

import math
from collections.abc import Callable
from copy import deepcopy
from itertools import combinations
from typing import Any

from scoring.tiles import parse_tiles

from .checks import FLAGS
from .dealing import Shuffle, written

Fault = Callable[[Shuffle, dict], None]


def change_one_tile(shuffle: Shuffle, deal: dict) -> None:
    """Swap a concealed tile of a winner for one that nobody holds."""
    win = shuffle.one_of(deal["wins"])
    concealed = list(parse_tiles(win["concealed"]))
    spare = sorted(tile for tile, n in shuffle.left.items() if n > 0)
    if concealed and spare:
        concealed[shuffle.one_of(range(len(concealed)))] = shuffle.one_of(spare)
        win["concealed"] = written(sorted(concealed))


def all_melds(deal: dict) -> list[dict]:
    return [meld for row in deal.get("melds") or () for meld in row]


def some_meld(shuffle: Shuffle, deal: dict) -> dict:
    """A meld that is there, or one that is nobody's."""
    return shuffle.one_of(all_melds(deal) or [{}])


def some_win(shuffle: Shuffle, deal: dict) -> dict:
    return shuffle.one_of(deal.get("wins") or [{}])


def some_tiles(shuffle: Shuffle, deal: dict) -> tuple[dict, str]:
    """An object and its field that holds tiles."""
    fields = [
        (win, name) for win in (deal.get("wins") or ()) for name in ("concealed", "winning_tile")
    ]
    fields += [(meld, "tiles") for meld in all_melds(deal)]
    return shuffle.one_of([(thing, name) for thing, name in fields if name in thing] or [({}, "")])


def the_deal(shuffle: Shuffle, deal: dict) -> dict:
    return deal


def put(place: Callable[[Shuffle, dict], dict], field: str, *values: Any) -> list[Fault]:
    """A fault for each value: it stands in that field of the deal, of a win or of a meld."""

    def fault(value: Any) -> Fault:
        return lambda shuffle, deal: place(shuffle, deal).update({field: deepcopy(value)})

    return [fault(value) for value in values]


def lose(place: Callable[[Shuffle, dict], dict], *fields: str) -> list[Fault]:
    """A fault for each field: the deal, a win or a meld lacks it."""

    def fault(field: str) -> Fault:
        return lambda shuffle, deal: place(shuffle, deal).pop(field, None)

    return [fault(field) for field in fields]


def add_flags(*flags: str) -> Fault:
    def fault(shuffle: Shuffle, deal: dict) -> None:
        win = some_win(shuffle, deal)
        win["flags"] = [*win.get("flags", ()), *flags]

    return fault


def second_winner(field: str, *values: Any) -> list[Fault]:
    """A fault for each value: the next seat wins too, with that value in that field."""

    def fault(value: Any) -> Fault:
        def spoil(shuffle: Shuffle, deal: dict) -> None:
            win = deepcopy(some_win(shuffle, deal))
            if type(win.get("seat")) is int:
                win["seat"] = (win["seat"] + 1) % 4
            deal["wins"] = [*(deal.get("wins") or ()), win | {field: value}]

        return spoil

    return [fault(value) for value in values]


def miscount(shuffle: Shuffle, deal: dict) -> None:
    win = some_win(shuffle, deal)
    text = win.get("concealed", "")
    win["concealed"] = shuffle.one_of([text + "5p", text + "1m9m", text.rstrip("mps")[:-1]])
    if win["concealed"][-1:].isdigit():
        win["concealed"] += "s"


def hoard(shuffle: Shuffle, deal: dict) -> None:
    """The same tile once more, in place of another."""
    win = some_win(shuffle, deal)
    try:
        concealed = list(parse_tiles(win.get("concealed", "")))
        choices = [*concealed, *parse_tiles(win.get("winning_tile", ""))]
    except ValueError:
        return
    wanted = shuffle.one_of(choices) if choices else None
    for index in range(shuffle.one_of([1, 2, 4])):
        if index < len(concealed):
            concealed[index] = wanted
    win["concealed"] = written(concealed)


def replace_last_tile(by: str) -> Fault:
    """The last tile of a text gives way to this text."""

    def fault(shuffle: Shuffle, deal: dict) -> None:
        thing, name = some_tiles(shuffle, deal)
        before = (thing.get(name) or "5m").rstrip("mpsESWNCFP")[:-1]
        if before[-1:].isdigit():
            before += shuffle.one_of("mps")
        thing[name] = before + by

    return fault


def lay_five(shuffle: Shuffle, deal: dict) -> None:
    """More melds than anybody has tiles for."""
    rows = deal.get("melds")
    if isinstance(rows, list) and rows:
        row = shuffle.one_of(rows)
        row += [
            {"type": "concealed_kong", "tiles": f"{n}{n}{n}{n}p"} for n in range(1, 6 - len(row))
        ]


def robbed_meld(deal: dict) -> list[dict]:
    """The meld that the robbed kong is entered as."""
    tiles = {win.get("winning_tile") or "?" for win in deal.get("wins") or ()}
    return [
        meld
        for meld in all_melds(deal)
        if any(tile in (meld.get("tiles") or "") for tile in tiles) and meld.get("type") != "chow"
    ]


def claimed_meld(deal: dict) -> list[dict]:
    """The meld that claims the winning tile."""
    return [meld for meld in all_melds(deal) if "claims_winning_tile" in meld]


def change(melds: Callable[[dict], list[dict]], **changes: Any) -> Fault:
    """These melds say something else; one that becomes a kong has four tiles."""

    def fault(shuffle: Shuffle, deal: dict) -> None:
        for meld in melds(deal):
            meld.update(changes)
            tiles = meld.get("tiles") or ""
            if "kong" in changes.get("type", "") and len(set(tiles[:-1])) == 1:
                meld["tiles"] = tiles[0] * 4 + tiles[-1]

    return fault


def robbed_by_all(kind: str) -> Fault:
    def fault(shuffle: Shuffle, deal: dict) -> None:
        for win in deal.get("wins") or ():
            win["robbed"] = kind

    return fault


KONG = {"type": "exposed_kong", "tile": "9s"}
ROBBED = ("added_kong", "concealed_kong", "exposed_kong", "opened_tile", "pung")
TYPES = ("chow", "pung", "exposed_kong", "concealed_kong", "added_kong", "quad", "")
TEXTS = ("11m", "1111m", "112m", "135m", "246m", "89m1p", "EEE", "ESW", "CFP", "", "234s", "5555p")
FAULTS: tuple[Fault, ...] = (
    *lose(the_deal, "players", "dealer", "outcome", "melds", "wins"),
    *lose(some_win, "seat", "concealed", "winning_tile", "by", "from"),
    *lose(some_meld, "type", "tiles", "from"),
    *put(the_deal, "players", 3, 5, "4", None),
    *put(the_deal, "dealer", 0, 1, 2, 3, 4, -1, "0", True, None),
    *put(the_deal, "outcome", "lost", "false_win", "draw", None),
    *put(the_deal, "melds", [[], [], []], [[], [], [], [], []], None),
    *put(the_deal, "wins", [], None),
    *put(some_win, "seat", 4, -1, "0", True, None),
    *put(some_win, "by", "self_draw", "discard", "robbed_kong", "tsumo", ""),
    *put(some_win, "from", 0, 1, 2, 3, 4, -1, "1", None),
    *put(some_win, "winning_tile", "", " ", "12m", "5m5m", "EE", "5", "X"),
    *put(some_win, "robbed", *ROBBED),
    *put(some_win, "kong_index", 0, 1, 2, 3, 4, -1, -2),
    *put(some_win, "logged_kongs", [], [KONG], [KONG | {"tile": "12m"}], [KONG | {"tile": "z"}]),
    *put(some_meld, "type", *TYPES),
    *put(some_meld, "tiles", *TEXTS),
    *put(some_meld, "from", 0, 1, 2, 3, 4, -1, "1", None),
    *put(some_meld, "replaced", False),
    *put(some_meld, "robbed", True),
    *put(some_meld, "claims_winning_tile", True),
    *(add_flags(flag) for flag in (*FLAGS, "ready")),
    *(add_flags(first, second) for first, second in combinations(FLAGS, 2)),
    add_flags("last_tile", "last_tile"),
    *second_winner("seat", 0, 1, 2, 3),
    *second_winner("winning_tile", "1m"),
    *second_winner("by", "self_draw", "discard", "robbed_kong"),
    *second_winner("from", 0, 3),
    *second_winner("robbed", *ROBBED),
    *(replace_last_tile(by) for by in ("X", "3f", "E", "C", "16f", "P")),
    *(replace_last_tile(by) for by in ("z", "0m", "17f", "?", "back", "5M", "e", "5")),
    *(robbed_by_all(kind) for kind in ROBBED),
    *(change(robbed_meld, type=kind) for kind in TYPES),
    change(robbed_meld, robbed=True),
    change(robbed_meld, replaced=False),
    *(change(claimed_meld, type=kind) for kind in TYPES),
    *(change(claimed_meld, **{"from": seat}) for seat in range(4)),
    *(miscount, hoard, lay_five),
)


def spots(value: Any, path: tuple = ()) -> list[tuple]:
    """Every place in a JSON value."""
    found = [path]
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        if isinstance(inner, dict | list):
            found += spots(inner, (*path, key))
        else:
            found.append((*path, key))
    return found


def any_json(shuffle: Shuffle, depth: int = 2) -> Any:
    """Any JSON value, of no meaning."""
    plain = [None, True, False, 0, 1, 3, 4, -1, 14, 1.5, math.inf, math.nan, 10**20]
    texts = ["", "0", "5m", "123m", "win", "\u4e2d", "\x00", "{}"]
    if depth and shuffle.chance(4):
        inner = [any_json(shuffle, depth - 1) for _ in range(shuffle.one_of([0, 1, 2]))]
        return inner if shuffle.chance(5) else dict(zip(["seat", "5m"], inner, strict=False))
    return shuffle.one_of([*plain, *texts])


def scribble(shuffle: Shuffle, document: dict) -> dict:
    """A copy of the document with any JSON value at one place."""
    scribbled = deepcopy(document)
    *path, last = shuffle.one_of(spots(scribbled)[1:])
    thing = scribbled
    for key in path:
        thing = thing[key]
    thing[last] = any_json(shuffle)
    return scribbled
