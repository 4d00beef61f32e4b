"""A calibration kept in a file, so that focus and light are measured once per mounting."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

from hardware.camera import Calibration, CameraError
from hardware.files import write_whole


def load(path: Path) -> Calibration:
    """Read a calibration; an empty one where the file does not exist.

    Raises:
        CameraError: ``bad_setting``, the file is damaged.
    """
    try:
        values = json.loads(path.read_text("utf-8"))
        gains = values["colour_gains"]
        return Calibration(
            focus=_number(values["focus"]),
            exposure_us=None if values["exposure_us"] is None else int(values["exposure_us"]),
            gain=_number(values["gain"]),
            colour_gains=None if gains is None else (float(gains[0]), float(gains[1])),
        )
    except FileNotFoundError:
        return Calibration()
    except (OSError, ValueError, TypeError, LookupError) as error:
        raise CameraError(
            "bad_setting",
            f"摄像头校准文件 {path} 读不了：请删除它并重新校准。",
            f"The camera's calibration {path} cannot be read: delete it and calibrate again.",
        ) from error


def save(calibration: Calibration, path: Path) -> None:
    """Write a calibration so that a power cut leaves the old one or the new one."""
    write_whole(path, json.dumps(dataclasses.asdict(calibration)))


def _number(value: object) -> float | None:
    return None if value is None else float(str(value))
