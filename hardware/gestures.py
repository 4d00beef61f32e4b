"""Button edges → gestures.

A machine without a clock, a thread or a pin: every time is passed in, in seconds of one steadily
rising clock, and the same edges always give the same gestures, however often :meth:`advance` is
called in between.

A change of level counts once it has lasted ``debounce`` seconds, so that neither a bouncing
contact nor a spike on a long wire is a press.  A gesture is told when the button is let go, never
while it is held: then a long press cannot also be a short one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """How a button was pressed."""

    SHORT = "short"
    DOUBLE = "double"
    LONG = "long"
    STUCK = "stuck"
    """Held so long that something lies on it."""


@dataclass(frozen=True, slots=True)
class Timing:
    """What tells the gestures apart, in seconds."""

    debounce: float
    """A level counts after this time without a change."""
    double: float
    """The longest gap between the two presses of a double one."""
    long: float
    """A press of at least this time is long."""
    stuck: float
    """A press of at least this time is nobody's wish."""


@dataclass(frozen=True, slots=True)
class Press:
    """One time that a button went down; ``number`` counts all presses of all buttons."""

    button: str
    number: int
    began: float


@dataclass(frozen=True, slots=True)
class Gesture:
    """What somebody did with one button."""

    button: str
    kind: Kind
    presses: tuple[Press, ...]
    """Two for a double press, otherwise one.  A press belongs to one gesture only."""
    along: tuple[Press, ...]
    """Presses of other buttons at the same time whose own gestures are still to come."""
    held: float
    """How long the last press lasted."""
    at: float
    """When it was clear what the gesture is; rises from one gesture to the next."""


@dataclass(slots=True)
class _Button:
    level: bool = False
    level_since: float = 0.0
    down: Press | None = None
    first: Press | None = None
    """A short press that was let go and may become the first of a double one."""
    first_held: float = 0.0
    first_until: float = 0.0
    along: dict[int, Press] = field(default_factory=dict)


class Gestures:
    """The gestures of any number of named buttons.

    Args:
        timing: the times that tell them apart.
        doubles: buttons for which a double press means something.  Only their short presses are
            told late: after ``timing.double``, or when another button goes down.
    """

    def __init__(self, timing: Timing, doubles: frozenset[str] = frozenset()) -> None:
        self._timing = timing
        self._doubles = doubles
        self._buttons: dict[str, _Button] = {}
        self._open: set[int] = set()
        self._count = 0
        self._now = float("-inf")

    def edge(self, button: str, pressed: bool, at: float) -> list[Gesture]:
        """Take a change of level; return the gestures that are complete by ``at``.

        A time before the last one given is taken as that one.
        """
        gestures = self.advance(at)
        state = self._buttons.setdefault(button, _Button())
        if state.level != pressed:
            state.level, state.level_since = pressed, self._now
        return gestures + self.advance(self._now)

    def advance(self, now: float) -> list[Gesture]:
        """Let the time pass until ``now``; return the gestures that are complete by then."""
        self._now = max(self._now, now)
        gestures: list[Gesture] = []
        while (due := self._next()) is not None and due[0] <= self._now:
            at, name, settles = due
            state = self._buttons[name]
            if not settles:
                gestures += self._tell_first(name, at)
            elif state.level:
                gestures += self._press(name, at)
            else:
                gestures += self._release(name, at)
        return gestures

    def due(self) -> float | None:
        """When :meth:`advance` has something to do next, or ``None``."""
        due = self._next()
        return None if due is None else due[0]

    def _next(self) -> tuple[float, str, bool] | None:
        """The earliest of the changes that are to settle and the short presses that wait."""
        waiting: list[tuple[float, str, bool]] = []
        for name, state in self._buttons.items():
            if state.level != (state.down is not None):
                waiting.append((state.level_since + self._timing.debounce, name, True))
            if state.first is not None and state.down is None:
                waiting.append((state.first_until, name, False))
        return min(waiting, default=None)

    def _press(self, name: str, at: float) -> list[Gesture]:
        gestures: list[Gesture] = []
        for other in self._buttons:
            if other != name:  # a chord is no half of a double press
                gestures += self._tell_first(other, at)
        state = self._buttons[name]
        press = Press(name, self._count, state.level_since)
        self._count += 1
        self._open.add(press.number)
        state.down = press
        if state.first is None:
            state.along = {}
        for other, its in self._buttons.items():
            if other != name and its.down is not None:
                state.along[its.down.number] = its.down
                its.along[press.number] = press
        return gestures

    def _release(self, name: str, at: float) -> list[Gesture]:
        state = self._buttons[name]
        press = state.down
        assert press is not None
        held = state.level_since - press.began
        state.down = None
        if held >= self._timing.long:
            gestures = self._tell_first(name, at)
            kind = Kind.LONG if held < self._timing.stuck else Kind.STUCK
            return [*gestures, self._tell(name, kind, (press,), held, at)]
        if state.first is not None:
            first, state.first = state.first, None
            return [self._tell(name, Kind.DOUBLE, (first, press), held, at)]
        if name in self._doubles and not state.along:
            state.first, state.first_held = press, held
            # The second press is known only when it has settled.
            state.first_until = state.level_since + self._timing.double + self._timing.debounce
            return []
        return [self._tell(name, Kind.SHORT, (press,), held, at)]

    def _tell_first(self, name: str, at: float) -> list[Gesture]:
        state = self._buttons[name]
        if state.first is None:
            return []
        first, state.first = state.first, None
        self._open.discard(first.number)
        return [Gesture(name, Kind.SHORT, (first,), (), state.first_held, at)]

    def _tell(
        self, name: str, kind: Kind, presses: tuple[Press, ...], held: float, at: float
    ) -> Gesture:
        self._open.difference_update(press.number for press in presses)
        along = (p for p in self._buttons[name].along.values() if p.number in self._open)
        return Gesture(name, kind, presses, tuple(along), held, at)
