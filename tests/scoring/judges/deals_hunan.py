"""Random hunan deals: wins, near-wins and nonsense, as JSON documents."""

from functools import partial
from typing import Any

from hypothesis import strategies as st

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

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "unit": st.sampled_from([1, 2, 5, 100]),
        "triple_dragon_fan": st.sampled_from([64, 32]),
        "concealed_all_pungs_fan": st.sampled_from([5, 4]),
        "concealed_basic_fan": st.sampled_from([2, 1, 4]),
        "concealed_needs_self_draw": st.sampled_from(["except_pure", "always", "never"]),
        "last_tile_factor": st.sampled_from([4, 2, 1]),
        "kong_fan": st.booleans(),
        "bloom_absorbs_kong": st.booleans(),
        "robbed_kong_shares": st.sampled_from([1, 3]),
        "package": st.booleans(),
        "package_discard": st.sampled_from([3, 1]),
        "open_basic_self_draw_only": st.booleans(),
        "concealed_kong_keeps_closed": st.booleans(),
        "multi_win": st.sampled_from(["all", "all", "nearest"]),
        "draw_dealer": st.sampled_from(["stay", "last_drawer"]),
        "cap": st.sampled_from([None, 1, 4, 10, 64]),
    },
)
METHODS = ["self_draw", "discard", "self_draw", "discard", "robbed_kong", "opened_tile"]


def winning_hand(shuffle: Shuffle, seat: int, holding: int | None):
    """Standard, all pungs, seven pairs; in one suit or not; the pair mostly 2, 5 or 8."""
    among = list(shuffle.one_of([RANKED, RANKED, shuffle.suit()]))
    if holding is not None and len(among) < 27 and holding not in among:
        among = list(RANKED)
    if holding is None and shuffle.chance(2):
        return seven_pairs(shuffle, among)
    kinds = shuffle.one_of([MIXED, RUNS, PUNGS])
    pairs = [tile for tile in among if rank_of(tile) in (2, 5, 8)] if shuffle.chance(8) else among
    return shuffle.hand(seat, among, kinds, True, (), holding, None, pairs)


def seven_pairs(shuffle: Shuffle, among: list[int]):
    dragons = shuffle.draw(st.lists(st.sampled_from(among), max_size=3, unique=True))
    pairs = [*dragons, *dragons]
    single = [tile for tile in among if tile not in dragons]
    missing = 7 - len(pairs)
    pairs += shuffle.draw(
        st.lists(st.sampled_from(single), min_size=missing, max_size=missing, unique=True)
    )
    tiles = [tile for pair in pairs for tile in (pair, pair)]
    shuffle.take(tiles)
    return [], tiles


def drawn_with(last_drawer: Any) -> Fault:
    def fault(shuffle: Shuffle, deal: dict) -> None:
        deal |= {"outcome": "draw", "last_drawer": last_drawer}

    return fault


def won(draw, options: dict) -> tuple[Shuffle, dict | None]:
    shuffle = Shuffle(draw, RANKED)
    dealer = shuffle.one_of(range(4))
    deal = lay_table(shuffle, dealer, partial(winning_hand, shuffle), True, METHODS)
    if deal is not None:
        add_circumstances(shuffle, deal)
    return shuffle, deal


def drawn(draw, options: dict) -> dict:
    shuffle = Shuffle(draw, RANKED)
    deal = lay_draw(shuffle, shuffle.one_of(range(4)), True)
    return deal | {"last_drawer": shuffle.one_of(range(4))}


DEALS = deals("hunan", OPTIONS, OPTIONS, won, drawn, [*map(drawn_with, [0, 3, 4, -1, None])])
