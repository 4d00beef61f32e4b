"""Small files that a power cut leaves whole."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a power cut leaves the old one or the new one.

    Raises:
        OSError: it cannot be written; the old one is as it was.
    """
    draft = path.with_suffix(".new")
    with draft.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
