"""The drills in small, and what needs no server of its own."""

import io
import itertools
import random
import resource
import shutil
from pathlib import Path

import pytest

import models
from recognizer import reader
from tests.drills import disk, load, night, power, restore, torn
from tests.drills.replay import Row, points
from tests.drills.server import Server
from tests.web.conftest import DRAW, SELF_DRAW, Evening
from web import commands, create_app, photos

OWN = Path(models.__file__).parent
DEMO = disk.PHOTO


def test_killed_servers_lose_and_double_nothing(tmp_path):
    figures = power.drill(3, tmp_path)
    assert figures.good, figures
    assert figures.acknowledged > 5
    assert figures.events >= figures.acknowledged


def test_torn_logs_open_with_everything_before_the_damage(tmp_path):
    figures = torn.drill(30, tmp_path)
    assert figures.wrong == []
    assert figures.kept >= figures.least > 100


def test_damaged_ledgers_come_back(tmp_path, capsys):
    assert restore.drill(2, tmp_path, evenings=2) == []
    assert "were set aside" in capsys.readouterr().out


def test_a_full_table_loses_nothing_and_tells_who_was_late(tmp_path):
    figures = load.drill(4, tmp_path, evenings=1)
    assert figures.wrong == []
    assert figures.duels > 1
    assert len(figures.acknowledged) > 10


def test_a_night_comes_to_what_an_independent_replay_and_judge_say(tmp_path):
    figures = night.drill(12, tmp_path, seed=4)
    assert figures.wrong == []
    assert sum(figures.done[way] for way in night.WAYS) == 12
    assert all(figures.done[way] for way in night.WAYS)


def test_the_replay_adds_up_what_it_should():
    """By hand: a correction that moves a later deal, a substitute, a penalty, an undo."""

    def deal(*deltas):
        return {"settlement": {"deltas": list(deltas)}}

    told = [
        ("session_started", {"names": ["A", "B", "C"]}),
        ("deal_settled", deal(4, -2, -2)),
        ("deal_settled", deal(-1, 2, -1)),
        (
            "deal_corrected",
            {**deal(2, -1, -1), "replaces": 2, "moved": [{"seq": 3, **deal(-2, 4, -2)}]},
        ),
        ("player_seated", {"seat": 2, "name": "D"}),
        ("kong_recorded", {"seat": 0}),
        ("deal_settled", deal(-6, 3, 3)),
        ("player_seated", {"seat": 0, "name": "D"}),
        ("adjusted", {"deltas": [5, -5, 0]}),
        ("deal_settled", deal(9, -9, 0)),
        ("undone", {"reverses": [10]}),
    ]
    events = [Row("s", number, *each, key=str(number)) for number, each in enumerate(told, 1)]
    found = points([*events, Row("other", 1, "session_started", {"names": []}, "o")], "s")
    assert found.seats == [2 - 2 - 6 + 5, -1 + 4 + 3 - 5, -1 - 2 + 3]
    assert found.players == {"A": 2 - 2 - 6, "B": -1 + 4 + 3 - 5, "C": -1 - 2, "D": 3 + 5}
    assert found.deals == 3


@pytest.mark.parametrize("drill", [disk.full, disk.read_only], ids=["full", "read-only"])
def test_a_disk_of_its_own(drill, capsys):
    try:
        with disk.small_disk() as home:
            assert drill(home) == []
    except disk.NoDisk as error:
        pytest.skip(str(error))
    assert "wrong 0" in capsys.readouterr().out


def test_no_room_for_the_ledger(tmp_path):
    """As on a full disk, where nobody may mount one: no file may grow."""
    server = Server(tmp_path, options=("--camera", "none", "--pins", "none"))
    server.start()
    evening = disk.Evening(server)
    evening.deal()
    assert server.process is not None
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    status, answer = evening.deal()
    assert (status, answer["error"]) in [(503, "disk_full"), (503, "disk_error")]
    shown = evening.shown()
    assert server.request("GET", f"/sessions/{evening.session}")[0] == 200
    unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
    assert shown == evening.shown()
    assert evening.deal()[0] == 201
    assert evening.judge(tmp_path / "paizhuo.db") == []
    server.end()


def test_a_clock_that_jumps_loses_nothing(tmp_path, monkeypatch):
    chance = random.Random(7)
    years = itertools.cycle(["1970", "2026", "2099", "2000", "2038"])

    def now():
        month, day, hour = chance.randint(1, 12), chance.randint(1, 28), chance.randint(0, 23)
        return f"{next(years)}-{month:02}-{day:02}T{hour:02}:00:00.000+00:00"

    monkeypatch.setattr(commands, "now", now)
    app = create_app(instance_path=tmp_path)
    client = app.test_client()
    evening = Evening(client)
    for number in range(12):
        assert evening.confirm(SELF_DRAW if number % 2 else DRAW).status_code == 201
    assert evening.post(f"{evening.api}/undo", key="undo", after=13).status_code == 200
    evening.now = evening.table()
    evening.confirm(SELF_DRAW)
    assert evening.post(f"{evening.api}/close", key="end", after=15).status_code == 200
    assert evening.table()["totals"][2] == sum(
        deal["settlement"]["deltas"][2] for deal in evening.table()["deals"] if not deal["undone"]
    )
    assert [deal["seq"] for deal in evening.table()["deals"]] == [*range(2, 14), 15]
    for page in ("", "/summary", "/join", "/deals/2", "/undo"):
        assert client.get(evening.url + page).status_code == 200
    assert client.get("/").status_code == 200
    app.extensions["ledger"].close()


def broken(folder, name):
    """A folder of models of which something is wrong."""
    for model in ("detector.onnx", "classifier.onnx"):
        shutil.copy(OWN / model, folder)
    match name:
        case "missing":
            (folder / "detector.onnx").unlink()
        case "text":
            (folder / "classifier.onnx").write_text("not a model")
        case "cut":
            data = (OWN / "detector.onnx").read_bytes()
            (folder / "detector.onnx").write_bytes(data[: len(data) // 2])
        case "detector twice":
            shutil.copy(OWN / "detector.onnx", folder / "classifier.onnx")
        case "classifier twice":
            shutil.copy(OWN / "classifier.onnx", folder / "detector.onnx")


@pytest.mark.parametrize("name", ["missing", "text", "cut", "detector twice", "classifier twice"])
def test_without_the_right_models_the_scores_go_on(tmp_path, monkeypatch, name):
    folder = tmp_path / "models"
    folder.mkdir()
    broken(folder, name)
    monkeypatch.setattr(reader, "model_folder", lambda: folder)
    photos.the_reader.cache_clear()
    app = create_app(instance_path=tmp_path / "home")
    evening = Evening(app.test_client())
    sent = {"photo": (io.BytesIO(DEMO.read_bytes()), "hand.jpg")}
    answer = evening.client.post(f"{evening.api}/photos", data=sent)
    assert (answer.status_code, answer.get_json()["error"]) == (503, "no_models")
    assert evening.confirm(SELF_DRAW).status_code == 201
    assert evening.table()["totals"] == [-2, -2, 6, -2]
    app.extensions["ledger"].close()
    photos.the_reader.cache_clear()
