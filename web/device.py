"""The things on one table that belong to the running program: its camera."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from pathlib import Path

from web.table_camera import TableCamera

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DeviceSetting:
    """What hangs on this computer."""

    camera: str
    """``auto``, ``none``, ``pi``, ``usb``, ``usb:2``, ``folder:PATH`` or ``video:FILE``."""
    turn: int = 0
    """Degrees clockwise by which the camera's picture is turned."""


NO_DEVICE = DeviceSetting("none")


class Device:
    """The camera of a table, from starting to closing.

    Args:
        setting: what there is.
        folder: where what is known of it is kept.
        photos: where photos are kept.
    """

    def __init__(self, setting: DeviceSetting, folder: Path, photos: Path) -> None:
        self.camera = TableCamera(setting.camera, setting.turn, folder, photos)

    def start(self) -> None:
        """Starts everything in the background: pages need not wait for it."""
        threading.Thread(target=self._start, name="device", daemon=True).start()

    def close(self) -> None:
        """Lets go of everything."""
        self.camera.close()

    def _start(self) -> None:
        try:
            self.camera.start()
        except Exception:
            log.exception("the table's camera did not start")
