"""Where the ledger and the photos are kept."""

from __future__ import annotations

import os
from pathlib import Path

DATABASE = "paizhuo.db"


def home_folder() -> Path:
    """``$PAIZHUO_HOME``, else ``paizhuo`` in the user's data folder."""
    chosen = os.environ.get("PAIZHUO_HOME")
    if chosen:
        return Path(chosen)
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "paizhuo"


def default_url(folder: Path) -> str:
    """The SQLite file in a folder."""
    return sqlite_url(folder / DATABASE)


def sqlite_url(file: Path) -> str:
    """The URL of an SQLite file."""
    return f"sqlite:///{file.resolve()}"
