"""What the program noted, as lines of JSON without anything about people.

A line says when, how grave, where, and what: of a request its number, its route (not its address),
status and duration; of a fault where in the program it happened, but not the values it happened
with.  The last lines are kept in memory for the diagnostics that a user may save.
"""

from __future__ import annotations

import json
import logging
import secrets
import time
import traceback
from collections import deque
from datetime import UTC, datetime

from flask import Flask, Response, g, request

KEPT = 500
"""Lines."""
SLOW_MS = 2000
"""A request that takes longer is a warning."""
LEVELS = ("info", "warning", "error")
_STREAMS = {"live.events", "live.club_events"}
_log = logging.getLogger(__name__)


class Lines(logging.Formatter):
    """A record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {
            "at": moment,
            "level": record.levelname.lower(),
            "from": record.name,
        }
        fields = getattr(record, "fields", None)
        line |= fields if isinstance(fields, dict) else {"what": record.getMessage()}
        if record.exc_info and record.exc_info[0] is not None:
            kind, _, trace = record.exc_info
            # The text of a fault may hold what somebody entered.
            line["fault"] = kind.__name__
            line["at_line"] = [
                f"{frame.filename.rpartition('/site-packages/')[2]}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(trace)[-12:]
            ]
        return json.dumps(line, ensure_ascii=False)


class Journal(logging.Handler):
    """The last lines."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(Lines())
        self.lines: deque[str] = deque(maxlen=KEPT)

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps a line and drops the oldest."""
        self.lines.append(self.format(record))


def start(journal: Journal, level: str = "warning") -> None:
    """Keeps what the program notes from now on, and prints what is grave enough.

    Args:
        journal: where to keep it.
        level: one of ``LEVELS``, the least that is printed on the error output; ``info`` prints a
            line for every request.
    """
    printed = logging.StreamHandler()
    printed.setFormatter(Lines())
    printed.setLevel(level.upper())
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    root.addHandler(journal)
    root.addHandler(printed)


def init_app(app: Flask) -> None:
    """Notes every request, and tells its number in the header ``X-Request-Id``."""
    app.extensions["journal"] = Journal()

    @app.before_request
    def begin() -> None:
        g.request_id, g.began = secrets.token_hex(4), time.perf_counter()

    @app.after_request
    def note(response: Response) -> Response:
        spent = (time.perf_counter() - g.began) * 1000
        rule = request.url_rule
        response.headers["X-Request-Id"] = g.request_id
        slow = spent > SLOW_MS and request.endpoint not in _STREAMS
        level = logging.WARNING if response.status_code >= 500 or slow else logging.INFO
        fields = {
            "request": g.request_id,
            "method": request.method,
            "route": None if rule is None else rule.rule,
            "status": response.status_code,
            "ms": round(spent, 1),
        }
        _log.log(level, "request", extra={"fields": fields})
        return response
