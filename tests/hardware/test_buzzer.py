"""Patterns on gpiozero's buzzers, with pauses that a test counts instead of waiting."""

import threading
from datetime import time

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.buzzer import BuzzerError, sounder
from hardware.patterns import PATTERNS, WAITING, Player, Quiet


class Written:
    """A sounder that writes down what it is told, and the pauses between."""

    def __init__(self) -> None:
        self.told: list[str | float] = []

    def sound(self, tone: str) -> None:
        self.told.append(tone)

    def silence(self) -> None:
        self.told.append("-")

    def close(self) -> None:
        self.told.append("closed")

    def pause(self, seconds: float) -> bool:
        self.told.append(seconds)
        return False


def played(written: Written, *patterns: str) -> list[str | float]:
    """What is told while the patterns play one after the other."""
    done = threading.Semaphore(0)
    silence = written.silence

    def silent() -> None:
        silence()
        done.release()

    written.silence = silent  # type: ignore[method-assign]
    with Player(written, pause=written.pause) as buzzer:
        for pattern in patterns:
            assert buzzer.play(pattern)
            for _ in range(1 + sum(tone is None for tone, _ in PATTERNS[pattern])):
                assert done.acquire(timeout=60)
    return written.told


def test_a_pattern_is_its_tones_and_pauses_in_order_and_ends_silent() -> None:
    assert played(Written(), "refused", "accepted") == [
        *("A4", 0.25, "-", 0.08, "A4", 0.25, "-"),
        *("A5", 0.06, "-"),
        "closed",
    ]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_an_active_buzzer_is_switched_and_ends_off(factory: MockFactory, pattern: str) -> None:
    device = sounder("active", 12)
    pin = factory.pin(12)
    pin.clear_states()
    for tone, _ in PATTERNS[pattern]:
        device.sound(tone) if tone else device.silence()
    device.silence()
    assert [state.state for state in pin.states[:2]] == [False, True]
    assert not pin.state
    device.close()


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_passive_buzzer_can_play_every_tone(factory: MockFactory, pattern: str) -> None:
    device = sounder("passive", 12)
    pin = factory.pin(12)
    tones = []
    for tone, _ in PATTERNS[pattern]:
        if tone:
            device.sound(tone)
            tones.append(pin.frequency)
            assert pin.state == 0.5
    device.silence()
    assert pin.frequency is None
    assert all(200 < tone < 1100 for tone in tones)
    device.close()


def test_no_pattern_blocks_and_too_many_are_left_out() -> None:
    started, go_on = threading.Event(), threading.Event()

    def pause(_: float) -> bool:
        started.set()
        return not go_on.wait(60)

    written = Written()
    buzzer = Player(written, pause=pause)
    assert buzzer.play("win")
    assert started.wait(60)
    assert [buzzer.play("saved") for _ in range(WAITING + 2)] == [True] * WAITING + [False] * 2
    assert written.told == ["C5"]
    go_on.set()
    buzzer.close()
    assert written.told[-1] == "closed"
    assert not buzzer.play("win")
    buzzer.close()


def test_closing_cuts_a_pattern_short() -> None:
    written = Written()
    sounding = threading.Event()
    sound = written.sound

    def loud(tone: str) -> None:
        sound(tone)
        sounding.set()

    written.sound = loud  # type: ignore[method-assign]
    buzzer = Player(written)
    buzzer.play("error")
    assert sounding.wait(60)
    buzzer.close()
    assert written.told == ["A4", "-", "closed"]


def test_a_buzzer_that_fails_is_logged_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    written = Written()
    sound, failures = written.sound, [OSError("loose wire")]

    def loose(tone: str) -> None:
        if failures:
            raise failures.pop()
        sound(tone)

    written.sound = loose  # type: ignore[method-assign]
    assert played(written, "accepted", "accepted") == ["-", "A5", 0.06, "-", "closed"]
    assert "loose wire" in caplog.text


@pytest.mark.parametrize(
    ("hours", "now", "quiet"),
    [
        pytest.param((22, 8), time(23), True, id="evening"),
        pytest.param((22, 8), time(3), True, id="night"),
        pytest.param((22, 8), time(22), True, id="from then on"),
        pytest.param((22, 8), time(8), False, id="until then"),
        pytest.param((22, 8), time(12), False, id="noon"),
        pytest.param((13, 15), time(14), True, id="nap"),
        pytest.param((13, 15), time(16), False, id="after it"),
    ],
)
def test_quiet_hours(hours: tuple[int, int], now: time, quiet: bool) -> None:
    written = Written()
    with Player(written, Quiet(time(hours[0]), time(hours[1])), now=lambda: now) as buzzer:
        assert buzzer.play("accepted") is not quiet
    assert ("A5" in written.told) <= (not quiet)


def test_an_unknown_pattern_is_the_programs_mistake() -> None:
    with Player(Written()) as buzzer, pytest.raises(KeyError):
        buzzer.play("fanfare")


def test_the_volume_of_a_passive_buzzer_is_its_duty(factory: MockFactory) -> None:
    device = sounder("passive", 12, 0.2)
    device.sound("A4")
    assert factory.pin(12).state == pytest.approx(0.1)
    device.close()


def test_a_pin_that_is_taken_is_an_error_with_a_remedy(factory: MockFactory) -> None:
    first = sounder("active", 12)
    with pytest.raises(BuzzerError, match="GPIO12"):
        sounder("passive", 12)
    first.close()
