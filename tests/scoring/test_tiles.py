"""The vocabulary and its notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tiles import Tile, UnknownTile, format_tiles, parse_tiles


@given(st.lists(st.sampled_from(Tile)))
def test_notation_round_trips(tiles):
    assert parse_tiles(format_tiles(tiles)) == tuple(tiles)


@pytest.mark.parametrize("tile", Tile)
def test_every_tile_has_names_and_rebuilds(tile):
    assert Tile.from_text(str(tile)) is tile
    assert eval(repr(tile)) is tile
    assert f"{tile:>4}".strip() == str(tile)
    assert tile.zh
    assert tile.en


def test_spaces_mean_nothing():
    assert parse_tiles(" 1 2m\tE E ") == parse_tiles("12mEE")


def test_capitals_tell_honours_from_suits():
    assert parse_tiles("1s S 1p P 1f F") == (
        *(Tile.S1, Tile.SOUTH, Tile.P1),
        *(Tile.WHITE, Tile.F1, Tile.GREEN),
    )


@pytest.mark.parametrize(
    "text", ["0m", "1", "m", "10m", "17f", "0f", "01f", "1z", "?", "东", "１m", "1m-", "e", "999f"]
)
def test_no_notation_is_refused_with_its_text(text):
    with pytest.raises(UnknownTile) as refused:
        parse_tiles("1m" + text)
    assert refused.value.code == "unknown_tile"
    assert refused.value.text in "1m" + text
    assert refused.value.zh
    assert refused.value.en == str(refused.value)


@pytest.mark.parametrize("text", ["", "12m", "EE"])
def test_one_tile_is_exactly_one(text):
    with pytest.raises(UnknownTile):
        Tile.from_text(text)


def test_long_text_and_surrogates_are_shown_short_and_printable():
    with pytest.raises(UnknownTile) as refused:
        parse_tiles("\ud800" * 1000)
    assert len(refused.value.en) < 300
    assert refused.value.en.encode()
