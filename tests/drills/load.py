"""A full table: ``python -m tests.drills.load --seconds 60``.

The real server, 24 phones that watch and four hosts who press at random, as fast as they can
think: an evening in each rule set, in a minute what ten minutes of play bring.  Every acknowledged
press must be there once, none twice; of two who confirm the same deal at the same moment one is
told; each watcher must be shown each change soon; the server's memory must stay what it was; and
the totals of seats and players must be those of an independent replay.
"""

from __future__ import annotations

import argparse
import http.client
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from tests.drills.playing import deals, press
from tests.drills.replay import gaps, points, rows
from tests.drills.server import Gone, Server

WATCHERS, HOSTS, DUELS = 24, 4, 5
RULES = ("guangdong", "fuzhou", "hunan", "chongqing", "changde", "three_player")
THINKING_S = 0.6
"""A host waits up to that long before the next press."""
LATE_MS = 1000.0
"""Of a hundred changes 95 must be on a watcher's screen by then, on a busy computer too."""
PATIENCE_S = 20.0
GROWTH_MB = 40.0
"""So much may the server grow from the second evening to the last."""


@dataclass(slots=True)
class Figures:
    """What came of it."""

    answers: Counter[int] = field(default_factory=Counter)
    """Of the hosts' presses, by status."""
    acknowledged: set[str] = field(default_factory=set)
    delays: list[float] = field(default_factory=list)
    duels: int = 0
    memory: list[float] = field(default_factory=list)
    """Megabytes of the server at the end of each evening."""
    wrong: list[str] = field(default_factory=list)
    events: int = 0

    def __str__(self) -> str:
        delays = sorted(self.delays)
        told = self.answers[409]
        return (
            f"load: {WATCHERS} watchers, {HOSTS} hosts, {len(self.memory)} evenings; "
            f"{sum(self.answers.values())} presses, "
            f"{len(self.acknowledged)} acknowledged, {told} told that somebody was quicker, "
            f"{self.answers[422]} refused by the rules; {self.duels} times two confirmed at once;\n"
            f"from sending to a watcher's screen: median {median(delays) * 1000:.0f} ms, "
            f"p95 {self.p95_ms:.0f} ms, worst {delays[-1] * 1000:.0f} ms, "
            f"{len(delays)} arrivals;\n"
            f"memory after each evening {', '.join(f'{each:.0f}' for each in self.memory)} MB; "
            f"{self.events} events; wrong {len(self.wrong)}"
        )

    @property
    def p95_ms(self) -> float:
        """Of a hundred changes 95 are on a watcher's screen by then."""
        return sorted(self.delays)[int(len(self.delays) * 0.95)] * 1000


