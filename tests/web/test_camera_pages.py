"""The camera's pages, with a folder of photos as the camera."""

import json
import shutil
from pathlib import Path

import pytest

import web
from web import create_app
from web.device import DeviceSetting

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


def test_a_capture_answers_what_an_uploaded_photo_answers(client, evening):
    captured = client.post(f"{evening.api}/capture")
    assert captured.status_code == 201
    with (STATIC / "demo-table.jpg").open("rb") as photo:
        uploaded = client.post(f"{evening.api}/photos", data={"photo": photo})
    seen, sent = captured.get_json(), uploaded.get_json()
    assert seen.keys() == sent.keys()
    assert [tile["tile"] for tile in seen["tiles"]] == [tile["tile"] for tile in sent["tiles"]]
    assert seen["photo_url"] == f"/photos/{seen['photo']}"
    with client.get(seen["photo_url"]) as kept:
        assert kept.status_code == 200
