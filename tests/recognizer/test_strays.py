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


SURE = np.ones(len(HAND + BOOKS), np.float32)


def confidences(hand: float, books: float) -> np.ndarray:
    return np.array([hand] * 13 + [books] * 20, np.float32)


def test_a_shelf_of_books_behind_a_clear_hand_is_left_out() -> None:
    out = strays(quads_at(HAND + BOOKS), confidences(0.97, 0.4), SURE)
    assert out.tolist() == [False] * 13 + [True] * 20


def test_keys_that_are_hardly_believed_to_be_tiles_are_left_out() -> None:
    out = strays(quads_at(HAND + BOOKS), confidences(0.97, 0.97), confidences(0.9, 0.4))
    assert out.tolist() == [False] * 13 + [True] * 20
    assert not strays(quads_at(HAND), confidences(0.97, 0)[:13], confidences(0.4, 0)[:13]).any()


def test_a_doubtful_hand_alone_stays() -> None:
    assert not strays(quads_at(HAND), np.full(13, 0.3, np.float32), SURE[:13]).any()


def test_a_doubtful_hand_beside_a_clear_wall_stays() -> None:
    out = strays(quads_at(HAND + BOOKS), confidences(0.7, 0.99), SURE)
    assert not out.any()


def test_other_people_s_clear_tiles_stay() -> None:
    assert not strays(quads_at(HAND + BOOKS), confidences(0.97, 0.95), SURE).any()


def test_nothing_at_all() -> None:
    none = np.zeros(0, np.float32)
    assert strays(np.zeros((0, 4, 2), np.float32), none, none).shape == (0,)
