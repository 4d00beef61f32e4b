"""The address that another phone opens, and its QR code."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

import segno

NOWHERE = "127.0.0.1"


def lan_address() -> str:
    """This machine's address in its network, in numbers: phones do not know its name."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; only picks the outgoing address
        except OSError:
            return NOWHERE
        return str(probe.getsockname()[0])


def join_url(url: str) -> str:
    """The address of a page for another phone: a name of this network becomes its number.

    Not with TLS: the certificate is that of the name.

    >>> join_url("http://mahjong.example.org/sessions/a"), join_url("https://pi.local/sessions/a")
    ('http://mahjong.example.org/sessions/a', 'https://pi.local/sessions/a')
    """
    parts = urlsplit(url)
    if parts.scheme == "https" or not _is_local(parts.hostname or ""):
        return url
    port = f":{parts.port}" if parts.port else ""
    return parts._replace(netloc=lan_address() + port).geturl()


def _is_local(host: str) -> bool:
    """Whether a host means something on this machine or in its network only by name.

    >>> [_is_local(host) for host in ("localhost", "127.0.0.1", "::1", "pi", "pi.local")]
    [True, True, True, True, True]
    >>> [_is_local(host) for host in ("192.168.1.5", "mahjong.example.org")]
    [False, False]
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan"))


def qr(url: str) -> str:
    """A QR code as inline SVG, with its quiet zone; readable with a quarter of it covered."""
    code = segno.make(url, error="q", micro=False, boost_error=False)
    return code.svg_inline(omitsize=True, dark="#000", light="#fff", svgclass="qr", border=4)
