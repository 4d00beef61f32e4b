"""The JSON API: what it answers, and what it refuses."""

import io

import numpy as np
import pytest
from PIL import Image

import scoring
from tests.web.conftest import DISCARD_WIN, DRAW, FIFTEEN_TILES, SELF_DRAW


def test_preview_says_what_confirm_books(evening):
    seen = evening.post(f"{evening.api}/preview", deal=SELF_DRAW).get_json()
    assert seen["deltas"] == [-2, -2, 6, -2]
    assert evening.table() == evening.now
    answer = evening.confirm(SELF_DRAW)
    assert answer.status_code == 201
    assert answer.get_json()["totals"] == [-2, -2, 6, -2]
    assert answer.get_json()["deals"][0]["settlement"] == seen


def test_a_hand_that_is_no_win_comes_with_what_it_waits_on(evening):
    misread = {**SELF_DRAW, "wins": [{**SELF_DRAW["wins"][0], "winning_tile": "5s"}]}
    for path in ("preview", "deals"):
        answer = evening.post(f"{evening.api}/{path}", deal=misread, key="k", after=1)
        assert answer.status_code == 422
        verify = answer.get_json()["verify"]
        assert verify["waits"] == ["1s", "4s"]
        assert {"seen": "5s", "meant": "4s", "winning": True} in verify["misreadings"]
    assert evening.table() == evening.now


def test_the_table_says_who_deals_and_which_wind_blows(evening):
    evening.confirm(SELF_DRAW)
    evening.confirm(DRAW)
    deals = evening.now["deals"]
    assert [deal["deal"]["dealer"] for deal in deals] == [0, 1]
    assert all(deal["deal"]["round_wind"] == "E" for deal in deals)
    # What the sender says of them does not count.
    evening.confirm({**DRAW, "dealer": 3, "players": 3, "round_wind": "N"})
    assert evening.now["deals"][2]["deal"]["dealer"] == 1


def test_a_deal_confirmed_twice_counts_once(evening):
    first = evening.confirm(SELF_DRAW, key="same", after=1)
    again = evening.confirm(SELF_DRAW, key="same", after=1)
    assert again.status_code == 201
    assert again.get_json() == first.get_json()
    assert evening.now["totals"] == [-2, -2, 6, -2]


def test_of_two_who_confirm_at_once_one_is_told(evening):
    assert evening.confirm(SELF_DRAW, after=1).status_code == 201
    late = evening.confirm(DRAW, after=1)
    assert late.status_code == 409
    assert late.get_json()["error"] == "stale"
    assert evening.now["totals"] == [-2, -2, 6, -2]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"deal": FIFTEEN_TILES}, 422, "wrong_tile_count"),
        ({"deal": {}}, 422, "missing_field"),
        ({"deal": "win"}, 422, "missing_key"),
        ({"deal": None}, 422, "missing_key"),
        ({"deal": {**SELF_DRAW, "wins": []}}, 422, "missing_field"),
        ({"deal": {**SELF_DRAW, "melds": [[{"type": "pung"}], [], [], []]}}, 422, "missing_field"),
        ({"deal": SELF_DRAW, "key": ""}, 400, "missing_key"),
        ({"deal": SELF_DRAW, "key": 7}, 400, "missing_key"),
        ({"deal": SELF_DRAW, "after": "1"}, 400, "missing_key"),
        ({"deal": SELF_DRAW, "after": 9}, 409, "stale"),
        ({"deal": SELF_DRAW, "photo": "../../etc/passwd"}, 422, "no_such_photo"),
        ({"deal": SELF_DRAW, "photo": "0" * 64 + ".jpg"}, 422, "no_such_photo"),
    ],
)
def test_a_refused_deal_says_why_and_changes_nothing(evening, body, status, code):
    before = evening.table()
    answer = evening.confirm(body.pop("deal"), **body)
    assert answer.status_code == status
    refusal = answer.get_json()
    assert refusal["error"] == code
    assert refusal["message"]["zh"]
    assert refusal["message"]["en"]
    assert evening.table() == before


