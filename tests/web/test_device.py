"""Buttons on gpiozero's mock pins → events in a real ledger → what pages show."""

import dataclasses
import html
import re
import shutil
import sys
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

import web
from hardware.pins import read_pins
from models import demo
from models.scenes import row
from tests.web.conftest import DISCARD_WIN, DRAW, FIFTEEN_TILES, NAMES, SELF_DRAW
from web import create_app
from web.device import DeviceSetting
from web.refusals import Refusal
from web.table_camera import TableCamera

HAND = "5p 6p 7p 2s 3s 5m 5m 5m S S S 6m 6m"
PHOTO = "0" * 64 + ".jpg"
STATIC = Path(web.__file__).parent / "static"
PATIENCE_S = 20


def reading(hand=HAND, winning="4s", doubtful=(), **more):
    """What a photo of a hand with the winning tile apart is read as."""
    tiles = [
        {"tile": tile, "row": 0, "group": group, "index": index}
        for group, laid in enumerate((hand, winning))
        for index, tile in enumerate(laid.split())
    ]
    return {"tiles": tiles, "doubtful": list(doubtful), "photo": PHOTO, "problems": [], **more}


class Fingers:
    """Presses the buttons of a device, on a paper clock."""

    def __init__(self, factory, device):
        self.factory, self.device = factory, device
        self.now = 100.0
        self.pins = dataclasses.replace(
            read_pins(), buzzer="active", buzzer_pin=12, lights={"red": 20}
        )

    def __call__(self):
        return self.now

    def connect(self, **pins):
        self.device.connect(dataclasses.replace(self.pins, **pins), self)

    def press(self, *names, seconds=0.2):
        """Wait, then hold buttons down together."""
        self.now += 2
        for name in names:
            self.factory.pin(self.pins.buttons[name]).drive_low()
            self.now += 0.01
        self.now += seconds
        for name in names:
            self.factory.pin(self.pins.buttons[name]).drive_high()
            self.now += 0.01
        self.now += 1  # what was pressed is clear

    def twice(self, name):
        self.now += 2
        pin = self.factory.pin(self.pins.buttons[name])
        for _ in range(2):
            pin.drive_low()
            self.now += 0.1
            pin.drive_high()
            self.now += 0.1
        self.now += 1


@pytest.fixture
def app(tmp_path):
    app = create_app(instance_path=tmp_path / "home", device=DeviceSetting("none", pins="auto"))
    app.testing = True
    yield app
    app.extensions["device"].close()
    app.extensions["ledger"].close()


@pytest.fixture
def device(app):
    return app.extensions["device"]


@pytest.fixture
def seen(app, device, monkeypatch):
    """What the camera's photo is read as, by seat; a refusal where it gives none."""
    readings = {}
    kept = Path(app.config["PHOTOS"])
    kept.mkdir()
    shutil.copy(STATIC / "demo-table.jpg", kept / PHOTO)

    def capture(rules, seat=None):
        if isinstance(readings[seat], Exception):
            raise readings[seat]
        return readings[seat]

    monkeypatch.setattr(device.camera, "capture", capture)
    return readings


@pytest.fixture
def heard(device, monkeypatch):
    patterns = []
    monkeypatch.setattr(device, "play", patterns.append)
    return patterns


@pytest.fixture
def fingers(factory, device):
    fingers = Fingers(factory, device)
    fingers.connect()
    return fingers


def becomes(true):
    """Waits until something is so; it is the button's thread that does it."""
    deadline = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.005)


def card(client):
    return client.get("/device/card?lang=zh").text


def test_a_press_proposes_a_win_and_the_next_one_books_it(
    client, evening, device, fingers, seen, heard
):
    seen[2] = reading()
    fingers.press("seat2", "win")
    becomes(lambda: device.proposal)
    shown = card(client)
    assert f"{NAMES[2]}</span> 胡？" in shown
    assert "+6" in shown
    assert evening.table()["seq"] == 1  # nothing is recorded yet
    fingers.press("win")
    becomes(lambda: evening.table()["seq"] == 2)
    (deal,) = evening.table()["deals"]
    assert deal["settlement"]["deltas"] == [-2, -2, 6, -2]
    assert deal["photo"] == PHOTO
    becomes(lambda: "已记入" in card(client))
    assert "胡？" not in card(client)
    assert heard == ["accepted", "accepted", "win"]


