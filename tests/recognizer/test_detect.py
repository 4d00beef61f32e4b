"""The detector's answer becomes quadrilaterals again."""

import cv2
import numpy as np
import pytest

from recognizer.detect import STRIDE, Found, decode, distinct, quads_of


def touches_of(quad: np.ndarray) -> np.ndarray:
    """Written again from the description in `models.detector`, not taken from the training code."""
    (x1, y1), (x2, y2) = quad.min(0), quad.max(0)
    top = (quad[quad[:, 1].argmin(), 0] - x1) / (x2 - x1)
    right = (quad[quad[:, 0].argmax(), 1] - y1) / (y2 - y1)
    bottom = (quad[quad[:, 1].argmax(), 0] - x1) / (x2 - x1)
    left = (quad[quad[:, 0].argmin(), 1] - y1) / (y2 - y1)
    turns = 2 * np.pi * np.array([top, right, bottom, left])
    return np.stack([np.cos(turns), np.sin(turns)], 1).ravel()


def tile(angle: float, width: float = 30, height: float = 41, at=(100, 120)) -> np.ndarray:
    box = cv2.boxPoints((at, (width, height), angle))
    return np.asarray(box, np.float32)


def hull(quad: np.ndarray) -> np.ndarray:
    return np.concatenate([quad.min(0), quad.max(0)])


def area_shared(a: np.ndarray, b: np.ndarray) -> float:
    shared = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))[0]
    return shared / (cv2.contourArea(a) + cv2.contourArea(b) - shared)


@pytest.mark.parametrize("angle", range(0, 180, 7))
def test_a_turned_tile_comes_back_as_it_was(angle: int) -> None:
    quad = tile(angle)
    (back,) = quads_of(hull(quad)[None], touches_of(quad)[None])
    assert area_shared(quad, back) > 0.99
    assert cv2.contourArea(back, oriented=True) > 0, "clockwise on the screen"
    assert back.sum(1).argmin() == 0, "from the corner nearest the top left"


@pytest.mark.parametrize("angle", [-2.0, -0.5, 0.0, 0.5, 2.0, 88.0, 89.5, 90.5, 92.0])
def test_noise_about_an_upright_tile_makes_no_triangle(angle: float) -> None:
    random = np.random.default_rng(1)
    quad = tile(angle)
    for _ in range(30):
        noisy = touches_of(quad) + random.normal(0, 0.25, 8)
        (back,) = quads_of(hull(quad)[None], noisy[None])
        assert area_shared(quad, back) > 0.75


def tell(answer: np.ndarray, quad: np.ndarray, row: int, column: int, logit: float) -> None:
    x1, y1, x2, y2 = hull(quad)
    x, y = (column + 0.5) * STRIDE, (row + 0.5) * STRIDE
    answer[0, row, column] = logit
    answer[1:5, row, column] = np.log(np.array([x - x1, y - y1, x2 - x, y2 - y]) / 16)
    answer[5:, row, column] = touches_of(quad)


def cell_of(quad: np.ndarray) -> tuple[int, int]:
    column, row = (hull(quad)[:2] + hull(quad)[2:]) / 2 // STRIDE
    return int(row), int(column)


def answer_for(quads: list[np.ndarray], side: int = 256) -> np.ndarray:
    cells = side // STRIDE
    answer = np.zeros((13, cells, cells), np.float32)
    answer[0] = -8
    for number, quad in enumerate(quads):
        tell(answer, quad, *cell_of(quad), 3 - number * 0.1)
    return answer


def test_every_tile_of_a_map_is_read_best_first() -> None:
    quads = [tile(10, at=(60, 60)), tile(45, at=(130, 70)), tile(90, at=(80, 160))]
    found = decode(answer_for(quads), 0.3)
    assert len(found) == 3
    assert (np.diff(found.scores) <= 0).all()
    for told, true in zip(found.quads, quads, strict=True):
        assert area_shared(told, true) > 0.98


def test_cells_around_a_peak_mend_what_it_tells_amiss() -> None:
    true, amiss = tile(0), tile(0, at=(109, 120))
    answer = answer_for([true])
    row, column = cell_of(true)
    tell(answer, amiss, row, column, 2.0)
    alone = decode(answer, 0.3).quads[0]
    for down, along in ((-1, 0), (0, 1), (1, 0), (0, -1)):
        tell(answer, true, row + down, column + along, 1.0)
    together = decode(answer, 0.3).quads[0]
    assert area_shared(alone, true) == pytest.approx(area_shared(amiss, true), abs=0.01)
    assert area_shared(together, true) > area_shared(alone, true) + 0.2


def test_a_cell_that_sees_the_next_tile_has_no_say() -> None:
    near, beside = tile(0, 14, 20), tile(0, 14, 20, at=(114, 120))
    answer = answer_for([near])
    row, column = cell_of(near)
    tell(answer, beside, row, column + 1, 2.5)
    (told,) = decode(answer, 0.3).quads
    assert area_shared(told, near) > 0.98


def test_an_empty_map_has_no_tiles() -> None:
    found = decode(answer_for([]), 0.3)
    assert len(found) == 0
    assert len(distinct(found)) == 0


def test_the_better_of_two_on_the_same_place_is_kept_and_neighbours_stay() -> None:
    first, again, inside = tile(0), tile(4, at=(103, 121)), tile(0, 16, 20)
    neighbour = tile(0, at=(131, 120))
    quads = np.stack([first, again, neighbour, inside]).astype(np.float32)
    found = distinct(Found(quads, np.array([0.9, 0.8, 0.7, 0.6], np.float32)))
    assert [float(s) for s in found.scores] == pytest.approx([0.9, 0.7])
