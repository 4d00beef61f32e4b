"""The forms at a table besides the deal: kongs, points, substitutes, the dealer, undo, the end.

Each is a page of its own, which keeps what was entered when it is refused and works without
scripts.  An address may name fields to begin with: ``kong?seat=1&kind=exposed``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

import scoring
from scoring.errors import ScoringError
from scoring.kongs import TYPES
from scoring.table import PENALTY, WINDS, Table
from web import commands
from web.pages import ledger
from web.refusals import Refusal, status_of
from web.views import rules_of

steps = Blueprint("steps", __name__)

Page: TypeAlias = str | tuple[str, int] | AnyResponse


@steps.route("/sessions/<session>/kong", methods=["GET", "POST"])
def kong(session: str) -> Page:
    """Notes a kong of the running deal."""

    def record() -> None:
        form = request.form
        kind = form.get("kind")
        source = None if kind == "concealed" else _number("from")
        commands.record_kong(
            ledger(), session, _number("seat"), kind, form.get("tile"), source, **_step()
        )

    def shown(table: Table) -> dict[str, object]:
        rules = scoring.rule_set(table.rules, table.options)
        return {
            "terms": rules.kong_terms.text,
            "kinds": [kind for kind, meld in TYPES.items() if meld in rules.melds],
            "tiles": [str(tile) for tile in scoring.Tile if tile in rules.legal],
        }

    return _page("kong.html", session, record, shown)


@steps.route("/sessions/<session>/adjust", methods=["GET", "POST"])
def adjust(session: str) -> Page:
    """Books a penalty or an adjustment."""

    def record() -> None:
        form = request.form
        players = commands.table_of(ledger(), session).players
        kind = form.get("kind")
        deltas = _penalty(players) if kind == PENALTY else _adjustment(players)
        commands.adjust(ledger(), session, kind, deltas, form.get("reason"), **_step())

    return _page("adjust.html", session, record)


def _penalty(players: int) -> list[int]:
    """One pays each of the others."""
    each, payer = _number("each"), _number("payer")
    return [-each * (players - 1) if seat == payer else each for seat in range(players)]


def _adjustment(players: int) -> list[int]:
    """Points per seat; the only seat left empty gets what is missing to nought."""
    texts = [request.form.get(f"points{seat}", "").strip() for seat in range(players)]
    deltas = [_number(f"points{seat}") if text else 0 for seat, text in enumerate(texts)]
    if texts.count("") == 1:
        deltas[texts.index("")] = -sum(deltas)
    return deltas


@steps.route("/sessions/<session>/substitute", methods=["GET", "POST"])
def substitute(session: str) -> Page:
    """Seats somebody else from the next deal on."""

    def record() -> None:
        name = request.form.get("name")
        commands.seat_player(ledger(), session, _number("seat"), name, **_step())

    def shown(table: Table) -> dict[str, object]:
        names = commands.known_players(ledger())
        return {
            "known_players": [name for name in names if name not in table.names],
            "longest_name": commands.LONGEST_NAME,
        }

    return _page("substitute.html", session, record, shown)


@steps.route("/sessions/<session>/dealer", methods=["GET", "POST"])
def dealer(session: str) -> Page:
    """Sets the dealer and the round wind by hand."""

    def record() -> None:
        wind = request.form.get("round_wind")
        commands.set_dealer(ledger(), session, _number("dealer"), wind, **_step())

    return _page("dealer.html", session, record, lambda table: {"winds": WINDS})


@steps.route("/sessions/<session>/undo", methods=["GET", "POST"])
def undo(session: str) -> Page:
    """Chooses how many steps to take back."""

    def record() -> None:
        number = request.form.get("steps", 1, int)
        commands.undo(ledger(), session, number, **_step())

    def shown(table: Table) -> dict[str, object]:
        happened = {each.seq: each for each in table.timeline}
        return {"last": [happened[seq] for seq in table.last_steps]}

    return _page("undo.html", session, record, shown)


@steps.post("/sessions/<session>/close")
def close(session: str) -> AnyResponse:
    """Ends the session."""
    commands.close(ledger(), session, **_step())
    return _to_table(session)


def _page(
    template: str,
    session: str,
    record: Callable[[], None],
    shown: Callable[[Table], dict[str, object]] = lambda table: {},
) -> Page:
    """The form, or after it was sent and recorded the table."""
    refusal: ScoringError | None = None
    if request.method == "POST":
        try:
            record()
            return _to_table(session)
        except ScoringError as error:
            refusal = error
    table = commands.table_of(ledger(), session)
    page = render_template(
        template,
        table=table,
        rules=rules_of(table),
        key=commands.new_key(),
        form=request.form if request.method == "POST" else request.args,
        refusal=refusal,
        **shown(table),
    )
    return page if refusal is None else (page, status_of(refusal))


def _step() -> dict[str, Any]:
    """The idempotency key of the form, and how much of the session it had seen."""
    return {"key": request.form.get("key", ""), "after": request.form.get("after", -1, int)}


def _number(name: str) -> int:
    """A whole number of the form.

    Raises:
        Refusal: nothing was chosen, or it is no whole number.
    """
    text = request.form.get(name, "").strip().replace("−", "-")
    if not text:
        raise Refusal("not_chosen")
    try:
        return int(text)
    except ValueError as error:
        raise Refusal("bad_number", text=text[:20]) from error


def _to_table(session: str) -> AnyResponse:
    return redirect(url_for("pages.table", session=session), 303)