def test_the_discarder_presses_twice(client, evening, device, fingers, seen):
    expected = evening.post(f"{evening.api}/preview", deal=DISCARD_WIN).get_json()
    seen[2] = reading()
    fingers.press("seat2", "win")
    fingers.twice("seat1")
    becomes(lambda: device.proposal and device.proposal.feeder == 1)
    fingers.twice("seat2")  # his own: he drew it after all
    becomes(lambda: device.proposal.feeder is None)
    fingers.twice("seat1")
    fingers.press("win")
    becomes(lambda: evening.table()["deals"])
    assert evening.table()["deals"][0]["settlement"]["deltas"] == expected["deltas"]
    assert evening.table()["deals"][0]["deal"]["wins"][0]["from"] == 1


def test_a_page_may_answer_what_a_button_proposed(client, evening, device, fingers, seen):
    seen[2] = reading()
    fingers.press("seat2", "win")
    becomes(lambda: device.proposal)
    key = device.proposal.key
    client.post("/device/proposal", data={"key": key, "feeder": "1"})
    assert device.proposal.feeder == 1
    client.post("/device/proposal", data={"key": key, "act": "self_draw"})
    assert device.proposal.feeder is None
    answer = client.post("/device/proposal", data={"key": key, "act": "confirm"})
    assert answer.location == evening.url
    client.post("/device/proposal", data={"key": key, "act": "confirm"})  # tapped twice
    assert len(evening.table()["deals"]) == 1
    fingers.press("draw")  # the buttons know that no win waits
    becomes(lambda: len(evening.table()["deals"]) == 2)


def test_a_dropped_win_is_not_booked(client, evening, device, fingers, seen):
    seen[0] = seen[2] = reading()
    fingers.press("seat2", "win")
    becomes(lambda: device.proposal)
    fingers.press("undo")
    becomes(lambda: device.proposal is None)
    fingers.press("seat0", "win")
    becomes(lambda: device.proposal)
    client.post("/device/proposal", data={"key": device.proposal.key, "act": "drop"})
    assert "已放弃" in card(client)
    assert evening.table()["deals"] == []


@pytest.mark.parametrize(
    ("read", "says"),
    [
        pytest.param(reading(doubtful=[3]), "没把握", id="doubtful"),
        pytest.param(reading(hand=f"{HAND} ?"), "没把握", id="unreadable"),
        pytest.param(reading(winning="4s 4s"), "分成几组", id="two groups"),
        pytest.param(reading(winning=""), "看不出胡的是哪一张", id="nothing apart"),
        pytest.param(reading(winning="9s"), "胡", id="no win"),
        pytest.param(Refusal("camera_opening", 503), "摄像头正在启动", id="no camera"),
    ],
)
def test_what_cannot_be_told_is_left_to_the_page(
    client, evening, device, fingers, seen, heard, read, says
):
    seen[2] = read
    fingers.press("seat2", "win")
    becomes(lambda: device.proposal)
    shown = card(client)
    assert says in shown
    assert f"outcome=win&amp;proposal={device.proposal.key}" in shown
    fingers.press("win")
    becomes(lambda: heard == ["accepted", "needs_screen", "needs_screen"])
    assert evening.table()["deals"] == []
    assert device.proposal  # still there, for the page


def test_a_win_recorded_on_the_page_is_no_longer_proposed(evening, device, fingers, seen):
    seen[2] = reading()
    fingers.press("seat2", "win")
    becomes(lambda: device.proposal)
    evening.confirm(SELF_DRAW)
    assert device.proposal is None
    fingers.press("draw")
    becomes(lambda: len(evening.table()["deals"]) == 2)


def test_a_table_that_moved_on_is_shown_before_it_is_booked(evening, device, fingers, seen, heard):
    evening.confirm(DRAW)
    seen[2] = reading()
    fingers.press("seat2", "win")
    becomes(lambda: device.proposal)
    evening.post(f"{evening.api}/undo", key="u", after=2)
    assert device.proposal.after == 3
    fingers.press("win")
    becomes(lambda: len([d for d in evening.table()["deals"] if not d["undone"]]) == 1)


FOUR = "8p 8p 8p 8p"


def kongs_of(evening):
    return [
        [each[name] for name in ("seat", "kind", "tile", "from")]
        for each in evening.table()["kongs"]
        if not each.get("undone")
    ]


@pytest.mark.parametrize(
    ("fed", "kong"),
    [
        (["seat0"], [2, "exposed", "8p", 0]),
        (["seat2"], [2, "concealed", "8p", None]),
    ],
)
def test_a_kong_by_buttons_is_recorded_and_can_be_taken_back(
    client, evening, device, fingers, seen, heard, fed, kong
):
    seen[2] = reading(HAND, FOUR)
    fingers.press("seat2", "kong")
    fingers.press(*fed)
    becomes(lambda: kongs_of(evening) == [kong])
    becomes(lambda: f"{NAMES[2]} " in card(client) and "八筒" in card(client))
    becomes(lambda: heard == ["accepted", "accepted", "saved"])
    fingers.press("undo")
    becomes(lambda: kongs_of(evening) == [])
    assert device.asked == ()


