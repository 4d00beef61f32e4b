"""Gestures of the table's buttons → commands.

A machine without a clock, a thread or a pin, like :mod:`hardware.gestures`.  What the buttons say:

=============================== ===========================================================
seat, then 胡 (or both at once)  photograph that hand and propose the win
胡 again                         confirm what is proposed
seat twice, while proposed      that seat discarded the tile; the winner's own: self-draw
seat, then 杠, then a seat       who fed the kong; the same seat: concealed, twice: added
seat, long                      read that hand, no win
流局                             the deal is a draw
撤销                             drop what was begun; else the proposed win; else undo
撤销, held                       shut down
=============================== ===========================================================

Every press has an answer: a :class:`Command`, or a :class:`Notice` that says what is missing.  No
press is used for two commands.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hardware.gestures import Gesture, Gestures, Kind, Timing

SEATS = ("seat0", "seat1", "seat2", "seat3")
BUTTONS = (*SEATS, "kong", "win", "draw", "undo")
"""The names that a button can have."""


class Action(StrEnum):
    """What is to be done."""

    PROPOSE_WIN = "propose_win"
    CONFIRM_WIN = "confirm_win"
    DROP_WIN = "drop_win"
    FED_WIN = "fed_win"
    """``other`` discarded the winning tile; where it is ``seat`` itself, a self-draw."""
    EXPOSED_KONG = "exposed_kong"
    """Of a tile that ``other`` discarded."""
    CONCEALED_KONG = "concealed_kong"
    ADDED_KONG = "added_kong"
    ASK_KONG = "ask_kong"
    """Nobody said who fed the kong: the page must ask."""
    READ_HAND = "read_hand"
    DRAW = "draw"
    UNDO = "undo"
    SHUT_DOWN = "shut_down"


@dataclass(frozen=True, slots=True)
class Command:
    """One thing to do."""

    action: Action
    seat: int | None
    other: int | None
    presses: tuple[int, ...]
    """The numbers of the presses that asked for it: never the same in two commands."""
    at: float


@dataclass(frozen=True, slots=True)
class Notice:
    """An answer that changes nothing.

    ``code`` is one of ``kong_or_win``, ``who_fed``, ``dropped``, ``on_screen`` (what happens next)
    or, with ``refused``, ``who``, ``together``, ``stuck``, ``nothing_proposed``, ``too_soon``,
    ``win_proposed``, ``hold_longer``, ``lapsed``.
    """

    code: str
    refused: bool
    zh: str
    en: str
    at: float


@dataclass(frozen=True, slots=True)
class Waits:
    """How long the machine waits, in seconds."""

    chord: float
    """After a seat, for 杠 or 胡."""
    fed: float
    """After 杠, for the seat that fed it."""
    look: float
    """After a proposal, before 胡 confirms it: nobody confirms with a double press by mistake."""
    confirm: float
    """After a proposal, until only the page can confirm it."""
    shut_down: float
    """How long 撤销 is held to shut down."""


Outcome = Command | Notice

_PROMPTS = {
    "kong_or_win": ("请按杠或胡。", "Now press kong or win."),
    "who_fed": (
        "谁点的杠？请按他的座位；暗杠再按自己，加杠按自己两下。",
        "Who fed the kong?  Press that seat; concealed: your own, added: your own twice.",
    ),
    "dropped": ("已放弃刚才按的。", "Dropped what was begun."),
    "on_screen": (
        "按键不再等待，请在页面上确认。",
        "The buttons wait no longer: confirm on the page.",
    ),
}
_REFUSALS = {
    "who": ("先按座位，再按杠或胡。", "Press the seat first, then kong or win."),
    "together": (
        "这几个键不能一起按，请重按。",
        "These buttons mean nothing together: press again, one after the other.",
    ),
    "stuck": (
        "按键按住太久，请看是否被压住。",
        "A button was held too long: see whether something lies on it.",
    ),
    "nothing_proposed": (
        "还没有人胡牌：先按座位，再按胡。",
        "No win is proposed: press the seat, then win.",
    ),
    "too_soon": ("请先看清再按胡确认。", "Have a look first, then press win to confirm."),
    "win_proposed": (
        "有一手胡牌等待确认：按胡确认或按撤销放弃。",
        "A win waits: press win to confirm or undo to drop it.",
    ),
    "hold_longer": (
        "未关机：要关机请按住撤销更久；撤销请短按。",
        "Not shut down: hold undo longer for that, or press it briefly to undo.",
    ),
    "lapsed": (
        "等待已过，请重新按座位。",
        "That took too long: press the seat again.",
    ),
}


def _prompt(code: str, at: float) -> Notice:
    return Notice(code, False, *_PROMPTS[code], at)


def _refusal(code: str, at: float) -> Notice:
    return Notice(code, True, *_REFUSALS[code], at)


@dataclass(frozen=True, slots=True)
class _Begun:
    """A seat was pressed (``kong``: and 杠), and more is to come until ``until``."""

    seat: int
    presses: tuple[int, ...]
    until: float
    kong: bool


@dataclass(frozen=True, slots=True)
class _Proposal:
    seat: int
    since: float


class Commands:
    """The commands that a table's gestures mean."""

    def __init__(self, waits: Waits) -> None:
        self._waits = waits
        self._begun: _Begun | None = None
        self._proposal: _Proposal | None = None
        self._spent: set[int] = set()
        """Presses that a chord used before their own gesture came."""

    def gesture(self, gesture: Gesture) -> list[Outcome]:
        """Take a gesture of a button named in :data:`BUTTONS`; return what it means."""
        at = gesture.at
        outcomes = self.advance(at)
        numbers = tuple(press.number for press in gesture.presses)
        spent = self._spent.intersection(numbers)
        self._spent -= spent
        if spent:
            return outcomes
        if gesture.kind is Kind.STUCK:
            return [*outcomes, _refusal("stuck", at)]
        along = [press for press in gesture.along if press.number not in self._spent]
        if along:
            self._spent.update(press.number for press in along)
            pressed = numbers + tuple(press.number for press in along)
            return outcomes + self._chord(
                {gesture.button, *(press.button for press in along)}, pressed, at
            )
        if gesture.button in SEATS:
            return outcomes + self._seat(SEATS.index(gesture.button), gesture.kind, numbers, at)
        match gesture.button:
            case "kong":
                return outcomes + self._kong(numbers, at)
            case "win":
                return outcomes + self._win(numbers, at)
            case "draw":
                return outcomes + self._draw(numbers, at)
            case "undo":
                return outcomes + self._undo(gesture, numbers)
        raise ValueError(f"no such button: {gesture.button}")

    def advance(self, now: float) -> list[Outcome]:
        """Let the time pass until ``now``; return what lapsed."""
        lapsed: list[Outcome] = []
        if self._begun is not None and self._begun.until <= now:
            begun = self._begun
            lapsed += self._leave_kong(begun.until) or [_refusal("lapsed", begun.until)]
            self._begun = None
        if self._proposal is not None:
            until = self._proposal.since + self._waits.confirm
            if until <= now:
                self._proposal = None
                lapsed.append(_prompt("on_screen", until))
        return sorted(lapsed, key=lambda outcome: outcome.at)

    def due(self) -> float | None:
        """When :meth:`advance` has something to do next, or ``None``."""
        times = []
        if self._begun is not None:
            times.append(self._begun.until)
        if self._proposal is not None:
            times.append(self._proposal.since + self._waits.confirm)
        return min(times, default=None)

    def proposed(self, seat: int, at: float) -> None:
        """A win is shown now, or still: what waits for 胡 begins to wait again."""
        self._proposal = _Proposal(seat, at)

    def settled(self) -> None:
        """Forget the proposed win: it was confirmed, dropped or refused elsewhere."""
        self._proposal = None

    def _chord(self, buttons: set[str], presses: tuple[int, ...], at: float) -> list[Outcome]:
        seats = [SEATS.index(name) for name in buttons if name in SEATS]
        others = buttons.difference(SEATS)
        if len(seats) != 1 or others not in ({"kong"}, {"win"}):
            return [_refusal("together", at)]
        left = self._leave_kong(at)
        if others == {"kong"}:
            return left + self._begin_kong(seats[0], presses, at)
        return left + self._propose(seats[0], presses, at)

    def _seat(self, seat: int, kind: Kind, presses: tuple[int, ...], at: float) -> list[Outcome]:
        begun = self._begun
        if begun is not None and begun.kong:
            self._begun = None
            presses = begun.presses + presses
            if seat != begun.seat:
                return [Command(Action.EXPOSED_KONG, begun.seat, seat, presses, at)]
            own = Action.ADDED_KONG if kind is Kind.DOUBLE else Action.CONCEALED_KONG
            return [Command(own, seat, None, presses, at)]
        if kind is Kind.DOUBLE:
            if self._proposal is None:
                return [_refusal("nothing_proposed", at)]
            return [Command(Action.FED_WIN, self._proposal.seat, seat, presses, at)]
        if kind is Kind.LONG:
            self._begun = None
            return [Command(Action.READ_HAND, seat, None, presses, at)]
        self._begun = _Begun(seat, presses, at + self._waits.chord, kong=False)
        return [_prompt("kong_or_win", at)]

    def _kong(self, presses: tuple[int, ...], at: float) -> list[Outcome]:
        begun = self._begun
        if begun is None:
            return [_refusal("who", at)]
        if begun.kong:
            return [_prompt("who_fed", at)]
        return self._begin_kong(begun.seat, begun.presses + presses, at)

    def _win(self, presses: tuple[int, ...], at: float) -> list[Outcome]:
        begun = self._begun
        if begun is not None and not begun.kong:
            return self._propose(begun.seat, begun.presses + presses, at)
        left = self._leave_kong(at)
        if self._proposal is None:
            return [*left, _refusal("who", at)]
        if at - self._proposal.since < self._waits.look:
            return [*left, _refusal("too_soon", at)]
        seat = self._proposal.seat
        self._proposal = None
        return [*left, Command(Action.CONFIRM_WIN, seat, None, presses, at)]

    def _draw(self, presses: tuple[int, ...], at: float) -> list[Outcome]:
        left = self._leave_kong(at)
        self._begun = None
        if self._proposal is not None:
            return [*left, _refusal("win_proposed", at)]
        return [*left, Command(Action.DRAW, None, None, presses, at)]

    def _undo(self, gesture: Gesture, presses: tuple[int, ...]) -> list[Outcome]:
        at = gesture.at
        if gesture.held >= self._waits.shut_down:
            return [*self._leave_kong(at), Command(Action.SHUT_DOWN, None, None, presses, at)]
        if gesture.kind is Kind.LONG:
            return [_refusal("hold_longer", at)]
        if self._begun is not None:
            self._begun = None
            return [_prompt("dropped", at)]
        if self._proposal is not None:
            seat = self._proposal.seat
            self._proposal = None
            return [Command(Action.DROP_WIN, seat, None, presses, at)]
        return [Command(Action.UNDO, None, None, presses, at)]

    def _begin_kong(self, seat: int, presses: tuple[int, ...], at: float) -> list[Outcome]:
        self._begun = _Begun(seat, presses, at + self._waits.fed, kong=True)
        return [_prompt("who_fed", at)]

    def _leave_kong(self, at: float) -> list[Outcome]:
        """Hand a kong that nobody finished to the page, so that it is not lost."""
        begun = self._begun
        if begun is None or not begun.kong:
            return []
        self._begun = None
        return [Command(Action.ASK_KONG, begun.seat, None, begun.presses, at)]

    def _propose(self, seat: int, presses: tuple[int, ...], at: float) -> list[Outcome]:
        self._begun = None
        self._proposal = _Proposal(seat, at)
        return [Command(Action.PROPOSE_WIN, seat, None, presses, at)]


