"""Buttons on gpiozero's mock pins → events in a real ledger → what pages show."""

import dataclasses
import shutil
import sys
import threading
import time
from pathlib import Path

import pytest

import web
from hardware.pins import read_pins
from tests.web.conftest import DISCARD_WIN, DRAW, NAMES, SELF_DRAW
from web import create_app
from web.device import DeviceSetting
from web.refusals import Refusal

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


def test_pins_that_cannot_be_used_are_told(client, device, factory):
    Fingers(factory, device).connect(buttons={"win": 4, "draw": 4})
    assert device.problem.code == "pin"
    assert "GPIO4" in client.get("/camera").text


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
