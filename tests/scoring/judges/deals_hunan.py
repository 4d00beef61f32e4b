"""Random hunan deals: wins, near-wins and nonsense, as JSON documents."""

from functools import partial
from random import Random
from typing import Any

from .brute import RANKED, rank_of
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
from .faults import Fault

OPTIONS = {
    "unit": [1, 2, 5, 100],
    "triple_dragon_fan": [64, 32],
    "concealed_all_pungs_fan": [5, 4],
    "concealed_basic_fan": [2, 1, 4],
    "concealed_needs_self_draw": ["except_pure", "always", "never"],
    "last_tile_factor": [4, 2, 1],
    "kong_fan": [False, True],
    "bloom_absorbs_kong": [False, True],
    "robbed_kong_shares": [1, 3],
    "package": [False, True],
    "package_discard": [3, 1],
    "open_basic_self_draw_only": [False, True],
    "concealed_kong_keeps_closed": [False, True],
    "multi_win": ["all", "all", "nearest"],
    "draw_dealer": ["stay", "last_drawer"],
    "cap": [None, 1, 4, 10, 64],
}
METHODS = ["self_draw", "discard", "self_draw", "discard", "robbed_kong", "opened_tile"]


def winning_hand(shuffle: Shuffle, seat: int, holding: int | None):
    """Standard, all pungs, seven pairs; in one suit or not; the pair mostly 2, 5 or 8."""
    among = list(shuffle.one_of([RANKED, RANKED, shuffle.suit()]))
    if holding is not None and len(among) < 27 and holding not in among:
        among = list(RANKED)
    if holding is None and shuffle.chance(2):
        return shuffle.seven_pairs(among)
    kinds = shuffle.one_of([MIXED, RUNS, PUNGS])
    pairs = [tile for tile in among if rank_of(tile) in (2, 5, 8)] if shuffle.chance(8) else among
    return shuffle.hand(seat, among, kinds, True, (), holding, None, pairs)


def drawn_with(last_drawer: Any) -> Fault:
    def fault(shuffle: Shuffle, deal: dict) -> None:
        deal |= {"outcome": "draw", "last_drawer": last_drawer}

    return fault


def won(random: Random, options: dict) -> tuple[Shuffle, dict | None]:
    shuffle = Shuffle(random, RANKED)
    deal = lay_table(shuffle, partial(winning_hand, shuffle), True, METHODS)
    if deal is not None:
        add_circumstances(shuffle, deal)
    return shuffle, deal


def drawn(random: Random, options: dict) -> dict:
    return lay_draw(Shuffle(random, RANKED), True) | {"last_drawer": random.randrange(4)}


DEALS = deals("hunan", OPTIONS, OPTIONS, won, drawn, [*map(drawn_with, [0, 3, 4, -1, None])])
