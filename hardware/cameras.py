"""Which camera the table has, and keeping it open.

One thread owns the camera.  Others ask it for frames and wait no longer than they say; whatever
goes wrong is a :class:`State` with a message, and the camera is tried again by itself.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from hardware.camera import (
    TURNS,
    Calibration,
    Camera,
    CameraError,
    Capabilities,
    Frame,
    Keep,
    sharpness,
)
from hardware.computer import is_pi
from hardware.regions import Box

log = logging.getLogger(__name__)

BACKOFF = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds until the next try after the first, second, … failure in a row; then the last one."""
STUCK = 3
"""Threads that may hang in a camera before no further one is risked."""


def choose(
    text: str,
    turn: int = 0,
    calibration: Callable[[], Calibration] = Calibration,
) -> Callable[[], Camera]:
    """Return what makes the camera that a setting names, each time it is to be opened.

    Args:
        text: ``auto`` (a Pi camera, else the first USB camera), ``pi``, ``pi:1``, ``usb``,
            ``usb:2``, ``folder:PATH`` (photos), ``video:FILE`` or ``none``.
        turn: degrees clockwise by which the picture is turned: 0, 90, 180 or 270.
        calibration: reads the calibration of a Pi camera.

    Raises:
        CameraError: ``bad_setting``.
    """
    if turn not in TURNS:
        raise CameraError(
            "bad_setting",
            f"画面旋转是 {turn}；应为 0、90、180 或 270。",
            f"The camera's turn is {turn}; it must be 0, 90, 180 or 270.",
        )
    kind, _, rest = text.partition(":")
    number = int(rest or 0) if rest.isascii() and (rest.isdecimal() or not rest) else None
    match kind:
        case "none" if not rest:
            return _off
        case "auto" if not rest:
            return lambda: _auto(turn, calibration)
        case "pi" if number is not None:
            return lambda: _pi(number, turn, calibration)
        case "usb" if number is not None and rest:
            return lambda: _usb(number, turn)
        case "usb" if not rest:
            return lambda: _first_usb(turn)
        case "folder" if rest:
            return lambda: _folder(Path(rest).expanduser(), turn)
        case "video" if rest:
            return lambda: _video(Path(rest).expanduser(), turn)
    raise CameraError(
        "bad_setting",
        f"不认识摄像头设置 {text!r}；可用 auto、pi、usb:0、folder:路径、video:文件、none。",
        f"The camera {text!r} is not known; use auto, pi, usb:0, folder:PATH, video:FILE or none.",
    )


def _off() -> Camera:
    raise CameraError(
        "off",
        "没有使用摄像头：可以用手机拍照，或在设置里选择摄像头。",
        "No camera is used: take the photo with a phone, or choose a camera in the settings.",
    )


# Each kind, with the libraries that only it needs:


def _folder(folder: Path, turn: int) -> Camera:
    from hardware.folder_camera import FolderCamera

    return FolderCamera(folder, turn)


def _video(file: Path, turn: int) -> Camera:
    from hardware.folder_camera import VideoCamera

    return VideoCamera(file, turn)


def _pi(number: int, turn: int, calibration: Callable[[], Calibration]) -> Camera:
    from hardware.pi_camera import PiCamera

    return PiCamera(number, turn, calibration())


def _usb(number: int, turn: int) -> Camera:
    from hardware.usb_camera import UsbCamera

    return UsbCamera(number, turn)


def _first_usb(turn: int) -> Camera:
    from hardware.usb_camera import usb_cameras

    for number in usb_cameras():
        return _usb(number, turn)
    raise CameraError(
        "no_camera",
        "没有找到摄像头：请接好摄像头，会自动识别；也可以用手机拍照。",
        "No camera was found: plug one in and it is found by itself, or use a phone.",
    )


