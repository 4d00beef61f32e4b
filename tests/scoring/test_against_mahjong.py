"""Shapes and waits against PyPI ``mahjong``, on ten thousand seeded hands."""

from __future__ import annotations

from random import Random

import pytest

from scoring.shapes import (
    count,
    is_seven_pairs,
    is_thirteen_orphans,
    readings,
    waits,
)
from scoring.tiles import KINDS, Tile

Agari = pytest.importorskip(
    "mahjong.agari", reason="the package mahjong (extra dev) is not installed"
).Agari

HANDS = 10_000
KINDS_TO_DRAW = [
    list(range(KINDS)),
    list(range(9)),
    [*range(9, 18), *range(27, 34)],
    [0, 8, 9, 17, 18, 26, *range(27, 34)],
]


def shuffled(random: Random) -> list[int]:
    """13 random tiles of the whole set, or of a part where wins are likely."""
    wall = [kind for kind in random.choice(KINDS_TO_DRAW) for _ in range(4)]
    return random.sample(wall, 13)


def nearly_won(random: Random) -> list[int]:
    """13 of the 14 tiles of a hand that wins, sometimes with one of them exchanged."""
    while True:
        shape = random.random()
        if shape < 0.7:
            tiles = [random.randrange(KINDS)] * 2
            for _ in range(4):
                low = random.randrange(KINDS)
                run = low < 27 and low % 9 < 7 and random.random() < 0.75
                tiles += [low, low + 1, low + 2] if run else [low] * 3
        elif shape < 0.9:
            tiles = [kind for kind in random.sample(range(KINDS), 7) for _ in range(2)]
        else:
            orphans = [0, 8, 9, 17, 18, 26, *range(27, 34)]
            tiles = [*orphans, random.choice(orphans)]
        random.shuffle(tiles)
        tiles.pop()
        if random.random() < 0.3:
            tiles[-1] = random.randrange(KINDS)
        if max(map(tiles.count, tiles)) <= 4:
            return tiles


def wins(counts: list[int]) -> bool:
    """Four sets and a pair, seven different pairs, or thirteen orphans: those of the peer."""
    pairs = is_seven_pairs(counts) and max(counts) == 2
    return bool(readings(counts)) or pairs or is_thirteen_orphans(counts)


def test_the_same_wins_and_waits():
    random = Random(2026)
    won = ready = 0
    for number in range(HANDS):
        tiles = shuffled(random) if number % 2 else nearly_won(random)
        counts = count(tiles)
        peer_waits = []
        standard = waits(counts)
        for kind in range(KINDS):
            if counts[kind] == 4:
                continue
            counts[kind] += 1
            theirs = Agari.is_agari(counts[:KINDS])
            if theirs:
                peer_waits.append(Tile(kind))
            assert wins(counts) == theirs, (tiles, kind)
            assert bool(readings(counts)) == (Tile(kind) in standard), (tiles, kind)
            counts[kind] -= 1
        won += len(peer_waits)
        ready += bool(peer_waits)
    assert ready > HANDS / 4
    assert won > ready
