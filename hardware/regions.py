"""Where on the picture things lie: the table, and each seat's rack.

A camera is mounted once, and so is marked once; the marks lie in a file.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hardware.camera import CameraError, Frame
from hardware.commands import SEATS
from hardware.files import write_whole

TABLE = "table"
NAMES = (TABLE, *SEATS)
"""What can be marked."""
SMALLEST = 0.02
"""A box is at least this wide and high, as a share of the picture: less was a slip."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle as shares of the picture's width and height, from its left and top edge."""

    left: float
    top: float
    right: float
    bottom: float

    def __post_init__(self) -> None:
        wide, high = self.right - self.left, self.bottom - self.top
        inside = self.left >= 0 and self.right <= 1 and self.top >= 0 and self.bottom <= 1
        if not (inside and wide >= SMALLEST and high >= SMALLEST):
            raise CameraError(
                "bad_setting",
                "框太小或超出了画面：请在画面里重新拖一个框。",
                "The box is too small or leaves the picture: drag it again.",
            )

    def crop(self, frame: Frame) -> Frame:
        """Return this part of a frame, not copied."""
        height, width = frame.shape[:2]
        rows = slice(round(self.top * height), max(round(self.bottom * height), 1))
        columns = slice(round(self.left * width), max(round(self.right * width), 1))
        return frame[rows, columns]


Regions = Mapping[str, Box]
"""Name of :data:`NAMES` → where it is; what is not marked is missing."""


def region_of(regions: Regions, seat: int | None) -> Box | None:
    """Return where a seat's hand lies: in its rack's box, else on the table; ``None``: anywhere."""
    rack = None if seat is None else regions.get(SEATS[seat])
    return rack or regions.get(TABLE)


def load(path: Path) -> dict[str, Box]:
    """Read the marks; none where the file does not exist.

    Raises:
        CameraError: ``bad_setting``, the file is damaged.
    """
    try:
        return {name: Box(*values) for name, values in json.loads(path.read_text("utf-8")).items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, AttributeError, CameraError) as error:
        raise CameraError(
            "bad_setting",
            f"画面区域文件 {path} 读不了：请删除它并重新标出。",
            f"The marked regions {path} cannot be read: delete the file and mark them again.",
        ) from error


def save(regions: Regions, path: Path) -> None:
    """Write the marks, safe from a power cut."""
    boxes = {name: dataclasses.astuple(box) for name, box in regions.items()}
    write_whole(path, json.dumps(boxes))
