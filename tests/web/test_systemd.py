"""What systemd hears of the real server, on a real socket."""

import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest

from web.systemd import Watchdog, answers, tell

CHECKOUT = Path(__file__).parents[2]


@pytest.fixture
def heard(tmp_path, monkeypatch):
    """systemd's end of the socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
        end.bind(str(tmp_path / "notify"))
        end.settimeout(30)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "300000")
        yield end


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def test_the_server_is_ready_alive_and_says_when_it_stops(heard, tmp_path):
    port = free_port()
    command = [sys.executable, "-c", "from web.cli import main; main()", "serve"]
    server = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", str(port), "--camera", "none"],
        env={**os.environ, "PAIZHUO_HOME": str(tmp_path / "home")},
        cwd=CHECKOUT,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert heard.recv(100) == b"READY=1"
        assert answers("127.0.0.1", port, 5)
        assert [heard.recv(100) for _ in range(3)] == [b"WATCHDOG=1"] * 3
        server.send_signal(signal.SIGTERM)
        said = heard.recv(100)
        while said == b"WATCHDOG=1":
            said = heard.recv(100)
        assert said == b"STOPPING=1"
        assert server.wait(30) == 0
    finally:
        server.kill()
        server.wait()


class Quiet(WSGIRequestHandler):
    """Logs nothing."""

    def log_message(self, *_):
        pass


def test_a_server_that_answers_no_more_is_silent(heard):
    """Its process lives, its pages hang: systemd hears nothing and starts it again."""
    hang, asked = threading.Event(), threading.Semaphore(0)

    def app(_, start):
        asked.release()
        if hang.is_set():
            release.wait(30)
        start("404 Not Found", [])
        return [b""]

    release = threading.Event()
    with make_server("127.0.0.1", 0, app, handler_class=Quiet) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        watchdog = Watchdog("127.0.0.1", server.server_port)
        watchdog.start()
        assert heard.recv(100) == b"READY=1"
        assert heard.recv(100) == b"WATCHDOG=1"
        hang.set()
        while asked.acquire(blocking=False):
            pass
        asked.acquire(timeout=30)  # a request hangs from now on
        heard.setblocking(False)
        while True:
            try:
                heard.recv(100)
            except BlockingIOError:
                break
        heard.settimeout(0.8)  # longer than the watchdog has patience
        with pytest.raises(TimeoutError):
            heard.recv(100)
        heard.settimeout(30)
        release.set()
        assert heard.recv(100) == b"WATCHDOG=1"
        watchdog.close()
        server.shutdown()
        serving.join()


def test_an_abstract_socket(monkeypatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
        end.bind(f"\0paizhuo-test-{os.getpid()}")
        monkeypatch.setenv("NOTIFY_SOCKET", f"@paizhuo-test-{os.getpid()}")
        tell("READY=1")
        assert end.recv(100) == b"READY=1"


def test_without_systemd_nothing_is_told(monkeypatch):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    tell("READY=1")
    before = threading.active_count()
    Watchdog("127.0.0.1", 9).start()
    assert threading.active_count() == before


def test_nobody_answers_where_nobody_listens():
    assert not answers("0.0.0.0", free_port(), 1)
