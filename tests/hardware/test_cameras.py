"""Choosing a camera, and keeping it open whatever it does."""

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from hardware.camera import Calibration, Camera, CameraError
from hardware.cameras import BACKOFF, STUCK, Supervisor, choose
from hardware.folder_camera import FolderCamera, VideoCamera
from hardware.pi_camera import PiCamera
from hardware.usb_camera import UsbCamera
from tests.hardware import picamera2_fake
from tests.hardware.bench import LONG, Bench, Clock, unplugged


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def supervise(bench: Bench, clock: Clock) -> Iterator[Callable[[], Supervisor]]:
    """A supervisor on a paper clock, for the bench's camera."""
    made: list[Supervisor] = []

    def make() -> Supervisor:
        made.append(Supervisor(bench.connect, clock=clock, poll=LONG))
        return made[-1]

    yield make
    bench.go_on.set()
    for supervisor in made:
        supervisor.close(LONG)


def passes(supervisor: Supervisor, clock: Clock, seconds: float) -> None:
    clock.now += seconds
    supervisor.look()


def becomes(supervisor: Supervisor, code: str) -> None:
    assert supervisor.wait_for(lambda state: state.code == code, LONG), supervisor.state


def test_frames_come_from_one_open_camera(
    bench: Bench, clock: Clock, supervise: Callable[[], Supervisor]
) -> None:
    supervisor = supervise()
    assert supervisor.preview(LONG).shape == (48, 64, 3)
    assert supervisor.state.code == "ok"
    assert supervisor.state.capabilities is not None
    assert supervisor.still(LONG).dtype == np.uint8
    supervisor.close(LONG)
    assert (bench.opened, bench.closed) == (1, 1)
    with pytest.raises(CameraError) as caught:
        supervisor.still()
    assert caught.value.code == "off"


def test_a_preview_is_shared_while_it_is_young(
    clock: Clock, supervise: Callable[[], Supervisor]
) -> None:
    supervisor = supervise()
    first = supervisor.preview(LONG, age=0.2)
    clock.now += 0.1
    assert supervisor.preview(LONG, age=0.2) is first
    clock.now += 0.2
    assert supervisor.preview(LONG, age=0.2) is not first


def test_a_burst_begins_with_the_sharpest(
    bench: Bench, supervise: Callable[[], Supervisor]
) -> None:
    bench.blur = [3.0, 2.0, 0.0, 4.0]  # of frames 4, 1, 2, 3
    supervisor = supervise()
    numbers = [int(frame[0, 0, 0]) for frame in supervisor.burst(LONG)]
    assert numbers[0] == 2
    assert len(numbers) == bench.frames == 4
    assert supervisor.still(LONG)[0, 0, 0] == 6


def test_unplugged_it_says_so_at_once_and_comes_back_by_itself(
    bench: Bench,
    clock: Clock,
    supervise: Callable[[], Supervisor],
    caplog: pytest.LogCaptureFixture,
) -> None:
    supervisor = supervise()
    supervisor.preview(LONG)
    bench.error = unplugged()
    with pytest.raises(CameraError) as caught:
        supervisor.still(LONG)
    assert caught.value.code == "unplugged"
    becomes(supervisor, "unplugged")
    with pytest.raises(CameraError, match="No picture"):
        supervisor.preview(LONG)
    assert "No picture" in caplog.text
    bench.error = None
    passes(supervisor, clock, BACKOFF[0])
    becomes(supervisor, "ok")
    assert supervisor.still(LONG).size
    assert bench.closed == 1


def test_an_idle_camera_that_is_gone_is_noticed(bench: Bench) -> None:
    with Supervisor(bench.connect, poll=0.001) as supervisor:
        becomes(supervisor, "ok")
        bench.error = unplugged()
        becomes(supervisor, "unplugged")


def test_the_waits_grow_and_begin_again_after_a_frame(
    bench: Bench, clock: Clock, supervise: Callable[[], Supervisor]
) -> None:
    tries = threading.Semaphore(0)
    connect = bench.connect

    def counted() -> Camera:
        tries.release()
        return connect()

    bench.connect = counted  # type: ignore[method-assign]
    bench.error = unplugged()
    supervisor = supervise()
    assert tries.acquire(timeout=LONG)
    becomes(supervisor, "unplugged")
    for number, pause in enumerate((*BACKOFF, BACKOFF[-1]), start=1):
        assert supervisor.wait_for(lambda _, n=number: supervisor._shared.failures == n, LONG)
        passes(supervisor, clock, pause * 0.9)
        assert not tries.acquire(timeout=0.02)
        passes(supervisor, clock, pause * 0.11)
        assert tries.acquire(timeout=LONG)
    bench.error = None
    passes(supervisor, clock, BACKOFF[-1])
    becomes(supervisor, "ok")
    supervisor.still(LONG)
    assert supervisor._shared.failures == 0


