"""The things on one table: camera, buttons, buzzer and lights, and what they do in the ledger.

Buttons and pages go the same way: through ``web.commands`` into the ledger, which tells every page
and, by :meth:`Device.tell`, the buzzer.  Every refusal is heard and shown.
"""

from __future__ import annotations

import logging
import secrets
import subprocess
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import scoring
from hardware.commands import Action, Command, Notice, Outcome
from hardware.errors import HardwareError
from hardware.files import write_whole
from hardware.pins import Pins, has_pins, read_pins
from scoring.errors import ScoringError
from scoring.kongs import TYPES
from scoring.ledger import Ledger
from scoring.table import DEAL_SETTLED, KONG_RECORDED, Event, Table
from web import commands
from web.photos import load_models
from web.proposals import Proposal, again, propose
from web.refusals import DealRefused, Refusal, Unavailable, status_of
from web.seen_kongs import AskedKong, Reading, made
from web.table_camera import TableCamera
from web.text import TEXT

if TYPE_CHECKING:
    from hardware.buttons import Buttons
    from hardware.signals import Signals

log = logging.getLogger(__name__)

SHOWN_S = 15.0
"""A message is shown for that long."""
SHUT_DOWN_S = 30.0
LOADING_S = 60.0
"""The camera may take that long to start before the models are loaded without it."""


KONGS = {
    Action.EXPOSED_KONG: "exposed",
    Action.CONCEALED_KONG: "concealed",
    Action.ADDED_KONG: "added",
    Action.ASK_KONG: None,
}
"""Kinds of kong that buttons tell; None: they do not."""


@dataclass(frozen=True, slots=True)
class DeviceSetting:
    """What hangs on this computer."""

    camera: str
    """``auto``, ``none``, ``pi``, ``usb``, ``usb:2``, ``folder:PATH`` or ``video:FILE``."""
    turn: int = 0
    """Degrees clockwise by which the camera's picture is turned."""
    pins: str = "none"
    """The pin file; ``auto``: the default one where the computer has pins; or ``none``."""


NO_DEVICE = DeviceSetting("none")


@dataclass(frozen=True, slots=True)
class Message:
    """What every page says for a while."""

    zh: str
    en: str
    refused: bool
    until: float


@dataclass(frozen=True, slots=True)
class Seen:
    """A hand that was read without a win."""

    names: tuple[str, ...]
    seat: int
    reading: Reading


