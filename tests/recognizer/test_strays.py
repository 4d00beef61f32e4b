"""What only looks like tiles is left out where the hand is clear, and never the hand itself."""

import numpy as np

from recognizer.strays import strays, together
from tests.recognizer.test_arrange import quads_at

HAND = [(31.0 * i, 0.0) for i in range(13)]
BOOKS = [(25.0 * i, -300.0) for i in range(20)]


def test_heaps_are_what_lies_together() -> None:
    heaps = together(quads_at(HAND + BOOKS))
    assert len(set(heaps[:13].tolist())) == 1
    assert len(set(heaps[13:].tolist())) == 1
    assert heaps[0] != heaps[13]


def confidences(hand: float, books: float) -> np.ndarray:
    return np.array([hand] * 13 + [books] * 20, np.float32)


def test_a_shelf_of_books_behind_a_clear_hand_is_left_out() -> None:
    out = strays(quads_at(HAND + BOOKS), confidences(0.97, 0.4))
    assert out.tolist() == [False] * 13 + [True] * 20


def test_a_doubtful_hand_alone_stays() -> None:
    assert not strays(quads_at(HAND), np.full(13, 0.3, np.float32)).any()


def test_a_doubtful_hand_beside_a_clear_wall_stays() -> None:
    out = strays(quads_at(HAND + BOOKS), confidences(0.7, 0.99))
    assert not out.any()


def test_other_people_s_clear_tiles_stay() -> None:
    assert not strays(quads_at(HAND + BOOKS), confidences(0.97, 0.95)).any()


def test_nothing_at_all() -> None:
    assert strays(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32)).shape == (0,)
