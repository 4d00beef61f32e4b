"""Tiles are put in reading order, in rows and groups."""

import numpy as np
import pytest

from recognizer.arrange import arrange


def quads_at(middles, angle=0.0, width=30.0, height=40.0) -> np.ndarray:
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.array([[cos, -sin], [sin, cos]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, height / 2]
    return np.stack([corners @ turn.T + m for m in np.asarray(middles) @ turn.T + 500]).astype(
        np.float32
    )


ROW = [(31.0 * i, 0.0) for i in range(14)]
APART = [*ROW[:13], (31.0 * 13 + 22, 0.0)]
TWO_ROWS = [(31.0 * i, 45.0 * r) for r in range(2) for i in range(7)]
MELDS = [(31.0 * i + 20 * (i >= 3) + 20 * (i >= 6), 0.0) for i in range(8)]


def read(places) -> list[tuple[int, int, int]]:
    return [(p.tile, p.row, p.group) for p in places]


@pytest.mark.parametrize("degrees", [-40, -17, -3, 0, 5, 21, 44])
def test_a_row_is_read_from_the_left_however_it_leans(degrees: int) -> None:
    places = arrange(quads_at(ROW, np.deg2rad(degrees)))
    assert [p.tile for p in places] == list(range(14))
    assert {p.row for p in places} == {0}
    assert [p.index for p in places] == list(range(14))


@pytest.mark.parametrize("degrees", [-30, 0, 12])
def test_the_tile_apart_is_a_group_of_its_own(degrees: int) -> None:
    places = arrange(quads_at(APART, np.deg2rad(degrees)))
    assert [p.group for p in places] == [0] * 13 + [1]


def test_gaps_part_the_melds() -> None:
    assert [p.group for p in arrange(quads_at(MELDS))] == [0, 0, 0, 1, 1, 1, 2, 2]


@pytest.mark.parametrize("degrees", [-25, 0, 8, 30])
def test_two_rows_are_read_one_after_the_other(degrees: int) -> None:
    places = arrange(quads_at(TWO_ROWS, np.deg2rad(degrees)))
    assert [p.tile for p in places] == list(range(14))
    assert [p.row for p in places] == [0] * 7 + [1] * 7


def test_a_row_photographed_from_the_other_side_is_read_its_own_way() -> None:
    quads = quads_at(TWO_ROWS, np.pi)
    rightwards = np.tile(np.array([-1.0, 0.0], np.float32), (14, 1))
    places = arrange(quads, rightwards)
    assert [p.tile for p in places] == list(range(14))
    assert [p.row for p in places] == [0] * 7 + [1] * 7


@pytest.mark.parametrize("turn", [90, -90])
def test_a_row_seen_from_the_side_is_read_the_way_its_faces_read(turn: int) -> None:
    angle = np.deg2rad(turn)
    rightwards = np.tile(np.array([np.cos(angle), np.sin(angle)], np.float32), (14, 1))
    assert [p.tile for p in arrange(quads_at(ROW, angle), rightwards)] == list(range(14))


def test_the_order_of_detection_does_not_matter() -> None:
    quads = quads_at(TWO_ROWS, 0.1)
    shuffled = np.random.default_rng(2).permutation(14)
    order = [int(shuffled[p.tile]) for p in arrange(quads[shuffled])]
    assert order == list(range(14))


def test_one_tile_and_none() -> None:
    assert arrange(np.zeros((0, 4, 2), np.float32)) == []
    assert read(arrange(quads_at([(0.0, 0.0)]))) == [(0, 0, 0)]
