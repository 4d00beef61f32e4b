"""Where tiles lie: a frame → quadrilaterals with scores.

The network (`models.detector` describes its answer) looks at the whole frame, shrunk to `LOOK`
pixels; where the tiles it finds are small, it looks again at that part, closer. Each look is taken
four times, a quarter turn apart, and the answers are averaged: a photo is read the same whichever
way up it lies, and what only one of the four saw is no tile.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

LOOK = 512
"""Pixels of the longer side of the first look."""
CLOSEST = 1280
"""Pixels of the longer side of the closest second look."""
STRIDE = 8
"""Pixels of the network's input that one cell of its answer covers, each way."""
SMALL, GOOD = 30.0, 44.0
"""Tiles whose longer side is below `SMALL` pixels in the first look get a second one at `GOOD`."""
SCORE = 0.3
"""Tiles are believed from this score on."""
BESIDE = 0.6
"""Tiles whose middles are so much of a tile apart are two."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the detector found: ``quads`` ``float32 (n, 4, 2)`` in pixels of the frame, clockwise on
    the screen from the corner nearest the top left; ``scores`` ``float32 (n,)``, falling."""

    quads: NDArray[np.float32]
    scores: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.scores)


def session(path: Path, threads: int, takes: str) -> onnxruntime.InferenceSession:
    """An ONNX Runtime session on the CPU.

    Raises:
        ValueError: this model does not take one input called ``takes``: it is another one.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Arenas keep the largest size ever asked for: photos differ, and a small Pi has little.
    options.enable_cpu_mem_arena = False
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    opened = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    names = [each.name for each in opened.get_inputs()]
    if names != [takes]:
        raise ValueError(f"{path.name} takes {names}, not {takes}")
    return opened


def quads_of(hulls: NDArray[np.float32], touches: NDArray[np.float32]) -> NDArray[np.float32]:
    """Hulls ``(n, 4)`` (x1, y1, x2, y2) and touching points ``(n, 8)`` → corners ``(n, 4, 2)``.

    The four touching points of one tile go round together: their common turn says which way the
    tile leans, so that one near 0 and one near 1 are not mistaken for a triangle.
    """
    turns = np.arctan2(touches[:, 1::2], touches[:, ::2]) / (2 * np.pi)  # top, right, bottom, left
    leaning = turns * [1, 1, -1, -1]
    common = np.exp(2j * np.pi * leaning).mean(1)
    middle = (np.angle(common) / (2 * np.pi)) % 1.0
    near = (leaning - middle[:, None] + 0.5) % 1.0 - 0.5
    share = np.clip(middle[:, None] + near, 0.0, 1.0)
    top, right = share[:, 0], share[:, 1]
    bottom, left = 1 - share[:, 2], 1 - share[:, 3]
    x1, y1, x2, y2 = hulls.T
    width, height = x2 - x1, y2 - y1
    corners = np.stack(
        [
            np.stack([x1 + top * width, y1], 1),
            np.stack([x2, y1 + right * height], 1),
            np.stack([x1 + bottom * width, y2], 1),
            np.stack([x1, y1 + left * height], 1),
        ],
        1,
    )
    first = corners.sum(2).argmin(1)
    order = (first[:, None] + np.arange(4)) % 4
    return np.take_along_axis(corners, order[..., None], 1).astype(np.float32)


def _told(
    answer: NDArray[np.float32], rows: NDArray[np.int64], columns: NDArray[np.int64]
) -> NDArray[np.float64]:
    """What cells tell: the hull (x1, y1, x2, y2) and the touching points, ``(n, 12)``."""
    sides = np.exp(np.clip(answer[1:5, rows, columns].T, -4, 4)) * 16 * [-1, -1, 1, 1]
    centres = (np.stack([columns, rows, columns, rows], 1) + 0.5) * STRIDE
    return np.hstack([centres + sides, answer[5:, rows, columns].T])


def decode(answer: NDArray[np.float32], least: float) -> Found:
    """The network's answer ``(13, h, w)`` → tiles in pixels of its input, overlaps and all.

    A tile's corners are what the cells around its peak tell, each as far as it believes in a tile,
    but those that see another one beside it: one cell alone now and then takes a gap in the face,
    as between the bamboos of a four, for the border.
    """
    logits = answer[0]
    peaks = (logits == cv2.dilate(logits, np.ones((3, 3), np.uint8))) & (
        logits > np.log(least / (1 - least))
    )
    rows, columns = np.nonzero(peaks)
    chances = 1 / (1 + np.exp(-logits))
    own = _told(answer, rows, columns)
    spans = own[:, 2:4] - own[:, :2]
    total, weights = np.zeros_like(own), np.zeros((len(own), 1))
    for down, along in np.ndindex(3, 3):
        row = np.clip(rows + down - 1, 0, logits.shape[0] - 1)
        column = np.clip(columns + along - 1, 0, logits.shape[1] - 1)
        told = _told(answer, row, column)
        away = np.abs(told[:, :2] + told[:, 2:4] - own[:, :2] - own[:, 2:4]) / 2 / spans
        weight = (chances[row, column] ** 2 * (away.max(1, initial=0) < BESIDE))[:, None]
        total += weight * told
        weights += weight
    scores = chances[rows, columns]
    order = np.argsort(-scores, kind="stable")
    best: NDArray[np.float32] = (total / weights)[order].astype(np.float32)
    return Found(quads_of(best[:, :4], best[:, 4:]), scores[order].astype(np.float32))


def turned_back(answer: NDArray[np.float32], turns: int) -> NDArray[np.float32]:
    """The answer ``(13, h, w)`` to a picture that was turned by ``turns`` quarters anticlockwise,
    as if it had not been: its cells go back, and what was told of one side is told of the next."""
    answer = np.rot90(answer, -turns, (1, 2))
    for _ in range(turns):
        centre, left, top, right, bottom = answer[:5]
        at_top, at_right, at_bottom, at_left = answer[5:].reshape(4, 2, *answer.shape[1:])
        other_way = np.array([1, -1], np.float32)[:, None, None]  # the same point from the far end
        answer = np.concatenate(
            [
                np.stack([centre, bottom, left, top, right]),
                at_left * other_way,
                at_top,
                at_right * other_way,
                at_bottom,
            ]
        )
    return answer


def distinct(found: Found) -> Found:
    """Without tiles that overlap a better one by half of the smaller's area."""
    quads = found.quads
    low, high = quads.min(1), quads.max(1)
    areas = np.array([cv2.contourArea(quad) for quad in quads], np.float32)
    kept: list[int] = []
    for i in range(len(found)):
        if areas[i] < 16:
            continue
        touching = [j for j in kept if (low[i] < high[j]).all() and (low[j] < high[i]).all()]
        shared = (
            cv2.intersectConvexConvex(quads[i], quads[j])[0] / min(areas[i], areas[j])
            for j in touching
        )
        if all(share < 0.5 for share in shared):
            kept.append(i)
    return Found(found.quads[kept], found.scores[kept])


