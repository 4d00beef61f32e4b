"""How the program is, and what it says about itself without naming anybody."""

import io
import json
import logging
import zipfile

import pytest

from tests.web.conftest import NAMES, SELF_DRAW
from web.door import set_pin
from web.journal import KEPT, Journal


@pytest.fixture
def journal(app):
    """Keeps what the program notes, as the server does."""
    kept = app.extensions["journal"]
    root = logging.getLogger()
    before = root.level
    root.addHandler(kept)
    root.setLevel(logging.INFO)
    yield kept
    root.removeHandler(kept)
    root.setLevel(before)


def test_healthz_says_that_all_is_well(client, evening):
    answer = client.get("/healthz")
    assert answer.status_code == 200
    found = answer.get_json()
    assert found["ok"] is True
    assert found["database"]["ok"] is True
    assert found["disk"]["free_mb"] > 0


def test_healthz_says_that_the_disk_is_full(client, monkeypatch):
    monkeypatch.setattr("web.health.LEAST_FREE_MB", 10**12)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.get_json()["disk"]["ok"] is False


def test_the_page_about_the_program_shows_versions(client):
    page = client.get("/about").text
    assert "paizhuo" in page
    assert "sqlalchemy" in page
    assert "/about/diagnostics.zip" in page


def test_every_request_has_a_number_and_a_line(client, evening, journal):
    answer = client.get(evening.url)
    line = json.loads(journal.lines[-1])
    assert line["request"] == answer.headers["X-Request-Id"]
    assert line["route"] == "/sessions/<session>"
    assert (line["method"], line["status"]) == ("GET", 200)
    assert line["ms"] >= 0
    assert evening.session not in journal.lines[-1]


def test_a_fault_is_noted_by_its_place_not_by_its_values(app, client, journal, monkeypatch):
    def fail(ledger):
        raise RuntimeError(f"secret detail about {NAMES[0]}")

    app.testing = False
    monkeypatch.setattr("web.commands.open_tables", fail)
    assert client.get("/api/tables").status_code == 500
    text = "\n".join(journal.lines)
    assert "RuntimeError" in text
    assert "test_health.py" in text
    assert "secret detail" not in text


def test_a_preset_that_is_left_out_is_not_named(app, client, journal):
    ledger = app.extensions["ledger"]
    ledger.keep_preset("老王家", {"name": "老王家", "rules": "gone"}, at="2026-12-01T00:00:00Z")
    assert client.get("/api/presets").get_json() == []
    assert client.delete("/api/presets/老王家").status_code == 204
    lines = list(journal.lines)
    assert any("left out: unknown_rule_set" in line for line in lines)
    assert not any("老王" in line for line in lines)


def test_a_fault_is_noted_by_its_route_not_by_its_address(app, client, journal, monkeypatch):
    def fail(ledger, name):
        raise RuntimeError(name)

    app.testing = False
    monkeypatch.setattr("web.commands.delete_preset", fail)
    assert client.delete("/api/presets/老王家").status_code == 500
    text = "\n".join(journal.lines)
    assert "DELETE /api/presets/<name> failed" in text
    assert "老王" not in text
    assert "%E8" not in text


def test_every_line_is_json_with_the_same_fields(app, client, evening, journal):
    client.get(evening.url)
    logging.getLogger("elsewhere").warning("two\nlines of %s", "text")
    for line in journal.lines:
        assert "\n" not in line
        assert {"at", "level", "from"} <= json.loads(line).keys()


def test_the_journal_is_bounded():
    journal = Journal()
    for number in range(KEPT + 10):
        journal.emit(logging.makeLogRecord({"msg": str(number), "name": "x"}))
    assert len(journal.lines) == KEPT


def test_the_diagnostics_hold_nothing_about_people(app, client, evening, journal):
    pin = "258013"
    set_pin(app.extensions["door"].folder, pin)
    assert client.get("/about/diagnostics.zip").status_code == 401
    client.post("/api/pin", json={"pin": pin})
    assert evening.confirm(SELF_DRAW).status_code == 201
    client.get(f"{evening.url}?name={NAMES[0]}")
    answer = client.get("/about/diagnostics.zip")
    assert answer.status_code == 200
    file = zipfile.ZipFile(io.BytesIO(answer.data))
    texts = {name: file.read(name).decode() for name in file.namelist()}
    assert set(texts) == {
        *("versions.json", "configuration.json", "health.json", "integrity.json"),
        "journal.jsonl",
    }
    everything = "\n".join(texts.values())
    door = app.extensions["door"]
    kept = [(door.folder / name).read_text() for name in ("pin", "secret")]
    for secret in (*NAMES, pin, *kept, evening.session, str(door.folder), "567p"):
        assert secret not in everything
    assert json.loads(texts["integrity.json"])["damage"] is None
    assert json.loads(texts["configuration.json"])["has_pin"] is True
    assert texts["journal.jsonl"].count('"status": 201') >= 1
