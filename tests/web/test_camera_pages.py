"""The camera's pages, with a folder of photos as the camera, and with one that fails."""

import dataclasses
import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

import scoring
import web
from hardware.camera import CameraError
from hardware.cameras import BACKOFF, Supervisor
from tests.hardware.bench import LONG, Bench, Clock, unplugged
from web import create_app
from web.device import DeviceSetting
from web.photos import read_burst
from web.table_camera import TableCamera

STATIC = Path(web.__file__).parent / "static"
HAND = json.loads((STATIC / "demo-table.json").read_text("utf-8"))["tiles"]


@pytest.fixture
def app(tmp_path):
    photos = tmp_path / "camera"
    photos.mkdir()
    shutil.copy(STATIC / "demo-table.jpg", photos)
    app = create_app(instance_path=tmp_path / "home", device=DeviceSetting(f"folder:{photos}"))
    app.testing = True
    app.extensions["device"].camera.start()
    yield app
    app.extensions["device"].close()
    app.extensions["ledger"].close()


@pytest.fixture
def camera(app):
    return app.extensions["device"].camera


@pytest.fixture
def bench(camera):
    """A camera that a test unplugs and hangs, in the place of the folder."""
    camera.close()
    bench, clock = Bench(), Clock()
    bench.supervisor = camera.supervisor = Supervisor(bench.connect, clock=clock, poll=LONG)
    bench.clock = clock
    yield bench
    bench.go_on.set()


def right(seen):
    """How many tiles of the demo hand were read right."""
    return sum(tile["tile"] == told for tile, told in zip(seen["tiles"], HAND, strict=True))


def test_a_capture_answers_what_an_uploaded_photo_answers(client, evening):
    captured = client.post(f"{evening.api}/capture")
    assert captured.status_code == 201
    with (STATIC / "demo-table.jpg").open("rb") as photo:
        uploaded = client.post(f"{evening.api}/photos", data={"photo": photo})
    seen, sent = captured.get_json(), uploaded.get_json()
    assert seen.keys() == sent.keys()
    assert [tile["tile"] for tile in seen["tiles"]] == [tile["tile"] for tile in sent["tiles"]]
    assert right(seen) >= len(HAND) - 1
    assert seen["photo_url"] == f"/photos/{seen['photo']}"
    with client.get(seen["photo_url"]) as kept:
        assert kept.status_code == 200


def test_a_tile_that_glares_in_the_sharpest_frame_is_read_in_the_others(
    client, evening, camera, monkeypatch
):
    frame = cv2.cvtColor(cv2.imread(str(STATIC / "demo-table.jpg")), cv2.COLOR_BGR2RGB)
    (tile, *_) = client.post(f"{evening.api}/capture").get_json()["tiles"]
    glaring = frame.copy()
    middle = np.mean(tile["quad"], 0).round().astype(int).tolist()
    cv2.circle(glaring, middle, round(np.ptp(tile["quad"])), (255, 255, 255), -1)
    alone = read_burst([glaring], scoring.rule_set("guangdong"), camera._photos)
    assert len(alone["tiles"]) < len(HAND)
    monkeypatch.setattr(camera.supervisor, "burst", lambda *_: [glaring, frame, frame, frame])
    seen = client.post(f"{evening.api}/capture").get_json()
    assert right(seen) == len(HAND)
    kept = cv2.imread(str(camera._photos / "new" / seen["photo"]))
    assert np.abs(kept[..., ::-1].astype(int) - frame).mean() < 3  # the frame that shows all


