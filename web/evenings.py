"""After the evening and over weeks: history, summary, exports, statistics, import."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

import scoring
from scoring.errors import ScoringError
from web import commands
from web.charts import feeding, running
from web.documents import session_json, table_csv
from web.incoming import json_object
from web.pages import ledger
from web.photos import is_kept
from web.refusals import Refusal, status_of
from web.views import shown
from web.wording import day, evening_text

evenings = Blueprint("evenings", __name__)

ON_A_PAGE = 30
MOST_FED = 8
"""So many players have a row and a column in the chart of who fed whom."""


@evenings.get("/sessions/<session>/history")
def history(session: str) -> str:
    """Everything that happened, the newest first, with the photos that were kept."""
    table = commands.table_of(ledger(), session)
    photos = Path(current_app.config["PHOTOS"])
    return render_template(
        "history.html",
        table=table,
        has_photo=lambda name: is_kept(name, photos),
        **_paged(shown(table)),
    )


@evenings.get("/sessions/<session>/summary")
def summary(session: str) -> str:
    """How the evening went: ranking, settling up, charts, a text for the chat; to be printed."""
    table = commands.table_of(ledger(), session)
    statistics = commands.statistics(ledger(), session=session)
    return render_template(
        "summary.html",
        table=table,
        statistics=statistics,
        chart=running(table),
        feeding=feeding([standing.name for standing in table.standings], statistics.fed),
        text=evening_text(table, g.language),
    )


@evenings.get("/sessions/<session>/export.<form>")
def export(session: str, form: str) -> Response:
    """The session as a file: ``csv``, ``json`` (which can be imported) or ``txt``."""
    table = commands.table_of(ledger(), session)
    match form:
        case "csv":
            # Spreadsheets take the text for UTF-8 by its mark.
            text, kind = "\ufeff" + table_csv(table), "text/csv"
        case "json":
            document = session_json(table, ledger().events(session))
            text, kind = json.dumps(document, ensure_ascii=False, indent=1), "application/json"
        case "txt":
            text, kind = evening_text(table, g.language), "text/plain"
        case _:
            raise Refusal("http_404", 404)
    answer = Response(text, content_type=f"{kind}; charset=utf-8")
    name = f"paizhuo-{day(table.started_at)[:10]}-{session}.{form}"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@evenings.get("/sessions")
def sessions() -> str:
    """All sessions, the newest first."""
    paged = _paged(ledger().sessions())
    tables = [commands.table_of(ledger(), event.session) for event in paged["items"]]
    return render_template("sessions.html", tables=tables, **paged)


@evenings.get("/statistics")
def statistics() -> str:
    """How everybody did over the weeks, in all rule sets or in one."""
    rules = request.args.get("rules")
    if rules not in scoring.RULE_SETS:
        rules = None
    figures = commands.statistics(ledger(), rules=rules)
    played = {event.payload["rules"] for event in ledger().sessions()}
    return render_template(
        "statistics.html",
        statistics=figures,
        rules=rules,
        rule_sets=[each for each in scoring.RULE_SETS.values() if each.id in played],
        feeding=feeding([player.name for player in figures.players[:MOST_FED]], figures.fed),
    )


@evenings.route("/import", methods=["GET", "POST"])
def take_over() -> str | tuple[str, int] | AnyResponse:
    """Takes over a session that was exported as JSON."""
    refusal: ScoringError | None = None
    if request.method == "POST":
        try:
            table = commands.import_session(ledger(), _uploaded())
            return redirect(url_for("pages.table", session=table.session), 303)
        except ScoringError as error:
            refusal = error
    page = render_template("import.html", refusal=refusal)
    return page if refusal is None else (page, status_of(refusal))


def _uploaded() -> dict[str, object]:
    """The JSON object of the chosen file."""
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        raise Refusal("not_chosen")
    return json_object(upload.read())


def _paged(items: Sequence[Any]) -> dict[str, Any]:
    """The items of the page that ``?page=`` names, and how many pages there are."""
    pages = max(1, -(-len(items) // ON_A_PAGE))
    page = min(max(1, request.args.get("page", 1, int)), pages)
    return {
        "items": items[(page - 1) * ON_A_PAGE : page * ON_A_PAGE],
        "page": page,
        "pages": pages,
    }
