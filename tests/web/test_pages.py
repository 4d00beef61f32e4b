"""The pages, as a browser without JavaScript sees them."""

import re
from urllib.parse import urlsplit

import pytest

import scoring
from tests.web.conftest import DISCARD_WIN, DRAW, NAMES, SELF_DRAW
from web import create_app
from web.joining import qr


def started(client, **form):
    form = {"rules": "guangdong", "key": "k", "dealer": "0", **form}
    form.update(
        {f"name{seat}": name for seat, name in enumerate(NAMES) if f"name{seat}" not in form}
    )
    return client.post("/start", data=form)


def test_a_session_starts_and_shows_its_table(client):
    answer = started(client, dealer="1", **{"guangdong.cap_fan": "4"})
    assert answer.status_code == 303
    page = client.get(answer.location).text
    assert all(name in page for name in NAMES)
    table = client.get(f"/api{answer.location}").get_json()
    assert (table["dealer"], table["round_wind"], table["totals"]) == (1, "E", [0, 0, 0, 0])
    assert table["options"]["cap_fan"] == 4
    assert table["rules_version"] == scoring.RULE_SETS["guangdong"].version


def test_a_form_sent_twice_starts_one_session(client):
    assert started(client).location == started(client).location
    assert len(client.get("/api/sessions").get_json()) == 1


def test_an_empty_seat_is_called_by_its_number(client):
    answer = started(client, name2="  ")
    assert client.get(f"/api{answer.location}").get_json()["names"][2] == "玩家 3"


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"rules": "poker"}, "没有 &#39;poker&#39; 这套规则"),
        ({"name1": NAMES[0]}, "有两位都叫"),
        ({"name1": "x" * 21}, "名字太长"),
        ({"guangdong.cap_fan": "99"}, "选项 cap_fan"),
        ({"guangdong.unit": "many"}, "选项 unit"),
        ({"dealer": "7"}, "dealer"),
        ({"key": ""}, "key"),
    ],
)
def test_a_start_that_is_refused_keeps_what_was_entered(client, form, sentence):
    answer = started(client, **form)
    assert 400 <= answer.status_code < 500
    assert sentence in answer.text
    assert f'value="{form.get("name1", NAMES[1])}"' in answer.text
    assert client.get("/api/sessions").get_json() == []


def test_three_players_sit_on_three_seats(client):
    answer = started(client, rules="three_player")
    table = client.get(f"/api{answer.location}").get_json()
    assert table["names"] == NAMES[:3]
    assert table["totals"] == [0, 0, 0]
    assert table["round_wind"] is None
    assert NAMES[3] not in client.get(answer.location).text


def test_players_are_remembered(client):
    started(client)
    assert f'<option value="{NAMES[1]}">' in client.get("/start").text


def test_scores_can_be_read_without_scripts(client, evening):
    evening.confirm(SELF_DRAW)
    page = client.get(evening.url).text
    scripts = re.compile(r"<script.*?</script>", re.DOTALL)
    page = scripts.sub("", page)
    assert [re.search(rf"\D{total}\D", page) is not None for total in ("−2", r"\+6")] == [
        True,
        True,
    ]
    home = client.get("/").text
    assert all(name in home for name in NAMES)


def test_a_deal_is_explained_in_both_languages(client, evening):
    evening.confirm(SELF_DRAW)
    deal = evening.table()["deals"][0]
    page = client.get(f"{evening.url}/deals/{deal['seq']}").text
    assert "自摸" in page
    assert "self-draw" in page
    assert "Xi" in page  # the winner by name, not by seat number
    assert "座位" not in page
    assert client.get(f"{evening.url}/deals/99").status_code == 404


def test_the_evening_sums_up(client, evening):
    assert 'summary"' not in client.get(evening.url).text
    evening.confirm(SELF_DRAW)
    evening.confirm(DRAW)
    evening.correct(2, DISCARD_WIN)
    page = client.get(f"{evening.url}/summary").text
    lines = re.findall(r'<polyline class="line line-\d" points="([^"]*)"', page)
    assert [len(line.split()) for line in lines] == [3, 3, 3, 3]  # nought and two deals
    text = re.search(r"<pre[^>]*>(.*?)</pre>", page, re.DOTALL)[1]
    totals = evening.now["totals"]
    assert "1. Xi 胡，南姐 点炮" in text
    assert "2. 流局" in text
    assert "自摸" not in text  # what was replaced is not told
    assert f"Xi +{totals[2]}" in text
    assert f"南姐 → Xi {totals[2]}" in text


