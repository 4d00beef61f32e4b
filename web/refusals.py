"""What the program refuses, with the sentence that pages, the API and the command line all show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scoring.errors import LedgerError, ScoringError
from web.text import TEXT

if TYPE_CHECKING:
    from werkzeug.exceptions import HTTPException

LARGEST_UPLOAD_MB = 25
RETRY_AFTER_S = 30
_STATUS = {"stale": 409, "already_there": 409, "no_models": 503}


class Refusal(ScoringError):
    """A request that is refused and changes nothing.

    Args:
        code: a key of the catalogue under ``refused.``; its two texts are the sentence.
        status: the HTTP status, 4xx.
        values: what the sentence names.
    """

    def __init__(self, code: str, status: int = 422, **values: object) -> None:
        zh, en = TEXT[f"refused.{code}"]
        super().__init__(code, zh.format(**values), en.format(**values))
        self.status = status


class Wait(Refusal):
    """A request that came too early; it may be sent again after ``seconds``."""

    def __init__(self, code: str, seconds: int) -> None:
        super().__init__(code, 429, s=seconds)
        self.seconds = seconds


class Unavailable(ScoringError):
    """A camera or another thing at the table that does not work now; its message says why."""

    status = 503


class DealRefused(ScoringError):
    """A deal that the engine refused.

    Args:
        answer: what ``scoring.judge`` said; ``verify`` in it is what the hand lacks, and which
            tile the camera may have misread.
    """

    def __init__(self, answer: Mapping[str, Any]) -> None:
        super().__init__(answer["error"], answer["message"]["zh"], answer["message"]["en"])
        self.verify = answer.get("verify")


def status_of(error: ScoringError) -> int:
    """The HTTP status of any refusal."""
    if isinstance(error, Refusal | Unavailable):
        return error.status
    return _STATUS.get(error.code, 503 if isinstance(error, LedgerError) else 422)


def headers_of(error: ScoringError) -> dict[str, str]:
    """When to come again, where that may help."""
    if isinstance(error, Wait):
        return {"Retry-After": str(error.seconds)}
    return {"Retry-After": str(RETRY_AFTER_S)} if status_of(error) == 503 else {}


def of_http(error: HTTPException) -> Refusal:
    """A clean sentence for Flask's own errors: unknown page, wrong method, too large …"""
    status = error.code or 500
    code = f"http_{status}"
    if f"refused.{code}" not in TEXT:
        code = "http_400" if status < 500 else "http_500"
    return Refusal(code, status, limit=LARGEST_UPLOAD_MB)


def as_json(error: ScoringError) -> dict[str, object]:
    """The JSON of a refusal, shaped like a refused deal of ``paizhuo score --json``."""
    verify = error.verify if isinstance(error, DealRefused) else None
    document = {"error": error.code, "message": {"zh": error.zh, "en": error.en}}
    return document | ({"verify": verify} if verify else {})
