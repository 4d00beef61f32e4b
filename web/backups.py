"""Kept copies of the ledger, and coming back from one.

Beside an SQLite ledger lies ``backups``, with its last ten copies: one made whenever a session
ends, one before a newer version of this program changes its tables.  They are numbered, not dated:
a Pi without a network does not know the time.

A ledger that is damaged when it is opened is set aside, never deleted.  The newest good copy takes
its place, with every later event that can still be read in the damaged file and follows without a
gap, and every later preset.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from scoring.errors import LedgerError, ScoringError
from scoring.ledger import SCHEMA_VERSION, Ledger, copy, sync, translated
from scoring.table import SESSION_CLOSED, Event, fold
from web.refusals import Refusal

KEPT = 10
"""Copies that are kept."""
_TYPES = [str, int, str, str, str, str]
_REACH = 10_000
"""After so many events in a row that cannot be read there are no more."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Recovery:
    """What was done about a damaged ledger."""

    damaged: Path
    """Where it lies now."""
    backup: Path | None
    """The copy that took its place; None: there was none."""
    saved: int
    """Later events that could still be read in it and were taken over."""


def database_file(url: str) -> Path | None:
    """The file of an SQLite URL; None where the database is no file of this kind."""
    try:
        parsed = sa.make_url(url)
    except sa.exc.ArgumentError:
        return None
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.query:
        return None
    return Path(parsed.database)


def open_ledger(url: str, told: Callable[[Event], None]) -> tuple[Ledger, Recovery | None]:
    """Opens the ledger that is served: recovered if it was damaged, copied when a session ends.

    Args:
        url: its SQLAlchemy URL.
        told: called with each event once it is safely on disk.

    Raises:
        LedgerError: it cannot be opened, or is damaged and there is no good copy.
    """
    file = database_file(url)
    if file is None:
        return Ledger(url, told), None
    recovery = _made_ready(file) if file.exists() else None

    def tell(event: Event) -> None:
        told(event)
        if event.kind == SESSION_CLOSED:
            try:
                keep(file)
            except LedgerError as error:  # the event itself is stored
                log.error("no backup was made: %s", error.code)

    return Ledger(url, tell), recovery


def kept(file: Path) -> list[Path]:
    """The copies of a ledger, oldest first."""
    return [path for _, path in _numbered(file)]


def keep(file: Path) -> Path:
    """Makes one more copy, drops those beyond the last ten and returns it.

    Raises:
        LedgerError: the ledger is damaged, or the copy cannot be written.
    """
    numbered = _numbered(file)
    number = numbered[-1][0] + 1 if numbered else 1
    target = _folder(file) / f"{file.stem}-{number:06}.db"
    with _told(file), closing(_opened(file)) as raw:
        target.parent.mkdir(exist_ok=True)
        copy(raw, target)
        for _, old in numbered[: -(KEPT - 1)]:
            old.unlink(missing_ok=True)
    return target


def set_aside(file: Path) -> list[Path]:
    """Damaged or replaced ledgers that still lie beside this one."""
    return sorted(
        path
        for path in file.parent.glob(f"{file.name}.*")
        if re.fullmatch(r"\.(damaged|replaced)-\d+", path.name.removeprefix(file.name))
    )


def damage(file: Path) -> str | None:
    """What is wrong with an SQLite file; None where it is whole and no session has a gap.

    Raises:
        LedgerError: it cannot be read for another reason.
    """
    with _told(file):
        try:
            with closing(_opened(file)) as raw:
                (verdict,) = raw.execute("PRAGMA integrity_check(1)").fetchone()
                if verdict != "ok":
                    return str(verdict)
                if _version(raw) is None:
                    return None
                gap = raw.execute(
                    "SELECT session FROM event GROUP BY session HAVING max(seq) != count(*)"
                ).fetchone()
                return f"session {gap[0]} has a gap" if gap else None
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                return str(error)
            raise


def restore(file: Path, backup: Path) -> Path | None:
    """Puts a copy in the place of a ledger that no server uses now.

    Returns:
        Where the ledger lies that was there before, if there was one.

    Raises:
        ScoringError: the copy is not good, a server runs on the ledger, or the disk fails.
    """
    if not backup.is_file():
        raise Refusal("no_backup", 404, file=backup)
    why = damage(backup)
    if why is None:
        with _told(backup), closing(_opened(backup)) as raw:
            version = _version(raw)
        if version is None or version > SCHEMA_VERSION:
            why = f"schema {version}"
    if why is not None:
        raise Refusal("bad_backup", file=backup, why=why)
    with _alone(file) as work:
        part = work / file.name
        with closing(_opened(backup)) as raw:
            copy(raw, part)
        return _replace(file, part, "replaced")


@contextmanager
def serving(url: str) -> Iterator[None]:
    """Keeps others from replacing a ledger while a server runs on it."""
    file = database_file(url)
    if file is None:
        yield
        return
    handle = os.open(file.parent, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_SH)
        yield
    finally:
        os.close(handle)


