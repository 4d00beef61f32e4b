"""Hostile and clumsy input: ``python -m tests.drills.fuzz``.

Deals go to the engine, notation to the tiles, requests made from ``openapi.json`` to every route,
pictures to the recognizer: some as they should be, most spoiled.  Whatever it is, the answer must
be a result or a sentence, in bounded time and memory; never a fault of the program.
"""

from __future__ import annotations

import argparse
import io
import json
import logging
import os
import random
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import scoring
from recognizer.photo import PhotoError, open_photo
from scoring.tiles import UnknownTile, format_tiles, parse_tiles
from tests.drills import hostile, pictures
from tests.drills.load import resident
from tests.drills.openapi import FORM, JSON, MULTIPART, Operation, invented, operations, wrong
from tests.drills.server import Server
from web import create_app
from web.door import remove_pin
from web.text import TEXT

DEALS, NOTATIONS, REQUESTS, WIRES, PICTURES = 100_000, 100_000, 30_000, 500, 20_000
SLOW_S = 5.0
"""Seconds of the processor: nothing may take longer."""
REFUSED_MB = 100
"""A picture that is refused by its size may take as much memory."""
LARGEST_MB = 900
"""One of 60 megapixels may take as much."""
WIRE_MB = 150
"""Megabytes by which the server may grow."""
PATIENCE_S = 1.0
REQUESTS_PER_APP = 1500
OWN = os.getpid()
_DEVICE = ("camera", "device")
_FAULT = TEXT["refused.http_500"]


@dataclass(slots=True)
class Figures:
    """What came of one kind of input."""

    name: str
    tried: int = 0
    taken: int = 0
    """Inputs that were accepted; the others got a sentence."""
    worst: tuple[float, str] = (0.0, "")
    """Seconds of the processor, and which input took so long."""
    megabytes: float = 0.0
    """Most memory that one input took."""
    wrong: Counter[str] = field(default_factory=Counter)

    def fault(self, where: str, error: BaseException | str) -> None:
        """Notes what went wrong, and in which line of the program."""
        if isinstance(error, BaseException):
            trace, line = error.__traceback__, ""
            while trace is not None:
                name = trace.tb_frame.f_code.co_filename
                if "/tests/" not in name:
                    line = f"{Path(name).name}:{trace.tb_lineno}"
                trace = trace.tb_next
            error = f"{type(error).__name__} at {line}: {str(error)[:100]}"
        self.wrong[f"{where}: {error}"] += 1

    @contextmanager
    def timed(self, what: str) -> Iterator[None]:
        """Counts one input and how long it takes."""
        self.tried += 1
        began = time.process_time()  # other programs may be busy
        yield
        spent = time.process_time() - began
        self.worst = max(self.worst, (spent, what))
        if spent > SLOW_S:
            self.fault(what, f"took longer than {SLOW_S:.0f} s")

    def __str__(self) -> str:
        seconds, what = self.worst
        memory = f", at most {self.megabytes:.0f} MB" if self.megabytes else ""
        return (
            f"{self.name}: {self.tried} tried, {self.taken} taken, the others refused by a "
            f"sentence; slowest {seconds * 1000:.0f} ms ({what}){memory}; wrong {len(self.wrong)}"
        )


# ---- the engine ----------------------------------------------------------------------------------


def deals(times: int, chance: random.Random) -> Figures:
    """Documents for ``scoring.judge``."""
    figures = Figures("deals")
    for _ in range(times):
        judged(json.loads(hostile.written(hostile.deal_document(chance))), figures)
    return figures


def judged(document: Any, figures: Figures) -> None:
    """One document: settled to zero, or refused by a sentence; never a fault."""
    with figures.timed("judge"):
        try:
            answer = scoring.judge(document)
            json.dumps(answer)
        except Exception as error:  # it says that it never raises
            figures.fault("judge", error)
            return
    if answer["valid"]:
        figures.taken += 1
        if sum(answer["deltas"]):
            figures.fault("judge", "deltas do not sum to zero")
    elif not (answer["error"] and answer["message"]["zh"] and answer["message"]["en"]):
        figures.fault("judge", "no sentence")


def notations(times: int, chance: random.Random) -> Figures:
    """Texts for ``scoring.tiles``."""
    figures = Figures("notation")
    for _ in range(times):
        parsed(hostile.text(chance), figures)
    return figures


def parsed(text: str, figures: Figures) -> None:
    """One text: tiles that are written and read again as the same, or ``UnknownTile``."""
    with figures.timed("notation"):
        try:
            tiles = parse_tiles(text)
        except UnknownTile:
            return
        except Exception as error:
            figures.fault("notation", error)
            return
    figures.taken += 1
    if parse_tiles(format_tiles(tiles)) != tiles:
        figures.fault("notation", f"{text[:20]!r} is another text when written again")


