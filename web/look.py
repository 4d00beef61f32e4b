"""Light or dark: which one the reader wants, by ``?look=``, kept in a cookie; else the system's."""

from __future__ import annotations

from flask import Flask, Response, request

LOOKS = ("system", "light", "dark")
COOKIE = "look"
_YEAR = 365 * 24 * 3600
_SCHEMES = {"system": "light dark", "light": "light", "dark": "dark"}
_DARK_WHEN = {"system": "(prefers-color-scheme: dark)", "light": "not all", "dark": "all"}


def look() -> str:
    """One of ``LOOKS``."""
    chosen = request.args.get("look", request.cookies.get(COOKIE))
    return chosen if chosen in LOOKS else LOOKS[0]


def init_app(app: Flask) -> None:
    """Tells every page which colours it has, and remembers a choice."""

    @app.after_request
    def remember(response: Response) -> Response:
        if request.args.get("look") in LOOKS:
            response.set_cookie(COOKIE, look(), max_age=_YEAR, samesite="Lax", httponly=True)
        return response

    @app.context_processor
    def offer() -> dict[str, object]:
        chosen = look()
        return {
            "look": chosen,
            "looks": LOOKS,
            "scheme": _SCHEMES[chosen],
            "dark_when": _DARK_WHEN[chosen],
        }
