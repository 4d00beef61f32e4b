"""The real server behind a proxy that does the TLS, and one that is not."""

import http.client

import pytest

from tests.drills.server import Server
from web.door import set_pin

NAME = "mahjong.example.org"
TLS = {"X-Forwarded-For": "10.9.9.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": NAME}


def ask(server, path, method="GET", body=None, **headers):
    """The status, the headers and the text of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()
    finally:
        connection.close()


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    set_pin(home, "258013")
    return home


def served(home, *options):
    server = Server(home, options=("--camera", "none", "--pins", "none", *options))
    server.start()
    return server


def test_behind_a_proxy_pages_are_those_of_its_name_over_tls(home):
    server = served(home, "--behind-proxy", "--host-name", NAME)
    try:
        give = {"Content-Type": "application/json", "Origin": f"https://{NAME}", **TLS}
        status, headers, _ = ask(server, "/api/pin", "POST", b'{"pin": "258013"}', **give)
        assert status == 200
        assert "Secure" in headers["Set-Cookie"]
        cookie = headers["Set-Cookie"].partition(";")[0]
        start = b'{"rules": "guangdong", "names": ["a", "b", "c", "d"], "key": "k"}'
        status, _, _ = ask(server, "/api/sessions", "POST", start, Cookie=cookie, **give)
        assert status == 201
        session = server.get("/api/sessions")[0]["session"]
        _, _, page = ask(server, f"/sessions/{session}/join", **TLS)
        assert f"https://{NAME}/sessions/{session}<" in page
        other = {**give, "Origin": f"http://{NAME}.evil.example"}
        status, _, _ = ask(server, "/api/sessions", "POST", start, Cookie=cookie, **other)
        assert status == 403
        for _ in range(4):  # the guesses of one visitor do not make another wait
            ask(server, "/api/pin", "POST", b'{"pin": "0000"}', **give)
        late, _, _ = ask(server, "/api/pin", "POST", b'{"pin": "258013"}', **give)
        elsewhere = {**give, "X-Forwarded-For": "10.8.8.8"}
        heard, _, _ = ask(server, "/api/pin", "POST", b'{"pin": "258013"}', **elsewhere)
        assert (late, heard) == (429, 200)
    finally:
        server.end()


def test_without_a_proxy_nobody_is_believed(home):
    server = served(home)
    try:
        status, headers, page = ask(server, "/pin?lang=en", **TLS)
        assert status == 200
        assert NAME not in page
        give = {"Content-Type": "application/json", **TLS}
        _, headers, _ = ask(server, "/api/pin", "POST", b'{"pin": "258013"}', **give)
        assert "Secure" not in headers["Set-Cookie"]
        assert ask(server, "/", Host=NAME)[0] == 421
        for number in range(5):  # an address that is made up is no other visitor
            forged = {**give, "X-Forwarded-For": f"10.7.7.{number}"}
            status, _, _ = ask(server, "/api/pin", "POST", b'{"pin": "0000"}', **forged)
        assert status == 429
    finally:
        server.end()