# ---- the routes ----------------------------------------------------------------------------------


class Faults(logging.Handler):
    """Keeps the faults that the program noted."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.noted: list[BaseException] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps the exception of a record."""
        if record.exc_info and record.exc_info[1] is not None:
            self.noted.append(record.exc_info[1])


def requests(times: int, chance: random.Random, home: Path) -> Figures:
    """Requests to every route, to one application after another."""
    figures = Figures("requests")
    before = resident(OWN)
    for number in range(0, times, REQUESTS_PER_APP):
        app = create_app(instance_path=home / str(number))
        caller = Caller(app, chance, figures)
        for _ in range(min(REQUESTS_PER_APP, times - number)):
            caller.call(chance.choice(operations()))
        app.extensions["ledger"].close()
    figures.megabytes = resident(OWN) - before
    return figures


class Caller:
    """Sends requests to an application, good ones and others."""

    def __init__(self, app: Flask, chance: random.Random, figures: Figures) -> None:
        self.app, self.chance, self.figures = app, chance, figures
        self.client: FlaskClient = app.test_client()
        self.sessions: list[str] = []
        self.calls = 0

    def call(self, operation: Operation) -> None:
        """One request, looked at from all sides."""
        if self.calls % 100 == 0:
            self._open()
        self.calls += 1
        if operation.path == "/device/hand" and self.chance.random() < 0.9:
            return  # it waits for a camera
        faults = Faults()
        logging.getLogger("web.app").addHandler(faults)
        arguments = self._arguments(operation)
        try:
            with self.figures.timed(operation.id):
                answer = self.client.open(**arguments)
            self._judge(operation, answer, faults)
            answer.close()
        except Exception as error:
            self.figures.fault(operation.id, error)
        finally:
            logging.getLogger("web.app").removeHandler(faults)
        if operation.path == "/pin":
            remove_pin(Path(self.app.instance_path))

    def _open(self) -> None:
        """New tables of all rule sets: the others may have been closed."""
        for rules in scoring.RULE_SETS:
            body = {
                "rules": rules,
                "names": ["东", "南", "西", "北"][: scoring.RULE_SETS[rules].players],
            }
            answer = self.client.post(
                "/api/sessions", json={**body, "key": f"{self.calls}-{rules}"}
            )
            self.sessions.append(answer.get_json()["session"])
        self.sessions = self.sessions[-12:]

    def _judge(self, operation: Operation, answer: TestResponse, faults: Faults) -> None:
        status, figures = answer.status_code, self.figures
        said = operation.responses.get(str(status), operation.responses["default"])
        kinds = said.get("content", {})
        figures.taken += status < 400
        for error in faults.noted:
            figures.fault(operation.id, error)
        if status >= 500 and status != 503:
            figures.fault(operation.id, f"status {status}")
        if status == 503 and not operation.id.startswith(_DEVICE):
            figures.fault(operation.id, "status 503")
        if status == 308:  # two slashes in the address: on to the one that was meant
            return
        if status < 400 and str(status) not in operation.responses:
            figures.fault(operation.id, f"openapi.json says nothing of {status}")
        if kinds and answer.mimetype not in kinds and "*/*" not in kinds:
            figures.fault(operation.id, f"openapi.json says nothing of {answer.mimetype}")
        if answer.mimetype == "text/event-stream":
            return
        text = answer.get_data().decode("utf-8", "replace")
        if "Traceback" in text or any(each in text for each in _FAULT):
            figures.fault(operation.id, "a fault is shown")
        if answer.mimetype == JSON:
            for each in wrong(json.loads(text), kinds.get(JSON, {}).get("schema", {}))[:1]:
                figures.fault(operation.id, f"openapi.json says another thing: {each[:80]}")

    def _arguments(self, operation: Operation) -> dict[str, Any]:
        chance = self.chance
        path, query, headers = operation.path, {}, {}
        for each in operation.parameters:
            good = chance.random() < (0.95 if each["in"] == "path" else 0.7)
            value = self._good(each) if good else hostile.text(chance)
            if each["in"] == "path":
                path = path.replace(f"{{{each['name']}}}", _as_path(value))
            elif each["in"] == "header":
                headers[each["name"]] = "".join(c for c in str(value) if 31 < ord(c) < 127)
            elif chance.random() < 0.5:
                query[each["name"]] = str(value).encode("utf-8", "replace").decode()
        if chance.random() < 0.1:
            headers |= chance.choice(_HEADERS)
        found: dict[str, Any] = {"path": path, "query_string": query, "headers": headers}
        return {**found, "method": operation.method, **self._body(operation)}

    def _good(self, parameter: dict[str, Any]) -> Any:
        if parameter["name"] == "session":
            return self.chance.choice(self.sessions)
        return invented(parameter["schema"], self.chance)

    def _body(self, operation: Operation) -> dict[str, Any]:
        chance = self.chance
        if chance.random() < 0.08:
            kind = chance.choice([JSON, FORM, f"{MULTIPART}; boundary=x", "text/plain", "\xff", ""])
            return {"data": hostile.body(chance), "content_type": kind}
        if operation.kind is None:
            return {}
        body = invented(operation.body, chance)
        if "deal" in body and chance.random() < 0.8:
            document = hostile.deal_document(chance)
            body["deal"] = document.get("deal") if isinstance(document, dict) else document
        if "after" in body and chance.random() < 0.8:
            body["after"] = chance.randint(1, 3)
        if chance.random() < 0.4:
            body = hostile.spoiled(body, chance)
        if operation.kind == JSON:
            return {"data": hostile.written(body), "content_type": JSON}
        fields = body if isinstance(body, dict) else {"key": body}
        if operation.kind == FORM:
            return {"data": {_plain(name): _plain(value) for name, value in fields.items()}}
        return {"data": {_plain(name): (io.BytesIO(self._file()), "file.jpg") for name in fields}}

    def _file(self) -> bytes:
        """An uploaded file; a picture that can be read costs a reading."""
        if self.chance.random() < 0.5:
            return hostile.body(self.chance)[:100_000]
        return json.dumps(invented({"$ref": "#/components/schemas/Session"}, self.chance)).encode()


