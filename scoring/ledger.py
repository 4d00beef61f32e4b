"""The append-only event store: the one file of ``scoring`` that does I/O.

SQLAlchemy Core on any database it knows; by default one SQLite file in WAL mode with
``synchronous=FULL``, so that an event whose ``append`` returned survives a power cut.  Rows are
only ever inserted: SQLite triggers refuse UPDATE and DELETE, undo is an event like any other.
A house's presets are rows too: of each name the latest one counts.
Every append carries an idempotency key, and a repeated key gives back the event it made the first
time, so a page may send its form again after a lost answer.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from scoring.errors import LedgerError
from scoring.table import SESSION_CLOSED, SESSION_STARTED, Event

SCHEMA_VERSION = 2
"""2 brought the presets."""
BUSY_TIMEOUT_MS = 5000

_metadata = sa.MetaData()
_meta = sa.Table(
    "ledger",
    _metadata,
    sa.Column("schema_version", sa.Integer, primary_key=True, autoincrement=False),
)
_event = sa.Table(
    "event",
    _metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("session", sa.Text, nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("payload", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False, unique=True),
    sa.UniqueConstraint("session", "seq"),
    sa.CheckConstraint("seq > 0"),
    sa.Index("event_kind", "kind"),
)
_preset = sa.Table(
    "preset",
    _metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("document", sa.Text),  # NULL: from here on there is none of this name
)


class Ledger:
    """Events in a database.

    Args:
        url: an SQLAlchemy URL, ``sqlite:////home/me/paizhuo.db`` for a file.
        told: called with each event that this ledger stores, once it is safely on disk.

    Raises:
        LedgerError: the database cannot be opened or is not a ledger of this program.
    """

    def __init__(self, url: str, told: Callable[[Event], None] | None = None) -> None:
        self._told = told
        try:
            self._url = sa.make_url(url)
            self._sqlite = self._url.get_backend_name() == "sqlite"
            self._engine = sa.create_engine(self._url)
        except (sa.exc.ArgumentError, ImportError) as error:
            raise LedgerError(
                "cannot_open",
                f"打不开数据库 {url}：地址不对，或缺少它的驱动程序。",
                f"Cannot open the database {url}: the URL is wrong or its driver is missing.",
            ) from error
        if self._sqlite:
            sa.event.listen(self._engine, "connect", _configure_sqlite)
            sa.event.listen(self._engine, "begin", _begin_sqlite)
        try:
            with translated(self._where):
                self._prepare()
        except LedgerError:
            self.close()
            raise

    def close(self) -> None:
        """Lets go of the database; may be called twice."""
        self._engine.dispose()

    def append(
        self,
        session: str,
        kind: str,
        payload: Mapping[str, Any],
        *,
        key: str,
        at: str,
        after: int | None = None,
    ) -> Event:
        """Stores one event and returns it, once it is safely on disk.

        Args:
            session: the session it belongs to.
            kind: what happened.
            payload: how, as JSON values.
            key: idempotency key; a key that was used before returns the event stored then.
            at: when, ISO 8601 in UTC.
            after: number of events of the session that the caller has seen.

        Raises:
            LedgerError: ``stale`` when the session has moved on since ``after``; any other code
                when the database cannot be written.
        """
        text = _text(payload)
        with translated(self._where), self._writing() as connection:
            first = connection.execute(sa.select(_event).where(_event.c.key == key)).one_or_none()
            if first is not None:
                return _event_of(first)
            seen = connection.execute(_last_seq(session)).scalar() or 0
            if after is not None and after != seen:
                raise LedgerError(
                    "stale",
                    "别人刚刚也记了一笔，本次没有记入；请看过最新的桌面再试。",
                    "Somebody else has just recorded something, so nothing was stored; "
                    "look at the table as it is now and try again.",
                )
            row = {
                "session": session,
                "seq": seen + 1,
                "at": at,
                "kind": kind,
                "payload": text,
                "key": key,
            }
            stored = connection.execute(sa.insert(_event).returning(_event), row).one()
        event = _event_of(stored)
        if self._told is not None:
            self._told(event)
        return event

    def adopt(self, events: Sequence[Event]) -> None:
        """Stores a whole session that another ledger wrote: all of its events or none.

        Args:
            events: all events of one session in order; their ``id`` is not taken over.

        Raises:
            LedgerError: ``already_there``: this ledger has a session of that name, or an event
                with one of the keys; any other code when the database cannot be written.
        """
        session = events[0].session
        rows = [
            {
                "session": event.session,
                "seq": event.seq,
                "at": event.at,
                "kind": event.kind,
                "payload": _text(event.payload),
                "key": event.key,
            }
            for event in events
        ]
        with translated(self._where), self._writing() as connection:
            try:
                connection.execute(sa.insert(_event), rows)
            except sa.exc.IntegrityError as error:
                raise LedgerError(
                    "already_there",
                    f"这里已经有 {session} 这一场，没有再存；它原来怎样还是怎样。",
                    f"The session {session} is here already, so nothing was stored; "
                    "it stays as it is.",
                ) from error
        if self._told is not None:
            self._told(self.events(session)[-1])

    def events(self, session: str) -> tuple[Event, ...]:
        """All events of a session in order; empty when there is no such session."""
        query = sa.select(_event).where(_event.c.session == session).order_by(_event.c.seq)
        return self._read(query)

    def seq(self, session: str) -> int:
        """The number of events of a session, quicker than by reading them."""
        with translated(self._where), self._engine.begin() as connection:
            return connection.execute(_last_seq(session)).scalar() or 0

    def newest(self) -> int:
        """The id of the newest event of all; 0 where there is none."""
        with translated(self._where), self._engine.begin() as connection:
            return connection.execute(sa.select(sa.func.max(_event.c.id))).scalar() or 0

    def sessions(self) -> tuple[Event, ...]:
        """The opening event of every session, newest first."""
        return self.of_kind(SESSION_STARTED)

    def of_kind(self, *kinds: str) -> tuple[Event, ...]:
        """The events of some kinds of all sessions, newest first."""
        chosen = _event.c.kind.in_(kinds)
        return self._read(sa.select(_event).where(chosen).order_by(_event.c.id.desc()))

    def open_sessions(self) -> tuple[str, ...]:
        """The sessions that have not ended, newest first; quick however many have.

        After the end of a session nothing is appended to it but the undoing of the end.
        """
        later = _event.alias()
        last = (
            sa.select(later.c.kind)
            .where(later.c.session == _event.c.session)
            .order_by(later.c.seq.desc())
            .limit(1)
            .scalar_subquery()
        )
        query = (
            sa.select(_event.c.session)
            .where(_event.c.kind == SESSION_STARTED, last != SESSION_CLOSED)
            .order_by(_event.c.id.desc())
        )
        with translated(self._where), self._engine.begin() as connection:
            return tuple(connection.execute(query).scalars())

    def all_events(self) -> Iterator[tuple[Event, ...]]:
        """The events of each session in order, in one go; the newest session first."""
        opening = _event.alias()
        query = (
            sa.select(_event)
            .join(opening, sa.and_(opening.c.session == _event.c.session, opening.c.seq == 1))
            .order_by(opening.c.id.desc(), _event.c.seq)
        )
        for _, events in groupby(self._read(query), key=lambda event: event.session):
            yield tuple(events)

    def keep_preset(self, name: str, document: Mapping[str, Any] | None, *, at: str) -> None:
        """Stores a preset in the place of the one of that name, if there is one.

        Args:
            name: its name.
            document: what it holds, as JSON values; None: there is none of that name any more.
            at: when, ISO 8601 in UTC.

        Raises:
            LedgerError: the database cannot be written.
        """
        row = {"at": at, "name": name, "document": None if document is None else _text(document)}
        with translated(self._where), self._writing() as connection:
            connection.execute(sa.insert(_preset), row)

    def presets(self) -> dict[str, Mapping[str, Any]]:
        """The presets that stand, by name; the one stored last comes first."""
        query = sa.select(_preset.c.name, _preset.c.document).order_by(_preset.c.id.desc())
        latest: dict[str, str | None] = {}
        with translated(self._where), self._engine.begin() as connection:
            for name, document in connection.execute(query):
                latest.setdefault(name, document)
        return {name: json.loads(text) for name, text in latest.items() if text is not None}

    def with_key(self, key: str) -> Event | None:
        """The event that was appended with ``key``, if any."""
        found = self._read(sa.select(_event).where(_event.c.key == key))
        return found[0] if found else None

    def backup(self, file: Path) -> None:
        """Writes a whole copy to a new ``file``, atomically and synced to disk.

        Raises:
            LedgerError: ``backup_exists``, ``backup_unsupported`` (not SQLite) or a disk error.
        """
        if not self._sqlite:
            raise LedgerError(
                "backup_unsupported",
                "只有 SQLite 数据库可以这样备份；请用数据库自己的备份工具。",
                "Only an SQLite database is backed up this way; use your database's own tool.",
            )
        with translated(self._where), self._engine.connect() as connection:
            raw = connection.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            copy(raw, file)

    def _read(self, query: sa.Select[Any]) -> tuple[Event, ...]:
        with translated(self._where), self._engine.begin() as connection:
            return tuple(_event_of(row) for row in connection.execute(query))

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        """A writer's transaction, the only one at a time."""
        with self._beginning() as connection:
            # SQLite's BEGIN IMMEDIATE saw to it; elsewhere the row is the lock.
            connection.execute(sa.select(_meta).with_for_update())
            yield connection

    @contextmanager
    def _beginning(self) -> Iterator[sa.Connection]:
        connecting = self._engine.connect().execution_options(writer=True)
        with connecting as connection, connection.begin():
            yield connection

    def _prepare(self) -> None:
        """Creates the tables that are missing in an empty database or in an older one."""
        with self._engine.begin() as connection:
            if self._known(connection):
                return
        if self._sqlite:
            with self._engine.connect() as connection:
                raw = connection.connection.driver_connection
                assert isinstance(raw, sqlite3.Connection)
                raw.execute("PRAGMA journal_mode=WAL")
        try:
            self._create()
        except (sa.exc.IntegrityError, sa.exc.ProgrammingError):
            # Some databases let two create the same tables at once: the second one is told.
            with self._engine.begin() as connection:
                if not self._known(connection):
                    raise

    def _create(self) -> None:
        with self._beginning() as connection:
            if self._known(connection):  # another process was quicker
                return
            missing = set(_metadata.tables) - set(sa.inspect(connection).get_table_names())
            _metadata.create_all(connection)
            connection.execute(sa.insert(_meta), {"schema_version": SCHEMA_VERSION})
            for table in sorted(missing & {"event", "preset"}) if self._sqlite else ():
                for action in ("UPDATE", "DELETE"):
                    connection.exec_driver_sql(
                        f"CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table} "
                        f"BEGIN SELECT RAISE(ABORT, '{table}s are never changed'); END"
                    )

    def _known(self, connection: sa.Connection) -> bool:
        """True for a ledger of this schema, False for an empty database or an older ledger.

        Raises:
            LedgerError: ``foreign`` or ``newer_schema``.
        """
        tables = set(sa.inspect(connection).get_table_names())
        if not tables:
            return False
        if not tables >= {"ledger", "event"}:
            raise LedgerError(
                "foreign",
                f"{self._where} 里是别的程序的数据，没有动它；请另选一个文件。",
                f"{self._where} holds another program's data and was left alone; "
                "choose another file.",
            )
        version = connection.execute(sa.select(sa.func.max(_meta.c.schema_version))).scalar() or 0
        if version > SCHEMA_VERSION:
            raise LedgerError(
                "newer_schema",
                f"{self._where} 是更新的版本写的；请升级本程序。",
                f"{self._where} was written by a newer version; upgrade this program.",
            )
        return bool(version == SCHEMA_VERSION)

    @property
    def _where(self) -> str:
        return self._url.database if self._sqlite and self._url.database else repr(self._url)


