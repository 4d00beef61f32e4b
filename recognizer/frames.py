"""Several frames of one table become one look: a burst of a still, or what a camera shows.

The frames may be shifted against each other by a hand that shook. A tile is told from all frames
that show it, so a reflection or a blur in one of them does no harm; one that only a few of them
show is doubtful, or nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recognizer.classify import Named
from recognizer.labels import LABELS, NOTHING

NEAR = 0.5
"""Two tiles of two frames are one where their middles are nearer than this share of a tile."""
ENOUGH = 0.6
"""A tile that this share of the frames shows is there; of fewer it is that much less likely."""
NONE = LABELS.index(NOTHING)


@dataclass(frozen=True, slots=True)
class Look:
    """What one frame, or several together, show: ``quads`` ``float32 (n, 4, 2)``, their names, and
    ``beliefs`` ``float32 (n,)``, how sure it is that each is a tile."""

    quads: NDArray[np.float32]
    named: Named
    beliefs: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.quads)

    @property
    def size(self) -> float:
        """Pixels of a tile's longer side."""
        return float(np.median(np.ptp(self.quads, 1).max(1))) if len(self) else 0.0

    @property
    def clearness(self) -> float:
        """How much is told, and how surely."""
        return float(np.delete(self.named.chances, NONE, 1).max(1, initial=0).sum())


def shift_between(look: Look, other: Look) -> NDArray[np.float64] | None:
    """By how many pixels ``(x, y)`` the tiles of ``other`` lie elsewhere than in ``look``.

    Every pair of tiles of one name proposes its own shift; the one that most tiles follow counts.
    None where hardly any follow it: the frames show two tables.
    """
    if not len(look) or not len(other):
        return None
    here, there = look.quads.mean(1), other.quads.mean(1)
    alike = look.named.chances.argmax(1)[:, None] == other.named.chances.argmax(1)[None]
    proposed = (there[None] - here[:, None])[alike].astype(np.float64)
    if not len(proposed):
        return None
    apart = np.linalg.norm(proposed[:, None] - proposed[None], axis=2)
    followed = apart < NEAR / 2 * look.size
    # Of shifts that as many follow take the smallest: a hand does not shake by a whole tile.
    votes = followed.sum(1) - np.linalg.norm(proposed, axis=1) / (1e3 * max(look.size, 1.0))
    best = int(votes.argmax())
    if followed[best].sum() < min(len(look), len(other)) / 3:
        return None
    shift: NDArray[np.float64] = proposed[followed[best]].mean(0)
    return shift


def fuse(looks: Sequence[Look]) -> tuple[Look, int]:
    """All looks as one, in the pixels of the clearest.

    Returns:
        The look, and which of ``looks`` its pixels are those of.
    """
    first = max(range(len(looks)), key=lambda number: looks[number].clearness)
    clearest = looks[first]
    quads: list[NDArray[np.float32]] = list(clearest.quads)
    seen: list[list[tuple[Look, int]]] = [[(clearest, i)] for i in range(len(clearest))]
    frames = 1
    for number, look in enumerate(looks):
        shift = None if number == first else shift_between(clearest, look)
        if shift is None:
            continue
        frames += 1
        moved = look.quads - shift.astype(np.float32)
        for i, j in _same(np.array(quads).mean(1), moved.mean(1), NEAR * clearest.size):
            if i is None:
                quads.append(moved[j])
                seen.append([(look, j)])
            else:
                seen[i].append((look, j))
    if frames == 1:
        return clearest, first
    parts = [_told(each, frames) for each in seen]
    chances, turns, embeddings = (np.array(part, np.float32) for part in zip(*parts, strict=True))
    beliefs = [sum(float(look.beliefs[i]) for look, i in each) / frames for each in seen]
    return Look(
        np.array(quads, np.float32),
        Named(chances, turns, embeddings),
        np.array(beliefs, np.float32),
    ), first


def _same(
    here: NDArray[np.float32], there: NDArray[np.float32], reach: float
) -> list[tuple[int | None, int]]:
    """For each middle of ``there`` the nearest of ``here`` within reach, each taken once."""
    apart = np.linalg.norm(here[:, None] - there[None], axis=2)
    pairs: list[tuple[int | None, int]] = []
    taken: set[int] = set()
    for j in apart.min(0).argsort(kind="stable").tolist():
        i = int(apart[:, j].argmin())
        mine = apart[i, j] < reach and i not in taken
        taken.add(i)
        if mine or apart[i, j] >= reach:
            pairs.append((i if mine else None, j))
    return pairs


def _told(
    seen: Sequence[tuple[Look, int]], frames: int
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """One tile from the frames that show it: chances, rotation, embedding."""
    # Frames of a burst share their light and their blur: they are no independent witnesses, so
    # their logs are averaged and not added.
    logs = np.mean([np.log(np.maximum(look.named.chances[i], 1e-9)) for look, i in seen], 0)
    chances = np.exp(logs)
    chances *= min(1.0, len(seen) / frames / ENOUGH) / chances.sum()
    chances[NONE] += 1 - chances.sum()
    embedding = np.mean([look.named.embeddings[i] for look, i in seen], 0)
    turns = seen[0][0].named.turns[seen[0][1]]
    return chances, turns, embedding / np.linalg.norm(embedding)
