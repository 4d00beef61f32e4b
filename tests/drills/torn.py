"""Torn and scribbled write-ahead logs: ``python -m tests.drills.torn --copies 1000``.

An evening is recorded, and after each event that was acknowledged the end of the write-ahead log
is noted.  Copies of the files, taken as a power cut leaves them, are then cut short or overwritten
from some place on, with noise, zeros or an older piece of the log; half lose their shared memory
too.  Each must open, with a prefix of the events without a gap, and that prefix must hold
everything that was acknowledged before the damaged place.
"""

from __future__ import annotations

import argparse
import random
import shutil
import struct
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from scoring.ledger import Ledger
from scoring.table import Event
from tests.drills.replay import gaps, rows
from web import commands
from web.backups import open_ledger

DEALS = 60
PAGE = 4096
DAMAGES = ("cut", "noise", "zeros", "old", "bit")
DRAW = {"outcome": "draw", "melds": [[], [], [], []]}


@dataclass(frozen=True, slots=True)
class Cut:
    """The files at one moment, and how far the log was after each event."""

    folder: Path
    keys: list[str]
    """Of the events, in order."""
    ends: list[int]
    """Where in the log each of them ends; 0 where the database itself holds it."""


@dataclass(slots=True)
class Figures:
    """What came of it."""

    copies: int = 0
    whole: int = 0
    """Copies that had lost nothing."""
    kept: int = 0
    least: int = 0
    """Events that had to be there, of all copies."""
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0


def record(folder: Path) -> list[Cut]:
    """Plays an evening; returns its files at four moments: early, late, and after a checkpoint."""
    file, cuts = folder / "paizhuo.db", []
    keys: list[str] = []
    ends: list[int] = []

    def told(event: Event) -> None:
        keys.append(event.key)
        ends.append(_end(folder / "paizhuo.db-shm"))

    ledger = Ledger(f"sqlite:///{file}", told)
    session = commands.start(ledger, "guangdong", {}, ["E", "S", "W", "N"], 0, "start").session
    for number in range(1, DEALS + 1):
        commands.confirm(ledger, session, DRAW, None, f"k{number}", number, folder / "photos")
        if number in (DEALS // 4, DEALS // 2, DEALS):
            cuts.append(_copy(folder, keys, ends))
        if number == DEALS // 2:
            with ledger._engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(RESTART)")
            ends[:] = [0] * len(ends)  # they are in the database now; the log starts again
    ledger.close()
    return cuts


def _end(index: Path) -> int:
    """The end of the log's last commit, by the number of its frames in the shared memory."""
    (frames,) = struct.unpack_from("=I", index.read_bytes(), 16)
    return 32 + int(frames) * (24 + PAGE)


def _copy(folder: Path, keys: list[str], ends: list[int]) -> Cut:
    copy = folder.with_name(f"{folder.name}-{len(keys)}")
    shutil.copytree(folder, copy)
    return Cut(copy, list(keys), list(ends))


def drill(copies: int, folder: Path, seed: int = 1) -> Figures:
    """Damages that many copies and opens them."""
    chance = random.Random(seed)
    evening = folder / "evening"
    evening.mkdir()
    cuts = record(evening)
    figures = Figures(copies)
    began = time.perf_counter()
    for number in range(copies):
        cut = cuts[number % len(cuts)]
        damage = DAMAGES[number % len(DAMAGES)]
        copy = folder / "copy"
        shutil.copytree(cut.folder, copy)
        place = _damage(copy, damage, chance)
        must = sum(end <= place for end in cut.ends)
        why = _look(copy, cut, must, figures)
        if why:
            figures.wrong.append(f"copy {number}, {damage} at {place}: {why}")
        shutil.rmtree(copy)
    figures.seconds = time.perf_counter() - began
    return figures


def _damage(folder: Path, damage: str, chance: random.Random) -> int:
    """Damages the log from some place on and returns that place."""
    log = folder / "paizhuo.db-wal"
    data = bytearray(log.read_bytes())
    place = chance.randrange(len(data))
    length = min(chance.choice([1, 512, 4096, 20_000]), len(data) - place)
    match damage:
        case "cut":
            del data[place:]
        case "noise":
            data[place : place + length] = chance.randbytes(length)
        case "zeros":
            data[place:] = bytes(len(data) - place)
        case "old":
            older = chance.randrange(place + 1)
            data[place : place + length] = data[older : older + length]
        case "bit":
            data[place] ^= 1 << chance.randrange(8)
    log.write_bytes(data)
    if chance.random() < 0.5:
        (folder / "paizhuo.db-shm").unlink()
    return place


def _look(folder: Path, cut: Cut, must: int, figures: Figures) -> str:
    """Opens a copy as the server does; returns what is wrong, else nothing."""
    file = folder / "paizhuo.db"
    ledger, recovery = open_ledger(f"sqlite:///{file}", lambda _: None)
    ledger.close()
    events = rows(file)
    keys = [event.key for event in events]
    figures.kept += len(keys)
    figures.least += must
    figures.whole += keys == cut.keys
    if recovery is not None:
        return "the database was damaged"
    if gaps(events) or keys != cut.keys[: len(keys)]:
        return f"no prefix: {keys}"
    if len(keys) < must:
        return f"{len(keys)} events, of {must} that were acknowledged"
    return ""


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--copies", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = drill(options.copies, Path(folder), options.seed)
    print(
        f"torn: {figures.copies} damaged copies opened in {figures.seconds:.0f} s; "
        f"{figures.whole} had lost nothing, {figures.kept} events kept, "
        f"{figures.least} had to be; wrong {len(figures.wrong)}"
    )
    for each in figures.wrong:
        print(f"  {each}")
    sys.exit(bool(figures.wrong))


if __name__ == "__main__":
    main()