class Panel:
    """All buttons of a table: edges in, commands and notices out."""

    def __init__(self, timing: Timing, waits: Waits) -> None:
        self._gestures = Gestures(timing, doubles=frozenset(SEATS))
        self._commands = Commands(waits)

    def edge(self, button: str, pressed: bool, at: float) -> list[Outcome]:
        """Take the edge of a button named in :data:`BUTTONS` at a time in seconds."""
        return self._mean(self._gestures.edge(button, pressed, at))

    def advance(self, now: float) -> list[Outcome]:
        """Let the time pass until ``now``."""
        outcomes = self._mean(self._gestures.advance(now))
        return outcomes + self._commands.advance(now)

    def due(self) -> float | None:
        """When :meth:`advance` has something to do next, or ``None``."""
        times = [t for t in (self._gestures.due(), self._commands.due()) if t is not None]
        return min(times, default=None)

    def proposed(self, seat: int, at: float) -> list[Outcome]:
        """A win is shown at this time, or still: 胡 confirms it from a little later on."""
        outcomes = self.advance(at)
        self._commands.proposed(seat, at)
        return outcomes

    def settled(self, at: float) -> list[Outcome]:
        """Forget the proposed win: it was confirmed, dropped or refused elsewhere, at this time."""
        outcomes = self.advance(at)
        self._commands.settled()
        return outcomes

    def _mean(self, gestures: list[Gesture]) -> list[Outcome]:
        return [outcome for gesture in gestures for outcome in self._commands.gesture(gesture)]
