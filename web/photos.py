"""Photos of hands: checked, read, re-encoded and kept beside the ledger.

The recognizer and OpenCV are imported by the functions that need them: pages and scores do not.
"""

from __future__ import annotations

import dataclasses
import hashlib
import logging
import os
import re
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scoring.errors import ScoringError
from web.documents import flowers_of
from web.refusals import Refusal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from recognizer.reader import Reader
    from recognizer.reading import Reading
    from scoring import RuleSet

    Frame = NDArray[np.uint8]

KEPT_SIDE = 2048
KEPT_QUALITY = 85
_NAME = re.compile(r"[0-9a-f]{64}\.jpg")


def read_photo(data: bytes, rules: RuleSet, folder: Path) -> dict[str, Any]:
    """Reads the tiles of a photo and keeps it.

    Args:
        data: the file as it was uploaded.
        rules: the rule set that is played; it limits the tiles there can be.
        folder: where photos are kept.

    Returns:
        The reading as ``paizhuo read --json`` prints it, with ``photo``, the name it is kept
        under, and ``doubtful``, the positions of the tiles that want a second look.

    Raises:
        ScoringError: the file is no readable photo, or ``no_tiles``: no tile is in it.
    """
    return _kept(*see(data, rules=rules), folder)


def read_frame(frame: Frame, rules: RuleSet, folder: Path) -> dict[str, Any]:
    """Reads the tiles of a camera's frame and keeps it, like ``read_photo``."""
    return _kept(frame, see_frames([frame], rules), folder)


def _kept(frame: Frame, reading: Reading, folder: Path) -> dict[str, Any]:
    refuse_empty(reading)
    name = _keep(frame, folder)
    doubtful = [number for number, tile in enumerate(reading.tiles) if tile.doubtful]
    return {**reading.to_json(name), "photo": name, "doubtful": doubtful}


def refuse_empty(reading: Reading) -> None:
    """Raises ``no_tiles`` with the likeliest reason where there is no tile in the photo."""
    if not reading.tiles:
        for problem in reading.problems:
            raise ScoringError("no_tiles", problem.zh, problem.en)
        raise Refusal("no_tiles")


def see(*sources: str | bytes, rules: RuleSet | None = None) -> tuple[Frame, Reading]:
    """Opens a photo, or several of one table that are read as one, and reads the tiles.

    Args:
        sources: paths, or files' bytes.
        rules: the rule set that is played, which limits the tiles there can be; None: any tile.

    Returns:
        The clearest photo, in whose pixels the reading is, and the reading.

    Raises:
        ScoringError: one is no readable photo, or the models cannot be loaded.
    """
    from recognizer.photo import PhotoError, open_photo

    began = time.perf_counter()
    try:
        frames = [open_photo(source).frame for source in sources]
    except PhotoError as error:
        raise ScoringError(error.code, error.zh, error.en) from error
    decode = (time.perf_counter() - began) * 1000
    reading = see_frames(frames, rules)
    spent = {"decode": decode} | reading.ms | {"total": decode + reading.ms["total"]}
    return frames[reading.clearest], dataclasses.replace(reading, ms=spent)


def see_frames(frames: Sequence[Frame], rules: RuleSet | None) -> Reading:
    """Reads the tiles of a frame, ``uint8 (H, W, 3)``, RGB, upright, or of several as one.

    Raises:
        ScoringError: the models cannot be loaded.
    """
    from recognizer.reader import ModelError

    tiles = None if rules is None else frozenset([*map(str, rules.legal), *flowers_of(rules)])
    try:
        return the_reader().read_frames(frames, tiles)
    except ModelError as error:
        raise ScoringError("no_models", error.zh, error.en) from error


def draw_on(frame: Frame, reading: Reading, file: Path) -> None:
    """Writes the photo with its tiles drawn on it.

    Raises:
        Refusal: the file cannot be written.
    """
    import cv2

    from recognizer.draw import draw_reading

    drawn = cv2.cvtColor(draw_reading(frame, reading), cv2.COLOR_RGB2BGR)
    try:
        written, encoded = cv2.imencode(file.suffix or ".jpg", drawn)
    except cv2.error:
        written = False
    if not written:
        raise Refusal("bad_picture_name", name=file.name)
    try:
        file.write_bytes(encoded.tobytes())
    except OSError as error:
        raise Refusal("cannot_write", name=file, why=error.strerror) from error


def is_name(name: str) -> bool:
    """Whether a text can be the name of a kept photo (and of no other file)."""
    return _NAME.fullmatch(name) is not None


def kept_photo(name: object, folder: Path) -> Path:
    """The file of a kept photo.

    Raises:
        Refusal: ``no_such_photo``.
    """
    if not (isinstance(name, str) and is_name(name) and (folder / name).is_file()):
        raise Refusal("no_such_photo")
    return folder / name


def load_models() -> None:
    """Loads the models, so that the first photo need not wait for it."""
    from recognizer.reader import ModelError

    try:
        the_reader().models()
    except ModelError as error:
        logging.getLogger(__name__).warning("%s", error)


@cache
def the_reader() -> Reader:
    """The one reader of this program; its models load with the first photo."""
    from recognizer.reader import Reader

    return Reader()


def _keep(frame: Frame, folder: Path) -> str:
    """Stores the pixels alone, without the file's own metadata; returns the name."""
    import cv2

    shrink = KEPT_SIDE / max(frame.shape[:2])
    if shrink < 1:
        size = round(frame.shape[1] * shrink), round(frame.shape[0] * shrink)
        frame = cv2.resize(frame, size, interpolation=cv2.INTER_AREA).astype("uint8", copy=False)
    quality = [cv2.IMWRITE_JPEG_QUALITY, KEPT_QUALITY]
    _, encoded = cv2.imencode(".jpg", cv2.cvtColor(frame, cv2.COLOR_RGB2BGR), quality)
    data = encoded.tobytes()
    name = hashlib.sha256(data).hexdigest() + ".jpg"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / name).exists():
            _write(data, folder / name)
    except OSError as error:
        raise Refusal("cannot_keep", 503, why=error.strerror) from error
    return name


def _write(data: bytes, file: Path) -> None:
    """Writes a new file that is whole or not there."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
