"""What every camera of the table does.

A frame is ``uint8 (H, W, 3)``, RGB, turned as the table is seen.  A camera is used by one thread at
a time; :mod:`hardware.cameras` keeps one open and shares it.  OpenCV is imported by what needs
it, so that a program starts without waiting for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from hardware.errors import HardwareError

Frame = NDArray[np.uint8]
Size = tuple[int, int]
"""Width and height in pixels."""
TURNS = (0, 90, 180, 270)
"""Degrees clockwise by which a camera's picture can be turned."""
PREVIEW_WIDTH = 640
"""About this many pixels wide is a preview frame, before it is turned."""


class CameraError(HardwareError, RuntimeError):
    """A camera that gives no picture now.

    ``code`` is one of ``off``, ``no_camera``, ``busy``, ``unplugged``, ``hung``, ``slow``,
    ``not_installed``, ``failed``, ``empty``, ``bad_setting``, or, of a calibration,
    ``unsupported``, ``no_focus``.
    """


class Keep(StrEnum):
    """What is measured and stays as it was measured; the camera sees to the rest by itself."""

    ALL = "all"
    """Focus, exposure and white balance."""
    FOCUS = "focus"
    """Where daylight comes and goes."""
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was measured once for a fixed camera; ``None`` is left to the camera."""

    focus: float | None = None
    """Dioptres: 1 / distance in metres."""
    exposure_us: int | None = None
    gain: float | None = None
    colour_gains: tuple[float, float] | None = None
    """Of red and blue."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What an open camera gives."""

    name: str
    still: Size
    preview: Size
    burst: int
    """How many stills in a row show the same thing: 1 where each is another photo."""
    calibrates: bool
    """Whether :meth:`Camera.calibrate` works."""


class Camera(ABC):
    """One camera, closed at first.  Every method may raise :class:`CameraError`."""

    @abstractmethod
    def open(self) -> Capabilities:
        """Take the camera and start it; one that failed to open may be opened again."""

    @abstractmethod
    def preview(self) -> Frame:
        """Return what it sees now, small."""

    @abstractmethod
    def still(self) -> Frame:
        """Return what it sees now, as large as it can."""

    def watch(self) -> Frame:
        """Return what it sees now like :meth:`still`, but take nothing."""
        return self.still()

    @abstractmethod
    def close(self) -> None:
        """Let go of it; does nothing when it is closed, and never fails."""

    def calibrate(self, seconds: float, keep: Keep = Keep.ALL) -> Calibration:
        """Measure within some seconds what is to be kept, and keep to it."""
        raise CameraError(
            "unsupported",
            "这种摄像头不能校准焦距和曝光。",
            "This kind of camera cannot be calibrated.",
        )


def turned(frame: Frame, turn: int) -> Frame:
    """Return the frame turned clockwise by 0, 90, 180 or 270 degrees."""
    return np.ascontiguousarray(np.rot90(frame, -(turn // 90))) if turn else frame


def turned_size(size: Size, turn: int) -> Size:
    """Return the size of a turned frame."""
    return size if turn % 180 == 0 else size[::-1]


def fitting(size: Size, width: int) -> Size:
    """Return the size scaled down to at most ``width``; even numbers, as cameras want them."""
    scale = min(1.0, width / size[0])
    return max(2, int(size[0] * scale) // 2 * 2), max(2, int(size[1] * scale) // 2 * 2)


def shrunk(frame: Frame) -> Frame:
    """Return the frame at the size of a preview."""
    import cv2

    height, width = frame.shape[:2]
    size = fitting((width, height), PREVIEW_WIDTH)
    if size[0] >= width - 1:
        return frame
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)


def seen_by(name: str, frame: Frame, *, burst: int) -> Capabilities:
    """Return what a camera gives whose previews are its frames, shrunk; it cannot calibrate."""
    small = shrunk(frame)
    return Capabilities(
        name=name,
        still=(frame.shape[1], frame.shape[0]),
        preview=(small.shape[1], small.shape[0]),
        burst=burst,
        calibrates=False,
    )


def rgb(bgr: NDArray[np.uint8]) -> Frame:
    """Return OpenCV's blue, green, red as red, green, blue."""
    import cv2

    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB), np.uint8)


def sharpness(frame: Frame) -> float:
    """Return how sharp a frame is, to compare frames of one scene: variance of the Laplacian."""
    import cv2

    edges = cv2.Laplacian(np.ascontiguousarray(frame[..., 1]), cv2.CV_16S)
    return float(cv2.meanStdDev(edges)[1][0, 0]) ** 2
