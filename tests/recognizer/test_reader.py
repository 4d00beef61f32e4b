"""The real models read rendered photographs."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from recognizer.draw import draw_reading
from recognizer.photo import open_photo
from recognizer.reader import ModelError, Reader
from recognizer.reading import Reading

PHOTOS = Path(__file__).parent / "photos"
DEMO = Path(__file__).parents[2] / "web" / "static" / "demo-table.jpg"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(threads=1)


def frame_of(path: Path) -> np.ndarray:
    return open_photo(path).frame


def names(reading: Reading) -> list[str]:
    return [tile.tile for tile in reading.tiles]


def known(path: Path) -> list[str]:
    return json.loads(path.with_suffix(".json").read_text())["tiles"]


@pytest.mark.parametrize("path", [DEMO, *sorted(PHOTOS.glob("*.jpg"))], ids=lambda p: p.stem)
def test_every_rendered_photo_is_read_in_order(reader: Reader, path: Path) -> None:
    assert names(reader.read(frame_of(path))) == known(path)


def test_the_winning_tile_apart_is_its_own_group(reader: Reader) -> None:
    tiles = reader.read(frame_of(DEMO)).tiles
    assert [tile.group for tile in tiles] == [0] * 13 + [1]
    assert reader.read(frame_of(DEMO)).rows == ("1233455677899p 9p",)


def test_two_rows_are_told_apart(reader: Reader) -> None:
    tiles = reader.read(frame_of(PHOTOS / "two-rows.jpg")).tiles
    assert [tile.row for tile in tiles] == [0] * 7 + [1] * 7


def magnified(by: float, canvas: tuple[int, int]) -> bytes:
    """The bundled table on a large JPEG, as a phone takes it, ``by`` times as large."""
    small = cv2.cvtColor(frame_of(DEMO), cv2.COLOR_RGB2BGR)
    large = np.full((canvas[1], canvas[0], 3), small[5, 5], np.uint8)
    table = cv2.resize(small, None, fx=by, fy=by, interpolation=cv2.INTER_CUBIC)
    large[: table.shape[0], : table.shape[1]] = table
    return cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


def longer_side(reading: Reading) -> float:
    return float(np.median([np.ptp(np.array(tile.quad), 0).max() for tile in reading.tiles]))


@pytest.mark.parametrize(("by", "halved"), [(2.4, True), (1.0, False)])
def test_a_large_photo_is_read_at_half_size_only_where_that_loses_nothing(
    reader: Reader, by: float, halved: bool
) -> None:
    data = magnified(by, (4000, 3000))
    frame, reading = reader.read_photos([data])
    assert names(reading) == known(DEMO)
    assert frame.shape[1] == (2000 if halved else 4000)
    assert (reading.width, reading.height) == (4000, 3000), "corners are in the file's pixels"
    expected = by * longer_side(reader.read(frame_of(DEMO)))
    assert longer_side(reading) == pytest.approx(expected, rel=0.05)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_photo_is_read_the_same(reader: Reader, turns: int) -> None:
    path = PHOTOS / "mixed-row.jpg"
    turned = np.ascontiguousarray(np.rot90(frame_of(path), turns))
    assert names(reader.read(turned)) == known(path)


def test_corners_lie_on_the_tiles_and_run_clockwise(reader: Reader) -> None:
    frame = frame_of(DEMO)
    for tile in reader.read(frame).tiles:
        quad = np.array(tile.quad, np.float32)
        assert cv2.contourArea(quad, oriented=True) > 0
        x, y = quad.mean(0).astype(int)
        assert frame[y - 3 : y + 3, x - 3 : x + 3].mean() > 60, "a tile is brighter than the felt"


def test_confidences_are_chances(reader: Reader) -> None:
    for tile in reader.read(frame_of(PHOTOS / "mixed-row.jpg")).tiles:
        chances = [tile.confidence, *(chance for _, chance in tile.runners_up)]
        assert chances == sorted(chances, reverse=True)
        assert 0 < sum(chances) <= 1 + 1e-5
        assert tile.tile not in [name for name, _ in tile.runners_up]


def test_only_the_table_s_tiles_are_named(reader: Reader) -> None:
    suited = frozenset(f"{rank}{suit}" for rank in range(1, 10) for suit in "mps")
    path = PHOTOS / "mixed-row.jpg"
    read = reader.read(frame_of(path), suited)
    assert names(read)[:9] == known(path)[:9]
    for tile in read.tiles[9:]:
        assert tile.tile in suited | {"?"}
        assert tile.doubtful, "an honour where there are none is a doubt, not a suited tile"


def test_the_json_is_the_documented_shape(reader: Reader) -> None:
    document = reader.read(frame_of(DEMO)).to_json("demo-table.jpg")
    json.dumps(document)
    assert set(document) == {
        "version",
        "file",
        "width",
        "height",
        "ms",
        "tiles",
        "rows",
        "problems",
    }
    assert (document["version"], document["width"], document["height"]) == (1, 1600, 1200)
    assert {"detect", "classify", "total"} <= set(document["ms"])
    first = document["tiles"][0]
    assert set(first) == {
        "tile",
        "confidence",
        "quad",
        "row",
        "group",
        "index",
        "runners_up",
        "changed_from",
    }
    assert len(first["quad"]) == 4


def problems(reading: Reading) -> set[str]:
    return {problem.code for problem in reading.problems}


def test_a_good_photo_has_no_problems(reader: Reader) -> None:
    assert problems(reader.read(frame_of(DEMO))) == set()


def test_a_bare_table_says_what_to_do(reader: Reader) -> None:
    (problem,) = reader.read(frame_of(PHOTOS / "bare-table.jpg")).problems
    assert problem.code == "nothing_found"
    assert "正上方" in problem.zh
    assert "from above" in problem.en


def test_the_dark_is_told(reader: Reader) -> None:
    assert "too_dark" in problems(reader.read((frame_of(DEMO) * 0.06).astype(np.uint8)))


def test_blur_is_told(reader: Reader) -> None:
    blurred = cv2.GaussianBlur(frame_of(DEMO), (0, 0), 9)
    assert problems(reader.read(blurred)) & {"blurred", "nothing_found"}


def test_glare_is_told_of_its_tile(reader: Reader) -> None:
    frame = frame_of(DEMO).copy()
    third = np.array(reader.read(frame).tiles[2].quad, np.float32)
    x, y = third.mean(0).astype(int)
    reach = int(np.ptp(third, 0).max() * 0.42)
    cv2.circle(frame, (int(x), int(y)), reach, (255, 255, 255), -1)
    read = reader.read(frame)
    assert ("glare", 2) in {(problem.code, problem.tile) for problem in read.problems}


def test_five_of_a_kind_are_doubted_and_told(reader: Reader) -> None:
    frame = frame_of(DEMO)
    tile = reader.read(frame).tiles[0]
    (x1, y1), (x2, y2) = np.min(tile.quad, 0).astype(int), np.max(tile.quad, 0).astype(int)
    one, width, height = frame[y1:y2, x1:x2], x2 - x1, y2 - y1
    row = np.full((height * 4, width * 9, 3), (24, 92, 66), np.uint8)
    for number in range(5):
        left = width * (2 + number)
        row[height : 2 * height, left : left + width] = one
    read = reader.read(row)
    assert names(read) == [tile.tile] * 5
    assert all(seen.doubtful for seen in read.tiles)
    assert "too_many" in problems(read)


def test_a_cut_off_hand_is_told(reader: Reader) -> None:
    tiles = reader.read(frame_of(DEMO)).tiles
    left = int(np.array(tiles[0].quad)[:, 0].mean())
    cut = np.ascontiguousarray(frame_of(DEMO)[:, left:])
    read = reader.read(cut)
    assert len(read.tiles) == 13 or "cut_off" in problems(read)
    assert "cut_off" not in problems(reader.read(frame_of(DEMO)))


@pytest.mark.parametrize("size", [(1, 1), (1, 900), (700, 3), (33, 47)])
def test_odd_sizes_are_read_without_a_fault(reader: Reader, size: tuple[int, int]) -> None:
    frame = np.full((*size, 3), 128, np.uint8)
    assert reader.read(frame).tiles == ()


def test_a_far_hand_gets_a_second_look(reader: Reader) -> None:
    frame = frame_of(PHOTOS / "mixed-row.jpg")
    far = np.full((3000, 4000, 3), (24, 92, 66), np.uint8)
    far[1000:2200, 1200:2800] = frame
    assert names(reader.read(far)) == known(PHOTOS / "mixed-row.jpg")


def test_drawing_marks_every_tile_and_leaves_the_photo_alone(reader: Reader) -> None:
    frame = frame_of(DEMO)
    before = frame.copy()
    read = reader.read(frame)
    drawn = draw_reading(frame, read)
    assert (frame == before).all()
    changed = (drawn != frame).any(2)
    for tile in read.tiles:
        corner = np.array(tile.quad[0]).astype(int)
        x, y = np.maximum(corner - 4, 0)
        assert changed[y : y + 9, x : x + 9].any()


def test_missing_models_say_what_to_do(tmp_path) -> None:
    with pytest.raises(ModelError) as caught:
        Reader(tmp_path).read(np.zeros((64, 64, 3), np.uint8))
    assert "手动" in caught.value.zh
    assert "install" in caught.value.en


def test_a_broken_model_is_no_crash(tmp_path) -> None:
    for name in ("detector.onnx", "classifier.onnx"):
        (tmp_path / name).write_bytes(b"no model")
    with pytest.raises(ModelError):
        Reader(tmp_path).models()
