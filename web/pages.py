"""The pages that people see."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, current_app, render_template, request, url_for
from markupsafe import Markup

from scoring.ledger import Ledger
from web import commands
from web.incoming import json_object
from web.joining import join_url, qr
from web.views import rules_of, table_view

pages = Blueprint("pages", __name__)

MOST_PLAYING = 40
LATEST = 8
"""Ended sessions on the home page; a page of their own lists all."""


def ledger() -> Ledger:
    """The ledger of this application."""
    store: Ledger = current_app.extensions["ledger"]
    return store


@pages.get("/")
def home() -> str:
    """The sessions that are played, and the latest that have ended; at first, how to set up."""
    playing = ledger().open_sessions()[:MOST_PLAYING]
    ended = [event.session for event in ledger().sessions() if event.session not in playing]
    address = join_url(url_for("pages.home", _external=True))
    return render_template(
        "home.html",
        address=address,
        code=None if playing or ended else Markup(qr(address)),
        playing=[commands.table_of(ledger(), session) for session in playing],
        ended=[commands.table_of(ledger(), session) for session in ended[:LATEST]],
        more=len(ended) > LATEST,
    )


@pages.get("/sessions/<session>")
def table(session: str) -> str:
    """The table as it sits."""
    current = commands.table_of(ledger(), session)
    return render_template("table.html", rules=rules_of(current), **table_view(current))


@pages.get("/sessions/<session>/join")
def join(session: str) -> str:
    """The table's address for another phone."""
    current = commands.table_of(ledger(), session)
    url = join_url(url_for("pages.table", session=session, _external=True))
    return render_template("join.html", table=current, url=url, code=Markup(qr(url)))


def json_body() -> dict[str, Any]:
    """The JSON object of this request."""
    return json_object(request.get_data() if request.is_json else b"")
