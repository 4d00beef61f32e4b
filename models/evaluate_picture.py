"""The evaluation's figures as a picture: bars by source, reliability, what was confused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from models.evaluate import Tally

Colour = tuple[int, int, int]
WHITE, INK, FAINT = (255, 255, 255), (40, 44, 52), (222, 225, 230)
COLOURS: tuple[Colour, ...] = ((31, 119, 180), (217, 95, 2), (27, 158, 119), (117, 112, 179))
SIDE = 520
"""Pixels of each square chart."""
MARGIN = 70
CONFUSED = 22
"""Labels and readings shown at the most, those confused most often."""
MISSED = "missed"


def draw(tallies: Mapping[str, Tally]) -> NDArray[np.uint8]:
    """A picture ``uint8 (H, W, 3)`` RGB of tallies by name."""
    whole = {name: tally for name, tally in tallies.items() if not name.startswith("val: ")}
    confusions: Counter[tuple[str, str]] = Counter()
    for tally in whole.values():
        confusions += tally.confusions
    charts = np.hstack([_reliability(whole), _confusions(confusions)])
    return np.vstack([_bars(tallies, charts.shape[1]), charts])


def _text(
    image: NDArray[np.uint8], text: str, x: float, y: float, size: float = 0.45, ink: Colour = INK
) -> None:
    """Write from (x, y), the left end of its base line."""
    place = (round(x), round(y))
    cv2.putText(image, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, ink, 1, cv2.LINE_AA)


def _bars(tallies: Mapping[str, Tally], width: int) -> NDArray[np.uint8]:
    measures = ("found", "right", "whole photos", "order")
    line, left = 20, 210
    block = line * len(measures) + 14
    image = np.full((block * len(tallies) + 50, width, 3), WHITE, np.uint8)
    span = width - left - 90
    for place, (name, tally) in enumerate(tallies.items()):
        top = 40 + place * block
        _text(image, name, 12, top + block / 2 - 4, 0.5)
        shares = (
            (tally.found, tally.tiles),
            (tally.right, tally.tiles),
            (tally.whole, tally.photos),
            (tally.in_order, tally.laid),
        )
        for number, (part, of) in enumerate(shares):
            if not of:
                continue
            y = top + number * line
            end = left + round(span * part / of)
            cv2.rectangle(image, (left, y), (left + span, y + line - 5), FAINT, -1)
            cv2.rectangle(image, (left, y), (end, y + line - 5), COLOURS[number], -1)
            _text(image, f"{100 * part / of:.1f} %", left + span + 8, y + line - 7)
    for number, measure in enumerate(measures):
        x = left + number * 150
        cv2.rectangle(image, (x, 12), (x + 12, 24), COLOURS[number], -1)
        _text(image, measure, x + 18, 23)
    return image


def _reliability(tallies: Mapping[str, Tally]) -> NDArray[np.uint8]:
    """How often what is said with a confidence is right; the area of a dot is its share."""
    image = np.full((SIDE + 2 * MARGIN, SIDE + 2 * MARGIN, 3), WHITE, np.uint8)

    def place(x: float, y: float) -> tuple[int, int]:
        return MARGIN + round(SIDE * x), MARGIN + round(SIDE * (1 - y))

    for step in range(11):
        share = step / 10
        cv2.line(image, place(share, 0), place(share, 1), FAINT, 1)
        cv2.line(image, place(0, share), place(1, share), FAINT, 1)
        if step % 2 == 0:
            x, y = place(share, 0)
            _text(image, f"{share:.1f}", x - 11, y + 18)
            _text(image, f"{share:.1f}", MARGIN - 32, place(0, share)[1] + 5)
    cv2.line(image, place(0, 0), place(1, 1), INK, 1, cv2.LINE_AA)
    for number, (name, tally) in enumerate(tallies.items()):
        ink = COLOURS[number % len(COLOURS)]
        dots = tally.reliability()
        line = np.array([place(told, right) for told, right, _ in dots], np.int32).reshape(-1, 2)
        cv2.polylines(image, [line], False, ink, 2, cv2.LINE_AA)
        for told, right, count in dots:
            radius = 3 + 16 * (count / len(tally.confidences)) ** 0.5
            cv2.circle(image, place(told, right), round(radius), ink, -1, cv2.LINE_AA)
        label = f"{name}: calibration error {100 * tally.error():.1f} %"
        _text(image, label, MARGIN + 12, MARGIN + 20 + 20 * number, 0.5, ink)
    _text(image, "confidence", MARGIN + SIDE / 2 - 40, MARGIN + SIDE + 42, 0.5)
    _text(image, "share right", MARGIN - 40, MARGIN - 14, 0.5)
    return image


def _confusions(confusions: Counter[tuple[str, str]]) -> NDArray[np.uint8]:
    """Labels down, what was read across, what was missed first; darker is more often."""
    image = np.full((SIDE + 2 * MARGIN, SIDE + 2 * MARGIN, 3), WHITE, np.uint8)
    _text(image, "confused: label down, reading across", MARGIN, 24, 0.5)
    labels: Counter[str] = Counter()
    readings: Counter[str] = Counter()
    for (label, reading), count in confusions.items():
        if reading != MISSED:
            labels[label] += count
            readings[reading] += count
    if not labels:
        return image
    rows = [name for name, _ in labels.most_common(CONFUSED)]
    columns = [MISSED, *(name for name, _ in readings.most_common(CONFUSED - 1))]
    most = max(confusions[label, reading] for label in rows for reading in columns)
    cell = SIDE // max(len(rows), len(columns))
    for across, reading in enumerate(columns):
        # A long name (missed, back) stands above its column, every other one higher.
        _text(image, reading, MARGIN + across * cell, MARGIN - 8 - 14 * (across % 2), 0.38)
    for down, label in enumerate(rows):
        _text(image, label, MARGIN - 32, MARGIN + (down + 0.7) * cell, 0.42)
        for across, reading in enumerate(columns):
            count = confusions[label, reading]
            x, y = MARGIN + across * cell, MARGIN + down * cell
            shade = (count / most) ** 0.5
            fill = tuple(round(250 - shade * (250 - deep)) for deep in COLOURS[1])
            cv2.rectangle(image, (x, y), (x + cell - 2, y + cell - 2), fill, -1)
            if count:
                _text(image, str(count), x + 2, y + cell * 0.7, 0.36)
    return image