class Watcher(threading.Thread):
    """A phone that holds the stream of a table."""

    def __init__(self, port: int, session: str, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.stop = stop
        self.arrived: list[tuple[int, float]] = []
        patience = time.monotonic() + PATIENCE_S
        while True:
            self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            self._connection.request("GET", f"/sessions/{session}/events?after=1")
            self._answer = self._connection.getresponse()
            if self._answer.status == 200:
                return
            self._connection.close()  # the streams of the evening before are not let go yet
            assert time.monotonic() < patience, self._answer.status
            time.sleep(0.2)

    def run(self) -> None:
        """Notes when each table is there as a whole."""
        seq = 0
        while not self.stop.is_set():
            line = self._answer.readline()
            if not line:
                break
            if line.startswith(b"id: "):
                seq = int(line[4:])
            elif line == b"\n" and seq:
                self.arrived.append((seq, time.perf_counter()))
                seq = 0
        self._connection.close()

    def delays(self, sent: dict[int, float]) -> list[float]:
        """Seconds from sending each event to the first table that shows it."""
        found = []
        shown = iter(self.arrived)
        now = next(shown, None)
        for seq, at in sorted(sent.items()):
            while now is not None and now[0] < seq:
                now = next(shown, None)
            if now is not None:
                found.append(now[1] - at)
        return found

    def seen(self) -> int:
        """The newest event that it was shown."""
        return max((seq for seq, _ in self.arrived), default=0)


class Evening:
    """A table on a server, and everything that was acknowledged to its hosts."""

    def __init__(self, server: Server, rules: str, figures: Figures) -> None:
        self.server, self.figures = server, figures
        players = 3 if rules == "three_player" else 4
        names = ["东", "南", "西", "北"][:players]
        status, table = server.post("/api/sessions", rules=rules, names=names, key=f"start-{rules}")
        assert status == 201, table
        self.sent: dict[int, float] = {}
        """By event when it was sent."""
        self.session = table["session"]
        self.api = f"/api/sessions/{self.session}"
        self._lock = threading.Lock()

    def send(self, path: str, key: str, after: int, body: dict[str, Any]) -> int:
        """Presses a button of a page; returns the status."""
        began = time.perf_counter()
        status, answer = self.server.post(f"{self.api}/{path}", key=key, after=after, **body)
        with self._lock:
            self.figures.answers[status] += 1
            if status in (200, 201):
                self.figures.acknowledged.add(key)
                self.sent[after + 1] = began
            elif status not in (409, 422):
                self.figures.wrong.append(f"{path}: {status} {answer}")
        return status

    def play(self, host: int, until: float, chance: random.Random) -> None:
        """Presses at random until the time is over."""
        number = 0
        while time.monotonic() < until:
            time.sleep(chance.uniform(0, THINKING_S))
            table = self.server.get(self.api)
            path, body = press(table, chance)
            number += 1
            self.send(path, f"{self.session}-{host}-{number}", table["seq"], body)

    def duel(self, number: int, chance: random.Random) -> None:
        """Two confirm the same deal at once: one of them is told, and it is booked once."""
        table = self.server.get(self.api)
        body = {"deal": chance.choice(deals(table["rules"])), "kongs_entered": True}
        keys = [f"{self.session}-duel-{number}-{each}" for each in "ab"]
        ready, answers = threading.Barrier(2), []

        def confirm(key: str) -> None:
            ready.wait()
            answers.append(self.send("deals", key, table["seq"], body))

        both = [threading.Thread(target=confirm, args=(key,)) for key in keys]
        for each in both:
            each.start()
        for each in both:
            each.join()
        if sorted(answers) == [201, 409]:
            self.figures.duels += 1
        elif answers != [422, 422]:  # the deal cannot be with this dealer
            self.figures.wrong.append(f"two at once: {answers}")


def drill(seconds: float, home: Path, seed: int = 1, evenings: int = len(RULES)) -> Figures:
    """Plays for that long, one evening after the other, and looks at what is left."""
    figures = Figures()
    chance = random.Random(seed)
    server = Server(home, options=("--camera", "none", "--pins", "none"))
    server.start()
    try:
        for rules in RULES[:evenings]:
            _play(Evening(server, rules, figures), seconds / evenings, chance, home / "paizhuo.db")
    finally:
        server.end()
    if not figures.duels:
        figures.wrong.append("no two ever confirmed at once")
    if evenings > 2 and figures.memory[-1] - figures.memory[1] > GROWTH_MB:
        figures.wrong.append(f"memory grew: {figures.memory}")
    return figures


def _play(evening: Evening, seconds: float, chance: random.Random, file: Path) -> None:
    """One evening: hosts press at random while watchers watch; then two at once."""
    server, stop = evening.server, threading.Event()
    watchers = [Watcher(server.port, evening.session, stop) for _ in range(WATCHERS)]
    until = time.monotonic() + seconds
    hosts = [
        threading.Thread(target=evening.play, args=(each, until, random.Random(chance.random())))
        for each in range(HOSTS)
    ]
    for each in (*watchers, *hosts):
        each.start()
    for host in hosts:
        host.join()
    for number in range(DUELS):
        evening.duel(number, chance)
    assert server.process is not None
    evening.figures.memory.append(resident(server.process.pid))
    last = server.get(evening.api)["seq"]
    patience = time.monotonic() + PATIENCE_S
    while any(each.seen() < last for each in watchers) and time.monotonic() < patience:
        time.sleep(0.05)
    _judge(evening, watchers, file, last)
    stop.set()
    server.post(f"{evening.api}/close", key=f"{evening.session}-end", after=last)  # ends streams
    for watcher in watchers:
        watcher.join()


def _judge(evening: Evening, watchers: list[Watcher], file: Path, last: int) -> None:
    figures = evening.figures
    events = [event for event in rows(file) if event.session == evening.session]
    keys = Counter(event.key for event in events)
    figures.events += len(events)
    sent = {key for key in figures.acknowledged if key.startswith(evening.session)}
    figures.wrong += [f"lost {key}" for key in sent if not keys[key]]
    figures.wrong += [f"{key} is there {count} times" for key, count in keys.items() if count > 1]
    figures.wrong += [f"{key} was refused and is there" for key in {*keys} - sent - {events[0].key}]
    if gaps(events):
        figures.wrong.append("gaps")
    figures.wrong += differs(evening.server.get(evening.api), file)
    for watcher in watchers:
        figures.delays += watcher.delays(evening.sent)
        if watcher.seen() != last:
            figures.wrong.append(f"a watcher was shown {watcher.seen()} of {last} events")


def differs(table: dict[str, Any], file: Path) -> list[str]:
    """In what the table that a server shows is not what an independent replay comes to."""
    replayed = points(rows(file), table["session"])
    standings = {each["name"]: each["points"] for each in table["standings"]}
    standing = [each for each in table["deals"] if not each["undone"] and not each["replaced"]]
    shown = (table["totals"], standings, len(standing))
    return [
        f"{name}: shown {one}, replayed {other}"
        for name, one, other in zip(
            ("seats", "players", "deals"),
            shown,
            (replayed.seats, replayed.players, replayed.deals),
            strict=True,
        )
        if one != other
    ]


def resident(process: int, name: str = "VmRSS") -> float:
    """A process's memory in megabytes: now, or at most (``VmHWM``).

    Raises:
        Gone: it has ended.
    """
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError as error:
        raise Gone from error
    line = next(line for line in status.splitlines() if line.startswith(name))
    return int(line.split()[1]) / 1024


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        figures = drill(options.seconds, Path(home), options.seed)
    print(figures)
    for each in figures.wrong:
        print(f"  {each}")
    if figures.p95_ms > LATE_MS:
        print(f"  p95 is later than {LATE_MS:.0f} ms")
    sys.exit(bool(figures.wrong) or figures.p95_ms > LATE_MS)


if __name__ == "__main__":
    main()
