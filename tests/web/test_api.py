"""The JSON API: what it answers, and what it refuses."""

import io
import json

import numpy as np
import pytest
from PIL import Image

import scoring
from tests.web.conftest import DISCARD_WIN, DRAW, FIFTEEN_TILES, NAMES, SELF_DRAW, Evening
from web import commands, create_app


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


# ---- between the deals -------------------------------------------------------------------------


def step(evening, path, **body):
    """Sends a step of the evening as a page would."""
    body = {"key": next(evening.keys), "after": evening.now["seq"], **body}
    answer = evening.post(f"{evening.api}/{path}", **body)
    evening.now = evening.table()
    return answer


@pytest.fixture
def fuzhou(client):
    """An evening of a rule set where kongs pay at once."""
    return Evening(client, "fuzhou")


def test_a_kong_waits_and_the_next_deal_takes_it_over(fuzhou):
    assert step(fuzhou, "kongs", seat=1, kind="concealed", tile="9p").status_code == 201
    assert (
        step(fuzhou, "kongs", seat=2, kind="exposed", tile="1m", **{"from": 0}).status_code == 201
    )
    assert [(kong["seat"], kong["kind"], kong["from"]) for kong in fuzhou.now["kongs"]] == [
        (1, "concealed", None),
        (2, "exposed", 0),
    ]
    assert fuzhou.now["kong_terms"]["paid"] == "at_once"
    assert fuzhou.now["kong_deltas"] == [-4, 6, 0, -2]
    assert fuzhou.now["totals"] == [0, 0, 0, 0]  # not before the deal is over
    seen = fuzhou.post(f"{fuzhou.api}/preview", deal=DRAW).get_json()
    assert seen["kong_deltas"] == [-4, 6, 0, -2]
    fuzhou.confirm(DRAW)
    settled = fuzhou.now["deals"][0]
    assert settled["settlement"] == seen
    assert settled["deal"]["melds"][2] == [{"type": "exposed_kong", "tiles": "1111m", "from": 0}]
    assert fuzhou.now["kongs"] == []
    assert step(fuzhou, "undo").get_json()["kong_deltas"] == [-4, 6, 0, -2]
    assert len(step(fuzhou, "undo").get_json()["kongs"]) == 1


def test_a_deal_may_say_that_a_recorded_kong_was_none(fuzhou):
    step(fuzhou, "kongs", seat=1, kind="concealed", tile="9p")
    fuzhou.confirm(DRAW, kongs_entered=True)
    assert fuzhou.now["deals"][0]["deal"]["melds"] == [[], [], [], []]
    assert fuzhou.now["kongs"] == []


@pytest.mark.parametrize(
    ("kong", "code"),
    [
        ({"seat": 4, "kind": "concealed", "tile": "1m"}, "missing_key"),
        ({"seat": True, "kind": "concealed", "tile": "1m"}, "missing_key"),
        ({"seat": 0, "kind": "huge", "tile": "1m"}, "missing_key"),
        ({"seat": 0, "kind": ["added"], "tile": "1m"}, "missing_key"),
        ({"seat": 0, "kind": "concealed", "tile": 1}, "missing_key"),
        ({"seat": 0, "kind": "concealed", "tile": "0z"}, "unknown_tile"),
        ({"seat": 0, "kind": "concealed", "tile": "1f"}, "tile_not_in_set"),
        ({"seat": 0, "kind": "concealed", "tile": "1m", "from": 1}, "bad_source"),
        ({"seat": 0, "kind": "exposed", "tile": "1m"}, "missing_field"),
        ({"seat": 0, "kind": "added", "tile": "1m", "from": 0}, "bad_source"),
        ({"seat": 0, "kind": "added", "tile": "1m", "from": 7}, "missing_key"),
        ({"seat": 0, "kind": "concealed", "tile": "9p"}, "too_many_copies"),
        ({"seat": 1, "kind": "concealed", "tile": "5p"}, "wrong_tile_count"),
    ],
)
def test_a_kong_that_cannot_be_is_refused(fuzhou, kong, code):
    for tile in ("9p", "8p", "7p", "6p"):
        step(fuzhou, "kongs", seat=1, kind="concealed", tile=tile)
    before = fuzhou.table()
    answer = step(fuzhou, "kongs", **kong)
    assert (answer.status_code, answer.get_json()["error"]) == (422, code)
    assert fuzhou.table() == before


