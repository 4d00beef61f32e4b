"""The committed models keep what their card says, on photographs they never saw."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from models import evaluate
from models.evaluate import COLUMNS, Tally, chosen, count, read_all, rotated_alike, row, tallied
from models.evaluate_picture import draw
from models.label_faults import LabelFault, corrected, label_faults
from models.matching import matches
from models.photos import LabelledPhoto, LabelledTile, labelled_photos, photos_folder
from models.rows import in_order, laid_in_rows
from models.unlabelled_tiles import JudgedPlace, judged_places
from recognizer.reader import Reader
from recognizer.reading import Reading, SeenTile

FOLDER = photos_folder()
CARD = Path(evaluate.__file__).with_name("README.md")
needs_photos = pytest.mark.skipif(
    FOLDER is None, reason="no labelled photographs on this machine (../shared/photos)"
)


@pytest.fixture(scope="module")
def tallies() -> dict[str, Tally]:
    return tallied(read_all(chosen(FOLDER), Reader()))


def card() -> dict[str, dict[str, str]]:
    """The model card's table: source → column → cell."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in CARD.read_text(encoding="utf-8").splitlines()
        if line.startswith("| ")
    ]
    head = rows.index(list(COLUMNS))
    return {
        cells[0]: dict(zip(COLUMNS, cells, strict=True))
        for cells in rows[head + 2 :]
        if len(cells) == len(COLUMNS)
    }


@needs_photos
@pytest.mark.parametrize("name", ["val", "blue-table", "live-table"])
def test_the_card_tells_what_an_evaluation_tells(tallies, name) -> None:
    """Processors round differently, so a tile in three hundred may differ, times more."""
    fresh = dict(zip(COLUMNS, cells_of(row(name, tallies[name])), strict=True))
    told = card()[name]
    for column in COLUMNS:
        if not column.startswith("ms"):
            assert numbers(fresh[column]) == pytest.approx(numbers(told[column]), abs=0.4), column


