"""The buttons themselves: gpiozero's pins → one queue → one thread that handles what they mean.

Wire each button between its pin and GND; :mod:`hardware.wiring` tells which.  A pin's
callback only stamps the time and queues the edge: it runs in the pin library's one thread, which an
exception would end for all buttons.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from hardware.commands import Outcome, Panel
from hardware.errors import HardwareError
from hardware.pins import Pins

log = logging.getLogger(__name__)

Message = Callable[[Panel], list[Outcome]] | None
"""What happened, told to the panel with the time it happened at; ``None`` closes."""


class ButtonsError(HardwareError, RuntimeError):
    """Buttons that cannot be used: ``no_pins`` here, one ``pin``, or it is ``busy`` elsewhere."""


def consume(
    messages: queue.SimpleQueue[Message],
    panel: Panel,
    handle: Callable[[Outcome], None],
    clock: Callable[[], float],
) -> None:
    """Hand on what the messages mean, one after the other, until told to close.

    Edges count by their own times: however long ``handle`` takes, a press means the same.
    """
    closing = False
    while not closing:
        due = panel.due()
        try:
            message = messages.get(timeout=None if due is None else max(0.0, due - clock()))
        except queue.Empty:
            outcomes = panel.advance(clock())
        else:
            closing = message is None
            outcomes = panel.advance(clock()) if message is None else message(panel)
        for outcome in outcomes:
            try:
                handle(outcome)
            except Exception:  # the next press must still be heard
                log.exception("a button's command failed: %s", outcome)


class Buttons:
    """The buttons of a table, from opening to closing; a context manager.

    Args:
        pins: the pin file.
        handle: called with every command and notice, in this object's thread; should be quick.
        clock: a steadily rising clock, in seconds.

    Raises:
        ButtonsError: there are no pins here, or one of them cannot be used.
    """

    def __init__(
        self,
        pins: Pins,
        handle: Callable[[Outcome], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._messages: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._clock = clock
        self._names = list(pins.buttons)
        self._devices: list[Any] = []
        try:
            for name, pin in pins.buttons.items():
                self._devices.append(self._open(name, pin, pins.pull))
        except ButtonsError:
            self._let_go()
            raise
        self._thread = threading.Thread(
            target=consume,
            args=(self._messages, Panel(pins.timing, pins.waits), handle, clock),
            name="buttons",
            daemon=True,
        )
        self._thread.start()

    def proposed(self, seat: int) -> None:
        """Say that a win is shown now, or still, and waits for 胡 from now on."""
        self._messages.put(partial(Panel.proposed, seat=seat, at=self._clock()))

    def settled(self) -> None:
        """Say that the proposed win was confirmed, dropped or refused elsewhere."""
        self._messages.put(partial(Panel.settled, at=self._clock()))

    def held(self) -> list[str]:
        """Return the buttons that are down now."""
        return [
            name
            for name, device in zip(self._names, self._devices, strict=True)
            if device.is_pressed
        ]

    def close(self) -> None:
        """Let go of the pins; returns when what was pressed before is handled."""
        self._let_go()
        self._messages.put(None)
        if threading.current_thread() is not self._thread:  # a command may shut everything down
            self._thread.join()

    def __enter__(self) -> Buttons:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _open(self, name: str, pin: int, pull: str) -> Any:
        from gpiozero import Button
        from gpiozero.exc import BadPinFactory

        try:
            # Not gpiozero's bounce_time: it loses edges (gpiozero #550).
            button = Button(pin, pull_up=pull == "up", bounce_time=None)
        except BadPinFactory as error:
            raise ButtonsError(
                "no_pins",
                "这台机器没有可用的 GPIO：树莓派上请安装 python3-lgpio；别的电脑请不接按键运行。",
                "There is no usable GPIO here: on a Pi install python3-lgpio, elsewhere run "
                "without buttons.",
            ) from error
        except Exception as error:  # lgpio's own are neither gpiozero's nor OSError
            raise ButtonsError(
                "busy" if "busy" in str(error) else "pin",
                f"GPIO{pin}（{name}）不能用（{error}）："
                "请看是否被别的程序占用、用户在不在 gpio 组。",
                f"GPIO{pin} ({name}) cannot be used ({error}): see whether another program has it "
                "and whether the user is in the group gpio.",
            ) from error

        def pressed() -> None:
            self._messages.put(partial(Panel.edge, button=name, pressed=True, at=self._clock()))

        def released() -> None:
            self._messages.put(partial(Panel.edge, button=name, pressed=False, at=self._clock()))

        button.when_pressed, button.when_released = pressed, released
        return button

    def _let_go(self) -> None:
        for device in self._devices:
            device.close()
        self._devices.clear()