def test_an_added_kong_asks_whose_the_pung_was(client, evening, device, fingers, seen, heard):
    seen[2] = reading(HAND, FOUR)
    fingers.press("seat2", "kong")
    fingers.twice("seat2")
    becomes(lambda: device.asked)
    becomes(lambda: heard == ["accepted", "accepted", "needs_screen"])
    shown = card(client)
    assert f"{NAMES[2]}</span> 杠？" in shown
    (link,) = re.findall(r'href="([^"]*/kong[^"]*)"', shown)
    form = client.get(html.unescape(link)).text
    for name, value in (("seat", "2"), ("kind", "added"), ("tile", "8p")):
        assert re.search(f'name="{name}" value="{value}" checked', form)
    recorded = evening.post(
        f"{evening.api}/kongs",
        **{"seat": 2, "kind": "added", "tile": "8p", "from": 1, "key": "page", "after": 1},
    )
    assert recorded.status_code == 201
    assert device.asked == ()
    assert "记杠" not in card(client)


@pytest.mark.parametrize(
    ("read", "says"),
    [
        pytest.param(reading(HAND, "8p 8p 8p"), "看不清杠的是哪四张", id="three"),
        pytest.param(reading(HAND, FOUR, doubtful=[14]), "看不清杠的是哪四张", id="doubtful"),
        pytest.param(Refusal("camera_opening", 503), "摄像头正在启动", id="no camera"),
    ],
)
def test_a_kong_that_is_not_clear_waits_for_the_page(
    client, evening, device, fingers, seen, heard, read, says
):
    seen[2] = read
    fingers.press("seat2", "kong")
    fingers.press("seat0")
    becomes(lambda: device.asked)
    becomes(lambda: heard == ["accepted", "accepted", "needs_screen"])
    assert says in card(client)
    assert "seat=2&amp;kind=exposed&amp;from=0" in card(client)
    assert kongs_of(evening) == []
    fingers.press("undo")  # drops it, and undoes nothing
    becomes(lambda: device.asked == ())
    assert evening.table()["seq"] == 1


def test_a_kong_that_nobody_finished_is_asked_on_the_page(client, evening, device, fingers, seen):
    seen[2] = reading(HAND, FOUR)
    fingers.press("seat2", "kong")
    fingers.press("draw")
    becomes(lambda: evening.table()["deals"])
    becomes(lambda: device.asked == ())  # with the deal it is over
    fingers.press("seat2", "kong")
    fingers.press("win")
    becomes(lambda: device.asked)
    assert "没有说是谁打出的" in card(client)
    assert "seat=2&amp;tile=8p" in card(client)
    key = device.asked[0].key
    client.post("/device/proposal", data={"key": key, "act": "drop"})
    assert device.asked == ()


def test_kongs_that_wait_do_not_push_each_other_out(evening, device, fingers, seen):
    seen[0] = seen[2] = reading(HAND)
    for seat in (0, 2):
        fingers.press(f"seat{seat}", "kong")
        fingers.press("seat1")
        becomes(lambda seat=seat: [each.seat for each in device.asked][-1:] == [seat])
    assert [each.seat for each in device.asked] == [0, 2]
    evening.confirm(DRAW)
    assert device.asked == ()


def test_a_photographed_kong_and_the_win_after_it(
    tmp_path, client, evening, device, fingers, monkeypatch
):
    """The real models read a rendered photo: a hand, the winning tile apart, and a kong."""
    hand, kong = ["5p", "6p", "7p", "2s", "3s", "5m", "5m", "5m", "6m", "6m"], FOUR.split()
    random = np.random.default_rng(3)
    tiles = row([*hand, "4s"], random, gaps=(len(hand),), sloppy=0.5)
    tiles += row(kong, random, at=(0, 1.9), sloppy=0.5)
    picture, _ = demo.picture(tiles, demo.DEMO_SEED, width=1200, height=900)
    photos = tmp_path / "camera"
    photos.mkdir()
    cv2.imwrite(str(photos / "table.jpg"), cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))
    device.camera = TableCamera(f"folder:{photos}", 0, tmp_path, tmp_path / "home" / "photos")
    device.camera.start()
    fingers.press("seat2", "kong")
    fingers.press("seat2")
    becomes(lambda: kongs_of(evening) == [[2, "concealed", "8p", None]])
    fingers.press("seat2", "win")
    becomes(lambda: device.proposal)
    assert device.proposal.need is None
    assert len(device.proposal.reading["tiles"]) == 15
    fingers.press("win")
    becomes(lambda: evening.table()["deals"])
    (deal,) = evening.table()["deals"]
    assert [meld["tiles"] for meld in deal["deal"]["melds"][2]] == ["8888p"]
    assert evening.table()["kongs"] == []


