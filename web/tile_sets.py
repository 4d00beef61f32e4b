"""A household's own tile sets: enrolled from photos, kept in the data folder, used when reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scoring import Tile, format_tiles, parse_tiles
from scoring.errors import ScoringError
from web.photos import at_the_reader, see, the_reader
from web.refusals import Refusal
from web.storage import home_folder

KINDS = tuple(str(tile) for tile in Tile if tile < Tile.from_text("X"))
"""The order that is expected where none is given: 1m…9m, 1p…9p, 1s…9s, 东南西北, 中发白."""
FLOWERS = tuple(f"{number}f" for number in range(1, 9))
LEAST_AGREED = 0.4
"""Least share of an order's tiles that must be read as the order says: a set in another style is
read worse than others, but one laid out in another order is read as something else throughout."""


def folder() -> Path:
    """Where sets are kept."""
    return home_folder() / "sets"


def names() -> list[str]:
    """The enrolled sets."""
    from recognizer.enrolment import set_names

    return set_names(folder())


def use(name: str) -> None:
    """Let a set have its say in every reading of this program.

    Raises:
        ScoringError: ``bad_set_name``, ``no_set``, ``bad_set``.
    """
    from recognizer.enrolment import load_set

    with _refusing():
        the_reader().tile_set = load_set(folder(), name)


def delete(name: str) -> None:
    """Forget a set.

    Raises:
        ScoringError: ``bad_set_name``, ``no_set``.
    """
    from recognizer.enrolment import delete_set

    with _refusing():
        delete_set(folder(), name)


def enrol(photos: Sequence[str], name: str, order: str | None = None) -> tuple[Path, int]:
    """Enrols a set from photos of all its tiles in a known order, or adds to it.

    Args:
        photos: paths; their tiles follow each other, each photo in reading order.
        name: of the set.
        order: the tiles that lie there in notation; by default one of each of the 34 kinds, with
            eight flowers after them where so many were seen.

    Returns:
        The set's file and how many tiles were learned.

    Raises:
        ScoringError: a photo cannot be read, ``wrong_count``, ``wrong_order``, ``bad_set_name``,
            or the order holds no tiles.
    """
    import numpy as np

    from recognizer.enrolment import check_order, load_set, new_set, save_set, set_names
    from recognizer.labels import LABELS

    with _refusing():
        tile_set = new_set(name)
    expected = [str(tile) for tile in parse_tiles(order)] if order else list(KINDS)
    unknown = [tile for tile in expected if tile not in LABELS]
    if unknown:
        raise Refusal("cannot_enrol", tile=unknown[0])
    seen, points = [], []
    for photo in photos:
        frame, reading = see(photo)
        tiles = reading.at(frame.shape[1], frame.shape[0]).tiles
        seen += [tile.tile for tile in tiles]
        points.append(the_reader().embeddings(frame, [tile.quad for tile in tiles]))
    if order is None and len(seen) == len(KINDS) + len(FLOWERS):
        expected += FLOWERS
    what = format_tiles(parse_tiles(" ".join(tile for tile in seen if tile not in ("back", "?"))))
    with _refusing():
        check_order(len(seen), expected, what)
        agreed = sum(one == other for one, other in zip(seen, expected, strict=True))
        if agreed < LEAST_AGREED * len(expected):
            raise Refusal("wrong_order", agreed=agreed, count=len(expected), seen=what)
        if tile_set.name in set_names(folder()):
            tile_set = load_set(folder(), tile_set.name)
        tile_set = tile_set.with_tiles(expected, np.concatenate(points))
        return save_set(folder(), tile_set), len(expected)


def learn(photo: Path, named: Sequence[Mapping[str, Any]]) -> int:
    """The set in use learns the tiles of a photo that a person corrected.

    Args:
        photo: the kept file.
        named: what ``web.corrections.keep`` kept of it.

    Returns:
        How many were learned; 0 where no set is in use.
    """
    from recognizer.enrolment import save_set
    from recognizer.labels import LABELS
    from recognizer.photo import open_photo

    reader = the_reader()
    corrected = [each for each in named if each["tile"] != each["read"] and each["tile"] in LABELS]
    if reader.tile_set is None or not corrected:
        return 0
    with at_the_reader():
        frame = open_photo(str(photo)).frame
        points = reader.embeddings(frame, [each["quad"] for each in corrected])
    reader.tile_set = reader.tile_set.with_tiles([each["tile"] for each in corrected], points)
    save_set(folder(), reader.tile_set)
    return len(corrected)


@contextmanager
def _refusing() -> Iterator[None]:
    from recognizer.enrolment import EnrolmentError

    try:
        yield
    except EnrolmentError as error:
        raise ScoringError(error.code, error.zh, error.en) from error
