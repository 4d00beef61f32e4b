"""After the evening: history, summary, files, import, all sessions, statistics, all tables."""

import csv
import io
import json
import re

import pytest
from PIL import Image

from tests.web.conftest import DISCARD_WIN, DRAW, NAMES, SELF_DRAW, Evening
from web import create_app
from web.evenings import ON_A_PAGE
from web.views import NEWEST


def numbers(page):
    return [int(number) for number in re.findall(r'history-no">(\d+)<', page)]


def test_the_table_shows_the_latest_deals_and_leads_to_the_others(client, evening):
    for _ in range(ON_A_PAGE + 3):
        evening.confirm(DRAW)
    page = client.get(evening.url).text
    assert numbers(page) == list(range(ON_A_PAGE + 3, ON_A_PAGE + 3 - NEWEST, -1))
    assert f"看全部（{ON_A_PAGE + 3}）" in page
    first = client.get(f"{evening.url}/history").text
    second = client.get(f"{evening.url}/history?page=2").text
    assert numbers(first) + numbers(second) == list(range(ON_A_PAGE + 3, 0, -1))
    assert "?page=2" in first
    assert "1 / 2" in first
    assert numbers(client.get(f"{evening.url}/history?page=99").text) == numbers(second)


def test_what_was_replaced_stays_in_the_history(client, evening):
    evening.confirm(SELF_DRAW)
    evening.correct(2, DISCARD_WIN)
    page = client.get(f"{evening.url}/history").text
    assert "已改" in page
    assert "改过" in page
    assert page.count('class="undone"') == 1


def test_a_kept_photo_is_shown_small(client, evening, tmp_path):
    name = "ab" * 32 + ".jpg"
    folder = tmp_path / "home" / "photos"
    folder.mkdir(exist_ok=True)
    Image.new("RGB", (1600, 1200), "green").save(folder / name)
    evening.confirm(SELF_DRAW, photo=name)
    assert f"/photos/{name}/small.jpg" in client.get(f"{evening.url}/history").text
    answer = client.get(f"/photos/{name}/small.jpg")
    assert Image.open(io.BytesIO(answer.data)).size == (192, 144)
    assert len(answer.data) < 10_000
    assert client.get("/photos/nothing/small.jpg").status_code == 404
    (folder / name).unlink()
    assert "small.jpg" not in client.get(f"{evening.url}/history").text


def test_the_summary_shows_who_fed_whom(client, evening):
    evening.confirm(DISCARD_WIN)
    evening.confirm(DISCARD_WIN)
    page = client.get(f"{evening.url}/summary").text
    assert len(re.findall(r'<circle class="bubble"', page)) == 1
    assert ">2</text>" in page
    assert "点炮 2 次" in page


def test_lines_of_the_chart_belong_to_people(client, evening):
    evening.confirm(SELF_DRAW)
    body = {"seat": 2, "name": "大熊", "key": "s", "after": 2}
    assert evening.post(f"{evening.api}/players", **body).status_code == 201
    evening.now = evening.table()
    evening.confirm(SELF_DRAW)
    page = client.get(f"{evening.url}/summary").text
    assert len(re.findall(r"<polyline", page)) == 5
    assert "大熊" in page


def test_money_stands_beside_points(client):
    evening = Evening(client, unit={"points": 1, "money": "0.50", "currency": "元"})
    evening.confirm(SELF_DRAW)
    page = client.get(evening.url).text
    assert "3.00 元" in page
    assert "−1.00 元" in page
    assert "1.00 元" in client.get(f"{evening.url}/summary").text
    assert "南姐 → Xi 2 (1.00 元)" in client.get(f"{evening.url}/export.txt").text


def test_starting_points_are_shown_and_never_settled(client):
    evening = Evening(client, starting_points=1000)
    evening.confirm(SELF_DRAW)
    page = client.get(evening.url).text
    assert ">1006<" in page
    assert ">998<" in page
    assert "南姐 → Xi 2" in client.get(f"{evening.url}/export.txt").text


def test_an_evening_as_files(client, evening):
    evening.confirm(SELF_DRAW)
    evening.confirm(DRAW)
    answer = client.get(f"{evening.url}/export.csv")
    assert answer.headers["Content-Disposition"].endswith(f'{evening.session}.csv"')
    rows = list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"))))
    assert rows[0][-4:] == NAMES
    assert rows[-1][-4:] == ["-2", "-2", "6", "-2"]
    assert "1. Xi 自摸" in client.get(f"{evening.url}/export.txt?lang=zh").text
    assert "Xi by self-draw" in client.get(f"{evening.url}/export.txt?lang=en").text
    assert client.get(f"{evening.url}/export.exe").status_code == 404


