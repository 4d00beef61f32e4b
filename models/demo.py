"""The pictures that come with the program: ``python -m models.demo``.

A demo table for newcomers (``web/static/demo-table.jpg`` and its tiles) and the photographs that
the tests read (``tests/recognizer/photos``), all rendered; no photograph of a real tile is in the
project.
"""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.faces import TileSet
from models.scenes import Camera, Placed, Seen, render, row

HAND = ["1p", "2p", "3p", "3p", "4p", "5p", "5p", "6p", "7p", "7p", "8p", "9p", "9p"]
WINNING = "9p"
ROOT = Path(__file__).resolve().parents[1]


def _felt(width: int, height: int, seed: int) -> NDArray[np.uint8]:
    random = np.random.default_rng(seed)
    felt = np.empty((height, width, 3), np.float32)
    felt[:] = (24, 92, 66)
    for grain, strength in ((2, 4.0), (7, 2.5), (160, 5.0)):
        noise = random.normal(0, 1, (height // grain + 1, width // grain + 1)).astype(np.float32)
        felt += (
            cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC)[..., None] * strength
        )
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    lamp = np.exp(-(((x / width - 0.45) / 0.7) ** 2 + ((y / height - 0.4) / 0.7) ** 2))
    return np.clip(felt * (0.62 + 0.5 * lamp)[..., None], 0, 255).astype(np.uint8)


def picture(
    tiles: list[Placed],
    seed: int,
    *,
    width: int = 1600,
    height: int = 1200,
    elevation: float = 68.0,
    distance: float = 26.0,
) -> tuple[NDArray[np.uint8], list[Seen]]:
    """A clean photograph of placed tiles, drawn at twice its size and averaged down."""
    big = (width * 2, height * 2)
    target = np.array([np.mean([t.x for t in tiles]), np.mean([t.y for t in tiles]), 0.3])
    camera = Camera(
        *big, target, distance, np.deg2rad(elevation), -np.pi / 2, 0.0, focal=big[0] * 1.35
    )
    random = np.random.default_rng(seed)
    style = TileSet(np.random.default_rng(seed + 1000))
    image, seen = render(tiles, style, random, camera, _felt(*big, seed))
    image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    noise = random.normal(0, 2.2, image.shape)
    halved = [Seen(s.tile, s.quad / 2, s.hidden) for s in seen]
    return np.clip(image + noise, 0, 255).astype(np.uint8), halved


def hand_on_table(hand: list[str], winning: str | None, seed: int) -> list[Placed]:
    """A hand laid in a row, the winning tile a little apart."""
    random = np.random.default_rng(seed)
    kinds = [*hand, winning] if winning else hand
    gaps = (len(hand),) if winning else ()
    return row(kinds, random, gaps=gaps, sloppy=0.5)


def _write(path: Path, image: NDArray[np.uint8], tiles: list[str] | None) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    quality = [cv2.IMWRITE_JPEG_QUALITY, 88]
    cv2.imwrite(str(path), cv2.cvtColor(image, cv2.COLOR_RGB2BGR), quality)
    if tiles is not None:
        path.with_suffix(".json").write_text(json.dumps({"tiles": tiles}) + "\n")


def main() -> None:
    """The command."""
    image, _ = picture(hand_on_table(HAND, WINNING, 3), DEMO_SEED)
    _write(ROOT / "web/static/demo-table.jpg", image, [*HAND, WINNING])
    photos = ROOT / "tests/recognizer/photos"
    mixed = ["1m", "4m", "9m", "2p", "5p", "8p", "3s", "6s", "9s", "E", "S", "C", "F", "P"]
    image, _ = picture(hand_on_table(mixed, None, 5), MIXED_SEED)
    _write(photos / "mixed-row.jpg", image, mixed)
    random = np.random.default_rng(8)
    upper, lower = mixed[:7], mixed[7:]
    two = row(upper, random, at=(0, 1.7), sloppy=0.5) + row(lower, random, sloppy=0.5)
    image, _ = picture(two, MIXED_SEED, distance=18)
    _write(photos / "two-rows.jpg", image, [*upper, *lower])
    _write(photos / "bare-table.jpg", _felt(1200, 900, 4), [])


DEMO_SEED, MIXED_SEED = 4, 12
"""Sets whose faces look like those of many households: round dots, 萬, framed white dragon."""

if __name__ == "__main__":
    main()
