"""Train the detector: ``python -m models.train_detector --out runs/detector``.

Real photographs and rendered scenes, seeds fixed, a checkpoint every few minutes; started again
with the same ``--out`` it goes on from there.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from models.clutter import Clutter, draw_clutter
from models.detector import Detector, centre_loss, hull_loss, touch_loss
from models.detector_data import Example, View, view_of
from models.label_faults import corrected
from models.photos import Box, LabelledPhoto, photos_folder, training_photos
from models.run import Run
from models.scenes import read_scenes
from models.unlabelled_tiles import judged_places

BATCH = 16
PEAK_RATE = 2e-3


def _hull(box: Box) -> tuple[tuple[float, float], ...]:
    x1, y1, x2, y2 = box
    return (x1, y1), (x2, y1), (x2, y2), (x1, y2)


def _hulls(boxes: Iterable[Box]) -> NDArray[np.float32]:
    return np.array([_hull(box) for box in boxes], np.float32).reshape(-1, 4, 2)


def examples_of(photos: Sequence[LabelledPhoto]) -> list[Example]:
    """Photographs as detector examples, with what their labels leave open said so."""
    examples, judged = [], judged_places()
    for photo in photos:
        places = judged.get(photo.name, [])
        tiles = [t for t in photo.tiles if t.estimated is None or t.estimated >= 0.3]
        quads = [tile.quad or _hull(tile.box) for tile in tiles]
        examples.append(
            Example(
                photo.image(),
                np.array(quads, np.float32).reshape(-1, 4, 2),
                np.array([tile.quad is not None for tile in tiles], np.bool_),
                complete=False,
                hidden=_hulls(place.box for place in places if place.tile is not None),
                bare=_hulls(place.box for place in places if place.tile is None),
                squeezed=0.7 if photo.badly_squeezed else 0.32 if photo.squeezed else 0.0,
                loose=photo.augmented,
            )
        )
    return examples


class Views(IterableDataset[View]):
    """Endless random views: ``rendered`` of them of scenes, the rest of photographs."""

    def __init__(
        self,
        photos: list[Example],
        scenes: list[Example],
        clutter: Clutter | None,
        rendered: float,
        seed: int,
    ) -> None:
        self.photos, self.scenes, self.clutter = photos, scenes, clutter
        self.rendered, self.seed = rendered, seed

    def __iter__(self) -> Iterator[View]:
        worker = torch.utils.data.get_worker_info()
        cv2.setNumThreads(0)
        random = np.random.default_rng((self.seed, worker.id if worker else 0))
        while True:
            pool = (
                self.scenes if random.random() < self.rendered or not self.photos else self.photos
            )
            yield view_of(pool[random.integers(len(pool))], random, self.clutter)


def _batch(views: list[View]) -> dict[str, Tensor]:
    which = np.concatenate([np.full(len(v.cells), i) for i, v in enumerate(views)])
    return {
        "images": torch.from_numpy(np.stack([v.image for v in views])).permute(0, 3, 1, 2),
        "heat": torch.from_numpy(np.stack([v.heat for v in views])),
        "known": torch.from_numpy(np.stack([v.known for v in views])),
        "which": torch.from_numpy(which),
        "cells": torch.from_numpy(np.concatenate([v.cells for v in views])),
        "hulls": torch.from_numpy(np.concatenate([v.hulls for v in views])),
        "touches": torch.from_numpy(np.concatenate([v.touches for v in views])),
        "weights": torch.from_numpy(np.concatenate([v.weights for v in views])),
    }


def loss_of(model: nn.Module, batch: dict[str, Tensor], trusted: bool) -> dict[str, Tensor]:
    """The three losses of a batch.

    Args:
        trusted: the model has learned enough that a tile it sees where nobody labelled anything
            is more likely an unlabelled tile than an error: such a cell then teaches nothing.
    """
    images = batch["images"].contiguous(memory_format=torch.channels_last)
    with torch.autocast("cpu", torch.bfloat16):
        answer = model(images.to(torch.bfloat16))
    answer = answer.float()
    logits, known = answer[:, 0], batch["known"]
    weight = (known == 1).float() + (known == 0).float() * 0.5
    if trusted:
        weight = weight * (1 - ((known == 0) & (logits.detach() > -1.4)).float())
    told = answer.flatten(2).permute(0, 2, 1)[batch["which"], batch["cells"]]
    return {
        "centre": centre_loss(logits, batch["heat"], weight),
        "hull": hull_loss(told[:, 1:5], batch["hulls"], batch["weights"][:, 0]),
        "touch": touch_loss(told[:, 5:], batch["touches"], batch["weights"][:, 1]),
    }


def train(
    examples: list[Example],
    scenes: list[Example],
    out: Path,
    *,
    clutter: Clutter | None = None,
    steps: int,
    rendered: float,
    seed: int = 1,
    workers: int = 1,
    batch_size: int = BATCH,
) -> Detector:
    """Train for ``steps`` batches (going on from a checkpoint in ``out``); the averaged model."""
    run = Run(Detector, out, steps=steps, peak=PEAK_RATE, decay=1e-3, seed=seed)
    views = Views(examples, scenes, clutter, rendered, seed + run.start)
    loader = DataLoader(views, batch_size, num_workers=workers, collate_fn=_batch)
    for step, batch in enumerate(loader, run.start):
        if step >= steps:
            break
        losses = loss_of(run.model, batch, trusted=step > 600)
        loss = losses["centre"] + 2 * losses["hull"] + 0.5 * losses["touch"]
        told = {name: float(value.detach()) for name, value in losses.items()}
        run.step(step, loss, told, batch_size)
    run.save(steps)
    return run.average.eval()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("runs/detector"))
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--rendered", type=float, default=0.4, help="share of rendered views")
    parser.add_argument("--scenes", type=Path, help="folder written by python -m models.scenes")
    parser.add_argument("--without", help="leave one source of photographs out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)
    folder = photos_folder()
    if folder is None:
        parser.error("no labelled photographs: set PAIZHUO_SHARED (models/README.md)")
    photos = examples_of(corrected(training_photos(folder, "train", options.without)))
    scenes = read_scenes(options.scenes) if options.scenes else []
    print(f"{len(photos)} photographs, {len(scenes)} scenes", flush=True)
    train(
        photos,
        scenes,
        options.out,
        clutter=draw_clutter(),
        steps=options.steps,
        rendered=options.rendered if scenes else 0.0,
        seed=options.seed,
    )


if __name__ == "__main__":
    main()
