"""Photos of hands: checked, read, re-encoded and kept beside the ledger.

What is kept are pixels alone: no place, time or name of the camera that the file may have told.
A photo lies in the folder's ``new`` until a deal refers to it.  All together have room for
``$PAIZHUO_PHOTOS_MB`` (2048); where it is used up the oldest that no deal refers to make room,
and when there are none of those left a new photo is refused.

The recognizer and OpenCV are imported by the functions that need them: pages and scores do not.
"""

from __future__ import annotations

import dataclasses
import hashlib
import io
import logging
import os
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scoring.errors import ScoringError
from web.corrections import file_of
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
SMALL_SIDE = 192
ROOM_MB = 2048
NEW = "new"
_NAME = re.compile(r"[0-9a-f]{64}\.jpg")
_one_at_a_time = threading.Lock()
"""A picture of 60 megapixels takes 400 MB while it is read."""


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


def read_burst(frames: Sequence[Frame], rules: RuleSet, folder: Path) -> dict[str, Any]:
    """Reads the tiles of a camera's burst, the sharpest frame first, like ``read_photo``.

    The two sharpest are read as one: a tile that a reflection hides in one of them is in the
    other, or in doubt.  Where there is a doubt all are read.
    """
    reading = see_frames(frames[:2], rules)
    if len(frames) > 2 and (not reading.tiles or any(tile.doubtful for tile in reading.tiles)):
        reading = see_frames(frames, rules)
    return _kept(frames[reading.clearest], reading, folder)


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
        The clearest photo and the reading, as `Reader.read_photos` gives them.

    Raises:
        ScoringError: one is no readable photo, or the models cannot be loaded.
    """
    with at_the_reader():
        return the_reader().read_photos(sources, _tiles(rules))


def see_frames(frames: Sequence[Frame], rules: RuleSet | None) -> Reading:
    """Reads the tiles of a frame, ``uint8 (H, W, 3)``, RGB, upright, or of several as one.

    Raises:
        ScoringError: the models cannot be loaded.
    """
    with at_the_reader():
        return the_reader().read_frames(frames, _tiles(rules))


def _tiles(rules: RuleSet | None) -> frozenset[str] | None:
    """The tiles of a rule set that is played, or None for any."""
    return None if rules is None else frozenset(map(str, rules.legal | rules.flowers))


@contextmanager
def at_the_reader() -> Iterator[None]:
    """One reads at a time; what is no photo, and models that do not load, become refusals."""
    from recognizer.photo import PhotoError
    from recognizer.reader import ModelError

    try:
        with _one_at_a_time:
            yield
    except ModelError as error:
        raise ScoringError("no_models", error.zh, error.en) from error
    except PhotoError as error:
        raise ScoringError(error.code, error.zh, error.en) from error


def draw_on(frame: Frame, reading: Reading, file: Path) -> None:
    """Writes the photo with its tiles drawn on it.

    Raises:
        Refusal: the file cannot be written.
    """
    import cv2

    from recognizer.draw import draw_reading

    height, width = frame.shape[:2]
    drawn = cv2.cvtColor(draw_reading(frame, reading.at(width, height)), cv2.COLOR_RGB2BGR)
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


def is_kept(name: str, folder: Path) -> bool:
    """Whether there is a photo of that name, or it was deleted."""
    return is_name(name) and any(file.is_file() for file in _places(name, folder))


def kept_photo(name: object, folder: Path) -> Path:
    """The file of a kept photo.

    Raises:
        Refusal: ``no_such_photo``.
    """
    for file in _places(name, folder) if isinstance(name, str) and is_name(name) else ():
        if file.is_file():
            return file
    raise Refusal("no_such_photo", 404)


def refer(name: str, folder: Path) -> None:
    """A deal refers to a kept photo: from now on it makes room for no other."""
    place, new = _places(name, folder)
    if not place.exists():
        with _keeping():
            if file_of(new).exists():
                file_of(new).rename(file_of(place))
            new.rename(place)


def delete_photo(name: str, folder: Path) -> None:
    """Deletes a photo; the second time there is nothing to do."""
    with _keeping():
        for file in _places(name, folder):
            file.unlink(missing_ok=True)
            file_of(file).unlink(missing_ok=True)


@dataclasses.dataclass(frozen=True, slots=True)
class Usage:
    """How much of their room the kept photos take."""

    photos: int
    bytes: int
    room: int
    """Bytes that there may be."""
    spare: int
    """Bytes of those that no deal refers to."""


def usage(folder: Path) -> Usage:
    """How much of their room the kept photos take."""
    kept = [file.stat().st_size for file in folder.glob("*.jpg")]
    spare = [file.stat().st_size for file in (folder / NEW).glob("*.jpg")]
    size = sum(kept) + sum(spare)
    return Usage(len(kept) + len(spare), size, _room(), sum(spare))


def small(photo: Path) -> bytes:
    """A kept photo as a thumbnail, JPEG; never stored, so that nothing is left of a deleted one."""
    from PIL import Image

    with Image.open(photo) as image:
        image.thumbnail((SMALL_SIDE, SMALL_SIDE))
        out = io.BytesIO()
        image.convert("RGB").save(out, "JPEG", quality=70)
    return out.getvalue()


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
    if not is_kept(name, folder):
        with _keeping():
            (folder / NEW).mkdir(parents=True, exist_ok=True)
            _make_room(len(data), folder)
            _write(data, folder / NEW / name)
    return name


def _places(name: str, folder: Path) -> tuple[Path, Path]:
    """Where a photo lies: once a deal refers to it, and before."""
    return folder / name, folder / NEW / name


def _room() -> int:
    chosen = os.environ.get("PAIZHUO_PHOTOS_MB", "")
    return (int(chosen) if chosen.isdecimal() else ROOM_MB) * 1024 * 1024


def _make_room(size: int, folder: Path) -> None:
    """Deletes the oldest photos that no deal refers to, until there is room for so many bytes."""
    used = usage(folder)
    over = used.bytes + size - used.room
    if over > used.spare:
        raise Refusal("photos_full", 507, room=used.room // (1024 * 1024))
    spare = sorted((folder / NEW).glob("*.jpg"), key=lambda file: file.stat().st_mtime)
    for file in spare:
        if over <= 0:
            break
        over -= file.stat().st_size
        file.unlink()
        file_of(file).unlink(missing_ok=True)


@contextmanager
def _keeping() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Refusal("cannot_keep", 503, why=error.strerror) from error


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
