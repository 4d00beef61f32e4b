"""What a program costs the machine from start to end: processor time and memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from recognizer.photo import open_photo

READ = ("-c", "from web.cli import main; main()", "read")
"""Arguments of a Python that runs ``paizhuo read``."""
DEMO = Path(__file__).resolve().parents[1] / "web/static/demo-table.jpg"

_MEASURE = """\
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """``cpu`` seconds of the processor, ``megabytes`` of memory at the most (10⁶ bytes)."""

    cpu: float
    megabytes: float


def spent(arguments: Sequence[str], python: str | Path = sys.executable) -> Cost:
    """Run a Python on one processor and say what it cost.

    A small Python in between starts it: what a process inherits from a large parent would count
    as its own memory.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    processor = min(os.sched_getaffinity(0))
    command = [sys.executable, "-I", "-c", _MEASURE, str(python), *arguments]
    done = subprocess.run(
        command,
        capture_output=True,
        check=True,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {processor}),
    )
    cpu, kibibytes = done.stdout.split()
    return Cost(float(cpu), float(kibibytes) * 1024 / 1e6)


@contextmanager
def large_photo() -> Iterator[Path]:
    """A JPEG of 12 megapixels with 14 tiles, for as long as the context lasts: the demo table,
    enlarged, with the grain that a phone's camera leaves."""
    small = cv2.cvtColor(open_photo(DEMO).frame, cv2.COLOR_RGB2BGR)
    large = np.asarray(cv2.resize(small, (4000, 3000), interpolation=cv2.INTER_CUBIC), np.float32)
    large += np.random.default_rng(1).normal(0, 3, large.shape).astype(np.float32)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.jpg"
        cv2.imwrite(
            str(path), np.clip(large, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 94]
        )
        yield path
