"""The event store on real SQLite files."""

import signal
import sqlite3
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.errors import LedgerError
from scoring.ledger import SCHEMA_VERSION, Ledger
from scoring.table import DEAL_SETTLED, SESSION_CLOSED, SESSION_STARTED, UNDONE

AT = "2026-11-30T20:00:00+00:00"


def url(file):
    return f"sqlite:///{file}"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "evening.db"


@pytest.fixture
def ledger(file):
    ledger = Ledger(url(file))
    yield ledger
    ledger.close()


def opened(ledger, session="a", **payload):
    return ledger.append(session, SESSION_STARTED, payload, key=f"start-{session}", at=AT)


def refused(ledger, *args, **kwargs):
    with pytest.raises(LedgerError) as caught:
        ledger.append(*args, **kwargs)
    return caught.value


def test_events_come_back_in_order_without_gaps(ledger):
    opened(ledger, names=["东", "南"])
    for number in range(3):
        ledger.append("a", DEAL_SETTLED, {"number": number}, key=f"k{number}", at=AT)
    opened(ledger, "b")
    events = ledger.events("a")
    assert [event.seq for event in events] == [1, 2, 3, 4]
    assert [event.payload.get("number") for event in events[1:]] == [0, 1, 2]
    assert events[0].payload == {"names": ["东", "南"]}
    assert events[0].at == AT
    assert [event.session for event in ledger.sessions()] == ["b", "a"]


def test_a_session_that_never_was_has_no_events(ledger):
    assert ledger.events("nobody") == ()


def test_events_survive_closing_and_opening(file):
    first = Ledger(url(file))
    event = opened(first)
    first.close()
    second = Ledger(url(file))
    assert second.events("a") == (event,)
    second.close()


def test_another_process_may_be_quicker_to_create_the_file(file, monkeypatch):
    beginning = Ledger._beginning

    def overtaken(self):
        monkeypatch.setattr(Ledger, "_beginning", beginning)
        Ledger(url(file)).close()
        return beginning(self)

    monkeypatch.setattr(Ledger, "_beginning", overtaken)
    ledger = Ledger(url(file))
    assert opened(ledger).seq == 1
    ledger.close()


def test_a_repeated_key_returns_the_first_event(ledger):
    first = ledger.append("a", SESSION_STARTED, {"n": 1}, key="same", at=AT)
    again = ledger.append("a", SESSION_STARTED, {"n": 2}, key="same", at="later", after=0)
    assert again == first
    assert ledger.events("a") == (first,)
    assert ledger.with_key("same") == first
    assert ledger.with_key("other") is None


def test_an_append_to_a_session_that_moved_on_is_refused(ledger):
    opened(ledger)
    ledger.append("a", DEAL_SETTLED, {}, key="one", at=AT, after=1)
    error = refused(ledger, "a", DEAL_SETTLED, {}, key="two", at=AT, after=1)
    assert error.code == "stale"
    assert len(ledger.events("a")) == 2


def test_an_event_is_told_when_it_is_on_disk_and_only_once(file):
    told = []
    ledger = Ledger(url(file), told=lambda event: told.append((event, Ledger(url(file)))))
    first = opened(ledger)
    assert opened(ledger) == first
    ledger.close()
    ((event, other),) = told
    assert event == first
    assert other.events("a") == (first,)
    other.close()


def test_the_number_of_events(ledger):
    assert ledger.seq("a") == 0
    opened(ledger)
    ledger.append("a", DEAL_SETTLED, {}, key="k", at=AT)
    assert ledger.seq("a") == 2


@pytest.mark.parametrize("statement", ["UPDATE event SET at = 'x'", "DELETE FROM event"])
def test_events_are_never_changed(file, ledger, statement):
    opened(ledger)
    with sqlite3.connect(file) as raw, pytest.raises(sqlite3.IntegrityError, match="never changed"):
        raw.execute(statement)
    raw.close()
    assert len(ledger.events("a")) == 1


