"""What the table hears: a few named patterns on an active or a passive buzzer.

An active buzzer sounds by itself and is only switched; a passive one plays tones.  Between pin and
GND; one that draws more than 15 mA needs a transistor.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any, Protocol

from hardware.errors import HardwareError

log = logging.getLogger(__name__)

PATTERNS: dict[str, tuple[tuple[str | None, float], ...]] = {
    "accepted": (("A5", 0.06),),
    "refused": (("A4", 0.25), (None, 0.08), ("A4", 0.25)),
    "needs_screen": (("E5", 0.08), (None, 0.08), ("A5", 0.08), (None, 0.08), ("E5", 0.08)),
    "win": (("C5", 0.1), ("E5", 0.1), ("G5", 0.1), (None, 0.04), ("C6", 0.35)),
    "saved": (("E5", 0.05), (None, 0.05), ("A5", 0.12)),
    "error": (("A4", 0.6),),
}
"""Name → tones (``None``: a pause) and how many seconds each lasts."""
WAITING = 4
"""Patterns that may wait; a later one is not played: nobody would know what it answers."""


class BuzzerError(HardwareError, RuntimeError):
    """A buzzer that cannot be used; ``code`` is ``buzzer``."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """Hours without sound, from ``start`` until before ``end``, over midnight where end < start."""

    start: time
    end: time

    def covers(self, now: time) -> bool:
        """Whether it is quiet at this time of day."""
        if self.start <= self.end:
            return self.start <= now < self.end
        return now >= self.start or now < self.end


class Sounder(Protocol):
    """What makes the sound."""

    def sound(self, tone: str) -> None:
        """Sound until further notice; an active buzzer has one tone only."""

    def silence(self) -> None:
        """Stop."""

    def close(self) -> None:
        """Stop and let go of the pin."""


class _Active:
    def __init__(self, pin: int) -> None:
        from gpiozero import Buzzer as Switched

        self._device: Any = Switched(pin)
        self.silence, self.close = self._device.off, self._device.close

    def sound(self, tone: str) -> None:
        self._device.on()


class _Passive:
    def __init__(self, pin: int) -> None:
        from gpiozero import TonalBuzzer

        self._device: Any = TonalBuzzer(pin, octaves=2)  # around A4: A2 to A6
        self.sound = self._device.play
        self.silence, self.close = self._device.stop, self._device.close


def sounder(kind: str, pin: int) -> Sounder:
    """Open an ``active`` or ``passive`` buzzer on a BCM pin.

    Raises:
        BuzzerError: there are no pins here, or the pin is in use or cannot do it.
    """
    from gpiozero.exc import GPIOZeroError

    try:
        return _Active(pin) if kind == "active" else _Passive(pin)
    except (GPIOZeroError, OSError) as error:
        raise BuzzerError(
            "buzzer",
            f"GPIO{pin} 上的蜂鸣器不能用（{error}）：请检查接线、针脚文件和 gpio 用户组。",
            f"The buzzer on GPIO{pin} cannot be used ({error}): check wiring, pin file and the "
            "group gpio.",
        ) from error


class Buzzer:
    """Plays patterns on a thread of its own; a context manager.

    Args:
        sounder: the buzzer; closed with this.
        quiet: hours without sound.
        now: the time of day.
        pause: waits some seconds and returns whether to stop early; by default until closed.
    """

    def __init__(
        self,
        sounder: Sounder,
        quiet: Quiet | None = None,
        *,
        now: Callable[[], time] = lambda: datetime.now().time(),
        pause: Callable[[float], bool] | None = None,
    ) -> None:
        self._sounder = sounder
        self._quiet = quiet
        self._now = now
        self._closing = threading.Event()
        self._pause = pause or self._closing.wait
        self._queue: queue.Queue[str | None] = queue.Queue(WAITING)
        self._thread = threading.Thread(target=self._run, name="buzzer", daemon=True)
        self._thread.start()

    def play(self, pattern: str) -> bool:
        """Queue a pattern of :data:`PATTERNS` and return at once.

        Returns:
            Whether it will sound: not in quiet hours, nor behind too many others.
        """
        if pattern not in PATTERNS:
            raise KeyError(pattern)
        if self._closing.is_set() or (self._quiet and self._quiet.covers(self._now())):
            return False
        try:
            self._queue.put_nowait(pattern)
        except queue.Full:
            return False
        return True

    def close(self) -> None:
        """Fall silent and let go of the pin.  What waits is not played."""
        if self._closing.is_set():
            return
        self._closing.set()
        with contextlib.suppress(queue.Full):  # then it wakes for what is queued
            self._queue.put_nowait(None)
        self._thread.join()
        self._sounder.close()

    def __enter__(self) -> Buzzer:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _run(self) -> None:
        while (pattern := self._queue.get()) is not None and not self._closing.is_set():
            try:
                self._sound(pattern)
            except Exception:  # a silent table is better than a dead thread
                log.exception("the buzzer failed")

    def _sound(self, pattern: str) -> None:
        try:
            for tone, seconds in PATTERNS[pattern]:
                if tone is None:
                    self._sounder.silence()
                else:
                    self._sounder.sound(tone)
                if self._pause(seconds):
                    return
        finally:
            self._sounder.silence()
