"""What browsers are told, who is spoken to, and which requests may change anything."""

import ast
import re
from pathlib import Path

import pytest

import web

CHECKOUT = Path(web.__file__).parents[1]
OTHER_ORIGIN = re.compile(r"(?:https?|wss?|ftp):\\?/\\?/(?!www\.w3\.org/)|[\"'(=]//\w")
NETWORK = {"requests", "httpx", "urllib.request", "http.client", "smtplib", "ftplib", "aiohttp"}


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8000",
        "127.0.0.1:8000",
        "192.168.1.5",
        "[::1]:8000",
        "[fe80::1]",
        "thetable:8000",
        "THETABLE.local",
        "mahjong.example.org",
    ],
)
def test_the_device_answers_to_its_names_and_to_addresses(app, client, host):
    app.config["HOST_NAMES"] |= {"thetable", "thetable.local", "mahjong.example.org"}
    assert client.get("/api/rules", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "192.168.1.5.evil.example", "localhost.evil.example", "evil.local"),
        *("[::1", "[", "", "a b", "localhost@evil.example:80", "1.2.3.4.5", "\xff"),
    ],
)
def test_a_name_that_was_bound_to_our_address_gets_nothing(client, evening, host):
    """DNS rebinding: a page of another site would be one of ours to the browser."""
    for url in ("/", evening.url, evening.api, "/nowhere"):
        answer = client.get(url, headers={"Host": host})
        assert answer.status_code in (400, 421)
        assert "Xi" not in answer.text
    answer = client.post(f"{evening.api}/undo", json={}, headers={"Host": host})
    assert answer.status_code in (400, 421)
    assert "Traceback" not in answer.text


def test_a_refused_name_says_what_to_do(client):
    answer = client.get("/", headers={"Host": "mahjong.example.org"})
    assert answer.status_code == 421
    assert "--host-name" in answer.text


@pytest.mark.parametrize("origin", ["http://[", "http://evil.example", "null", "", "localhost"])
def test_another_origin_changes_nothing(client, origin):
    form = {"rules": "guangdong", "key": "k", "dealer": "0"}
    assert client.post("/start", data=form, headers={"Origin": origin}).status_code == 403
    assert client.get("/api/sessions").get_json() == []


@pytest.mark.parametrize("url", ["/", "/api/rules", "/nowhere", "/static/style.css", "/tiles.svg"])
def test_every_answer_has_the_headers(client, url):
    answer = client.get(url)
    answer.close()
    headers = answer.headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


def test_pages_scripts_and_styles_refer_to_no_other_origin():
    looked_at = 0
    for folder, kinds in (("templates", ("html",)), ("static", ("js", "css", "svg", "json"))):
        for file in sorted((CHECKOUT / "web" / folder).rglob("*")):
            if file.suffix.removeprefix(".") in kinds:
                found = OTHER_ORIGIN.search(file.read_text("utf-8"))
                assert found is None, (file.name, found)
                looked_at += 1
    assert looked_at > 40
    for wrong in ('src="//evil.example/x.js"', "url(//evil.example)", "fetch('https://evil')"):
        assert OTHER_ORIGIN.search(wrong)


def test_the_program_has_nothing_to_send_with():
    """But for the watchdog, which asks the server itself."""
    imported = {}
    for room in ("web", "scoring", "recognizer", "hardware"):
        for file in (CHECKOUT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Import):
                    names = {each.name for each in node.names}
                elif isinstance(node, ast.ImportFrom):
                    names = {
                        node.module or "",
                        *(f"{node.module}.{each.name}" for each in node.names),
                    }
                else:
                    continue
                if names & NETWORK:
                    imported[file.relative_to(CHECKOUT).as_posix()] = names & NETWORK
    assert imported == {"web/systemd.py": {"http.client"}}


@pytest.mark.parametrize("url", ["/?lang=en&look=dark", "/pin?lang=en"])
def test_cookies_are_no_business_of_scripts_or_other_sites(client, url):
    cookies = client.get(url).headers.getlist("Set-Cookie")
    assert cookies
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
