"""What both trainings share: the rate's course, the averaged weights, checkpoints, the log."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

import torch
from torch import Tensor, nn

Network = TypeVar("Network", bound=nn.Module)

WARM_UP = 200
"""Steps over which the rate rises from nothing."""
LOGGED = 50
"""Steps between two lines of the log."""
SAVED_EVERY = 120.0
"""Seconds between two checkpoints."""


class Run(Generic[Network]):
    """One training that can be stopped and gone on with.

    ``model`` is trained by AdamW under a cosine course; ``average`` follows it slowly and is what
    is kept. A folder holds ``checkpoint.pt``; a run on the same folder starts at its step.

    Args:
        make: makes a network.
        out: the folder.
        steps: how many steps the whole course has.
        peak: the highest rate.
        decay: AdamW's weight decay.
        seed: where the first weights come from.
    """

    def __init__(
        self,
        make: Callable[[], Network],
        out: Path,
        *,
        steps: int,
        peak: float,
        decay: float,
        seed: int,
    ) -> None:
        torch.manual_seed(seed)
        self.model, self.average = make(), make()
        for network in (self.model, self.average):
            network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.average.load_state_dict(self.model.state_dict())
        self._optimiser = torch.optim.AdamW(self.model.parameters(), peak, weight_decay=decay)
        self._out, self.steps, self._peak, self.start = out, steps, peak, 0
        out.mkdir(parents=True, exist_ok=True)
        if (out / "checkpoint.pt").exists():
            saved = torch.load(out / "checkpoint.pt", weights_only=True)
            self.model.load_state_dict(saved["model"])
            self.average.load_state_dict(saved["average"])
            self._optimiser.load_state_dict(saved["optimiser"])
            self.start = saved["step"]
        self._began = self._saved = time.monotonic()
        self._sums: dict[str, float] = {}

    def step(self, step: int, loss: Tensor, told: dict[str, float], count: int) -> None:
        """Learn from one batch.

        Args:
            step: its number.
            loss: what to lessen.
            told: figures for the log, averaged over `LOGGED` steps.
            count: examples in the batch.
        """
        course = (1 + math.cos(math.pi * step / self.steps)) / 2
        for group in self._optimiser.param_groups:
            group["lr"] = self._peak * min(1.0, (step + 1) / WARM_UP) * (0.02 + 0.98 * course)
        self._optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 10.0)
        self._optimiser.step()
        self._follow(min(0.998, (step + 1) / (step + 20)))
        for name, value in told.items():
            self._sums[name] = self._sums.get(name, 0.0) + value
        if (step + 1) % LOGGED == 0:
            means = " ".join(f"{name} {total / LOGGED:.3f}" for name, total in self._sums.items())
            speed = (step + 1 - self.start) * count / (time.monotonic() - self._began)
            print(f"step {step + 1}/{self.steps} {means} {speed:.1f}/s", flush=True)
            self._sums = {}
        if time.monotonic() - self._saved > SAVED_EVERY:
            self.save(step + 1)
            self._saved = time.monotonic()

    @torch.no_grad()
    def _follow(self, keep: float) -> None:
        means, current = self.average.state_dict().values(), self.model.state_dict().values()
        for mean, now in zip(means, current, strict=True):
            if mean.dtype.is_floating_point:
                mean.lerp_(now, 1 - keep)
            else:
                mean.copy_(now)

    def save(self, step: int) -> None:
        """Write the checkpoint, whole or not at all."""
        state = {"model": self.model.state_dict(), "average": self.average.state_dict()}
        state |= {"optimiser": self._optimiser.state_dict(), "step": step}
        torch.save(state, self._out / "new.pt")
        (self._out / "new.pt").replace(self._out / "checkpoint.pt")
