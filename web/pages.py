"""The pages that people see."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, current_app, g, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

import scoring
from scoring.errors import ScoringError
from scoring.ledger import Ledger
from scoring.options import OptionSpec
from scoring.rules.base import RuleSet
from scoring.table import Table
from web import commands
from web.documents import rules_json
from web.joining import join_url, qr
from web.language import t
from web.refusals import Refusal, status_of
from web.views import chart, rules_of, table_view
from web.wording import evening_text

pages = Blueprint("pages", __name__)

SEATS = 4


def ledger() -> Ledger:
    """The ledger of this application."""
    store: Ledger = current_app.extensions["ledger"]
    return store


@pages.get("/")
def home() -> str:
    """Tonight's and past sessions."""
    return render_template("home.html", tables=commands.tables(ledger()))


@dataclass
class StartForm:
    """The form that starts a session, as it was filled in."""

    rules: str = ""
    names: list[str] = field(default_factory=lambda: [""] * SEATS)
    dealer: int = 0
    values: dict[str, str] = field(default_factory=dict)

    @classmethod
    def sent(cls) -> StartForm:
        """The form of this request."""
        form = request.form
        names = [form.get(f"name{seat}", "") for seat in range(SEATS)]
        values = {name: value for name, value in form.items() if "." in name}
        return cls(form.get("rules", ""), names, form.get("dealer", 0, int), values)

    @property
    def changed(self) -> set[str]:
        """Rule sets with an option that is not at its default."""
        return {
            rules.id
            for rules in scoring.RULE_SETS.values()
            if any(self.value(rules, spec) != spec.default for spec in rules.option_class.specs())
        }

    def value(self, rules: type[RuleSet] | dict[str, Any], option: OptionSpec) -> object:
        """What an option stands at: as sent, else its default."""
        name = rules["id"] if isinstance(rules, dict) else rules.id
        text = self.values.get(f"{name}.{option.name}")
        return option.default if text is None else _option_value(option, text)

    def options(self) -> dict[str, object]:
        """The options of the chosen rule set that were sent."""
        rules = scoring.RULE_SETS.get(self.rules)
        specs = rules.option_class.specs() if rules else ()
        return {
            spec.name: self.value(rules, spec)
            for spec in specs
            if rules and f"{rules.id}.{spec.name}" in self.values
        }


def _option_value(option: OptionSpec, text: str) -> object:
    """A form's text as JSON has it; what is no JSON stays text, for the engine to refuse."""
    if text == "" and option.nullable:
        return None
    try:
        return json.loads(text)
    except ValueError:
        return text


@pages.route("/start", methods=["GET", "POST"])
def start() -> str | tuple[str, int] | AnyResponse:
    """The form for a new session; what was filled in stays when it is refused."""
    form = StartForm(rules=next(iter(scoring.RULE_SETS)))
    refusal: ScoringError | None = None
    key = commands.new_key()
    if request.method == "POST":
        form, key = StartForm.sent(), request.form.get("key", "")
        try:
            names = [
                name.strip() or t("start.name", n=number)
                for number, name in enumerate(form.names, start=1)
            ]
            table = commands.start(ledger(), form.rules, form.options(), names, form.dealer, key)
            return redirect(url_for("pages.table", session=table.session), 303)
        except ScoringError as error:
            refusal = error
    page = render_template(
        "start.html",
        form=form,
        key=key,
        refusal=refusal,
        rule_sets=[
            {**rules_json(rules), "options": rules.option_class.specs()}
            for rules in scoring.RULE_SETS.values()
        ],
        known_players=commands.known_players(ledger()),
        longest_name=commands.LONGEST_NAME,
    )
    return page if refusal is None else (page, status_of(refusal))


@pages.get("/sessions/<session>")
def table(session: str) -> str:
    """The table as it sits."""
    current = commands.table_of(ledger(), session)
    return render_template("table.html", rules=rules_of(current), **table_view(current))


@pages.get("/sessions/<session>/summary")
def summary(session: str) -> str:
    """How the evening went: who pays whom, the scores as lines, a text for the chat."""
    current = commands.table_of(ledger(), session)
    text = evening_text(current, g.language)
    return render_template("summary.html", table=current, chart=chart(current), text=text)


@pages.get("/sessions/<session>/join")
def join(session: str) -> str:
    """The table's address for another phone."""
    current = commands.table_of(ledger(), session)
    url = join_url(url_for("pages.table", session=session, _external=True))
    return render_template("join.html", table=current, url=url, code=Markup(qr(url)))


@pages.route("/sessions/<session>/undo", methods=["GET", "POST"])
def undo(session: str) -> str | tuple[str, int] | AnyResponse:
    """Chooses how many steps to take back."""
    refusal: ScoringError | None = None
    if request.method == "POST":
        form = request.form
        try:
            commands.undo(
                ledger(),
                session,
                form.get("steps", 1, int),
                form.get("key", ""),
                form.get("after", -1, int),
            )
            return _to_table(session)
        except ScoringError as error:
            refusal = error
    current: Table = commands.table_of(ledger(), session)
    page = render_template(
        "undo.html",
        table=current,
        by_seq={played.seq: played for played in current.history},
        key=commands.new_key(),
        refusal=refusal,
    )
    return page if refusal is None else (page, status_of(refusal))


@pages.post("/sessions/<session>/close")
def close(session: str) -> AnyResponse:
    """Ends the session."""
    form = request.form
    commands.close(ledger(), session, form.get("key", ""), form.get("after", -1, int))
    return _to_table(session)


def json_body() -> dict[str, Any]:
    """The JSON object of this request."""
    document = request.get_json(silent=True)
    if not isinstance(document, dict):
        raise Refusal("bad_json", 400)
    return document


def _to_table(session: str) -> AnyResponse:
    return redirect(url_for("pages.table", session=session), 303)
