"""The pin file."""

from datetime import time
from pathlib import Path

import pytest

from hardware.commands import BUTTONS
from hardware.computer import is_pi
from hardware.patterns import Quiet
from hardware.pins import HEADER, PinsError, has_pins, read_pins


def written(folder: Path, text: str) -> Path:
    path = folder / "pins.toml"
    path.write_text(text, "utf-8")
    return path


def test_the_default_wires_every_button_once() -> None:
    pins = read_pins()
    assert set(pins.buttons) == set(BUTTONS)
    assert len({*pins.buttons.values(), pins.buzzer_pin}) == len(BUTTONS) + 1
    assert (pins.buzzer, pins.quiet, dict(pins.lights)) == ("none", None, {})
    assert pins.shut_down == ("systemctl", "poweroff")


def test_a_copy_may_leave_out_what_it_does_not_change(tmp_path: Path) -> None:
    pins = read_pins(
        written(
            tmp_path,
            '[buttons]\nwin = 4\n[buzzer]\nkind = "passive"\nquiet = ["22:30", "08:00"]\n'
            "[timings]\nlong = 1.5\n",
        )
    )
    assert dict(pins.buttons) == {"win": 4}
    assert (pins.buzzer, pins.buzzer_pin) == ("passive", 12)
    assert pins.quiet == Quiet(time(22, 30), time(8))
    assert (pins.timing.long, pins.timing.double) == (1.5, read_pins().timing.double)


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        pytest.param("[buttons\n", "not_toml", "line 1", id="no TOML"),
        pytest.param("buttons = 3\n", "unknown", "[buttons]", id="no table"),
        pytest.param("[lamps]\nx = 1\n", "unknown", "lamps", id="unknown table"),
        pytest.param("[buttons]\nseat4 = 5\n", "unknown", "buttons.seat4", id="unknown button"),
        pytest.param("[timings]\ntriple = 1\n", "unknown", "timings.triple", id="unknown time"),
        pytest.param("[buttons]\nwin = 40\n", "not_a_pin", "buttons.win is 40", id="header pin"),
        pytest.param("[buttons]\nwin = true\n", "not_a_pin", "True", id="no number"),
        pytest.param('[buttons]\nwin = "GPIO4"\n', "not_a_pin", "GPIO4", id="a name"),
        pytest.param("[buttons]\nwin = 4\nkong = 4\n", "used_twice", "win and kong", id="twice"),
        pytest.param(
            '[buttons]\nwin = 12\n[buzzer]\nkind = "active"\n', "used_twice", "buzzer", id="buzzer"
        ),
        pytest.param('[wiring]\npull = "left"\n', "pull", "left", id="pull"),
        pytest.param(
            '[buttons]\nwin = 3\n[wiring]\npull = "down"\n', "pull", "GPIO3", id="pulled up"
        ),
        pytest.param('[buzzer]\nkind = "loud"\n', "buzzer", "loud", id="kind of buzzer"),
        pytest.param("[buzzer]\nvolume = 2\n", "volume", "volume is 2", id="too loud"),
        pytest.param("[lights]\nblue = 4\n", "unknown", "lights.blue", id="unknown light"),
        pytest.param("[lights]\ngreen = 5\n", "used_twice", "draw and green", id="light"),
        pytest.param('[shut_down]\ncommand = "halt"\n', "command", "halt", id="no words"),
        pytest.param('[buzzer]\nquiet = ["22:00"]\n', "quiet", "22:00", id="one time"),
        pytest.param('[buzzer]\nquiet = ["late", "early"]\n', "quiet", "late", id="no times"),
        pytest.param('[buzzer]\nquiet = "22:00"\n', "quiet", "22:00", id="no list"),
        pytest.param("[timings]\nlong = 0\n", "timing", "timings.long", id="no time at all"),
        pytest.param('[timings]\nlong = "1 s"\n', "timing", "1 s", id="time as text"),
        pytest.param("[timings]\nlong = 0.3\n", "timing", "timings.double", id="out of order"),
        pytest.param("[timings]\nlong = nan\n", "timing", "nan", id="not a number"),
    ],
)
def test_a_bad_file_says_what_and_what_to_do(
    tmp_path: Path, text: str, code: str, says: str
) -> None:
    with pytest.raises(PinsError) as caught:
        read_pins(written(tmp_path, text))
    assert caught.value.code == code
    assert says in caught.value.en
    assert any("一" <= letter <= "鿿" for letter in caught.value.zh)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(PinsError, match=r"nowhere\.toml") as caught:
        read_pins(tmp_path / "nowhere.toml")
    assert caught.value.code == "not_found"


def test_the_header_has_every_pin_once() -> None:
    assert sorted(HEADER) == list(range(2, 28))
    assert len(set(HEADER.values())) == len(HEADER)


def test_only_a_pi_has_pins_unless_it_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    model = tmp_path / "model"
    monkeypatch.setattr("hardware.pins.is_pi", lambda: is_pi(model))
    assert not has_pins()
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert has_pins()
    model.write_bytes(b"Some Laptop\0")
    assert not has_pins()
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    assert has_pins()
