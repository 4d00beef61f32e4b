"""The whole way from a frame to a `Reading`."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from recognizer.arrange import Place, arrange
from recognizer.classify import Named, TileClassifier
from recognizer.detect import Found, TileDetector
from recognizer.enrolment import TileSet
from recognizer.frames import Look, fuse
from recognizer.joint import jointly, too_many
from recognizer.labels import ALIKE_UPSIDE_DOWN, BACK, LABELS, NOTHING
from recognizer.photo import open_photo
from recognizer.problems import problems_of, reflecting
from recognizer.reading import DOUBTFUL, Problem, Quad, Reading, SeenTile
from recognizer.shape import drawn_out
from recognizer.strays import left_out, strays

LARGE = 6_000_000
"""Pixels of a photo from which on half its size is tried first."""
ENOUGH = 80.0
"""Pixels of a tile's longer side from which on a crop loses nothing: the classifier sees 64."""
BELIEVED = 0.25
"""The chance, by both networks together, from which on something is taken for a tile."""
UNKNOWN = 0.35
"""Below this confidence a tile is not named at all."""
KEPT_RUNNERS_UP = 3
EMPTY = [LABELS.index(label) for label in ("P", "X", BACK)]
"""What a tile looks like that a lamp has washed out."""
HIDDEN = 0.3
"""The chance that a reflection on a tile hides something else."""