def cells_of(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def numbers(cell: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", cell)]


@needs_photos
def test_every_listed_fault_and_place_is_of_a_photograph() -> None:
    photos = {photo.name: photo for photo in labelled_photos(FOLDER)}
    assert corrected(photos.values()), "a fault that names no label is an error"
    assert {fault.file for fault in label_faults()} <= photos.keys()
    for name, places in judged_places().items():
        photo = photos[name]
        for place in places:
            x1, y1, x2, y2 = place.box
            assert x1 < x2, place
            assert y1 < y2, place
            assert x1 < photo.width, place
            assert y1 < photo.height, place


def tile(name: str, x: float, confidence: float = 0.95, row: int = 0, index: int = 0) -> SeenTile:
    corners = ((x, 0), (x + 30, 0), (x + 30, 40), (x, 40))
    return SeenTile(name, confidence, corners, row, 0, index)


def labels_at(*places: tuple[str, float, float]) -> tuple[LabelledTile, ...]:
    return tuple(
        LabelledTile(name, (x, y, x + 30.0, y + 40.0), None, None) for name, x, y in places
    )


def photo_of(*places: tuple[str, float, float]) -> LabelledPhoto:
    return LabelledPhoto(
        Path("x/1.jpg"), "x", "train", "val", 400, 400, False, False, False, labels_at(*places)
    )


FOUR = photo_of(("1m", 0, 0), ("2m", 30, 0), ("3f", 60, 0), ("9p", 90, 0))


def test_the_counting_itself() -> None:
    seen = (tile("1m", 2), tile("3m", 30), tile("4f", 60, 0.5), tile("E", 150), tile("S", 250, 0.5))
    places = [
        JudgedPlace("x/1.jpg", (150, 0, 180, 40), "E"),
        JudgedPlace("x/1.jpg", (251, 0, 280, 40), None),
        JudgedPlace("x/1.jpg", (330, 0, 360, 40), "back"),
    ]
    tally = Tally()
    count(tally, Reading(400, 40, seen, (), {"detect": 5.0}), FOUR, places)
    assert (tally.photos, tally.tiles, tally.found, tally.right) == (1, 4, 3, 2)
    assert (tally.flowers, tally.flowers_as_flowers, tally.flowers_right) == (1, 1, 0)
    assert (tally.unlabelled, tally.extra, tally.sure_extra, tally.unjudged) == (1, 1, 0, 0)
    assert (tally.silent, tally.all_found, tally.whole) == (1, 0, 0)
    assert tally.confusions == {("2m", "3m"): 1, ("3f", "4f"): 1, ("9p", "missed"): 1}
    assert tally.error() == pytest.approx((abs(0.95 - 0.5) * 2 + 0.5) / 3)
    assert tally.ms == {"decode": 0, "detect": 5, "classify": 0}


def test_one_seen_tile_shows_one_label() -> None:
    doubled = replace(FOUR, tiles=FOUR.tiles[:1] * 2)
    tally = Tally()
    count(tally, Reading(400, 40, (tile("1m", 0),), (), {}), doubled)
    assert (tally.tiles, tally.found, tally.extra) == (2, 1, 0)


def test_what_nobody_has_looked_at_is_extra() -> None:
    tally = Tally()
    count(tally, Reading(400, 40, (tile("E", 300),), (), {}), FOUR)
    assert (tally.extra, tally.sure_extra, tally.unjudged) == (1, 1, 1)


def test_faults_are_mended() -> None:
    box = FOUR.tiles[0].box
    faults = [
        LabelFault("x/1.jpg", box, "1m", "7m", "the face shows 七萬"),
        LabelFault("x/1.jpg", FOUR.tiles[1].box, "2m", None, "a card"),
        LabelFault("x/1.jpg", FOUR.tiles[3].box, "9p", "9p", "too wide", (92, 2, 118, 38)),
        LabelFault("x/2.jpg", box, "1m", "2m", "another photograph"),
    ]
    (mended,) = corrected([FOUR], faults)
    assert [tile.tile for tile in mended.tiles] == ["7m", "3f", "9p"]
    assert mended.boxes == [box, FOUR.tiles[2].box, (92, 2, 118, 38)]


def test_a_fault_of_no_label_is_an_error() -> None:
    fault = LabelFault("x/1.jpg", (0.0, 0.0, 30.0, 41.0), "1m", "7m", "moved since")
    with pytest.raises(ValueError, match="has no 1m at"):
        corrected([FOUR], [fault])


ROW = photo_of(*((f"{n}s", 30.0 * n, 0) for n in range(1, 7)))
SCATTER = photo_of(("1m", 0, 0), ("2m", 70, 50), ("3m", 0, 90), ("4m", 130, 20), ("5m", 140, 140))


def test_rows_are_told_from_a_scatter() -> None:
    assert laid_in_rows(ROW)
    assert not laid_in_rows(SCATTER)


@pytest.mark.parametrize(
    ("order", "right"),
    [
        ([0, 1, 2, 3, 4, 5], True),
        ([5, 4, 3, 2, 1, 0], True),
        ([0, 2, 5], True),  # what is missed is no fault of the order
        ([0, 2, 1, 3, 4, 5], False),
    ],
)
def test_a_row_is_read_from_either_end(order, right) -> None:
    seen = {label: tile("1s", 0, index=index) for index, label in enumerate(order)}
    assert in_order(ROW, seen) == right


def test_a_row_cut_in_two_is_out_of_order() -> None:
    seen = {label: tile("1s", 0, row=label // 3, index=label % 3) for label in range(6)}
    assert not in_order(ROW, seen)


def test_two_rows_read_as_one_are_out_of_order() -> None:
    photo = photo_of(*(("1s", 30.0 * n, 45.0 * (n % 2)) for n in range(6)))
    seen = {label: tile("1s", 0, index=label) for label in range(6)}
    assert not in_order(photo, seen)


@needs_photos
def test_turned_pictures_are_compared_where_their_labels_went() -> None:
    (photo,) = [p for p in chosen(FOLDER) if p.name == "hong-kong-sets/abbe86f6eccc.jpg"]
    assert rotated_alike([photo], 1, Reader()) == {"all tiles": 1, "labelled tiles": 1}


def test_the_picture_shows_every_source() -> None:
    tally = Tally(photos=2, tiles=9, found=8, right=7, whole=1, laid=2, in_order=2)
    tally.confidences = [(0.99, True)] * 7 + [(0.55, False)]
    tally.confusions = Counter({("4p", "2p"): 1, ("9p", "missed"): 1})
    one, two = draw({"val": tally}), draw({"val": tally, "blue-table": tally})
    assert one.dtype == np.uint8
    assert one.shape[1:] == two.shape[1:]
    assert two.shape[0] > one.shape[0]


def test_the_face_of_a_tile_that_was_boxed_whole_is_found() -> None:
    box = (0.0, 0.0, 60.0, 100.0)
    face = np.array([[[5, 20], [50, 20], [50, 90], [5, 90]]], np.float32)
    half = np.array([[[5, 60], [50, 60], [50, 90], [5, 90]]], np.float32)
    beside = face + np.float32([40, 0])
    assert matches(face, [box]) == {0: 0}
    assert matches(half, [box]) == {}
    assert matches(beside, [box]) == {}
    assert matches(np.concatenate([half, face]), [box]) == {0: 1}
