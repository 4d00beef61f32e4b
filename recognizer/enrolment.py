"""A household's own tile set: photographed once in a known order, consulted ever after.

The classifier tells a tile by an embedding, a point on a sphere where tiles of one kind lie close
together. An enrolled set keeps the points of its own tiles; a tile read later is likelier what its
nearest neighbours of that set are. A set is one file: small, exportable, deletable, never needed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from recognizer.classify import EMBEDDING
from recognizer.labels import LABELS

WEIGHT = 8.0
"""How much a set's own tiles count against the classifier, chosen on the ``val`` fold
(``python -m models.enrolment``)."""
NEUTRAL = 0.6
"""The likeness that speaks neither for nor against."""
KEPT = 12
"""Embeddings kept of each kind: the latest."""
LONGEST_NAME = 40
SUFFIX = ".npz"


class EnrolmentError(ValueError):
    """A set cannot be enrolled, found or kept; ``code``, ``zh`` and ``en`` say why and what to do.

    ``code`` is ``bad_set_name``, ``no_set``, ``wrong_count`` or ``bad_set``.
    """

    def __init__(self, code: str, zh: str, en: str) -> None:
        super().__init__(en)
        self.code, self.zh, self.en = code, zh, en


@dataclass(frozen=True, slots=True)
class TileSet:
    """One household's set: ``labels`` ``int64 (m,)``, indices into `LABELS`, and as many
    ``embeddings`` ``float32 (m, 128)`` of length 1."""

    name: str
    labels: NDArray[np.int64]
    embeddings: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def tiles(self) -> tuple[str, ...]:
        """The kinds it knows, in the order of `LABELS`."""
        return tuple(LABELS[i] for i in np.unique(self.labels))

    def with_tiles(self, tiles: Sequence[str], embeddings: NDArray[np.float32]) -> TileSet:
        """The set with further tiles, ``tiles`` in notation and their ``embeddings``."""
        labels = np.array([LABELS.index(tile) for tile in tiles], np.int64)
        labels = np.concatenate([self.labels, labels])
        points = np.concatenate([self.embeddings, embeddings.astype(np.float32)])
        kept = np.sort(
            np.concatenate([np.flatnonzero(labels == label)[-KEPT:] for label in np.unique(labels)])
        )
        return TileSet(self.name, labels[kept], points[kept])

    def weigh(
        self,
        chances: NDArray[np.float32],
        embeddings: NDArray[np.float32],
        weight: float = WEIGHT,
    ) -> NDArray[np.float32]:
        """The classifier's chances ``(n, 45)`` given that the tiles are of this set.

        Kinds that the set does not know are left as they are.
        """
        if not len(self):
            return chances
        likeness = embeddings @ self.embeddings.T
        told = np.log(np.maximum(chances, 1e-9)).astype(np.float64)
        for label in np.unique(self.labels):
            told[:, label] += weight * (likeness[:, self.labels == label].max(1) - NEUTRAL)
        told -= told.max(1, keepdims=True)
        likely = np.exp(told)
        return np.asarray(likely / likely.sum(1, keepdims=True), np.float32)


def new_set(name: str) -> TileSet:
    """An empty set.

    Raises:
        EnrolmentError: ``bad_set_name``.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not name or len(name) > LONGEST_NAME or re.search(r'[\\/:*?"<>|\x00-\x1f]|^\.', name):
        raise EnrolmentError(
            "bad_set_name",
            f'牌的名字要有 1 到 {LONGEST_NAME} 个字，不能用 / \\ : * ? " < > | ，也不能以点开头。',
            f"a set's name has 1 to {LONGEST_NAME} characters, none of / \\ : * ? \" < > | , and "
            "no leading dot.",
        )
    return TileSet(name, np.zeros(0, np.int64), np.zeros((0, EMBEDDING), np.float32))


def check_order(seen: int, order: Sequence[str], what: str) -> None:
    """Refuses a photo whose tiles cannot be those of the order.

    Args:
        seen: how many tiles were seen.
        order: the tiles that lie there, in reading order.
        what: what was seen, for the sentence.

    Raises:
        EnrolmentError: ``wrong_count``.
    """
    if seen != len(order):
        raise EnrolmentError(
            "wrong_count",
            f"看到 {seen} 张牌，应该是 {len(order)} 张。看到的是：{what}。"
            "请按顺序排好、全部拍进去，拿开别的牌再拍。",
            f"{seen} tiles were seen, and there should be {len(order)}. Seen: {what}. Lay them out "
            "in order, all in the photo and nothing else, and take it again.",
        )


# -- where sets are kept ------------------------------------------------------------------------


def set_names(folder: Path) -> list[str]:
    """The sets of a folder, by name."""
    return sorted(path.name.removesuffix(SUFFIX) for path in folder.glob(f"*{SUFFIX}"))


def load_set(folder: Path, name: str) -> TileSet:
    """A kept set.

    Raises:
        EnrolmentError: ``no_set``, ``bad_set`` (its file is damaged).
    """
    file = _file(folder, name)
    if not file.is_file():
        raise _no_set(folder, name)
    try:
        # NumPy leaves a file that it opened itself open when it is damaged.
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as kept:
            tiles, points = [str(tile) for tile in kept["tiles"]], kept["embeddings"]
        if points.shape != (len(tiles), EMBEDDING):
            raise ValueError("shape")
        return new_set(name).with_tiles(tiles, points)
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise EnrolmentError(
            "bad_set",
            f"“{name}”这副牌的文件坏了：请删掉后重新登记。",
            f"the file of the set “{name}” is damaged: delete it and enrol the set again.",
        ) from error


def save_set(folder: Path, tiles: TileSet) -> Path:
    """Keep a set in a folder, in the place of one of its name; its file."""
    folder.mkdir(parents=True, exist_ok=True)
    file = _file(folder, tiles.name)
    new = file.with_suffix(".new")
    names = np.array([LABELS[label] for label in tiles.labels])
    with new.open("wb") as out:
        np.savez_compressed(out, tiles=names, embeddings=tiles.embeddings)
    new.replace(file)
    return file


def delete_set(folder: Path, name: str) -> None:
    """Forget a set.

    Raises:
        EnrolmentError: ``no_set``.
    """
    file = _file(folder, name)
    if not file.is_file():
        raise _no_set(folder, name)
    file.unlink()


def _file(folder: Path, name: str) -> Path:
    return folder / f"{new_set(name).name}{SUFFIX}"


def _no_set(folder: Path, name: str) -> EnrolmentError:
    known = "、".join(set_names(folder)) or "—"
    return EnrolmentError(
        "no_set",
        f"没有叫“{name}”的牌；已登记的有：{known}。",
        f"there is no set called “{name}”; enrolled are: {known}.",
    )