class ModelError(RuntimeError):
    """The models are missing or cannot be loaded; ``zh`` and ``en`` say what to do."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(en)
        self.zh, self.en = zh, en


def model_folder() -> Path:
    """Where the ONNX files lie, installed or in a checkout."""
    return Path(str(files("models")))


class Reader:
    """Reads tiles. Models load at the first reading; one reader may serve several threads.

    Args:
        folder: where ``detector.onnx`` and ``classifier.onnx`` lie, default `model_folder`.
        threads: processor threads for the networks.

    Attributes:
        tile_set: the household's own set, if one was enrolled: it has a say in every reading.
    """

    def __init__(self, folder: Path | None = None, threads: int = 2) -> None:
        self.tile_set: TileSet | None = None
        self._folder, self._threads = folder, threads
        self._loading = threading.Lock()
        self._models: tuple[TileDetector, TileClassifier] | None = None

    def models(self) -> tuple[TileDetector, TileClassifier]:
        """Both networks, loaded now if they are not yet.

        Raises:
            ModelError: a file is missing or is no model.
        """
        with self._loading:
            if self._models is None:
                folder = self._folder or model_folder()
                try:
                    self._models = (
                        TileDetector(folder / "detector.onnx", self._threads),
                        TileClassifier(folder / "classifier.onnx", self._threads),
                    )
                except Exception as error:  # ONNX Runtime raises classes of its own for each fault
                    raise ModelError(
                        "识别模型缺失或损坏，请重新安装 paizhuo；仍可手动点选牌。",
                        "the recognition models are missing or damaged: install paizhuo again; "
                        "tiles can still be tapped in.",
                    ) from error
            return self._models

    def read(self, frame: NDArray[np.uint8], rules: frozenset[str] | None = None) -> Reading:
        """Read one frame.

        Args:
            frame: ``uint8 (H, W, 3)`` RGB, upright.
            rules: the tiles of the table's rule set in notation; others are told only as
                runners-up with their chance. None: every tile there is.

        Raises:
            ModelError: the models cannot be loaded.
        """
        return self.read_frames([frame], rules)

    def read_frames(
        self,
        frames: Sequence[NDArray[np.uint8]],
        rules: frozenset[str] | None = None,
    ) -> Reading:
        """Read several frames of one table as one; the reading's pixels are those of the clearest.

        Args and errors as of `read`; at least one frame.
        """
        detector, classifier = self.models()
        looks, spent = [], {"detect": 0.0, "classify": 0.0}
        begun = time.perf_counter()
        for frame in frames:
            started = time.perf_counter()
            found = detector.find(frame)
            detected = time.perf_counter()
            looks.append(_named(frame, found, classifier))
            spent["detect"] += (detected - started) * 1000
            spent["classify"] += (time.perf_counter() - detected) * 1000
        look, clearest = fuse(looks)
        frame = frames[clearest]
        tiles, problems = _told(frame, look, rules, self.tile_set)
        spent["total"] = (time.perf_counter() - begun) * 1000
        height, width = frame.shape[:2]
        return Reading(width, height, tiles, problems, spent, clearest)

    def read_photos(
        self,
        sources: Sequence[str | os.PathLike[str] | bytes],
        rules: frozenset[str] | None = None,
    ) -> tuple[NDArray[np.uint8], Reading]:
        """Open photos of one table and read them as one.

        Large JPEGs are first decoded at half their size. Where that leaves tiles too few pixels
        for a crop to be as good as one of the original, they are decoded and read whole.

        Args:
            sources: paths, or files' bytes; at least one.
            rules: as of `read`.

        Returns:
            The clearest photo's frame, ``uint8 (H, W, 3)``, as it was read, and the reading in
            pixels of that photo's file (``reading.at(W, H)`` is in those of the frame).

        Raises:
            PhotoError: one is no readable photo.
            ModelError: the models cannot be loaded.
        """
        begun = time.perf_counter()
        photos = [open_photo(source, LARGE) for source in sources]
        decode = time.perf_counter() - begun
        reading = self.read_frames([photo.frame for photo in photos], rules)
        halved = any(photo.frame.shape[1] < photo.width for photo in photos)
        if halved and _least_side(reading) < ENOUGH:
            begun = time.perf_counter()
            photos = [open_photo(source) for source in sources]
            decode += time.perf_counter() - begun
            reading = self.read_frames([photo.frame for photo in photos], rules)
        photo = photos[reading.clearest]
        decode *= 1000
        ms = {"decode": decode} | reading.ms | {"total": decode + reading.ms["total"]}
        return photo.frame, replace(reading, ms=ms).at(photo.width, photo.height)

    def embeddings(
        self, frame: NDArray[np.uint8], quads: Sequence[Sequence[Sequence[float]]]
    ) -> NDArray[np.float32]:
        """The embeddings ``(n, 128)`` of the tiles with these corners, for enrolment."""
        corners = np.array(quads, np.float32).reshape(-1, 4, 2)
        return self.models()[1].name(frame, corners).embeddings


def _least_side(reading: Reading) -> float:
    """The longer side of the smallest tile, in pixels; 0 where there is no tile."""
    quads = np.array([tile.quad for tile in reading.tiles], np.float32).reshape(-1, 4, 2)
    sides = np.linalg.norm(np.roll(quads, -1, 1) - quads, axis=2).max(1)
    return float(sides.min(initial=np.inf)) if len(sides) else 0.0


def _named(frame: NDArray[np.uint8], found: Found, classifier: TileClassifier) -> Look:
    """The tiles of a frame with their names; one that is too short as it is told best.

    That something is a tile at all is for both networks to say: what the detector only just
    believes and the classifier doubts is left out.
    """
    quads = found.quads
    numbers, proposed = drawn_out(quads)
    candidates = np.concatenate([quads, proposed])
    named = classifier.name(frame, candidates)
    sure = np.delete(named.chances, LABELS.index(NOTHING), 1).max(1)
    chosen = np.arange(len(quads))
    for place, number in enumerate(numbers, len(quads)):
        if sure[place] >= max(sure[chosen[number]], DOUBTFUL):
            chosen[number] = place
    beliefs = found.scores * (1 - named.chances[chosen, LABELS.index(NOTHING)])
    chosen, beliefs = chosen[beliefs >= BELIEVED], beliefs[beliefs >= BELIEVED]
    return Look(
        candidates[chosen],
        Named(named.chances[chosen], named.turns[chosen], named.embeddings[chosen]),
        beliefs,
    )


def _told(
    frame: NDArray[np.uint8],
    look: Look,
    rules: frozenset[str] | None,
    tile_set: TileSet | None,
) -> tuple[tuple[SeenTile, ...], tuple[Problem, ...]]:
    """What was looked at, decoded together and arranged."""
    if not len(look):
        return (), tuple(problems_of(frame, look.quads, np.zeros(0, np.bool_)))
    alone = look.named.chances
    if tile_set is not None:
        alone = tile_set.weigh(alone, look.named.embeddings)
    real = alone.argmax(1) != LABELS.index(NOTHING)
    stray = np.zeros_like(real)
    stray[real] = strays(look.quads[real], alone[real].max(1), look.beliefs[real])
    kept = real & ~stray
    quads, turns, alone = look.quads[kept], look.named.turns[kept], alone[kept]
    chances = jointly(alone, rules)
    names, sure = chances.argmax(1), chances.max(1) >= DOUBTFUL
    glared = reflecting(frame, quads, np.isin(names, EMPTY) | ~sure)
    chances[glared] = chances[glared] * (1 - HIDDEN) + HIDDEN / len(LABELS)
    told = np.array([LABELS[i] not in ALIKE_UPSIDE_DOWN for i in names])
    places = arrange(quads, _rightwards(quads, turns) * told[:, None])
    tiles = tuple(_seen(alone[p.tile], chances[p.tile], quads[p.tile], p, rules) for p in places)
    order = [place.tile for place in places]
    problems = problems_of(frame, quads[order], glared[order])
    problems += too_many([tile.tile for tile in tiles])
    if stray.any():
        problems.append(left_out(int(stray.sum())))
    return tiles, tuple(problems)


def _rightwards(quads: NDArray[np.float32], turns: NDArray[np.float32]) -> NDArray[np.float32]:
    """For each tile the direction its face reads in, as long as its rotation is sure."""
    sides = np.roll(quads, -1, 1) - quads  # from each corner to the next, clockwise
    sides /= np.maximum(np.linalg.norm(sides, axis=2, keepdims=True), 1e-6)
    directions: NDArray[np.float32] = (sides * turns[..., None]).sum(1)
    return directions


def _seen(
    alone: NDArray[np.float32],
    chances: NDArray[np.float32],
    quad: NDArray[np.float32],
    place: Place,
    rules: frozenset[str] | None,
) -> SeenTile:
    likely = _likely(chances, rules)
    name, confidence = likely[0]
    others = tuple(pair for pair in likely[1 : 1 + KEPT_RUNNERS_UP] if pair[1] >= 0.0005)
    if confidence < UNKNOWN:
        name, others = "?", tuple(likely[:KEPT_RUNNERS_UP])
    by_itself = _likely(alone, rules)[0][0]
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    corners: Quad = (a, b, c, d)
    return SeenTile(
        name,
        confidence,
        corners,
        place.row,
        place.group,
        place.index,
        others,
        by_itself if name not in ("?", by_itself) else None,
    )


def _likely(chances: NDArray[np.float32], rules: frozenset[str] | None) -> list[tuple[str, float]]:
    """What it can be, most likely first. A tile that the table does not have cannot be what lies
    there; its chance stays as doubt."""
    order = np.argsort(-chances)
    likely = [(LABELS[i], float(chances[i])) for i in order if LABELS[i] != NOTHING]
    if rules is not None:
        likely.sort(key=lambda pair: pair[0] not in rules and pair[0] != BACK)
    return likely
