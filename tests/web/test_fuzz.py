"""The drill ``tests.drills.fuzz`` in small, with hypothesis choosing; and what it once found."""

import json
import random
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from recognizer.photo import PhotoError, open_photo
from tests.drills import fuzz, hostile, pictures
from tests.drills.openapi import operations
from web import create_app

CHANCE = st.randoms(use_true_random=False)
FEW = settings(
    max_examples=20,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@FEW
@given(CHANCE)
def test_the_engine_answers_whatever_the_deal(chance):
    figures = fuzz.Figures("deals")
    for _ in range(5):
        fuzz.judged(json.loads(hostile.written(hostile.deal_document(chance))), figures)
    assert figures.wrong == Counter()


@FEW
@given(CHANCE)
def test_notation_is_tiles_or_a_sentence(chance):
    figures = fuzz.Figures("notation")
    for _ in range(10):
        fuzz.parsed(hostile.text(chance), figures)
    assert figures.wrong == Counter()


@pytest.fixture(scope="module")
def caller():
    with tempfile.TemporaryDirectory() as home:
        app = create_app(instance_path=home)
        yield fuzz.Caller(app, random.Random(), fuzz.Figures("requests"))
        app.extensions["ledger"].close()


@FEW
@given(chance=CHANCE)
def test_every_route_answers_whatever_is_sent(caller, chance):
    caller.chance = chance
    for _ in range(5):
        caller.call(chance.choice(operations()))
    assert caller.figures.wrong == Counter()


@FEW
@given(CHANCE)
def test_broken_pictures_are_pictures_or_a_sentence(chance):
    figures = fuzz.Figures("pictures")
    for _ in range(5):
        fuzz.opened("a broken one", pictures.broken(chance), figures)
    assert figures.wrong == Counter()


def test_odd_pictures_are_pictures_or_a_sentence():
    figures = fuzz.Figures("pictures")
    for name, data in (*pictures.odd(), *pictures.shapes()):
        fuzz.opened(name, data, figures)
    assert figures.wrong == Counter()
    assert figures.tried > 100


def test_a_bomb_is_refused_before_it_is_decoded():
    figures = fuzz.Figures("bombs")
    for name, data in pictures.bombs():
        fuzz.opened(name, data, figures, fuzz.REFUSED_MB)
    assert figures.wrong == Counter()
    assert figures.tried > 15


def test_heic_without_its_reader_says_what_to_do(monkeypatch):
    monkeypatch.setattr("recognizer.photo._heif", lambda: False)
    with pytest.raises(PhotoError, match="Most Compatible"):
        open_photo(dict(pictures.odd())["heic"])


def test_a_picture_by_another_name_is_read_all_the_same(tmp_path):
    file = tmp_path / "photo.txt"
    file.write_bytes(pictures.saved("PNG"))
    assert open_photo(file).format == "PNG"


@pytest.mark.parametrize(
    "body",
    [
        '{"key": "\\ud800", "after": 1, "deal": {}}',
        '{"key": "a", "after": 1, "deal": {"outcome": "draw", "melds": [[],[],[],[]], "x": NaN}}',
        '{"key": "a", "after": 1, "deal": {"outcome": "draw", "melds": [[],[],[],[]], "x": 1e999}}',
        '{"key": "a", "after": 1, "deal": {"outcome": "draw", "melds": [[],[],[],[]], "x": '
        + '[{"a":' * 300
        + "1"
        + "}]" * 300
        + "}}",
        "[" * 100_000,
        '{"after": ' + "9" * 5000 + "}",
    ],
    ids=["half a character", "NaN", "infinity", "deep", "too deep to be read", "long number"],
)
def test_what_cannot_be_kept_is_refused(client, evening, body):
    answer = client.post(f"{evening.api}/deals", data=body, content_type="application/json")
    assert (answer.status_code, answer.get_json()["error"]) == (400, "bad_json")
    assert evening.table() == evening.now


@pytest.mark.parametrize("name", ["starting_points", "unit_points", "dealer"])
def test_a_number_of_thousands_of_digits_is_none(client, name):
    form = {"rules": "guangdong", "key": "k", "unit_money": "1", name: "9" * 5000}
    assert client.post("/start", data=form).status_code in (303, 422)
    assert client.get(f"/sessions/x/deals/{'9' * 5000}").status_code == 404


def test_a_seat_of_thousands_of_digits_is_none(client, evening):
    assert client.post(f"{evening.api}/capture?seat={'9' * 5000}").status_code == 400


def test_the_camera_and_uploads_keep_pixels_alone(app, client, evening, monkeypatch):
    """What is kept of an upload is another file, whatever lay in it."""
    from PIL import Image

    from web import photos

    with Image.open(pictures.DEMO) as image:
        exif = image.getexif()
        exif[0x010E] = "secret place"
        file = Path(app.instance_path) / "upload.jpg"
        image.save(file, exif=exif, comment=b"<script>")
    data = file.read_bytes()
    assert b"secret place" in data
    frame = open_photo(data).frame
    name = photos._keep(frame, Path(app.config["PHOTOS"]))
    kept = client.get(f"/photos/{name}")
    assert b"secret place" not in kept.data
    assert b"<script>" not in kept.data
    assert kept.mimetype == "image/jpeg"
    kept.close()
