"""``paizhuo doctor``: everything that the table needs, a line each: fine, or what to do."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any

from hardware.doctor import (
    BAD,
    NOTE,
    OK,
    Finding,
    examine_camera,
    examine_pins,
    no_pins,
    power,
    temperature,
)
from hardware.errors import HardwareError
from hardware.pins import has_pins, read_pins
from scoring.errors import ScoringError
from scoring.ledger import Ledger
from scoring.table import SESSION_CLOSED
from web.backups import damage, database_file, kept, set_aside
from web.device import DeviceSetting
from web.joining import NOWHERE, lan_address
from web.storage import home_folder
from web.text import TEXT

MARKS = {OK: "✓", NOTE: "·", BAD: "✗"}
LEAST_FREE, SCARCE = 50, 500
"""Megabytes: below the first nothing can be relied on, below the second photos soon fill it."""
SYNCHRONISED = Path("/run/systemd/timesync/synchronized")
COPYING = timedelta(hours=1)
"""A copy is made when a session has ended, and takes no longer, whatever is done to the clock."""
_MB = 1_000_000


def findings(device: DeviceSetting, database_url: str) -> Iterator[Finding]:
    """Looks at one thing after the other, the camera first."""
    yield from _camera(device)
    yield _pins(device)
    yield models(Path(str(files("models"))))
    yield self_test()
    yield from _ledger(database_url)
    yield disk(home_folder())
    yield temperature()
    yield power()
    yield network(lan_address())


def as_json(found: list[Finding]) -> dict[str, Any]:
    """``doctor --json``, version 1."""
    return {
        "version": 1,
        "ok": all(each.verdict != BAD for each in found),
        "findings": [asdict(each) for each in found],
    }


def line(finding: Finding, tongue: str) -> str:
    """A finding as a line, in Chinese (``zh``), English (``en``) or both (empty)."""
    zh, en = TEXT[f"check.{finding.check}"]
    name = {"zh": zh, "en": en}.get(tongue, f"{zh} {en}")
    said = {"zh": finding.zh, "en": finding.en}.get(tongue, f"{finding.zh} {finding.en}")
    return f"{MARKS[finding.verdict]} {name}{'：' if tongue == 'zh' else ': '}{said}"


def tongue_of_user() -> str:
    """``zh`` or ``en`` by the user's locale; empty where it does not tell."""
    chosen = next(
        (value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), ""
    )
    if chosen.startswith("zh"):
        return "zh"
    return "" if chosen.partition(".")[0] in ("", "C", "POSIX") else "en"


def qr_text(url: str) -> str:
    """A QR code for a terminal."""
    import io

    import segno

    out = io.StringIO()
    segno.make(url, error="m", micro=False).terminal(out, compact=True)
    return out.getvalue()


def models(folder: Path) -> Finding:
    """Compares the models with the checksums that came with them."""
    try:
        listed = (folder / "SHA256SUMS").read_text("ascii").splitlines()
        wrong = [
            name
            for wanted, name in (entry.split() for entry in listed)
            if hashlib.sha256((folder / name).read_bytes()).hexdigest() != wanted
        ]
    except (OSError, ValueError) as error:
        return _found("models", BAD, "models_missing", why=error)
    if wrong or not listed:
        return _found("models", BAD, "models_wrong", names=", ".join(wrong))
    return _found("models", OK, "models", names=", ".join(entry.split()[1] for entry in listed))


def self_test() -> Finding:
    """Reads the photo that comes with the program."""
    from web.photos import see

    static = files("web").joinpath("static")
    wanted = json.loads(static.joinpath("demo-table.json").read_text("utf-8"))["tiles"]
    try:
        _, reading = see(static.joinpath("demo-table.jpg").read_bytes())
    except ScoringError as error:
        return Finding("reading", BAD, error.zh, error.en)
    read = [tile.tile for tile in reading.tiles]
    if read != wanted:
        return _found("reading", BAD, "misread", read=" ".join(read), wanted=" ".join(wanted))
    return _found("reading", OK, "reading", n=len(read), s=f"{reading.ms['total'] / 1000:.1f}")


def network(address: str) -> Finding:
    """The address that phones open."""
    if address == NOWHERE:
        return _found("network", BAD, "no_network")
    return _found("network", OK, "network", address=address)


def disk(folder: Path) -> Finding:
    """Whether the data folder can be written and has room."""
    there = next(path for path in (folder, *folder.parents) if path.exists())
    free = shutil.disk_usage(there).free // _MB
    if not os.access(there, os.W_OK):
        return _found("disk", BAD, "disk_read_only", folder=there)
    if free < SCARCE:
        return _found("disk", BAD if free < LEAST_FREE else NOTE, "disk_full", free=free)
    return _found("disk", OK, "disk", free=free)


