"""What the table says: a few named patterns of tones and pauses, heard or seen."""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, time
from typing import Protocol

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
    """What makes the sound, or the light."""

    def sound(self, tone: str) -> None:
        """Sound or shine until further notice; only a passive buzzer has more than one tone."""

    def silence(self) -> None:
        """Stop."""

    def close(self) -> None:
        """Stop and let go of the pin."""


class Player:
    """Plays patterns on a thread of its own; a context manager.

    Args:
        sounder: what plays them; closed with this.
        quiet: hours in which nothing is played.
        patterns: those that are played; the others are passed over.
        now: the time of day.
        pause: waits some seconds and returns whether to stop early; by default until closed.
    """

    def __init__(
        self,
        sounder: Sounder,
        quiet: Quiet | None = None,
        patterns: Collection[str] = PATTERNS.keys(),
        *,
        now: Callable[[], time] = lambda: datetime.now().time(),
        pause: Callable[[float], bool] | None = None,
    ) -> None:
        self._sounder = sounder
        self._quiet = quiet
        self._patterns = patterns
        self._now = now
        self._closing = threading.Event()
        self._pause = pause or self._closing.wait
        self._queue: queue.Queue[str | None] = queue.Queue(WAITING)
        self._thread = threading.Thread(target=self._run, name="signals", daemon=True)
        self._thread.start()

    def play(self, pattern: str) -> bool:
        """Queue a pattern of :data:`PATTERNS` and return at once.

        Returns:
            Whether it will be played: not in quiet hours, nor behind too many others.
        """
        if pattern not in PATTERNS:
            raise KeyError(pattern)
        if self._closing.is_set() or pattern not in self._patterns:
            return False
        if self._quiet and self._quiet.covers(self._now()):
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

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _run(self) -> None:
        while (pattern := self._queue.get()) is not None and not self._closing.is_set():
            try:
                self._sound(pattern)
            except Exception:  # a silent table is better than a dead thread
                log.exception("a signal failed")

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
