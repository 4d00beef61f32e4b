"""Live updates: what one phone records, every open page of the table shows at once.

A page holds one stream of server-sent events.  Each message is the table as it is now; its id is
the number of the session's events, so a page that slept resumes with what it missed.  The club's
page, which shows all tables, holds a stream of the same kind; there the id is that of the newest
event of all.  A stream holds a thread of the server, so there is a limit; beyond it a page is told
to come back later and asks every few seconds meanwhile.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from time import monotonic
from typing import Any

from flask import Blueprint, Flask, Response, current_app, g, render_template, request
from markupsafe import Markup

from scoring.ledger import Ledger
from scoring.table import Event
from web import commands
from web.refusals import Refusal
from web.views import table_view

live = Blueprint("live", __name__)

STREAMS = 32
"""Pages that may listen at the same time."""
BEAT_S = 10
"""A silent stream says that often that it is there, and looks for another process's commits."""
GLANCE_S = 1
"""A stream looks that often whether its page has gone."""
RECONNECT_MS = 1000
CLUB = ""
"""In the place of a session: all of them."""
_KEPT = 256

Fragment = tuple[int, str]
"""A table as markup, and the number of events that it shows."""


class Live:
    """Who listens, and how far each session has come."""

    def __init__(self, streams: int = STREAMS) -> None:
        self._changed = threading.Condition()
        self._seq: dict[str, int] = {}
        self._free = streams
        self.notices = 0
        self._drawing = threading.RLock()  # the club's page is drawn of tables that are kept
        self._drawn: dict[tuple[str, str], Fragment] = {}
        self.closed = False

    def tell(self, event: Event) -> None:
        """An event is on disk: wakes the pages of its session, and the club's."""
        with self._changed:
            for session, number in ((event.session, event.seq), (CLUB, event.id)):
                self._seq[session] = max(number, self._seq.get(session, 0))
            self._changed.notify_all()

    def announce(self) -> None:
        """The table's device has something else to show: wakes every page."""
        with self._changed:
            self.notices += 1
            self._changed.notify_all()

    def wait(self, session: str, seen: int, noticed: int = 0) -> bool:
        """Whether the session moves on from ``seen`` events, within ``GLANCE_S``.

        Or the device from ``noticed`` announcements.
        """

        def moved() -> bool:
            return self.closed or self._seq.get(session, seen) > seen or self.notices > noticed

        with self._changed:
            return self._changed.wait_for(moved, GLANCE_S) and not self.closed

    def enter(self) -> bool:
        """Takes a place for a stream; False when there is none."""
        with self._changed:
            if self._free == 0:
                return False
            self._free -= 1
            return True

    def leave(self) -> None:
        """Gives the place back."""
        with self._changed:
            self._free += 1

    def close(self) -> None:
        """Ends every stream."""
        with self._changed:
            self.closed = True
            self._changed.notify_all()

    def drawn(self, session: str, tongue: str, seq: int, draw: Callable[[], Fragment]) -> Fragment:
        """The table after at least ``seq`` events, drawn once for all who look at it."""
        with self._drawing:
            kept = self._drawn.pop((session, tongue), None)
            if kept is None or kept[0] < seq:
                kept = draw()
            self._drawn[session, tongue] = kept
            if len(self._drawn) > _KEPT:
                del self._drawn[next(iter(self._drawn))]
            return kept


@live.get("/sessions/<session>/events")
def events(session: str) -> Response:
    """The stream of a table."""
    return _streamed(_Table(session))


@live.get("/sessions/<session>/now")
def now(session: str) -> Response:
    """The same once: the table where it has moved on since ``?after=``, else 204."""
    return _once(_Table(session))


@live.get("/club/events")
def club_events() -> Response:
    """The stream of all tables."""
    return _streamed(_Club())


@live.get("/club/now")
def club_now() -> Response:
    """The same once."""
    return _once(_Club())


def club_cards() -> str:
    """Every table that is played at, as the club's page shows them."""
    return _Club().fragment(0)[1]


def _streamed(source: _Source) -> Response:
    if not source.live.enter():
        raise Refusal("too_many_pages", 503)
    answer = Response(source.messages(_seen()), content_type="text/event-stream; charset=utf-8")
    answer.call_on_close(source.live.leave)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def _once(source: _Source) -> Response:
    seq, markup = source.fragment(source.number())
    answer = Response(status=204) if seq == _seen() else Response(markup)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["ETag"] = f'"{seq}"'
    return answer


def _seen() -> int:
    """The number of events that the page has seen."""
    try:
        return int(request.headers.get("Last-Event-ID") or request.args.get("after") or 0)
    except ValueError:
        return 0


class _Source(ABC):
    """What a page is kept up to date with, and what its stream needs after the request."""

    def __init__(self, session: str) -> None:
        self.session = session
        self.tongue: str = g.language
        self.app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
        self.environ: Mapping[str, Any] = request.environ
        self.ledger: Ledger = current_app.extensions["ledger"]
        self.live: Live = current_app.extensions["live"]

    @abstractmethod
    def number(self) -> int:
        """How far it has come."""

    @abstractmethod
    def draw(self) -> Fragment:
        """It as it is now; called within a request."""

    def messages(self, seen: int) -> Iterator[str]:
        """Messages until the page goes or the server stops."""
        gone = self.environ.get("waitress.client_disconnected", bool)
        yield f"retry: {RECONNECT_MS}\n\n"
        due = 0.0
        noticed = self.live.notices
        while not self.live.closed and not gone():
            if monotonic() < due and not self.live.wait(self.session, seen, noticed):
                continue
            if self.live.notices > noticed:
                noticed = self.live.notices
                yield "event: device\ndata:\n\n"
            number = self.number()
            if number == seen:
                yield "event: beat\ndata:\n\n"
            else:
                seen, markup = self.fragment(number)
                lines = "".join(f"data: {line}\n" for line in markup.splitlines())
                yield f"id: {seen}\nevent: table\n{lines}\n"
            due = monotonic() + BEAT_S

    def fragment(self, number: int) -> Fragment:
        """It after at least so many events."""

        def draw() -> Fragment:
            with self.app.request_context(dict(self.environ)):
                g.language = self.tongue
                return self.draw()

        return self.live.drawn(self.session, self.tongue, number, draw)


class _Table(_Source):
    """One table."""

    def __init__(self, session: str) -> None:
        super().__init__(session)
        commands.table_of(self.ledger, session)  # or there is none

    def number(self) -> int:
        return self.ledger.seq(self.session)

    def draw(self) -> Fragment:
        table = commands.table_of(self.ledger, self.session)
        return table.seq, render_template("_table.html", **table_view(table))


class _Club(_Source):
    """All tables that are played at."""

    def __init__(self) -> None:
        super().__init__(CLUB)

    def number(self) -> int:
        return self.ledger.newest()

    def draw(self) -> Fragment:
        number = self.number()
        cards = [self._card(session)[1] for session in self.ledger.open_sessions()]
        return number, render_template("_club.html", cards=[Markup(card) for card in cards])

    def _card(self, session: str) -> Fragment:
        """One table, drawn anew only where something happened at it."""

        def draw() -> Fragment:
            table = commands.table_of(self.ledger, session)
            return table.seq, render_template("_card.html", table=table)

        seq = self.ledger.seq(session)
        return self.live.drawn(f"card {session}", self.tongue, seq, draw)
