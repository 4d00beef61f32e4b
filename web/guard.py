"""What browsers are told, and which requests may change anything."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, request

from web.refusals import Refusal

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_SAFE = {"GET", "HEAD", "OPTIONS"}


def init_app(app: Flask) -> None:
    """Refuses changes asked for by another site's page, and sets the security headers."""

    @app.before_request
    def refuse_cross_site() -> None:
        if request.method in _SAFE:
            return
        site = request.headers.get("Sec-Fetch-Site")
        if site is not None:
            # Browsers send it to secure and local addresses; a page cannot forge it.
            allowed = site in {"same-origin", "none"}
        else:
            # Without it (http on a LAN address) the origin must be the host that was asked;
            # programs such as curl send neither.
            origin = request.headers.get("Origin")
            allowed = origin is None or urlsplit(origin).netloc == request.host
        if not allowed:
            raise Refusal("cross_site", 403)

    @app.after_request
    def set_headers(response: Response) -> Response:
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        return response
