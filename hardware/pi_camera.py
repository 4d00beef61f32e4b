"""A Raspberry Pi camera through picamera2, which is imported when the camera is opened.

One configuration serves stills (``main``) and preview (``lores``): no mode switch, so no half
second of waiting and no jump of the exposure.  Formats are named, as picamera2's defaults differ
from one configuration to the next, and its ``RGB888`` is blue, green, red in memory.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import (
    PREVIEW_WIDTH,
    Calibration,
    Camera,
    CameraError,
    Capabilities,
    Frame,
    Keep,
    fitting,
    rgb,
    turned,
    turned_size,
)

log = logging.getLogger(__name__)

STILL_WIDTH = 2304
"""Half of a Camera Module 3's width: what a tile needs, at a quarter of the memory."""
BUFFERS = 3
CALM, QUICK = (66_667, 100_000), (100, 83_333)
"""Shortest and longest time from frame to frame in microseconds: as nobody needs more than a few of
them, and while focus and light are measured, which takes a number of frames."""
SETTLING = 20
"""Frames after which exposure and white balance stand."""
AF_MANUAL, AF_CONTINUOUS = 0, 2


def pi_cameras() -> int:
    """Return how many cameras there are that picamera2 can use.

    It names USB cameras, too, after its own, but they give no second stream.

    Raises:
        CameraError: ``not_installed``.
    """
    return sum("/usb" not in each["Id"] for each in _library().global_camera_info())


class PiCamera(Camera):
    """Camera ``number`` of a Pi.

    Args:
        number: 0 is the first.
        turn: degrees clockwise; half a turn is done by the camera.
        calibration: what stays fixed; without a focus the camera focuses by itself all the time.
        patience: seconds until a frame counts as missing.
    """

    def __init__(
        self,
        number: int = 0,
        turn: int = 0,
        calibration: Calibration | None = None,
        patience: float = 5.0,
    ) -> None:
        self._number = number
        self._turn = turn
        self._calibration = calibration or Calibration()
        self._patience = patience
        self._picam2: Any = None
        self._preview_size = (0, 0)

    def open(self) -> Capabilities:
        """Take the camera, configure and start it."""
        picamera2 = _library()
        if pi_cameras() <= self._number:
            raise CameraError(
                "no_camera",
                "没有找到树莓派摄像头：请断电后检查排线两端，再开机。",
                "No Pi camera was found: switch off, check both ends of its cable, switch on.",
            )
        try:
            self._picam2 = picamera2(self._number)
        except (RuntimeError, IndexError) as error:
            raise CameraError(
                "busy",
                "树莓派摄像头正被别的程序使用：请关闭那个程序，之后会自动恢复。",
                "Another program is using the Pi camera: close it; the camera comes back by "
                "itself.",
            ) from error
        try:
            return self._start()
        except (RuntimeError, ValueError, KeyError) as error:
            self.close()
            raise _failed(error) from error

    def preview(self) -> Frame:
        """Return a new frame of the low-resolution stream."""
        yuv = self._capture("lores")
        return turned(_from_yuv420(yuv, *self._preview_size), self._turn % 180)

    def still(self) -> Frame:
        """Return a new frame of the main stream."""
        return turned(rgb(self._capture("main")), self._turn % 180)

    def close(self) -> None:
        """Stop and let go of the camera."""
        picam2, self._picam2 = self._picam2, None
        if picam2 is None:
            return
        try:
            picam2.stop()
            picam2.close()
        except Exception:  # it is given up either way
            log.exception("the Pi camera did not close cleanly")

    def calibrate(self, seconds: float, keep: Keep = Keep.ALL) -> Calibration:
        """Focus once, let exposure and white balance settle, then keep what is to be kept."""
        assert self._picam2 is not None, "closed"
        try:
            measured = Calibration() if keep is Keep.NOTHING else self._measure(seconds)
            self._calibration = Calibration(measured.focus) if keep is Keep.FOCUS else measured
        except TimeoutError as error:
            raise self._hung() from error
        except CameraError:
            raise
        except RuntimeError as error:
            raise _failed(error) from error
        finally:
            self._picam2.set_controls(self._controls())
        return self._calibration

    def _measure(self, seconds: float) -> Calibration:
        picam2 = self._picam2
        automatic = {"AeEnable": True, "AwbEnable": True, "FrameDurationLimits": QUICK}
        picam2.set_controls(self._offered(automatic))
        if "AfMode" in picam2.camera_controls and not self._focused(seconds):
            raise CameraError(
                "no_focus",
                "对焦失败：请在桌上放几张牌、把灯调亮，再校准。",
                "It could not focus: put some tiles on the table, add light, calibrate again.",
            )
        for _ in range(SETTLING):
            metadata = picam2.capture_metadata(wait=self._patience)
        return _measured(metadata)

    def _focused(self, seconds: float) -> bool:
        try:
            return bool(self._picam2.autofocus_cycle(wait=seconds))
        except TimeoutError:  # it still searches, unless no frame comes either
            self._picam2.cancel_all_and_flush()
            self._picam2.capture_metadata(wait=self._patience)
            return False

    def _start(self) -> Capabilities:
        from libcamera import Transform

        picam2 = self._picam2
        still = fitting(picam2.sensor_resolution, STILL_WIDTH)
        half = self._turn >= 180
        picam2.configure(
            picam2.create_preview_configuration(
                main={"format": "RGB888", "size": still},
                lores={"format": "YUV420", "size": fitting(still, PREVIEW_WIDTH)},
                buffer_count=BUFFERS,
                controls=self._controls(),
                transform=Transform(hflip=half, vflip=half),
            )
        )
        picam2.start()
        still = picam2.stream_configuration("main")["size"]
        self._preview_size = picam2.stream_configuration("lores")["size"]
        return Capabilities(
            name=str(picam2.camera_properties.get("Model", f"Pi {self._number}")),
            still=turned_size(still, self._turn),
            preview=turned_size(self._preview_size, self._turn),
            burst=4,
            calibrates=True,
        )

    def _controls(self) -> dict[str, Any]:
        """The controls that hold the calibration, as far as this camera has them."""
        fixed = self._calibration
        controls: dict[str, Any] = {
            "AfMode": AF_CONTINUOUS,
            "AeEnable": True,
            "AwbEnable": True,
            "FrameDurationLimits": CALM,
        }
        if fixed.focus is not None:
            controls |= {"AfMode": AF_MANUAL, "LensPosition": fixed.focus}
        if fixed.exposure_us is not None and fixed.gain is not None:
            controls |= {
                "AeEnable": False,
                "ExposureTime": fixed.exposure_us,
                "AnalogueGain": fixed.gain,
            }
        if fixed.colour_gains is not None:
            controls |= {"AwbEnable": False, "ColourGains": fixed.colour_gains}
        return self._offered(controls)

    def _offered(self, controls: dict[str, Any]) -> dict[str, Any]:
        """Those controls that this camera has; any other would be an error."""
        has = self._picam2.camera_controls
        return {name: value for name, value in controls.items() if name in has}

    def _capture(self, stream: str) -> NDArray[np.uint8]:
        assert self._picam2 is not None, "closed"
        try:
            # Without a time it would wait for ever once the cable is loose.
            return np.asarray(self._picam2.capture_array(stream, wait=self._patience), np.uint8)
        except TimeoutError as error:
            raise self._hung() from error
        except RuntimeError as error:
            raise _failed(error) from error

    def _hung(self) -> CameraError:
        self._picam2.cancel_all_and_flush()  # or close() would wait for the same frame
        return CameraError(
            "hung",
            "树莓派摄像头没有画面：请检查排线；会自动重试。",
            "The Pi camera gives no picture: check its cable; it is tried again by itself.",
        )


