"""Where on the picture things lie."""

from pathlib import Path

import numpy as np
import pytest

from hardware.camera import CameraError
from hardware.regions import Box, load, region_of, save


def test_a_box_cuts_its_part_out() -> None:
    frame = np.arange(40 * 60 * 3, dtype=np.uint32).reshape(40, 60, 3).astype(np.uint8)
    cut = Box(0.5, 0.25, 1.0, 0.75).crop(frame)
    assert (cut == frame[10:30, 30:60]).all()
    assert Box(0.0, 0.0, 1.0, 1.0).crop(frame).shape == frame.shape


@pytest.mark.parametrize(
    "corners",
    [
        pytest.param((0.5, 0, 0.5, 1), id="no width"),
        pytest.param((0.9, 0, 0.1, 1), id="backwards"),
        pytest.param((0, 0, 1, 0.001), id="a slip"),
        pytest.param((-0.1, 0, 1, 1), id="left of the picture"),
        pytest.param((0, 0, 1, 1.1), id="below the picture"),
        pytest.param((float("nan"), 0, 1, 1), id="not a number"),
    ],
)
def test_a_box_that_is_none_is_refused(corners: tuple[float, float, float, float]) -> None:
    with pytest.raises(CameraError) as caught:
        Box(*corners)
    assert caught.value.code == "bad_setting"


def test_a_seats_hand_lies_in_its_rack_else_on_the_table() -> None:
    table, rack = Box(0, 0, 1, 0.9), Box(0, 0.8, 1, 1)
    regions = {"table": table, "seat2": rack}
    assert region_of(regions, 2) == rack
    assert region_of(regions, 1) == table
    assert region_of(regions, None) == table
    assert region_of({"seat2": rack}, 1) is None


def test_marks_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "regions.json"
    assert load(path) == {}
    regions = {"table": Box(0, 0, 1, 0.9), "seat0": Box(0.1, 0.2, 0.3, 0.4)}
    save(regions, path)
    assert load(path) == regions


@pytest.mark.parametrize("text", ["", "[]", '{"table": 3}', '{"table": [0, 0, 9, 9]}', "\xff"])
def test_damaged_marks_name_the_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "regions.json"
    path.write_text(text, "latin-1")
    with pytest.raises(CameraError, match=r"regions\.json"):
        load(path)