def _made_ready(file: Path) -> Recovery | None:
    """Sees to it that an existing file can be opened as a ledger."""
    flaw = damage(file)
    if flaw is None:
        with _told(file), closing(_opened(file)) as raw:
            version = _version(raw)
        if version is not None and version < SCHEMA_VERSION:
            copied = keep(file)
            log.warning(
                "%s was of version %d and becomes %d; before that it was copied to %s",
                *(file.name, version, SCHEMA_VERSION, copied.name),
            )
        return None
    backup = next((path for path in reversed(kept(file)) if damage(path) is None), None)
    with _alone(file) as work:
        part = work / file.name
        if backup is not None:
            with closing(_opened(backup)) as raw:
                copy(raw, part)
        saved = _save(file, part, work)
        if backup is None and not saved:
            raise LedgerError(
                "corrupt",
                f"{file} 不是数据库，或已损坏（{flaw}），又没有好的备份；没有动它。"
                "请另选一个文件，或把它挪开。",
                f"{file} is damaged or no database ({flaw}), and there is no good backup; it was "
                "left alone.  Choose another file or move it away.",
            )
        damaged = _replace(file, part, "damaged")
    assert damaged is not None
    source = None if backup is None else backup.name
    log.error("%s was damaged: %s; restored from %s and %d events", file.name, flaw, source, saved)
    return Recovery(damaged, backup, saved)


def _save(file: Path, part: Path, work: Path) -> int:
    """Takes over into a good ledger every event of a damaged one that can still be read.

    Of each session it takes those that follow without a gap and make sense; returns how many.
    """
    wreck = work / "wreck"  # a copy: opening a database may change it
    for journal in ("", "-wal"):
        if Path(f"{file}{journal}").exists():
            shutil.copyfile(f"{file}{journal}", f"{wreck}{journal}")
    saved = 0
    ledger = Ledger(f"sqlite:///{part}")
    told: dict[str, list[Event]] = {}
    try:
        with closing(sqlite3.connect(wreck)) as raw:
            for session, seq, at, kind, payload, key in _readable(raw):
                if session not in told:
                    told[session] = list(ledger.events(session))
                events = told[session]
                if seq != len(events) + 1 or ledger.with_key(key):
                    continue
                event = Event(0, session, seq, at, kind, json.loads(payload), key)
                try:
                    fold((*events, event))
                    ledger.append(session, kind, event.payload, key=key, at=at, after=seq - 1)
                except (ScoringError, LookupError, TypeError, ValueError, AttributeError):
                    continue  # it can be read and is nonsense
                events.append(event)
                saved += 1
            with closing(sqlite3.connect(part)) as good:
                known = set(good.execute("SELECT at, name FROM preset"))
            for at, name, document in _rows(raw, "SELECT at, name, document FROM preset"):
                with suppress(TypeError, ValueError):  # it can be read and is nonsense
                    if (at, name) not in known:
                        kept_then = None if document is None else json.loads(document)
                        ledger.keep_preset(name, kept_then, at=at)
    finally:
        ledger.close()
    return saved


def _readable(raw: sqlite3.Connection) -> Iterator[tuple[str, int, str, str, str, str]]:
    """The events of a damaged database that have the right types, in the order they came."""
    query = "SELECT session, seq, at, kind, payload, key FROM event"
    for row in _rows(raw, query):
        with suppress(ValueError):
            if [*map(type, row)] == _TYPES and isinstance(json.loads(row[4]), dict):
                yield row


def _rows(raw: sqlite3.Connection, query: str) -> Iterator[Any]:
    """The rows of a table that can be read, in the order they came."""
    number = missing = 0
    while missing < _REACH:
        number += 1
        missing += 1
        with suppress(sqlite3.Error):
            row = raw.execute(f"{query} WHERE id = ?", (number,)).fetchone()
            if row:
                missing = 0
                yield row


def _replace(file: Path, part: Path, word: str) -> Path | None:
    """Puts ``part`` in the place of ``file``, which is set aside under a name with ``word``.

    At each moment there is a ledger under the name, and never with the journal of another.
    """
    sync(part)
    aside = None
    if file.exists():
        names = (file.with_name(f"{file.name}.{word}-{number}") for number in count(1))
        aside = next(name for name in names if not name.exists())
        for journal in ("-wal", "-shm"):
            if Path(f"{file}{journal}").exists():
                Path(f"{file}{journal}").rename(f"{aside}{journal}")
        aside.hardlink_to(file)
    part.replace(file)
    sync(file.parent)
    return aside


@contextmanager
def _alone(file: Path) -> Iterator[Path]:
    """A working folder beside a ledger, while no server runs on it and none starts."""
    with _told(file):
        handle = os.open(file.parent, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with tempfile.TemporaryDirectory(dir=file.parent, prefix=".restore-") as work:
                yield Path(work)
        except BlockingIOError:
            raise Refusal("ledger_in_use", 409, file=file) from None
        finally:
            os.close(handle)


def _opened(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True)


def _version(raw: sqlite3.Connection) -> int | None:
    """The schema that a database was written by; None where it is no ledger."""
    tables = {name for (name,) in raw.execute("SELECT name FROM sqlite_master")}
    if not tables >= {"ledger", "event"}:
        return None
    (version,) = raw.execute("SELECT max(schema_version) FROM ledger").fetchone()
    return int(version or 0)


def _numbered(file: Path) -> list[tuple[int, Path]]:
    """The copies of a ledger with their numbers, oldest first."""
    name = re.compile(rf"{re.escape(file.stem)}-(\d{{6,}})\.db")
    found = [(name.fullmatch(path.name), path) for path in _folder(file).glob("*.db")]
    return sorted((int(match[1]), path) for match, path in found if match)


def _folder(file: Path) -> Path:
    return file.parent / "backups"


@contextmanager
def _told(file: Path) -> Iterator[None]:
    """Turns the disk's errors about a ledger into LedgerErrors."""
    with translated(str(file)):
        try:
            yield
        except OSError as error:
            raise LedgerError(
                "cannot_open",
                f"{file} 或它旁边的文件读写不了：{error.strerror}；请检查磁盘和权限。",
                f"{file} or a file beside it cannot be read or written: {error.strerror}; "
                "check the disk and its permissions.",
            ) from error