class Device:
    """The camera, buttons, buzzer and lights of a table, from starting to closing.

    Args:
        setting: what there is.
        ledger: where it is recorded.
        announce: called whenever pages have something else to show.
        folder: where what is known of the device is kept.
        photos: where photos are kept.
    """

    def __init__(
        self,
        setting: DeviceSetting,
        ledger: Ledger,
        announce: Callable[[], None],
        folder: Path,
        photos: Path,
    ) -> None:
        self.setting = setting
        self.camera = TableCamera(setting.camera, setting.turn, folder, photos)
        self.pins: Pins | None = None
        self.problem: HardwareError | None = None
        """Why the buttons do not work."""
        self.proposal: Proposal | None = None
        self.seen: Seen | None = None
        self.asked: tuple[AskedKong, ...] = ()
        """Kongs that wait for the page, in order."""
        self._ledger, self._announce, self._photos = ledger, announce, photos
        self._binding = folder / "table.txt"
        self._bound: str | None = None
        self._prefix = secrets.token_hex(4)
        self._changes = 0
        self._message: Message | None = None
        self._lock = threading.RLock()
        self._buttons: Buttons | None = None
        self._signals: Signals | None = None

    def start(self) -> None:
        """Starts everything; what takes its time does so in the background.

        Raises:
            ScoringError: the setting or the pin file is wrong.
        """
        try:
            self._bound = self._binding.read_text("utf-8")
        except OSError:
            self._bound = None
        if self.setting.pins != "none" and (self.setting.pins != "auto" or has_pins()):
            try:
                self.pins = read_pins(
                    None if self.setting.pins == "auto" else Path(self.setting.pins)
                )
            except HardwareError as error:
                raise Unavailable(f"pins_{error.code}", error.zh, error.en) from error
        self.camera.start()
        threading.Thread(target=self._start, name="device", daemon=True).start()

    def close(self) -> None:
        """Lets go of everything."""
        if self._buttons is not None:
            self._buttons.close()
        if self._signals is not None:
            self._signals.close()
        self.camera.close()

    def _start(self) -> None:
        if self.pins is not None:
            self.connect(self.pins)
        supervisor = self.camera.supervisor
        if supervisor is not None and supervisor.wait_for(lambda s: s.code == "ok", LOADING_S):
            load_models()

    def connect(self, pins: Pins, clock: Callable[[], float] = monotonic) -> None:
        """Takes the pins; where that fails, pages say why.

        Args:
            pins: the pin file.
            clock: tells when buttons are pressed.
        """
        from hardware.buttons import Buttons, ButtonsError
        from hardware.signals import Signals

        self.pins = pins
        try:
            self._signals = Signals(pins)
            self._buttons = Buttons(pins, self.do, clock)
        except ButtonsError as error:
            self.problem = error
            log.warning("%s", error)
            self._change()
            return
        self.problem = next(iter(self._signals.problems), None)

    # ---- which table -----------------------------------------------------------------------

    def table(self) -> Table:
        """The table that the buttons act on: the one chosen, else the newest that is open.

        Raises:
            Refusal: no table is open.
        """
        sessions = self._ledger.open_sessions()
        if not sessions:
            raise Refusal("no_table", 409)
        chosen = self._bound if self._bound in sessions else sessions[0]
        return commands.table_of(self._ledger, chosen)

    def bind(self, session: str) -> None:
        """Chooses the table that the buttons act on, until it is closed.

        Raises:
            Refusal: there is no such session, or it has ended.
        """
        if commands.table_of(self._ledger, session).closed_at:
            raise Refusal("session_closed", 409)
        try:
            write_whole(self._binding, session)
        except OSError as error:
            raise Refusal("cannot_write", name=self._binding, why=error.strerror) from error
        self._bound = session
        self._change()

    # ---- what pages show -------------------------------------------------------------------

    @property
    def used(self) -> bool:
        """Whether pages have anything to look for."""
        return self.pins is not None or self.setting.camera != "none"

    @property
    def message(self) -> Message | None:
        """What happened a moment ago."""
        message = self._message
        return message if message is not None and monotonic() < message.until else None

    @property
    def version(self) -> str:
        """Changes whenever pages have something else to show."""
        return f"{self._prefix}.{self._changes}{'.' if self.message else ''}"

    def say(self, told: ScoringError | Notice, refused: bool = True) -> None:
        """Shows a sentence on every page for a while."""
        self._message = Message(told.zh, told.en, refused, monotonic() + SHOWN_S)
        self._change()

    def _tell(self, done: str) -> None:
        self._say_done(*TEXT[f"device.{done}"])

    def _say_done(self, zh: str, en: str) -> None:
        self._message = Message(zh, en, False, monotonic() + SHOWN_S)
        self._change()

    def _change(self) -> None:
        with self._lock:
            self._changes += 1
        self._announce()

    def play(self, pattern: str) -> None:
        """Plays a pattern on buzzer and lights, where there are any."""
        if self._signals is not None:
            self._signals.play(pattern)

    def refused(self, session: str, failed: bool) -> None:
        """A page was refused at a table: it is heard where the buttons act on that table."""
        try:
            here = self._signals is not None and self.table().session == session
        except ScoringError:
            return
        if here:
            self.play("error" if failed else "refused")

    def attempt(self, act: Callable[[], None]) -> None:
        """Does something; makes a refusal heard and seen."""
        try:
            act()
        except ScoringError as error:
            waits = self.proposal is not None and error is self.proposal.need
            if waits or error.code.startswith("screen_"):
                self.play("needs_screen")
            else:
                self.play("error" if status_of(error) >= 500 else "refused")
            self._sync(self.proposal)
            self.say(error)
        except Exception:
            log.exception("at the table: %s failed", act)
            self.play("error")
            self._sync(self.proposal)
            self.say(Refusal("http_500", 500))

    # ---- what happened in the ledger -------------------------------------------------------

    def tell(self, event: Event) -> None:
        """An event is on disk, whoever sent it: it is heard, and a proposal knows of it."""
        if not self.used:
            return
        try:
            self._hear(event)
        except Exception:  # what is stored is stored
            log.exception("the table's device did not take %s %d", event.session, event.seq)

    def _hear(self, event: Event) -> None:
        won = event.kind == DEAL_SETTLED and event.payload["deal"]["outcome"] == "win"
        if self._signals is not None and event.session == self.table().session:
            self.play("win" if won else "saved")
        proposal = self.proposal
        waiting = (proposal, *self.asked)
        if not any(each is not None and each.session == event.session for each in waiting):
            return
        table = commands.table_of(self._ledger, event.session)
        done = event.kind == DEAL_SETTLED or bool(table.closed_at)
        with self._lock:
            if done:
                self.asked = tuple(each for each in self.asked if each.session != event.session)
            elif event.kind == KONG_RECORDED and not event.key.startswith(self._prefix):
                self._answered(event)
        if proposal is None or proposal.session != event.session:
            self._change()
            return
        self._show(None if done else again(proposal, table, proposal.feeder))

    def _answered(self, event: Event) -> None:
        """A page recorded a kong: that seat's first one waits no longer."""
        for asked in self.asked:
            if (asked.session, asked.seat) == (event.session, event.payload["seat"]):
                self.asked = tuple(each for each in self.asked if each is not asked)
                break

    def _show(self, proposal: Proposal | None) -> None:
        """Shows a proposal, or none any more; the buttons hear of it."""
        with self._lock:
            self._sync(proposal)
            self.proposal, self.seen = proposal, None
        self._change()

    def _sync(self, proposal: Proposal | None) -> None:
        """Tells the buttons what waits: from now on a press confirms it."""
        if self._buttons is None:
            return
        if proposal is None:
            self._buttons.settled()
        else:
            self._buttons.proposed(proposal.seat)

    # ---- what can be done ------------------------------------------------------------------

    def propose(self, seat: int, key: str) -> None:
        """Photographs a seat's hand and proposes that it won.

        Raises:
            ScoringError: no table is open, or it has no such seat.
        """
        table = self._seated(seat)
        reading: Reading | ScoringError
        try:
            reading = self.camera.capture(scoring.rule_set(table.rules, table.options), seat)
        except ScoringError as error:  # the page can still be told what the hand is
            log.info("no reading of seat %d: %s", seat, error)
            reading = error
        self._put(propose(table, seat, None, reading, key))

    def feed(self, key: str, feeder: int | None) -> None:
        """Says who discarded the tile that a proposed win is made with.

        Args:
            key: the proposal's.
            feeder: a seat; None, or the winner's own: he drew it himself.

        Raises:
            ScoringError: that win is no longer proposed, or there is no such seat.
        """
        proposal = self._proposed(key)
        table = commands.table_of(self._ledger, proposal.session)
        if feeder is not None:
            _check_seat(table, feeder)
        self._put(again(proposal, table, None if feeder == proposal.seat else feeder))

    def _put(self, proposal: Proposal) -> None:
        self.play("accepted" if proposal.need is None else "needs_screen")
        self._show(proposal)

    def confirm(self, key: str) -> None:
        """Books a proposed win; a second time nothing.

        Raises:
            ScoringError: it is no longer proposed, the page must be asked, or the ledger refuses.
        """
        if self._ledger.with_key(key):
            return
        proposal = self._proposed(key)
        if proposal.need is not None or proposal.deal is None or proposal.reading is None:
            raise proposal.need or Refusal("no_proposal", 409)
        try:
            commands.confirm(
                self._ledger,
                proposal.session,
                proposal.deal,
                proposal.reading["photo"],
                proposal.key,
                proposal.after,
                self._photos,
            )
        except ScoringError:  # the table has moved on: what it comes to now is shown
            table = commands.table_of(self._ledger, proposal.session)
            self._show(again(proposal, table, proposal.feeder))
            raise
        self._tell("saved")

    def drop(self, key: str) -> None:
        """Forgets a proposed win, or a kong that waits for the page.

        Raises:
            ScoringError: it waits no longer.
        """
        with self._lock:
            left = tuple(each for each in self.asked if each.key != key)
            forgotten, self.asked = len(left) < len(self.asked), left
        if not forgotten:
            self._proposed(key)
            self._show(None)
        self._tell("dropped")

    def kong(self, seat: int, kind: str | None, source: int | None, key: str) -> None:
        """Photographs a kong and records it; what the photo does not tell, the page is asked.

        Args:
            seat: who made it.
            kind: a key of ``scoring.kongs.TYPES``; None: nobody said.
            source: who fed it; None: nobody.
            key: idempotency key.

        Raises:
            ScoringError: no table is open, or it has no such seat.
        """
        table = self._seated(seat)
        if source is not None:
            _check_seat(table, source)
        tile: str | None = None
        try:
            reading = self.camera.capture(scoring.rule_set(table.rules, table.options), seat)
            tile = made(reading, kind, table.kongs)
            if kind is None:
                raise Refusal("screen_kong", 409)
            commands.record_kong(
                self._ledger, table.session, seat, kind, tile, source, key, table.seq
            )
        except ScoringError as error:
            log.info("no kong of seat %d: %s", seat, error)
            asked = AskedKong(key, table.session, table.names, seat, kind, source, tile, error)
            with self._lock:
                self.asked = (*self.asked, asked)
            self.play("needs_screen")
            self._change()
            return
        told = scoring.Tile.from_text(tile)
        self._say_done(
            *(
                wording.format(name=table.names[seat], kind=named, tile=shown)
                for wording, named, shown in zip(
                    TEXT["device.kong"],
                    TEXT[f"meld.{TYPES[kind]}"],
                    (told.zh, told.en),
                    strict=True,
                )
            )
        )

    def read(self, seat: int) -> None:
        """Reads a seat's hand without a win, to see what is read.

        Raises:
            ScoringError: no table is open, or there is nothing to read.
        """
        table = self._seated(seat)
        reading = self.camera.capture(scoring.rule_set(table.rules, table.options), seat)
        with self._lock:
            self.seen = Seen(table.names, seat, reading)
        self.play("accepted")
        self._change()

    def forget(self) -> None:
        """No longer shows a hand that was read."""
        with self._lock:
            self.seen = None
        self._change()

    def draw(self, key: str) -> None:
        """Records a draw.

        Raises:
            ScoringError: no table is open, or the page must be asked.
        """
        table = self.table()
        deal: Mapping[str, Any] = {"outcome": "draw", "melds": [[] for _ in table.names]}
        if "hands_at_draw" in scoring.RULE_SETS[table.rules].fields:
            raise Refusal("screen_draw")
        try:
            commands.confirm(self._ledger, table.session, deal, None, key, table.seq, self._photos)
        except DealRefused as error:
            raise Refusal("screen_draw") from error
        self._tell("saved")

    def undo(self, key: str) -> None:
        """Takes back the last thing that happened; a kong that waits for the page is dropped.

        Raises:
            ScoringError: no table is open, or nothing happened yet.
        """
        if self.asked:
            self.drop(self.asked[-1].key)
            return
        table = self.table()
        commands.undo(self._ledger, table.session, 1, key, table.seq)
        self._tell("undone")

    def shut_down(self) -> None:
        """Shuts the computer down; what was recorded is on disk already.

        Raises:
            Refusal: the pin file names no command, or it failed.
        """
        command = self.pins.shut_down if self.pins is not None else ()
        if not command:
            raise Refusal("shut_down", why="shut_down.command = []")
        self._tell("shutting_down")
        self.play("saved")
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=SHUT_DOWN_S, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Refusal("shut_down", why=error) from error
        if done.returncode:
            raise Refusal("shut_down", why=done.stderr.strip() or done.returncode)

    # ---- buttons ---------------------------------------------------------------------------

    def do(self, outcome: Outcome) -> None:
        """Does what the buttons mean; runs in their thread."""
        if isinstance(outcome, Notice):
            asks = outcome.code == "on_screen"
            self.play("refused" if outcome.refused else "needs_screen" if asks else "accepted")
            self.say(outcome, outcome.refused)
            return
        self.attempt(partial(self._command, outcome))

    def _command(self, command: Command) -> None:
        key = "-".join((self._prefix, *map(str, command.presses)))
        waiting = self.proposal.key if self.proposal is not None else ""
        match command.action:
            case Action.PROPOSE_WIN if command.seat is not None:
                self.play("accepted")
                self.propose(command.seat, key)
            case Action.CONFIRM_WIN:
                self.confirm(waiting)
            case Action.DROP_WIN:
                self.drop(waiting)
            case Action.FED_WIN:
                self.feed(waiting, command.other)
            case Action.READ_HAND if command.seat is not None:
                self.read(command.seat)
            case Action.DRAW:
                self.draw(key)
            case Action.UNDO:
                self.undo(key)
            case Action.SHUT_DOWN:
                self.shut_down()
            case action if action in KONGS and command.seat is not None:
                self.play("accepted")
                self.kong(command.seat, KONGS[action], command.other, key)
            case action:
                raise ValueError(f"{action} of nobody")

    def _proposed(self, key: str) -> Proposal:
        proposal = self.proposal
        if proposal is None or proposal.key != key:
            raise Refusal("no_proposal", 409)
        return proposal

    def _seated(self, seat: int) -> Table:
        table = self.table()
        _check_seat(table, seat)
        return table


def _check_seat(table: Table, seat: int) -> None:
    if seat not in range(table.players):
        raise Refusal("no_seat", seat=seat + 1, players=table.players)
