"""Live updates: what one phone records, every open page of the table shows at once.

A page holds one stream of server-sent events.  Each message is the table as it is now; its id is
the number of the session's events, so a page that slept resumes with what it missed.  A stream
holds a thread of the server, so there is a limit; beyond it a page is told to come back later and
asks every few seconds meanwhile.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from time import monotonic
from typing import Any

from flask import Blueprint, Flask, Response, current_app, g, render_template, request

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
_KEPT = 64

Fragment = tuple[int, str]
"""A table as markup, and the number of events that it shows."""


class Live:
    """Who listens, and how far each session has come."""

    def __init__(self, streams: int = STREAMS) -> None:
        self._changed = threading.Condition()
        self._seq: dict[str, int] = {}
        self._free = streams
        self.notices = 0
        self._drawing = threading.Lock()
        self._drawn: dict[tuple[str, str], Fragment] = {}
        self.closed = False

    def tell(self, event: Event) -> None:
        """An event is on disk: wakes the pages of its session."""
        with self._changed:
            self._seq[event.session] = max(event.seq, self._seq.get(event.session, 0))
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
    stream = _Stream(session)
    if not stream.live.enter():
        raise Refusal("too_many_pages", 503)
    answer = Response(stream.messages(_seen()), content_type="text/event-stream; charset=utf-8")
    answer.call_on_close(stream.live.leave)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


@live.get("/sessions/<session>/now")
def now(session: str) -> Response:
    """The same once: the table where it has moved on since ``?after=``, else 204."""
    stream = _Stream(session)
    seq, markup = stream.table(stream.ledger.seq(session))
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


class _Stream:
    """What the streams of a request need after it is over."""

    def __init__(self, session: str) -> None:
        commands.table_of(current_app.extensions["ledger"], session)  # or there is none
        self.session = session
        self.tongue: str = g.language
        self.app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
        self.environ: Mapping[str, Any] = request.environ
        self.ledger: Ledger = current_app.extensions["ledger"]
        self.live: Live = current_app.extensions["live"]

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
            seq = self.ledger.seq(self.session)
            if seq == seen:
                yield "event: beat\ndata:\n\n"
            else:
                seen, markup = self.table(seq)
                lines = "".join(f"data: {line}\n" for line in markup.splitlines())
                yield f"id: {seen}\nevent: table\n{lines}\n"
            due = monotonic() + BEAT_S

    def table(self, seq: int) -> Fragment:
        """The table after at least ``seq`` events."""

        def draw() -> Fragment:
            with self.app.request_context(dict(self.environ)):
                g.language = self.tongue
                table = commands.table_of(self.ledger, self.session)
                return table.seq, render_template("_table.html", **table_view(table))

        return self.live.drawn(self.session, self.tongue, seq, draw)
