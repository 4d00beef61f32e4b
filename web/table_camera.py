"""The camera over the table: previews, photographs of a seat's hand, what is being read live.

OpenCV and the camera's libraries are imported when the camera starts, so that pages need not wait.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from web.photos import read_burst, see_frames
from web.refusals import Refusal, Unavailable

if TYPE_CHECKING:
    from hardware.camera import Calibration, Frame
    from hardware.cameras import Supervisor
    from hardware.regions import Box
    from scoring import RuleSet

STILL_S = 10.0
"""A photograph takes no longer, or is refused."""
PREVIEW_S = 2.0
PREVIEW_AGE_S = 0.2
"""A preview is shared for that long: five frames a second, however many look."""
PREVIEW_QUALITY = 75
LIVE_AGE_S = 1.0
"""A live reading is shared for that long."""


@dataclass(frozen=True, slots=True)
class Condition:
    """How the camera is: ``opening``, ``ok``, or what is wrong and what to do."""

    code: str
    zh: str
    en: str
    name: str = ""
    calibrates: bool = False


class TableCamera:
    """The camera, where on its picture things lie, and the last picture of it.

    Args:
        kind: which camera: ``auto``, ``none``, ``pi``, ``usb``, ``usb:2``, ``folder:PATH`` or
            ``video:FILE``.
        turn: degrees clockwise by which its picture is turned.
        folder: where marks and calibration are kept.
        photos: where photos are kept.
    """

    def __init__(self, kind: str, turn: int, folder: Path, photos: Path) -> None:
        self._kind, self._turn = kind, turn
        self._marks = folder / "regions.json"
        self._calibration = folder / "calibration.json"
        self._photos = photos
        self._lock = threading.Lock()
        self._regions: dict[str, Box] | None = None
        self._shown: tuple[Frame, bytes] | None = None
        self._reading = threading.Lock()
        self._read: tuple[float, dict[str, Any]] | None = None
        self.supervisor: Supervisor | None = None

    def start(self) -> None:
        """Takes the camera, which from then on comes and goes by itself.

        Raises:
            ScoringError: there is no such kind of camera.
        """
        from hardware import calibration
        from hardware.cameras import Supervisor, choose

        with _told():
            connect = choose(self._kind, self._turn, lambda: calibration.load(self._calibration))
        self.supervisor = Supervisor(connect)

    def close(self) -> None:
        """Lets go of the camera."""
        if self.supervisor is not None:
            self.supervisor.close()

    @property
    def condition(self) -> Condition:
        """How the camera is now."""
        if self.supervisor is None:
            waiting = self._not_started()
            return Condition(waiting.code.removeprefix("camera_"), waiting.zh, waiting.en)
        state = self.supervisor.state
        able = state.capabilities
        if able is None:
            return Condition(state.code, state.zh, state.en)
        return Condition(state.code, state.zh, state.en, able.name, able.calibrates)

    @property
    def regions(self) -> dict[str, Box]:
        """What is marked on the picture, by name of ``hardware.regions.NAMES``."""
        from hardware.regions import load

        with self._lock, _told():
            if self._regions is None:
                self._regions = load(self._marks)
            return dict(self._regions)

    def mark(self, name: str, corners: tuple[float, float, float, float] | None) -> None:
        """Marks where something lies, as shares of the picture; None: nowhere in particular.

        Raises:
            ScoringError: there is no such thing, or the box will not do.
        """
        from hardware.regions import NAMES, Box, save

        if name not in NAMES:
            raise Refusal("missing_key", 400, name="name")
        with _told():
            box = None if corners is None else Box(*corners)
        regions = {key: value for key, value in self.regions.items() if key != name}
        if box is not None:
            regions[name] = box
        with self._lock:
            try:
                save(regions, self._marks)
            except OSError as error:
                raise Refusal("cannot_write", name=self._marks, why=error.strerror) from error
            self._regions = regions

    def preview(self) -> bytes:
        """A small JPEG of what the camera sees now.

        Raises:
            ScoringError: the camera gives no picture.
        """
        supervisor = self._working()
        with _told():
            frame = supervisor.preview(PREVIEW_S, PREVIEW_AGE_S)
        with self._lock:
            if self._shown is None or self._shown[0] is not frame:
                self._shown = frame, _jpeg(frame)
            return self._shown[1]

    def capture(self, rules: RuleSet, seat: int | None = None) -> dict[str, Any]:
        """Photographs, reads and keeps the hand of a seat, or whatever lies on the table.

        A short burst: its sharpest frames are read as one.

        Returns:
            What ``web.photos.read_photo`` returns of an uploaded photo.

        Raises:
            ScoringError: the camera gives no picture, or no tile is in it.
        """
        from hardware.regions import region_of

        box = region_of(self.regions, seat)
        supervisor = self._working()
        with _told():
            frames = supervisor.burst(STILL_S, box)
        return read_burst(frames, rules, self._photos)

    def live(self, rules: RuleSet | None) -> dict[str, Any]:
        """What lies on the table now: ``{"box": [l, t, r, b], "tiles": [{"tile", "quad"…}]}``.

        Box and corners are shares of the picture.  One reading at a time: whoever asks meanwhile
        waits for it and is shown the same.

        Raises:
            ScoringError: the camera gives no picture.
        """
        from hardware.cameras import slow

        until = monotonic() + STILL_S
        with _told():
            if not self._reading.acquire(timeout=STILL_S):
                raise slow()
        try:
            if self._read is None or monotonic() - self._read[0] > LIVE_AGE_S:
                self._read = monotonic(), self._look(rules, max(0.0, until - monotonic()))
            return self._read[1]
        finally:
            self._reading.release()

    @property
    def kept(self) -> Calibration:
        """What was measured once and stays."""
        from hardware import calibration

        with _told():
            return calibration.load(self._calibration)

    def calibrate(self, keep: str) -> Calibration:
        """Measures what is to be kept, and keeps it, after a restart too.

        Args:
            keep: ``all``, ``focus``, or ``nothing``: the camera sees to everything again.

        Raises:
            ScoringError: this camera cannot, or it did not work.
        """
        from hardware import calibration
        from hardware.camera import Keep

        if keep not in list(Keep):
            raise Refusal("missing_key", 400, name="keep")
        supervisor = self._working()
        with _told():
            measured = supervisor.calibrate(Keep(keep))
        try:
            calibration.save(measured, self._calibration)
        except OSError as error:
            raise Refusal("cannot_write", name=self._calibration, why=error.strerror) from error
        return measured

    def _look(self, rules: RuleSet | None, seconds: float) -> dict[str, Any]:
        from hardware.regions import region_of

        box = region_of(self.regions, None)
        supervisor = self._working()
        with _told():
            frame = supervisor.watch(seconds, box)
        reading = see_frames([frame], rules)
        left, top, right, bottom = (
            (0.0, 0.0, 1.0, 1.0) if box is None else (box.left, box.top, box.right, box.bottom)
        )
        wide, high = (right - left) / reading.width, (bottom - top) / reading.height
        tiles = [
            {
                "tile": tile.tile,
                "doubtful": tile.doubtful,
                "quad": [[left + x * wide, top + y * high] for x, y in tile.quad],
            }
            for tile in reading.tiles
        ]
        problems = [{"zh": each.zh, "en": each.en} for each in reading.problems]
        return {"box": [left, top, right, bottom], "tiles": tiles, "problems": problems}

    def _working(self) -> Supervisor:
        if self.supervisor is None:
            raise self._not_started()
        return self.supervisor

    def _not_started(self) -> Refusal:
        if self._kind == "none":
            return Refusal("camera_off", 503)
        return Refusal("camera_opening", 503)


@contextmanager
def _told() -> Iterator[None]:
    """What is wrong with a camera, as the refusal of a request."""
    from hardware.camera import CameraError

    try:
        yield
    except CameraError as error:
        raise Unavailable(f"camera_{error.code}", error.zh, error.en) from error


def _jpeg(frame: Frame) -> bytes:
    import cv2

    quality = [cv2.IMWRITE_JPEG_QUALITY, PREVIEW_QUALITY]
    _, encoded = cv2.imencode(".jpg", cv2.cvtColor(frame, cv2.COLOR_RGB2BGR), quality)
    return encoded.tobytes()
