"""``paizhuo doctor``, as a user runs it."""

import json
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import models
from tests.web.test_cli import run
from web import doctor
from web.text import TEXT

__all__ = ["run"]

PLACES = ("camera", "gpio", "models", "reading", "database", "backups", "clock", "disk")
NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "GPIOZERO_PIN_FACTORY"):
        monkeypatch.delenv(name, raising=False)


def test_a_fresh_computer_has_nothing_to_do(run):
    result = run("doctor", "--camera", "none", "--pin-file", "none", "--json")
    document = json.loads(result.stdout)
    found = {each["check"]: each for each in document["findings"]}
    assert set(PLACES) < set(found)
    assert document["version"] == 1
    assert document["ok"] == (result.exit_code == 0)
    assert found["models"]["verdict"] == "ok"
    assert found["reading"]["verdict"] == "ok", found["reading"]
    assert found["database"]["verdict"] == "note"
    assert all(each["zh"] and each["en"] for each in document["findings"])


def test_looking_makes_no_ledger(run, tmp_path):
    run("doctor", "--camera", "none", "--pin-file", "none")
    assert [path.name for path in (tmp_path / "home").iterdir()] == []


def test_what_is_wrong_is_said_and_the_exit_status_tells(run, tmp_path):
    (tmp_path / "notes.db").write_text("shopping " * 200)
    command = ["doctor", "--camera", "folder:/nowhere", "--pin-file", tmp_path / "no.toml"]
    result = run(*command, "--database", tmp_path / "notes.db")
    assert result.exit_code == 1
    wrong = [line for line in result.stdout.splitlines() if line.startswith("✗")]
    assert ["摄像头" in wrong[0], "no.toml" in wrong[1], "账本 Ledger" in wrong[2]] == [True] * 3


@pytest.mark.parametrize(
    ("locale", "says", "says_not"),
    [
        ("zh_CN.UTF-8", "示例照片的 14 张牌全读对", "demo photo"),
        ("de_DE.UTF-8", "demo photo", "示例照片"),
        ("C.UTF-8", "示例照片的 14 张牌全读对", "nothing like it"),
    ],
)
def test_it_speaks_the_users_language_and_both_where_it_is_unknown(
    run, monkeypatch, locale, says, says_not
):
    monkeypatch.setenv("LANG", locale)
    told = run("doctor", "--camera", "none", "--pin-file", "none").stdout
    assert says in told
    assert says_not not in told
    assert "█" in told
    assert ":8000/" in told


def test_the_wiring_as_a_table_and_a_picture(run, tmp_path):
    assert "GND (pin 9)" in run("doctor", "--pins").stdout
    file = tmp_path / "pins.toml"
    file.write_text("[buttons]\nwin = 4\n")
    told = run("doctor", "--pins", "--pin-file", file, "--draw", tmp_path / "out.svg").stdout
    assert len(told.splitlines()) == 2
    assert "GPIO4" in (tmp_path / "out.svg").read_text("utf-8")
    assert run("doctor", "--pins", "--pin-file", tmp_path / "no.toml").exit_code == 1
    assert run("doctor", "--pins", "--draw", tmp_path / "no" / "x.svg").exit_code == 1


def test_a_ledger_with_an_evening(run, app, evening, tmp_path):
    evening.post(f"{evening.api}/close", key="end", after=1)
    file = tmp_path / "home" / "paizhuo.db"
    assert doctor.database(file).verdict == "ok"
    now = datetime.now(UTC)
    found = doctor.backups(file, now, now + timedelta(days=3))
    assert found.verdict == "ok"
    assert "3.0 days" in found.en
    found = doctor.backups(file, now + timedelta(days=2), now + timedelta(days=3))
    assert found.verdict == "bad"
    assert "ended since" in found.en
    shutil.rmtree(file.parent / "backups")
    assert doctor.backups(file, now, now).verdict == "bad"
    assert doctor.backups(file, None, now).verdict == "note"
    (tmp_path / "home" / "paizhuo.db.damaged-1").touch()
    assert "damaged-1" in doctor.database(file).en


def test_a_damaged_ledger(evening, app, tmp_path):
    app.extensions["ledger"].close()
    file = tmp_path / "home" / "paizhuo.db"
    with file.open("r+b") as raw:
        raw.seek(4096)
        raw.write(b"\xa5" * 4096)
    found = doctor.database(file)
    assert found.verdict == "bad"
    assert "newest backup" in found.en


@pytest.mark.parametrize(
    ("newest", "synchronised", "verdict", "code"),
    [
        (NOW - timedelta(days=1), True, "ok", "clock"),
        (None, None, "note", "clock_alone"),
        (NOW - timedelta(days=1), False, "note", "clock_alone"),
        (NOW + timedelta(days=1), True, "bad", "clock_behind"),
    ],
)
def test_the_clock(newest, synchronised, verdict, code):
    found = doctor.clock(newest and newest.isoformat(), NOW, synchronised)
    assert found.verdict == verdict
    assert found.en.endswith(TEXT[f"doctor.{code}"][1].rpartition("}")[2])


def test_models_that_are_not_those_that_were_released(tmp_path):
    own = Path(models.__file__).parent
    assert doctor.models(own).verdict == "ok"
    shutil.copy(own / "SHA256SUMS", tmp_path)
    assert "missing" in doctor.models(tmp_path).en
    shutil.copy(own / "classifier.onnx", tmp_path / "classifier.onnx")
    shutil.copy(own / "classifier.onnx", tmp_path / "detector.onnx")
    found = doctor.models(tmp_path)
    assert found.verdict == "bad"
    assert "detector.onnx" in found.en
    assert "classifier.onnx" not in found.en


def test_the_disk(tmp_path, monkeypatch):
    assert doctor.disk(tmp_path / "not" / "yet").verdict in ("ok", "note")
    monkeypatch.setattr(doctor, "LEAST_FREE", 10**9)
    monkeypatch.setattr(doctor, "SCARCE", 10**9)
    assert doctor.disk(tmp_path).verdict == "bad"


def test_without_a_network_phones_cannot_come(run, monkeypatch):
    monkeypatch.setattr("web.joining.lan_address", lambda: "127.0.0.1")
    assert "█" not in run("doctor", "--camera", "none", "--pin-file", "none").stdout
    assert doctor.network("127.0.0.1").verdict == "bad"
    assert "192.168.1.5" in doctor.network("192.168.1.5").zh


def test_every_check_has_a_name():
    names = {key.removeprefix("check.") for key in TEXT if key.startswith("check.")}
    assert set(PLACES) < names
