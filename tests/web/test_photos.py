"""Kept photos: what is in them, how much room they have, and how they go."""

import io
import os

import numpy as np
import pytest
from PIL import Image

from recognizer.photo import open_photo
from tests.web.conftest import DISCARD_WIN, SELF_DRAW
from web import photos
from web.photos import NEW, is_kept, usage
from web.refusals import Refusal


def taken(shade, size=(64, 48)):
    """A photo of one shade, as a phone makes it: turned, with its place in it."""
    exif = Image.Exif()
    exif[0x0112] = 6  # turned
    exif[0x010F] = "Telephone"
    exif.get_ifd(0x8825)[2] = (30.0, 35.0, 12.0)  # latitude
    file = io.BytesIO()
    Image.fromarray(np.full((size[1], size[0], 3), shade, np.uint8)).save(file, "JPEG", exif=exif)
    assert b"Telephone" in file.getvalue()
    return file.getvalue()


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "home" / "photos"


@pytest.fixture
def keep(folder):
    """Keeps a photo of a shade and returns its name."""
    return lambda shade: photos._keep(open_photo(taken(shade)).frame, folder)


def test_nothing_but_the_pixels_is_kept(folder, keep):
    file = photos.kept_photo(keep(90), folder)
    data = file.read_bytes()
    assert b"Exif" not in data
    assert b"Telephone" not in data
    with Image.open(file) as kept:
        assert not kept.getexif()
        assert kept.size == (48, 64)  # upright already


def status(evening, name):
    """What asking for a photo answers."""
    with evening.client.get(f"/photos/{name}") as answer:
        return answer.status_code


def test_a_photo_is_one_of_a_deal_once_the_deal_is_confirmed(evening, folder, keep):
    name = keep(90)
    assert status(evening, name) == 200
    assert usage(folder).spare == usage(folder).bytes > 0
    assert evening.confirm({}, photo=name).status_code == 422
    assert usage(folder).spare > 0
    assert evening.confirm(SELF_DRAW, photo=name).status_code == 201
    assert usage(folder).spare == 0
    assert status(evening, name) == 200
    other = keep(120)
    assert evening.correct(2, DISCARD_WIN, photo=other).status_code == 200
    assert usage(folder).spare == 0
    counted = evening.client.get("/api/photos").get_json()
    assert (counted["photos"], counted["bytes"]) == (2, usage(folder).bytes)


def test_the_oldest_that_no_deal_refers_to_make_room(evening, folder, keep, monkeypatch):
    names = [keep(shade) for shade in (10, 60, 110, 160)]
    evening.confirm(SELF_DRAW, photo=names[0])
    for age, name in enumerate(reversed(names[1:]), start=1):
        os.utime(folder / NEW / name, (1000 - age, 1000 - age))
    size = max(file.stat().st_size for file in folder.rglob("*.jpg"))
    monkeypatch.setattr(photos, "_room", lambda: 4 * size)
    fifth = keep(210)
    assert [is_kept(name, folder) for name in (*names, fifth)] == [True, False, True, True, True]
    monkeypatch.setattr(photos, "_room", lambda: 1)
    before = sorted(folder.rglob("*.jpg"))
    with pytest.raises(Refusal) as caught:
        keep(250)
    assert caught.value.code == "photos_full"
    assert sorted(folder.rglob("*.jpg")) == before
    assert keep(210) == fifth  # is there already


def test_the_room_is_set_from_outside(folder, monkeypatch):
    folder.mkdir(parents=True)
    assert usage(folder).room == photos.ROOM_MB * 1024 * 1024
    monkeypatch.setenv("PAIZHUO_PHOTOS_MB", "3")
    assert usage(folder).room == 3 * 1024 * 1024


def test_a_photo_is_deleted_and_its_deal_stays(evening, folder, keep):
    name = keep(90)
    evening.confirm(SELF_DRAW, photo=name)
    before = evening.table()
    for _ in range(2):
        assert evening.client.delete(f"{evening.api}/photos/{name}").status_code == 204
    assert status(evening, name) == 404
    assert not is_kept(name, folder)
    assert evening.table() == before
    assert evening.correct(2, DISCARD_WIN, photo=name).status_code == 200
    assert evening.confirm(SELF_DRAW, photo=name).get_json()["error"] == "no_such_photo"


def test_a_photo_of_no_deal_here_is_not_deleted(evening, folder, keep):
    name = keep(90)
    for each in (name, "0" * 64 + ".jpg", "x"):
        answer = evening.client.delete(f"{evening.api}/photos/{each}")
        assert (answer.status_code, answer.get_json()["error"]) == (404, "no_such_photo")
    assert is_kept(name, folder)
