"""What all tiles of a photo say about each other."""

from itertools import product

import numpy as np
import pytest

from recognizer.joint import jointly, room, too_many
from recognizer.labels import LABELS


def said(*tiles: dict[str, float]) -> np.ndarray:
    """Chances of tiles; what is left over is shared by all other labels."""
    rows = []
    for tile in tiles:
        row = np.full(len(LABELS), (1 - sum(tile.values())) / (len(LABELS) - len(tile)))
        for label, chance in tile.items():
            row[LABELS.index(label)] = chance
        rows.append(row)
    return np.array(rows, np.float32)


def chance(chances: np.ndarray, tile: int, label: str) -> float:
    return float(chances[tile, LABELS.index(label)])


@pytest.mark.parametrize("most", [1, 2, 4])
def test_room_is_the_chance_counted_out(most: int) -> None:
    chances = np.random.default_rng(most).random(6)
    counted = []
    for tile in range(6):
        others = np.delete(chances, tile)
        counted.append(
            sum(
                np.prod(np.where(are, others, 1 - others))
                for are in product((0, 1), repeat=5)
                if sum(are) < most
            )
        )
    assert room(chances, most) == pytest.approx(counted)


def test_a_hand_without_doubt_stays_as_it_is() -> None:
    hand = said(*({tile: 0.999} for tile in ("1m", "2m", "3m", "E", "E", "E", "9p")))
    assert np.allclose(jointly(hand), hand, atol=1e-3)


def test_a_fifth_copy_goes_to_its_runner_up() -> None:
    hand = said(*[{"3m": 0.999}] * 4, {"3m": 0.6, "8m": 0.39})
    together = jointly(hand)
    assert chance(together, 4, "8m") > 0.95
    assert all(chance(together, tile, "3m") > 0.99 for tile in range(4))


def test_five_sure_copies_stay_and_each_is_doubted() -> None:
    together = jointly(said(*[{"3m": 0.999}] * 5))
    assert (together.argmax(1) == LABELS.index("3m")).all()
    assert all(chance(together, tile, "3m") < 0.9 for tile in range(5))


def test_there_is_one_of_each_flower() -> None:
    together = jointly(said({"1f": 0.99}, {"1f": 0.55, "2f": 0.44}))
    assert chance(together, 0, "1f") > 0.95
    assert chance(together, 1, "2f") > 0.9


def test_any_number_may_lie_face_down() -> None:
    wall = said(*[{"back": 0.98}] * 40)
    assert np.allclose(jointly(wall), wall, atol=1e-3)


def test_a_tile_that_is_not_played_with_gives_way_but_not_silently() -> None:
    suited = frozenset(f"{rank}{suit}" for rank in range(1, 10) for suit in "mps")
    torn, honour = jointly(said({"2s": 0.55, "F": 0.44}, {"F": 0.99}), suited)[:, :]
    assert torn[LABELS.index("2s")] > 0.9
    assert honour[LABELS.index("F")] > 0.6


def test_rows_stay_chances() -> None:
    random = np.random.default_rng(3)
    loose = random.dirichlet(np.full(len(LABELS), 0.05), 30).astype(np.float32)
    assert jointly(loose).sum(1) == pytest.approx(1)
    assert jointly(loose[:0]).shape == (0, len(LABELS))


def test_too_many_are_told_by_kind() -> None:
    (problem,) = too_many(["3m"] * 5 + ["back"] * 30 + ["?"] * 6 + ["E"] * 4)
    assert problem.code == "too_many"
    assert "5 张 3m" in problem.zh
    assert [p.code for p in too_many(["1f", "1f"])] == ["too_many"]