def test_a_substitute_takes_the_seat_and_not_the_points(evening):
    evening.confirm(SELF_DRAW)
    step(evening, "players", seat=2, name=" 小  王 ")
    evening.confirm({**SELF_DRAW, "wins": [{**SELF_DRAW["wins"][0], "seat": 0}]})
    standings = {each["name"]: (each["seat"], each["points"]) for each in evening.now["standings"]}
    assert standings == {
        "阿东": (0, 4),
        "南姐": (1, -4),
        "Xi": (None, 6),
        "北北": (3, -4),
        "小 王": (2, -2),
    }
    rows = evening.client.get(f"{evening.url}/export.csv").get_data(as_text=True).splitlines()
    assert rows[0] == "\ufeffdeal,at,dealer,outcome,winners,阿东,南姐,Xi,北北,小 王"
    assert rows[2].endswith("win,阿东,6,-2,,-2,-2")
    assert rows[-1] == "total,,,,,4,-4,6,-4,-2"
    evening.confirm(DRAW)
    step(evening, "players", seat=0, name="北北")
    assert evening.now["names"] == ["北北", "南姐", "小 王", "阿东"]


def test_nobody_sits_down_in_the_middle_of_a_deal(evening):
    step(evening, "kongs", seat=1, kind="concealed", tile="9p")
    assert step(evening, "players", seat=2, name="小王").get_json()["error"] == "deal_running"
    assert step(evening, "undo").status_code == 200
    assert step(evening, "players", seat=2, name="小王").status_code == 201


def test_the_dealer_and_the_wind_are_set_by_hand(evening):
    step(evening, "dealer", dealer=3, round_wind="W")
    assert (evening.now["dealer"], evening.now["round_wind"]) == (3, "W")
    evening.confirm(DRAW)
    assert evening.now["deals"][0]["deal"]["dealer"] == 3
    step(evening, "dealer", dealer=1)
    assert evening.now["dealer"] == 1
    step(evening, "undo", steps=3)
    assert (evening.now["dealer"], evening.now["round_wind"]) == (0, "E")


def test_a_correction_does_not_move_what_was_set_by_hand(three_deals):
    step(three_deals, "dealer", dealer=3, round_wind="S")
    three_deals.confirm(DRAW)
    dealer_wins = {**SELF_DRAW, "wins": [{**SELF_DRAW["wins"][0], "seat": 0}]}
    three_deals.correct(2, dealer_wins)
    standing = [deal for deal in three_deals.now["deals"] if not deal["replaced"]]
    assert [deal["deal"]["dealer"] for deal in standing] == [0, 0, 0, 3]
    assert standing[-1]["deal"]["round_wind"] == "S"


def test_a_correction_of_an_old_deal_takes_no_kong_of_the_running_one(three_deals):
    step(three_deals, "kongs", seat=1, kind="concealed", tile="9p")
    three_deals.correct(3, DRAW)
    assert three_deals.now["deals"][2]["deal"]["melds"] == [[], [], [], []]
    assert len(three_deals.now["kongs"]) == 1


