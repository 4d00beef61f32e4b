"""A household's own tiles, kept and consulted."""

from pathlib import Path

import numpy as np
import pytest

from recognizer.enrolment import (
    KEPT,
    EnrolmentError,
    check_order,
    delete_set,
    load_set,
    new_set,
    save_set,
    set_names,
)
from recognizer.labels import LABELS


def points(count: int, seed: int = 0) -> np.ndarray:
    random = np.random.default_rng(seed)
    loose = random.normal(size=(count, 128)).astype(np.float32)
    return loose / np.linalg.norm(loose, axis=1, keepdims=True)


def torn(first: str, second: str) -> np.ndarray:
    chances = np.full((1, len(LABELS)), 1e-4, np.float32)
    chances[0, LABELS.index(first)], chances[0, LABELS.index(second)] = 0.55, 0.44
    return chances / chances.sum()


def test_a_torn_tile_becomes_what_its_own_set_says() -> None:
    eight, nine = points(2)
    tiles = new_set("红木").with_tiles(["8p", "9p"], np.stack([eight, nine]))
    said = tiles.weigh(torn("8p", "9p"), nine[None])
    assert LABELS[said.argmax()] == "9p"
    assert said.sum() == pytest.approx(1)


def test_what_the_set_does_not_know_is_left_as_it_was() -> None:
    chances = torn("E", "S")
    tiles = new_set("红木").with_tiles(["8p"], points(1))
    strange = points(1, seed=9)
    said = tiles.weigh(chances, strange)
    ratio = said[0, LABELS.index("E")] / said[0, LABELS.index("S")]
    assert ratio == pytest.approx(0.55 / 0.44, rel=1e-3)


def test_an_empty_set_changes_nothing() -> None:
    chances = torn("E", "S")
    assert (new_set("空").weigh(chances, points(1)) == chances).all()


def test_the_latest_of_each_kind_are_kept() -> None:
    many = points(KEPT + 5)
    tiles = new_set("旧").with_tiles(["1m"] * (KEPT + 5), many).with_tiles(["C"], points(1, 5))
    assert tiles.tiles == ("1m", "C")
    assert len(tiles) == KEPT + 1
    assert np.allclose(tiles.embeddings[:KEPT], many[5:])


def test_a_set_is_kept_listed_exported_and_deleted(tmp_path: Path) -> None:
    folder = tmp_path / "sets"
    assert set_names(folder) == []
    file = save_set(folder, new_set(" 外婆 的牌 ").with_tiles(["1m", "E"], points(2)))
    assert set_names(folder) == ["外婆 的牌"]
    again = load_set(folder, "外婆 的牌")
    assert again.tiles == ("1m", "E")
    assert np.allclose(again.embeddings, points(2))
    elsewhere = tmp_path / "other"
    elsewhere.mkdir()
    (elsewhere / file.name).write_bytes(file.read_bytes())
    assert load_set(elsewhere, "外婆 的牌").tiles == ("1m", "E")
    delete_set(folder, "外婆 的牌")
    assert set_names(folder) == []


@pytest.mark.parametrize("name", ["", "  ", "a/b", "..", "x" * 41, "a\x00b", 'a"b'])
def test_a_name_that_is_no_file_is_refused(name: str) -> None:
    with pytest.raises(EnrolmentError) as refused:
        new_set(name)
    assert refused.value.code == "bad_set_name"


def test_an_unknown_set_names_those_there_are(tmp_path: Path) -> None:
    save_set(tmp_path, new_set("竹骨").with_tiles(["1m"], points(1)))
    for attempt in (load_set, delete_set):
        with pytest.raises(EnrolmentError, match="竹骨") as refused:
            attempt(tmp_path, "红木")
        assert refused.value.code == "no_set"


def test_a_damaged_file_says_so(tmp_path: Path) -> None:
    file = save_set(tmp_path, new_set("竹骨").with_tiles(["1m"], points(1)))
    file.write_bytes(file.read_bytes()[:50])
    with pytest.raises(EnrolmentError) as refused:
        load_set(tmp_path, "竹骨")
    assert refused.value.code == "bad_set"


def test_a_photo_that_does_not_fit_the_order_is_refused() -> None:
    check_order(2, ["1m", "2m"], "12m")
    with pytest.raises(EnrolmentError, match="12m 3m") as refused:
        check_order(3, ["1m", "2m"], "12m 3m")
    assert refused.value.code == "wrong_count"