def test_the_file_is_durable_and_knows_its_schema(file, ledger):
    opened(ledger)
    raw = sqlite3.connect(file)
    assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert raw.execute("SELECT schema_version FROM ledger").fetchall() == [(SCHEMA_VERSION,)]
    raw.close()
    with ledger._engine.connect() as connection:
        pragma = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("synchronous", "foreign_keys", "busy_timeout")
        }
    assert pragma == {"synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}


def test_writers_in_many_threads_lose_nothing(ledger):
    opened(ledger)

    def write(worker):
        for number in range(10):
            ledger.append("a", DEAL_SETTLED, {}, key=f"{worker}-{number}", at=AT)

    threads = [threading.Thread(target=write, args=(worker,)) for worker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [event.seq for event in ledger.events("a")] == list(range(1, 42))


WRITER = """
import itertools, sys
from scoring.ledger import Ledger
ledger = Ledger(sys.argv[1])
for number in itertools.count(1):
    ledger.append("a", "deal_settled", {"filler": "x" * 2000}, key=str(number), at="now")
    print(number, flush=True)
"""


def test_a_writer_killed_in_the_middle_loses_no_acknowledged_event(file):
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, url(file)],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
        text=True,
    )
    assert writer.stdout is not None
    acknowledged = [writer.stdout.readline() for _ in range(20)]
    writer.send_signal(signal.SIGKILL)
    acknowledged += writer.stdout.readlines()
    writer.stdout.close()
    writer.wait()
    ledger = Ledger(url(file))
    events = ledger.events("a")
    # One event may have been stored without its answer getting out; its key tells the retry so.
    assert len(acknowledged) <= len(events) <= len(acknowledged) + 1
    assert [event.key for event in events] == [str(seq) for seq in range(1, len(events) + 1)]
    ledger.close()


def test_a_read_only_file_can_be_read_and_says_why_it_cannot_be_written(file):
    first = Ledger(url(file))
    opened(first)
    first.close()
    ledger = Ledger(f"sqlite:///file:{file}?mode=ro&uri=true")
    assert len(ledger.events("a")) == 1
    error = refused(ledger, "a", DEAL_SETTLED, {}, key="k", at=AT)
    ledger.close()
    assert error.code == "read_only"
    assert "只读" in error.zh
    assert "read-only" in error.en


def test_a_locked_file_says_so(file, ledger, monkeypatch):
    opened(ledger)
    monkeypatch.setattr("scoring.ledger.BUSY_TIMEOUT_MS", 50)
    impatient = Ledger(url(file))
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    error = refused(impatient, "a", DEAL_SETTLED, {}, key="k", at=AT)
    holder.rollback()
    holder.close()
    assert error.code == "locked"
    assert impatient.append("a", DEAL_SETTLED, {}, key="k", at=AT).seq == 2
    impatient.close()


def test_a_full_disk_says_so_and_keeps_what_was_there(ledger):
    opened(ledger)
    with ledger._engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    error = refused(ledger, "a", DEAL_SETTLED, {"big": "x" * 200_000}, key="k", at=AT)
    assert error.code == "disk_full"
    assert len(ledger.events("a")) == 1


def test_text_that_is_no_database_is_left_alone(file):
    file.write_text("my shopping list " * 100)
    before = file.read_bytes()
    with pytest.raises(LedgerError) as caught:
        Ledger(url(file))
    assert caught.value.code == "corrupt"
    assert file.read_bytes() == before


def test_another_programs_database_is_left_alone(file):
    raw = sqlite3.connect(file)
    raw.execute("CREATE TABLE recipes (name TEXT)")
    raw.close()
    before = file.read_bytes()
    with pytest.raises(LedgerError) as caught:
        Ledger(url(file))
    assert caught.value.code == "foreign"
    assert file.read_bytes() == before


def test_a_newer_schema_is_left_alone(file, ledger):
    raw = sqlite3.connect(file)
    raw.execute("INSERT INTO ledger VALUES (99)")
    raw.commit()
    raw.close()
    with pytest.raises(LedgerError) as caught:
        Ledger(url(file))
    assert caught.value.code == "newer_schema"


OLDER = """
    CREATE TABLE ledger (schema_version INTEGER NOT NULL, PRIMARY KEY (schema_version));
    CREATE TABLE event (
        id INTEGER NOT NULL, session TEXT NOT NULL, seq INTEGER NOT NULL, at TEXT NOT NULL,
        kind TEXT NOT NULL, payload TEXT NOT NULL, "key" TEXT NOT NULL,
        PRIMARY KEY (id), UNIQUE (session, seq), CHECK (seq > 0), UNIQUE ("key"));
    CREATE INDEX event_kind ON event (kind);
    CREATE TRIGGER event_no_update BEFORE UPDATE ON event
        BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
    CREATE TRIGGER event_no_delete BEFORE DELETE ON event
        BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
    INSERT INTO ledger VALUES (1);
    INSERT INTO event VALUES (1, 'a', 1, '2026-11-30T20:00:00+00:00', 'session_started',
        '{"names": ["东", "南"]}', 'start-a');
"""
"""What version 1 of the schema made."""


