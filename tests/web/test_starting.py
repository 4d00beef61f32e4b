"""The form for a new session: stakes and the house's presets."""

import re

import pytest

from tests.web.conftest import NAMES

FORM = {"rules": "guangdong", "key": "k", "dealer": "0"} | {
    f"name{seat}": name for seat, name in enumerate(NAMES)
}


def send(client, **form):
    return client.post("/start", data={**FORM, **form})


def test_stakes_and_starting_points(client):
    stakes = {"unit_points": "2", "unit_money": "0.50", "currency": "元"}
    answer = send(client, **stakes, starting_points="1000")
    table = client.get(f"/api{answer.location}").get_json()
    assert table["unit"] == {"points": 2, "money": "0.50", "currency": "元"}
    assert table["starting_points"] == 1000


@pytest.mark.parametrize(
    "form",
    [
        {"unit_money": "much"},
        {"unit_money": "1", "unit_points": "0"},
        {"unit_money": "1", "unit_points": "few"},
        {"unit_money": "1", "currency": " "},
        {"starting_points": "lots"},
        {"starting_points": "99999999"},
    ],
)
def test_stakes_that_cannot_be_are_refused_and_kept(client, form):
    answer = send(client, **form)
    assert answer.status_code == 422
    for name, text in form.items():
        assert f'name="{name}" value="{text.strip()}"' in answer.text
    assert client.get("/api/sessions").get_json() == []


def test_house_rules_are_kept_chosen_and_removed(client):
    stakes = {"unit_money": "5", "starting_points": "200"}
    kept = send(client, keep="1", preset="周五局", **stakes, **{"guangdong.cap_fan": "4"})
    assert kept.status_code == 200
    assert all(f'value="{name}"' in kept.text for name in NAMES)  # the form goes on
    assert client.get("/api/sessions").get_json() == []
    page = client.get("/start?preset=周五局").text
    select = re.search(r'name="guangdong.cap_fan".*?</select>', page, re.DOTALL)[0]
    assert "value='4' selected" in select
    assert 'name="unit_money" value="5"' in page
    assert 'name="starting_points" value="200"' in page
    assert client.get("/start").text.count("周五局") > 0
    gone = send(client, delete="周五局")
    assert "/start?preset=" not in gone.text
    assert send(client, delete="周五局").status_code == 404


def test_house_rules_want_a_name(client):
    answer = send(client, keep="1", preset="")
    assert answer.status_code == 422
    assert "预设的名字" in answer.text


def test_enter_starts_the_session(client):
    # A browser presses the first button of a form for whoever presses Enter.
    buttons = re.findall(r"<button[^>]*>", client.get("/start").text)
    assert "name=" not in buttons[0]