def _auto(turn: int, calibration: Callable[[], Calibration]) -> Camera:
    from hardware.pi_camera import pi_cameras
    from hardware.usb_camera import usb_cameras

    try:
        if pi_cameras():
            return _pi(0, turn, calibration)
    except CameraError as error:
        if is_pi() and not usb_cameras():
            raise
        log.debug("no Pi camera: %s", error)  # every machine but a Pi
    return _first_usb(turn)


@dataclass(frozen=True, slots=True)
class State:
    """How the camera is."""

    code: str
    """``opening``, ``ok``, or the code of a :class:`CameraError`."""
    zh: str
    en: str
    capabilities: Capabilities | None = None
    """Of a camera that is ``ok``."""

    @property
    def works(self) -> bool:
        """Whether it may give a frame."""
        return self.code in ("opening", "ok")


OPENING = State("opening", "摄像头正在启动。", "The camera is starting.")


@dataclass(slots=True, eq=False)
class _Job:
    work: Callable[[Camera, Capabilities], Any]
    limit: float
    """Seconds after which the camera hangs."""
    small: bool = False
    """Whether the result is a preview."""
    result: Any = None
    error: CameraError | None = None
    done: bool = False


class _Replaced(Exception):
    """This thread's camera was given up: let go of it."""


@dataclass(slots=True)
class _Shared:
    """What the threads share, under one lock."""

    state: State = OPENING
    jobs: deque[_Job] = field(default_factory=deque)
    running: _Job | None = None
    worker: int = 0
    """Which thread owns the camera; the others are to stop."""
    deadline: float | None = None
    """When the call that the worker is in counts as hanging."""
    failures: int = 0
    """In a row."""
    resume: float = float("-inf")
    """Not before this time is the camera opened again."""
    stuck: int = 0
    latest: tuple[float, Frame] | None = None
    closed: bool = False


