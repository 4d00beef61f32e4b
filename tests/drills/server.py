"""The real server in a process of its own, to be killed."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

CHECKOUT = Path(__file__).parents[2]
STARTING_S = 60.0
ANSWERING_S = 30.0
SERVE = "from web.cli import main; main()"


class Gone(Exception):
    """No answer came: whether it was stored is unknown."""


class Server:
    """``paizhuo serve`` on a folder, started and killed again and again.

    Args:
        home: the data folder.
        code: what runs in the process; by default the program.
        options: further options of ``paizhuo serve``.
        limits: called in the process before it starts.
    """

    def __init__(self, home: Path, code: str = SERVE, options: tuple[str, ...] = (), **more: Any):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._command = [sys.executable, "-c", code, "serve", "--host", "127.0.0.1"]
        self._command += ["--port", str(self.port), *options]
        self._home, self._more = home, more
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> float:
        """Starts it and returns the seconds until its first answer."""
        began = time.perf_counter()
        self.process = subprocess.Popen(
            self._command,
            env={**os.environ, "PAIZHUO_HOME": str(self._home)},
            cwd=CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **self._more,
        )
        while True:
            try:
                self.request("GET", "/api/rules")
                return time.perf_counter() - began
            except Gone:
                if self.process.poll() is not None:
                    raise RuntimeError(self.end()) from None
                if time.perf_counter() - began > STARTING_S:
                    raise
                time.sleep(0.01)

    def kill(self) -> str:
        """Kills it as a power cut does, and returns what it had printed."""
        assert self.process is not None
        self.process.kill()
        out, _ = self.process.communicate()
        return out

    def end(self) -> str:
        """Stops it as a user does, and returns what it said on stderr."""
        assert self.process is not None
        self.process.terminate()
        _, said = self.process.communicate()
        return said

    def request(
        self, method: str, path: str, body: str | bytes = "", kind: str = ""
    ) -> tuple[int, bytes]:
        """Sends one request; returns the status and the body of the answer.

        Raises:
            Gone: the server was not there, or went before it answered.
        """
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWERING_S)
        try:
            connection.request(method, path, body or None, {"Content-Type": kind} if kind else {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise Gone from error
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        """The JSON at a path."""
        return json.loads(self.request("GET", path)[1])

    def post(self, path: str, **body: object) -> tuple[int, Any]:
        """Posts JSON; returns the status and the JSON of the answer."""
        status, answer = self.request("POST", path, json.dumps(body), "application/json")
        return status, json.loads(answer)

    def post_form(self, path: str, **fields: object) -> int:
        """Posts a form as a page does; returns the status."""
        form = "application/x-www-form-urlencoded"
        return self.request("POST", path, urlencode(fields), form)[0]
