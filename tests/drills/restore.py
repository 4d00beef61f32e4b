"""Coming back from a backup, timed: ``python -m tests.drills.restore``.

Many evenings, then one that is going on and in no backup.  The database is damaged page by page at
random, under the real server's feet; the server must start by itself, say what happened, and show
every evening that was backed up and what could be saved of the last.  Then ``paizhuo restore``.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from scoring.ledger import Ledger
from tests.drills.replay import Row, gaps, rows, totals
from tests.drills.server import CHECKOUT, SERVE, Server
from web import commands
from web.backups import keep, kept, open_ledger

EVENINGS, DEALS, LATEST = 20, 50, 25
PAGE = 4096
DRAW = {"outcome": "draw", "melds": [[], [], [], []]}
WIN = {
    **DRAW,
    "outcome": "win",
    "wins": [
        {"seat": 2, "concealed": "567p 23s 555m SSS 66m", "winning_tile": "4s", "by": "self_draw"}
    ],
}


def record(file: Path, evenings: int) -> None:
    """Plays the evenings, which end and are backed up, and a last one, which does not end."""
    ledger, _ = open_ledger(f"sqlite:///{file}", lambda _: None)
    for evening in range(evenings + 1):
        names = ["E", "S", "W", "N"]
        key = f"e{evening}"
        session = commands.start(ledger, "guangdong", {}, names, 0, key).session
        last = evening == evenings
        for number in range(1, (LATEST if last else DEALS) + 1):
            deal = WIN if number % 3 == 0 else DRAW
            commands.confirm(ledger, session, deal, None, f"{key}-{number}", number, file.parent)
        if not last:
            commands.close(ledger, session, f"{key}-end", number + 1)
    ledger.close()


def drill(rounds: int, folder: Path, evenings: int = EVENINGS, seed: int = 1) -> list[str]:
    """Damages and restores; prints the figures and returns what is wrong."""
    chance = random.Random(seed)
    home = folder / "home"
    home.mkdir()
    file = home / "paizhuo.db"
    record(file, evenings)
    began = time.perf_counter()
    keep(file)
    copied = time.perf_counter() - began
    kept(file)[-1].unlink()  # the drill wants one that lacks the last evening
    before = rows(file)
    backed_up = len(rows(kept(file)[-1]))
    wrong: list[str] = []
    starts, saved, damaged = [], [], 0
    for number in range(rounds):
        own = folder / f"round{number}"
        shutil.copytree(home, own)
        _scribble(own / "paizhuo.db", chance)
        server = Server(own, options=("--camera", "none", "--pins", "none"))
        starts.append(server.start())
        if (own / "paizhuo.db.damaged-1").exists():
            damaged += 1
            if "账本损坏了" not in server.request("GET", "/")[1].decode():
                wrong.append(f"round {number}: the page does not say so")
        after = rows(own / "paizhuo.db")
        saved.append(len(after) - backed_up)
        wrong += [f"round {number}: {each}" for each in _judge(server, before, after, backed_up)]
        server.end()
        shutil.rmtree(own)
    by_hand = _restore_by_hand(file)
    print(
        f"restore: {len(before)} events, {file.stat().st_size / 1e6:.1f} MB; a backup takes "
        f"{copied * 1000:.0f} ms; {damaged} of {rounds} damaged ledgers were set aside, from start "
        f"to first page median {median(starts):.2f} s, worst {max(starts):.2f} s; of the "
        f"{len(before) - backed_up} events in no backup {min(saved)} to {max(saved)} were saved, "
        f"median {median(saved):.0f}; `paizhuo restore` takes {by_hand:.2f} s; wrong {len(wrong)}"
    )
    return wrong


def _scribble(file: Path, chance: random.Random) -> None:
    """Writes noise over one page, or its beginning, or zeros."""
    data = bytearray(file.read_bytes())
    start = chance.randrange(len(data) // PAGE) * PAGE
    length = chance.choice([16, 512, PAGE])
    noise = bytes(length) if chance.random() < 0.3 else chance.randbytes(length)
    data[start : start + length] = noise
    file.write_bytes(data)


def _judge(server: Server, before: list[Row], after: list[Row], backed_up: int) -> list[str]:
    """What is wrong with a ledger that came back."""
    wrong = []
    keys = [event.key for event in after]
    if len(keys) != len(set(keys)) or gaps(after):
        wrong.append("doubled events, or gaps")
    if keys[:backed_up] != [event.key for event in before[:backed_up]]:
        wrong.append("an event that was backed up is missing")
    for table in server.get("/api/sessions"):
        if table["totals"] != totals(after, table["session"]):
            wrong.append(f"the totals of {table['session']}")
    return wrong


def _restore_by_hand(file: Path) -> float:
    began = time.perf_counter()
    command = [sys.executable, "-c", SERVE, "restore", str(kept(file)[-1]), "--database", str(file)]
    subprocess.run(command, check=True, capture_output=True, cwd=CHECKOUT)
    seconds = time.perf_counter() - began
    Ledger(f"sqlite:///{file}").close()
    return seconds


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong = drill(options.rounds, Path(folder))
    for each in wrong:
        print(f"  {each}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
