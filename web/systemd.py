"""Tells systemd that the server is ready, and goes on telling as long as it answers.

The unit is ``Type=notify`` with a watchdog: a server that no longer answers its own request, though
its process lives, falls silent here, and systemd starts it again.  Without systemd nothing happens.
"""

from __future__ import annotations

import http.client
import os
import socket
import threading

PATH = "/healthz"
PATIENCE_S = 10.0
"""Of the request, where there is no watchdog."""
RETRY_S = 0.1
_ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}


def tell(state: str) -> None:
    """Sends systemd a word, ``READY=1``; to nobody where systemd did not start this process."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    if address.startswith("@"):  # an abstract socket
        address = f"\0{address[1:]}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.sendto(state.encode(), address)


def answers(host: str, port: int, patience: float) -> bool:
    """Whether the server answers a request: any answer will do, a refusal too."""
    connection = http.client.HTTPConnection(_ANY.get(host, host), port, timeout=patience)
    try:
        connection.request("GET", PATH)
        connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True


class Watchdog:
    """Says ``READY=1`` with the first answer of the server, and ``WATCHDOG=1`` with every other.

    Args:
        host: the address that the server listens on.
        port: its port.
    """

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._pause = int(os.environ.get("WATCHDOG_USEC") or 0) / 1e6 / 3
        self._closing = threading.Event()

    def start(self) -> None:
        """Starts watching, where systemd waits for it."""
        if os.environ.get("NOTIFY_SOCKET"):
            threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    def close(self) -> None:
        """Says that the server stops."""
        self._closing.set()
        tell("STOPPING=1")

    def _watch(self) -> None:
        patience = self._pause or PATIENCE_S
        while not answers(self._host, self._port, patience):
            if self._closing.wait(RETRY_S):
                return
        tell("READY=1")
        while self._pause and not self._closing.wait(self._pause):
            if answers(self._host, self._port, patience):
                tell("WATCHDOG=1")
