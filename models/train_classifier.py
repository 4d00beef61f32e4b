"""Train the classifier: ``python -m models.train_classifier --out runs/classifier``.

Real and rendered tiles, seeds fixed; started again with the same ``--out`` it goes on.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from models.classifier import Classifier
from models.classifier_data import (
    INDEX,
    Patches,
    clutter_patches,
    face_patches,
    found_patches,
    joined,
    judged_patches,
    missing_patches,
    photo_patches,
    scene_patches,
    shop_patches,
    shown,
)
from models.clutter import draw_clutter
from models.label_faults import corrected
from models.photos import photos_folder, training_photos
from models.run import Run
from recognizer.detect import TileDetector
from recognizer.labels import ALIKE_UPSIDE_DOWN, BACK, LABELS

BATCH = 256
PEAK_RATE = 3e-3


def train(
    real: Patches | None,
    rendered: Patches,
    out: Path,
    *,
    steps: int,
    real_share: float = 0.6,
    seed: int = 1,
    batch_size: int = BATCH,
) -> Classifier:
    """Train for ``steps`` batches (going on from a checkpoint in ``out``); the averaged model."""
    run = Run(Classifier, out, steps=steps, peak=PEAK_RATE, decay=2e-3, seed=seed)
    random = np.random.default_rng((seed, run.start))
    generator = torch.Generator().manual_seed(seed + run.start)
    lots = [rendered] if real is None else [real, rendered]
    shares = [1.0] if real is None else [real_share, 1 - real_share]
    # Every label about as often as any other, so that flowers and jokers are learned too.
    chances = []
    for lot in lots:
        counts = np.bincount(lot.labels, minlength=len(LABELS))
        weight = 1 / np.sqrt(np.maximum(counts, 1))[lot.labels]
        chances.append(np.cumsum(weight / weight.sum()))
    alike = torch.tensor([label in ALIKE_UPSIDE_DOWN for label in LABELS])
    for step in range(run.start, steps):
        picks = [
            np.searchsorted(chance, random.random(round(batch_size * share))).clip(max=len(lot) - 1)
            for lot, chance, share in zip(lots, chances, shares, strict=True)
        ]
        parts = [
            [
                torch.from_numpy(getattr(lot, name)[pick])
                for lot, pick in zip(lots, picks, strict=True)
            ]
            for name in ("pictures", "quads", "labels", "upright", "rough")
        ]
        pictures, quads, labels, upright, rough = (torch.cat(part) for part in parts)
        backs = labels == INDEX[BACK]
        tiles, turns = shown(pictures, quads, rough, backs, generator)
        tiles = tiles.contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            logits, rotation, _ = run.model(tiles)
        logits, rotation = logits.float(), rotation.float()
        loss = functional.cross_entropy(logits, labels, label_smoothing=0.02)
        told = upright & ~alike[labels]
        if told.any():
            loss = loss + 0.2 * functional.cross_entropy(rotation[told], turns[told])
        right = float((logits.argmax(1) == labels).float().mean())
        run.step(step, loss, {"loss": float(loss.detach()), "right": right}, batch_size)
    run.save(steps)
    return run.average.eval()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("runs/classifier"))
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--scenes", type=Path, required=True)
    parser.add_argument(
        "--detector", type=Path, default=Path("models/detector.onnx"), help="cuts tiles out"
    )
    parser.add_argument("--sets", type=int, default=400, help="drawn sets lying flat")
    parser.add_argument("--without", help="leave one source of photographs out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)
    cv2.setNumThreads(1)
    folder = photos_folder()
    if folder is None:
        parser.error("no labelled photographs: set PAIZHUO_SHARED (models/README.md)")
    photos = corrected(training_photos(folder, "train", options.without))
    detector = TileDetector(options.detector, options.threads)
    real = joined(
        [
            photo_patches(photos),
            found_patches(photos, detector),
            judged_patches(photos),
            shop_patches(folder),
        ]
    )
    rendered = joined(
        [
            scene_patches(options.scenes),
            missing_patches(options.scenes, detector),
            face_patches(options.sets),
            clutter_patches(draw_clutter(), detector),
        ]
    )
    print(f"{len(real)} real tiles, {len(rendered)} rendered", flush=True)
    train(real, rendered, options.out, steps=options.steps, seed=options.seed)


if __name__ == "__main__":
    main()
