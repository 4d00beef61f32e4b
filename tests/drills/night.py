"""One long night: ``python -m tests.drills.night --deals 500``.

The real server, with buttons and a camera, and one table that plays 500 deals: entered on the
page, read from photos, photographed by the camera and confirmed by buttons, drawn by a button;
between them kongs, penalties, substitutes, corrections and undos, by the API and by forms.  After
each the ledger must have moved on by one event.  In the end the totals must be those of an
independent replay, and each deal that stands must come to what an independent judge says.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.drills.load import differs
from tests.drills.pictures import DEMO
from tests.drills.playing import deals, press
from tests.drills.power import PRESSED
from tests.drills.replay import gaps, rows
from tests.drills.server import Server
from tests.scoring.judges import guangdong

RULES = "guangdong"
WAYS = {"page": 70, "draw": 12, "photo": 9, "camera": 9}
"""How deals are recorded, of a hundred."""
BETWEEN = 0.25
"""So often something else happens after a deal."""
PATIENCE_S = 60.0
PINS = """
[timings]
debounce = 0.003
double = 0.03
long = 2.0
chord = 20.0
look = 0.02
confirm = 600.0
[shut_down]
command = []
"""
HAND = "1p2p3p3p4p5p5p6p7p7p8p9p9p", "9p"
"""Of the demo photo, and the winning tile apart."""


class Stuck(Exception):
    """Something that should have happened did not."""


@dataclass(slots=True)
class Figures:
    """What came of it."""

    done: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    events: int = 0
    judged: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        deals_ = sum(self.done[way] for way in WAYS)
        ways = ", ".join(f"{self.done[way]} by {way}" for way in WAYS)
        others = ", ".join(
            f"{count} {what}" for what, count in self.done.items() if what not in WAYS
        )
        return (
            f"night: {deals_} deals ({ways}) in {self.seconds:.0f} s; besides {others};\n"
            f"{self.events} events; {self.judged} deals that stand judged again by an independent "
            f"judge; wrong {len(self.wrong)}"
        )


class Night:
    """A table on a server with buttons and a camera."""

    def __init__(self, server: Server, file: Path, chance: random.Random) -> None:
        self.server, self.file, self.chance = server, file, chance
        self.figures = Figures()
        names = ["东", "南", "西", "北"]
        status, self.table = server.post("/api/sessions", rules=RULES, names=names, key="start")
        assert status == 201, self.table
        self.session = self.table["session"]
        self.api, self.page = f"/api/sessions/{self.session}", f"/sessions/{self.session}"
        self.seq = 1

    def deal(self, number: int) -> None:
        """Records one deal; the first ones in every way there is."""
        ways = [*WAYS]
        way = ways[number] if number < len(ways) else self.chance.choices(ways, [*WAYS.values()])[0]
        {"page": self._page, "draw": self._draw, "photo": self._photo, "camera": self._camera}[
            way
        ]()
        self._moved(way)

    def between(self) -> None:
        """Something that is no deal, by the API or by a form; it may be refused."""
        path, body = press(self.table, self.chance)
        if path == "deals":
            return
        if path in ("undo", "kongs") and self.chance.random() < 0.5:
            form = {name: "" if value is None else value for name, value in body.items()}
            address = f"{self.page}/{'undo' if path == 'undo' else 'kong'}"
            status = self.server.post_form(address, key=self._key(), after=self.seq, **form)
        else:
            status = self._post(path, body)
        if status in (200, 201, 303):
            self._moved(path.partition("/")[0] if path.count("/") == 0 else "correction")
        elif status != 422:
            self.figures.wrong.append(f"{path}: {status}")

    def _page(self) -> None:
        for _ in range(200):
            body = {"deal": self.chance.choice(deals(RULES)), "kongs_entered": True}
            status, preview = self.server.post(f"{self.api}/preview", **body)
            if status == 200:
                assert self._post("deals", body) == 201
                booked = self.table["deals"][-1]["settlement"]
                if booked["deltas"] != preview["deltas"]:
                    self.figures.wrong.append("a deal was booked as another than previewed")
                return
        raise Stuck("no deal fits this table")

    def _draw(self) -> None:
        self._press("draw")

    def _photo(self) -> None:
        body = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
        body += DEMO.read_bytes() + b"\r\n--x--\r\n"
        status, said = self.server.request(
            "POST", f"{self.api}/photos", body, "multipart/form-data; boundary=x"
        )
        reading = json.loads(said)
        assert status == 201, reading
        tiles = [each["tile"] for each in reading["tiles"]]
        if ("".join(tiles[:-1]), tiles[-1]) != HAND:
            self.figures.wrong.append(f"the photo was read as {tiles}")
        win = {"seat": 0, "concealed": HAND[0], "winning_tile": HAND[1]}
        win |= self.chance.choice([{"by": "self_draw"}, {"by": "discard", "from": 2}])
        win["seat"] = self.chance.choice([0, 1, 3])
        deal = {"outcome": "win", "melds": [[], [], [], []], "wins": [win]}
        body_ = {"deal": deal, "photo": reading["photo"], "kongs_entered": True}
        assert self._post("deals", body_) == 201

    def _camera(self) -> None:
        if self.table["kongs"]:  # their seat may be the winner's: that is asked on the page
            self._draw()
            return
        self._press(f"seat{self.chance.randrange(4)}")
        self._press("win")
        self._until(lambda: b'value="confirm"' in self.server.request("GET", "/device/card")[1])
        time.sleep(0.1)  # somebody looks at it
        self._press("win")

    def _press(self, name: str) -> None:
        assert self.server.process is not None
        assert self.server.process.stdin is not None
        self.server.process.stdin.write(name + "\n")
        self.server.process.stdin.flush()
        time.sleep(0.08)

    def _post(self, path: str, body: dict[str, Any]) -> int:
        status, _ = self.server.post(f"{self.api}/{path}", key=self._key(), after=self.seq, **body)
        if status in (200, 201):
            self.table = self.server.get(self.api)
        return status

    def _key(self) -> str:
        return f"night-{self.seq}-{self.chance.random()}"

    def _moved(self, what: str) -> None:
        """Waits until the ledger has moved on, which must be by one event."""
        self._until(lambda: self._stored() > self.seq)
        self.table = self.server.get(self.api)
        if self.table["seq"] != self.seq + 1:
            self.figures.wrong.append(f"{what}: from {self.seq} to {self.table['seq']}")
        self.seq = self.table["seq"]
        self.figures.done[what] += 1

    def _stored(self) -> int:
        with closing(sqlite3.connect(self.file)) as raw:
            query = "SELECT max(seq) FROM event WHERE session = ?"
            return int(raw.execute(query, (self.session,)).fetchone()[0])

    def _until(self, true: Any) -> None:
        patience = time.monotonic() + PATIENCE_S
        while not true():
            if time.monotonic() > patience:
                raise Stuck(f"after {dict(self.figures.done)}")
            time.sleep(0.01)


def drill(number: int, home: Path, seed: int = 1) -> Figures:
    """Plays so many deals and looks at what is left."""
    began = time.perf_counter()
    seen = home / "camera"
    seen.mkdir()
    shutil.copy(DEMO, seen)
    pins = home / "pins.toml"
    pins.write_text(PINS)
    options = ("--camera", f"folder:{seen}", "--pins", str(pins))
    server = Server(home, PRESSED, options)
    server.start()
    try:
        night = Night(server, home / "paizhuo.db", random.Random(seed))
        for each in range(number):
            night.deal(each)
            if night.chance.random() < BETWEEN:
                night.between()
        _judge(night)
    finally:
        server.end()
    night.figures.seconds = time.perf_counter() - began
    return night.figures


def _judge(night: Night) -> None:
    figures = night.figures
    events = rows(night.file)
    figures.events = len(events)
    if gaps(events) or len(events) != night.seq:
        figures.wrong.append(f"{len(events)} events instead of {night.seq}")
    keys = Counter(event.key for event in events)
    figures.wrong += [f"{key} is there {count} times" for key, count in keys.items() if count > 1]
    table = night.server.get(night.api)
    figures.wrong += differs(table, night.file)
    for each in table["deals"]:
        if each["undone"] or each["replaced"]:
            continue
        verdict = guangdong.judge(
            {"rules": RULES, "options": table["options"], "deal": each["deal"]}
        )
        figures.judged += 1
        if verdict["deltas"] != each["settlement"]["deltas"]:
            figures.wrong.append(f"deal {each['number']}: {each['settlement']} against {verdict}")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        figures = drill(options.deals, Path(home), options.seed)
    print(figures)
    for each in figures.wrong:
        print(f"  {each}")
    sys.exit(bool(figures.wrong))


if __name__ == "__main__":
    main()