@pytest.fixture
def elsewhere(tmp_path):
    """Another installation."""
    other = create_app(instance_path=tmp_path / "other")
    yield other.test_client()
    other.extensions["ledger"].close()


def upload(client, data):
    form = {"file": (io.BytesIO(data), "evening.json")}
    return client.post("/import", data=form, content_type="multipart/form-data")


def test_an_exported_session_is_imported_elsewhere(client, evening, elsewhere):
    evening.confirm(SELF_DRAW)
    evening.confirm(DISCARD_WIN)
    evening.correct(2, DRAW)
    file = client.get(f"{evening.url}/export.json").data
    assert upload(elsewhere, file).status_code == 303
    assert elsewhere.get(evening.api).get_json() == evening.table()
    again = upload(elsewhere, file)
    assert 400 <= again.status_code < 500
    assert len(elsewhere.get("/api/sessions").get_json()) == 1


@pytest.mark.parametrize("data", [b"", b"no json", b"[1]", b"{}", b"\xff\xfe", b"[" * 100_000])
def test_a_file_that_is_no_session_is_refused(client, data):
    answer = upload(client, data)
    assert 400 <= answer.status_code < 500
    assert "请" in answer.text
    assert client.get("/api/sessions").get_json() == []


def test_an_import_without_a_file_says_so(client):
    assert "还有一项没有选" in client.post("/import", data={}).text


def test_a_changed_file_is_refused(client, evening, elsewhere):
    evening.confirm(SELF_DRAW)
    document = json.loads(client.get(f"{evening.url}/export.json").data)
    document["events"][1]["payload"]["settlement"]["deltas"] = [-20, -20, 60, -20]
    answer = upload(elsewhere, json.dumps(document).encode())
    assert 400 <= answer.status_code < 500
    assert elsewhere.get("/api/sessions").get_json() == []


def test_figures_over_weeks_by_rule_set(client, evening):
    evening.confirm(SELF_DRAW)
    evening.confirm(DISCARD_WIN)
    other = Evening(client, rules="hunan", names=["甲", "乙", "丙", "丁"])
    other.confirm(DRAW)
    page = client.get("/statistics").text
    assert "甲" in page
    assert "2 场，3 局，流局 1 局。" in page
    net = evening.now["totals"][2]
    assert f'Xi</span></th><td><span class="points plus">+{net}<' in page
    one = client.get("/statistics?rules=hunan").text
    assert "甲" in one
    assert "Xi" not in one
    assert client.get("/statistics?rules=poker").status_code == 200


def test_all_sessions_on_pages(client):
    evenings = [Evening(client, key=f"s{number}") for number in range(ON_A_PAGE + 1)]
    first = client.get("/sessions").text
    assert evenings[-1].url in first
    assert evenings[0].url not in first
    assert evenings[0].url in client.get("/sessions?page=2").text


def test_home_shows_what_is_played_and_what_was(client):
    ended, playing = Evening(client, key="a"), Evening(client, key="b")
    ended.post(f"{ended.api}/close", key="c", after=1)
    page = client.get("/").text
    assert page.index("正在打") < page.index(playing.url) < page.index("打完的")
    assert page.index("打完的") < page.index(ended.url)
    for way in ("/sessions", "/statistics", "/club", "/import"):
        assert f'href="{way}"' in page


def test_the_end_is_clear(client, evening):
    evening.confirm(SELF_DRAW)
    evening.post(f"{evening.api}/close", key="c", after=2)
    page = client.get(evening.url).text
    ranks = re.findall(r'<li value="(\d)">.*?translate="no">(.*?)<', page)
    assert ranks == [("1", "Xi"), ("2", "阿东"), ("2", "南姐"), ("2", "北北")]
    assert "最后的名次" in page
    assert "已结束" in page
    assert "第 2 局" not in page  # no deal is due any more
    again = client.get(f"/start?again={evening.session}").text
    assert all(f'value="{name}"' in again for name in NAMES)
    assert re.search(r'value="guangdong"[^>]* checked', again)


def test_the_club_shows_every_open_table(client):
    one, other = Evening(client, key="a"), Evening(client, rules="hunan", key="b")
    gone = Evening(client, key="c")
    gone.post(f"{gone.api}/close", key="d", after=1)
    page = client.get("/club").text
    assert one.url in page
    assert other.url in page
    assert gone.url not in page


def test_nothing_is_played_anywhere(client):
    assert "没有开着的桌" in client.get("/club").text
    assert "还没有牌局" in client.get("/sessions").text
    assert "还没有牌局" in client.get("/statistics").text
