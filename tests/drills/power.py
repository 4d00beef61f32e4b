"""Power cuts: ``python -m tests.drills.power --rounds 300``.

The real server is killed (SIGKILL) in the middle of commits, again and again, while hosts post
deals and forms and a hand presses its buttons.  Who got no answer sends the same again with the
same key, as a page does.  In the end every acknowledged event must be there once, none twice, and
the totals must be those of an independent replay.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tests.drills.replay import gaps, rows, totals
from tests.drills.server import Gone, Server

HOSTS = 4
ROUNDS_PER_SESSION = 10
PINS = """
[timings]
debounce = 0.005
double = 0.02
long = 0.05
[shut_down]
command = []
"""
PRESSED = """
import os, sys, threading, time
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from hardware.pins import read_pins
from web.cli import main
from web.device import Device as Table

Device.pin_factory = MockFactory()
command = Table._command

def told(self, given):
    command(self, given)
    os.write(1, f"{self._prefix}-{given.presses[0]}\\n".encode())  # only what was not refused

def press():
    for number, name in enumerate(sys.stdin):
        pin = Device.pin_factory.pin(read_pins().buttons[name.strip()])
        pin.drive_low()
        time.sleep(0.012)
        pin.drive_high()

Table._command = told
threading.Thread(target=press, daemon=True).start()
main()
"""
"""The program, whose buttons are pressed by lines on its input and tell what was done for them."""
WIN = {
    "seat": 2,
    "concealed": "567p 23s 555m SSS 66m",
    "winning_tile": "4s",
}


@dataclass(slots=True)
class Figures:
    """What came of it."""

    rounds: int = 0
    acknowledged: int = 0
    pressed: int = 0
    cut_before: int = 0
    """Requests without an answer that were not stored."""
    cut_after: int = 0
    """Requests without an answer that were stored all the same."""
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    events: int = 0
    starts: list[float] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Nothing lost, nothing doubled, nothing wrong."""
        return not (self.lost or self.doubled or self.wrong)


@dataclass(slots=True)
class Host:
    """Somebody with a phone."""

    number: int
    chance: random.Random
    acknowledged: dict[str, object] = field(default_factory=dict)
    """By key what was sent; ``None`` of an undo."""
    pending: tuple[str, str, int, object] | None = None
    """Key, kind, events seen, deal of what got no answer."""
    sent: int = 0

    def play(self, server: Server, session: str, stop: threading.Event) -> None:
        """Records and undoes until the server goes; what had no answer is sent again first."""
        try:
            while not stop.is_set():
                self._step(server, session)
        except Gone:
            return

    def _step(self, server: Server, session: str) -> None:
        if self.pending is None:
            self.sent += 1
            kind = self.chance.choice(["deal"] * 6 + ["undo", "form"])
            deal = _deal(self.chance) if kind == "deal" else None
            seen = server.get(f"/api/sessions/{session}")["seq"]
            self.pending = (f"h{self.number}-{self.sent}", kind, seen, deal)
        key, kind, seen, deal = self.pending
        api = f"/api/sessions/{session}"
        if kind == "deal":
            status, _ = server.post(f"{api}/deals", deal=deal, key=key, after=seen)
        elif kind == "undo":
            status, _ = server.post(f"{api}/undo", key=key, after=seen)
        else:
            status = server.post_form(f"/sessions/{session}/undo", key=key, after=seen, steps=1)
        self.pending = None
        if status in (200, 201, 303):
            self.acknowledged[key] = deal
        elif status not in (409, 422):  # somebody was quicker, or there is nothing to undo
            raise AssertionError(f"{kind}: {status}")


def _deal(chance: random.Random) -> dict[str, object]:
    deal: dict[str, object] = {"outcome": "draw", "melds": [[], [], [], []]}
    if chance.random() < 0.7:
        by = chance.choice([{"by": "self_draw"}, {"by": "discard", "from": chance.choice([0, 1])}])
        deal = {**deal, "outcome": "win", "wins": [{**WIN, **by}]}
    return deal


