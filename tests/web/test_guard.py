"""What browsers are told, who is spoken to, and which requests may change anything."""

import pytest


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
