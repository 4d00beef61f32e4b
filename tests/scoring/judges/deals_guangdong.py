"""Random guangdong deals: wins, near-wins and nonsense, as JSON documents."""

from functools import partial
from random import Random

from .brute import DRAGONS, HONOURS, RANKED, WINDS, Group, rank_of
from .dealing import (
    MIXED,
    PUNGS,
    RUNS,
    Shuffle,
    add_circumstances,
    lay_draw,
    lay_table,
)
from .deals import deals
from .faults import put, some_win, the_deal

TILES = range(34)
ORPHANS = [tile for tile in TILES if rank_of(tile) in (None, 1, 9)]
OPTIONS = {
    "cap_fan": [3, 4, 5],
    "combine_base": ["add", "highest"],
    "all_chows_pair": ["any", "suited"],
    "kong_fan": [0, 1],
    "nine_gates": ["pure", "any"],
    "nine_gates_self_draw_only": [False, True],
    "seven_pairs": ["off", *range(7)],
    "liability_conflict": ["special_first", "last_feeder"],
    "unit": [1, 2, 5, 100],
}
METHODS = ["self_draw", "discard", "self_draw", "discard", "robbed_kong", "robbed_kong"]


def winning_hand(shuffle: Shuffle, seat: int, holding: int | None):
    """Any of the shapes that the rule set knows."""
    if holding is None and shuffle.chance(2):
        return shuffle.one_of([orphans, nine_gates])(shuffle)
    if holding is None and shuffle.chance(1):
        return shuffle.seven_pairs(shuffle.one_of([TILES, shuffle.suit()]))
    among, kinds, first, melds = shuffle.one_of(PALETTES)(shuffle)
    return shuffle.hand(seat, among, kinds, True, first, holding, melds)


def anything(shuffle: Shuffle):
    return TILES, MIXED, (), shuffle.one_of([None, 0])


def chows(shuffle: Shuffle):
    among = shuffle.one_of([RANKED, [*shuffle.suit(), *HONOURS]])
    return among, RUNS, (), None


def pungs(shuffle: Shuffle):
    return TILES, PUNGS, (), None


def one_suit(shuffle: Shuffle):
    return shuffle.suit(), shuffle.one_of([MIXED, RUNS, PUNGS]), (), shuffle.one_of([None, 0])


def suit_and_honours(shuffle: Shuffle):
    return [*shuffle.suit(), *HONOURS], shuffle.one_of([MIXED, PUNGS]), (), None


def outer_tiles(shuffle: Shuffle):
    return shuffle.one_of([ORPHANS, ORPHANS[:6], list(HONOURS)]), PUNGS, (), None


def honours_first(shuffle: Shuffle):
    """Two or three dragon sets, three or four wind sets, on the table or not."""
    honours = shuffle.one_of([DRAGONS, DRAGONS, WINDS])
    count = len(honours) - shuffle.one_of([0, 0, 1])
    order = shuffle.in_any_order(honours)
    among = shuffle.one_of([TILES, honours])
    first = [Group("pung", tile) for tile in order[:count]]
    return among, MIXED, first, shuffle.one_of([None, 4, 4])


def on_the_table(shuffle: Shuffle):
    return TILES, MIXED, (), 4


PALETTES = [
    *[anything, chows, pungs, one_suit, suit_and_honours],
    *[outer_tiles, honours_first, honours_first, on_the_table],
]


def orphans(shuffle: Shuffle):
    tiles = [*ORPHANS, shuffle.one_of(ORPHANS)]
    shuffle.take(tiles)
    return [], tiles


def nine_gates(shuffle: Shuffle):
    suit = shuffle.suit()
    tiles = [suit[0], suit[0], *suit, suit[8], suit[8], shuffle.one_of(suit)]
    shuffle.take(tiles)
    return [], tiles


def pass_the_tile(shuffle: Shuffle, deal: dict) -> None:
    win = some_win(shuffle, deal)
    win["passed_tile"] = win.get("winning_tile", "1m")


FAULTS = (
    pass_the_tile,
    *put(some_win, "passed_tile", "9s", "12m", "q", "X"),
    *put(the_deal, "round_wind", "C", "5m", "", "north", "EE", "X"),
    *put(the_deal, "twelve_tile_log", *([{"beneficiary": 2, "feeder": n}] for n in (2, 4, -1))),
)


def won(random: Random, options: dict) -> tuple[Shuffle, dict | None]:
    shuffle = Shuffle(random, TILES)
    deal = lay_table(shuffle, partial(winning_hand, shuffle), True, METHODS)
    if deal is not None:
        add_circumstances(shuffle, deal)
        if shuffle.chance(6):
            deal["round_wind"] = shuffle.one_of("ESWN")
        if shuffle.chance(4):
            fed = [shuffle.in_any_order(range(4))[:2] for _ in range(shuffle.one_of(range(4)))]
            deal["twelve_tile_log"] = [{"beneficiary": one, "feeder": two} for one, two in fed]
        if shuffle.chance(1):
            some_win(shuffle, deal)["passed_tile"] = shuffle.one_of(["1m", "5p", "E"])
    return shuffle, deal


def drawn(random: Random, options: dict) -> dict:
    return lay_draw(Shuffle(random, TILES), True)


DEALS = deals("guangdong", OPTIONS, OPTIONS, won, drawn, FAULTS)
