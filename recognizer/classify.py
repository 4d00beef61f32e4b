"""What each rectified tile is: its label's chances, its rotation, its embedding.

Every tile is shown to the network twice, half a turn apart, and, where that leaves a doubt, as it
lies a quarter turn on too; the answers are averaged.  Which corner the detector began with so makes
next to no difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from recognizer.detect import session
from recognizer.labels import LABELS
from recognizer.rectify import rectify

EMBEDDING = 128
"""Numbers of an embedding."""
CHUNK = 32
"""Tiles classified at a time, so that a wall of a hundred needs no more memory than a hand."""

SURE = 0.98
"""A tile that is one label with this chance after two looks is not looked at again."""


@dataclass(frozen=True, slots=True)
class Named:
    """What the classifier says of n tiles.

    ``chances`` ``float32 (n, 45)`` in the order of `recognizer.labels.LABELS`, each row summing
    to 1; ``turns`` ``float32 (n, 4)``, chances that the face's own top left is the quadrilateral's
    first, second … corner; ``embeddings`` ``float32 (n, 128)`` of length 1.
    """

    chances: NDArray[np.float32]
    turns: NDArray[np.float32]
    embeddings: NDArray[np.float32]


class TileClassifier:
    """Names rectified tiles."""

    def __init__(self, path: Path, threads: int) -> None:
        self._session = session(path, threads, "tiles")

    def name(self, frame: NDArray[np.uint8], quads: NDArray[np.float32]) -> Named:
        """Cut the quadrilaterals ``(n, 4, 2)`` out of the frame at full resolution; name each."""
        answers = [tuple(np.zeros((0, n), np.float32) for n in (len(LABELS), 4, EMBEDDING))]
        for start in range(0, len(quads), CHUNK):
            tiles = rectify(frame, quads[start : start + CHUNK])
            answers.append(self.name_tiles(tiles))
        chances, turns, embeddings = (np.concatenate(part) for part in zip(*answers, strict=True))
        return Named(chances, turns, embeddings)

    def name_tiles(self, tiles: NDArray[np.uint8]) -> tuple[NDArray[np.float32], ...]:
        """The ``chances``, ``turns`` and ``embeddings`` of rectified tiles ``(n, 64, 64, 3)``."""
        logs, turns, embeddings = self._turned(tiles, (0, 2))
        unsure = np.flatnonzero(_shares(logs / 2).max(1) < SURE)
        shown = np.full((len(tiles), 1), 2.0)
        if len(unsure):
            for total, more in zip(
                (logs, turns, embeddings), self._turned(tiles[unsure], (1, 3)), strict=True
            ):
                total[unsure] += more
            shown[unsure] = 4
        return (
            _shares(logs / shown).astype(np.float32),
            (turns / shown).astype(np.float32),
            (embeddings / np.linalg.norm(embeddings, axis=1, keepdims=True)).astype(np.float32),
        )

    def _turned(
        self, tiles: NDArray[np.uint8], quarters: tuple[int, ...]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """The sums, over some turns, of the logarithms of chances, of the turns, the embeddings."""
        logs, turned, embedded = [], [], []
        for quarter in quarters:
            shown = np.rot90(tiles, quarter, (1, 2)).transpose(0, 3, 1, 2)
            tensor = np.ascontiguousarray(shown, np.float32)
            chances, turns, embeddings = self._session.run(None, {"tiles": tensor})
            logs.append(np.log(np.maximum(chances, 1e-9)))
            # Turned anticlockwise by a quarter, what was the second corner comes first.
            turned.append(np.roll(turns, quarter, 1))
            embedded.append(embeddings)
        return np.sum(logs, 0, float), np.sum(turned, 0, float), np.sum(embedded, 0, float)


def _shares(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chances, each row summing to 1, of their logarithms."""
    likely = np.exp(logs)
    shares: NDArray[np.float64] = likely / likely.sum(1, keepdims=True)
    return shares
