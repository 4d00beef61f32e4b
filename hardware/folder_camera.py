"""A folder of photos, or a video file, as a camera."""

from __future__ import annotations

import logging
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import Camera, CameraError, Capabilities, Frame, rgb, seen_by, shrunk, turned

log = logging.getLogger(__name__)

PHOTOS = (".jpg", ".jpeg", ".png", ".webp")


class FolderCamera(Camera):
    """Photos in the order of their names: the preview shows one, a still takes it and goes on.

    Photos may come and go meanwhile; one that cannot be read is left out and logged.
    """

    def __init__(self, folder: Path, turn: int = 0) -> None:
        self._folder = folder
        self._turn = turn
        self._last: str | None = None
        """Name of the photo taken last."""
        self._seen: tuple[Path, int, Frame] | None = None
        """The photo that the preview shows, when it was written, and the preview."""

    def open(self) -> Capabilities:
        """Look at the first photo."""
        if not self._folder.is_dir():
            raise CameraError(
                "no_camera",
                f"没有 {self._folder} 这个文件夹：请检查路径。",
                f"There is no folder {self._folder}: check the path.",
            )
        _, frame = self._next()
        return seen_by(str(self._folder), frame, burst=1)

    def watch(self) -> Frame:
        """Return the photo that comes next, and stay there."""
        return self._next()[1]

    def preview(self) -> Frame:
        """Return the photo that comes next, small."""
        for path in self._coming():
            if self._seen and self._seen[:2] == (path, _written(path)):
                return self._seen[2]
            break
        path, frame = self._next()
        self._seen = (path, _written(path), shrunk(frame))
        return self._seen[2]

    def still(self) -> Frame:
        """Return the photo that comes next, and go on to the one after it."""
        path, frame = self._next()
        self._last = path.name
        return frame

    def close(self) -> None:
        """Keep the place in the folder."""
        self._seen = None

    def _coming(self) -> list[Path]:
        """The photos of the folder, beginning after the one taken last."""
        try:
            paths = sorted(p for p in self._folder.iterdir() if p.suffix.lower() in PHOTOS)
        except OSError as error:
            raise CameraError(
                "unplugged",
                f"文件夹 {self._folder} 读不到了：请检查 U 盘或网络。",
                f"The folder {self._folder} cannot be read any more: check the disk it is on.",
            ) from error
        last = self._last
        return sorted(paths, key=lambda path: last is not None and path.name <= last)

    def _next(self) -> tuple[Path, Frame]:
        for path in self._coming():
            try:
                data = np.fromfile(path, np.uint8)
                bgr = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None  # upright by EXIF
            except (OSError, cv2.error):
                bgr = None
            if bgr is not None:
                return path, turned(rgb(np.asarray(bgr, np.uint8)), self._turn)
            log.warning("%s cannot be read as a photo", path)
        raise CameraError(
            "empty",
            f"文件夹 {self._folder} 里没有能读的照片：请放入 JPEG、PNG 或 WebP。",
            f"The folder {self._folder} has no photo that can be read: "
            "put JPEG, PNG or WebP there.",
        )


class VideoCamera(Camera):
    """A video file, frame after frame, from the beginning again after the last."""

    def __init__(self, file: Path, turn: int = 0) -> None:
        self._file = file
        self._turn = turn
        self._video: cv2.VideoCapture | None = None

    def open(self) -> Capabilities:
        """Open the file and read one frame."""
        if not self._file.is_file():
            raise CameraError(
                "no_camera",
                f"没有 {self._file} 这个文件：请检查路径。",
                f"There is no file {self._file}: check the path.",
            )
        self._video = cv2.VideoCapture(str(self._file), cv2.CAP_ANY)
        frame = self.still()
        return seen_by(str(self._file), frame, burst=4)

    def preview(self) -> Frame:
        """Return the next frame, small."""
        return shrunk(self.still())

    def still(self) -> Frame:
        """Return the next frame."""
        assert self._video is not None, "closed"
        read, bgr = self._video.read()
        if not read:
            self._video.set(cv2.CAP_PROP_POS_FRAMES, 0)
            read, bgr = self._video.read()
        if not read:
            raise CameraError(
                "empty",
                f"{self._file} 不是能读的视频：请换成 MP4 或 AVI。",
                f"{self._file} is no video that can be read: use MP4 or AVI.",
            )
        return turned(rgb(np.asarray(bgr, np.uint8)), self._turn)

    def close(self) -> None:
        """Close the file."""
        if self._video is not None:
            self._video.release()
            self._video = None


def _written(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
