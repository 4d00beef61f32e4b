"""Which machine the figures are of."""

from __future__ import annotations

import platform
from pathlib import Path


def cpu() -> str:
    """The Pi's model, else the processor's name."""
    model = Path("/proc/device-tree/model")
    if model.exists():
        return model.read_text("utf-8").rstrip("\0")
    info = Path("/proc/cpuinfo")
    lines = info.read_text("utf-8").splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
