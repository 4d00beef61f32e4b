"""From one phone's commit to the others: ``python -m tests.benchmarks.live``.

A real server in a process of its own, 24 watchers with a stream each, and deals recorded one
after the other.  The clock starts when the request that records a deal is sent, so judging it and
writing it to disk count too, and stops when a watcher has the whole message.
"""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from statistics import median

WATCHERS = 24
DEALS = 60
DEAL = {
    "outcome": "win",
    "melds": [[], [], [], []],
    "wins": [
        {"seat": 2, "concealed": "567p 23s 555m SSS 66m", "winning_tile": "4s", "by": "self_draw"}
    ],
}


def main() -> None:
    """Print the figures."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as home:
        server = subprocess.Popen(
            [
                *(sys.executable, "-c", "from web.cli import main; main()"),
                *("serve", "--host", "127.0.0.1", "--port", str(port)),
            ],
            env={**os.environ, "PAIZHUO_HOME": home},
            stderr=subprocess.DEVNULL,
        )
        try:
            delays = measure(port)
        finally:
            server.terminate()
            server.wait()
    delays.sort()
    print(f"{WATCHERS} watchers, {DEALS} deals: from sending a deal to having the new table, ms")
    for name, at in (("median", median(delays)), ("p95", delays[int(len(delays) * 0.95)])):
        print(f"{name:>8} {at * 1000:8.1f}")
    print(f"{'worst':>8} {delays[-1] * 1000:8.1f}")


def measure(port: int) -> list[float]:
    """Seconds for every deal and watcher."""
    names = ["E", "S", "W", "N"]
    started = post(port, "/api/sessions", rules="guangdong", names=names, key="start")
    session = started["session"]
    arrived: list[dict[int, float]] = [{} for _ in range(WATCHERS)]
    ready = threading.Barrier(WATCHERS + 1)
    watching = [
        threading.Thread(target=watch, args=(port, session, seen, ready)) for seen in arrived
    ]
    for each in watching:
        each.start()
    ready.wait()
    sent = {}
    for seq in range(2, DEALS + 2):
        sent[seq] = time.perf_counter()
        post(port, f"/api/sessions/{session}/deals", deal=DEAL, key=str(seq), after=seq - 1)
        time.sleep(0.1)  # nobody records deals faster
    for each in watching:
        each.join()
    return [seen[seq] - at for seen in arrived for seq, at in sent.items() if seq in seen]


def watch(port: int, session: str, seen: dict[int, float], ready: threading.Barrier) -> None:
    """Notes when each message is there."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", f"/sessions/{session}/events?after=1")
    answer = connection.getresponse()
    assert answer.status == 200, answer.status
    ready.wait()
    seq = 0
    while seq <= DEALS:
        line = answer.readline()
        if line.startswith(b"id: "):
            seq = int(line[4:])
        elif line == b"\n" and seq:
            seen.setdefault(seq, time.perf_counter())
    connection.close()


def post(port: int, path: str, **body: object) -> dict[str, str]:
    """Sends JSON, waiting for the server to start."""
    for _ in range(600):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port)
            headers = {"Content-Type": "application/json"}
            connection.request("POST", path, json.dumps(body), headers)
            document: dict[str, str] = json.load(connection.getresponse())
            return document
        except ConnectionRefusedError:
            time.sleep(0.1)
    raise TimeoutError("the server does not start")


if __name__ == "__main__":
    main()