def drill(rounds: int, home: Path, seed: int = 1) -> Figures:
    """Kills the server that many times and looks at what is left."""
    chance = random.Random(seed)
    figures = Figures(rounds)
    pins = home / "pins.toml"
    pins.write_text(PINS)
    server = Server(home, PRESSED, ("--camera", "none", "--pins", str(pins)))
    hosts = [Host(number, random.Random(seed * 100 + number)) for number in range(HOSTS)]
    presses: list[str] = []
    session = ""
    for number in range(rounds):
        figures.starts.append(server.start())
        if number % ROUNDS_PER_SESSION == 0:
            for host in hosts:  # what is still open belongs to the session before
                while host.pending is not None:
                    host._step(server, session)
            started = {"rules": "guangdong", "names": ["E", "S", "W", "N"]}
            session = server.post("/api/sessions", key=f"s-{number}", **started)[1]["session"]
        presses += _evening(server, session, hosts, chance)
        _look_at_the_cut(home / "paizhuo.db", hosts, figures)
    figures.starts.append(server.start())
    for host in hosts:
        while host.pending is not None:
            host._step(server, session)
    _judge(server, home / "paizhuo.db", hosts, presses, figures)
    server.end()
    return figures


def _evening(server: Server, session: str, hosts: list[Host], chance: random.Random) -> list[str]:
    """Everybody plays until the power goes; returns the keys of the presses that were answered."""
    stop = threading.Event()
    playing = [threading.Thread(target=host.play, args=(server, session, stop)) for host in hosts]
    playing.append(threading.Thread(target=_press, args=(server, chance.random(), stop)))
    for each in playing:
        each.start()
    time.sleep(chance.uniform(0.1, 0.6))
    told = server.kill()
    stop.set()
    for each in playing:
        each.join()
    return told.split()


def _press(server: Server, seed: float, stop: threading.Event) -> None:
    chance = random.Random(seed)
    assert server.process is not None
    assert server.process.stdin is not None
    try:
        while not stop.wait(0.08):
            server.process.stdin.write(chance.choice(["draw", "draw", "undo"]) + "\n")
            server.process.stdin.flush()
    except (OSError, ValueError):  # it has gone
        return


def _look_at_the_cut(file: Path, hosts: list[Host], figures: Figures) -> None:
    """Which of the requests without an answer were stored?"""
    stored = {event.key for event in rows(file)}
    for host in hosts:
        if host.pending is not None:
            if host.pending[0] in stored:
                figures.cut_after += 1
            else:
                figures.cut_before += 1


def _judge(
    server: Server, file: Path, hosts: list[Host], presses: list[str], figures: Figures
) -> None:
    events = rows(file)
    keys = [event.key for event in events]
    by_key = {event.key: event for event in events}
    sent = {key: deal for host in hosts for key, deal in host.acknowledged.items()}
    figures.events, figures.acknowledged, figures.pressed = len(events), len(sent), len(presses)
    figures.lost = [key for key in [*sent, *presses] if key not in by_key]
    figures.doubled = sorted({key for key in keys if keys.count(key) > 1})
    if gaps(events):
        figures.wrong.append("a session has gaps")
    for key, deal in sent.items():
        if isinstance(deal, dict) and key in by_key:
            kept = by_key[key].payload["deal"]
            if kept["outcome"] != deal["outcome"] or len(kept.get("wins", [])) != len(
                deal.get("wins", [])
            ):
                figures.wrong.append(f"{key} is another deal")
    for table in server.get("/api/sessions"):
        if table["totals"] != totals(events, table["session"]):
            figures.wrong.append(f"the totals of {table['session']}")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as home:
        figures = drill(options.rounds, Path(home), options.seed)
    print(
        f"power: killed {figures.rounds} times in {time.perf_counter() - began:.0f} s; "
        f"{figures.events} events, of these acknowledged to pages {figures.acknowledged}, "
        f"to buttons {figures.pressed};\n"
        f"requests cut off: {figures.cut_before} before the commit, "
        f"{figures.cut_after} between commit and answer;\n"
        f"lost {len(figures.lost)}, doubled {len(figures.doubled)}, wrong {len(figures.wrong)}; "
        f"start until first answer: median {median(figures.starts):.2f} s, "
        f"worst {max(figures.starts):.2f} s"
    )
    for each in [*figures.lost, *figures.doubled, *figures.wrong]:
        print(f"  {each}")
    sys.exit(not figures.good)


if __name__ == "__main__":
    main()