def test_a_closed_session_says_who_pays_whom(client, evening):
    evening.confirm(SELF_DRAW)
    assert "结账" not in client.get(evening.url).text
    evening.post(f"{evening.api}/close", key="c", after=2)
    page = client.get(evening.url).text
    assert "结账" in page
    assert page.count('class="arrow"') == 3


def test_the_chart_of_no_deals_is_a_point(client, evening):
    page = client.get(f"{evening.url}/summary").text
    assert re.findall(r'points="([^"]*)"', page) == ["34,10"] * 4


@pytest.mark.parametrize(
    ("host", "joined"),
    [
        ("localhost:8000", "http://10.1.2.3:8000"),
        ("127.0.0.1:8000", "http://10.1.2.3:8000"),
        ("raspberrypi.local", "http://10.1.2.3"),
        ("192.168.7.7:8000", "http://192.168.7.7:8000"),
        ("mahjong.example.org", "http://mahjong.example.org"),
    ],
)
def test_a_table_is_joined_by_its_number(app, client, evening, monkeypatch, host, joined):
    app.config["HOST_NAMES"] |= {"raspberrypi.local", "mahjong.example.org"}
    monkeypatch.setattr("web.joining.lan_address", lambda: "10.1.2.3")
    assert f'href="{evening.url}/join"' in client.get(evening.url).text
    page = client.get(f"{evening.url}/join", headers={"Host": host}).text
    assert f">{joined}{evening.url}<" in page
    assert qr(f"{joined}{evening.url}") in page
    answers_to = urlsplit(joined).netloc
    assert client.get(evening.url, headers={"Host": answers_to}).status_code == 200


def test_undo_by_form(client, evening):
    evening.confirm(SELF_DRAW)
    evening.confirm(DRAW)
    page = client.get(f"{evening.url}/undo").text
    fields = dict(re.findall(r'name="(key|after)" value="([^"]*)"', page))
    answer = client.post(f"{evening.url}/undo", data={**fields, "steps": "2"})
    assert answer.status_code == 303
    table = evening.table()
    assert table["totals"] == [0, 0, 0, 0]
    assert [deal["undone"] for deal in table["deals"]] == [True, True]
    again = client.post(f"{evening.url}/undo", data={**fields, "steps": "2"})
    assert again.status_code == 303
    assert evening.table() == table


def test_an_undo_of_more_than_there_is_says_so(client, evening):
    answer = client.post(f"{evening.url}/undo", data={"key": "k", "after": "1", "steps": "1"})
    assert answer.status_code == 422
    assert "没有这么多步可以撤销" in answer.text


def test_a_closed_session_takes_no_deals_until_it_is_opened_again(client, evening):
    assert client.post(f"{evening.url}/close", data={"key": "c", "after": "1"}).status_code == 303
    evening.now = evening.table()
    assert evening.confirm(SELF_DRAW).status_code == 409
    assert "已经结束" in client.get(f"{evening.url}/deal").text
    client.post(f"{evening.url}/undo", data={"key": "u", "after": "2", "steps": "1"})
    evening.now = evening.table()
    assert evening.confirm(SELF_DRAW).status_code == 201


def test_a_correction_stays_visible_and_can_be_undone(client, evening):
    evening.confirm(SELF_DRAW)
    evening.confirm(DRAW)
    settled = client.get(f"{evening.url}/deals/2").text
    assert f"{evening.url}/deals/2/edit" in settled
    evening.correct(2, DISCARD_WIN)
    table = client.get(evening.url).text
    assert table.count('class="undone"') == 1
    old = client.get(f"{evening.url}/deals/2").text
    assert f'href="{evening.url}/deals/4"' in old
    assert "/edit" not in old
    assert "改第 1 局" in client.get(f"{evening.url}/undo").text
    assert client.get(f"{evening.url}/deals/2/edit").status_code == 409
    assert client.get(f"{evening.url}/deals/4/edit").status_code == 200


