"""What browsers are told, who is spoken to, and which requests may change anything."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
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
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
}
_SAFE = {"GET", "HEAD", "OPTIONS"}


def init_app(app: Flask, names: Iterable[str] = ()) -> None:
    """Refuses what another site's page asks for, and sets the security headers.

    Args:
        app: the application; ``HOST_NAMES`` in its configuration are the names it answers to.
        names: those besides its own, such as that of a proxy in front of it.
    """
    app.config["HOST_NAMES"] = own_names(socket.gethostname()) | {name.lower() for name in names}

    @app.before_request
    def refuse_other_names() -> Response | None:
        if _is_meant(request.host):
            return None
        refusal = Refusal("other_name", 421)  # not as a page: those show what happens at the table
        return Response(f"{refusal.zh}\n{refusal.en}\n", refusal.status, mimetype="text/plain")

    @app.before_request
    def refuse_cross_site() -> None:
        if request.method not in _SAFE and not _same_site():
            raise Refusal("cross_site", 403)

    @app.after_request
    def set_headers(response: Response) -> Response:
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    def _is_meant(host: str) -> bool:
        """Whether a ``Host`` means this device.

        A page of another site can have its own name resolved to this device's address (DNS
        rebinding) and would then be one of ours to the browser; an address in numbers it cannot
        take, so every one will do.
        """
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in app.config["HOST_NAMES"] or _is_number(name)


def own_names(hostname: str) -> frozenset[str]:
    """The names that a device is known by in its network.

    >>> sorted(own_names("Pi.home"))
    ['localhost', 'pi', 'pi.home', 'pi.local']
    """
    whole = hostname.lower()
    first = whole.partition(".")[0]
    return frozenset({"localhost", whole, first, f"{first}.local"} - {"", ".local"})


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _same_site() -> bool:
    """Whether a page of ours, or a program, asked for this."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        # Browsers send it to secure and local addresses; a page cannot forge it.
        return site in {"same-origin", "none"}
    # Without it (http on a LAN address) the origin must be the host that was asked; programs
    # such as curl send neither.
    origin = request.headers.get("Origin")
    try:
        return origin is None or urlsplit(origin).netloc == request.host
    except ValueError:
        return False