def test_penalties_are_points_too(evening):
    evening.confirm(SELF_DRAW)
    step(evening, "adjustments", kind="penalty", deltas=[-3, 1, 1, 1], reason=" 诈  胡 ")
    assert evening.now["totals"] == [-5, -1, 7, -1]
    assert evening.now["adjustments"][0]["reason"] == "诈 胡"
    step(evening, "undo")
    assert evening.now["totals"] == [-2, -2, 6, -2]
    assert evening.now["adjustments"][0]["undone"]


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("adjustments", {"kind": "starting", "deltas": [1, -1, 0, 0]}, "missing_key"),
        ("adjustments", {"kind": "penalty", "deltas": [1, -1, 0]}, "missing_key"),
        ("adjustments", {"kind": "penalty", "deltas": [1, -1, 0, 0.5]}, "bad_points"),
        ("adjustments", {"kind": "penalty", "deltas": [1e9, -1e9, 0, 0]}, "bad_points"),
        ("adjustments", {"kind": "penalty", "deltas": [1, -1, 1, 0]}, "not_zero"),
        ("adjustments", {"kind": "penalty", "deltas": [0, 0, 0, 0]}, "not_zero"),
        ("adjustments", {"kind": "penalty", "deltas": [1, -1, 0, 0], "reason": " "}, "no_reason"),
        (
            "adjustments",
            {"kind": "penalty", "deltas": [1, -1, 0, 0], "reason": "x" * 61},
            "no_reason",
        ),
        ("dealer", {"dealer": 4}, "missing_key"),
        ("dealer", {"dealer": 1, "round_wind": "X"}, "missing_key"),
        ("players", {"seat": 1, "name": ""}, "missing_key"),
        ("players", {"seat": 1, "name": "x" * 21}, "long_name"),
        ("players", {"seat": 1, "name": NAMES[1]}, "same_name"),
        ("players", {"seat": 9, "name": "x"}, "missing_key"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(evening, path, body, code):
    before = evening.table()
    answer = step(evening, path, **{"reason": "x", **body})
    assert (answer.status_code, answer.get_json()["error"]) == (422, code)
    assert evening.table() == before


@pytest.mark.parametrize("path", ["kongs", "players", "dealer", "adjustments"])
def test_every_step_counts_once_and_not_after_the_end(evening, path):
    body = {
        "kongs": {"seat": 1, "kind": "concealed", "tile": "9p"},
        "players": {"seat": 1, "name": "小王"},
        "dealer": {"dealer": 2},
        "adjustments": {"kind": "adjustment", "deltas": [1, -1, 0, 0], "reason": "找零"},
    }[path]
    assert step(evening, path, **body, after=9).get_json()["error"] == "stale"
    first = step(evening, path, **body, key="same").get_json()
    assert step(evening, path, **body, key="same").get_json() == first
    step(evening, "close")
    assert step(evening, path, **body).get_json()["error"] == "session_closed"


def test_a_table_has_its_stakes(client):
    unit = {"points": 1, "money": "0.5", "currency": "元"}
    table = Evening(client, unit=unit, starting_points=100).now
    assert table["unit"] == unit
    assert table["starting_points"] == 100
    assert table["totals"] == [0, 0, 0, 0]
    for wrong, code in [
        ({"unit": {**unit, "money": 0.5}}, "bad_unit"),
        ({"unit": {**unit, "points": 3}}, "bad_unit"),
        ({"unit": []}, "bad_unit"),
        ({"starting_points": "100"}, "bad_points"),
    ]:
        body = {"rules": "guangdong", "names": NAMES, "key": code, **wrong}
        assert client.post("/api/sessions", json=body).get_json()["error"] == code


# ---- over the evenings -------------------------------------------------------------------------


def test_presets_are_kept_changed_and_dropped(client):
    house = {
        "name": "周五局",
        "rules": "guangdong",
        "options": {"cap_fan": 4},
        "starting_points": 50,
    }
    kept = client.post("/api/presets", json=house)
    assert kept.status_code == 201
    assert kept.get_json()["options"]["cap_fan"] == 4
    client.post("/api/presets", json={"name": "b", "rules": "fuzhou"})
    client.post("/api/presets", json={**house, "starting_points": 60})
    assert [
        (each["name"], each["starting_points"]) for each in client.get("/api/presets").json
    ] == [
        ("周五局", 60),
        ("b", 0),
    ]
    assert client.delete("/api/presets/周五局").status_code == 204
    assert [each["name"] for each in client.get("/api/presets").json] == ["b"]
    assert client.delete("/api/presets/周五局").get_json()["error"] == "no_preset"
    refused = client.post("/api/presets", json={"name": "c", "rules": "poker"})
    assert (refused.status_code, refused.get_json()["error"]) == (422, "unknown_rule_set")


def test_a_preset_that_no_longer_works_is_left_out(app, client, caplog):
    app.extensions["ledger"].keep_preset("old", {"name": "old", "rules": "poker"}, at="x")
    assert client.get("/api/presets").json == []
    assert "a preset is left out: unknown_rule_set" in caplog.text


def test_statistics_over_the_evenings(evening, client):
    evening.confirm(DISCARD_WIN)
    Evening(client, "fuzhou").confirm(DRAW)
    figures = client.get("/api/statistics").get_json()
    assert (figures["evenings"], figures["deals"], figures["draws"]) == (2, 2, 1)
    xi = next(player for player in figures["players"] if player["name"] == "Xi")
    assert (xi["evenings"], xi["wins"], xi["best"]["points"]) == (2, 1, evening.now["totals"][2])
    assert figures["fed"] == [{"from": "南姐", "to": "Xi", "times": 1}]
    assert client.get("/api/statistics?rules=guangdong").get_json()["evenings"] == 1
    assert client.get(f"/api/statistics?session={evening.session}").get_json()["draws"] == 0
    assert client.get("/api/statistics?session=nobody").status_code == 404


def test_the_open_tables(evening, client):
    other = Evening(client)
    assert [table["session"] for table in client.get("/api/tables").get_json()] == [
        other.session,
        evening.session,
    ]
    step(other, "close")
    assert [table["session"] for table in client.get("/api/tables").get_json()] == [evening.session]


def test_known_players_are_remembered(app, evening):
    step(evening, "players", seat=0, name="小王")
    assert commands.known_players(app.extensions["ledger"]) == ["小王", *NAMES]


# ---- export and import -------------------------------------------------------------------------


@pytest.fixture
def eventful(three_deals):
    """An evening with everything in it."""
    step(three_deals, "kongs", seat=1, kind="concealed", tile="9p")
    three_deals.confirm(DISCARD_WIN)
    three_deals.correct(2, DISCARD_WIN)
    step(three_deals, "players", seat=0, name="小王")
    step(three_deals, "dealer", dealer=3, round_wind="S")
    step(three_deals, "adjustments", kind="penalty", deltas=[-3, 1, 1, 1], reason="诈胡")
    three_deals.confirm(SELF_DRAW)
    step(three_deals, "undo")
    step(three_deals, "kongs", seat=1, kind="exposed", tile="8p", **{"from": 3})
    step(three_deals, "close")
    return three_deals


def exported(evening):
    return evening.client.get(f"{evening.url}/export.json").get_json()


def test_an_exported_session_comes_back_exactly(eventful, tmp_path):
    document = exported(eventful)
    again = eventful.client.post("/api/import", json=document)
    assert (again.status_code, again.get_json()["error"]) == (409, "already_there")
    other = create_app(instance_path=tmp_path / "other")
    client = other.test_client()
    assert client.post("/api/import", json=document).status_code == 201
    assert client.get(f"{eventful.url}/export.json").get_json() == document
    assert client.get(eventful.api).get_json() == eventful.now
    other.extensions["ledger"].close()


def changed(document, path, value):
    """The document with another value at a path."""
    copy = json.loads(json.dumps(document))
    place = copy
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return copy


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("version",), 2),
        (("session",), "../x"),
        (("events",), []),
        (("events",), {}),
        (("events", 0), None),
        (("events", 1, "seq"), 1),
        (("events", 1, "at"), "yesterday"),
        (("events", 1, "kind"), "from_the_future"),
        (("events", 0, "kind"), "undone"),
        (("events", 0, "payload", "names"), ["a", "a", "b", "c"]),
        (("events", 0, "payload", "names"), 4),
        (("events", 0, "payload", "dealer"), 9),
        (("events", 0, "payload", "round_wind"), "X"),
        (("events", 0, "payload", "starting_points"), "x"),
        (("events", 1, "payload", "deal"), {}),
        (("events", 1, "payload", "deal", "wins"), []),
        (("events", 1, "payload", "photo"), "../../etc/passwd"),
        (("events", 1, "payload", "settlement", "deltas"), [2, -2, 0, 0]),
        (("events", 1, "payload", "settlement", "deltas"), [1, 0, 0, 0]),
        (("events", 1, "payload", "settlement", "wins"), []),
        (("events", 1, "payload", "settlement", "next_dealer"), 3),
        (("events", 1, "payload", "settlement", "explanation"), "text"),
        (("events", 4, "payload", "tile"), "0z"),
        (("events", 4, "payload", "seat"), 4),
        (("events", 4, "payload", "from"), "1"),
        (("events", 6, "payload", "replaces"), 9),
        (("events", 6, "payload", "moved"), [{"seq": 3}]),
        (("events", 7, "payload", "name"), 1),
        (("events", 8, "payload", "dealer"), 4),
        (("events", 8, "payload", "round_wind"), "X"),
        (("events", 9, "payload", "deltas"), [1, 1, 1, 1]),
        (("events", 9, "payload", "kind"), "gift"),
        (("events", 11, "payload", "reverses"), [2]),
    ],
)
def test_a_changed_export_is_refused(eventful, client, path, value):
    document = {**exported(eventful), "session": "other"}
    answer = client.post("/api/import", json=changed(document, path, value))
    assert answer.status_code == 422
    assert answer.get_json()["error"] == "bad_import"
    assert len(client.get("/api/sessions").get_json()) == 1


def test_an_old_evening_is_imported_as_it_is(eventful, client, monkeypatch):
    document = {**exported(eventful), "session": "other"}
    monkeypatch.setattr(scoring.RULE_SETS["guangdong"], "version", "99")
    broken = changed(document, ("events", 1, "payload", "settlement", "wins"), [{"seat": 7}])
    assert client.post("/api/import", json=broken).get_json()["error"] == "bad_import"
    answer = client.post("/api/import", json=document)
    assert answer.status_code == 201
    assert answer.get_json()["totals"] == eventful.now["totals"]


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
