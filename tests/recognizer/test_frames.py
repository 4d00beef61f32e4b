"""Several frames of one table are read better than one."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from recognizer.classify import Named
from recognizer.frames import Look, fuse, shift_between
from recognizer.labels import LABELS
from recognizer.photo import open_photo
from recognizer.reader import Reader
from recognizer.reading import Reading

DEMO = Path(__file__).parents[2] / "web" / "static" / "demo-table.jpg"


def look(tiles: dict[str, tuple[float, float]], sure: float = 0.95) -> Look:
    """A look at tiles of 40 by 50 pixels."""
    quads, chances = [], []
    for tile, (x, y) in tiles.items():
        quads.append([[x, y], [x + 40, y], [x + 40, y + 50], [x, y + 50]])
        row = np.full(len(LABELS), (1 - sure) / (len(LABELS) - 1))
        row[LABELS.index(tile)] = sure
        chances.append(row)
    count = len(tiles)
    embeddings = np.tile(np.eye(1, 128, dtype=np.float32), (count, 1))
    named = Named(
        np.array(chances, np.float32).reshape(count, len(LABELS)),
        np.full((count, 4), 0.25, np.float32),
        embeddings,
    )
    corners = np.array(quads, np.float32).reshape(count, 4, 2)
    return Look(corners, named, np.full(count, 0.9, np.float32))


ROW = {"1m": (0, 0), "2m": (45, 0), "3m": (90, 0), "E": (135, 0)}


def moved(tiles: dict[str, tuple[float, float]], x: float, y: float) -> dict:
    return {tile: (left + x, top + y) for tile, (left, top) in tiles.items()}


def names(fused: Look) -> list[str]:
    return [LABELS[i] for i in fused.named.chances.argmax(1)]


def test_the_shift_of_a_shaking_hand_is_found() -> None:
    shift = shift_between(look(ROW), look(moved(ROW, 13, -7)))
    assert shift == pytest.approx([13, -7])


def test_a_row_of_one_kind_is_not_shifted_by_a_tile() -> None:
    row = look(ROW)
    alike = Look(
        row.quads,
        Named(row.named.chances[[0] * 4], row.named.turns, row.named.embeddings),
        row.beliefs,
    )
    assert shift_between(alike, alike) == pytest.approx([0, 0])


def test_another_table_is_left_out() -> None:
    other = look({"9p": (0, 0), "8p": (300, 40), "C": (20, 500)})
    assert shift_between(look(ROW), other) is None
    fused, _ = fuse([look(ROW), other])
    assert names(fused) == list(ROW)


def test_what_most_frames_say_counts() -> None:
    wrong = dict(zip(["1m", "7m", "3m", "E"], ROW.values(), strict=True))
    fused, first = fuse([look(moved(wrong, 9, 4), 0.7), look(ROW), look(moved(ROW, -6, 2))])
    assert names(fused) == list(ROW)
    assert first in (1, 2)


def test_a_tile_that_the_clearest_frame_missed_is_added_and_one_seen_once_is_not() -> None:
    without = {tile: at for tile, at in ROW.items() if tile != "2m"}
    ghost = {**ROW, "P": (400.0, 300.0)}
    fused, _ = fuse([look(without, 0.99999), look(ROW, 0.6), look(moved(ghost, 3, 3), 0.6)])
    assert sorted(names(fused)) == sorted([*ROW, "nothing"])


def test_half_the_frames_leave_a_doubt() -> None:
    without = {tile: at for tile, at in ROW.items() if tile != "2m"}
    fused, _ = fuse([look(ROW, 0.99), look(without, 0.99)])
    chances = fused.named.chances[names(fused).index("2m")]
    assert 0.5 < chances.max() < 0.9


def spoilt(frame: np.ndarray, number: int) -> np.ndarray:
    """The frame as a shaking hand under a bad lamp takes it."""
    random = np.random.default_rng(number)
    height, width = frame.shape[:2]
    shift = np.float32([[1, 0, random.integers(-25, 26)], [0, 1, random.integers(-25, 26)]])
    frame = cv2.warpAffine(frame, shift, (width, height), borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(frame, None, fx=0.15, fy=0.15, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), random.uniform(0.3, 1.0))
    noisy = small + random.normal(0, random.uniform(20, 60), small.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def rightly(reading: Reading, known: list[str]) -> int:
    """How many tiles of the row are named right, in order."""
    said = [tile.tile for tile in reading.tiles]
    longest = np.zeros((len(said) + 1, len(known) + 1), int)
    for i, j in np.ndindex(len(said), len(known)):
        longest[i + 1, j + 1] = max(
            longest[i, j] + (said[i] == known[j]), longest[i, j + 1], longest[i + 1, j]
        )
    return int(longest[-1, -1])


def test_a_burst_is_read_better_than_its_frames() -> None:
    reader = Reader(threads=1)
    frame = open_photo(DEMO).frame
    known = [tile.tile for tile in reader.read(frame).tiles]
    alone, together = [], []
    for burst in range(4):
        frames = [spoilt(frame, 10 * burst + number) for number in range(5)]
        single = [rightly(reader.read(each), known) for each in frames]
        alone.append(float(np.median(single)))
        together.append(rightly(reader.read_frames(frames), known))
        assert together[-1] >= alone[-1]
    assert sum(together) > sum(alone)
