"""The Pi camera on the real picamera2, where it is installed and sees a camera."""

import json
import os
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from hardware.camera import Calibration, CameraError, Keep
from hardware.cameras import Supervisor, choose
from hardware.pi_camera import PiCamera, pi_cameras

PHOTOS = Path(__file__).parents[1] / "recognizer" / "photos"


@pytest.fixture
def cameras() -> int:
    try:
        return pi_cameras()
    except CameraError:
        pytest.skip("picamera2 is not installed here")


@pytest.fixture
def camera_here(cameras: int) -> None:
    if not cameras:
        pytest.skip("picamera2 sees no camera here")


def alike(one: np.ndarray, other: np.ndarray) -> float:
    """The mean difference of two frames of one scene, on a grid, in grey levels per channel."""
    grids = []
    for frame in (one, other):
        rows = np.linspace(4, frame.shape[0] - 5, 40).astype(int)
        columns = np.linspace(4, frame.shape[1] - 5, 40).astype(int)
        grids.append(frame[np.ix_(rows, columns)].astype(float))
    return float(np.abs(grids[0] - grids[1]).mean())


@pytest.mark.usefixtures("camera_here")
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_still_and_preview_show_the_same_scene(turn: int) -> None:
    camera = PiCamera(turn=turn)
    capabilities = camera.open()
    try:
        # The scene may change between two frames, so some of each are compared.
        stills, previews = zip(*((camera.still(), camera.preview()) for _ in range(6)), strict=True)
        assert (stills[0].shape[1], stills[0].shape[0]) == capabilities.still
        assert (previews[0].shape[1], previews[0].shape[0]) == capabilities.preview
        assert (capabilities.still[0] > capabilities.still[1]) is (turn % 180 == 0)
        difference = min(alike(s, p) for s in stills for p in previews)
        swapped = min(alike(s, p[..., ::-1]) for s in stills for p in previews)
        assert difference < 12
        assert difference < swapped
    finally:
        camera.close()


@pytest.mark.usefixtures("camera_here")
@pytest.mark.skipif(find_spec("onnxruntime") is None, reason="onnxruntime is not installed here")
def test_the_tiles_before_the_camera_are_read() -> None:
    """It shows the photos one after the other, some frames each."""
    from recognizer.reader import Reader

    reader, read = Reader(), set()
    camera = PiCamera()
    camera.open()
    try:
        for _ in range(24):
            read.add(tuple(tile.tile for tile in reader.read(camera.still()).tiles))
    finally:
        camera.close()
    told = {tuple(json.loads(file.read_text("utf-8"))["tiles"]) for file in PHOTOS.glob("*.json")}
    assert told <= read


@pytest.mark.usefixtures("camera_here")
def test_busy_then_free_then_kept_open() -> None:
    first, second = PiCamera(), PiCamera()
    first.open()
    with pytest.raises(CameraError) as caught:
        second.open()
    assert caught.value.code == "busy"
    first.close()
    with Supervisor(choose("auto")) as supervisor:
        assert supervisor.preview(timeout=60).ndim == 3
        assert supervisor.still(timeout=60).shape[2] == 3
        assert supervisor.state.code == "ok"


def test_no_camera_is_told_and_looked_for_again(cameras: int) -> None:
    if cameras:
        pytest.skip("there is a camera here")
    with pytest.raises(CameraError) as caught:
        PiCamera().open()
    assert caught.value.code == "no_camera"
    with Supervisor(choose("pi"), backoff=(0.01,)) as supervisor:
        assert supervisor.wait_for(lambda _: supervisor._shared.failures > 2, 60)
        assert supervisor.state.code == "no_camera"


@pytest.mark.usefixtures("camera_here")
@pytest.mark.skipif(os.environ.get("VIRTUAL_AF") != "1", reason="the camera has no known lens")
def test_calibrating_a_lens() -> None:
    camera = PiCamera()
    camera.open()
    try:
        calibration = camera.calibrate(20)
        assert calibration.focus is not None
        assert calibration.exposure_us
        assert camera.still().size
        assert camera.calibrate(20, Keep.FOCUS) == Calibration(calibration.focus)
        assert camera.calibrate(20, Keep.NOTHING) == Calibration()
        assert camera.still().size
    finally:
        camera.close()