class Supervisor:
    """Keeps one camera open on a thread of its own; a context manager.

    Args:
        connect: makes the camera, each time it is to be opened; from :func:`choose`.
        patience: seconds that one call of the camera may take, until it hangs.
        opening: the same for opening it.
        poll: seconds after which an idle camera is looked at, to notice that it is gone.
        backoff: seconds until it is opened again, after each failure in a row.
        clock: a steadily rising clock, in seconds; after setting it by hand call :meth:`look`.
    """

    def __init__(
        self,
        connect: Callable[[], Camera],
        *,
        patience: float = 15.0,
        opening: float = 30.0,
        poll: float = 2.0,
        backoff: tuple[float, ...] = BACKOFF,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connect = connect
        self._patience, self._opening, self._poll = patience, opening, poll
        self._backoff = backoff
        self._clock = clock
        self._shared = _Shared()
        self._changed = threading.Condition()
        self._start_worker()
        threading.Thread(target=self._watch, name="camera watch", daemon=True).start()

    @property
    def state(self) -> State:
        """How the camera is now."""
        return self._shared.state

    def wait_for(self, wanted: Callable[[State], bool], timeout: float) -> bool:
        """Wait until the state is wanted, at most some seconds; return whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: wanted(self._shared.state), timeout)

    def preview(self, timeout: float = 2.0, age: float = 0.2) -> Frame:
        """Return a small frame, not older than ``age`` seconds; several askers share it.

        Raises:
            CameraError: the camera does not work, or gave none within ``timeout`` seconds.
        """
        latest = self._shared.latest
        if latest is not None and self._clock() - latest[0] <= age:
            return latest[1]
        frame: Frame = self._ask(self._small(), timeout)
        return frame

    def burst(self, timeout: float = 10.0, box: Box | None = None) -> list[Frame]:
        """Return a short burst, full size, the sharpest first.  Raises like :meth:`preview`.

        Args:
            timeout: seconds to wait.
            box: the part of the picture that is wanted.
        """
        frames: list[Frame] = self._ask(_Job(partial(_burst, box=box), self._patience), timeout)
        return frames

    def still(self, timeout: float = 10.0, box: Box | None = None) -> Frame:
        """Return the sharpest of a short burst.  Otherwise like :meth:`burst`."""
        return self.burst(timeout, box)[0]

    def watch(self, timeout: float = 10.0, box: Box | None = None) -> Frame:
        """Return one full-size frame and take nothing.  Otherwise like :meth:`still`."""
        job = _Job(lambda camera, _: camera.watch(), self._patience)
        frame: Frame = self._ask(job, timeout)
        return frame if box is None else box.crop(frame)

    def calibrate(self, keep: Keep = Keep.ALL, seconds: float = 10.0) -> Calibration:
        """Measure within about as many seconds what is to be kept.  Raises like :meth:`preview`."""
        limit = seconds + self._patience
        measured: Calibration = self._ask(
            _Job(lambda camera, _: camera.calibrate(seconds, keep), limit), limit
        )
        return measured

    def look(self) -> None:
        """Look at the clock again."""
        with self._changed:
            self._changed.notify_all()

    def close(self, timeout: float = 5.0) -> None:
        """Let go of the camera, waiting at most some seconds for it."""
        with self._changed:
            self._shared.closed = True
            self._shared.worker += 1
            self._drop_jobs(_closed())
            self._changed.notify_all()
        self._worker.join(timeout)

    def __enter__(self) -> Supervisor:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _ask(self, job: _Job, timeout: float) -> Any:
        with self._changed:
            shared = self._shared
            if shared.closed:
                raise _closed()
            if not shared.state.works:
                raise CameraError(shared.state.code, shared.state.zh, shared.state.en)
            shared.jobs.append(job)
            self._changed.notify_all()
            if not self._changed.wait_for(lambda: job.done, timeout):
                if job in shared.jobs:
                    shared.jobs.remove(job)
                raise slow()
        if job.error is not None:
            raise job.error
        return job.result

    def _small(self) -> _Job:
        return _Job(lambda camera, _: camera.preview(), self._patience, small=True)

    # What follows runs in the threads that own a camera, or owned one.

    def _start_worker(self) -> None:
        me = self._shared.worker
        self._worker = threading.Thread(
            target=self._work, args=(me,), name=f"camera {me}", daemon=True
        )
        self._worker.start()

    def _work(self, me: int) -> None:
        while self._rest(me):
            camera: Camera | None = None
            try:
                camera = self._call(me, self._opening, self._connect)
                capabilities = self._call(me, self._opening, camera.open)
                self._say(me, State("ok", "摄像头正常。", "The camera works.", capabilities))
                while True:
                    self._serve(me, camera, capabilities)
            except _Replaced:
                pass
            except CameraError as error:
                self._fail(me, error)
            except Exception as error:
                log.exception("the camera failed")
                self._fail(me, _unexpected(error))
            if camera is not None:
                self._let_go(me, camera)
        with self._changed:
            if not self._shared.closed:
                self._shared.stuck -= 1  # it was given up as hanging, and came back
            self._changed.notify_all()

    def _rest(self, me: int) -> bool:
        """Wait until the camera may be tried again; return whether by this thread."""
        with self._changed:
            shared = self._shared
            while self._mine(me):
                left = shared.resume - self._clock()
                if left <= 0 and shared.stuck < STUCK:
                    return True
                self._changed.wait(left if left > 0 else None)
            return False

    def _mine(self, me: int) -> bool:
        return me == self._shared.worker and not self._shared.closed

    def _call(self, me: int, limit: float, work: Callable[[], Any]) -> Any:
        """Call the camera under the eyes of the watch."""
        with self._changed:
            if not self._mine(me):
                raise _Replaced
            self._shared.deadline = self._clock() + limit
            self._changed.notify_all()
        try:
            result = work()
        finally:
            with self._changed:
                mine = self._mine(me)
                if mine:
                    self._shared.deadline = None
        if not mine:
            raise _Replaced
        return result

    def _serve(self, me: int, camera: Camera, capabilities: Capabilities) -> None:
        """Do the next job, or look whether an idle camera is still there."""
        with self._changed:
            shared = self._shared
            until = self._clock() + self._poll
            while self._mine(me) and not shared.jobs and (left := until - self._clock()) > 0:
                self._changed.wait(left)
            if not self._mine(me):
                raise _Replaced
            job = shared.running = shared.jobs.popleft() if shared.jobs else self._small()
        try:
            result = self._call(me, job.limit, lambda: job.work(camera, capabilities))
        except CameraError as error:
            with self._changed:
                self._finish(job, error=error)
            if error.code not in ("unsupported", "no_focus"):
                raise
            return
        with self._changed:
            if self._mine(me):
                shared.failures = 0
                if job.small:
                    shared.latest = (self._clock(), result)
            self._finish(job, result=result)

    def _let_go(self, me: int, camera: Camera) -> None:
        try:
            self._call(me, self._patience, camera.close)
        except _Replaced:
            camera.close()
        except Exception:
            log.exception("the camera did not close")

    def _say(self, me: int, state: State) -> None:
        with self._changed:
            if self._mine(me):
                self._set(state)

    def _fail(self, me: int, error: CameraError) -> None:
        with self._changed:
            if self._mine(me):
                self._failed(error)

    # With the lock held:

    def _set(self, state: State) -> None:
        if state.code != self._shared.state.code:
            level = logging.INFO if state.works or state.code == "off" else logging.WARNING
            log.log(level, "camera: %s: %s", state.code, state.en)
        self._shared.state = state
        self._changed.notify_all()

    def _failed(self, error: CameraError) -> None:
        shared = self._shared
        pause = self._backoff[min(shared.failures, len(self._backoff) - 1)]
        shared.failures += 1
        shared.resume = self._clock() + pause
        shared.latest = None
        self._drop_jobs(error)
        self._set(State(error.code, error.zh, error.en))

    def _finish(self, job: _Job, result: Any = None, error: CameraError | None = None) -> None:
        job.result, job.error, job.done = result, error, True
        if self._shared.running is job:
            self._shared.running = None
        self._changed.notify_all()

    def _drop_jobs(self, error: CameraError) -> None:
        shared = self._shared
        for job in [*([shared.running] if shared.running else []), *shared.jobs]:
            self._finish(job, error=CameraError(error.code, error.zh, error.en))
        shared.jobs.clear()

    # The watch:

    def _watch(self) -> None:
        with self._changed:
            shared = self._shared
            while not shared.closed:
                if shared.deadline is None:
                    self._changed.wait()
                elif (left := shared.deadline - self._clock()) > 0:
                    self._changed.wait(left)
                else:
                    self._give_up()

    def _give_up(self) -> None:
        """Leave the hanging thread to itself and start another, which waits its turn."""
        shared = self._shared
        shared.deadline = None
        shared.worker += 1
        shared.stuck += 1
        self._failed(
            CameraError(
                "hung",
                "摄像头没有反应：请拔下再插好；会自动恢复。",
                "The camera does not answer: unplug it and plug it in; it comes back by itself.",
            )
        )
        self._start_worker()


def _burst(camera: Camera, capabilities: Capabilities, box: Box | None) -> list[Frame]:
    whole = (camera.still() for _ in range(capabilities.burst))
    frames = [frame if box is None else box.crop(frame).copy() for frame in whole]
    return sorted(frames, key=sharpness, reverse=True)


def slow() -> CameraError:
    """What somebody is told who has waited long enough."""
    return CameraError(
        "slow",
        "摄像头还没有给出画面：请稍后再试。",
        "The camera has given no picture yet: try again in a moment.",
    )


def _closed() -> CameraError:
    return CameraError("off", "摄像头已关闭。", "The camera was closed.")


def _unexpected(error: Exception) -> CameraError:
    return CameraError(
        "failed",
        f"摄像头出错：{error}。会自动重试。",
        f"The camera failed: {error}.  It is tried again by itself.",
    )
