"""The classifier's network: a rectified tile, in any of four rotations → what it is.

Residual convolutions, an embedding of 128 numbers of length 1, and two answers read from it: the
label (`recognizer.labels`) and by how many quarter turns the tile is turned.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.detector import conv
from recognizer.labels import LABELS

EMBEDDING = 128
SHARPNESS = 16.0
"""What the cosine between an embedding and a label's direction is multiplied by."""


class Block(nn.Module):
    """Two convolutions with a skip."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = conv(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, x: Tensor) -> Tensor:  # noqa: D102
        return functional.relu(x + self.second(self.first(x)))


class Classifier(nn.Module):
    """``(N, 3, 64, 64)`` RGB in 0..255 → label logits ``(N, 45)``, rotation logits ``(N, 4)``,
    embedding ``(N, 128)``."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 3, 2),
            Block(24),
            conv(24, 48, 3, 2),
            Block(48),
            Block(48),
            conv(48, 96, 3, 2),
            Block(96),
            Block(96),
            Block(96),
            conv(96, 160, 3, 2),
            Block(160),
        )
        self.embed = nn.Linear(160 * 2, EMBEDDING)
        self.labels = nn.Parameter(torch.randn(len(LABELS), EMBEDDING))
        self.rotation = nn.Linear(160 * 2, 4)

    def forward(self, tiles: Tensor) -> tuple[Tensor, Tensor, Tensor]:  # noqa: D102
        features = self.body((tiles - 128.0) * (1 / 64))
        pooled = torch.cat([features.mean((2, 3)), features.amax((2, 3))], 1)
        embedding = functional.normalize(self.embed(pooled))
        directions = functional.normalize(self.labels)
        return embedding @ directions.T * SHARPNESS, self.rotation(pooled), embedding
