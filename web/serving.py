"""Runs the application on waitress until it is stopped."""

from __future__ import annotations

import signal
import socket
import sys
from contextlib import closing, suppress
from dataclasses import dataclass

import click
import waitress
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from web import journal
from web.app import create_app
from web.backups import serving
from web.device import NO_DEVICE, DeviceSetting
from web.joining import lan_address
from web.live import STREAMS
from web.refusals import Refusal
from web.systemd import Watchdog

THREADS = STREAMS + 8
"""Each open page holds one for its live updates; the rest answer."""


@dataclass(frozen=True, slots=True)
class Network:
    """Where the server listens, and how it is reached."""

    host: str
    port: int
    host_names: tuple[str, ...] = ()
    """Names that it answers to, besides this computer's."""
    behind_proxy: bool = False
    """A proxy in front of it says who asks, by which name, and whether over TLS."""
    log_level: str = "warning"
    """What is printed of the journal; one of ``web.journal.LEVELS``."""


def run(network: Network, database_url: str, device: DeviceSetting = NO_DEVICE) -> None:
    """Serves until interrupted.

    Raises:
        ScoringError: the database cannot be opened, the port is taken, or what hangs on this
            computer is set up wrongly.
    """
    app = create_app(database_url, device=device, host_names=network.host_names)
    journal.start(app.extensions["journal"], network.log_level)
    with closing(app.extensions["ledger"]), serving(database_url):
        _run(app, network)


def _run(app: Flask, network: Network) -> None:
    host, port = network.host, network.port
    if network.behind_proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]
    try:
        server = waitress.create_server(
            app,
            host=host,
            port=port,
            threads=THREADS,
            ident=None,
            clear_untrusted_proxy_headers=not network.behind_proxy,
            channel_request_lookahead=1,  # so that a stream learns that its page has gone
        )
    except (OSError, socket.gaierror) as error:
        raise Refusal("port_taken", 503, host=host, port=port, why=error.strerror) from error

    def stop(*_: object) -> None:
        app.extensions["live"].close()  # or the server would wait for its streams
        raise KeyboardInterrupt

    with closing(app.extensions["device"]) as device, closing(server):
        device.start()
        with closing(Watchdog(host, port)) as watchdog:
            watchdog.start()
            click.echo(f"牌桌 paizhuo: http://{_shown(host)}:{port}/", file=sys.stderr)
            for each in (signal.SIGINT, signal.SIGTERM):
                signal.signal(each, stop)
            with suppress(KeyboardInterrupt):
                server.run()


def _shown(host: str) -> str:
    """An address that a phone beside this machine can open."""
    return lan_address() if host in {"0.0.0.0", "::"} else host
