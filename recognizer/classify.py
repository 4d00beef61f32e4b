"""What each rectified tile is: its label's chances, its rotation, its embedding.

Every tile is shown to the network four times, a quarter turn apart, and the answers are averaged:
which corner the detector began with makes no difference.
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
        logs, turned, embedded = [], [], []
        for quarters in range(4):
            shown = np.rot90(tiles, quarters, (1, 2)).transpose(0, 3, 1, 2)
            tensor = np.ascontiguousarray(shown, np.float32)
            chances, turns, embeddings = self._session.run(None, {"tiles": tensor})
            logs.append(np.log(np.maximum(chances, 1e-9)))
            # Turned anticlockwise by a quarter, what was the second corner comes first.
            turned.append(np.roll(turns, quarters, 1))
            embedded.append(embeddings)
        likely = np.exp(np.mean(logs, 0))
        middle = np.mean(embedded, 0)
        return (
            (likely / likely.sum(1, keepdims=True)).astype(np.float32),
            np.mean(turned, 0).astype(np.float32),
            (middle / np.linalg.norm(middle, axis=1, keepdims=True)).astype(np.float32),
        )
