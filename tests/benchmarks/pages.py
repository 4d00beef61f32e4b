"""What the table page costs after 500 deals: ``python -m tests.benchmarks.pages``.

The server's time is that of the first and of later requests in this process, by the wall and by
the processor.  The weight is what a chromium with an empty cache transfers until the page has its
live stream, heads of the answers and all.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from typing import Any

from werkzeug.serving import make_server

from scoring.table import DEAL_SETTLED
from web import commands, create_app

from .live import DEAL
from .machine import cpu

DEALS = 500
TRIES = 15


def main() -> None:
    """Print the figures."""
    print(cpu())
    with tempfile.TemporaryDirectory() as home:
        app = create_app(instance_path=home)
        try:
            url = played(app)
            times(app, url)
            weigh(app, url)
        finally:
            app.extensions["live"].close()
            app.extensions["ledger"].close()


def played(app: Any) -> str:
    """An evening of so many deals; the address of its table."""
    ledger = app.extensions["ledger"]
    table = commands.start(ledger, "guangdong", {}, ["阿东", "南姐", "Xi", "北北"], 0, "start")
    settlement, placed = commands.preview(table, DEAL), table.place(DEAL)
    payload = {"deal": placed, "settlement": settlement, "photo": None}
    for number in range(DEALS):
        key, now = f"deal-{number}", commands.now()
        ledger.append(table.session, DEAL_SETTLED, payload, key=key, at=now)
    return f"/sessions/{table.session}"


def times(app: Any, url: str) -> None:
    """Milliseconds of the server for the table page."""
    client = app.test_client()
    walls, processors = [], []
    for _ in range(TRIES):
        wall, processor = time.perf_counter(), time.process_time()
        answer = client.get(url)
        assert answer.status_code == 200
        walls.append((time.perf_counter() - wall) * 1e3)
        processors.append((time.process_time() - processor) * 1e3)
    print(f"table page with {DEALS} deals, ms of the server   wall   processor")
    print(f"{'first request':<46}{walls[0]:>6.0f}{processors[0]:>12.0f}")
    later = sorted(walls[1:])[TRIES // 2], sorted(processors[1:])[TRIES // 2]
    print(f"{'later requests, median':<46}{later[0]:>6.0f}{later[1]:>12.0f}")


def weigh(app: Any, url: str) -> None:
    """Bytes that a browser transfers for it."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if chromium is None:
        print("no chromium: the weight is not measured")
        return
    server = make_server("127.0.0.1", 0, app, threaded=True)
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    try:
        with sync_playwright() as playwright:
            arguments = ["--no-sandbox", "--disable-gpu"]
            browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
            page = browser.new_page(viewport={"width": 390, "height": 844})
            network = page.context.new_cdp_session(page)
            network.send("Network.enable")
            paths: dict[str, str] = {}
            sizes: dict[str, int] = {}
            network.on(
                "Network.requestWillBeSent",
                lambda event: paths.update({event["requestId"]: event["request"]["url"]}),
            )
            network.on(
                "Network.loadingFinished",
                lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
            )
            with page.expect_response("**/events?*"):
                page.goto(f"http://127.0.0.1:{server.port}{url}", wait_until="load")
            browser.close()
        for number, size in sorted(sizes.items(), key=lambda item: -item[1]):
            print(f"{paths[number].split('/', 3)[3][:44]:<46}{size / 1000:>6.1f} kB")
        print(f"{'transferred':<46}{sum(sizes.values()) / 1000:>6.1f} kB")
    finally:
        app.extensions["live"].close()
        server.shutdown()
        serving.join()
        server.server_close()


if __name__ == "__main__":
    import logging

    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    main()