_HEADERS = (
    {"Host": "evil.example"},
    {"Origin": "http://evil.example"},
    {"Origin": "http://["},
    {"Sec-Fetch-Site": "cross-site"},
    {"Content-Length": "-1"},
    {"Content-Length": "99999999999"},
    {"Transfer-Encoding": "chunked"},
    {"Content-Encoding": "gzip"},
    {"Cookie": "host=" + "x" * 5000 + "; language=\x01; look=%00"},
    {"Accept-Language": "x" * 5000},
    {"Accept-Language": ",".join(["zh;q=0.1"] * 500)},
    {"If-None-Match": '"' * 99},
    {"If-Modified-Since": "yesterday"},
    {"Range": "bytes=9-1,0-0,-0"},
    {"X-Forwarded-For": "1.2.3.4", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "x"},
)


def _as_path(value: object) -> str:
    """A value as a piece of an address; one that is empty would be another address."""
    from urllib.parse import quote

    return quote(str(value).encode("utf-8", "replace")[:200].decode("utf-8", "ignore"), "") or "0"


def _plain(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode("utf-8", "replace").decode()[:200_000]


# ---- the wire ------------------------------------------------------------------------------------


def wires(times: int, chance: random.Random, home: Path) -> Figures:
    """Bytes on the socket of the real server, most of them no HTTP; afterwards it must be well."""
    figures = Figures("bytes on the wire")
    home.mkdir()
    server = Server(home, options=("--camera", "none", "--pins", "none"))
    server.start()
    assert server.process is not None
    try:
        before = resident(server.process.pid)
        for number in range(times):
            name, data = _WIRES[number % len(_WIRES)]
            if number >= len(_WIRES):
                data = _scrambled(data, chance)
            with figures.timed(name):
                status = _answered(server.port, data)
            figures.taken += 200 <= status < 400
            if status >= 500 and status != 501:
                figures.fault(name, f"status {status}")
        if server.request("GET", "/healthz")[0] != 200:
            figures.fault("healthz", "it is not well")
        figures.megabytes = resident(server.process.pid) - before
        if figures.megabytes > WIRE_MB:
            figures.fault("the server", f"took {figures.megabytes:.0f} MB")
    finally:
        said = server.end()
    if "Traceback" in said:
        figures.fault("the server", said[-200:])
    return figures


def _answered(port: int, data: bytes) -> int:
    """The status of the answer; 0: the server closed or waits for more."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as wire:
        try:
            wire.sendall(data)
            first = wire.recv(4096)
        except OSError:
            return 0
    words = first.split(b" ", 2)
    return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0


def _scrambled(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data[:5000])
    for _ in range(chance.choice([1, 3, 20])):
        place = chance.randrange(len(changed))
        changed[place : place + chance.randint(0, 2)] = chance.randbytes(chance.randint(0, 3))
    return bytes(changed) or b"\0"


def _post(path: bytes, body: bytes, *headers: bytes, length: int | None = None) -> bytes:
    said = len(body) if length is None else length
    lines = [
        b"POST " + path + b" HTTP/1.1",
        b"Host: localhost",
        b"Content-Type: application/json",
        b"Content-Length: %d" % said,
        *headers,
    ]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


_WIRES: tuple[tuple[str, bytes], ...] = (
    ("a page", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ("no host", b"GET / HTTP/1.1\r\n\r\n"),
    ("HTTP/0.9", b"GET /\r\n"),
    ("HTTP/9.9", b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n"),
    ("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500)),
    ("nothing", b"\r\n\r\n"),
    ("a long address", b"GET /" + b"a" * 300_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ("a long header", b"GET / HTTP/1.1\r\nX: " + b"a" * 300_000 + b"\r\n\r\n"),
    ("many headers", b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 50_000 + b"\r\n"),
    ("two hosts", b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n"),
    ("a proxy's address", b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ("out of the folder", b"GET /static/../../pin HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ("out, quoted", b"GET /static/..%2f..%2fpin HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ("a NUL", b"GET /sessions/%00 HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ("no text", b"GET /sessions/%ff%fe?lang=%ff HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ("another method", b"BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ("less than promised", _post(b"/api/score", b"{}", length=500)),
    ("a negative length", _post(b"/api/score", b"{}", length=-1)),
    ("two lengths", _post(b"/api/score", b"{}", b"Content-Length: 9")),
    ("chunks that are none", _post(b"/api/score", b"zz\r\n", b"Transfer-Encoding: chunked")),
    ("a chunk without end", _post(b"/api/score", b"ffffffff\r\n{", b"Transfer-Encoding: chunked")),
    ("30 MB", _post(b"/api/score", b"[" * 30_000_000)),
    ("24 MB", _post(b"/api/score", b"[" * 24_000_000)),
    ("a thousand GB", _post(b"/api/score", b"{", length=10**15)),
)


# ---- pictures ------------------------------------------------------------------------------------


def images(times: int, chance: random.Random) -> Figures:
    """Files for the recognizer's eye: every bomb and every oddity, and broken ones."""
    figures = Figures("pictures")
    for name, data in pictures.bombs():
        opened(name, data, figures, REFUSED_MB)
    for name, data in (*pictures.odd(), *pictures.shapes()):
        opened(name, data, figures, LARGEST_MB)
    for name, data in pictures.largest():
        opened(name, data, figures, LARGEST_MB)
    for _ in range(times):
        opened("a broken one", pictures.broken(chance), figures)
    return figures


def opened(name: str, data: bytes, figures: Figures, most: float | None = None) -> None:
    """One file: an upright frame, or a sentence; never a fault, and never more memory."""
    if most is not None:
        Path("/proc/self/clear_refs").write_text("5")  # the peak is now
    before = resident(OWN)
    with figures.timed(name):
        try:
            frame = open_photo(data).frame
            if frame.ndim != 3 or frame.shape[2] != 3 or frame.size == 0:
                figures.fault(name, f"a frame of {frame.shape}")
            figures.taken += 1
        except PhotoError as error:
            if not (error.zh and error.en):
                figures.fault(name, "no sentence")
        except Exception as error:
            figures.fault(name, error)
    if most is not None:
        took = resident(OWN, "VmHWM") - before
        figures.megabytes = max(figures.megabytes, took)
        if took > most:
            figures.fault(name, f"took {took:.0f} MB")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--notations", type=int, default=NOTATIONS)
    parser.add_argument("--requests", type=int, default=REQUESTS)
    parser.add_argument("--wires", type=int, default=WIRES)
    parser.add_argument("--pictures", type=int, default=PICTURES)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    logging.getLogger().addHandler(logging.NullHandler())
    chance = random.Random(options.seed)
    bad = False
    with tempfile.TemporaryDirectory() as home:
        drills: tuple[Callable[[], Figures], ...] = (
            lambda: deals(options.deals, chance),
            lambda: notations(options.notations, chance),
            lambda: requests(options.requests, chance, Path(home)),
            lambda: wires(options.wires, chance, Path(home) / "wires"),
            lambda: images(options.pictures, chance),
        )
        for drill in drills:
            figures = drill()
            print(figures, flush=True)
            for what, count in figures.wrong.most_common():
                print(f"  {count} times {what}")
            bad = bad or bool(figures.wrong)
    sys.exit(bad)


if __name__ == "__main__":
    main()