def test_a_hanging_camera_blocks_nobody_and_comes_back(
    bench: Bench, clock: Clock, supervise: Callable[[], Supervisor]
) -> None:
    supervisor = supervise()
    supervisor.preview(LONG)
    bench.go_on.clear()
    with pytest.raises(CameraError) as caught:
        supervisor.still(timeout=0.05)
    assert caught.value.code == "slow"
    passes(supervisor, clock, 16)
    becomes(supervisor, "hung")
    with pytest.raises(CameraError) as caught:
        supervisor.still(LONG)
    assert caught.value.code == "hung"
    bench.go_on.set()
    passes(supervisor, clock, BACKOFF[0])
    becomes(supervisor, "ok")
    assert supervisor.still(LONG).size
    supervisor.close(LONG)


def test_only_so_many_threads_are_risked(
    bench: Bench, clock: Clock, supervise: Callable[[], Supervisor]
) -> None:
    bench.go_on.clear()
    supervisor = supervise()
    for number in range(1, STUCK + 1):
        assert bench.hanging.acquire(timeout=LONG)
        passes(supervisor, clock, 31)
        assert supervisor.wait_for(lambda _, n=number: supervisor._shared.failures == n, LONG)
        passes(supervisor, clock, BACKOFF[-1])
    assert not bench.hanging.acquire(timeout=0.05)
    bench.go_on.set()
    becomes(supervisor, "ok")
    assert supervisor.still(LONG).size


def test_a_fault_of_the_program_is_a_message_too(
    bench: Bench, clock: Clock, supervise: Callable[[], Supervisor]
) -> None:
    bench.error = ZeroDivisionError("oops")
    supervisor = supervise()
    becomes(supervisor, "failed")
    bench.error = None
    passes(supervisor, clock, BACKOFF[0])
    becomes(supervisor, "ok")


def test_a_camera_that_cannot_be_calibrated_stays_open(
    bench: Bench, supervise: Callable[[], Supervisor]
) -> None:
    supervisor = supervise()
    becomes(supervisor, "ok")
    with pytest.raises(CameraError) as caught:
        supervisor.calibrate()
    assert caught.value.code == "unsupported"
    assert supervisor.still(LONG).size
    assert bench.opened == 1


def test_no_camera_is_a_state(clock: Clock) -> None:
    with Supervisor(choose("none"), clock=clock) as supervisor:
        becomes(supervisor, "off")
        with pytest.raises(CameraError, match="phone"):
            supervisor.still()


@pytest.mark.parametrize(
    "text", ["", "webcam", "pi:x", "usb:-1", "folder:", "folder", "video:", "none:1", "auto:1"]
)
def test_an_unknown_camera_is_refused(text: str) -> None:
    with pytest.raises(CameraError) as caught:
        choose(text)
    assert caught.value.code == "bad_setting"


def test_a_turn_by_any_angle_is_refused() -> None:
    with pytest.raises(CameraError, match="45"):
        choose("auto", turn=45)


def test_the_kinds_of_cameras(tmp_path: Path) -> None:
    video = tmp_path / "table.avi"
    video.touch()
    assert isinstance(choose("pi:1")(), PiCamera)
    assert isinstance(choose("usb:3")(), UsbCamera)
    assert isinstance(choose(f"folder:{tmp_path}")(), FolderCamera)
    assert isinstance(choose(f"video:{video}")(), VideoCamera)


@pytest.mark.parametrize(("pi", "code"), [(True, "not_installed"), (False, "no_camera")])
def test_a_pi_without_picamera2_is_told_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, pi: bool, code: str
) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    monkeypatch.setattr("hardware.cameras.is_pi", lambda: pi)
    monkeypatch.setattr("hardware.usb_camera.usb_cameras", lambda: [])
    with pytest.raises(CameraError) as caught:
        choose("auto")()
    assert caught.value.code == code
    monkeypatch.setattr("hardware.usb_camera.usb_cameras", lambda: [0])
    assert isinstance(choose("auto")(), UsbCamera)


def test_auto_takes_the_pi_camera_else_a_usb_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    world = picamera2_fake.install(monkeypatch)
    read: list[int] = []

    def calibration() -> Calibration:
        read.append(1)
        return Calibration(focus=2.0)

    connect = choose("auto", calibration=calibration)
    assert isinstance(connect(), PiCamera)
    assert read == [1]
    world.cameras, world.usb_cameras = 0, 1  # picamera2 names it, and cannot use it
    monkeypatch.setattr("hardware.usb_camera.usb_cameras", lambda: [2])
    assert isinstance(connect(), UsbCamera)
    monkeypatch.setattr("hardware.usb_camera.usb_cameras", lambda: [])
    with pytest.raises(CameraError) as caught:
        connect()
    assert caught.value.code == "no_camera"
