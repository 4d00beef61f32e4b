"""What the doctor finds out about the hardware."""

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from gpiozero import Button, Device, PinInfo
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.camera import Camera, CameraError, Capabilities, Frame
from hardware.cameras import choose
from hardware.doctor import (
    examine_camera,
    examine_pins,
    focus_of,
    light_of,
    no_pins,
    power,
    temperature,
)
from hardware.folder_camera import FolderCamera
from hardware.pins import read_pins

STATIC = Path(__file__).parents[2] / "web" / "static"


@pytest.fixture(scope="module")
def photo() -> Frame:
    bgr = cv2.imread(str(STATIC / "demo-table.jpg"))
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB), np.uint8)


def scaled(photo: Frame, factor: float, add: float = 0) -> Frame:
    return np.asarray(np.clip(photo.astype(float) * factor + add, 0, 255), np.uint8)


def test_a_camera_that_works_is_named_with_its_focus_and_light() -> None:
    found = examine_camera(choose(f"folder:{STATIC}"), True, 2.5)
    assert [(each.check, each.verdict) for each in found] == [
        ("camera", "ok"),
        ("focus", "ok"),
        ("light", "ok"),
    ]
    assert "1600×1200" in found[0].en
    assert "2.5 dioptres" in found[1].en


class Failing(FolderCamera):
    """A camera that cannot be opened."""

    def __init__(self, code: str) -> None:
        super().__init__(STATIC, 0)
        self.code = code

    def open(self) -> Capabilities:
        raise CameraError(self.code, "坏了", "broken")


def failing(code: str) -> Callable[[], Camera]:
    return lambda: Failing(code)


@pytest.mark.parametrize(
    ("code", "wanted", "verdict"),
    [
        ("no_camera", False, "note"),
        ("no_camera", True, "bad"),
        ("off", False, "note"),
        ("busy", True, "note"),
        ("hung", False, "bad"),
        ("not_installed", False, "bad"),
    ],
)
def test_a_camera_that_does_not_work(code: str, wanted: bool, verdict: str) -> None:
    (found,) = examine_camera(failing(code), wanted, None)
    assert (found.check, found.verdict, found.zh, found.en) == ("camera", verdict, "坏了", "broken")


def test_a_blurred_picture_is_told_from_a_sharp_one(photo: Frame) -> None:
    blurred = np.asarray(cv2.GaussianBlur(photo, (0, 0), 5), np.uint8)
    assert focus_of(photo).verdict == "ok"
    assert focus_of(blurred).verdict == "bad"
    assert "calibrate" in focus_of(blurred).en


def test_an_empty_table_says_nothing_about_the_focus() -> None:
    assert focus_of(np.full((600, 800, 3), 90, np.uint8)).verdict == "note"


def test_the_light(photo: Frame) -> None:
    assert light_of(photo).verdict == "ok"
    assert "Too dark" in light_of(scaled(photo, 0.15)).en
    assert "Too bright" in light_of(scaled(photo, 2, 200)).en


def test_pins_that_work(factory: MockFactory) -> None:
    found = examine_pins(read_pins())
    assert found.verdict == "ok"
    assert "All 8 buttons" in found.en
    assert "8 个按键" in found.zh


class NativeFactory(MockFactory):  # type: ignore[misc]
    """What gpiozero takes where no library is installed."""


def test_a_missing_library_is_named(factory: MockFactory) -> None:
    Device.pin_factory = NativeFactory()
    found = examine_pins(read_pins())
    Device.pin_factory.close()
    assert found.verdict == "bad"
    assert "python3-lgpio" in found.en


class Shorted(MockPWMPin):  # type: ignore[misc]
    """A pin that a wire holds down against its pull-up."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive_low()


def test_a_button_that_is_down_by_itself_is_named(factory: MockFactory) -> None:
    factory.pin(25, pin_class=Shorted)
    found = examine_pins(read_pins())
    assert found.verdict == "bad"
    assert "win" in found.en


def test_a_pin_in_use_is_named(factory: MockFactory) -> None:
    with Button(17):
        found = examine_pins(read_pins())
    assert found.verdict == "bad"
    assert "GPIO17" in found.en


class LgpioError(Exception):
    """lgpio's error is of no kind that gpiozero promises."""


@pytest.mark.parametrize(
    ("taken", "wired", "verdict", "says"),
    [
        ("GPIO25", {}, "note", "systemctl stop"),
        ("GPIO20", {"lights": {"red": 20}}, "bad", "red light on GPIO20"),
        ("GPIO12", {"buzzer": "active"}, "bad", "buzzer on GPIO12"),
    ],
)
def test_a_pin_that_another_process_has_is_told(
    factory: MockFactory, taken: str, wired: dict[str, Any], verdict: str, says: str
) -> None:
    class Taken(MockPWMPin):  # type: ignore[misc]
        def __init__(self, factory: MockFactory, info: PinInfo) -> None:
            if info.name == taken:
                raise LgpioError("'GPIO busy'")
            super().__init__(factory, info)

    factory.pin_class = Taken
    found = examine_pins(dataclasses.replace(read_pins(), **wired))
    assert found.verdict == verdict
    assert says in found.en


def test_no_pins_is_no_fault() -> None:
    assert no_pins().verdict == "note"


def under(system: Path, name: str, text: str) -> Path:
    path = system / name
    path.parent.mkdir(parents=True)
    path.write_text(text)
    return system


@pytest.mark.parametrize(
    ("millidegrees", "verdict"), [("45123", "ok"), ("72000", "note"), ("83000", "bad")]
)
def test_the_temperature(tmp_path: Path, millidegrees: str, verdict: str) -> None:
    system = under(tmp_path, "class/thermal/thermal_zone0/temp", f"{millidegrees}\n")
    found = temperature(system)
    assert found.verdict == verdict
    assert f"{int(millidegrees) / 1000:.0f} °C" in found.en


@pytest.mark.parametrize(
    ("flags", "verdict", "says"),
    [("0", "ok", "strong"), ("50005", "bad", "now"), ("50000", "bad", "since the start")],
)
def test_the_supply(tmp_path: Path, flags: str, verdict: str, says: str) -> None:
    system = under(tmp_path, "devices/platform/soc/soc:firmware/get_throttled", f"{flags}\n")
    found = power(system)
    assert found.verdict == verdict
    assert says in found.en


def test_the_supply_as_vcgencmd_tells_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = tmp_path / "vcgencmd"
    command.write_text('#!/bin/sh\n[ "$1" = get_throttled ] && echo throttled=0x50005\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert power(tmp_path / "sys").verdict == "bad"


def test_a_computer_that_tells_neither(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert temperature(tmp_path).verdict == "note"
    assert power(tmp_path).verdict == "note"
