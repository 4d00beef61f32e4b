"""A full disk, a disk that turns read-only, a clock that jumps: ``python -m tests.drills.disk``.

The disk is a small ext4 file system of its own, which needs root.  The server must say what is
wrong, show the scores as long as they can be read, lose nothing, and go on by itself once the disk
allows it.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import web
from tests.drills.replay import gaps, rows, totals
from tests.drills.server import Server

MEGABYTES = 16
DRAW = {"outcome": "draw", "melds": [[], [], [], []]}
WIN = {
    **DRAW,
    "outcome": "win",
    "wins": [
        {"seat": 2, "concealed": "567p 23s 555m SSS 66m", "winning_tile": "4s", "by": "self_draw"}
    ],
}
PHOTO = Path(web.__file__).parent / "static" / "demo-table.jpg"


class NoDisk(Exception):
    """This machine gives no disk to play with."""


class Evening:
    """A session on a server, and what it has acknowledged."""

    def __init__(self, server: Server) -> None:
        self.server = server
        names = ["E", "S", "W", "N"]
        status, table = server.post("/api/sessions", rules="guangdong", names=names, key="start")
        assert status == 201, table
        self.session, self.seq = table["session"], 1
        self.keys = ["start"]

    def deal(self) -> tuple[int, Any]:
        """Posts a win; returns the status and the answer."""
        key = f"k{self.seq}"
        path = f"/api/sessions/{self.session}/deals"
        status, answer = self.server.post(path, deal=WIN, key=key, after=self.seq)
        if status == 201:
            self.seq += 1
            self.keys.append(key)
        return status, answer

    def photo(self) -> tuple[int, bytes]:
        """Posts a photo."""
        body = (
            b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n'
            b"Content-Type: image/jpeg\r\n\r\n" + PHOTO.read_bytes() + b"\r\n--x--\r\n"
        )
        path = f"/api/sessions/{self.session}/photos"
        return self.server.request("POST", path, body, "multipart/form-data; boundary=x")

    def shown(self) -> list[int]:
        """The totals that the server shows."""
        found: list[int] = self.server.get(f"/api/sessions/{self.session}")["totals"]
        return found

    def judge(self, file: Path) -> list[str]:
        """What is wrong in the file."""
        events = rows(file)
        wrong = []
        if [event.key for event in events] != self.keys:
            wrong.append(f"{len(events)} events, acknowledged {len(self.keys)}")
        if gaps(events):
            wrong.append("gaps")
        if self.shown() != totals(events, self.session):
            wrong.append("totals")
        return wrong


@contextmanager
def small_disk() -> Iterator[Path]:
    """A file system of its own, mounted; it turns read-only when it fails.

    Raises:
        NoDisk: that takes root and loop devices.
    """
    with tempfile.TemporaryDirectory() as folder:
        image, place = Path(folder) / "image", Path(folder) / "disk"
        place.mkdir()
        with image.open("wb") as file:
            file.truncate(MEGABYTES * 1024 * 1024)
        try:
            _run("mkfs.ext4", "-q", "-m", "0", str(image))
            _run("mount", "-o", "loop,errors=remount-ro", str(image), str(place))
        except (OSError, subprocess.CalledProcessError) as error:
            raise NoDisk(str(error)) from error
        try:
            yield place
        finally:
            _run("umount", "--lazy", str(place))


def full(home: Path) -> list[str]:
    """The disk fills up in the middle of an evening and is emptied again; what is wrong."""
    evening = _begun(home)
    server = evening.server
    wrong = []
    filler = home / "filler"
    _fill(filler)
    refusals = 0
    for _ in range(200):
        status, answer = evening.deal()
        if status != 201:
            refusals += 1
            if status != 503 or answer["error"] != "disk_full":
                wrong.append(f"a deal on a full disk: {status} {answer}")
                break
        if refusals == 3:
            break
    else:
        wrong.append("the disk was never full")
    before = evening.shown()
    status, said = evening.photo()
    if status not in (201, 503):
        wrong.append(f"a photo on a full disk: {status} {said.decode()[:200]}")
    if server.request("GET", f"/sessions/{evening.session}")[0] != 200:
        wrong.append("the page does not show")
    end = server.post(f"/api/sessions/{evening.session}/close", key="end", after=evening.seq)
    if end[0] not in (200, 503):
        wrong.append(f"closing on a full disk: {end}")
    server.kill()
    again = server.start()
    if evening.shown() != before:
        wrong.append("other scores after a start on a full disk")
    filler.unlink()
    status, answer = evening.deal()
    if status != 201:
        wrong.append(f"a deal when there is room again: {status} {answer}")
    wrong += evening.judge(home / "paizhuo.db")
    server.end()
    print(
        f"full disk: {len(evening.keys)} events acknowledged, {refusals} refused, started on it in "
        f"{again:.1f} s; wrong {len(wrong)}"
    )
    return wrong


def read_only(home: Path) -> list[str]:
    """The disk fails and turns read-only in the middle of an evening; what is wrong."""
    evening = _begun(home)
    server = evening.server
    wrong = []
    before = evening.shown()
    _fail(home)
    status, answer = evening.deal()
    if status != 503:
        wrong.append(f"a deal on a read-only disk: {status} {answer}")
    said = answer["message"]["en"]
    if evening.shown() != before:
        wrong.append(f"scores on a read-only disk: {evening.shown()}")
    if server.request("GET", f"/sessions/{evening.session}")[0] != 200:
        wrong.append("the page does not show")
    server.kill()
    try:
        server.start()
        started = f"shows {evening.shown()}"
        if evening.shown() != before:
            wrong.append(f"scores after a start on a read-only disk: {evening.shown()}")
        server.kill()
    except RuntimeError as error:
        started = str(error).strip()
        if "Traceback" in started:
            wrong.append(f"starting on a read-only disk: {started}")
    print(f"read-only disk: {said!r}; started again: {started!r}; wrong {len(wrong)}")
    return wrong


def _begun(home: Path) -> Evening:
    """A server on a disk, and an evening of five deals on it."""
    server = Server(home, options=("--camera", "none", "--pins", "none"))
    server.start()
    evening = Evening(server)
    for _ in range(5):
        evening.deal()
    return evening


def _fill(file: Path) -> None:
    """Leaves no room on a disk."""
    with file.open("wb", buffering=0) as filler:
        for size in (1_000_000, 4096, 1):
            try:
                while True:
                    filler.write(b"\0" * size)
            except OSError:
                continue


def _fail(folder: Path) -> None:
    """Makes a disk fail."""
    device = Path(_run("findmnt", "-n", "-o", "SOURCE", "--target", str(folder)).strip()).name
    Path(f"/sys/fs/ext4/{device}/trigger_fs_error").write_text("1\n")


def _run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main() -> None:
    """The command."""
    wrong = []
    for drill in (full, read_only):
        try:
            with small_disk() as home:
                wrong += drill(home)
        except NoDisk as error:
            print(f"{drill.__name__}: left out, {error}")
    for each in wrong:
        print(f"  {each}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
