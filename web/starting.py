"""Starting a session: the form, and the house's presets that fill it in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

import scoring
from scoring import Preset
from scoring.errors import ScoringError
from scoring.money import Unit
from scoring.options import OptionSpec
from scoring.rules.base import RuleSet
from scoring.table import Table
from web import commands
from web.documents import rules_json
from web.language import t
from web.pages import ledger
from web.refusals import status_of

starting = Blueprint("starting", __name__)

SEATS = 4
LONGEST_NUMBER = 18
"""Digits; what is longer is no number that anybody means."""
_CURRENCIES = ("元", "HK$", "NT$", "€", "$")


@dataclass
class StartForm:
    """The form that starts a session, as it is filled in."""

    rules: str = ""
    names: list[str] = field(default_factory=lambda: [""] * SEATS)
    dealer: int = 0
    values: dict[str, str] = field(default_factory=dict)
    unit_points: str = "1"
    unit_money: str = ""
    currency: str = _CURRENCIES[0]
    starting_points: str = ""
    preset: str = ""

    @classmethod
    def sent(cls) -> StartForm:
        """The form of this request."""
        form = request.form
        return cls(
            rules=form.get("rules", ""),
            names=[form.get(f"name{seat}", "") for seat in range(SEATS)],
            dealer=form.get("dealer", 0, int),
            values={name: value for name, value in form.items() if "." in name},
            unit_points=form.get("unit_points", "1").strip(),
            unit_money=form.get("unit_money", "").strip(),
            currency=form.get("currency", _CURRENCIES[0]).strip(),
            starting_points=form.get("starting_points", "").strip(),
            preset=form.get("preset", "").strip(),
        )

    @classmethod
    def again(cls, table: Table) -> StartForm:
        """What an earlier table played, and who."""
        form = cls(names=[*table.names, *[""] * (SEATS - table.players)])
        form._play(table.rules, table.options, table.unit, table.starting_points)
        return form

    def choose(self, preset: Preset) -> None:
        """Plays what the house calls by a name."""
        self.preset = preset.name
        self._play(preset.rules, preset.options.to_json(), preset.unit, preset.starting_points)

    def _play(
        self, rules: str, options: Mapping[str, object], unit: Unit | None, points: int
    ) -> None:
        self.rules = rules
        self.values = {
            f"{rules}.{name}": "" if value is None else json.dumps(value)
            for name, value in options.items()
        }
        self.starting_points = str(points or "")
        if unit is not None:
            self.unit_points, self.currency = str(unit.points), unit.currency
            self.unit_money = str(unit.money)

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

    def unit(self) -> dict[str, object] | None:
        """What points are worth, where money was entered."""
        if not self.unit_money:
            return None
        points: object = self.unit_points
        if _is_number(self.unit_points):
            points = int(self.unit_points)
        return {"points": points, "money": self.unit_money, "currency": self.currency}

    def points(self) -> object:
        """The starting points: a number, or what was entered instead, for the refusal."""
        text = self.starting_points
        return int(text or 0) if not text or _is_number(text) else text

    def as_preset(self) -> dict[str, object]:
        """What is chosen, under the name that was entered for it."""
        return {
            "name": self.preset,
            "rules": self.rules,
            "options": self.options(),
            "unit": self.unit(),
            "starting_points": self.points(),
        }

    def seated(self) -> list[str]:
        """The names; an empty seat is called by its number."""
        return [
            name.strip() or t("start.name", n=number)
            for number, name in enumerate(self.names, start=1)
        ]


def _option_value(option: OptionSpec, text: str) -> object:
    """A form's text as JSON has it; what is no JSON stays text, for the engine to refuse."""
    if text == "" and option.nullable:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= LONGEST_NUMBER


@starting.route("/start", methods=["GET", "POST"])
def start() -> str | tuple[str, int] | AnyResponse:
    """The form for a new session; what was filled in stays when it is refused.

    ``?preset=`` fills in what the house plays, ``?again=`` what an earlier session played.
    """
    refusal: ScoringError | None = None
    key = commands.new_key()
    if request.method == "POST":
        form, key = StartForm.sent(), request.form.get("key", "")
        try:
            if "delete" in request.form:
                commands.delete_preset(ledger(), request.form["delete"])
            elif "keep" in request.form:
                commands.save_preset(ledger(), form.as_preset())
            else:
                table = commands.start(
                    ledger(),
                    form.rules,
                    form.options(),
                    form.seated(),
                    form.dealer,
                    key,
                    form.unit(),
                    form.points(),
                )
                return redirect(url_for("pages.table", session=table.session), 303)
        except ScoringError as error:
            refusal = error
    else:
        form = _filled_in()
    page = render_template(
        "start.html",
        form=form,
        key=key,
        refusal=refusal,
        presets=commands.presets(ledger()),
        currencies=_CURRENCIES,
        rule_sets=[
            {**rules_json(rules), "options": rules.option_class.specs()}
            for rules in scoring.RULE_SETS.values()
        ],
        known_players=commands.known_players(ledger()),
        longest_name=commands.LONGEST_NAME,
    )
    return page if refusal is None else (page, status_of(refusal))


def _filled_in() -> StartForm:
    """The form as it is opened."""
    again = request.args.get("again")
    if again:
        form = StartForm.again(commands.table_of(ledger(), again))
    else:
        form = StartForm(rules=next(iter(scoring.RULE_SETS)))
    for preset in commands.presets(ledger()):
        if preset.name == request.args.get("preset"):
            form.choose(preset)
    return form
