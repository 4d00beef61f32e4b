"""The command line, as a user runs it."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from scoring.ledger import Ledger
from tests.web.conftest import DRAW, FIFTEEN_TILES, NAMES, SELF_DRAW
from web.cli import main

CHECKOUT = Path(__file__).parents[2]


def document(deal, **more):
    return {"rules": "guangdong", "deal": {**deal, "players": 4, "dealer": 0}, **more}


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("PAIZHUO_HOME", str(tmp_path / "home"))

    def invoke(*arguments, given=None):
        result = CliRunner().invoke(main, [str(each) for each in arguments], input=given)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert "Traceback" not in result.output
        return result

    return invoke


def refused(result, zh, en):
    """Exit status 1 and one clear sentence in each language on stderr, nothing else."""
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
    assert zh in result.stderr
    assert en in result.stderr
    return True


def test_score_prints_a_settlement_to_read(run):
    result = run("score", "-", given=json.dumps(document(SELF_DRAW)))
    assert result.exit_code == 0
    assert "座位2 +6" in result.stdout
    assert "自摸" in result.stdout
    assert "self-draw" in result.stdout
    assert result.stderr == ""


def test_score_reads_a_file_an_array_and_json_lines(run, tmp_path):
    first, second = document(SELF_DRAW, id="a"), document(DRAW, id="b")
    file = tmp_path / "deal.json"
    for text in (json.dumps([first, second]), f"{json.dumps(first)}\n\n{json.dumps(second)}\n"):
        file.write_text(text)
        answers = json.loads(run("score", file, "--json").stdout)
        assert [answer["id"] for answer in answers] == ["a", "b"]
        assert [answer["deltas"] for answer in answers] == [[-2, -2, 6, -2], [0, 0, 0, 0]]
        assert answers[0]["version"] == 1
    pretty = tmp_path / "pretty.json"
    pretty.write_text(json.dumps(first, indent=2))
    assert run("score", pretty).exit_code == 0


def test_score_refuses_some_and_settles_the_rest(run):
    given = json.dumps([document(FIFTEEN_TILES, id="bad"), document(SELF_DRAW, id="good")])
    result = run("score", "-", "--json", given=given)
    assert result.exit_code == 1
    assert [answer["valid"] for answer in json.loads(result.stdout)] == [False, True]
    assert result.stderr.startswith("bad: ")
    assert "座位2 +6" in run("score", "-", given=given).stdout


@pytest.mark.parametrize(
    ("given", "zh", "en"),
    [
        (json.dumps(document(FIFTEEN_TILES)), "多 1 张", "1 too many"),
        (
            json.dumps({**document(SELF_DRAW), "rules": "poker"}),
            "没有 'poker'",
            "no rule set 'poker'",
        ),
        (json.dumps({"rules": "guangdong"}), "缺少", "missing"),
        (json.dumps({**document(SELF_DRAW), "options": {"cap": 1}}), "选项", "option"),
        ("[1]", "对象", "object"),
        ("not json", "不是 JSON", "not JSON"),
        ("", "没有内容", "no input"),
        ("[" * 100_000, "JSON", "JSON"),
    ],
)
def test_score_refuses_with_one_sentence(run, given, zh, en):
    result = run("score", "-", given=given)
    assert refused(result, zh, en)
    assert result.stdout == ""


def test_the_page_and_the_command_line_refuse_in_the_same_words(run, evening):
    said = run("score", "-", given=json.dumps(document(FIFTEEN_TILES))).stderr
    message = evening.confirm(FIFTEEN_TILES).get_json()["message"]
    assert said == f"{message['zh']} / {message['en']}\n"


@pytest.mark.parametrize(
    "arguments", [["score"], ["score", "/no/such/file"], ["read"], ["nonsense"]]
)
def test_wrong_usage_is_status_2(run, arguments):
    assert run(*arguments).exit_code == 2


def test_draw_takes_one_photo(run):
    assert run("read", "a.jpg", "b.jpg", "--draw", "out.jpg").exit_code == 2


def test_rules_lists_and_explains(run):
    assert "guangdong" in run("rules").stdout
    one = run("rules", "guangdong").stdout
    assert "cap_fan = 3" in one
    assert "changde" not in one
    assert json.loads(run("rules", "guangdong", "--json").stdout)[0]["options"][0]["name"]
    assert refused(run("rules", "poker"), "没有 'poker'", "no rule set 'poker'")


@pytest.mark.parametrize(
    ("name", "data", "zh"),
    [
        ("missing.jpg", None, "打不开"),
        ("empty.jpg", b"", "空的"),
        ("text.jpg", b"text", "不是照片"),
    ],
)
def test_read_refuses_what_is_no_photo(run, tmp_path, name, data, zh):
    photo = tmp_path / name
    if data is not None:
        photo.write_bytes(data)
    result = run("read", photo)
    assert refused(result, zh, "photo")
    assert name in result.stderr


def test_read_refuses_an_unknown_rule_set(run, tmp_path):
    assert refused(run("read", tmp_path / "x.jpg", "--rules", "poker"), "poker", "poker")


@pytest.fixture
def played(app, evening, tmp_path):
    """A ledger file with an evening in it."""
    evening.confirm(SELF_DRAW)
    evening.confirm(DRAW)
    return tmp_path / "home" / "paizhuo.db", evening


def test_sessions_and_export(run, played):
    file, evening = played
    listed = run("sessions").stdout
    assert evening.session in listed
    assert f"{NAMES[2]} +6" in listed
    whole = json.loads(run("export", evening.session, "--database", file).stdout)
    assert whole == {**evening.table(), "events": whole["events"]}
    assert len(whole["events"]) == evening.now["seq"]
    rows = list(csv.reader(io.StringIO(run("export", evening.session, "--csv").stdout)))
    assert rows[0][-4:] == NAMES
    assert rows[1][3:] == ["win", NAMES[2], "-2", "-2", "6", "-2"]
    assert rows[-1][-4:] == ["-2", "-2", "6", "-2"]
    assert f"1. {NAMES[2]} 自摸" in run("export", evening.session, "--text").stdout


def test_import_takes_over_what_export_wrote(run, played, tmp_path):
    _, evening = played
    exported = tmp_path / "evening.json"
    exported.write_text(run("export", evening.session).stdout, "utf-8")
    other = tmp_path / "other.db"
    assert run("import", exported, "--database", other).stdout.strip() == evening.session
    assert run("export", evening.session, "--database", other).stdout == exported.read_text("utf-8")
    assert refused(run("import", exported, "--database", other), "已经有", "is here already")
    exported.write_text("[1", "utf-8")
    assert refused(run("import", exported), "不是导出的 JSON", "no exported JSON")


def test_export_refuses_an_unknown_session(run):
    assert refused(run("export", "nobody"), "nobody", "nobody")


def test_half_a_character_is_printed_as_what_it_is(run, tmp_path):
    file = tmp_path / "deal.json"
    file.write_text('{"id": "\\ud800", "rules": "nowhere", "deal": {}}')
    result = run("score", file, "--json")
    assert result.exit_code == 1
    assert '"id": "\\ud800"' in result.stdout


def test_backup(run, played, tmp_path):
    _, evening = played
    copy = tmp_path / "copy.db"
    assert run("backup", copy).exit_code == 0
    ledger = Ledger(f"sqlite:///{copy}")
    assert len(ledger.events(evening.session)) == 3
    ledger.close()
    assert refused(run("backup", copy), "已经存在", "exists already")


@pytest.mark.parametrize("command", [["sessions"], ["export", "x"], ["backup", "y.db"]])
def test_a_file_that_is_no_ledger_is_refused(run, tmp_path, command):
    file = tmp_path / "notes.txt"
    file.write_text("shopping " * 200)
    assert refused(run(*command, "--database", file), "不是数据库", "no database")
    assert file.read_text() == "shopping " * 200


def test_starting_loads_nothing_that_it_does_not_need():
    code = "import sys, web.cli; print(*sys.modules)"
    env = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    command = [sys.executable, "-c", code]
    loaded = subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout
    assert not {"flask", "cv2", "numpy", "sqlalchemy", "onnxruntime", "scoring"} & set(
        loaded.split()
    )


def test_backup_without_a_name_adds_one_to_those_that_are_kept(run, played, tmp_path):
    file, _ = played
    assert run("backup").stdout.strip() == str(file.parent / "backups" / "paizhuo-000001.db")
    assert refused(run("backup", "--database", "sqlite://"), "不是 SQLite 文件", "no SQLite file")


def test_restore_puts_a_backup_back(run, played, tmp_path):
    file, evening = played
    copy = tmp_path / "copy.db"
    run("backup", copy)
    evening.confirm(DRAW)
    result = run("restore", copy)
    assert result.exit_code == 0
    assert f"{file}.replaced-1" in result.stdout
    ledger = Ledger(f"sqlite:///{file}")
    assert len(ledger.events(evening.session)) == 3
    ledger.close()
    assert refused(run("restore", tmp_path / "no.db"), "没有", "no backup")


@pytest.mark.parametrize(
    ("arguments", "zh", "en"),
    [
        (["--camera", "webcam"], "不认识摄像头设置", "The camera 'webcam' is not known"),
        (["--camera", "none", "--pins", "nowhere.toml"], "读不到针脚文件", "nowhere.toml"),
    ],
)
def test_serve_refuses_a_device_that_is_set_up_wrongly(run, arguments, zh, en):
    assert refused(run("serve", "--host", "127.0.0.1", "--port", 0, *arguments), zh, en)