def test_draw_and_undo(client, evening, fingers, heard):
    fingers.press("draw")
    becomes(lambda: evening.table()["deals"])
    fingers.press("undo")
    becomes(lambda: evening.table()["deals"][0]["undone"])
    fingers.press("undo")
    becomes(lambda: heard == ["saved", "saved", "refused"])
    assert "没有这么多步可以撤销" in card(client)


def test_a_press_is_booked_once(evening, device, fingers):
    fingers.press("draw")
    becomes(lambda: evening.table()["deals"])
    with pytest.raises(Refusal):
        device.confirm("no-such-key")
    (event,) = device._ledger.events(evening.session)[1:]
    device.draw(event.key)
    assert len(evening.table()["deals"]) == 1


@pytest.mark.parametrize(
    ("pressed", "says"),
    [(["win"], "先按座位"), (["seat0", "seat1"], "不能一起按"), (["kong"], "先按座位")],
)
def test_every_refusal_is_heard_and_seen(client, evening, fingers, heard, pressed, says):
    fingers.press(*pressed)
    becomes(lambda: heard == ["refused"])
    assert says in card(client)


def test_without_a_table_presses_are_refused(client, device, fingers, seen, heard):
    seen[0] = reading()
    fingers.press("seat0", "win")
    becomes(lambda: heard == ["accepted", "refused"])
    assert "还没有开着的桌" in card(client)


def test_a_seat_that_the_table_lacks_is_refused(client, evening, fingers, heard):
    evening.post("/api/sessions", rules="three_player", names=["甲", "乙", "丙"], key="three")
    fingers.press("seat3", "win")
    becomes(lambda: heard == ["saved", "accepted", "refused"])  # saved: the table
    assert "只有 3 位" in card(client)


def test_the_newest_open_table_is_played_unless_another_is_chosen(
    app, client, evening, device, fingers
):
    newer = evening.post("/api/sessions", rules="guangdong", names=NAMES, key="two").get_json()
    assert device.table().session == newer["session"]
    client.post("/device/table", data={"session": evening.session})
    assert device.table().session == evening.session
    fingers.press("draw")
    becomes(lambda: evening.table()["deals"])
    evening.post(f"{evening.api}/close", key="end", after=2)
    assert device.table().session == newer["session"]
    client.post("/device/table", data={"session": evening.session})
    assert "已经结束" in card(client)


def test_the_choice_survives_a_restart(tmp_path, client, evening, device):
    evening.post("/api/sessions", rules="guangdong", names=NAMES, key="two")
    client.post("/device/table", data={"session": evening.session})
    again = create_app(instance_path=tmp_path / "home")
    again.extensions["device"].start()
    assert again.extensions["device"].table().session == evening.session
    again.extensions["device"].close()
    again.extensions["ledger"].close()


def test_a_long_press_reads_a_hand(client, evening, device, fingers, seen):
    seen[1] = reading(doubtful=[0])
    fingers.press("seat1", seconds=1.5)
    becomes(lambda: device.seen)
    assert f"{NAMES[1]}</span> 的手牌" in card(client)
    client.post("/device/hand", data={"act": "forget"})
    assert "的手牌" not in card(client)
    assert evening.table()["seq"] == 1


def test_held_undo_shuts_down(tmp_path, factory, client, device, heard):
    fingers = Fingers(factory, device)
    off = tmp_path / "off"
    fingers.connect(shut_down=(sys.executable, "-c", f"open({str(off)!r}, 'w')"))
    fingers.press("undo", seconds=4)
    becomes(off.exists)
    assert "正在关机" in card(client)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ((), "shut_down.command"),
        (("no-such-program",), "no-such-program"),
        ((sys.executable, "-c", "raise SystemExit('not allowed')"), "not allowed"),
    ],
)
def test_a_shut_down_that_fails_says_why(factory, client, device, heard, command, why):
    fingers = Fingers(factory, device)
    fingers.connect(shut_down=command)
    fingers.press("undo", seconds=4)
    becomes(lambda: "refused" in heard)
    becomes(lambda: why in card(client))