def copy(source: sqlite3.Connection, file: Path) -> None:
    """Writes a whole copy of an SQLite database to a new ``file``, atomically and synced to disk.

    ``VACUUM INTO`` reads every row, so that a damaged database makes no copy.

    Raises:
        LedgerError: ``backup_exists`` or ``cannot_open``.
        sqlite3.Error: the source cannot be read or the disk is full.
    """
    if file.exists():
        raise LedgerError(
            "backup_exists",
            f"{file} 已经存在；请换一个文件名。",
            f"{file} exists already; choose another name.",
        )
    part = file.with_name(f".{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        source.execute("VACUUM INTO ?", (str(part),))
        sync(part)
        part.rename(file)
        sync(file.parent)
    except OSError as error:
        raise LedgerError(
            "cannot_open",
            f"写不了备份 {file}：{error.strerror}。",
            f"Cannot write the backup {file}: {error.strerror}.",
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


@contextmanager
def translated(where: str) -> Iterator[None]:
    """Turns the driver's errors about the database ``where`` into LedgerErrors."""
    try:
        yield
    except sa.exc.DBAPIError as error:
        raise _explain(error.orig, where) from error
    except sqlite3.Error as error:
        raise _explain(error, where) from error


def _explain(error: BaseException | None, where: str) -> LedgerError:
    """A LedgerError that says what to do."""
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
    code, zh, en = {
        sqlite3.SQLITE_BUSY: (
            "locked",
            f"{where} 正被别的程序占用，没有记入；请稍后再试。",
            f"{where} is locked by another program, nothing was stored; try again shortly.",
        ),
        sqlite3.SQLITE_READONLY: (
            "read_only",
            f"{where} 是只读的，没有记入；请检查文件权限或磁盘。",
            f"{where} is read-only, nothing was stored; check its permissions or the disk.",
        ),
        sqlite3.SQLITE_FULL: (
            "disk_full",
            "磁盘已满，没有记入；请腾出空间再试。",
            "The disk is full, nothing was stored; free some space and try again.",
        ),
        sqlite3.SQLITE_IOERR: (
            "disk_error",
            f"读写 {where} 时磁盘出错，没有记入；请检查磁盘或存储卡。",
            f"The disk failed on {where}, nothing was stored; check the disk or card.",
        ),
        sqlite3.SQLITE_CANTOPEN: (
            "cannot_open",
            f"打不开 {where}；请检查文件夹是否存在、是否有权限。",
            f"Cannot open {where}; check that its folder exists and may be written.",
        ),
        sqlite3.SQLITE_NOTADB: (
            "corrupt",
            f"{where} 不是数据库，或已损坏，没有动它；请换回备份或另选一个文件。",
            f"{where} is damaged or no database; choose a backup or another file.",
        ),
        sqlite3.SQLITE_CORRUPT: (
            "corrupt",
            f"{where} 已损坏；请换回备份。",
            f"{where} is damaged; go back to a backup.",
        ),
    }.get(
        primary,
        (
            "database_error",
            f"数据库 {where} 出错，没有记入：{error}",
            f"The database {where} failed, nothing was stored: {error}",
        ),
    )
    return LedgerError(code, zh, en)


def _last_seq(session: str) -> sa.Select[Any]:
    return sa.select(sa.func.max(_event.c.seq)).where(_event.c.session == session)


def _configure_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions begin in _begin_sqlite alone
    connection.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _begin_sqlite(connection: sa.Connection) -> None:
    writer = connection.get_execution_options().get("writer", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writer else "BEGIN")


def _text(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, allow_nan=False, sort_keys=True)


def _event_of(row: sa.Row[Any]) -> Event:
    return Event(
        id=row.id,
        session=row.session,
        seq=row.seq,
        at=row.at,
        kind=row.kind,
        payload=json.loads(row.payload),
        key=row.key,
    )


def sync(path: Path) -> None:
    """Makes a file's bytes, or a folder's names, survive a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
