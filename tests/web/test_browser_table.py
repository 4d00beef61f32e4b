"""An evening at the table in a real browser: phone and desk."""

# ruff: noqa: F401, F811 - fixtures of another module are used by their names

import itertools
import time

import pytest

from tests.web.conftest import DRAW, NAMES, SELF_DRAW
from tests.web.test_browser import (
    CONTRAST,
    DESK,
    PATIENCE_MS,
    PHONE,
    SMALL,
    chromium,
    open_page,
    pytestmark,
    record,
    server,
    totals,
)

both_sizes = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])


@pytest.fixture
def table(server):
    """The address of a table."""
    started = server.post("/api/sessions", rules="guangdong", names=NAMES, key="start")
    return f"/sessions/{started['session']}"


def until(page, expression):
    """Waits until it is true; the policy forbids Playwright's own way, which evaluates text."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, expression
        page.wait_for_timeout(50)


def choose(page, name, value):
    page.click(f"label:has(> [name={name}][value='{value}'])")


@both_sizes
def test_a_kong_is_recorded_and_taken_back(open_page, table, viewport):
    page = open_page(table, viewport)
    page.click(".actions >> text=杠")
    choose(page, "seat", 1)
    choose(page, "kind", "concealed")
    assert page.locator(".fed-by").is_hidden()  # nobody feeds a concealed kong
    choose(page, "kind", "exposed")
    choose(page, "from", 3)
    choose(page, "tile", "8p")
    page.click(".dock button")
    page.wait_for_selector(".kongs")
    assert "南姐 明杠 · 北北 打出" in page.inner_text(".kongs li")
    assert page.locator(".seat-1 .tile.tiny").count() == 1
    page.click(".actions >> text=撤销")
    assert "南姐 明杠" in page.inner_text(".steps li >> nth=0")
    page.click(".dock button")
    page.wait_for_selector(".felt")
    assert page.locator(".kongs").count() == 0


@both_sizes
def test_the_sheet_leads_to_everything_else(open_page, table, viewport):
    page = open_page(table, viewport)
    page.click(".more-button")
    page.click(".more >> text=罚分")
    choose(page, "payer", 2)
    page.fill("[name=each]", "5")
    page.fill("[name=reason]", "相公")
    assert page.locator(".of-adjustment").is_hidden()
    page.click(".dock button")
    page.wait_for_selector(".felt")
    assert totals(page) == ["+5", "+5", "-15", "+5"]

    page.click(".more-button")
    page.click(".more >> text=换人")
    choose(page, "seat", 2)
    page.fill("[name=name]", "大熊")
    page.click(".dock button")
    page.wait_for_selector(".seat-2 >> text=大熊")
    assert totals(page)[2] == "0"  # who sits down has points of his own

    page.click(".more-button")
    page.click(".more >> text=改庄家")
    choose(page, "dealer", 3)
    page.click(".dock button")
    page.wait_for_selector(".seat-3.dealer")

    page.click(".more-button")
    page.click(".end summary")
    page.click(".end button")
    page.wait_for_selector(".ranking")
    assert "已结束" in page.inner_text(".middle")
    page.click("text=原班人马再开一桌")
    assert page.input_value("[name=name2]") == "大熊"


def test_the_table_is_worked_by_keyboard(open_page, table):
    page = open_page(table)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    reached = set()
    for _ in range(12):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.textContent.trim()"))
    assert reached >= {"胡", "杠", "流局", "扫码看分"}
    page.focus(".more-button")
    page.keyboard.press("Enter")
    assert page.evaluate("document.querySelector('#more').matches(':popover-open')")
    page.keyboard.press("Escape")
    assert not page.evaluate("document.querySelector('#more').matches(':popover-open')")
    page.goto(f"{table}/kong")
    page.focus("[name=seat] >> nth=0")
    page.keyboard.press("ArrowRight")
    assert page.locator("[name=seat] >> nth=1").is_checked()


def test_a_screen_reader_hears_the_result_and_finds_its_way(server, open_page, table):
    page = open_page(table)
    for landmark in ("header", "main", "nav[aria-label]"):
        assert page.locator(landmark).count() >= 1
    assert page.locator("h1").count() == 1
    record(server, table, 1)
    until(page, "document.getElementById('said').textContent.includes('自摸')")
    assert page.locator("#said").get_attribute("role") == "status"
    assert "Xi 得 6 分" in page.locator("#said").text_content()


@both_sizes
def test_scores_stay_where_they_are_whatever_happens(server, open_page, table, viewport):
    page = open_page(table, viewport)
    place = """() => [...document.querySelectorAll(".felt, .seat, .middle, .dock")]
      .map((element) => JSON.stringify(element.getBoundingClientRect()))
      .concat([...document.querySelectorAll(".seat-who, .seat-points, .seat-wind")]
        .map((element) => element.getBoundingClientRect())
        .map(({y, height}) => `${y} ${height}`))"""
    before = page.evaluate(place)
    kong = {"seat": 1, "kind": "concealed", "tile": "8p", "from": None}
    server.post(f"/api{table}/kongs", **kong, key="k", after=1)
    page.wait_for_selector(".kongs")
    for after in range(2, 12):
        record(server, table, after, SELF_DRAW if after % 2 else DRAW)
    page.wait_for_selector(".history [data-id='12']")
    assert page.evaluate(place) == before


def test_a_result_is_spoken_where_it_is_wanted(server, open_page, table):
    page = open_page()
    page.add_init_script(
        """window.spoken = []
        speechSynthesis.speak = ({text, lang}) => spoken.push([lang, text])"""
    )
    page.goto(table)
    record(server, table, 1)
    page.wait_for_selector(".history li")
    assert page.evaluate("spoken") == []
    page.click(".more-button")
    page.click(".voice")
    assert page.locator(".voice").get_attribute("aria-pressed") == "true"
    page.reload()
    record(server, table, 2, DRAW)
    until(page, "spoken.length")
    assert page.evaluate("spoken") == [["zh-CN", "第 2 局，流局"]]
    # What is taken back is not a result.
    server.post(f"/api{table}/undo", key="u", after=3)
    page.wait_for_selector(".history .undone")
    assert len(page.evaluate("spoken")) == 1
    assert page.locator(".voice").get_attribute("aria-pressed") == "true"


def test_the_club_sees_every_table_live(server, open_page, table):
    other = server.post("/api/sessions", rules="hunan", names=NAMES, key="o")
    page = open_page("/club", DESK)
    assert page.locator(".club-table").count() == 2
    record(server, table, 1)
    page.wait_for_selector(f"[href='{table}'] .seat-2 .points:text-is('+6')")
    server.post(f"/api/sessions/{other['session']}/close", key="c", after=1)
    page.wait_for_selector(f"[href$='{other['session']}']", state="detached")
    server.post("/api/sessions", rules="chongqing", names=NAMES, key="n")
    page.wait_for_selector(".club-table >> nth=1")


def test_the_last_scores_are_readable_without_the_device(server, open_page, table):
    page = open_page("/")
    until(page, "Boolean(navigator.serviceWorker.controller)")
    # The page that brought the worker is kept too.
    until(
        page,
        """async () => {
          const cache = await caches.open("paizhuo-1")
          return Boolean(await cache.match("/", {ignoreVary: true}))
        }""",
    )
    page.goto(table)
    record(server, table, 1)
    page.wait_for_selector(".seat-2 .points:text-is('+6')")
    # What came live is kept, not the page as it was opened.
    until(
        page,
        """async () => {
          const cache = await caches.open("paizhuo-1")
          const kept = await cache.match(location.href, {ignoreVary: true})
          return kept && (await kept.text()).includes("+6")
        }""",
    )
    server.stop()
    page.reload()
    assert totals(page) == ["-2", "-2", "+6", "-2"]
    page.wait_for_selector("#lost:not([hidden])")
    assert "连接断了，显示的是" in page.inner_text("#lost")
    page.goto("/")
    assert "连接断了，显示的是" in page.inner_text("#kept")
    # Nothing is queued: what would change something fails.
    page.goto(table)
    status = page.evaluate(f"fetch('{table}/close', {{method: 'POST'}}).then(() => 1, () => 0)")
    assert status == 0
    server.start()
    page.goto(table)
    assert page.locator("#lost").is_hidden()
    assert server.get(f"/api{table}")["closed_at"] is None


@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_chosen_look_beats_the_system(open_page, table, look):
    system = {"light": "dark", "dark": "light"}[look]
    page = open_page(table, color_scheme=system)
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    before = page.evaluate(ground)
    page.click(f".look [href*='look={look}']")
    page.wait_for_selector(f".look .on[href*='look={look}']")
    assert page.evaluate(ground) != before
    assert page.evaluate(CONTRAST) == []


NEW_PAGES = ("/kong", "/adjust", "/substitute", "/dealer", "/history", "/summary", "/undo")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("viewport", "locale"), [(PHONE, "zh-CN"), (PHONE, "en"), (DESK, "en")])
def test_the_evenings_pages_fit_and_can_be_read(server, open_page, table, viewport, locale, scheme):
    kong = {"seat": 1, "kind": "exposed", "tile": "8p", "from": 0}
    server.post(f"/api{table}/kongs", **kong, key="k", after=1)
    record(server, table, 2)
    page = open_page(viewport=viewport, locale=locale, color_scheme=scheme)
    everywhere = ("/club", "/sessions", "/statistics", "/import")
    paths = itertools.chain(everywhere, (table + path for path in NEW_PAGES))
    for path in paths:
        page.goto(path)
        assert page.evaluate("document.scrollingElement.scrollWidth") <= viewport["width"], path
        assert page.evaluate(CONTRAST) == [], path
        if viewport is PHONE:
            assert page.evaluate(SMALL) == [], path
    server.post(f"/api{table}/close", key="c", after=3)
    page.goto(table)
    assert page.evaluate(CONTRAST) == []


@both_sizes
def test_a_session_starts_from_the_house_rules(open_page, viewport):
    page = open_page("/start", viewport)
    page.check("input[name=rules][value=hunan]")
    page.click("text=分值和起始分")
    page.fill("[name=unit_money]", "2")
    page.click("text=存为家里的打法")
    page.fill("[name=preset]", "周五局")
    page.click("button:has-text('保存')")
    page.goto("/start")
    page.click("text=周五局")  # one tap, and the names
    assert page.is_checked("input[name=rules][value=hunan]")
    assert page.input_value("[name=unit_money]") == "2"
    page.fill("[name=name0]", "阿东")
    page.keyboard.press("Enter")
    page.wait_for_selector(".felt")
    assert "元" in page.inner_text(".seat-0 .seat-money")


def test_the_summary_prints_without_buttons(server, open_page, table):
    record(server, table, 1)
    page = open_page(f"{table}/summary")
    page.emulate_media(media="print")
    assert page.locator("text=保存和打印").is_hidden()
    assert page.locator(".print-only >> nth=0").is_visible()
    assert page.locator(".settle-up").is_visible()


def test_an_evening_is_copied_for_the_chat(server, open_page, table):
    record(server, table, 1)
    page = open_page(f"{table}/summary", permissions=["clipboard-read", "clipboard-write"])
    page.click("[data-copies]")
    page.wait_for_selector("text=已复制")
    assert "1. Xi 自摸" in page.evaluate("navigator.clipboard.readText()")
