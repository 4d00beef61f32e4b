"""Readings of a hand by exhaustion, for the judges of guangdong, changde and hunan.

Nothing here is clever: a reading is found by trying every choice of sets from the sets that the
tiles can lay at all, and a wild tile by trying every tile in its place.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

SUITS = (range(0, 9), range(9, 18), range(18, 27))
RANKED = range(27)
HONOURS = range(27, 34)
WINDS = range(27, 31)
DRAGONS = range(31, 34)


class Group(NamedTuple):
    """A set of a reading: its kind, "run" or "pung" (a kong is a pung), and its lowest tile."""

    kind: str
    tile: int


class Reading(NamedTuple):
    """Four sets and a pair."""

    groups: tuple[Group, ...]
    pair: int


def suit_of(tile: int) -> int | None:
    """0, 1, 2 for characters, dots, bamboo; None for every other tile."""
    return tile // 9 if tile < 27 else None


def rank_of(tile: int) -> int | None:
    """1 to 9, or None for a tile without a rank."""
    return tile % 9 + 1 if tile < 27 else None


def tiles_of(group: Group) -> tuple[int, int, int]:
    """The three tiles of a set."""
    if group.kind == "run":
        return group.tile, group.tile + 1, group.tile + 2
    return group.tile, group.tile, group.tile


EVERY_GROUP = (
    *(Group("run", low) for suit in SUITS for low in suit[:7]),
    *(Group("pung", tile) for tile in (*RANKED, *HONOURS)),
)


def readings(concealed: Iterable[int], melded: Iterable[Group]) -> list[Reading]:
    """Every way to see the tiles, beside the melds, as sets and a pair."""
    hand = Counter(int(tile) for tile in concealed)
    melded = tuple(melded)
    wanted = (sum(hand.values()) - 2) // 3
    if wanted < 0 or sum(hand.values()) != 3 * wanted + 2:
        return []
    found = []
    possible = [group for group in EVERY_GROUP if Counter(tiles_of(group)) <= hand]
    for pair in (tile for tile in hand if hand[tile] >= 2):
        rest = hand - Counter({pair: 2})
        for groups in combinations_with_replacement(possible, wanted):
            if Counter(tile for group in groups for tile in tiles_of(group)) == rest:
                found.append(Reading(melded + groups, pair))
    return found


def is_seven_pairs(tiles: Iterable[int]) -> bool:
    """Fourteen tiles in pairs; four of a kind are two pairs."""
    counts = Counter(tiles)
    return sum(counts.values()) == 14 and all(n % 2 == 0 for n in counts.values())


@cache
def _suit_splits(counts: tuple[int, ...], pairs: int) -> bool:
    """Whether the nine counts of a suit are runs, pungs and exactly `pairs` pairs."""
    low = next((rank for rank, n in enumerate(counts) if n), None)
    if low is None:
        return pairs == 0

    def without(*ranks: int) -> tuple[int, ...]:
        return tuple(n - ranks.count(rank) for rank, n in enumerate(counts))

    choices = [((low, low, low), pairs), ((low, low + 1, low + 2), pairs)]
    if pairs:
        choices.append(((low, low), pairs - 1))
    return any(
        max(ranks) < 9 and min(rest := without(*ranks)) >= 0 and _suit_splits(rest, left)
        for ranks, left in choices
    )


def completes(tiles: Iterable[int]) -> bool:
    """Whether ranked tiles are sets and one pair, however many copies of a tile there are."""
    counts = [0] * 27
    for tile in tiles:
        counts[tile] += 1
    suits = [tuple(counts[suit.start : suit.stop]) for suit in SUITS]
    pairs = [1 if sum(suit) % 3 == 2 else 0 for suit in suits]
    return sum(pairs) == 1 and all(map(_suit_splits, suits, pairs))


def replacements(tiles: Iterable[int], wild: int) -> Iterator[tuple[int, ...]]:
    """The hand with its wild tiles put as every choice of ranked tiles, one hand after another."""
    tiles = [int(tile) for tile in tiles]
    natural = tuple(tile for tile in tiles if tile != wild)
    for put in combinations_with_replacement(RANKED, tiles.count(wild)):
        yield natural + put