def test_the_preview_of_a_correction_names_the_deals_that_move(client, evening):
    for deal in (SELF_DRAW, DRAW, SELF_DRAW):
        evening.confirm(deal)
    dealer_wins = {**SELF_DRAW, "wins": [{**SELF_DRAW["wins"][0], "seat": 0}]}
    seen = client.post(f"{evening.url}/deals/2/preview", json={"deal": dealer_wins}).text
    assert "第 2, 3 局" in seen
    assert evening.table() == evening.now
    seen = client.post(f"{evening.url}/deals/4/preview", json={"deal": dealer_wins}).text
    assert "一并重算" not in seen


@pytest.mark.parametrize("outcome", ["win", "draw"])
def test_the_deal_page_knows_the_rule_set(client, evening, outcome):
    page = client.get(f"{evening.url}/deal?outcome={outcome}")
    assert page.status_code == 200
    assert "data-page=" in page.text
    assert "/static/js/deal.js" in page.text


def test_the_deal_page_refuses_an_outcome_that_the_rules_lack(client, evening):
    assert client.get(f"{evening.url}/deal?outcome=false_win").status_code == 400
    assert client.get(f"{evening.url}/deal?outcome=<script>").status_code == 400


@pytest.mark.parametrize(
    ("method", "url", "status"),
    [
        ("get", "/nowhere", 404),
        ("get", "/sessions/nobody", 404),
        ("get", "/sessions/nobody/undo", 404),
        ("post", "/", 405),
        ("get", "/photos/../paizhuo.db", 404),
        ("get", "/photos/" + "0" * 64 + ".jpg", 404),
        ("get", "/words/xx.json", 404),
    ],
)
def test_errors_are_clean_pages(client, method, url, status):
    answer = getattr(client, method)(url)
    assert answer.status_code == status
    assert "<h1>" in answer.text
    assert "Traceback" not in answer.text


def test_a_fault_of_ours_is_a_sentence_too(app, client, monkeypatch):
    def fail():
        raise RuntimeError("secret detail")

    app.testing = False
    monkeypatch.setattr("web.pages.ledger", fail)
    answer = client.get("/")
    assert answer.status_code == 500
    assert "secret detail" not in answer.text
    assert "程序出错了" in answer.text


def test_totals_survive_a_restart(tmp_path, app, evening):
    evening.confirm(SELF_DRAW)
    app.extensions["ledger"].close()
    again = create_app(instance_path=tmp_path / "home")
    table = again.test_client().get(evening.api).get_json()
    again.extensions["ledger"].close()
    assert table == evening.now
    assert table["totals"] == [-2, -2, 6, -2]


# ---- who may change anything, and what browsers are told ---------------------------------------


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Origin": "http://localhost"}, 303),
        ({}, 303),
    ],
)
def test_another_site_cannot_change_anything(client, headers, status):
    form = {"rules": "guangdong", "key": "k", "dealer": "0"}
    assert client.post("/start", data=form, headers=headers).status_code == status
    assert len(client.get("/api/sessions").get_json()) == (status == 303)


@pytest.mark.parametrize("url", ["/", "/start", "/nowhere", "/api/rules"])
def test_the_policy_forbids_inline_scripts_and_other_hosts(client, url):
    policy = client.get(url).headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


def test_pages_obey_the_policy(client, evening):
    evening.confirm(SELF_DRAW)
    seq = evening.now["deals"][0]["seq"]
    everywhere = ("/", "/start", "/club", "/sessions", "/statistics", "/import")
    for url in (
        *everywhere,
        "",
        "/deal",
        "/undo",
        "/kong",
        "/adjust",
        "/substitute",
        "/dealer",
        "/join",
        "/summary",
        "/history",
        f"/deals/{seq}",
        f"/deals/{seq}/edit",
    ):
        page = client.get(url if url in everywhere else evening.url + url).text
        assert not re.search(
            r"<style|\sstyle=|\son\w+=|javascript:|<script(?! type=\"module\" src=)", page
        )
        assert not re.search(r"(src|href)=\"(https?:)?//", page)


def test_names_are_never_markup(client):
    answer = started(client, name0="<b>x</b>")
    assert "<b>x</b>" not in client.get(answer.location).text
    assert "&lt;b&gt;x&lt;/b&gt;" in client.get(answer.location).text
