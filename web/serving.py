"""Runs the application on waitress until it is stopped."""

from __future__ import annotations

import signal
import socket
import sys

import click
import waitress
from flask import Flask

from web.app import create_app
from web.backups import serving
from web.device import NO_DEVICE, DeviceSetting
from web.joining import lan_address
from web.live import STREAMS
from web.refusals import Refusal
from web.systemd import Watchdog

THREADS = STREAMS + 8
"""Each open page holds one for its live updates; the rest answer."""


def run(host: str, port: int, database_url: str, device: DeviceSetting = NO_DEVICE) -> None:
    """Serves until interrupted.

    Raises:
        ScoringError: the database cannot be opened, or the port is taken.
    """
    app = create_app(database_url, device=device)
    with serving(database_url):
        _run(app, host, port)


def _run(app: Flask, host: str, port: int) -> None:
    try:
        server = waitress.create_server(
            app,
            host=host,
            port=port,
            threads=THREADS,
            ident=None,
            channel_request_lookahead=1,  # so that a stream learns that its page has gone
        )
    except (OSError, socket.gaierror) as error:
        raise Refusal("port_taken", 503, host=host, port=port, why=error.strerror) from error
    app.extensions["device"].start()
    watchdog = Watchdog(host, port)
    watchdog.start()
    click.echo(f"牌桌 paizhuo: http://{_shown(host)}:{port}/", file=sys.stderr)

    def stop(*_: object) -> None:
        app.extensions["live"].close()  # or the server would wait for its streams
        raise KeyboardInterrupt

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, stop)
    try:
        server.run()
    except KeyboardInterrupt:
        pass
    finally:
        watchdog.close()
        server.close()
        app.extensions["device"].close()


def _shown(host: str) -> str:
    """An address that a phone beside this machine can open."""
    return lan_address() if host in {"0.0.0.0", "::"} else host