def clock(newest: str | None, now: datetime, synchronised: bool | None) -> Finding:
    """Whether the time is plausible.

    Args:
        newest: when the latest event happened, ISO 8601; None: there is none.
        now: the time by the computer's clock.
        synchronised: whether it follows a time server; None: unknown.
    """
    shown = now.astimezone().strftime("%Y-%m-%d %H:%M")
    if newest is not None and datetime.fromisoformat(newest) > now:
        return _found("clock", BAD, "clock_behind", now=shown, newest=newest[:16])
    if synchronised:
        return _found("clock", OK, "clock", now=shown)
    return _found("clock", NOTE, "clock_alone", now=shown)


def database(file: Path) -> Finding:
    """Whether the ledger is whole."""
    if not file.exists():
        return _found("database", NOTE, "no_database", file=file)
    try:
        why = damage(file)
        if why is not None:
            return _found("database", BAD, "damaged", file=file, why=why)
        ledger = Ledger(f"sqlite:///{file}")
        sessions = len(ledger.sessions())
        ledger.close()
    except ScoringError as error:
        return Finding("database", BAD, error.zh, error.en)
    aside = [path for path in set_aside(file) if ".damaged-" in path.name]
    if aside:
        return _found("database", NOTE, "database_aside", n=sessions, file=aside[-1])
    return _found("database", OK, "database", n=sessions, mb=f"{file.stat().st_size / _MB:.1f}")


def backups(file: Path, ended: datetime | None, now: datetime) -> Finding:
    """Whether there are copies, how old the newest is, and whether it has the last whole session.

    Args:
        file: the ledger.
        ended: when the last session of it ended; None: none has.
        now: the time.
    """
    copies = kept(file)
    if not copies and ended is None:
        return _found("backups", NOTE, "no_backups_yet")
    if not copies:
        return _found("backups", BAD, "no_backups")
    newest = datetime.fromtimestamp(copies[-1].stat().st_mtime, UTC)
    told = {"n": len(copies), "days": f"{max(0.0, (now - newest) / timedelta(days=1)):.1f}"}
    if ended is not None and ended - newest > COPYING:
        return _found("backups", BAD, "old_backups", **told)
    return _found("backups", OK, "backups", **told)


def _found(check: str, verdict: str, code: str, **values: object) -> Finding:
    zh, en = TEXT[f"doctor.{code}"]
    return Finding(check, verdict, zh.format(**values), en.format(**values))


def _camera(device: DeviceSetting) -> Iterator[Finding]:
    from hardware import calibration
    from hardware.cameras import choose

    kept_in = home_folder() / "calibration.json"
    try:
        fixed = calibration.load(kept_in)
        connect = choose(device.camera, device.turn, lambda: calibration.load(kept_in))
    except HardwareError as error:
        yield Finding("camera", BAD, error.zh, error.en)
        return
    yield from examine_camera(connect, device.camera != "auto", fixed.focus)


def _pins(device: DeviceSetting) -> Finding:
    if device.pins == "none" or (device.pins == "auto" and not has_pins()):
        return no_pins()
    try:
        return examine_pins(read_pins(None if device.pins == "auto" else Path(device.pins)))
    except HardwareError as error:
        return Finding("gpio", BAD, error.zh, error.en)


def _ledger(url: str) -> Iterator[Finding]:
    """The ledger, its copies, and the clock, which must not be behind it."""
    file = database_file(url)
    now, newest, ended, whole = datetime.now(UTC), None, None, True
    if file is not None:
        finding = database(file)
        whole = finding.verdict != BAD and file.exists()
        yield finding
    if whole:
        try:
            with closing(Ledger(url)) as ledger:
                every = [
                    event for each in ledger.sessions() for event in ledger.events(each.session)
                ]
        except ScoringError as error:
            yield Finding("database", BAD, error.zh, error.en)
        else:
            newest = max((event.at for event in every), default=None)
            ends = (each.at for each in every if each.kind == SESSION_CLOSED)
            ended = max(map(datetime.fromisoformat, ends), default=None)
            if file is None:
                yield _found("database", OK, "database_elsewhere", n=len(every))
    if file is not None:
        yield backups(file, ended, now)
    yield clock(newest, now, _synchronised())


def _synchronised() -> bool | None:
    """Whether a time server sets the clock; None: nobody knows."""
    if SYNCHRONISED.exists():
        return True
    if (command := shutil.which("timedatectl")) is None:
        return None
    try:
        answer = subprocess.run(
            [command, "show", "--property=NTPSynchronized", "--value"],
            capture_output=True,
            text=True,
            timeout=5,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return answer.stdout.strip() == "yes"
