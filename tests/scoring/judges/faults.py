"""What a player or a photo does to a deal: the faults that schema.md has a code for, and worse.

A fault takes the shuffle that the deal was laid from, and the deal, which it spoils in place.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

from scoring.tiles import parse_tiles

from .dealing import Shuffle, written

Fault = Callable[[Shuffle, dict], None]
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=5,
)


def change_one_tile(shuffle: Shuffle, deal: dict) -> None:
    """Swap a concealed tile of a winner for one that nobody holds."""
    win = shuffle.one_of(deal["wins"])
    concealed = list(parse_tiles(win["concealed"]))
    spare = sorted(tile for tile, n in shuffle.left.items() if n > 0)
    if concealed and spare:
        concealed[shuffle.draw(st.integers(0, len(concealed) - 1))] = shuffle.one_of(spare)
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


def miscount(shuffle: Shuffle, deal: dict) -> None:
    win = some_win(shuffle, deal)
    text = win.get("concealed", "")
    win["concealed"] = shuffle.one_of([text + "5p", text + "1m9m", text.rstrip("mps")[:-1]])
    if win["concealed"][-1:].isdigit():
        win["concealed"] += "s"


def lay_five(shuffle: Shuffle, deal: dict) -> None:
    """More melds than anybody has tiles for."""
    rows = deal.get("melds")
    if isinstance(rows, list) and rows:
        row = shuffle.one_of(rows)
        row += [
            {"type": "concealed_kong", "tiles": f"{n}{n}{n}{n}p"} for n in range(1, 6 - len(row))
        ]


def hoard(shuffle: Shuffle, deal: dict) -> None:
    """The same tile once more, in place of another."""
    win = some_win(shuffle, deal)
    try:
        concealed = list(parse_tiles(win.get("concealed", "")))
        wanted = shuffle.one_of([*concealed, *parse_tiles(win.get("winning_tile", ""))])
    except (ValueError, IndexError):
        return
    for index in range(shuffle.one_of([1, 2, 4])):
        if index < len(concealed):
            concealed[index] = wanted
    win["concealed"] = written(concealed)


def foreign_tile(shuffle: Shuffle, deal: dict) -> None:
    thing, name = some_tiles(shuffle, deal)
    last_gone = (thing.get(name) or "5m").rstrip("mpsESWNCFP")[:-1]
    if last_gone[-1:].isdigit():
        last_gone += shuffle.one_of("mps")
    thing[name] = last_gone + shuffle.one_of(["X", "3f", "E", "C", "16f", "P"])


def no_notation(shuffle: Shuffle, deal: dict) -> None:
    thing, name = some_tiles(shuffle, deal)
    thing[name] = shuffle.one_of(["12z", "5", "m", "0m", "17f", "?", "back", "5M", "e", "12m?"])


def not_one_tile(shuffle: Shuffle, deal: dict) -> None:
    some_win(shuffle, deal)["winning_tile"] = shuffle.one_of(["", " ", "12m", "5m5m", "EE"])


def lose_field(shuffle: Shuffle, deal: dict) -> None:
    things = [deal, *(deal.get("wins") or ()), *all_melds(deal)]
    thing = shuffle.one_of(things)
    wanted = {"players", "dealer", "outcome", "melds", "wins", "seat", "concealed"}
    wanted |= {"winning_tile", "by", "from", "type", "tiles"}
    there = sorted(wanted & thing.keys())
    if there:
        del thing[shuffle.one_of(there)]


def no_seat(shuffle: Shuffle, deal: dict) -> None:
    thing, name = shuffle.one_of([(deal, "dealer"), (some_win(shuffle, deal), "seat")])
    thing[name] = shuffle.one_of([4, -1, "0", "east", True, None])


def other_table(shuffle: Shuffle, deal: dict) -> None:
    name, value = shuffle.one_of(
        [
            *[("players", 3), ("players", 5), ("players", "4"), ("players", None)],
            *[("melds", [[], [], []]), ("melds", [[]] * 5), ("melds", None), ("wins", [])],
            *[("outcome", "lost"), ("outcome", "false_win"), ("outcome", "draw")],
        ]
    )
    deal[name] = value


def other_method(shuffle: Shuffle, deal: dict) -> None:
    win = some_win(shuffle, deal)
    win["by"] = shuffle.one_of(["self_draw", "discard", "robbed_kong", "tsumo", ""])


def wrong_feeder(shuffle: Shuffle, deal: dict) -> None:
    thing = shuffle.one_of([*(deal.get("wins") or ()), *all_melds(deal), {}])
    thing["from"] = shuffle.one_of([0, 1, 2, 3, 4, -1, "1", 1.5, None])


def no_set(shuffle: Shuffle, deal: dict) -> None:
    meld = some_meld(shuffle, deal)
    texts = ["11m", "1111m", "112m", "135m", "89m1p", "EEE", "ESW", "CFP", "99m1p", "", "234s"]
    meld["tiles"] = shuffle.one_of(texts)


def other_type(shuffle: Shuffle, deal: dict) -> None:
    types = ["chow", "pung", "exposed_kong", "concealed_kong", "added_kong", "quad", "kong", ""]
    some_meld(shuffle, deal)["type"] = shuffle.one_of(types)


def odd_flags(shuffle: Shuffle, deal: dict) -> None:
    every = ["kong_bloom", "kong_discard", "flower_bloom", "last_tile", "heavenly", "earthly"]
    win = some_win(shuffle, deal)
    added = shuffle.draw(st.lists(st.sampled_from([*every, "human", "ready"]), max_size=2))
    win["flags"] = [*win.get("flags", ()), *added]


def odd_kong_index(shuffle: Shuffle, deal: dict) -> None:
    win = some_win(shuffle, deal)
    win["kong_index"] = shuffle.one_of([0, 1, 2, 3, 4, -1, -2])
    if shuffle.chance(5):
        win["flags"] = ["kong_bloom"]


def odd_kong_log(shuffle: Shuffle, deal: dict) -> None:
    kong = {"type": "exposed_kong", "tile": shuffle.one_of(["1m", "9s", "5p", "C", "12m", "z"])}
    win = some_win(shuffle, deal)
    win["logged_kongs"] = shuffle.one_of([[], [kong], [*win.get("logged_kongs", ()), kong]])


def no_replacement(shuffle: Shuffle, deal: dict) -> None:
    some_meld(shuffle, deal)["replaced"] = False


def odd_robbing(shuffle: Shuffle, deal: dict) -> None:
    kinds = ["added_kong", "concealed_kong", "exposed_kong", "opened_tile", "pung"]
    shuffle.one_of(
        [
            lambda: some_meld(shuffle, deal).update(robbed=True),
            lambda: some_win(shuffle, deal).update(robbed=shuffle.one_of(kinds)),
            lambda: [win.update(robbed=shuffle.one_of(kinds)) for win in (deal.get("wins") or ())],
        ]
    )()


def odd_claim(shuffle: Shuffle, deal: dict) -> None:
    some_meld(shuffle, deal)["claims_winning_tile"] = True


def second_winner(shuffle: Shuffle, deal: dict) -> None:
    win = deepcopy(some_win(shuffle, deal))
    name, value = shuffle.one_of(
        [
            *[("seat", seat) for seat in range(4)],
            *[("winning_tile", "1m"), ("by", "self_draw"), ("from", 3)],
        ]
    )
    win[name] = value
    if name != "seat" and "seat" in win and win["seat"] in range(4):
        win["seat"] = (win["seat"] + 1) % 4
    deal.setdefault("wins", []).append(win)


FAULTS: tuple[Callable[[Shuffle, dict], None], ...] = (
    *(miscount, hoard, foreign_tile, no_notation, not_one_tile, lose_field, no_seat),
    *(other_table, other_method, wrong_feeder, no_set, other_type, odd_flags, odd_kong_index),
    *(lay_five, odd_kong_log, no_replacement, odd_robbing, odd_claim, second_winner),
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


def scribble(shuffle: Shuffle, document: dict) -> dict:
    """A copy of the document with any JSON value at one place."""
    scribbled = deepcopy(document)
    *path, last = shuffle.one_of(spots(scribbled)[1:])
    thing = scribbled
    for key in path:
        thing = thing[key]
    thing[last] = shuffle.draw(ANY_JSON)
    return scribbled
