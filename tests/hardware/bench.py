"""A camera whose cable, owner and temper a test decides, at the supervisor's edge."""

from __future__ import annotations

import threading

import cv2
import numpy as np

from hardware.camera import Calibration, Camera, CameraError, Capabilities, Frame, Keep

LONG = 60.0
"""Seconds that no test takes, unless it fails."""


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Bench:
    """A camera whose cable, owner and temper a test decides, and how often it was opened."""

    def __init__(self) -> None:
        self.error: CameraError | Exception | None = None
        self.go_on = threading.Event()
        self.go_on.set()
        self.hanging = threading.Semaphore(0)
        self.opened = self.closed = 0
        self.frames = 0
        self.blur = [0.0]
        self.measured: Calibration | None = None
        """What calibrating finds; None: this camera cannot."""

    def connect(self) -> Camera:
        return BenchCamera(self)


class BenchCamera(Camera):
    def __init__(self, bench: Bench) -> None:
        self.bench = bench

    def answer(self) -> None:
        if not self.bench.go_on.is_set():
            self.bench.hanging.release()
            self.bench.go_on.wait(LONG)
        if self.bench.error is not None:
            raise self.bench.error

    def open(self) -> Capabilities:
        self.answer()
        self.bench.opened += 1
        calibrates = self.bench.measured is not None
        return Capabilities("bench", (64, 48), (64, 48), burst=4, calibrates=calibrates)

    def preview(self) -> Frame:
        self.answer()
        self.bench.frames += 1
        return np.full((48, 64, 3), self.bench.frames, np.uint8)

    def still(self) -> Frame:
        self.answer()
        self.bench.frames += 1
        frame = np.zeros((48, 64, 3), np.uint8)
        frame[::6] = 255
        frame[0, 0] = self.bench.frames
        blur = self.bench.blur[self.bench.frames % len(self.bench.blur)]
        return np.asarray(cv2.GaussianBlur(frame, (0, 0), blur), np.uint8) if blur else frame

    def calibrate(self, seconds: float, keep: Keep = Keep.ALL) -> Calibration:
        self.answer()
        if self.bench.measured is None:
            return super().calibrate(seconds, keep)
        return Calibration() if keep is Keep.NOTHING else self.bench.measured

    def close(self) -> None:
        self.bench.closed += 1


def unplugged() -> CameraError:
    return CameraError("unplugged", "没有画面。", "No picture.")