def test_a_ledger_of_the_first_schema_goes_on(file):
    raw = sqlite3.connect(file)
    raw.executescript(OLDER)
    raw.close()
    for _ in range(2):  # the second time it is of this schema
        ledger = Ledger(url(file))
        assert [event.payload for event in ledger.sessions()] == [{"names": ["东", "南"]}]
        ledger.keep_preset("周五局", {"rules": "guangdong"}, at=AT)
        assert list(ledger.presets()) == ["周五局"]
        ledger.close()
    raw = sqlite3.connect(file)
    assert raw.execute("SELECT max(schema_version) FROM ledger").fetchone() == (SCHEMA_VERSION,)
    for table in ("event", "preset"):
        with pytest.raises(sqlite3.IntegrityError, match="never changed"):
            raw.execute(f"DELETE FROM {table}")
    raw.close()


def test_of_each_preset_the_latest_counts(ledger):
    for name, document in [("a", {"n": 1}), ("b", {"n": 2}), ("a", {"n": 3}), ("c", None)]:
        ledger.keep_preset(name, document, at=AT)
    assert list(ledger.presets().items()) == [("a", {"n": 3}), ("b", {"n": 2})]
    ledger.keep_preset("a", None, at=AT)
    assert ledger.presets() == {"b": {"n": 2}}
    ledger.keep_preset("a", {"n": 4}, at=AT)
    assert ledger.presets() == {"a": {"n": 4}, "b": {"n": 2}}


def test_a_whole_session_is_taken_over_or_nothing(ledger, tmp_path):
    opened(ledger, names=["东"])
    ledger.append("a", DEAL_SETTLED, {"n": 1}, key="k", at=AT)
    told = []
    other = Ledger(url(tmp_path / "other.db"), told.append)
    other.append("b", DEAL_SETTLED, {}, key="x", at=AT)
    events = ledger.events("a")
    other.adopt(events)
    assert [replace(event, id=0) for event in other.events("a")] == [
        replace(event, id=0) for event in events
    ]
    assert told[-1] == other.events("a")[-1]
    clash = [replace(event, session="c", key=f"c{event.key}") for event in events]
    clash[-1] = replace(clash[-1], key="x")
    for again in (events, clash):
        with pytest.raises(LedgerError) as caught:
            other.adopt(again)
        assert caught.value.code == "already_there"
    assert other.events("c") == ()
    other.close()


def test_which_sessions_are_open(ledger):
    for session in "abc":
        opened(ledger, session)
    for session, kind in [("a", DEAL_SETTLED), ("b", SESSION_CLOSED), ("c", SESSION_CLOSED)]:
        ledger.append(session, kind, {}, key=f"1{session}", at=AT)
    assert ledger.open_sessions() == ("a",)
    ledger.append("c", UNDONE, {"reverses": [2]}, key="2c", at=AT)
    assert ledger.open_sessions() == ("c", "a")
    assert [[event.session for event in each] for each in ledger.all_events()] == [
        ["c"] * 3,
        ["b"] * 2,
        ["a"] * 2,
    ]


@pytest.mark.parametrize(
    "bad", ["nonsense", "nodriver://host/db", "sqlite:////no/such/folder/x.db"]
)
def test_a_database_that_cannot_be_opened_says_so(bad):
    with pytest.raises(LedgerError) as caught:
        Ledger(bad)
    assert caught.value.code == "cannot_open"
    assert caught.value.zh
    assert caught.value.en


def test_a_backup_is_a_whole_ledger(ledger, tmp_path):
    opened(ledger)
    copy = tmp_path / "copy.db"
    ledger.backup(copy)
    restored = Ledger(url(copy))
    assert restored.events("a") == ledger.events("a")
    restored.close()
    assert {entry.name for entry in tmp_path.iterdir() if "copy" in entry.name} == {"copy.db"}


def test_a_backup_never_overwrites(ledger, tmp_path):
    copy = tmp_path / "copy.db"
    copy.write_text("precious")
    with pytest.raises(LedgerError) as caught:
        ledger.backup(copy)
    assert caught.value.code == "backup_exists"
    assert copy.read_text() == "precious"


def test_a_backup_into_no_folder_says_so(ledger, tmp_path):
    with pytest.raises(LedgerError) as caught:
        ledger.backup(tmp_path / "missing" / "copy.db")
    assert caught.value.code == "cannot_open"


def test_a_backup_into_a_file_as_if_it_were_a_folder_says_so(ledger, tmp_path):
    (tmp_path / "file").write_text("precious")
    with pytest.raises(LedgerError) as caught:
        ledger.backup(tmp_path / "file" / "copy.db")
    assert caught.value.code == "cannot_open"
    assert (tmp_path / "file").read_text() == "precious"