def test_a_program_error_is_heard_and_the_next_press_works(
    evening, device, fingers, seen, heard, caplog
):
    seen[2] = ZeroDivisionError("oops")
    fingers.press("seat2", "win")
    becomes(lambda: "error" in heard)
    assert "oops" in caplog.text
    fingers.press("draw")
    becomes(lambda: evening.table()["deals"])


def test_what_is_recorded_on_a_page_is_heard(evening, device, fingers, heard):
    evening.confirm(SELF_DRAW)
    evening.confirm(DRAW)
    assert heard == ["win", "saved"]


def test_what_a_page_is_refused_is_heard(client, evening, device, fingers, heard):
    evening.post(f"{evening.api}/preview", deal=FIFTEEN_TILES)  # somebody is still tapping
    assert heard == []
    evening.post(f"{evening.api}/teach", photo=PHOTO, width=100, tiles=[])  # the page by itself
    assert heard == []
    evening.confirm(FIFTEEN_TILES)
    client.post(f"{evening.url}/kong", data={"key": "k", "after": "1"})
    assert heard == ["refused", "refused"]
    other = evening.post("/api/sessions", rules="guangdong", names=NAMES, key="two").get_json()
    client.post("/device/table", data={"session": evening.session})
    heard.clear()
    client.post(f"/sessions/{other['session']}/kong", data={"key": "k", "after": "1"})
    assert heard == []


def test_pins_that_cannot_be_used_are_told(client, device, factory):
    Fingers(factory, device).connect(buttons={"win": 4, "draw": 4})
    assert device.problem.code == "pin"
    assert "GPIO4" in client.get("/camera").text


def test_the_first_start_shows_what_there_is_to_set_up(app, client, device, fingers, monkeypatch):
    monkeypatch.setattr("web.joining.lan_address", lambda: "192.168.1.5")
    page = client.get("/?lang=zh", base_url="http://localhost:8000").text
    for said in ("没有接摄像头", "按键已接好", "还没有密码", "http://192.168.1.5:8000/", "<svg"):
        assert said in page
    fingers.press("win")
    becomes(lambda: "先按座位" in client.get("/?lang=zh").text)
    device.problem = Refusal("no_table")
    assert "还没有开着的桌" in client.get("/?lang=zh").text
    client.post("/api/sessions", json={"rules": "guangdong", "names": NAMES, "key": "one"})
    assert 'id="setup"' not in client.get("/?lang=zh").text


def test_a_wrong_pin_file_is_refused_at_the_start(tmp_path):
    app = create_app(
        instance_path=tmp_path, device=DeviceSetting("none", pins=str(tmp_path / "none.toml"))
    )
    with pytest.raises(ValueError, match=r"none\.toml"):
        app.extensions["device"].start()
    app.extensions["ledger"].close()


def test_the_card_is_sent_only_when_it_changed(client, evening, device):
    first = client.get("/device/card")
    version = first.headers["ETag"].strip('"')
    assert client.get(f"/device/card?seen={version}").status_code == 204
    device.say(Refusal("no_table"))
    answer = client.get(f"/device/card?seen={version}")
    assert answer.status_code == 200
    assert answer.headers["ETag"] != first.headers["ETag"]


def test_a_message_goes_by_itself(client, device, monkeypatch):
    device.say(Refusal("no_table"))
    said = device.version
    assert device.message
    monkeypatch.setattr("web.device.SHOWN_S", 0)
    device.say(Refusal("no_table"))
    assert device.message is None
    assert device.version != said
    assert "还没有开着的桌" not in card(client)


def test_every_page_hears_of_it_at_once(client, evening, device):
    with client.get(f"{evening.url}/events?lang=zh&after=1", buffered=False) as stream:
        messages = (part.decode() for part in stream.response)
        next(messages)
        assert "beat" in next(messages)
        threading.Timer(0.05, device.say, [Refusal("no_table")]).start()
        assert next(messages).startswith("event: device\n")


@pytest.mark.parametrize("act", ["", "jump"])
def test_an_unknown_answer_is_refused(client, evening, act):
    assert client.post("/device/proposal", data={"key": "x", "act": act}).status_code == 400
    assert client.post("/device/hand", data={"seat": "0", "act": act}).status_code == 400


def test_a_device_that_is_not_there_shows_nothing(tmp_path):
    app = create_app(instance_path=tmp_path)
    assert 'id="device"' not in app.test_client().get("/").text
    app.extensions["ledger"].close()
