"""The detector's network: a whole frame → a map of tile centres and their quadrilaterals.

One class (a tile's face or back), fully convolutional, an answer per cell of 8 × 8 pixels:

====  =====================================================================================
 0    logit that a tile's hull is centred here
1-4   log distances (in units of 16 px) from the cell's centre to the left, top, right and
      bottom side of the tile's axis-aligned hull
5-12  four unit vectors (cos 2πt, sin 2πt): where, as a fraction t of the hull's side, the
      quadrilateral touches the top (from the left), the right (from the top), the bottom
      (from the left) and the left side (from the top)
====  =====================================================================================

A quadrilateral is told by its hull and by where it touches it, since most labelled photographs
have only the hull: they still train everything but the touching points. A touching point at 0 and
at 1 is the same upright tile, so it is told as an angle that comes round: nothing jumps when a
tile turns, which is what makes it learnable. `recognizer.detect` decodes it.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

CHANNELS = 13


def conv(inputs: int, outputs: int, kernel: int = 3, stride: int = 1) -> nn.Sequential:
    """Convolution, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """A bottleneck with a skip."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.squeeze = conv(channels, channels // 2, 1)
        self.widen = conv(channels // 2, channels)

    def forward(self, x: Tensor) -> Tensor:  # noqa: D102
        return x + self.widen(self.squeeze(x))


def _up(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


class Detector(nn.Module):
    """Images ``(N, 3, H, W)`` RGB in 0..255, sides divisible by 32 → ``(N, 13, H/8, W/8)``."""

    def __init__(self) -> None:
        super().__init__()
        self.quarter = nn.Sequential(conv(3, 16, 3, 2), conv(16, 32, 3, 2))
        self.eighth = nn.Sequential(conv(32, 64, 3, 2), Residual(64), Residual(64))
        self.sixteenth = nn.Sequential(conv(64, 128, 3, 2), *(Residual(128) for _ in range(4)))
        self.thirtysecond = nn.Sequential(conv(128, 192, 3, 2), *(Residual(192) for _ in range(3)))
        self.from_32, self.at_16 = conv(192, 128, 1), conv(128, 128, 1)
        self.fuse_16 = Residual(128)
        self.from_16, self.at_8 = conv(128, 96, 1), conv(64, 96, 1)
        self.fuse_8 = nn.Sequential(conv(96, 96), Residual(96))
        self.answer = nn.Conv2d(96, CHANNELS, 1)
        # Almost every cell is no tile: start by saying so, or the first steps drown the rest.
        assert self.answer.bias is not None
        nn.init.zeros_(self.answer.bias)
        nn.init.constant_(self.answer.bias[:1], -4.0)

    def forward(self, images: Tensor) -> Tensor:  # noqa: D102
        eighth = self.eighth(self.quarter((images - 128.0) * (1 / 64)))
        sixteenth = self.sixteenth(eighth)
        top = self.from_32(self.thirtysecond(sixteenth))
        x = self.fuse_16(_up(top) + self.at_16(sixteenth))
        x = self.fuse_8(_up(self.from_16(x)) + self.at_8(eighth))
        answer: Tensor = self.answer(x)
        return answer


def centre_loss(logits: Tensor, heat: Tensor, weight: Tensor) -> Tensor:
    """Focal loss of the centre map (CenterNet's, with the exponents 2 and 4), per tile.

    Args:
        logits: ``(N, H, W)``.
        heat: the wanted map: 1 at a tile's centre, falling off around it.
        weight: how much a cell counts where it is no centre (0: not at all, since nobody said
            whether a tile lies there).
    """
    chance = torch.sigmoid(logits)
    peak = (heat == 1).float()
    at_peaks = (1 - chance) ** 2 * functional.softplus(-logits) * peak
    elsewhere = chance**2 * (1 - heat) ** 4 * functional.softplus(logits) * (1 - peak) * weight
    return (at_peaks.sum() + elsewhere.sum()) / peak.sum().clamp(min=1)


def hull_loss(logs: Tensor, wanted: Tensor, weight: Tensor) -> Tensor:
    """Complete-overlap loss (1 - generalised IoU) between told and wanted hulls about a cell.

    Args:
        logs: ``(K, 4)`` log distances as the network tells them.
        wanted: ``(K, 4)`` distances in units of 16 px.
        weight: ``(K,)``.
    """
    told = torch.exp(logs.clamp(-4, 4))
    low, high = torch.minimum(told, wanted), torch.maximum(told, wanted)
    overlap = (low[:, 0] + low[:, 2]) * (low[:, 1] + low[:, 3])
    area = (told[:, 0] + told[:, 2]) * (told[:, 1] + told[:, 3])
    true_area = (wanted[:, 0] + wanted[:, 2]) * (wanted[:, 1] + wanted[:, 3])
    union = area + true_area - overlap
    around = (high[:, 0] + high[:, 2]) * (high[:, 1] + high[:, 3])
    giou = overlap / union - (around - union) / around
    return ((1 - giou) * weight).sum() / weight.sum().clamp(min=1)


def touch_loss(told: Tensor, wanted: Tensor, weight: Tensor) -> Tensor:
    """Squared distance of the four unit vectors; ``(K, 8)``, ``(K, 8)``, ``(K,)``."""
    return ((told - wanted).square().sum(1) * weight).sum() / weight.sum().clamp(min=1)