def test_a_seats_capture_is_cut_to_its_rack(client, evening, camera):
    whole = cv2.imread(str(STATIC / "demo-table.jpg"))
    corners = [tile["quad"] for tile in client.post(f"{evening.api}/capture").get_json()["tiles"]]
    points = np.array(corners).reshape(-1, 2) / whole.shape[1::-1]
    left, top = np.maximum(points.min(0) - 0.03, 0)
    right_edge, bottom = np.minimum(points.max(0) + 0.03, 1)
    box = [float(left), float(top), float(right_edge), float(bottom)]
    marked = client.post("/api/camera/regions", json={"name": "seat1", "box": box})
    assert marked.get_json()["regions"] == {"seat1": box}
    seen = client.post(f"{evening.api}/capture?seat=1").get_json()
    assert len(seen["tiles"]) == len(HAND)
    assert (seen["width"], seen["height"]) < (whole.shape[1], whole.shape[0])
    elsewhere = client.post(f"{evening.api}/capture?seat=0").get_json()
    assert (elsewhere["width"], elsewhere["height"]) == (whole.shape[1], whole.shape[0])
    # What is marked is still marked after a restart; and can be taken away.
    again = create_app(instance_path=camera._marks.parent)
    assert list(again.extensions["device"].camera.regions) == ["seat1"]
    again.extensions["ledger"].close()
    gone = client.post("/api/camera/regions", json={"name": "seat1", "box": None})
    assert gone.get_json()["regions"] == {}


@pytest.mark.parametrize(
    "body",
    [
        {"name": "seat9", "box": None},
        {"box": [0, 0, 1, 1]},
        {"name": "table", "box": [0, 0, 1]},
        {"name": "table", "box": [0, 0, "1", 1]},
        {"name": "table", "box": [0.5, 0.5, 0.5, 0.9]},
        {"name": "table", "box": [0, 0, 1, 1.5]},
    ],
)
def test_a_box_that_will_not_do_is_refused(client, body):
    answer = client.post("/api/camera/regions", json=body)
    assert 400 <= answer.status_code < 500 or answer.status_code == 503
    assert client.get("/api/camera").get_json()["regions"] == {}


@pytest.mark.parametrize("seat", ["4", "-1", "x", "²"])
def test_a_capture_of_no_seat_is_refused(client, evening, seat):
    assert client.post(f"{evening.api}/capture?seat={seat}").status_code == 400


def test_damaged_marks_say_so(client, camera):
    camera._marks.write_text("[1]")
    answer = client.get("/api/camera")
    assert answer.status_code == 503
    assert str(camera._marks) in answer.get_json()["message"]["en"]


def test_the_preview_is_a_small_jpeg_encoded_once_for_all_who_look(client, camera):
    first = client.get("/api/camera/preview")
    assert first.content_type == "image/jpeg"
    frame = cv2.imdecode(np.frombuffer(first.data, np.uint8), cv2.IMREAD_COLOR)
    assert frame.shape[1] == 640
    assert camera.preview() is camera.preview()


def test_what_is_being_read_lies_on_the_picture_and_takes_no_photo(client, evening):
    live = client.get("/api/camera/live").get_json()
    assert live["box"] == [0, 0, 1, 1]
    assert right(live) >= len(HAND) - 1
    assert all(0 <= x <= 1 and 0 <= y <= 1 for tile in live["tiles"] for x, y in tile["quad"])
    client.post("/api/camera/regions", json={"name": "table", "box": [0, 0.05, 1, 0.95]})
    client.application.extensions["device"].camera._read = None
    cut = client.get("/api/camera/live").get_json()
    moved = [
        np.abs(np.array(one["quad"]) - np.array(two["quad"])).max()
        for one, two in zip(live["tiles"], cut["tiles"], strict=True)
    ]
    assert max(moved) < 0.02  # still where they lie on the whole picture


def test_the_page_marks_every_seat_by_name(client, evening):
    page = client.get("/camera?lang=zh").text
    for seat, name in enumerate(evening.now["names"]):
        assert f'data-place="seat{seat}"' in page
        assert name in page
    assert "摄像头正常" in page or "摄像头正在启动" in page


def test_without_a_table_seats_are_numbered(client):
    assert "玩家 4" in client.get("/camera?lang=zh").text


