"""Ledgers that earlier versions wrote: opened, copied first where they change, and played on.

``tests/scoring/ledgers/schema-<n>.sql`` is what a program of that schema wrote.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from scoring.ledger import SCHEMA_VERSION
from tests.drills.load import differs
from tests.drills.replay import rows
from tests.web.conftest import SELF_DRAW
from web import create_app
from web.backups import keep, kept
from web.cli import main

LEDGERS = Path(__file__).parents[1] / "scoring" / "ledgers"


def version(file):
    with closing(sqlite3.connect(file)) as raw:
        return raw.execute("SELECT max(schema_version) FROM ledger").fetchone()[0]


@pytest.fixture(params=range(1, SCHEMA_VERSION + 1))
def written(request, tmp_path):
    """A ledger as a program of that schema left it, and the number of the schema."""
    file = tmp_path / "paizhuo.db"
    with closing(sqlite3.connect(file)) as raw:
        raw.executescript((LEDGERS / f"schema-{request.param}.sql").read_text("utf-8"))
    assert version(file) == request.param
    return file, request.param


def test_it_opens_is_copied_before_it_changes_and_says_so(written, caplog):
    file, schema = written
    before = rows(file)
    for _ in range(2):  # the second time there is nothing to do
        app = create_app(instance_path=file.parent)
        client = app.test_client()
        tables = client.get("/api/sessions").get_json()
        assert {table["session"] for table in tables} == {event.session for event in before}
        for table in tables:
            assert differs(table, file) == []
            assert client.get(f"/sessions/{table['session']}").status_code == 200
            assert client.get(f"/sessions/{table['session']}/history").status_code == 200
        app.extensions["ledger"].close()
    assert rows(file) == before
    assert version(file) == SCHEMA_VERSION
    copies = kept(file)
    assert [version(copy) for copy in copies] == ([schema] if schema < SCHEMA_VERSION else [])
    said = [record.getMessage() for record in caplog.records if "version" in record.getMessage()]
    assert len(said) == len(copies)
    for copy in copies:
        assert rows(copy) == before
        assert copy.name in said[0]


def test_it_is_played_on(written):
    file, _ = written
    app = create_app(instance_path=file.parent)
    client = app.test_client()
    (table, *_) = client.get("/api/sessions").get_json()
    url = f"/api/sessions/{table['session']}"
    if table["closed_at"]:
        again = client.post(f"{url}/undo", json={"key": "again", "after": table["seq"]})
        table = again.get_json()
    body = {"deal": SELF_DRAW, "key": "deal", "after": table["seq"]}
    answer = client.post(f"{url}/deals", json=body)
    assert answer.status_code in (201, 422)  # of another rule set: refused, in a sentence
    assert differs(client.get(url).get_json(), file) == []
    preset = {"name": "新", "rules": "guangdong"}
    assert client.post("/api/presets", json=preset).status_code == 201
    app.extensions["ledger"].close()


def test_every_schema_that_was_released_has_a_ledger_here():
    assert sorted(file.name for file in LEDGERS.iterdir()) == [
        f"schema-{number}.sql" for number in range(1, SCHEMA_VERSION + 1)
    ]


def test_the_command_line_copies_it_before_it_changes(written):
    file, schema = written
    result = CliRunner().invoke(main, ["sessions", "--database", str(file)])
    assert result.exit_code == 0
    assert version(file) == SCHEMA_VERSION
    copies = kept(file)
    assert [version(copy) for copy in copies] == ([schema] if schema < SCHEMA_VERSION else [])


def test_the_command_line_says_what_it_recovered(written, tmp_path):
    file, _ = written
    keep(file)
    good = rows(file)
    with file.open("r+b") as raw:
        raw.seek(100)
        raw.write(b"scribble" * 400)
    result = CliRunner().invoke(main, ["sessions", "--database", str(file)])
    assert result.exit_code == 0
    assert "账本损坏了" in result.stderr
    assert "The ledger was damaged" in result.stderr
    assert rows(file) == good
    assert (tmp_path / "paizhuo.db.damaged-1").is_file()
