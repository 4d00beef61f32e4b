"""What all tiles of a photo say about each other: a table has only so many of each.

Each tile's chances are weighed by the chance that there is still room for that kind once all the
others are counted. A doubt between a fifth 3m and a first 8m goes to the 8m; five sure 3m stay five
3m, and each becomes doubtful, since one of them must be misread. Nothing here knows what wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from recognizer.labels import BACK, LABELS, NOTHING
from recognizer.reading import Problem

COPIES, BLANKS = 4, 8
"""Of each kind there are four, of each flower one; houses play with up to eight blank jokers."""
FOREIGN = 0.05
"""How likely a tile that the rule set does not play with lies on its table, against one that it
does: somebody may have left the flowers in."""


def limits() -> NDArray[np.intp]:
    """How many there may be of each label, ``(45,)``; of backs and of what is no tile any number,
    written 0."""
    most = {BACK: 0, NOTHING: 0, "X": BLANKS}
    return np.array([most.get(label, 1 if label.endswith("f") else COPIES) for label in LABELS])


def room(chances: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    """For each tile the chance that fewer than ``most`` of the others are of a kind.

    Args:
        chances: ``(n,)``, each tile's chance of being of that kind.
        most: how many there are.
    """
    # How many of the first i, and of the last n - i, are of that kind: 0 … most, the last box
    # holding "most or more".
    count = len(chances)
    before, after = np.zeros((count + 1, most + 1)), np.zeros((count + 1, most + 1))
    before[0, 0] = after[count, 0] = 1.0

    def one_more(counts: NDArray[np.float64], chance: float) -> NDArray[np.float64]:
        moved = counts * (1 - chance)
        moved[1:] += counts[:-1] * chance
        moved[-1] += counts[-1] * chance
        return moved

    for i in range(count):
        before[i + 1] = one_more(before[i], chances[i])
        after[count - 1 - i] = one_more(after[count - i], chances[count - 1 - i])
    fewer = np.cumsum(after[:, :most], 1)  # at most 0, 1 … most - 1 of the last ones
    left = np.stack([(before[i, :most] * fewer[i + 1, ::-1]).sum() for i in range(count)])
    return np.asarray(left, np.float64)


def jointly(
    chances: NDArray[np.float32], rules: frozenset[str] | None = None
) -> NDArray[np.float32]:
    """The chances of all tiles of a photo, given that they lie on one table.

    Args:
        chances: ``float32 (n, 45)`` in the order of `LABELS`, rows summing to 1.
        rules: the tiles of the table's rule set in notation, None: any.

    Returns:
        The same shape, rows summing to 1.
    """
    weighed = chances.astype(np.float64)
    if rules is not None:
        played = np.array([label in rules or label in (BACK, NOTHING) for label in LABELS])
        weighed = weighed * np.where(played, 1.0, FOREIGN)
    weighed /= np.maximum(weighed.sum(1, keepdims=True), 1e-12)
    fitting = weighed.copy()
    for label, most in enumerate(limits()):
        if most and weighed[:, label].sum() > 0.5 * most:
            fitting[:, label] *= room(weighed[:, label], int(most))
    fitting /= np.maximum(fitting.sum(1, keepdims=True), 1e-12)
    return fitting.astype(np.float32)


def too_many(tiles: Iterable[str]) -> list[Problem]:
    """A sentence for every kind that was named more often than there are such tiles."""
    most = dict(zip(LABELS, limits().tolist(), strict=True))
    return [
        Problem(
            "too_many",
            f"看到 {count} 张 {tile}，一副牌只有 {most[tile]} 张："
            "请核对标记的牌，或拿开别家的牌再拍。",
            f"{count} of {tile} were seen, and there are only {most[tile]}: check those tiles, or "
            "move other people's away and take the photo again.",
        )
        for tile, count in Counter(tiles).items()
        if count > most.get(tile, 0) > 0
    ]
