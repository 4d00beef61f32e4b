"""Train the classifier: ``python -m models.train_classifier --out runs/classifier``.

Real and rendered tiles, seeds fixed; started again with the same ``--out`` it goes on.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from models.classifier import Classifier
from models.classifier_data import (
    Patches,
    face_patches,
    joined,
    photo_patches,
    scene_patches,
    shop_patches,
    shown,
)
from models.photos import photos_folder, training_photos
from recognizer.labels import ALIKE_UPSIDE_DOWN, LABELS

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
    torch.manual_seed(seed)
    model, average = Classifier(), Classifier()
    model = model.to(memory_format=torch.channels_last)
    average.load_state_dict(model.state_dict())
    optimiser = torch.optim.AdamW(model.parameters(), PEAK_RATE, weight_decay=2e-3)
    out.mkdir(parents=True, exist_ok=True)
    checkpoint, start = out / "checkpoint.pt", 0
    if checkpoint.exists():
        saved = torch.load(checkpoint, weights_only=True)
        model.load_state_dict(saved["model"])
        average.load_state_dict(saved["average"])
        optimiser.load_state_dict(saved["optimiser"])
        start = saved["step"]
    random = np.random.default_rng((seed, start))
    generator = torch.Generator().manual_seed(seed + start)
    lots = [rendered] if real is None else [real, rendered]
    shares = [1.0] if real is None else [real_share, 1 - real_share]
    # Every label about as often as any other, so that flowers and jokers are learned too.
    chances = []
    for lot in lots:
        counts = np.bincount(lot.labels, minlength=len(LABELS))
        weight = 1 / np.sqrt(np.maximum(counts, 1))[lot.labels]
        chances.append(np.cumsum(weight / weight.sum()))
    alike = torch.tensor([label in ALIKE_UPSIDE_DOWN for label in LABELS])
    began, total, right = time.monotonic(), 0.0, 0.0
    saved_at = began

    def save(step: int) -> None:
        state = {"model": model.state_dict(), "average": average.state_dict()}
        torch.save({**state, "optimiser": optimiser.state_dict(), "step": step}, out / "new.pt")
        (out / "new.pt").replace(checkpoint)

    for step in range(start, steps):
        rate = min(1.0, (step + 1) / 200) * (
            0.01 + 0.99 * (1 + math.cos(math.pi * step / steps)) / 2
        )
        for group in optimiser.param_groups:
            group["lr"] = PEAK_RATE * rate
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
        tiles, turns = shown(pictures, quads, rough, generator)
        tiles = tiles.contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            logits, rotation, _ = model(tiles)
        logits, rotation = logits.float(), rotation.float()
        loss = functional.cross_entropy(logits, labels, label_smoothing=0.02)
        told = upright & ~alike[labels]
        if told.any():
            loss = loss + 0.2 * functional.cross_entropy(rotation[told], turns[told])
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        keep = min(0.998, (step + 1) / (step + 20))
        with torch.no_grad():
            for mean, now in zip(
                average.state_dict().values(), model.state_dict().values(), strict=True
            ):
                if mean.dtype.is_floating_point:
                    mean.lerp_(now, 1 - keep)
                else:
                    mean.copy_(now)
        total += float(loss.detach())
        right += float((logits.argmax(1) == labels).float().mean())
        if (step + 1) % 50 == 0:
            speed = (step + 1 - start) * batch_size / (time.monotonic() - began)
            print(
                f"step {step + 1}/{steps} loss {total / 50:.3f} "
                f"right {right / 50:.3f} {speed:.0f}/s",
                flush=True,
            )
            total = right = 0.0
        if time.monotonic() - saved_at > 120:
            save(step + 1)
            saved_at = time.monotonic()
    save(steps)
    return average.eval()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("runs/classifier"))
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--scenes", type=Path, required=True)
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
    real = joined(
        [photo_patches(training_photos(folder, "train", options.without)), shop_patches(folder)]
    )
    rendered = joined([scene_patches(options.scenes), face_patches(options.sets)])
    print(f"{len(real)} real tiles, {len(rendered)} rendered", flush=True)
    train(real, rendered, options.out, steps=options.steps, seed=options.seed)


if __name__ == "__main__":
    main()
