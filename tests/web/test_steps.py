"""The forms at a table besides the deal, as a browser without JavaScript sends them."""

import re

import pytest

from tests.web.conftest import DRAW, NAMES, SELF_DRAW


@pytest.fixture
def send(client, evening):
    """Opens a form, fills it in and sends it."""

    def send_one(step, **filled):
        page = client.get(f"{evening.url}/{step}")
        assert page.status_code == 200
        hidden = dict(re.findall(r'name="(key|after)" value="([^"]*)"', page.text))
        answer = client.post(f"{evening.url}/{step}", data={**hidden, **filled})
        evening.now = evening.table()
        return answer

    return send_one


def test_a_kong_waits_for_the_deal_and_is_shown(client, evening, send):
    kong = {"seat": "1", "kind": "exposed", "tile": "8p", "from": "3"}
    assert send("kong", **kong).status_code == 303
    recorded = [{key: each[key] for key in kong} for each in evening.now["kongs"]]
    assert recorded == [{"seat": 1, "kind": "exposed", "tile": "8p", "from": 3}]
    page = client.get(evening.url).text
    assert "这一局的杠" in page
    assert "北北</span> 打出" in page
    evening.confirm(SELF_DRAW)
    assert "这一局的杠" not in client.get(evening.url).text
    assert evening.now["deals"][0]["deal"]["melds"][1][0]["type"] == "exposed_kong"


def test_a_concealed_kong_is_fed_by_nobody(evening, send):
    # A feeder that was chosen before the kind is still in the form.
    kong = {"seat": "1", "kind": "concealed", "tile": "8p", "from": "3"}
    assert send("kong", **kong).status_code == 303
    assert evening.now["kongs"][0]["from"] is None


@pytest.mark.parametrize(
    ("kong", "sentence"),
    [
        ({}, "还有一项没有选"),
        ({"seat": "1", "kind": "exposed", "tile": "8p"}, "还有一项没有选"),
        ({"seat": "1", "kind": "exposed", "tile": "8p", "from": "1"}, "座位"),
        ({"seat": "x", "kind": "concealed", "tile": "8p"}, "“x”不是整数"),
        ({"seat": "1", "kind": "concealed", "tile": "99z"}, "99z"),
    ],
)
def test_a_kong_that_is_refused_keeps_what_was_chosen(evening, send, kong, sentence):
    answer = send("kong", **kong)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert evening.now["kongs"] == []
    if kong.get("kind") == "exposed":
        assert re.search(r'value="exposed" checked', answer.text)
        assert re.search(r'value="8p" checked', answer.text)


def test_a_penalty_is_paid_to_everybody_else(client, evening, send):
    form = {"kind": "penalty", "payer": "2", "each": "5", "reason": "相公"}
    assert send("adjust", **form).status_code == 303
    assert evening.now["totals"] == [5, 5, -15, 5]
    page = client.get(evening.url).text
    assert "罚分" in page
    assert "相公" in page


@pytest.mark.parametrize(
    ("points", "totals"),
    [
        (("10", "−4", "-6", ""), [10, -4, -6, 0]),
        (("10", "-4", "", "0"), [10, -4, -6, 0]),
        (("3", "-3", "", ""), [3, -3, 0, 0]),
    ],
)
def test_the_only_seat_left_empty_gets_the_rest(evening, send, points, totals):
    filled = {f"points{seat}": text for seat, text in enumerate(points)}
    assert send("adjust", kind="adjustment", reason="平账", **filled).status_code == 303
    assert evening.now["totals"] == totals


def test_an_adjustment_that_does_not_sum_to_zero_loses_nothing(evening, send):
    filled = {"kind": "adjustment", "points0": "10", "points1": "-3", "reason": "平账"}
    answer = send("adjust", **filled)
    assert answer.status_code == 422
    assert "加起来是 0（现在是 7）" in answer.text
    assert 'name="points0" value="10"' in answer.text
    assert 'name="reason" value="平账"' in answer.text
    assert evening.now["totals"] == [0, 0, 0, 0]


def test_a_substitute_plays_with_his_own_points(client, evening, send):
    evening.confirm(SELF_DRAW)
    assert send("substitute", seat="2", name="大熊").status_code == 303
    assert evening.now["names"] == ["阿东", "南姐", "大熊", "北北"]
    felt = re.search(r'class="felt.*?class="middle"', client.get(evening.url).text, re.DOTALL)[0]
    assert "Xi" not in felt
    assert ">0<" in felt.split("大熊")[1]
    # The winner that left still gets what he won.
    assert "南姐 → Xi 2" in client.get(f"{evening.url}/export.txt").text
    assert f'<option value="{NAMES[2]}">' in client.get(f"{evening.url}/substitute").text


def test_two_players_change_places(client, evening, send):
    assert send("substitute", seat="0", name=NAMES[1]).status_code == 303
    assert evening.now["names"] == [NAMES[1], NAMES[0], *NAMES[2:]]
    assert "换座位" in client.get(evening.url).text


def test_the_dealer_and_the_wind_are_set_by_hand(client, evening, send):
    assert send("dealer", dealer="3", round_wind="W").status_code == 303
    assert (evening.now["dealer"], evening.now["round_wind"]) == (3, "W")
    assert "改由" in client.get(evening.url).text


def test_the_form_of_an_older_table_is_told_so(client, evening):
    page = client.get(f"{evening.url}/dealer").text
    old = dict(re.findall(r'name="(key|after)" value="([^"]*)"', page))
    evening.confirm(DRAW)
    answer = client.post(f"{evening.url}/dealer", data={**old, "dealer": "2"})
    assert answer.status_code == 409
    assert "别人刚刚也记了一笔" in answer.text
    assert 'value="2" checked' in answer.text  # what was chosen can be sent again


def test_every_kind_of_step_is_told_and_taken_back(client, evening, send):
    send("kong", seat="1", kind="concealed", tile="8p")
    evening.confirm(SELF_DRAW)
    send("adjust", kind="penalty", payer="0", each="1", reason="迟到")
    send("dealer", dealer="3", round_wind="E")
    send("substitute", seat="2", name="大熊")
    page = client.get(f"{evening.url}/undo").text
    told = ["接替", "改由", "迟到", "自摸", "暗杠"]
    assert [page.index(each) for each in told] == sorted(page.index(each) for each in told)
    assert send("undo", steps="5").status_code == 303
    assert evening.now["totals"] == [0, 0, 0, 0]
    assert evening.now["names"] == NAMES
    assert evening.now["kongs"] == []
    assert client.get(f"{evening.url}/history").text.count('class="undone"') == 4


def test_no_step_is_offered_once_the_session_has_ended(client, evening, send):
    evening.post(f"{evening.api}/close", key="c", after=1)
    page = client.get(evening.url).text
    assert f"{evening.url}/kong" not in page
    assert f"{evening.url}/adjust" not in page
    assert send("kong", seat="1", kind="concealed", tile="8p").status_code == 409
