"""Chinese or English: which one the reader wants, and his words for everything."""

from __future__ import annotations

from typing import Any, Protocol

from flask import Flask, Response, g, request

from web.wording import text

LANGUAGES = {"zh": "中文", "en": "English"}
COOKIE = "language"
_TAGS = {"zh": "zh-Hans", "en": "en"}
_YEAR = 365 * 24 * 3600


class Named(Protocol):
    """Anything with a Chinese and an English wording."""

    @property
    def zh(self) -> str:
        """In Chinese."""

    @property
    def en(self) -> str:
        """In English."""


def language() -> str:
    """``zh`` or ``en``: asked for in the address, kept in the cookie, or the browser's."""
    chosen = request.args.get("lang", request.cookies.get(COOKIE))
    if chosen in LANGUAGES:
        return str(chosen)
    return request.accept_languages.best_match(list(LANGUAGES), "zh")


def t(key: str, **values: object) -> str:
    """The text of a catalogue key in the reader's language."""
    return text(key, g.language, **values)


def words(named: Named | dict[str, Any]) -> str:
    """The reader's wording of a thing that has both."""
    if isinstance(named, dict):
        return str(named[g.language])
    return named.zh if g.language == "zh" else named.en


def init_app(app: Flask) -> None:
    """Chooses the language before each request and remembers a choice made by ``?lang=``."""

    @app.before_request
    def choose() -> None:
        g.language = language()

    @app.after_request
    def remember(response: Response) -> Response:
        if request.args.get("lang") in LANGUAGES:
            response.set_cookie(
                COOKIE, request.args["lang"], max_age=_YEAR, samesite="Lax", httponly=True
            )
        response.vary.add("Accept-Language")
        response.vary.add("Cookie")
        return response

    @app.context_processor
    def offer() -> dict[str, object]:
        other = "en" if g.language == "zh" else "zh"
        return {
            "t": t,
            "words": words,
            "language": g.language,
            "language_tag": _TAGS[g.language],
            "other_language": other,
            "other_language_tag": _TAGS[other],
            "other_language_name": LANGUAGES[other],
        }