@pytest.mark.parametrize("path", ["preview", "deals", "undo", "close", "photos"])
def test_no_session_is_a_404_with_a_sentence(client, path):
    answer = client.post(f"/api/sessions/nobody/{path}", json={"key": "k", "after": 1})
    assert answer.status_code == 404
    assert answer.get_json()["error"] == "no_session"


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff", b'"text"', b"null"])
def test_a_body_that_is_no_object_is_refused(evening, data):
    answer = evening.client.post(f"{evening.api}/deals", data=data, content_type="application/json")
    assert answer.status_code == 400
    assert answer.get_json()["error"] == "bad_json"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"rules": "poker", "names": list("abcd")}, "unknown_rule_set"),
        ({"rules": "guangdong", "names": list("abc")}, "missing_key"),
        ({"rules": "guangdong", "names": list("aabc")}, "same_name"),
        (
            {"rules": "guangdong", "names": list("abcd"), "options": {"x": 1}, "key": "k"},
            "bad_option",
        ),
        ({"rules": "guangdong", "names": list("abcd"), "dealer": 4}, "missing_key"),
        ({"rules": "guangdong", "names": list("abcd"), "key": None}, "missing_key"),
        ({"rules": ["guangdong"], "names": list("abcd")}, "missing_key"),
        ({"rules": "guangdong", "names": [1, 2, 3, 4]}, "missing_key"),
    ],
)
def test_a_session_that_cannot_start_is_refused(client, body, code):
    answer = client.post("/api/sessions", json={"key": "k", **body})
    assert answer.status_code in (400, 422)
    assert answer.get_json()["error"] == code
    assert client.get("/api/sessions").get_json() == []


def test_score_answers_as_the_command_line(client):
    document = {"id": "a", "rules": "guangdong", "deal": {**SELF_DRAW, "players": 4, "dealer": 0}}
    assert client.post("/api/score", json=document).get_json()["deltas"] == [-2, -2, 6, -2]
    refused = client.post("/api/score", json={**document, "rules": "poker"})
    assert refused.status_code == 422
    assert refused.get_json()["error"] == "unknown_rule_set"


def test_undo_and_close(evening):
    evening.confirm(SELF_DRAW)
    table = evening.post(f"{evening.api}/undo", key="u", after=2).get_json()
    assert table["totals"] == [0, 0, 0, 0]
    assert evening.post(f"{evening.api}/undo", key="u2", after=3).status_code == 422
    closed = evening.post(f"{evening.api}/close", key="c", after=3).get_json()
    assert closed["closed_at"]
    assert evening.post(f"{evening.api}/close", key="c2", after=4).status_code == 200


# ---- corrections -------------------------------------------------------------------------------


@pytest.fixture
def three_deals(evening):
    """Seat 2 by self-draw, a draw, seat 2 by self-draw; the events 2, 3 and 4."""
    for deal in (SELF_DRAW, DRAW, SELF_DRAW):
        assert evening.confirm(deal).status_code == 201
    return evening


def test_a_correction_says_first_what_it_would_give(three_deals):
    before = three_deals.now
    url = f"{three_deals.api}/deals/2"
    seen = three_deals.post(f"{url}/preview", deal=DISCARD_WIN).get_json()
    assert three_deals.table() == before
    table = three_deals.correct(2, DISCARD_WIN).get_json()
    assert seen["totals"] == table["totals"]
    assert seen["settlement"]["deltas"] == table["deals"][1]["settlement"]["deltas"]


def test_a_correction_keeps_the_old_version_and_repairs_the_totals(three_deals):
    old = [deal["settlement"]["deltas"] for deal in three_deals.now["deals"]]
    three_deals.correct(2, DISCARD_WIN)
    deals = three_deals.now["deals"]
    assert [(deal["number"], deal["seq"]) for deal in deals] == [(1, 2), (1, 5), (2, 3), (3, 4)]
    assert [deal["replaced"] for deal in deals] == [True, False, False, False]
    assert deals[0]["settlement"]["deltas"] == old[0]
    assert deals[1]["replaces"] == 2
    standing = [deal["settlement"]["deltas"] for deal in deals if not deal["replaced"]]
    assert standing[1:] == old[1:]
    assert three_deals.now["totals"] == [sum(column) for column in zip(*standing, strict=True)]


def test_a_correction_moves_the_dealer_of_the_deals_after_it(three_deals):
    assert [deal["deal"]["dealer"] for deal in three_deals.now["deals"]] == [0, 1, 1]
    dealer_wins = {**SELF_DRAW, "wins": [{**SELF_DRAW["wins"][0], "seat": 0}]}
    before = three_deals.now
    three_deals.correct(2, dealer_wins)
    standing = [deal for deal in three_deals.now["deals"] if not deal["replaced"]]
    assert [deal["deal"]["dealer"] for deal in standing] == [0, 0, 0]
    assert three_deals.now["dealer"] == 1
    undone = three_deals.post(f"{three_deals.api}/undo", key="u", after=5).get_json()
    for name in ("totals", "dealer", "round_wind"):
        assert undone[name] == before[name]
    assert [deal["deal"]["dealer"] for deal in undone["deals"] if not deal["undone"]] == [0, 1, 1]


