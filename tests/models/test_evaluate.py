"""The committed models keep what the README says of them, on photographs they never saw."""

import pytest

from models.evaluate import Tally, chosen, count, names_of, read_all
from models.photos import LabelledPhoto, LabelledTile, photos_folder
from recognizer.reader import Reader
from recognizer.reading import Reading, SeenTile

FOLDER = photos_folder()


@pytest.fixture(scope="module")
def tallies() -> dict[str, Tally]:
    if FOLDER is None:
        pytest.skip("no labelled photographs on this machine (../shared/photos)")
    kept: dict[str, Tally] = {}
    for photo, reading in read_all(chosen(FOLDER, None), Reader()):
        for name in names_of(photo, None):
            count(kept.setdefault(name, Tally()), reading, photo)
    return kept


@pytest.mark.parametrize(
    ("name", "photos", "least"), [("val", 167, 0.90), ("blue-table", 67, 0.75)]
)
def test_enough_tiles_are_found_and_named_right(tallies, name, photos, least) -> None:
    tally = tallies[name]
    assert tally.photos == photos
    assert tally.right / tally.tiles >= least


@pytest.mark.parametrize("name", ["val", "blue-table"])
def test_a_confidence_is_about_a_chance(tallies, name) -> None:
    assert tallies[name].error() <= 0.03


def tile(name: str, x: float, confidence: float = 0.95) -> SeenTile:
    return SeenTile(name, confidence, ((x, 0), (x + 30, 0), (x + 30, 40), (x, 40)), 0, 0, 0)


def test_the_counting_itself(tmp_path) -> None:
    labels = tuple(
        LabelledTile(name, (x, 0.0, x + 30.0, 40.0), None, None)
        for name, x in (("1m", 0.0), ("2m", 30.0), ("3f", 60.0), ("9p", 90.0))
    )
    photo = LabelledPhoto(tmp_path, "x", "train", "val", 200, 40, False, False, labels)
    seen = (tile("1m", 2), tile("3m", 30), tile("4f", 60, 0.5), tile("E", 150))
    tally = Tally()
    count(tally, Reading(200, 40, seen, (), {"total": 5.0}), photo)
    assert (tally.tiles, tally.found, tally.right, tally.extra) == (4, 3, 1, 1)
    assert (tally.silent, tally.flowers, tally.flowers_as_flowers, tally.flowers_right) == (
        1,
        1,
        1,
        0,
    )
    assert (tally.all_found, tally.whole) == (0, 0)
    assert tally.confusions["9p", "missed"] == 1
    assert tally.error() == pytest.approx((abs(0.95 - 0.5) * 2 + 0.5) / 3)
