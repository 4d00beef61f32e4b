"""A USB camera (V4L2) through OpenCV."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import Camera, CameraError, Capabilities, Frame, rgb, seen_by, shrunk, turned

SIZE = (1920, 1080)
"""Asked for; a camera that has less gives what comes closest."""


def usb_cameras(system: Path = Path("/sys/class/video4linux")) -> list[int]:
    """Return the numbers of the USB cameras, in order.

    A Pi has a dozen other video devices (its codecs and image processors), and a USB camera has a
    second one for metadata, so that the numbers alone say nothing.
    """
    found = []
    for device in system.glob("video*"):
        try:
            if "/usb" in str((device / "device").resolve(strict=True)) and (
                (device / "index").read_text().strip() == "0"
            ):
                found.append(int(device.name.removeprefix("video")))
        except (OSError, ValueError):
            continue  # unplugged while we looked
    return sorted(found)


def _connect(number: int) -> cv2.VideoCapture:
    capture = cv2.VideoCapture(number, cv2.CAP_V4L2)
    # Uncompressed, USB 2 carries a large picture only a few times a second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


class UsbCamera(Camera):
    """The camera ``/dev/video<number>``."""

    def __init__(
        self,
        number: int,
        turn: int = 0,
        connect: Callable[[int], cv2.VideoCapture] = _connect,
    ) -> None:
        self._number = number
        self._turn = turn
        self._connect = connect
        self._capture: cv2.VideoCapture | None = None

    def open(self) -> Capabilities:
        """Start the camera and take one frame."""
        path = Path(f"/dev/video{self._number}")
        self._capture = self._connect(self._number)
        if not self._capture.isOpened():
            self.close()
            if not path.exists():
                raise CameraError(
                    "no_camera",
                    f"没有 {path}：请插好 USB 摄像头。",
                    f"There is no {path}: plug the USB camera in.",
                )
            raise CameraError(
                "busy",
                f"{path} 打不开：请关闭占用它的程序，并让用户加入 video 组。",
                f"{path} cannot be opened: close the program that has it, and see that the user "
                "is in the group video.",
            )
        frame = self.still()
        return seen_by(f"USB {self._number}", frame, burst=4)

    def preview(self) -> Frame:
        """Return a new frame, small."""
        return shrunk(self.still())

    def still(self) -> Frame:
        """Return a new frame."""
        assert self._capture is not None, "closed"
        # The frame that waits was exposed when the one before it was fetched.
        read = self._capture.grab()
        bgr = None
        if read:
            read, bgr = self._capture.read()
        if not read:
            raise CameraError(
                "unplugged",
                "USB 摄像头没有画面：请检查插头和供电，插好后会自动恢复。",
                "The USB camera gives no picture: check its plug and power; it comes back by "
                "itself.",
            )
        return turned(rgb(np.asarray(bgr, np.uint8)), self._turn)

    def close(self) -> None:
        """Let go of the device."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None