def test_a_correction_sent_twice_counts_once(three_deals):
    first = three_deals.correct(2, DISCARD_WIN, key="same", after=4)
    again = three_deals.correct(2, DISCARD_WIN, key="same", after=4)
    assert again.status_code == 200
    assert again.get_json() == first.get_json()


@pytest.mark.parametrize(
    ("seq", "body", "status", "code"),
    [
        (2, {"deal": FIFTEEN_TILES}, 422, "wrong_tile_count"),
        (2, {"deal": None}, 422, "missing_key"),
        (2, {"deal": DRAW, "key": ""}, 400, "missing_key"),
        (2, {"deal": DRAW, "after": 3}, 409, "stale"),
        (2, {"deal": DRAW, "photo": "0" * 64 + ".jpg"}, 422, "no_such_photo"),
        (1, {"deal": DRAW}, 404, "no_deal"),
        (99, {"deal": DRAW}, 404, "no_deal"),
    ],
)
def test_a_refused_correction_says_why_and_changes_nothing(three_deals, seq, body, status, code):
    before = three_deals.table()
    answer = three_deals.correct(seq, body.pop("deal"), **body)
    assert (answer.status_code, answer.get_json()["error"]) == (status, code)
    assert three_deals.table() == before


def test_what_does_not_stand_cannot_be_corrected(three_deals):
    three_deals.correct(2, DISCARD_WIN)
    assert three_deals.correct(2, DRAW).get_json()["error"] == "not_standing"
    three_deals.post(f"{three_deals.api}/undo", key="u", after=5, steps=2)
    assert three_deals.correct(4, DRAW).get_json()["error"] == "not_standing"
    three_deals.post(f"{three_deals.api}/close", key="c", after=6)
    assert three_deals.correct(2, DRAW).get_json()["error"] == "session_closed"


def test_an_old_evening_is_not_judged_by_newer_rules(three_deals, monkeypatch):
    before = three_deals.table()
    monkeypatch.setattr(scoring.RULE_SETS["guangdong"], "version", "99")
    for answer in (three_deals.correct(2, DRAW), three_deals.confirm(DRAW)):
        assert answer.get_json()["error"] == "other_version"
        assert "99" in answer.get_json()["message"]["zh"]
    now = three_deals.table()
    assert now["kong_terms"] is None  # those of the old rules are not known any more
    assert {name: now[name] for name in ("seq", "deals", "totals", "dealer")} == {
        name: before[name] for name in ("seq", "deals", "totals", "dealer")
    }


def test_rules_tell_their_options(client):
    rules = {each["id"]: each for each in client.get("/api/rules").get_json()}
    assert rules["guangdong"]["players"] == 4
    assert "cap_fan" in {option["name"] for option in rules["guangdong"]["options"]}


# ---- photos ------------------------------------------------------------------------------------


def picture(kind="PNG", size=(320, 240)):
    file = io.BytesIO()
    Image.fromarray(np.full((size[1], size[0], 3), 90, np.uint8)).save(file, kind)
    return file.getvalue()


def upload(evening, data, name="hand.jpg"):
    return evening.client.post(f"{evening.api}/photos", data={"photo": (io.BytesIO(data), name)})


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"", "empty"), (b"GIF89a...", "not_an_image"), (picture("JPEG")[:300], "damaged")],
)
def test_a_file_that_is_no_photo_is_refused(evening, data, code):
    answer = upload(evening, data)
    assert answer.status_code == 422
    assert answer.get_json()["error"] == code
    assert answer.get_json()["message"]["zh"]


def test_a_photo_without_tiles_is_refused_and_not_kept(app, evening, tmp_path):
    answer = upload(evening, picture())
    assert answer.status_code == 422
    assert answer.get_json()["error"] == "no_tiles"
    assert not (tmp_path / "home" / "photos").exists()


def test_no_photo_at_all_is_refused(evening):
    answer = evening.client.post(f"{evening.api}/photos", data={})
    assert answer.status_code == 400
    assert answer.get_json()["error"] == "no_photo"


def test_an_upload_that_is_too_large_is_refused(app, evening):
    app.config["MAX_CONTENT_LENGTH"] = 1000
    answer = upload(evening, b"x" * 2000)
    assert answer.status_code == 413
    assert "25 MB" in answer.get_json()["message"]["en"]
