"""A calibration in its file."""

from pathlib import Path

import pytest

from hardware.calibration import load, save
from hardware.camera import Calibration, CameraError


@pytest.mark.parametrize(
    "calibration",
    [Calibration(), Calibration(2.5, 12000, 1.5, (1.25, 2.0)), Calibration(focus=0.0)],
)
def test_what_is_saved_is_loaded(tmp_path: Path, calibration: Calibration) -> None:
    path = tmp_path / "camera.json"
    save(Calibration(focus=9.0), path)
    save(calibration, path)
    assert load(path) == calibration
    assert [file.name for file in tmp_path.iterdir()] == ["camera.json"]


def test_nothing_saved_yet(tmp_path: Path) -> None:
    assert load(tmp_path / "camera.json") == Calibration()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"focus": "near"}', "3"])
def test_a_damaged_file_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "camera.json"
    path.write_text(text)
    with pytest.raises(CameraError, match=r"camera\.json") as caught:
        load(path)
    assert caught.value.code == "bad_setting"
