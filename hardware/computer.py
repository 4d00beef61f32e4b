"""Which computer this is."""

from __future__ import annotations

from pathlib import Path


def is_pi(model: Path = Path("/proc/device-tree/model")) -> bool:
    """Tell whether this is a Raspberry Pi."""
    try:
        return model.read_text("utf-8").startswith("Raspberry Pi")
    except (OSError, UnicodeDecodeError):
        return False
