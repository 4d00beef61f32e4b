"""Readings, wild tiles, waits and distance, against slow plain ways to find them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.hand import Meld
from scoring.shapes import (
    HONOUR_RUNS,
    SUIT_MASKS,
    Reading,
    complete,
    count,
    distance,
    is_seven_pairs,
    is_thirteen_orphans,
    melded,
    readings,
    seven_pairs_distance,
    thirteen_orphans_distance,
    waits,
    wild_readings,
)
from scoring.tiles import KINDS, Tile, parse_tiles

RUNS = [(kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7]
SHORT = settings(max_examples=40, deadline=None)


def counts_of(text: str) -> list[int]:
    return count(parse_tiles(text))


def slow_readings(tiles: tuple[int, ...], runs=tuple(RUNS)) -> set[tuple]:
    """Take a pair, then from the lowest tile a pung or any run that holds it."""

    @cache
    def sets(left: tuple[int, ...]) -> frozenset[tuple]:
        if not left:
            return frozenset({()})
        found = set()
        for group in [(left[0],) * 3, *(run for run in runs if left[0] in run)]:
            rest = Counter(left)
            rest.subtract(group)
            if min(rest.values()) >= 0:
                for others in sets(tuple(sorted(rest.elements()))):
                    found.add(tuple(sorted((group, *others))))
        return frozenset(found)

    found = set()
    for pair in set(tiles):
        rest = Counter(tiles)
        rest[pair] -= 2
        if rest[pair] >= 0:
            for others in sets(tuple(sorted(rest.elements()))):
                found.add((pair, others))
    return found


def flat(reading: Reading) -> tuple:
    groups = [HONOUR_RUNS.get(chow, (chow, chow + 1, chow + 2)) for chow in reading.chows]
    groups += [(kind,) * 3 for kind in reading.pungs]
    return reading.pair, tuple(sorted(groups))


SEEDS = st.integers(0, 2**32).map(Random)


def dense_hands(size=14, kinds=range(34)):
    """Tiles of few kinds, so that many readings exist."""

    def deal(random: Random) -> tuple[int, ...]:
        some = random.sample(list(kinds), random.randint(4, 9))
        return tuple(sorted(random.sample(some * 4, size)))

    return SEEDS.map(deal)


def won_hands(kinds=range(34), runs=tuple(RUNS), taken=0):
    """Four sets and a pair of copies that exist, in any order, some taken away again."""

    def deal(random: Random) -> tuple[int, ...]:
        groups = [run for run in runs if set(run) <= set(kinds)] * 2
        groups += [(kind,) * 3 for kind in kinds]
        while True:
            tiles = [kind for _ in range(4) for kind in random.choice(groups)]
            tiles += [random.choice(kinds)] * 2
            if max(Counter(tiles).values()) <= 4:
                return tuple(random.sample(tiles, 14 - taken))

    return SEEDS.map(deal)


@SHORT
@given(st.one_of(dense_hands(), won_hands(), won_hands(kinds=range(9))))
def test_readings_are_all_and_each_once(tiles):
    found = [flat(reading) for reading in readings(count(tiles))]
    assert len(found) == len(set(found))
    assert set(found) == slow_readings(tuple(sorted(tiles)))


@SHORT
@given(won_hands(kinds=range(24, 34), runs=(*RUNS, *HONOUR_RUNS.values())))
def test_readings_with_honour_runs(tiles):
    found = [flat(reading) for reading in readings(count(tiles), honour_runs=tuple(HONOUR_RUNS))]
    assert len(found) == len(set(found))
    assert set(found) == slow_readings(tuple(sorted(tiles)), (*RUNS, *HONOUR_RUNS.values()))


@SHORT
@given(won_hands(kinds=range(9, 18)), st.integers(0, 3))
def test_wild_readings_are_those_of_every_replacement(tiles, wilds):
    kept = tiles[wilds:]
    found = {flat(r) for r in wild_readings(count(kept), wilds, kinds=SUIT_MASKS[1])}
    due = set()
    for others in combinations_with_replacement(range(9, 18), wilds):
        due |= slow_readings(tuple(sorted([*kept, *others])))
    assert found == due
    one = complete(count(kept), wilds, kinds=SUIT_MASKS[1])
    assert one is not None
    assert flat(one) in due


@SHORT
@given(dense_hands(size=12, kinds=[*range(9), *range(27, 34)]))
def test_complete_finds_a_reading_exactly_where_there_is_one(tiles):
    found = complete(count(tiles), 14 - len(tiles))
    every = wild_readings(count(tiles), 14 - len(tiles))
    assert (found is None) == (not every)
    assert found is None or found in every


def test_wild_tiles_stand_only_for_the_kinds_allowed():
    counts = counts_of("123m 456m 789m 22m EE")
    assert not wild_readings(counts, 1, kinds=SUIT_MASKS[0])
    with pytest.raises(ValueError, match="may not stand for"):
        complete(counts, 1, kinds=SUIT_MASKS[0])
    assert len(wild_readings(counts, 1)) == 2
    assert not wild_readings(counts, 2)


def test_left_over_wilds_make_a_set_of_their_own():
    reading = complete(counts_of("123m 456m 789m 22p"), 3)
    assert reading is not None
    assert len(reading.pungs) == 1


def test_melds_are_part_of_the_reading():
    table = melded(
        [Meld("chow", parse_tiles("312p"), 0), Meld("added_kong", parse_tiles("EEEE"), 1)]
    )
    found = readings(counts_of("99s 123m 777s"), table)
    assert [str(reading) for reading in found] == ["123m 123p 777s EEE 99s"]
    assert found[0] == Reading.of([0, 9], [Tile.S7, Tile.EAST], Tile.S9)
    assert len({found[0], Reading.of([9, 0], [27, 24], 26)}) == 1
    assert eval(repr(found[0])) == found[0]
    assert str(table) == "123p EEE"
    assert found[0] != "x"


@pytest.mark.parametrize(
    "text", ["", "123m", "1m", "123m 4m", "12m 12p", "EE CCFF", "1m 1p", "123m 11p EEEE"]
)
def test_no_pair_no_reading(text):
    assert readings(counts_of(text)) == []


def test_melds_alone_are_no_hand():
    assert readings(count([]), melded([Meld("pung", parse_tiles("EEE"), 1)])) == []


@SHORT
@given(st.one_of(won_hands(taken=1), won_hands(kinds=range(9), taken=1), dense_hands(size=13)))
def test_waits_are_the_tiles_that_win(tiles):
    counts = count(tiles)
    wins = [
        Tile(kind) for kind in range(KINDS) if counts[kind] < 4 and readings(count([*tiles, kind]))
    ]
    assert waits(counts) == wins
    assert (distance(counts) == 0) == bool(wins)


def test_a_fifth_copy_is_never_awaited():
    held = counts_of("1m 1111m")
    assert waits(counts_of("1m")) == [Tile.M1]
    assert waits(counts_of("1m"), held) == []
    assert distance(counts_of("1m"), 4, held=held) == 1


@SHORT
@given(dense_hands(size=13))
def test_distance_falls_by_at_most_one_with_any_tile(tiles):
    counts = count(tiles)
    before = distance(counts)
    after = [distance(count([*tiles, kind])) for kind in range(KINDS) if counts[kind] < 4]
    assert min(after) == before - 1
    assert max(after) <= before


@pytest.mark.parametrize(
    ("text", "melds", "wilds", "away"),
    [
        ("123m 456m 789m 11p 23s", 0, 0, 0),
        ("123m 456m 789m 11p 23s", 0, 1, -1),
        ("123m 456m 789m 11p 234s", 0, 0, -1),
        ("147m 147p 147s ESWN", 0, 0, 8),
        ("11m", 4, 0, -1),
        ("19m", 3, 2, 0),
        ("EEE SSS WWW N CC P", 0, 0, 1),
    ],
)
def test_distance(text, melds, wilds, away):
    assert distance(counts_of(text), melds, wilds=wilds) == away


def test_distance_with_honour_runs():
    counts = counts_of("ESW CFP 123m 456m E")
    assert distance(counts) > 0
    assert distance(counts, honour_runs=tuple(HONOUR_RUNS)) == 0


def test_other_shapes():
    assert is_seven_pairs(counts_of("1111m 22p 33p 44s EE CC"))
    assert is_seven_pairs(counts_of("1111m 22p 33p 44s E C"), 2)
    assert not is_seven_pairs(counts_of("111m 22p 33p 44s EE CCC"))
    assert not is_seven_pairs(counts_of("11m 22p"))
    assert is_thirteen_orphans(counts_of("19m 19p 19s ESWNCFPP"))
    assert not is_thirteen_orphans(counts_of("19m 19p 19s ESWNCFP 2m"))
    assert not is_thirteen_orphans(counts_of("19m 19p 19s ESWNCFP"))
    assert seven_pairs_distance(counts_of("1111m 22p 33p 44s E C F")) == 1
    assert seven_pairs_distance(counts_of("1111m 22p 33p 44s E C F"), 2) == -1
    assert thirteen_orphans_distance(counts_of("19m 19p 19s ESWNCFP")) == 0
    assert thirteen_orphans_distance(counts_of("19m 19p 19s ESWNCFPP")) == -1
    assert thirteen_orphans_distance(counts_of("19m 19p 19s EEEE 222m")) == 5
