"""The Pi camera, on a strict fake of picamera2; and the fake against the real one."""

import ast
import inspect
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from hardware.camera import Calibration, CameraError, Keep
from hardware.pi_camera import CALM, PiCamera
from tests.hardware import picamera2_fake
from tests.hardware.picamera2_fake import LIGHT, Picamera2

LOCKED = Calibration(focus=2.5, exposure_us=12000, gain=2.0, colour_gains=(1.5, 1.75))

AUTOMATIC = {"AfMode": 2, "AeEnable": True, "AwbEnable": True, "FrameDurationLimits": CALM}


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> type[Picamera2]:
    return picamera2_fake.install(monkeypatch)


def colours(frame: np.ndarray) -> list[str]:
    """The colour in the middle of the left, right, upper and lower half."""
    height, width = frame.shape[:2]
    spots = [(height // 2, width // 4), (height // 2, 3 * width // 4)]
    spots += [(height // 4, width // 2), (3 * height // 4, width // 2)]
    return ["rgb"[int(np.argmax(frame[spot]))] for spot in spots]


@pytest.mark.usefixtures("world")
def test_still_and_preview_are_rgb_and_show_the_same() -> None:
    camera = PiCamera()
    capabilities = camera.open()
    still, preview = camera.still(), camera.preview()
    assert (still.shape[1], still.shape[0]) == capabilities.still == (2304, 1296)
    assert (preview.shape[1], preview.shape[0]) == capabilities.preview == (640, 360)
    assert colours(still)[:2] == colours(preview)[:2] == ["r", "b"]
    assert tuple(still[5, 5]) == (255, 0, 0)
    assert preview[5, 5].tolist() == pytest.approx([255, 0, 0], abs=4)  # full range, not 16..235
    assert still.dtype == preview.dtype == np.uint8
    camera.close()
    camera.close()


@pytest.mark.usefixtures("world")
@pytest.mark.parametrize(
    ("turn", "half", "expected"),
    [
        (0, slice(0, 2), ["r", "b"]),
        (180, slice(0, 2), ["b", "r"]),
        (90, slice(2, 4), ["r", "b"]),
        (270, slice(2, 4), ["b", "r"]),
    ],
)
def test_turned(turn: int, half: slice, expected: list[str]) -> None:
    camera = PiCamera(turn=turn)
    capabilities = camera.open()
    for frame, size in (
        (camera.still(), capabilities.still),
        (camera.preview(), capabilities.preview),
    ):
        assert (frame.shape[1], frame.shape[0]) == size
        assert colours(frame)[half] == expected
    camera.close()


def test_a_calibration_is_kept_from_the_first_frame_on(world: type[Picamera2]) -> None:
    camera = PiCamera(calibration=LOCKED)
    camera.open()
    assert world.owner is not None
    assert world.owner.set == {
        "AfMode": 0,
        "LensPosition": 2.5,
        "AeEnable": False,
        "ExposureTime": 12000,
        "AnalogueGain": 2.0,
        "AwbEnable": False,
        "ColourGains": (1.5, 1.75),
        "FrameDurationLimits": CALM,
    }
    camera.close()


def test_calibrating_measures_and_keeps_to_it(world: type[Picamera2]) -> None:
    camera = PiCamera()
    assert camera.open().calibrates
    assert world.owner is not None
    assert world.owner.set == AUTOMATIC
    assert camera.calibrate(5) == LOCKED
    assert world.owner.set["LensPosition"] == 2.5
    assert world.owner.set["AeEnable"] is world.owner.set["AwbEnable"] is False
    camera.close()


def test_only_the_focus_is_kept_or_nothing_any_more(world: type[Picamera2]) -> None:
    camera = PiCamera(calibration=LOCKED)
    camera.open()
    assert world.owner is not None
    assert camera.calibrate(5, Keep.FOCUS) == Calibration(focus=2.5)
    kept = {name: world.owner.set[name] for name in (*AUTOMATIC, "LensPosition")}
    assert kept == {**AUTOMATIC, "AfMode": 0, "LensPosition": 2.5}
    assert camera.calibrate(5, Keep.NOTHING) == Calibration()
    assert {name: world.owner.set[name] for name in AUTOMATIC} == AUTOMATIC
    camera.close()


def test_a_camera_without_a_lens_is_calibrated_for_light(world: type[Picamera2]) -> None:
    world.controls_offered = LIGHT
    camera = PiCamera(calibration=LOCKED)
    camera.open()
    assert world.owner is not None
    assert "AfMode" not in world.owner.set
    assert camera.calibrate(5).focus is None
    camera.close()


def test_a_camera_that_sets_nothing_is_calibrated_to_nothing(world: type[Picamera2]) -> None:
    world.controls_offered = {}
    camera = PiCamera(calibration=LOCKED)
    camera.open()
    assert camera.calibrate(5) == Calibration()
    camera.close()


@pytest.mark.parametrize("finds", [False, None], ids=["nothing", "no end"])
def test_a_lens_that_finds_nothing(world: type[Picamera2], finds: bool | None) -> None:
    world.focuses = finds
    camera = PiCamera(calibration=LOCKED)
    camera.open()
    with pytest.raises(CameraError) as caught:
        camera.calibrate(5)
    assert caught.value.code == "no_focus"
    assert world.owner is not None
    assert world.owner.set["AeEnable"] is False  # as before
    assert camera.still().size
    camera.close()


def test_no_frame_is_an_error_and_the_camera_can_be_opened_again(world: type[Picamera2]) -> None:
    camera = PiCamera()
    camera.open()
    world.frames = False
    for ask in (camera.preview, camera.still, lambda: camera.calibrate(1)):
        with pytest.raises(CameraError) as caught:
            ask()
        assert caught.value.code == "hung"
    camera.close()
    world.frames = True
    camera.open()
    assert camera.still().size
    camera.close()


def test_no_camera_and_a_busy_one(world: type[Picamera2]) -> None:
    world.cameras = 0
    with pytest.raises(CameraError) as caught:
        PiCamera().open()
    assert caught.value.code == "no_camera"
    world.cameras = 1
    first = PiCamera()
    first.open()
    second = PiCamera()
    with pytest.raises(CameraError) as caught:
        second.open()
    assert caught.value.code == "busy"
    first.close()
    second.open()
    second.close()


def test_a_camera_that_does_not_start_is_let_go(
    world: type[Picamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Picamera2) -> None:
        raise RuntimeError("Failed to start camera")

    monkeypatch.setattr(world, "start", broken)
    with pytest.raises(CameraError, match="Failed to start camera") as caught:
        PiCamera().open()
    assert caught.value.code == "failed"
    assert world.owner is None


def test_without_picamera2_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="apt install python3-picamera2") as caught:
        PiCamera().open()
    assert caught.value.code == "not_installed"


def real_methods() -> dict[str, set[str]]:
    """The parameters of the methods of the real package, told by its source: importing it needs
    libcamera, which only a Pi has."""
    spec = find_spec("picamera2")
    if spec is None or spec.origin is None:
        pytest.skip("picamera2 is not installed here: pip install --no-deps picamera2")
    source = Path(spec.origin).with_name("picamera2.py").read_text("utf-8")
    (real,) = (
        each
        for each in ast.parse(source).body
        if isinstance(each, ast.ClassDef) and each.name == "Picamera2"
    )
    return {
        each.name: {arg.arg for arg in (*each.args.posonlyargs, *each.args.args)}
        | {arg.arg for arg in each.args.kwonlyargs}
        for each in real.body
        if isinstance(each, ast.FunctionDef)
    }


@pytest.mark.parametrize("name", picamera2_fake.USED)
def test_the_fake_takes_what_the_real_one_takes(name: str) -> None:
    real = real_methods()[name]
    assert set(inspect.signature(getattr(Picamera2, name)).parameters) <= real


def test_the_fake_has_no_more_than_is_checked() -> None:
    own = {n for n, f in vars(Picamera2).items() if callable(f) or isinstance(f, staticmethod)}
    assert {name for name in own if not name.startswith("_")} == set(picamera2_fake.USED)
