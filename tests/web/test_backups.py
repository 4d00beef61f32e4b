"""Copies of the ledger, and coming back from them, on real files."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from scoring.errors import LedgerError, ScoringError
from scoring.ledger import Ledger
from scoring.table import fold
from tests.web.conftest import DRAW, NAMES, SELF_DRAW
from web import backups, commands, create_app
from web.backups import KEPT, damage, keep, kept, open_ledger, restore, serving, set_aside

PAGE = 4096


@pytest.fixture
def file(tmp_path):
    """A ledger with an evening in it that ended, so that there is a backup."""
    file = tmp_path / "home" / "paizhuo.db"
    play(file, deals=30, end=True)
    return file


def play(file, deals, end=False):
    """Plays a session as the server does and returns its name."""
    file.parent.mkdir(exist_ok=True)
    ledger, _ = open_ledger(f"sqlite:///{file}", lambda _: None)
    table = commands.start(ledger, "guangdong", {}, NAMES, 0, commands.new_key())
    session = table.session
    for number in range(deals):
        deal = DRAW if number % 3 else SELF_DRAW
        commands.confirm(
            ledger, session, deal, None, commands.new_key(), number + 1, file.parent / "photos"
        )
    if end:
        commands.close(ledger, session, commands.new_key(), deals + 1)
    ledger.close()
    return session


def events_of(file):
    ledger = Ledger(f"sqlite:///{file}")
    found = {event.session: ledger.events(event.session) for event in ledger.sessions()}
    ledger.close()
    return found


def scribble(file, page, pages=1):
    """Writes nonsense over pages of a database, the first of which is 0."""
    with file.open("r+b") as raw:
        raw.seek(page * PAGE)
        raw.write(b"\xa5" * PAGE * pages)


def page_of(file, name):
    """The page at which a table or an index begins."""
    with closing(sqlite3.connect(file)) as raw:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        return raw.execute(query, (name,)).fetchone()[0] - 1


def test_the_end_of_a_session_leaves_a_whole_copy(file):
    (copy,) = kept(file)
    assert copy.name == "paizhuo-000001.db"
    assert events_of(copy) == events_of(file)
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]


def test_a_backup_that_cannot_be_written_does_not_stop_the_session_from_ending(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    (home / "backups").write_text("in the way")
    session = play(home / "paizhuo.db", deals=1, end=True)
    assert fold(events_of(home / "paizhuo.db")[session]).closed_at


def test_ten_are_kept_in_the_order_of_their_numbers_whatever_the_clock_said(file):
    for _ in range(KEPT + 2):
        newest = keep(file)
    assert len(kept(file)) == KEPT
    assert kept(file)[-1] == newest
    assert newest.name == "paizhuo-000013.db"
    assert kept(file)[0].name == "paizhuo-000004.db"


def test_a_damaged_ledger_makes_no_copy_and_drops_none(file):
    scribble(file, page_of(file, "event"))
    with pytest.raises(LedgerError) as caught:
        keep(file)
    assert caught.value.code == "corrupt"
    assert len(kept(file)) == 1


def test_a_whole_file_has_no_damage_and_a_gap_is_some(file):
    assert damage(file) is None
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("DROP TRIGGER event_no_delete")
        raw.execute("DELETE FROM event WHERE seq = 2")
        raw.commit()
    assert "gap" in damage(file)


@pytest.mark.parametrize("where", ["header", "event", "sqlite_autoindex_event_1"])
def test_a_damaged_ledger_comes_back_from_its_backup_and_the_page_says_so(file, where):
    before = events_of(file)
    scribble(file, 0 if where == "header" else page_of(file, where))
    wreck = file.read_bytes()
    app = create_app(instance_path=file.parent)
    recovery = app.jinja_env.globals["recovery"]
    page = app.test_client().get("/").text
    app.extensions["ledger"].close()
    assert recovery.backup == kept(file)[0]
    assert "救回其后的 0 条" in page
    assert recovery.damaged.name in page
    assert events_of(file) == before
    assert recovery.damaged.read_bytes() == wreck
    assert set_aside(file) == [recovery.damaged]


def test_later_events_are_saved_out_of_the_damaged_file(file):
    """An evening was going on, whose events are in no backup; the page with deal 30 is gone."""
    ended = events_of(file)
    session = play(file, deals=40)
    before = events_of(file)
    key, data = before[session][30].key.encode(), file.read_bytes()
    holding = [start for start in range(0, len(data), PAGE) if key in data[start : start + PAGE]]
    (lost,) = [start for start in holding if b"deal_settled" in data[start : start + PAGE]]
    scribble(file, lost // PAGE)
    ledger, recovery = open_ledger(f"sqlite:///{file}", lambda _: None)
    ledger.close()
    after = events_of(file)
    assert {name: events for name, events in after.items() if name != session} == ended
    assert 20 < recovery.saved == len(after[session]) <= 30
    keys = [event.key for event in before[session]]
    assert [event.key for event in after[session]] == keys[: recovery.saved]
    assert fold(after[session]).totals == fold(before[session][: recovery.saved]).totals


def test_presets_come_back_with_those_that_were_kept_later(file):
    def keep_presets(*names):
        ledger, _ = open_ledger(f"sqlite:///{file}", lambda _: None)
        for name in names:
            ledger.keep_preset(name, {"name": name}, at=f"at {name}")
        ledger.close()

    keep_presets("a", "b")
    keep(file)
    keep_presets("c")
    scribble(file, page_of(file, "event"))
    ledger, recovery = open_ledger(f"sqlite:///{file}", lambda _: None)
    assert recovery is not None
    assert list(ledger.presets()) == ["c", "b", "a"]
    ledger.close()


def test_without_a_backup_what_can_be_read_is_saved(tmp_path):
    file = tmp_path / "home" / "paizhuo.db"
    session = play(file, deals=20)
    before = events_of(file)[session]
    scribble(file, page_of(file, "sqlite_autoindex_event_1"))
    ledger, recovery = open_ledger(f"sqlite:///{file}", lambda _: None)
    ledger.close()
    assert recovery.backup is None
    assert recovery.saved == len(before)
    rows = [(event.seq, event.kind, event.payload, event.key) for event in before]
    after = events_of(file)[session]
    assert [(event.seq, event.kind, event.payload, event.key) for event in after] == rows


def test_a_damaged_backup_is_passed_over(file):
    before = events_of(file)
    newer = keep(file)
    scribble(newer, page_of(newer, "event"))
    scribble(file, 0)
    ledger, recovery = open_ledger(f"sqlite:///{file}", lambda _: None)
    ledger.close()
    assert recovery.backup == kept(file)[0]
    assert events_of(file) == before


def test_a_damaged_ledger_that_a_server_uses_is_left_alone(file):
    scribble(file, 0)
    with serving(f"sqlite:///{file}"), pytest.raises(ScoringError) as caught:
        open_ledger(f"sqlite:///{file}", lambda _: None)
    assert caught.value.code == "ledger_in_use"
    assert set_aside(file) == []


def test_text_that_is_no_database_is_left_alone(tmp_path):
    file = tmp_path / "list.db"
    file.write_text("my shopping list " * 1000)
    before = file.read_bytes()
    with pytest.raises(LedgerError) as caught:
        open_ledger(f"sqlite:///{file}", lambda _: None)
    assert caught.value.code == "corrupt"
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["list.db"]


def test_a_ledger_of_an_older_schema_is_copied_before_it_is_opened(file, monkeypatch):
    monkeypatch.setattr(backups, "SCHEMA_VERSION", backups.SCHEMA_VERSION + 1)
    ledger, recovery = open_ledger(f"sqlite:///{file}", lambda _: None)
    ledger.close()
    assert recovery is None
    assert len(kept(file)) == 2


def test_restoring_keeps_what_was_there(file):
    first = events_of(file)
    play(file, deals=3)
    both = events_of(file)
    aside = restore(file, kept(file)[0])
    assert events_of(file) == first
    assert events_of(aside) == both


def test_restoring_a_ledger_that_is_gone(file):
    first = events_of(file)
    file.unlink()
    assert restore(file, kept(file)[0]) is None
    assert events_of(file) == first


def test_nothing_is_restored_under_a_running_server(file):
    before = events_of(file)
    with serving(f"sqlite:///{file}"), pytest.raises(ScoringError) as caught:
        restore(file, kept(file)[0])
    assert caught.value.code == "ledger_in_use"
    assert events_of(file) == before


@pytest.mark.parametrize("bad", ["missing", "text", "foreign", "damaged", "newer"])
def test_a_bad_backup_is_refused_and_changes_nothing(file, tmp_path, bad):
    before = events_of(file)
    backup = tmp_path / "backup.db"
    if bad == "text":
        backup.write_text("milk, eggs " * 1000)
    elif bad == "foreign":
        with closing(sqlite3.connect(backup)) as raw:
            raw.execute("CREATE TABLE recipes (name TEXT)")
    elif bad != "missing":
        shutil.copy(kept(file)[0], backup)
        if bad == "damaged":
            scribble(backup, page_of(backup, "event"))
        else:
            with closing(sqlite3.connect(backup)) as raw:
                raw.execute("INSERT INTO ledger VALUES (99)")
                raw.commit()
    with pytest.raises(ScoringError) as caught:
        restore(file, backup)
    assert caught.value.code == ("no_backup" if bad == "missing" else "bad_backup")
    assert set_aside(file) == []
    assert events_of(file) == before
