"""Buzzer and lights together, on pins that are driven by hand."""

import dataclasses
import time

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory

from hardware.lights import SHOWS
from hardware.patterns import PATTERNS
from hardware.pins import read_pins
from hardware.signals import Signals

PINS = dataclasses.replace(
    read_pins(), buzzer="active", buzzer_pin=12, lights={"green": 16, "red": 20}
)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_pattern_is_heard_and_seen(factory: MockFactory, pattern: str) -> None:
    signals = Signals(PINS)
    pins = {name: factory.pin(number) for name, number in [("buzzer", 12), *PINS.lights.items()]}
    for pin in pins.values():
        pin.clear_states()
    signals.play(pattern)
    shown = ["buzzer", *(name for name, patterns in SHOWS.items() if pattern in patterns)]
    assert len(shown) > 1
    for name in shown:
        deadline = time.monotonic() + 60
        while len(pins[name].states) < 2 and time.monotonic() < deadline:
            time.sleep(0.001)
    signals.close()
    for name, pin in pins.items():
        assert any(state.state for state in pin.states) == (name in shown)
        assert not pin.state


def test_what_cannot_be_used_is_told_and_the_rest_works(
    factory: MockFactory, caplog: pytest.LogCaptureFixture
) -> None:
    taken = LED(16)
    signals = Signals(PINS)
    assert [problem.code for problem in signals.problems] == ["light"]
    assert "GPIO16" in caplog.text
    signals.play("refused")
    signals.close()
    taken.close()
