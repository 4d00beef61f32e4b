"""The device in a real browser: mock pins are pressed, photos lie before the camera."""

# ruff: noqa: F401, F811 - fixtures of other modules are used by their names

import threading

import pytest
from werkzeug.serving import make_server

from hardware.camera import Calibration
from hardware.cameras import Supervisor
from tests.hardware.bench import Bench, unplugged
from tests.web.conftest import NAMES
from tests.web.test_browser import (
    chromium,
    open_page,
    pytestmark,
    strip,
    totals,
)
from tests.web.test_camera_pages import HAND, app
from tests.web.test_device import becomes, device, fingers, reading, seen


@pytest.fixture
def server(app):
    """A server in this process, so that its pins can be pressed."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    server.url = f"http://127.0.0.1:{server.port}"
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    yield server
    app.extensions["live"].close()
    server.shutdown()
    serving.join()
    server.server_close()


def test_a_press_shows_on_every_phone_and_the_next_one_scores(
    server,
    open_page,
    evening,
    fingers,
    seen,
):
    pages = [open_page(evening.url) for _ in range(2)] + [open_page("/")]
    seen[2] = reading()
    fingers.press("seat2", "win")
    for page in pages:
        page.wait_for_selector(".proposal")
        assert NAMES[2] in page.inner_text(".proposal h2")
        assert page.locator(".proposal .tile").count() == 14
    fingers.twice("seat1")  # who discarded it
    for page in pages:
        page.wait_for_selector(f".proposal .on:has-text('{NAMES[1]}')")
    fingers.press("win")
    for page in pages:
        page.wait_for_selector(".proposal", state="detached")
    pages[0].wait_for_selector(".history li")
    assert totals(pages[0]) == totals(pages[1]) == ["0", "-1", "+1", "0"]
    fingers.press("undo")
    pages[1].wait_for_selector(".history .undone")
    fingers.press("win")
    pages[1].wait_for_selector("#device .refusal:has-text('先按座位')")


def test_a_page_answers_what_a_button_proposed(server, open_page, evening, fingers, seen):
    page = open_page(evening.url)
    seen[2] = reading()
    fingers.press("seat2", "win")
    page.click(f".proposal .chip:has-text('{NAMES[3]}')")
    page.wait_for_selector(f".proposal .on:has-text('{NAMES[3]}')")
    page.click(".proposal .primary")
    page.wait_for_selector(".history li")
    assert totals(page) == ["0", "0", "+1", "-1"]


def test_a_doubtful_hand_is_finished_on_the_deal_page(
    server,
    open_page,
    evening,
    fingers,
    seen,
):
    corners = [[[x, 0], [x + 9, 0], [x + 9, 12], [x, 12]] for x in range(0, 140, 10)]
    read = reading(doubtful=[4])
    for tile, quad in zip(read["tiles"], corners, strict=True):
        tile.update(quad=quad, runners_up=[])
    seen[2] = {**read, "width": 140, "height": 12}
    page = open_page(evening.url)
    fingers.press("seat2", "win")
    page.click(".proposal .primary")
    page.wait_for_selector("[data-key=who-2].on")
    assert strip(page) == [tile["tile"] for tile in read["tiles"]]
    assert page.locator(".strip-tile.doubtful").count() == 1
    assert page.locator(".strip-tile.winning").count() == 1
    page.click("[data-key^=how-self_draw]")
    page.wait_for_selector(".settlement")
    page.click("[data-key=confirm]")
    page.wait_for_selector(".felt")
    page.wait_for_selector(".proposal", state="detached")
    assert totals(page) == ["-2", "-2", "+6", "-2"]


def test_a_region_is_marked_by_dragging_and_what_is_read_lies_on_the_picture(
    server,
    open_page,
    evening,
    device,
):
    page = open_page("/camera")
    page.wait_for_selector("#view img")
    page.click("#watch")
    page.wait_for_selector("#view .seen")
    assert abs(page.locator("#view .seen").count() - len(HAND)) <= 1
    page.click("[data-place=seat1]")
    box = page.locator("#view svg").bounding_box()

    def at(x, y):
        return box["x"] + x * box["width"], box["y"] + y * box["height"]

    page.mouse.move(*at(0.1, 0.2))
    page.mouse.down()
    page.mouse.move(*at(0.5, 0.5))
    page.mouse.move(*at(0.9, 0.8))
    page.mouse.up()
    page.wait_for_selector("[data-region=seat1]")
    becomes(lambda: "seat1" in device.camera.regions)
    marked = device.camera.regions["seat1"]
    assert (marked.left, marked.top) == pytest.approx((0.1, 0.2), abs=0.02)
    assert (marked.right, marked.bottom) == pytest.approx((0.9, 0.8), abs=0.02)
    page.click("#unmark")
    page.wait_for_selector("[data-region=seat1]", state="detached")
    page.click("[data-place=table]")  # too small a box: a slip
    page.mouse.move(*at(0.5, 0.5))
    page.mouse.down()
    page.mouse.up()
    page.wait_for_selector("#refusal:not([hidden])")
    assert device.camera.regions == {}


def test_what_is_calibrated_is_said_and_what_is_refused_too(server, open_page, device):
    device.camera.close()
    bench = Bench()
    bench.measured = Calibration(focus=2.5, exposure_us=8000, gain=1.5, colour_gains=(1.9, 1.4))
    with Supervisor(bench.connect, poll=0.05) as supervisor:
        device.camera.supervisor = supervisor
        becomes(lambda: supervisor.state.code == "ok")
        page = open_page("/camera")
        page.click("[data-keep=all]")
        page.wait_for_selector("#calibration:has-text('40 厘米。 曝光和白平衡固定')")
        page.click("[data-keep=nothing]")
        page.wait_for_selector("#calibration:has-text('对焦自动。 曝光和白平衡自动')")
        bench.measured = None
        page.click("[data-keep=focus]")
        page.wait_for_selector("#calibration:has-text('这种摄像头不能校准')")
        page.wait_for_selector("[data-keep=focus]:enabled")
    device.camera.supervisor = None


def test_a_camera_that_goes_and_comes_back_says_so(server, open_page, device):
    device.camera.close()
    bench = Bench()
    with Supervisor(bench.connect, poll=0.05, backoff=(0.05,)) as supervisor:
        device.camera.supervisor = supervisor
        page = open_page("/camera")
        page.wait_for_selector("#view:not([hidden])")
        bench.error = unplugged()
        page.wait_for_selector("#condition.refusal:has-text('没有画面')")
        bench.error = None
        page.wait_for_selector("#view:not([hidden])")
        page.wait_for_selector("#condition.hint")
    device.camera.supervisor = None
