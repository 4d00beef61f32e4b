"""Who may change anything: hosts, who gave the PIN of the house."""

import hmac
import html
import io
import re
import stat
import threading

import pytest
from click.testing import CliRunner
from werkzeug.middleware.proxy_fix import ProxyFix

from tests.web.conftest import DRAW, SELF_DRAW
from web.cli import main
from web.door import (
    ADDRESSES,
    FREE,
    FREE_IN_ALL,
    SLOWEST_IN_ALL_S,
    SLOWEST_S,
    Door,
    Guesses,
    remove_pin,
    secret_key,
    set_pin,
)
from web.refusals import Refusal

PIN = "258013"


class Clock:
    """Time that passes when it is told to."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def home(app, evening):
    """The data folder; the evening was started before a PIN was set."""
    folder = app.extensions["door"].folder
    set_pin(folder, PIN)
    return folder


@pytest.fixture
def watcher(home, client):
    return client


@pytest.fixture
def host(home, app):
    client = app.test_client()
    assert client.post("/api/pin", json={"pin": PIN}).get_json() == {"set": True, "host": True}
    return client


def test_without_a_pin_everybody_is_host(client, evening):
    assert client.get("/api/pin").get_json() == {"set": False, "host": True}
    assert evening.confirm(SELF_DRAW).status_code == 201
    assert "Set-Cookie" not in client.post("/api/pin", json={"pin": "1"}).headers


# ---- watchers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        *("/", "{url}", "{url}/now", "{url}/summary", "{url}/history", "{url}/join"),
        *("/statistics", "/sessions", "/club", "{api}", "/api/sessions", "{url}/export.csv"),
        "/api/pin",
    ],
)
def test_a_watcher_reads_everything(watcher, evening, url):
    answer = watcher.get(url.format(url=evening.url, api=evening.api))
    assert answer.status_code == 200


def test_every_change_needs_the_pin(app, watcher, evening):
    """Whatever routes there are: only the PIN itself and a calculation are open."""
    tried = 0
    for rule in app.url_map.iter_rules():
        values = {"session": evening.session, "seq": 1, "name": "x"}
        url = (
            app.url_map.bind("localhost").build(
                rule.endpoint,
                {name: values[name] for name in rule.arguments if name in values},
                force_external=False,
            )
            if rule.arguments <= set(values)
            else None
        )
        for method in sorted((rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}):
            assert url is not None, rule
            answer = watcher.open(url, method=method, json={})
            if rule.endpoint not in {"door.page", "door.give", "api.score"}:
                assert answer.status_code == 401, rule
                tried += 1
    assert tried > 20
    assert evening.table() == evening.now


def test_a_script_is_told_by_a_code(watcher, evening):
    answer = evening.confirm(SELF_DRAW)
    assert answer.status_code == 401
    assert answer.get_json()["error"] == "pin_needed"
    assert answer.headers["WWW-Authenticate"] == "PIN"
    assert evening.table()["totals"] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "url", ["/start", "/import", "{url}/deal", "{url}/undo", "{url}/kong", "/camera"]
)
def test_a_form_asks_for_the_pin_before_it_is_filled_in_and_then_opens(watcher, evening, url):
    url = url.format(url=evening.url) + "?lang=en"
    asked = watcher.get(url)
    assert asked.status_code == 401
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', asked.text))
    given = watcher.post("/pin", data={**hidden, "house_pin": PIN})
    assert given.status_code == 303
    assert given.location == url
    assert watcher.get(url).status_code == 200


def test_a_watcher_does_not_see_what_the_camera_sees(watcher):
    for url in ("/api/camera", "/api/camera/preview", "/api/camera/live"):
        assert watcher.get(url).status_code == 401


def test_a_form_goes_on_with_its_fields_once_the_pin_is_given(watcher, evening):
    form = {"key": "k1", "after": "1", "kind": "adjustment", "reason": "“茶钱” & <b>"}
    form |= {"points0": "-3", "points1": "1", "points2": "1", "points3": "1"}
    asked = watcher.post(f"{evening.url}/adjust", data=form)
    assert asked.status_code == 401
    action = re.search(r'<form class="step" method="post" action="([^"]*)"', asked.text)[1]
    fields = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', asked.text)
    assert action == f"{evening.url}/adjust"
    carried = {name: html.unescape(value) for name, value in fields}
    assert carried == form
    wrong = watcher.post(action, data={**carried, "house_pin": "000000"})
    assert wrong.status_code == 403
    assert "密码不对" in wrong.text
    assert wrong.text.count('type="hidden"') == len(form)
    assert watcher.post(action, data={**carried, "house_pin": PIN}).status_code == 303
    assert evening.table()["totals"] == [-3, 1, 1, 1]
    evening.now = evening.table()
    assert evening.confirm(DRAW).status_code == 201  # and is host from now on


def test_a_file_must_be_chosen_again(watcher):
    data = {"file": (io.BytesIO(b"{}"), "session.json")}
    asked = watcher.post("/import", data=data)
    assert asked.status_code == 401
    assert "请再选一次" in asked.text
    assert 'name="next" value="/import"' in asked.text


def test_unknown_pages_are_unknown_to_watchers_too(watcher):
    assert watcher.post("/nowhere").status_code == 404
    assert watcher.post("/statistics").status_code == 405


# ---- the PIN -----------------------------------------------------------------------------------


def test_the_cookie_is_for_this_server_alone(home, client):
    cookie = client.post("/api/pin", json={"pin": PIN}).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    assert PIN not in cookie


def test_behind_tls_the_cookie_is_sent_over_tls_only(home, app):
    app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)
    app.config["HOST_NAMES"] |= {"mahjong.example.org"}
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "mahjong.example.org"}
    headers |= {"Origin": "https://mahjong.example.org"}
    answer = app.test_client().post("/api/pin", json={"pin": PIN}, headers=headers)
    assert answer.status_code == 200
    assert "Secure" in answer.headers["Set-Cookie"]


def test_a_pin_and_a_cookie_are_compared_in_constant_time(home, client, monkeypatch):
    compared = []
    honest = hmac.compare_digest

    def compare(one, other):
        compared.append(1)
        return honest(one, other)

    monkeypatch.setattr(hmac, "compare_digest", compare)
    door = client.application.extensions["door"]
    assert not door.knows("host.AAAA")
    assert len(compared) == 1
    with pytest.raises(Refusal):
        door.give("0000", "a")
    assert len(compared) == 2
    assert door.knows(door.token())


@pytest.mark.parametrize("token", ["", "host", "host.", "host.AAAA", "x" * 5000, "host.\xff"])
def test_a_made_up_cookie_opens_nothing(home, client, token):
    door = client.application.extensions["door"]
    assert not door.knows(token)


def test_another_pin_makes_watchers_of_all(home, host, evening):
    url = f"{evening.api}/deals"
    assert host.post(url, json={"deal": DRAW, "key": "a", "after": 1}).status_code == 201
    set_pin(home, "9876")
    assert host.post(url, json={"deal": DRAW, "key": "b", "after": 2}).status_code == 401
    set_pin(home, PIN)  # the same PIN again is another one to the cookie
    assert host.post(url, json={"deal": DRAW, "key": "b", "after": 2}).status_code == 401


def test_a_pin_survives_a_restart_and_so_do_its_hosts(home, host, app):
    again = Door(home)
    assert again.has_pin
    assert again.knows(host.get_cookie("host").value)


def test_only_a_hash_is_kept_and_only_for_its_owner(home):
    for name in ("pin", "secret"):
        assert stat.S_IMODE((home / name).stat().st_mode) == 0o600
    assert PIN not in (home / "pin").read_text()
    assert (home / "pin").read_text().startswith("scrypt:")


@pytest.mark.parametrize("kept", [b"", b"x", b"\xff", b"md5$a$b", b"scrypt:0:0:0$a$b"])
def test_a_pin_file_that_is_no_hash_lets_nobody_in(home, client, evening, kept):
    (home / "pin").write_bytes(kept)
    assert client.post("/api/pin", json={"pin": PIN}).status_code == 403
    assert evening.confirm(SELF_DRAW).status_code == 401
    assert client.get(evening.url).status_code == 200
    set_pin(home, PIN)
    assert client.post("/api/pin", json={"pin": PIN}).status_code == 200


def test_the_key_is_made_once(tmp_path):
    keys = []
    threads = [threading.Thread(target=lambda: keys.append(secret_key(tmp_path))) for _ in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(keys)) == 1
    assert len(keys[0]) == 32
    (tmp_path / "secret").write_text("abc")  # cut short by a power cut
    assert secret_key(tmp_path) not in keys
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


def test_a_folder_that_cannot_be_written_still_has_a_key(tmp_path):
    (tmp_path / "file").write_text("")
    assert len(secret_key(tmp_path / "file")) == 32


@pytest.mark.parametrize("pin", ["", "123", "1234567890123", "12a4", "١٢٣٤٥x", "-1234", "12 34"])
def test_a_pin_is_digits(tmp_path, pin):
    with pytest.raises(Refusal) as caught:
        set_pin(tmp_path, pin)
    assert caught.value.code == "bad_pin"
    assert not (tmp_path / "pin").exists()


def test_full_width_digits_are_digits(tmp_path):
    set_pin(tmp_path, "１２３４")
    Door(tmp_path).give("1234", "a")


# ---- its page ----------------------------------------------------------------------------------


def test_a_house_sets_changes_and_removes_its_pin_on_the_page(app, client, evening):
    assert "还没有密码" in client.get("/pin").text
    form = {"act": "set", "new": PIN, "again": "1111", "next": evening.url}
    assert client.post("/pin", data=form).status_code == 422
    assert client.get("/api/pin").get_json()["set"] is False
    answer = client.post("/pin", data={**form, "again": PIN})
    assert (answer.status_code, answer.location) == (303, evening.url)
    assert client.get("/api/pin").get_json() == {"set": True, "host": True}
    other = app.test_client()
    assert other.post("/pin", data={**form, "new": "0000", "again": "0000"}).status_code == 401
    assert other.post("/pin", data={"act": "remove"}).status_code == 401
    assert other.get("/api/pin").get_json() == {"set": True, "host": False}
    assert client.post("/pin", data={"act": "leave"}).status_code == 303
    assert client.get("/api/pin").get_json() == {"set": True, "host": False}
    assert client.post("/pin", data={"house_pin": PIN}).status_code == 303
    assert client.post("/pin", data={"act": "remove"}).status_code == 303
    assert other.get("/api/pin").get_json() == {"set": False, "host": True}


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"]
)
def test_it_never_leads_to_another_site(home, client, target):
    answer = client.post("/pin", data={"house_pin": PIN, "next": target})
    assert answer.location == "/"


def test_an_unknown_act_is_refused(client):
    assert client.post("/pin", data={"act": "open"}).status_code == 400


# ---- guessing ----------------------------------------------------------------------------------


def test_wrong_guesses_wait_longer_and_longer(home, app, client, clock):
    app.extensions["door"]._guesses = Guesses(clock)
    for _ in range(FREE):
        assert client.post("/api/pin", json={"pin": "0000"}).status_code == 403
    assert client.post("/api/pin", json={"pin": "0000"}).status_code == 403
    waits = []
    for _ in range(12):
        late = client.post("/api/pin", json={"pin": PIN})
        assert late.status_code == 429
        assert late.get_json()["error"] == "pin_wait"
        waits.append(int(late.headers["Retry-After"]))
        clock.now += waits[-1]
        assert client.post("/api/pin", json={"pin": "0000"}).status_code == 403
    assert waits[:5] == [2, 4, 8, 16, 32]
    assert waits[-1] == SLOWEST_S
    clock.now += SLOWEST_S
    assert client.post("/api/pin", json={"pin": PIN}).status_code == 200


def test_many_addresses_are_slowed_down_together(clock):
    guesses = Guesses(clock)
    for number in range(FREE_IN_ALL):
        assert guesses.wait(f"10.0.0.{number}") == 0
        guesses.wrong(f"10.0.0.{number}")
    guesses.wrong("10.0.1.1")
    assert guesses.wait("10.0.2.2") == 2
    heard = 0
    day = clock.now + 24 * 3600
    while clock.now < day:
        clock.now += guesses.wait(f"10.{heard}")
        guesses.wrong(f"10.{heard}")
        heard += 1
    assert heard < 24 * 3600 / SLOWEST_IN_ALL_S * 1.1  # 10,000 PINs of four digits: a week


def test_what_is_remembered_of_guesses_is_bounded(clock):
    guesses = Guesses(clock)
    for number in range(3 * ADDRESSES):
        guesses.wrong(str(number))
    assert len(guesses._of) == ADDRESSES


def test_guesses_are_forgotten_after_an_hour(clock):
    guesses = Guesses(clock)
    for _ in range(FREE + 3):
        guesses.wrong("a")
    clock.now += 3601
    guesses.wrong("a")
    assert guesses.wait("a") == 0


def test_a_device_has_one_address_however_it_calls_itself(home, app, clock):
    app.extensions["door"]._guesses = Guesses(clock)
    for number in range(FREE + 1):
        environ = {"REMOTE_ADDR": f"fe80::1:{number}%eth0"}
        answer = app.test_client().post("/api/pin", json={"pin": "0000"}, environ_overrides=environ)
        assert answer.status_code == 403
    environ = {"REMOTE_ADDR": "fe80::99"}
    answer = app.test_client().post("/api/pin", json={"pin": PIN}, environ_overrides=environ)
    assert answer.status_code == 429


# ---- the command line --------------------------------------------------------------------------


def test_the_command_sets_and_removes_the_pin(home, client, monkeypatch):
    run = CliRunner(env={"PAIZHUO_HOME": str(home)}).invoke
    assert run(main, ["pin"], input="7531\n").exit_code == 0
    assert client.post("/api/pin", json={"pin": "7531"}).status_code == 200
    refused = run(main, ["pin"], input="12\n")
    assert refused.exit_code == 1
    assert "4 to 12 digits" in refused.output
    assert run(main, ["pin", "--remove"]).exit_code == 0
    assert client.get("/api/pin").get_json() == {"set": False, "host": True}
    remove_pin(home)