class TileDetector:
    """Finds faces and backs of tiles in a frame."""

    def __init__(self, path: Path, threads: int) -> None:
        self._session = session(path, threads, "image")

    def find(self, frame: NDArray[np.uint8], least: float = SCORE) -> Found:
        """The tiles of a frame ``uint8 (H, W, 3)`` RGB."""
        height, width = frame.shape[:2]
        scale = LOOK / max(height, width)
        found = self._look(frame, (0, 0, width, height), scale, least)
        if len(found):
            sizes = np.ptp(found.quads, 1).max(1)
            size = float(np.median(sizes))
            if size * scale < SMALL and scale < 1.0:
                found = self._closer(frame, found, min(GOOD / size, 1.0), least)
        return found

    def _closer(self, frame: NDArray[np.uint8], first: Found, scale: float, least: float) -> Found:
        """A second look at the part of the frame where the first one found tiles."""
        height, width = frame.shape[:2]
        margin = float(np.median(np.ptp(first.quads, 1).max(1))) * 2
        x1, y1 = np.maximum(first.quads.min((0, 1)) - margin, 0).astype(int)
        x2, y2 = np.minimum(first.quads.max((0, 1)) + margin, (width, height)).astype(int)
        scale = min(scale, CLOSEST / max(x2 - x1, y2 - y1))
        return self._look(frame, (int(x1), int(y1), int(x2), int(y2)), scale, least)

    def _look(
        self,
        frame: NDArray[np.uint8],
        part: tuple[int, int, int, int],
        scale: float,
        least: float,
    ) -> Found:
        x1, y1, x2, y2 = part
        # Even sides, so that the middle of the picture stays the middle when it is turned.
        width, height = (2 * max(1, round(side * scale / 2)) for side in (x2 - x1, y2 - y1))
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        view = cv2.resize(frame[y1:y2, x1:x2], (width, height), interpolation=way)
        padded = np.full((-(-height // 32) * 32, -(-width // 32) * 32, 3), 114, np.uint8)
        top, left = (padded.shape[0] - height) // 2, (padded.shape[1] - width) // 2
        padded[top : top + height, left : left + width] = view
        answers = []
        for turns in range(4):
            turned = np.rot90(padded, turns).transpose(2, 0, 1)[None]
            tensor = np.ascontiguousarray(turned, np.float32)
            (answer,) = self._session.run(None, {"image": tensor})
            answers.append(turned_back(np.asarray(answer)[0], turns))
        found = distinct(decode(np.mean(answers, 0), least))
        stretch = np.array([(x2 - x1) / width, (y2 - y1) / height], np.float32)
        quads = (found.quads - np.array([left, top], np.float32)) * stretch
        return Found(quads + np.array([x1, y1], np.float32), found.scores)
