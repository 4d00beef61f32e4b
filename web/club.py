"""All tables of a club on one page, live."""

from __future__ import annotations

from flask import Blueprint, render_template
from markupsafe import Markup

from web.live import club_cards
from web.pages import ledger

club = Blueprint("club", __name__)


@club.get("/club")
def page() -> str:
    """Every table that is played at."""
    number = ledger().newest()
    return render_template("club.html", number=number, cards=Markup(club_cards()))