def _library() -> Any:
    """Return the class ``Picamera2``."""
    try:
        from picamera2 import Picamera2
    except (ImportError, ValueError) as error:  # ValueError: built for another numpy
        raise CameraError(
            "not_installed",
            f"picamera2 不能用（{error}）：请运行 sudo apt install python3-picamera2，"
            "虚拟环境要带 --system-site-packages；numpy 不合时再 pip install -U simplejpeg。",
            f"picamera2 cannot be used ({error}): run sudo apt install python3-picamera2 and make "
            "the venv with --system-site-packages; if numpy does not fit it, also "
            "pip install -U simplejpeg.",
        ) from error
    return Picamera2


def _measured(metadata: Mapping[str, Any]) -> Calibration:
    """What a frame's metadata tell; a camera without lens or colour tells less."""
    focus, exposure = metadata.get("LensPosition"), metadata.get("ExposureTime")
    gain, colours = metadata.get("AnalogueGain"), metadata.get("ColourGains")
    return Calibration(
        focus=None if focus is None else float(focus),
        exposure_us=None if exposure is None else int(exposure),
        gain=None if gain is None else float(gain),
        colour_gains=None if colours is None else (float(colours[0]), float(colours[1])),
    )


def _failed(error: Exception) -> CameraError:
    return CameraError(
        "failed",
        f"树莓派摄像头出错：{error}。会自动重试；若一直如此，请重启。",
        f"The Pi camera failed: {error}.  It is tried again by itself; if it stays, restart.",
    )


def _from_yuv420(planes: NDArray[np.uint8], width: int, height: int) -> Frame:
    """Return full-range YUV420 planes, rows padded, as RGB.

    OpenCV's own conversion takes 16..235 for black..white and would overstretch a preview.
    """
    stride = planes.shape[1]
    chroma = planes[height:].reshape(2, height // 2, stride // 2)[:, :, : width // 2]
    u, v = (cv2.resize(plane, (width, height)) for plane in chroma)
    ycrcb = cv2.merge([np.ascontiguousarray(planes[:height, :width]), v, u])
    return np.asarray(cv2.cvtColor(ycrcb, cv2.COLOR_YCrCb2RGB), np.uint8)
