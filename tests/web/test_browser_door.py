"""The PIN in a real browser: a script's request goes on once it was given."""

import pytest

from tests.web.conftest import NAMES, SELF_DRAW
from tests.web.test_browser import chromium, open_page, server  # noqa: F401
from tests.web.test_browser import pytestmark as needs_chromium
from web.door import set_pin

pytestmark = needs_chromium
PIN = "258013"
SEND = """() => {
  window.sent = import("/static/js/server.js")
    .then(({postJson}) => postJson("/api/sessions", {rules: "guangdong", key: "k",
      names: ["a", "b", "c", "d"]}, "lost"))
    .then((answer) => answer.status, (refused) => refused.code)
}"""


@pytest.fixture
def page(open_page, server):  # noqa: F811
    page = open_page("/")
    set_pin(server.home, PIN)
    page.evaluate(SEND)
    page.wait_for_selector("dialog input")
    return page


def test_what_was_being_sent_goes_on_once_the_pin_is_given(page, server):  # noqa: F811
    page.fill("dialog input", "0000")
    page.press("dialog input", "Enter")
    page.wait_for_selector("dialog .refusal:has-text('密码不对')")
    assert server.get("/api/sessions") == []
    page.fill("dialog input", PIN)
    page.press("dialog input", "Enter")
    assert page.evaluate("() => window.sent") == 201
    assert len(server.get("/api/sessions")) == 1


def test_a_closed_sheet_refuses(page, server):  # noqa: F811
    page.keyboard.press("Escape")
    assert page.evaluate("() => window.sent") == "pin_needed"
    assert server.get("/api/sessions") == []


def test_a_watcher_sees_no_buttons_that_change(open_page, server):  # noqa: F811
    started = server.post("/api/sessions", rules="guangdong", key="k", names=NAMES)
    table = f"/sessions/{started['session']}"
    server.post(f"/api{table}/deals", deal=SELF_DRAW, key="d", after=1)
    page = open_page(table)
    assert page.locator(".actions .win").is_visible()
    set_pin(server.home, PIN)
    page.reload()
    assert page.locator(".felt").is_visible()
    page.click(".more-button")  # what changes nothing is for everybody
    assert page.locator(".more a:has-text('全部记录')").is_visible()
    page.keyboard.press("Escape")
    for path in (table, f"{table}/deals/2", "/"):
        page.goto(path)
        changing = page.locator(".changes, a[href*='deal?'], a[href*='/edit']").all()
        assert changing
        assert not any(each.is_visible() for each in changing), path
    page.goto(table)
    page.click(".foot a:has-text('只看')")
    page.fill("input[name=house_pin]", PIN)
    page.press("input[name=house_pin]", "Enter")
    page.wait_for_selector(".actions .win")
