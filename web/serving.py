"""Runs the application on waitress until it is stopped."""

from __future__ import annotations

import signal
import socket
import sys

import click
import waitress

from web.app import create_app
from web.live import STREAMS
from web.refusals import Refusal

THREADS = STREAMS + 8
"""Each open page holds one for its live updates; the rest answer."""


def run(host: str, port: int, database_url: str) -> None:
    """Serves until interrupted.

    Raises:
        ScoringError: the database cannot be opened, or the port is taken.
    """
    app = create_app(database_url)
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
        server.close()


def _shown(host: str) -> str:
    """An address that a phone beside this machine can open."""
    if host not in {"0.0.0.0", "::"}:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; only picks the outgoing address
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
