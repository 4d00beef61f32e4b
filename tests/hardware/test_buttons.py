"""gpiozero's buttons on pins that are driven by hand."""

import dataclasses
import queue
import threading
from functools import partial

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from hardware.buttons import Buttons, ButtonsError, Message, consume
from hardware.commands import Action, Command, Outcome, Panel
from hardware.gestures import Timing
from hardware.pins import read_pins

PINS = read_pins()


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def press(factory: MockFactory, clock: Clock, name: str, seconds: float = 0.2) -> None:
    """Hold a button for some seconds of the paper clock, then wait as long again."""
    pin = factory.pin(PINS.buttons[name])
    pin.drive_low()
    clock.now += seconds
    pin.drive_high()
    clock.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


def actions(outcomes: list[Outcome]) -> list[str]:
    return [o.action for o in outcomes if isinstance(o, Command)]


def test_presses_on_pins_become_commands(factory: MockFactory, clock: Clock) -> None:
    heard: list[Outcome] = []
    with Buttons(PINS, heard.append, clock):
        press(factory, clock, "seat2")
        press(factory, clock, "win")
        clock.now += 2
        press(factory, clock, "win")
        press(factory, clock, "draw")
    assert actions(heard) == [Action.PROPOSE_WIN, Action.CONFIRM_WIN, Action.DRAW]
    press(factory, clock, "undo")  # after closing
    assert len(actions(heard)) == 3


def test_a_win_settled_elsewhere_is_forgotten(factory: MockFactory, clock: Clock) -> None:
    heard: list[Outcome] = []
    with Buttons(PINS, heard.append, clock) as buttons:
        press(factory, clock, "seat2")
        press(factory, clock, "win")
        press(factory, clock, "draw")  # refused, and what came before is settled
        buttons.settled()
        press(factory, clock, "draw")
        press(factory, clock, "undo")
    assert actions(heard) == [Action.PROPOSE_WIN, Action.DRAW, Action.UNDO]


def test_a_slow_handler_changes_no_meaning_and_a_failing_one_ends_nothing(
    factory: MockFactory, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[Outcome] = []
    go_on = threading.Event()

    def handle(outcome: Outcome) -> None:
        go_on.wait(60)
        heard.append(outcome)
        if len(heard) == 1:
            raise RuntimeError("no disk")

    with Buttons(PINS, handle, clock):
        press(factory, clock, "seat1")
        press(factory, clock, "kong")
        press(factory, clock, "seat3")
        press(factory, clock, "seat0")
        clock.now += 1000
        go_on.set()
    assert actions(heard)[:1] == [Action.EXPOSED_KONG]
    assert "no disk" in caplog.text


def test_the_time_passes_without_presses(clock: Clock) -> None:
    messages: queue.SimpleQueue[Message] = queue.SimpleQueue()
    heard: list[Outcome] = []

    def handle(outcome: Outcome) -> None:
        heard.append(outcome)
        clock.now += 100
        if actions(heard):
            messages.put(None)

    for name, pressed, at in [
        ("seat1", True, 1.0),
        ("seat1", False, 1.2),
        ("kong", True, 2.0),
        ("kong", False, 2.2),
    ]:
        messages.put(partial(Panel.edge, button=name, pressed=pressed, at=at))
    consume(messages, Panel(PINS.timing, PINS.waits), handle, clock)
    assert actions(heard) == [Action.ASK_KONG]


def test_on_a_running_clock(factory: MockFactory) -> None:
    heard: queue.SimpleQueue[Outcome] = queue.SimpleQueue()
    quick = dataclasses.replace(PINS, timing=Timing(debounce=1e-6, double=0.01, long=30, stuck=60))
    with Buttons(quick, heard.put):
        pin = factory.pin(PINS.buttons["draw"])
        pin.drive_low()
        threading.Event().wait(0.001)  # longer than the contacts rest
        pin.drive_high()
        outcome = heard.get(timeout=60)
    assert isinstance(outcome, Command)
    assert outcome.action is Action.DRAW


def test_buttons_to_power(factory: MockFactory, clock: Clock) -> None:
    heard: list[Outcome] = []
    down = dataclasses.replace(PINS, pull="down")
    with Buttons(down, heard.append, clock):
        pin = factory.pin(PINS.buttons["undo"])
        pin.drive_high()
        clock.now += 0.2
        pin.drive_low()
        clock.now += 0.2
        factory.pin(PINS.buttons["seat0"]).drive_high()
    assert actions(heard) == [Action.UNDO]


def test_a_command_may_close_the_buttons(factory: MockFactory, clock: Clock) -> None:
    closed = threading.Event()

    def handle(outcome: Outcome) -> None:
        if isinstance(outcome, Command) and outcome.action is Action.SHUT_DOWN:
            buttons.close()
            closed.set()

    buttons = Buttons(PINS, handle, clock)
    press(factory, clock, "undo", 4.0)
    assert closed.wait(60)


def test_a_pin_in_use_is_named_and_the_others_are_let_go(factory: MockFactory) -> None:
    bad = dataclasses.replace(PINS, buttons={"win": 4, "draw": 4})
    with pytest.raises(ButtonsError, match="GPIO4") as caught:
        Buttons(bad, print)
    assert caught.value.code == "pin"
    Buttons(dataclasses.replace(PINS, buttons={"win": 4}), print).close()


def test_a_machine_without_pins_says_so(
    factory: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    Device.pin_factory = None
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "no-such-factory")
    with pytest.raises(ButtonsError) as caught:
        Buttons(PINS, print)
    assert caught.value.code == "no_pins"
