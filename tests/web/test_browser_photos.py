"""Winning by photo in a real browser: the camera is a fake one that shows rendered photos."""

# ruff: noqa: F401, F811 - fixtures of another module are used by their names

import json

import cv2
import numpy as np
import pytest

from models.demo import DEMO_SEED, hand_on_table, picture
from tests.web.conftest import NAMES
from tests.web.test_browser import (
    ARGUMENTS,
    CHROMIUM,
    CONTRAST,
    DESK,
    PHONE,
    SMALL,
    STATIC,
    change_tile,
    open_page,
    pytestmark,
    server,
    strip,
    sums,
    sync_api,
    tap_in,
    totals,
)

both_sizes = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
DEMO = STATIC / "demo-table.jpg"
HAND = json.loads((STATIC / "demo-table.json").read_text("utf-8"))["tiles"]
READY = ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "1p", "1p", "5s"]
COUNT_TAPS = """window.taps = 0
addEventListener("click", (event) => (window.taps += event.isTrusted ? 1 : 0), true)"""
REFUSE = """navigator.mediaDevices.getUserMedia = () =>
  Promise.reject(new DOMException("no", "NotAllowedError"))"""


@pytest.fixture(scope="module")
def chromium(tmp_path_factory):
    """A browser whose camera looks at the demo table all the time."""
    film = tmp_path_factory.mktemp("camera") / "table.mjpeg"
    film.write_bytes(DEMO.read_bytes() * 5)
    arguments = [
        *ARGUMENTS,
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def photograph(tmp_path_factory):
    """Renders a photo of a row of tiles; gives its file."""
    folder = tmp_path_factory.mktemp("photos")

    def take(tiles):
        distance = 26.0 if len(tiles) > 8 else 12.0
        image, _ = picture(hand_on_table(tiles, None, 3), DEMO_SEED, distance=distance)
        file = folder / f"{''.join(tiles)}.jpg"
        cv2.imwrite(str(file), cv2.cvtColor(image, cv2.COLOR_RGB2BGR))
        return file

    return take


def start(server, rules="guangdong", options=None, names=NAMES):
    started = server.post(
        "/api/sessions", rules=rules, options=options or {}, names=names, key=rules
    )
    return f"/sessions/{started['session']}"


def by_camera(page):
    page.click("[data-key=live]")
    page.wait_for_selector(".shutter:not([disabled])")
    page.click(".shutter")
    page.wait_for_selector(".photo .seen")


def right_what_was_misread(page, hand=HAND):
    if strip(page) != hand:
        page.click("text=改牌")
    for number, (read, right) in enumerate(zip(strip(page), hand, strict=True)):
        if read != right:
            change_tile(page, number, right)
    assert strip(page) == hand


@both_sizes
def test_from_the_camera_to_the_settlement_in_three_taps(server, open_page, viewport):
    table = start(server)
    page = open_page(table, viewport)
    page.add_init_script(COUNT_TAPS)
    page.click(".actions .win")
    page.click("[data-key=who-1]")
    page.click("[data-key=live]")
    page.wait_for_selector(".shutter:not([disabled])")
    before = page.evaluate("taps")
    page.click(".shutter")
    page.wait_for_selector(".strip-tile.winning")  # it lies apart
    assert strip(page) == HAND
    page.click("[data-key^=how-self_draw]")
    page.wait_for_selector(".settlement")
    assert page.evaluate("taps") - before <= 3
    four = sums(page)
    assert sum(map(int, four)) == 0
    assert int(four[1]) > 0
    # The camera is let go once the photo is taken.
    assert page.locator("video").count() == 0
    # What was entered outlives a reload, the photo with it.
    page.reload()
    page.wait_for_selector(".settlement")
    assert strip(page) == HAND
    assert page.locator(".photo .seen").count() == len(HAND)
    assert sums(page) == four
    assert page.evaluate(CONTRAST) == []
    assert page.evaluate("document.scrollingElement.scrollWidth") <= viewport["width"]
    page.click("[data-key=confirm]")
    page.wait_for_selector(".felt")
    assert totals(page) == four
    page.click(".history a")
    assert page.locator(".evidence img").evaluate("image => image.decode().then(() => true)")


@both_sizes
def test_a_camera_that_may_not_be_used_leaves_the_other_ways(server, open_page, viewport):
    page = open_page("/", viewport)
    page.add_init_script(REFUSE)
    page.goto(f"{start(server)}/deal")
    page.click("[data-key=who-1]")
    page.click("[data-key=live]")
    page.wait_for_selector(".viewfinder .refusal")
    page.keyboard.press("Escape")
    page.wait_for_selector(".viewfinder", state="detached")
    for way in ("app", "file"):  # the phone's camera app, a photo that was taken before
        assert page.locator(f"[data-key={way}]").get_attribute("accept") == "image/*"
        page.set_input_files(f"[data-key={way}]", DEMO)
        page.wait_for_selector(".photo.reading", state="detached")
        page.wait_for_selector(".photo .seen")
    assert page.locator("[data-key=app]").get_attribute("capture") == "environment"
    assert page.locator("[data-key=tap]").is_visible()


@both_sizes
def test_a_doubtful_tile_is_marked_and_taken_for_its_runner_up(server, open_page, viewport):
    page = open_page(f"{start(server)}/deal", viewport)

    def doubt(route):
        answer = route.fetch()
        reading = answer.json()
        reading["doubtful"] = [3]
        reading["tiles"][3]["runners_up"] = [["4p", 0.3], ["6s", 0.1]]
        route.fulfill(response=answer, json=reading)

    page.route("**/photos", doubt)
    page.click("[data-key=who-1]")
    by_camera(page)
    assert page.locator(".photo .seen.doubtful").count() == 1
    assert page.locator("[data-key=tile-3].doubtful").count() == 1
    assert "没把握" in page.locator("[data-key=tile-3]").get_attribute("aria-label")
    page.click("[data-key=tile-3]")
    page.click(".runners button:has([aria-label='六条'])")
    page.wait_for_selector(".sheet", state="detached")
    assert strip(page)[3] == "6s"
    assert page.locator(".doubtful").count() == 0
    # Or it is what it was taken for, said with a finger on the photo.
    page.locator(".photo .seen >> nth=3").click()
    page.click(f".sheet .keyboard [data-key=key-{HAND[3]}]")
    page.wait_for_selector(".sheet", state="detached")
    assert strip(page) == HAND


SHOW_BOTH = """(selectors) => {
  const boxes = selectors.map((each) => document.querySelector(each).getBoundingClientRect())
  const top = Math.min(...boxes.map((box) => box.top))
  const bottom = Math.max(...boxes.map((box) => box.bottom))
  scrollBy(0, (top + bottom - innerHeight) / 2)
}"""


def pull(page, source, target):
    """Drags by mouse, as a finger does."""
    page.evaluate(SHOW_BOTH, [source, target])
    one, other = (page.locator(each).bounding_box() for each in (source, target))
    page.mouse.move(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    page.mouse.down()
    for part in (0.3, 0.7, 1):
        page.mouse.move(
            one["x"] + (other["x"] + 12 - one["x"]) * part,
            one["y"] + (other["y"] + other["height"] / 2 - one["y"]) * part,
        )
    page.mouse.up()


@both_sizes
def test_tiles_are_dragged_to_the_melds_and_back(server, open_page, viewport):
    page = open_page(f"{start(server)}/deal", viewport)
    page.click("[data-key=who-0]")
    tap_in(page, "1m 2m 3m 4m 5m 6m 7m 7m 9m 9m 9m C C C")
    page.click("[data-key=tile-10]")  # the winning one
    pull(page, "[data-key=tile-11]", "[data-drop='melds 0']")
    page.click(".sheet [data-key=seat-1]")  # who fed the pung
    assert page.locator("[data-key=meld-0-0]").count() == 1
    assert "C" not in strip(page)
    pull(page, "[data-key=meld-0-0]", ".strip[data-drop=hand]")
    assert strip(page).count("C") == 3
    assert page.locator("[data-key=meld-0-0]").count() == 0
    # Another tile becomes the winning one.
    pull(page, "[data-key=tile-6]", "[data-drop=winning]")
    assert page.locator("[data-key=tile-6].winning").count() == 1


def test_melds_and_the_winning_tile_by_keyboard(server, open_page):
    page = open_page(f"{start(server)}/deal", DESK)
    page.focus("[data-key=who-0]")
    page.keyboard.press("Enter")
    page.focus("[data-key=tap]")
    page.keyboard.press("Enter")
    for tile in ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "7m", "9m", "9m", "9m", "C", "C", "C"]:
        page.focus(f".sheet [data-key=key-{tile}]")
        page.keyboard.press("Enter")
    page.focus(".sheet [data-key=done]")
    page.keyboard.press("Enter")
    page.focus("[data-key=tile-10]")
    page.keyboard.press("Enter")
    page.focus("[data-key=tile-11]")
    page.keyboard.press("Enter")
    page.focus(".meld-offer:has-text('碰')")
    page.keyboard.press("Enter")
    page.focus(".sheet [data-key=seat-1]")
    page.keyboard.press("Space")
    page.focus("[data-key^=how-discard-3]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".settlement")
    assert sums(page) == ["+8", "0", "0", "-8"]
    # The focus is where it was, not at the top of the page.
    assert page.evaluate("document.activeElement.dataset.key").startswith("how-discard-3")


@both_sizes
def test_birds_by_photo(server, open_page, photograph, viewport):
    table = start(server, "changde", {"bird_mode": "159", "bird_count": 4})
    page = open_page(f"{table}/deal", viewport)
    page.click("[data-key=who-1]")
    by_camera(page)
    right_what_was_misread(page)
    page.click("[data-key^=how-self_draw]")
    page.click(".always .strip-tile.add")
    page.set_input_files(".sheet [data-key=file]", photograph(["1m", "5s", "9p", "2p"]))
    page.wait_for_selector(".sheet .typed .strip-tile >> nth=3")
    page.click(".sheet [data-key=done]")
    page.wait_for_selector(".settlement")
    page.click("[data-key=confirm]")
    page.wait_for_selector(".felt")
    deal = server.get(f"/api{table}")["deals"][0]["deal"]
    assert deal["birds"] == ["1m", "5s", "9p", "2p"]


@both_sizes
def test_flowers_by_photo(server, open_page, photograph, viewport):
    table = start(server, "three_player", names=NAMES[:3])
    page = open_page(f"{table}/deal", viewport)
    page.click("[data-key=who-1]")
    by_camera(page)
    right_what_was_misread(page)
    page.click("[data-key^=how-self_draw]")
    page.click(".always .strip-tile.add")
    page.set_input_files(".sheet [data-key=file]", photograph(["1f", "4f"]))
    page.wait_for_selector(".sheet .typed .strip-tile >> nth=1")
    page.click(".sheet [data-key=done]")
    page.wait_for_selector(".settlement")
    page.click("[data-key=confirm]")
    page.wait_for_selector(".felt")
    deal = server.get(f"/api{table}")["deals"][0]["deal"]
    assert deal["wins"][0]["flowers"] == ["1f", "4f"]


@both_sizes
def test_ready_hands_by_photo(server, open_page, photograph, viewport):
    page = open_page(f"{start(server, 'chongqing')}/deal?outcome=draw", viewport)
    page.click(".part-who [data-key=seat-0]")
    page.set_input_files("[data-key=file]", photograph(READY))
    page.wait_for_selector(".photo .seen")
    right_what_was_misread(page, READY)
    assert page.locator(".part-who [data-key=seat-0] .count.full").count() == 1
    for seat, suit in enumerate("mps", start=1):
        page.click(f".part-who [data-key=seat-{seat}]")
        tap_in(page, f"1m 4m 7m 2p 5p 8p 6p 9p 1s 4s 7s 3s 2{suit}")
    page.wait_for_selector(".settlement")
    assert int(sums(page)[0]) > 0


def test_only_what_the_rule_set_needs_is_asked(server, open_page):
    asked = {}
    for rules in ("guangdong", "chongqing"):
        page = open_page(f"{start(server, rules)}/deal")
        page.click("[data-key=who-1]")
        tap_in(page, "1p 2p 3p 3p 4p 5p 5p 6p 7p 7p 8p 9p 9p 9p")
        page.click("[data-key=tile-13]")
        page.click("[data-key^=how-self_draw]")
        page.wait_for_selector(".settlement, .part-result .refusal")
        flags = page.locator("[data-key^=flag-]").all()
        asked[rules] = {flag.get_attribute("data-key").removeprefix("flag-") for flag in flags}
    assert "last_tile" in asked["guangdong"]
    assert "last_tile" not in asked["chongqing"]
    # Nobody declared a kong, so there is no bloom to ask about.
    assert "kong_bloom" not in asked["guangdong"] | asked["chongqing"]
