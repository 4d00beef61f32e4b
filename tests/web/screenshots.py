"""Pictures of the main pages for people to look at: ``python -m tests.web.screenshots OUT``.

Both languages, both themes, phone and desk, in a real chromium, of evenings that are played here.
"""

from __future__ import annotations

import itertools
import logging
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright
from werkzeug.serving import make_server

import web
from tests.web.conftest import DRAW, NAMES, SELF_DRAW
from tests.web.test_browser import ARGUMENTS, CHROMIUM, DESK, PHONE
from web import create_app

SIZES = {"phone": PHONE, "desk": DESK}
DEMO = Path(web.__file__).parent / "static" / "demo-table.jpg"
LOCALES = {"zh": "zh-CN", "en": "en-GB"}
KONG = {"seat": 1, "kind": "concealed", "tile": "7s"}
HANDS = (
    ("567p 23s 555m SSS 66m", "4s"),
    ("123456789m 33p 55p", "5p"),
    ("234m 678m 345p 88s 67s", "5s"),
    ("111m 999m 444p 777s C", "C"),
)


def main(out: Path) -> None:
    """Writes the pictures."""
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        app = create_app(instance_path=home)
        pages = play(app.test_client())
        server = make_server("127.0.0.1", 0, app, threaded=True)
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        try:
            photograph(f"http://127.0.0.1:{server.port}", pages, out)
        finally:
            app.extensions["live"].close()
            server.shutdown()
            serving.join()
            server.server_close()
            app.extensions["ledger"].close()


def play(client: Any) -> dict[str, str]:
    """Plays some evenings; the pages to look at, by name."""
    keys = (f"key-{number}" for number in itertools.count())

    def post(url: str, **body: Any) -> Any:
        answer = client.post(url, json={"key": next(keys), **body})
        assert answer.status_code < 300, answer.text
        return answer.get_json()

    def start(rules: str, names: list[str], **more: Any) -> tuple[str, Any]:
        table = post("/api/sessions", rules=rules, names=names, **more)
        return f"/sessions/{table['session']}", table

    def photo(url: str) -> str:
        with DEMO.open("rb") as file:
            answer = client.post(f"/api{url}/photos", data={"photo": (file, "hand.jpg")})
        return str(answer.get_json()["photo"])

    def evening(url: str, deals: int, shown: str | None = None) -> Any:
        table = client.get(f"/api{url}").get_json()
        for number in range(deals):
            if number % 7 == 5:
                deal: dict[str, Any] = DRAW
            else:
                concealed, winning = HANDS[number * 7 % 4]
                seat = (number * 3 + number // 4 + number // 9) % 4
                win = {"seat": seat, "concealed": concealed, "winning_tile": winning}
                how: dict[str, Any] = {"by": "self_draw"}
                if number % 5:
                    how = {"by": "discard", "from": (seat + 1 + number // 2 % 3) % 4}
                deal = {**SELF_DRAW, "wins": [{**win, **how}]}
            more = {"photo": shown} if shown and number % 4 == 0 else {}
            table = post(f"/api{url}/deals", deal=deal, after=table["seq"], **more)
        return table

    old, _ = start("guangdong", ["老周", "南姐", "阿东", "小马"])
    ended = evening(old, 12)
    post(f"/api{old}/close", after=ended["seq"])
    start("hunan", ["东东", "Xi", "大熊", "七七"])
    unit = {"points": 1, "money": "0.50", "currency": "元"}
    url, _ = start("guangdong", NAMES, unit=unit)
    table = evening(url, 22, photo(url))
    penalty = {"kind": "penalty", "deltas": [-3, 1, 1, 1], "reason": "相公"}
    table = post(f"/api{url}/adjustments", after=table["seq"], **penalty)
    table = post(f"/api{url}/kongs", after=table["seq"], **KONG)
    preset = {"preset": "周五局", "keep": "1", "rules": "guangdong", "guangdong.cap_fan": "4"}
    client.post("/start", data={**preset, "key": "p"})
    won = next(deal for deal in table["deals"] if deal["deal"]["outcome"] == "win")
    return {
        "home": "/",
        "start": "/start?preset=周五局",
        "table": url,
        "more": f"{url}#more",
        "kong": f"{url}/kong",
        "adjust": f"{url}/adjust",
        "undo": f"{url}/undo",
        "win": f"{url}/deal?outcome=win",
        "photo": f"{url}/deal?outcome=win#photo",
        "tile": f"{url}/deal?outcome=win#tile",
        "settled": f"{url}/deals/{won['seq']}",
        "history": f"{url}/history",
        "summary": f"{url}/summary",
        "ended": old,
        "join": f"{url}/join",
        "statistics": "/statistics",
        "club": "/club",
    }


def photograph(url: str, pages: dict[str, str], out: Path) -> None:
    """Opens every page in every way."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for (size, viewport), (tongue, locale), scheme in itertools.product(
            SIZES.items(), LOCALES.items(), ("light", "dark")
        ):
            context = browser.new_context(
                base_url=url, viewport=viewport, locale=locale, color_scheme=scheme
            )
            page = context.new_page()
            for name, path in pages.items():
                shoot(page, path, out / f"{name}-{size}-{tongue}-{scheme}.png")
            context.close()
        browser.close()


def shoot(page: Page, path: str, file: Path) -> None:
    """One picture: what the window shows, as one sees it first."""
    address, _, opened = path.partition("#")
    page.goto(address)
    if opened in ("photo", "tile"):
        win_by_photo(page)
        if opened == "tile":
            page.click(".modes .chip >> nth=1")
            page.click("[data-key=tile-3]")
    elif opened:
        page.click(f"[popovertarget={opened}] >> nth=0")
    if page.locator("#deal").count():
        page.wait_for_selector("#deal .seat-button")  # the script draws that page
    page.screenshot(path=file)


def win_by_photo(page: Page) -> None:
    """Enters a win as far as the settlement; what was entered before is kept."""
    page.wait_for_selector("#deal .seat-button")
    if page.locator(".photo .seen").count() == 0:
        page.click("[data-key=who-2]")
        page.set_input_files("[data-key=file]", DEMO)
        page.wait_for_selector(".photo .seen")
        page.click("[data-key^=how-self_draw]")
    page.wait_for_selector(".settlement")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
