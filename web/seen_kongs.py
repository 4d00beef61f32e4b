"""The kongs in a photo: found when one is made, left out of the hand once they are recorded.

Pure, like ``web.proposals``.  A concealed kong 暗杠 may lie with some of its tiles face down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from scoring.errors import ScoringError
from scoring.kongs import Kong
from web.faces import BACK
from web.refusals import Refusal

Reading: TypeAlias = Mapping[str, Any]
"""What ``web.photos.read_photo`` returns."""
FOUR = 4


@dataclass(frozen=True, slots=True)
class AskedKong:
    """A kong that a button began and that the page is to say the rest of."""

    key: str
    session: str
    names: tuple[str, ...]
    """Of the players at its table."""
    seat: int
    kind: str | None
    """A key of ``scoring.kongs.TYPES``; None: not said."""
    source: int | None
    tile: str | None
    """None: not seen."""
    need: ScoringError
    """Why the page must be asked."""

    @property
    def filled(self) -> dict[str, object]:
        """What the page's form begins with."""
        known = {"seat": self.seat, "kind": self.kind, "from": self.source, "tile": self.tile}
        return {name: value for name, value in known.items() if value is not None}


def made(reading: Reading, kind: str | None, kongs: Sequence[Kong]) -> str:
    """Which tile the kong that was just made is of.

    Args:
        reading: of the seat's tiles.
        kind: a key of ``scoring.kongs.TYPES``, or None where nobody said.
        kongs: those recorded before it.

    Raises:
        Refusal: ``screen_kong_tile``, where the photo shows not exactly one new kong, or not
            clearly.
    """
    recorded = {kong.tile for kong in kongs}
    hides = kind is None or kind == "concealed"
    seen: list[str | None] = []
    for numbers in _fours(reading):
        tiles = [reading["tiles"][number]["tile"] for number in numbers]
        doubtful = "?" in tiles or not set(numbers).isdisjoint(reading["doubtful"])
        faces = set(tiles) - {BACK}
        if doubtful and not faces <= recorded:
            seen.append(None)
        elif len(faces) == 1 and not faces & recorded and (hides or BACK not in tiles):
            seen.extend(faces)
    if len(seen) != 1 or seen[0] is None:
        raise Refusal("screen_kong_tile", 409)
    return seen[0]


def without(reading: Reading, kongs: Sequence[Kong]) -> Reading:
    """The reading without the tiles of recorded kongs; what is doubtful is numbered anew."""
    gone: set[int] = set()
    for kong in kongs:
        gone.update(_lying(kong, reading, gone))
    left = [number for number in range(len(reading["tiles"])) if number not in gone]
    return {
        **reading,
        "tiles": [reading["tiles"][number] for number in left],
        "doubtful": [left.index(number) for number in reading["doubtful"] if number in left],
    }


def _lying(kong: Kong, reading: Reading, gone: set[int]) -> list[int]:
    """Where a kong lies, faces before backs; nowhere where the photo does not show it."""
    fits: list[tuple[int, list[int]]] = []
    for numbers in _fours(reading):
        tiles = [reading["tiles"][number]["tile"] for number in numbers]
        backs = tiles.count(BACK)
        of_it = set(tiles) <= {kong.tile, BACK} and (not backs or kong.kind == "concealed")
        if of_it and gone.isdisjoint(numbers):
            fits.append((backs, numbers))
    return min(fits, default=(0, []))[1]


def _fours(reading: Reading) -> list[list[int]]:
    """The numbers of the tiles of every group of four."""
    groups: dict[tuple[int, int], list[int]] = {}
    for number, tile in enumerate(reading["tiles"]):
        groups.setdefault((tile["row"], tile["group"]), []).append(number)
    return [numbers for numbers in groups.values() if len(numbers) == FOUR]