def test_a_camera_that_cannot_be_calibrated_says_so(client):
    answer = client.post("/api/camera/calibration", json={})
    assert answer.status_code == 503
    assert answer.get_json()["error"] == "camera_unsupported"


def test_a_calibration_is_kept(client, camera, monkeypatch):
    from hardware import calibration
    from hardware.camera import Calibration

    measured = Calibration(focus=2.5, exposure_us=8000, gain=1.5, colour_gains=(1.9, 1.4))
    asked = []
    monkeypatch.setattr(camera.supervisor, "calibrate", lambda keep: asked.append(keep) or measured)
    kept = client.post("/api/camera/calibration", json={"keep": "focus"}).get_json()
    assert (asked, kept["focus"]) == (["focus"], 2.5)
    assert calibration.load(camera._calibration) == measured
    able = dataclasses.replace(camera.condition, calibrates=True)
    monkeypatch.setattr(TableCamera, "condition", able)
    page = client.get("/camera?lang=zh").text
    assert "对焦固定在 40 厘米" in page
    assert "曝光和白平衡固定" in page
    assert 'data-keep="nothing"' in page
    camera._calibration.unlink()
    page = client.get("/camera?lang=en").text
    assert "The camera focuses by itself" in page
    assert 'data-keep="nothing"' not in page
    refused = client.post("/api/camera/calibration", json={"keep": "some"})
    assert refused.status_code == 400


def test_who_waits_for_another_live_reading_waits_no_longer_than_for_a_photo(
    client, camera, monkeypatch
):
    monkeypatch.setattr("web.table_camera.STILL_S", 0.05)
    with camera._reading:  # somebody's, of a camera that hangs
        answer = client.get("/api/camera/live")
    assert (answer.status_code, answer.get_json()["error"]) == (503, "camera_slow")


def test_without_a_camera_everything_says_what_to_do(tmp_path):
    app = create_app(instance_path=tmp_path)
    client = app.test_client()
    assert client.get("/camera").status_code == 200
    answer = client.get("/api/camera/preview")
    assert answer.status_code == 503
    assert answer.get_json()["error"] == "camera_off"
    app.extensions["ledger"].close()


BUSY = CameraError("busy", "没有画面，被占用。", "No picture.")


@pytest.mark.parametrize("error", [unplugged(), BUSY], ids=["unplugged", "busy"])
def test_without_a_picture_it_is_a_message_and_comes_back_by_itself(client, evening, bench, error):
    assert client.get("/api/camera/preview").status_code == 200
    bench.error = error
    bench.clock.now += 1
    for answer in (client.get("/api/camera/preview"), client.post(f"{evening.api}/capture")):
        assert answer.status_code == 503
        assert answer.get_json()["message"]["en"] == "No picture."
    assert "没有画面" in client.get("/camera?lang=zh").text
    assert client.get(evening.url).status_code == 200
    bench.error = None
    bench.clock.now += BACKOFF[0]
    bench.supervisor.look()
    assert bench.supervisor.wait_for(lambda state: state.code == "ok", LONG)
    assert client.get("/api/camera/preview").status_code == 200


def test_a_hanging_camera_blocks_no_request_longer_than_its_time_out(
    client, evening, bench, monkeypatch
):
    assert client.get("/api/camera/preview").status_code == 200
    monkeypatch.setattr("web.table_camera.STILL_S", 0.05)
    bench.go_on.clear()
    answer = client.post(f"{evening.api}/capture")
    assert (answer.status_code, answer.get_json()["error"]) == (503, "camera_slow")
    bench.clock.now += 16
    bench.supervisor.look()
    assert bench.supervisor.wait_for(lambda state: state.code == "hung", LONG)
    assert client.post(f"{evening.api}/capture").get_json()["error"] == "camera_hung"
    bench.go_on.set()
    bench.clock.now += BACKOFF[0]
    bench.supervisor.look()
    assert bench.supervisor.wait_for(lambda state: state.code == "ok", LONG)
    assert client.get("/api/camera/preview").status_code == 200
