"""What a Raspberry Pi does, as one table to send back: ``python -m tests.benchmarks.pi``.

Stop the service first, so that the camera is free: ``sudo systemctl stop paizhuo``.  Takes three
minutes.  The table names the computer, its system and its camera, and nothing and nobody else.
"""

from __future__ import annotations

import json
import logging
import os
import platform
import resource
import time
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from typing import TypeVar

from hardware.camera import CameraError
from hardware.cameras import Supervisor, choose
from hardware.doctor import power, temperature
from web.photos import load_models, see

from . import idle
from .machine import cpu

ROUNDS = 5
WATCHED_S = 5.0
OPENING_S = 60.0
Row = tuple[str, str]
T = TypeVar("T")


def main() -> None:
    """Print the table, a line as soon as it is known."""
    logging.getLogger("hardware").addHandler(logging.NullHandler())  # the table tells it all
    print("| what | figure |\n| --- | --- |")
    for measure in (computer, heat, reading, camera, server, heat):
        for name, figure in measure():
            print(f"| {name} | {figure} |", flush=True)


def computer() -> Iterator[Row]:
    """What it is."""
    yield "computer", f"{cpu()}, {os.cpu_count()} cores"
    pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    yield "memory, MB", f"{pages * size / 1e6:.0f}"
    system = platform.freedesktop_os_release()["PRETTY_NAME"]
    yield "system", f"{system}, {platform.machine()}, Linux {platform.release()}"
    yield "Python", platform.python_version()
    for package in ("paizhuo", "onnxruntime", "opencv-python-headless", "numpy", "picamera2"):
        try:
            yield package, version(package)
        except PackageNotFoundError:
            yield package, "-"


def heat() -> Iterator[Row]:
    """How hot it is, and whether its supply is strong enough."""
    for finding in (temperature(), power()):
        yield finding.check, finding.en


def reading() -> Iterator[Row]:
    """The demo photo, in seconds by the clock on the wall."""
    loading, _ = timed(load_models)
    yield "models loaded, s", f"{loading:.2f}"
    first, (_, seen) = timed(lambda: see(str(idle.DEMO)))
    yield "first reading, s", f"{first:.2f}"
    later = median(timed(lambda: see(str(idle.DEMO)))[0] for _ in range(ROUNDS))
    yield "later readings, s", f"{later:.2f}"
    told = json.loads(idle.DEMO.with_suffix(".json").read_text("utf-8"))["tiles"]
    right = sum(tile.tile == each for tile, each in zip(seen.tiles, told, strict=False))
    yield "tiles read right", f"{right} of {len(told)}"
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield "most memory used for it, MB", f"{most / 1e3:.0f}"


def camera() -> Iterator[Row]:
    """The camera that ``--camera auto`` finds."""
    began = time.perf_counter()
    with Supervisor(choose("auto")) as supervisor:
        supervisor.wait_for(lambda state: state.code != "opening", OPENING_S)
        able = supervisor.state.capabilities
        if able is None:
            yield "camera", supervisor.state.en
            return
        yield "camera", f"{able.name}, {able.still[0]}x{able.still[1]}"
        yield "camera opened, s", f"{time.perf_counter() - began:.2f}"
        try:
            frames, spent = 0, 0.0
            while spent < WATCHED_S:
                spent += timed(lambda: supervisor.preview(OPENING_S, age=0))[0]
                frames += 1
            yield "preview, frames/s at most", f"{frames / spent:.1f}"
            took, _ = timed(lambda: supervisor.burst(OPENING_S))
            yield f"burst of {able.burst}, s", f"{took:.2f}"
        except CameraError as error:
            yield "camera", error.en


def server() -> Iterator[Row]:
    """What ``paizhuo serve`` costs."""
    for name, figure in idle.measured().items():
        limit = f" (limit {idle.LIMITS[name]})" if name in idle.LIMITS else ""
        yield name, f"{figure:.1f}{limit}"


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """How many seconds something takes, and what it gives."""
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result


if __name__ == "__main__":
    main()
