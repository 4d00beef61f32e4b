"""What an idle server costs: ``python -m tests.benchmarks.idle``.

A real server in a process of its own, looked at from outside for a minute: without a camera, and
with one whose preview somebody watches at five frames a second.  The models are loaded in the
second case, as with every camera that works.
"""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import web

SECONDS = 60
FRAMES_A_SECOND = 5
DEMO = Path(web.__file__).parent / "static" / "demo-table.jpg"
LIMITS = {"MB resident": 150, "s to the first page": 2, "% of a core": 2, "% with preview": 25}


class Server:
    """``paizhuo serve``, and what the kernel says of it."""

    def __init__(self, home: Path, *arguments: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = [sys.executable, "-c", "from web.cli import main; main()", "serve"]
        place = ["--host", "127.0.0.1", "--port", str(self.port)]
        began = time.perf_counter()
        self._process = subprocess.Popen(
            [*command, *place, *arguments],
            env={**os.environ, "PAIZHUO_HOME": str(home)},
            stderr=subprocess.DEVNULL,
        )
        while self.get("/") != 200:
            time.sleep(0.01)
        self.ready = time.perf_counter() - began

    def get(self, path: str) -> int | None:
        """Ask for a page; the status, or None where nobody listens yet."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            return answer.status
        except ConnectionRefusedError:
            return None
        finally:
            connection.close()

    def seconds(self) -> float:
        """Processor time used so far, by all threads."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident(self) -> float:
        """Memory in use, in MB."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait()


def main() -> None:
    """Print the figures."""
    print(f"{SECONDS} s without a camera, then of a 1920x1080 video at {FRAMES_A_SECOND} frames/s")
    for name, figure in measured().items():
        limit = f"  (limit {LIMITS[name]})" if name in LIMITS else ""
        print(f"{figure:10.1f} {name}{limit}")


def measured() -> dict[str, float]:
    """The figures, by what they are of."""
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        server = Server(place / "idle", "--camera", "auto")
        figures["s to the first page"] = server.ready
        figures["s of processor for it"] = server.seconds()
        figures["% of a core"] = share(server, lambda: time.sleep(SECONDS))
        figures["MB resident"] = server.resident()
        server.stop()
        server = Server(place / "watched", "--camera", f"video:{filmed(place)}")
        time.sleep(10)  # the models load
        figures["% with preview"] = share(server, lambda: watch(server))
        figures["MB with preview"] = server.resident()
        server.stop()
    return figures


def share(server: Server, meanwhile: Callable[[], None]) -> float:
    """Per cent of one core that the server uses meanwhile."""
    before, began = server.seconds(), time.perf_counter()
    meanwhile()
    return 100 * (server.seconds() - before) / (time.perf_counter() - began)


def watch(server: Server) -> None:
    """Look at the preview as one page does."""
    began = time.perf_counter()
    for number in range(SECONDS * FRAMES_A_SECOND):
        assert server.get("/api/camera/preview") == 200
        time.sleep(max(0.0, began + (number + 1) / FRAMES_A_SECOND - time.perf_counter()))


def filmed(folder: Path) -> Path:
    """A video of the demo photo, as a USB camera would send it: each frame a JPEG."""
    import cv2

    photo = cv2.imread(str(DEMO))
    file = folder / "table.avi"
    video = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 30, (1920, 1080))
    for shift in range(30):
        video.write(cv2.resize(photo[:, shift:], (1920, 1080)))
    video.release()
    return file


if __name__ == "__main__":
    main()
