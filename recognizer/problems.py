"""What is wrong with a photo, told with what to do about it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.reading import Problem
from recognizer.rectify import rectify

DARK_TILES, DARK_FRAME = 90, 45
"""Nine tenths of the pixels of the tiles, or of the whole frame, darker than this: too dark."""
SHARP = 2.5
"""Least variance of the Laplacian, relative to the contrast, of tiles in focus."""
SMALL = 18.0
"""Tiles whose shorter side has fewer pixels than this are hard to name."""

WHITEST, GLARE = 252, 0.3
"""A tile reflects a lamp where more than `GLARE` of it is at least so white."""


def problems_of(
    frame: NDArray[np.uint8], quads: NDArray[np.float32], glared: NDArray[np.bool_]
) -> list[Problem]:
    """Look at the light, the focus and the place of the tiles.

    Args:
        frame: ``uint8 (H, W, 3)``.
        quads: the tiles found, ``float32 (n, 4, 2)``, in reading order.
        glared: ``bool (n,)``: those that reflect a lamp (`reflecting`).
    """
    if not len(quads):
        return [_nothing(frame)]
    found = []
    height, width = frame.shape[:2]
    low, high = np.floor(quads.min((0, 1))).astype(int), np.ceil(quads.max((0, 1))).astype(int)
    x1, y1 = np.clip(low, 0, (width - 1, height - 1))
    x2, y2 = np.clip(high, (x1 + 1, y1 + 1), (width, height))
    grey = np.asarray(cv2.cvtColor(frame[y1:y2, x1:x2], cv2.COLOR_RGB2GRAY), np.uint8)
    bright = float(np.percentile(grey, 90))
    if bright < DARK_TILES:
        found.append(_dark())
    elif float((grey >= 253).mean()) > 0.35:
        found.append(
            Problem(
                "too_bright",
                "光线太强，牌面发白。请避开直射灯光，或调低曝光。",
                "too bright: the faces are washed out. Keep lamps off the tiles or lower the "
                "exposure.",
            )
        )
    sides = np.linalg.norm(np.roll(quads, -1, 1) - quads, axis=2)
    shorter = float(np.median(sides.min(1)))
    if shorter < SMALL:
        found.append(
            Problem(
                "too_small",
                "牌在照片里太小。请靠近一些，只拍这手牌。",
                "the tiles are too small in the photo: come closer and take only this hand.",
            )
        )
    elif _blurred(grey, shorter):
        found.append(
            Problem(
                "blurred",
                "照片模糊。请拿稳、对焦后再拍。",
                "the photo is blurred: hold still, let it focus, and take it again.",
            )
        )
    found += [
        Problem(
            "glare",
            f"第 {number + 1} 张牌反光。请移开灯或换个角度再拍。",
            f"tile {number + 1} reflects a lamp: move it or take the photo from another side.",
            number,
        )
        for number in np.flatnonzero(glared).tolist()
    ]
    for number, quad in enumerate(quads):
        # The detector draws what it sees of a tile, so one that is cut off ends at the edge.
        reach = max(2.0, 0.04 * float(np.ptp(quad, 0).max()))
        if (quad < reach).any() or (quad > (width - reach, height - reach)).any():
            found.append(
                Problem(
                    "cut_off",
                    f"第 {number + 1} 张牌在照片边上被切掉了。请把整手牌都拍进去。",
                    f"tile {number + 1} is cut off at the edge: take the whole hand.",
                    number,
                )
            )
    return found


def reflecting(
    frame: NDArray[np.uint8], quads: NDArray[np.float32], suspect: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which of the suspect tiles are washed out by a lamp, ``bool (n,)``.

    Args:
        frame: ``uint8 (H, W, 3)``.
        quads: ``float32 (n, 4, 2)``.
        suspect: ``bool (n,)``: tiles that are doubtful, or called empty.
    """
    found = np.zeros(len(quads), np.bool_)
    for number in np.flatnonzero(suspect):
        tile = rectify(frame, quads[number : number + 1])[0]
        found[number] = (tile.min(2) >= WHITEST).mean() > GLARE
    return found


def _blurred(grey: NDArray[np.uint8], tile: float) -> bool:
    """Are the tiles' edges soft, at a scale where a tile is 32 pixels?"""
    scale = 32 / tile
    if scale < 1:
        size = max(8, round(grey.shape[1] * scale)), max(8, round(grey.shape[0] * scale))
        grey = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    edges = cv2.Laplacian(grey, cv2.CV_32F)
    contrast = float(grey.std()) + 1.0
    return float(edges.var()) / contrast < SHARP


def _dark() -> Problem:
    return Problem(
        "too_dark",
        "光线太暗。请开灯或靠近灯光再拍。",
        "too dark: turn on a lamp or move closer to one.",
    )


def _nothing(frame: NDArray[np.uint8]) -> Problem:
    if float(np.percentile(frame, 90)) < DARK_FRAME:
        return _dark()
    return Problem(
        "nothing_found",
        "照片里没有找到牌。请从正上方或正前方拍，让牌面朝向镜头。",
        "no tile was found: take the photo from above or in front, faces towards the camera.",
    )
