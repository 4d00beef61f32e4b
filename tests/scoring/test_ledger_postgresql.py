"""The same ledger on a real PostgreSQL, where Debian's package is installed."""

import getpass
import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.errors import LedgerError
from scoring.ledger import Ledger

pytest.importorskip("psycopg", reason="psycopg is not installed")
PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
AT = "2026-01-02T20:00:00Z"


def as_owner(*command: str) -> list[str]:
    """PostgreSQL refuses to run as root: its package's own user owns the server then."""
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else [*command]


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[str]:
    """A server of its own on a free port of the loopback; its URL without a database."""
    if not PROGRAMS or (os.geteuid() == 0 and shutil.which("runuser") is None):
        pytest.skip("PostgreSQL is not installed (Debian's package postgresql)")
    control = str(PROGRAMS[-1])
    home = Path("/var/tmp") / f"paizhuo-{os.getpid()}-postgresql"
    home.mkdir(mode=0o700)
    user = "postgres" if os.geteuid() == 0 else getpass.getuser()
    shutil.chown(home, user)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data, options = str(home / "data"), f"-p {port} -k {home} -c listen_addresses=127.0.0.1"
    try:
        initialise = [control, "-D", data, "-o", "--auth=trust --encoding=UTF8", "-s", "initdb"]
        subprocess.run(as_owner(*initialise), cwd="/", check=True, stdout=subprocess.DEVNULL)
        start = [control, "-D", data, "-o", options, "-l", str(home / "log"), "-s", "-w", "start"]
        subprocess.run(as_owner(*start), cwd="/", check=True)
        try:
            yield f"postgresql+psycopg://{user}@127.0.0.1:{port}"
        finally:
            stop = [control, "-D", data, "-m", "immediate", "-s", "-w", "stop"]
            subprocess.run(as_owner(*stop), cwd="/", check=True)
    finally:
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture
def url(server, request) -> str:
    """A new database."""
    import psycopg

    name = f"t{abs(hash(request.node.name))}"
    plain = server.replace("+psycopg", "")
    with psycopg.connect(f"{plain}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return f"{server}/{name}"


@pytest.fixture
def ledger(url) -> Iterator[Ledger]:
    ledger = Ledger(url)
    yield ledger
    ledger.close()


def test_events_come_back_in_order_and_survive_opening_again(ledger, url) -> None:
    for number in range(3):
        ledger.append("a", "deal", {"名": number}, key=f"k{number}", at=AT)
    again = Ledger(url)
    assert [(e.seq, e.payload) for e in again.events("a")] == [(n + 1, {"名": n}) for n in range(3)]
    again.close()


def test_a_repeated_key_returns_the_first_event(ledger) -> None:
    first = ledger.append("a", "deal", {"n": 1}, key="k", at=AT)
    assert ledger.append("a", "deal", {"n": 2}, key="k", at=AT) == first
    assert ledger.with_key("k") == first
    assert ledger.seq("a") == 1


def test_a_session_that_moved_on_is_told(ledger) -> None:
    ledger.append("a", "deal", {}, key="1", at=AT, after=0)
    with pytest.raises(LedgerError) as caught:
        ledger.append("a", "deal", {}, key="2", at=AT, after=0)
    assert caught.value.code == "stale"


def test_presets_open_sessions_and_a_session_from_elsewhere(ledger, url) -> None:
    ledger.append("a", "session_started", {}, key="a", at=AT)
    ledger.append("b", "session_started", {}, key="b", at=AT)
    ledger.append("b", "session_closed", {}, key="c", at=AT)
    assert ledger.open_sessions() == ("a",)
    assert [len(events) for events in ledger.all_events()] == [2, 1]
    with pytest.raises(LedgerError) as caught:
        ledger.adopt(ledger.events("b"))
    assert caught.value.code == "already_there"
    ledger.keep_preset("x", {"n": 1}, at=AT)
    ledger.keep_preset("x", None, at=AT)
    ledger.keep_preset("y", {"n": 2}, at=AT)
    assert ledger.presets() == {"y": {"n": 2}}


def test_writers_in_many_threads_leave_no_gap(ledger, url) -> None:
    def write(name: str) -> None:
        own = Ledger(url)
        for number in range(20):
            own.append("a", "deal", {"from": name}, key=f"{name}{number}", at=AT)
        own.close()

    threads = [threading.Thread(target=write, args=(name,)) for name in "wxyz"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [event.seq for event in ledger.events("a")] == list(range(1, 81))


def test_many_may_open_an_empty_database_at_once(url) -> None:
    faults: list[Exception] = []

    def open_one() -> None:
        try:
            Ledger(url).close()
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=open_one) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    Ledger(url).close()


def test_one_that_comes_second_waits_for_the_first(url) -> None:
    import sqlalchemy as sa

    from scoring import ledger as module

    engine = sa.create_engine(url)
    waiting = sa.text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    second = threading.Thread(target=lambda: Ledger(url).close())
    with engine.connect() as watcher, engine.connect() as first:
        module._metadata.create_all(first)
        first.execute(sa.insert(module._meta), {"schema_version": module.SCHEMA_VERSION})
        second.start()
        while not watcher.execute(waiting).scalar():
            assert second.is_alive()
            watcher.rollback()
        first.commit()
    second.join()
    engine.dispose()
    ledger = Ledger(url)
    assert ledger.sessions() == ()
    ledger.close()


def test_a_user_who_may_not_create_tables_is_told(server, url) -> None:
    import psycopg

    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("CREATE ROLE watcher LOGIN")
        connection.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    host = server.split("@")[1]
    with pytest.raises(LedgerError) as caught:
        Ledger(f"postgresql+psycopg://watcher@{host}/{url.rsplit('/', 1)[1]}")
    assert caught.value.code == "database_error"
    assert "permission denied" in caught.value.en


def test_it_is_backed_up_by_its_own_tool(ledger, tmp_path) -> None:
    with pytest.raises(LedgerError) as caught:
        ledger.backup(tmp_path / "copy.db")
    assert caught.value.code == "backup_unsupported"
    assert list(tmp_path.iterdir()) == []
