"""A box that is shorter than its neighbours is drawn out."""

import numpy as np
import pytest

from recognizer.shape import drawn_out


def row(lengths: list[float], turn: float = 0.0) -> np.ndarray:
    """Tiles 30 wide side by side, their tops level, turned about the origin."""
    quads = [
        [[x, 0], [x + 30, 0], [x + 30, length], [x, length]]
        for x, length in zip(range(0, 1000, 34), lengths, strict=False)
    ]
    angle = np.deg2rad(turn)
    rotate = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return (np.array(quads) @ rotate).astype(np.float32)


@pytest.mark.parametrize("turn", [0, 20, 90, 180, 271])
def test_one_that_is_too_short_is_drawn_out_both_ways(turn: float) -> None:
    numbers, proposed = drawn_out(row([41, 40, 41, 28, 42, 41], turn))
    assert numbers.tolist() == [3, 3]
    whole = row([41, 41, 41, 41, 41, 41], turn)[3]
    apart = np.abs(proposed - whole).max((1, 2))
    assert apart.min() < 1.5, "one of the two is the whole tile, corner by corner"
    assert apart.max() > 8, "the other reaches to the other side"


def test_tiles_that_are_alike_are_left_alone() -> None:
    numbers, proposed = drawn_out(row([41, 40, 42, 39, 41, 40]))
    assert len(numbers) == len(proposed) == 0


def test_too_few_or_too_different_tiles_say_nothing() -> None:
    assert len(drawn_out(row([41, 28, 41]))[0]) == 0
    assert len(drawn_out(row([60, 25, 41, 33, 90, 20]))[0]) == 0
    assert len(drawn_out(np.zeros((0, 4, 2), np.float32))[0]) == 0
