"""The few calls of picamera2 that the project makes, as strict as the real one about their order.

A still is red on the left and blue on the right; the preview likewise, in padded YUV420.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

USED = (
    "global_camera_info",
    "create_preview_configuration",
    "configure",
    "start",
    "stop",
    "close",
    "capture_array",
    "capture_metadata",
    "set_controls",
    "autofocus_cycle",
    "cancel_all_and_flush",
    "stream_configuration",
)
"""The methods that exist here, with the parameters of the real ones that the project uses."""
LENS = {"AfMode": (0, 2, 0), "LensPosition": (0.0, 15.0, 1.0)}
LIGHT: dict[str, Any] = {
    "AeEnable": (False, True, True),
    "ExposureTime": (1, 66666, 20000),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "AwbEnable": (False, True, True),
    "ColourGains": (0.0, 32.0, None),
    "FrameDurationLimits": (100, 1_000_000, 33_333),
}
PADDING = 64


class Transform:
    def __init__(self, hflip: bool = False, vflip: bool = False) -> None:
        self.hflip, self.vflip = hflip, vflip


class Picamera2:
    """One camera; its class attributes are the world it lives in."""

    cameras = 1
    usb_cameras = 0
    controls_offered: dict[str, Any] = LENS | LIGHT
    frames = True
    focuses: bool | None = True
    """``None``: it goes on searching."""
    owner: Picamera2 | None = None

    def __init__(self, camera_num: int = 0) -> None:
        if Picamera2.owner is not None or camera_num >= Picamera2.cameras:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        Picamera2.owner = self
        self.sensor_resolution = (4608, 2592)
        self.camera_properties = {"Model": "imx708"}
        self.camera_controls = dict(Picamera2.controls_offered)
        self.set: dict[str, Any] = {}
        self.config: dict[str, Any] | None = None
        self.started = self.closed = self.waiting = False

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        own = ["/base/soc/i2c0mux/i2c@1/imx708@1a"] * Picamera2.cameras
        usb = ["/base/scb/pcie@7d500000/pci@0,0/usb@0,0-1:1.0-046d:0825"] * Picamera2.usb_cameras
        return [{"Model": "x", "Id": each, "Num": n} for n, each in enumerate(own + usb)]

    def create_preview_configuration(
        self, main: Any, lores: Any, buffer_count: int, controls: Any, transform: Transform
    ) -> dict[str, Any]:
        if lores["size"] > main["size"]:
            raise RuntimeError("lores stream dimensions may not exceed main stream")
        return {
            "main": dict(main),
            "lores": dict(lores),
            "buffer_count": buffer_count,
            "controls": controls,
            "transform": transform,
        }

    def configure(self, camera_config: dict[str, Any]) -> None:
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        for stream in ("main", "lores"):
            width, height = camera_config[stream]["size"]
            assert width % 2 == height % 2 == 0
        self.config = camera_config
        self.set = {}
        self.set_controls(camera_config["controls"])

    def start(self) -> None:
        if self.closed or self.config is None:
            raise RuntimeError("Camera has not been configured")
        self.started = True

    def stop(self) -> None:
        assert not self.waiting, "a capture still waits: the real one would wait for ever"
        self.started = False

    def close(self) -> None:
        assert not self.started
        self.closed = True
        Picamera2.owner = None

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.set |= controls

    def stream_configuration(self, name: str = "main") -> dict[str, Any]:
        assert self.config is not None
        return dict(self.config[name])

    def capture_array(self, name: str = "main", wait: float | None = None) -> np.ndarray:
        self._frame(wait)
        assert self.config is not None
        width, height = self.config[name]["size"]
        assert self.config[name]["format"] == {"main": "RGB888", "lores": "YUV420"}[name]
        picture = np.zeros((height, width, 3), np.uint8)
        picture[:, : width // 2, 0] = picture[:, width // 2 :, 2] = 255
        if self.config["transform"].hflip:
            picture = picture[:, ::-1]
        if name == "main":
            return picture[..., ::-1].copy()  # B, G, R in memory
        r, g, b = (picture[..., i].astype(float) for i in range(3))
        y = 0.299 * r + 0.587 * g + 0.114 * b
        planes = np.full((height * 3 // 2, width + PADDING), 77, np.uint8)
        planes[:height, :width] = np.rint(y)
        chroma = planes[height:].reshape(2, height // 2, (width + PADDING) // 2)
        for plane, colour, scale in ((chroma[0], b, 0.564), (chroma[1], r, 0.713)):
            plane[:, : width // 2] = np.clip(128 + scale * (colour - y), 0, 255)[::2, ::2]
        return planes

    def capture_metadata(self, wait: float | None = None) -> dict[str, Any]:
        self._frame(wait)
        told = {
            "LensPosition": 2.5,
            "ExposureTime": 12000,
            "AnalogueGain": 2.0,
            "ColourGains": (1.5, 1.75),
        }
        return {name: value for name, value in told.items() if name in self.camera_controls}

    def autofocus_cycle(self, wait: float | None = None) -> bool:
        self._frame(wait)
        if Picamera2.focuses is None:
            self.waiting = True
            raise TimeoutError
        return Picamera2.focuses

    def cancel_all_and_flush(self) -> None:
        self.waiting = False

    def _frame(self, wait: float | None) -> None:
        if not self.started:
            raise RuntimeError("the camera is not started")
        assert wait, "without a time this waits for ever"
        if not Picamera2.frames:
            self.waiting = True
            raise TimeoutError


def install(monkeypatch: pytest.MonkeyPatch) -> type[Picamera2]:
    """Make ``import picamera2`` and ``import libcamera`` find these, in a world of one camera."""
    for name, value in (
        ("cameras", 1),
        ("usb_cameras", 0),
        ("controls_offered", LENS | LIGHT),
        ("frames", True),
        ("focuses", True),
        ("owner", None),
    ):
        monkeypatch.setattr(Picamera2, name, value)
    picamera2, libcamera = ModuleType("picamera2"), ModuleType("libcamera")
    picamera2.Picamera2 = Picamera2  # type: ignore[attr-defined]
    libcamera.Transform = Transform  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", picamera2)
    monkeypatch.setitem(sys.modules, "libcamera", libcamera)
    return Picamera2
