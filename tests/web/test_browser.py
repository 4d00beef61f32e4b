"""The pages in a real browser, against the real server in a process of its own."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import cv2
import pytest

import web
from tests.web.conftest import NAMES, SELF_DRAW

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

CHECKOUT = Path(__file__).parents[2]
STATIC = Path(web.__file__).parent / "static"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
PATIENCE_MS = 20_000


class Server:
    """``paizhuo serve`` with a home of its own; may be stopped and started again."""

    def __init__(self, home: Path) -> None:
        self.home = home
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        command = "from web.cli import main; main()"
        arguments = ["serve", "--host", "127.0.0.1", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [sys.executable, "-c", command, *arguments],
            cwd=CHECKOUT,
            env={**os.environ, "PAIZHUO_HOME": str(self.home)},
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 60
        while True:
            try:
                return self.get("/api/rules")
            except urllib.error.URLError:
                assert self.process.poll() is None, "the server ended"
                assert time.monotonic() < deadline, "the server does not answer"
                time.sleep(0.05)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    def get(self, path):
        with urllib.request.urlopen(self.url + path) as answer:
            return json.load(answer)

    def post(self, path, **body):
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path / "home")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def chromium():
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium, server):
    """Opens pages; a script error or a violated policy fails the test."""
    contexts, complaints = [], []

    def open_one(path="/", viewport=PHONE, locale="zh-CN", **look):
        context = chromium.new_context(
            base_url=server.url, viewport=viewport, locale=locale, **look
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if unexpected(said) else None)
        page.goto(path)
        return page

    def unexpected(said):
        # Refusals, and connections that a test cuts.
        expected = ("status of 4", "status of 503", "net::ERR_")
        return said.type == "error" and not any(each in said.text for each in expected)

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == []


def start_session(page):
    page.click("text=开一桌")
    page.check("input[name=rules][value=guangdong]")
    for seat, name in enumerate(NAMES):
        page.fill(f"input[name=name{seat}]", name)
    page.click("button:has-text('开始')")
    page.wait_for_selector(".felt")


def totals(page):
    return [text.replace("−", "-") for text in page.locator(".felt .points").all_inner_texts()]


def sums(page):
    return [text.replace("−", "-") for text in page.locator(".four-seat .points").all_inner_texts()]


def tap_in(page, tiles):
    page.click("[data-key=tap]")
    for tile in tiles.split():
        page.click(f".sheet [data-key=key-{tile}]")
    page.click(".sheet .primary")


def change_tile(page, number, tile):
    page.click(f"[data-key=tile-{number}]")
    page.click(f".sheet .keyboard [data-key=key-{tile}]")
    page.wait_for_selector(".sheet", state="detached")


def strip(page):
    tiles = page.locator(".part-hand .strip-tile use").all()
    return [tile.get_attribute("href").split("#t")[1] for tile in tiles]


def test_a_photo_becomes_a_settlement_and_survives_a_restart(server, open_page):
    # The demo photo: a row of thirteen tiles, and the winning one apart at its end.
    hand = json.loads((STATIC / "demo-table.json").read_text("utf-8"))["tiles"]
    page = open_page()
    start_session(page)
    page.click(".actions .win")
    page.click("[data-key=who-1]")
    page.set_input_files("input[type=file] >> nth=0", STATIC / "demo-table.jpg")
    page.wait_for_selector(".photo .seen")

    # What was read lies on the photo, tile by tile, and can be corrected.
    assert page.locator(".photo .seen").count() == len(hand)
    page.click("text=改牌")
    for number, (read, right) in enumerate(zip(strip(page), hand, strict=True)):
        if read != right:
            change_tile(page, number, right)
    assert strip(page) == hand

    taps = 0
    if page.locator(".strip-tile.winning").count() == 0:
        page.click("text=选胡的那张")
        page.click(f"[data-key=tile-{len(hand) - 1}]")
        taps += 2
    page.click("[data-key^=how-self_draw]")
    taps += 1
    page.wait_for_selector(".settlement")
    assert taps <= 3
    right_sums = sums(page)
    assert sum(map(int, right_sums)) == 0
    assert int(right_sums[1]) > 0

    # A wrong tile changes the outcome; the sentence says why, and nothing entered is lost.
    wrong = next(tile for tile in ("9s", "1p", "N") if hand.count(tile) == 0)
    change_tile(page, 0, wrong)
    page.wait_for_selector(".part-result .refusal")
    # What may have been misread is asked, and nothing is changed by asking.
    assert hand[0] in page.inner_text(".question")
    assert strip(page) == [wrong, *hand[1:]]
    assert page.locator("[data-key=confirm]").is_disabled()
    change_tile(page, 0, hand[0])
    page.wait_for_selector(".settlement")
    assert sums(page) == right_sums

    page.click("[data-key=confirm]")
    page.wait_for_selector(".felt")
    assert totals(page) == right_sums

    server.stop()
    server.start()
    page.reload()
    assert totals(page) == right_sums
    page.click(".history a")
    assert page.locator(".evidence img").evaluate("image => image.decode().then(() => true)")


def test_a_hand_tapped_in(server, open_page):
    page = open_page()
    start_session(page)
    page.click(".actions .win")
    page.click("[data-key=who-2]")
    tap_in(page, "5p 6p 7p 2s 3s 5m 5m 5m S S S 6m 6m 4s")
    page.click("[data-key=tile-13]")
    page.click("[data-key^=how-self_draw]")
    page.wait_for_selector(".settlement")
    assert sums(page) == ["-2", "-2", "+6", "-2"]
    assert page.locator(".patterns li").count() == 2
    page.click("[data-key=confirm]")
    page.wait_for_selector(".felt")
    assert totals(page) == ["-2", "-2", "+6", "-2"]
    page.click(".actions >> text=撤销")
    page.click(".dock button")
    page.wait_for_selector(".felt")
    assert totals(page) == ["0", "0", "0", "0"]


def test_a_meld_and_its_feeder(server, open_page):
    page = open_page()
    start_session(page)
    page.click(".actions .win")
    page.click("[data-key=who-0]")
    tap_in(page, "1m 2m 3m 4m 5m 6m 7m 7m 9m 9m 9m C C C")
    page.click("[data-key=tile-10]")
    page.click("[data-key=tile-11]")
    page.click(".meld-offer:has-text('碰')")
    page.click(".sheet [data-key=seat-1]")
    page.click("[data-key^=how-discard-3]")
    page.wait_for_selector(".settlement")
    assert sums(page) == ["+8", "0", "0", "-8"]
    page.click("[data-key=confirm]")
    page.wait_for_selector(".felt")
    deal = server.get("/api/sessions")[0]["deals"][0]["deal"]
    assert deal["melds"][0] == [{"type": "pung", "tiles": "C C C", "from": 1}]


def test_a_past_deal_is_corrected(server, open_page):
    melded = {
        "outcome": "win",
        "melds": [[], [{"type": "concealed_kong", "tiles": "9999s"}], [], []],
        "wins": [
            {
                "seat": 1,
                "concealed": "123m 456m 77m 88p",
                "winning_tile": "7m",
                "by": "discard",
                "from": 3,
                "flags": ["kong_discard"],
            }
        ],
    }
    table = server.post("/api/sessions", rules="guangdong", names=NAMES, key="s")
    url = f"/sessions/{table['session']}"
    for number, deal in enumerate([melded, SELF_DRAW], start=1):
        server.post(f"/api{url}/deals", deal=deal, key=f"d{number}", after=number)
    before = server.get(f"/api{url}")

    page = open_page(url)
    page.click(".history a >> nth=1")
    right_sums = sums(page)
    page.click(".edit")
    # The page is filled in with the deal: as it stands, it settles to the same numbers.
    page.wait_for_selector(".settlement")
    assert sums(page) == right_sums
    assert page.locator(".part-more .chip.on").count() == 1
    page.click("[data-key^=how-discard-0]")
    page.wait_for_selector(".four-seat >> nth=0 >> .minus")
    after = [int(text.replace("−", "-")) for text in page.locator(".totals dd").all_inner_texts()]
    page.click("[data-key=confirm]")
    page.wait_for_selector(".felt")
    assert list(map(int, totals(page))) == after
    table = server.get(f"/api{url}")
    assert table["totals"] == after
    assert table["totals"] != before["totals"]
    old, new = table["deals"][:2]
    assert (old["replaced"], new["replaces"]) == (True, 2)
    assert new["deal"] | {"wins": old["deal"]["wins"]} == old["deal"] | {
        "melds": new["deal"]["melds"]
    }
    assert new["deal"]["wins"][0]["flags"] == ["kong_discard"]
    struck = page.locator(".history li.undone")
    assert struck.count() == 1
    assert "已改" in struck.inner_text()

    page.click(".history li:not(.undone) >> nth=1 >> a")
    page.click(".edit")
    page.click(".ends >> text=流局")
    page.wait_for_selector(".settlement")
    page.click("[data-key=confirm]")
    page.wait_for_selector(".felt")
    assert server.get(f"/api{url}")["deals"][2]["deal"]["outcome"] == "draw"


def test_three_players_with_flowers(server, open_page):
    names = NAMES[:3]
    table = server.post("/api/sessions", rules="three_player", names=names, key="s")
    page = open_page(f"/sessions/{table['session']}/deal")
    page.click("[data-key=who-1]")
    tap_in(page, "1p 2p 3p 4p 5p 6p 7p 8p 9p 2p 3p 4p 5p 5p")
    page.click("[data-key=tile-13]")
    page.click("[data-key=tile-0]")
    page.click(".meld-offer >> nth=0")
    page.click("[data-key^=how-discard-0]")
    assert "花" in page.inner_text("[data-key=confirm]")  # no flower at all is a limit hand: asked
    page.click(".always .strip-tile.add")
    page.click(".sheet [data-key=key-1f]")
    page.click(".sheet [data-key=done]")
    page.wait_for_selector(".settlement")
    assert sums(page) == ["-12", "+18", "-6"]
    page.click("[data-key=confirm]")
    page.wait_for_selector(".felt")
    assert totals(page) == ["-12", "+18", "-6"]


def test_hands_shown_at_a_draw(server, open_page):
    table = server.post("/api/sessions", rules="chongqing", names=NAMES, key="s")
    page = open_page(f"/sessions/{table['session']}/deal?outcome=draw")
    ready = "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 1p 5s"
    others = ["1m 4m 7m 2p 5p 8p 6p 9p 1s 4s 7s 3s 2" + suit for suit in "mps"]
    for seat, hand in enumerate([ready, *others]):
        page.click(f".part-who [data-key=seat-{seat}]")
        tap_in(page, hand)
    page.wait_for_selector(".settlement")
    assert int(sums(page)[0]) > 0
    assert sum(map(int, sums(page))) == 0


def test_a_draw_and_a_kong_of_a_loser(server, open_page):
    page = open_page()
    start_session(page)
    page.click(".actions >> text=流局")
    page.click(".others summary")
    page.click(".meld-row >> nth=3 >> button")
    page.click(".sheet .chip:has-text('暗杠')")
    page.click(".sheet [data-key=key-1m]")
    page.wait_for_selector(".settlement")
    page.click("[data-key=confirm]")
    page.wait_for_selector(".felt")
    deal = server.get("/api/sessions")[0]["deals"][0]["deal"]
    assert deal["melds"][3] == [{"type": "concealed_kong", "tiles": "1m 1m 1m 1m"}]


def test_a_refusal_keeps_what_was_entered(server, open_page):
    page = open_page()
    start_session(page)
    page.click(".actions .win")
    page.click("[data-key=who-2]")
    tap_in(page, "5p 6p 7p 2s 3s 5m 5m 5m S S S 6m 6m 6m 4s")
    page.click("[data-key=tile-14]")
    page.click("[data-key^=how-self_draw]")
    assert "多 1 张" in page.inner_text(".part-result .refusal")
    page.reload()  # a phone that slept
    assert len(strip(page)) == 15
    assert "多 1 张" in page.inner_text(".part-result .refusal")
    page.set_input_files(
        "input[type=file] >> nth=0", {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": b"no"}
    )
    assert "不是照片" in page.inner_text(".part-hand .refusal")
    assert len(strip(page)) == 15
    page.click("[data-key=tile-13]")
    page.click(".sheet .danger")
    page.wait_for_selector(".settlement")
    assert server.get("/api/sessions")[0]["deals"] == []


def test_a_lost_connection_says_so_and_the_retry_counts_once(server, open_page):
    page = open_page()
    start_session(page)
    page.click(".actions .win")
    page.click("[data-key=who-2]")
    tap_in(page, "5p 6p 7p 2s 3s 5m 5m 5m S S S 6m 6m 4s")
    page.click("[data-key=tile-13]")
    page.click("[data-key^=how-self_draw]")
    page.wait_for_selector(".settlement")
    # The deal is booked, its answer is lost on the way.
    page.route("**/deals", lambda route: (route.fetch(), route.abort()))
    page.click("[data-key=confirm]")
    assert "连不上牌桌" in page.inner_text(".part-result .refusal")
    page.unroute("**/deals")
    page.click("[data-key=confirm]")
    page.wait_for_selector(".felt")
    assert totals(page) == ["-2", "-2", "+6", "-2"]


def record(server, url, after, deal=SELF_DRAW):
    return server.post(f"/api{url}/deals", deal=deal, key=f"deal-{after}", after=after)


PLACES = """() => [...document.querySelectorAll(".felt, .seat, .middle, .dock a")]
  .map((element) => JSON.stringify(element.getBoundingClientRect()))"""


def test_what_one_phone_records_the_others_show_at_once(server, open_page):
    table = server.post("/api/sessions", rules="guangdong", names=NAMES, key="s")
    url = f"/sessions/{table['session']}"
    record(server, url, 1)
    phone, desk = open_page(url), open_page(url, DESK, "en")
    for page in (phone, desk):
        page.click(".more-button")
        page.click(".end summary")
        page.keyboard.press("Escape")
        page.focus("[href$='outcome=win']")
    places = [page.evaluate(PLACES) for page in (phone, desk)]
    total = record(server, url, 2)["totals"][2]
    for page in (phone, desk):
        page.wait_for_selector(f".seat-2 .points:text-is('+{total}')")
        assert page.locator(".history li").count() == 2
        # Whoever was doing something goes on with it.
        assert page.locator(".end details").get_attribute("open") is not None
        assert page.evaluate("document.activeElement.matches('.actions .win')")
        assert page.locator(".end [name=after]").get_attribute("value") == "3"
    # Nothing that is read across the table moves.
    assert [page.evaluate(PLACES) for page in (phone, desk)] == places
    assert "by self-draw" in desk.inner_text(".history li >> nth=0")
    assert "自摸" in phone.inner_text(".history li >> nth=0")
    server.post(f"/api{url}/undo", key="u", after=3, steps=2)
    for page in (phone, desk):
        page.wait_for_selector(".seat-2 .zero")
        assert page.locator(".history .undone").count() == 2


def test_a_page_without_a_server_says_so_and_catches_up(server, open_page):
    table = server.post("/api/sessions", rules="guangdong", names=NAMES, key="s")
    url = f"/sessions/{table['session']}"
    page = open_page()
    with page.expect_request("**/events?*"):
        page.goto(url)
    assert page.locator("#lost").is_hidden()
    server.stop()
    page.wait_for_selector("#lost:not([hidden])")
    assert "连接断了，显示的是" in page.inner_text("#lost")
    server.start()
    record(server, url, 1)
    page.wait_for_selector(".seat-2 .points:text-is('+6')")
    assert page.locator("#lost").is_hidden()


def test_a_page_that_gets_no_stream_asks_again(server, open_page):
    table = server.post("/api/sessions", rules="guangdong", names=NAMES, key="s")
    url = f"/sessions/{table['session']}"
    page = open_page()
    page.route("**/events?*", lambda route: route.fulfill(status=503))
    page.goto(url)
    record(server, url, 1)
    page.wait_for_selector(".seat-2 .points:text-is('+6')")
    assert page.locator("#lost").is_hidden()


def test_the_qr_code_says_the_address(server, open_page, tmp_path):
    table = server.post("/api/sessions", rules="guangdong", names=NAMES, key="s")
    page = open_page(f"/sessions/{table['session']}/join", color_scheme="dark")
    page.locator(".qr").screenshot(path=tmp_path / "qr.png")
    said, _, _ = cv2.QRCodeDetector().detectAndDecode(cv2.imread(str(tmp_path / "qr.png")))
    assert said == page.inner_text(".address")
    assert said.endswith(f":{server.port}/sessions/{table['session']}")


CONTRAST = """() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number)
  const light = ([r, g, b]) => [r, g, b].map((part) => part / 255)
    .map((part) => part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
    .reduce((sum, part, at) => sum + part * [.2126, .7152, .0722][at], 0)
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (style.backgroundImage !== "none") return null
      const colour = parse(style.backgroundColor)
      if (colour.length === 3 || colour[3] === 1) return colour
    }
    return [255, 255, 255]
  }
  const faint = []
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
    const style = getComputedStyle(element)
    if (!own || !element.checkVisibility()) continue
    if (element.closest("[disabled], [aria-disabled], .undone")) continue
    const ground = behind(element)
    if (!ground) continue
    const [one, other] = [light(parse(style.color)), light(ground)].sort((a, b) => b - a)
    const ratio = (one + .05) / (other + .05)
    const large = parseFloat(style.fontSize) >= 24
    const named = `${element.className} ${element.textContent.trim()}`
    if (ratio < (large ? 3 : 4.5)) faint.push(`${named} ${ratio.toFixed(2)}`)
  }
  return faint
}"""

SMALL = """() => [...document.querySelectorAll("a, button, summary, select, input, label.button")]
  .filter((element) => element.checkVisibility() && element.type !== "radio")
  .filter((element) => !element.closest(".visually-hidden, .keyboard, .strip"))
  .map((element) => [element, element.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.height < 43.5 || box.width < 36))
  .map(([element, box]) => `${element.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("viewport", "locale"), [(PHONE, "zh-CN"), (PHONE, "en"), (DESK, "en")])
def test_pages_fit_can_be_read_and_tapped(server, open_page, viewport, locale, scheme):
    table = server.post("/api/sessions", rules="guangdong", names=NAMES, key="s")
    url = f"/sessions/{table['session']}"
    server.post(f"/api{url}/deals", deal=SELF_DRAW, key="d", after=1)
    paths = ("/", "/start", url, f"{url}/deals/2", f"{url}/undo", "/nowhere", f"{url}/deal")
    page = open_page(viewport=viewport, locale=locale, color_scheme=scheme)
    for path in (*paths, f"{url}/deals/2/edit", f"{url}/join", f"{url}/summary"):
        page.goto(path)
        if path.endswith("/deal"):
            page.click("[data-key=who-2]")
            tap_in(page, "5p 6p 7p 2s 3s 5m 5m 5m S S S 6m 6m 4s")
            page.click("[data-key=tile-13]")
            page.click("[data-key^=how-self_draw]")
            page.wait_for_selector(".settlement")
        assert page.evaluate("document.scrollingElement.scrollWidth") <= viewport["width"], path
        assert page.evaluate(CONTRAST) == [], path
        if viewport is PHONE:
            assert page.evaluate(SMALL) == [], path
