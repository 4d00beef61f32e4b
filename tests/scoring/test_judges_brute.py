"""The brute force that the judges stand on, held against itself and against known hands."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tiles import Tile, parse_tiles
from tests.scoring.judges.brute import SUITS, completes, readings, replacements, tiles_of


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(range(18)), min_size=2, max_size=14))
def test_completes_where_there_is_a_reading(tiles):
    assert completes(tiles) == bool(readings(tiles, ()))


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_sets_and_a_pair_complete(data):
    groups = st.sampled_from([(low, low + 1, low + 2) for suit in SUITS for low in suit[:7]])
    groups |= st.sampled_from([(tile,) * 3 for tile in range(27)])
    sets = data.draw(st.lists(groups, max_size=4))
    tiles = [tile for group in sets for tile in group] + [data.draw(st.integers(0, 26))] * 2
    assert completes(tiles)


def test_every_reading_of_three_pungs_in_a_row():
    found = readings(parse_tiles("111222333m 55p"), ())
    assert {tuple(sorted(group.kind for group in reading.groups)) for reading in found} == {
        ("pung",) * 3,
        ("run",) * 3,
    }


def test_a_reading_uses_every_tile_once():
    tiles = parse_tiles("11122345678999m")
    found = readings(tiles, ())
    for reading in found:
        used = [tile for group in reading.groups for tile in tiles_of(group)]
        assert sorted([*used, reading.pair, reading.pair]) == sorted(tiles)
    assert len(found) == len(set(found)) > 0


def test_a_wild_is_tried_as_every_ranked_tile():
    hands = list(replacements(parse_tiles("1m C C"), Tile.RED))
    assert len(hands) == 27 * 28 // 2
    assert (Tile.M1, Tile.M1, Tile.S9) in hands
