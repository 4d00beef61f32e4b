"""The pages of one deal: entering it, correcting it, and looking at it once it is settled."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Blueprint, current_app, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

import scoring
from scoring import RuleSet
from scoring.table import PlayedDeal, Table
from web import commands
from web.device_pages import device, proposed
from web.pages import json_body, ledger
from web.photos import is_kept
from web.refusals import Refusal
from web.text import TEXT
from web.views import moved, outcomes_of, seat_wind, tiles_of

dealing = Blueprint("dealing", __name__)

FLAGS = tuple(key.removeprefix("flag.") for key in TEXT if key.startswith("flag."))
_MELDS = tuple(key.removeprefix("meld.") for key in TEXT if key.startswith("meld."))
_TILES = frozenset({"concealed", "winning_tile", "tiles", "as", "passed_tile"})


@dealing.get("/sessions/<session>/deal")
def deal(session: str) -> str:
    """The page that enters a deal."""
    current = commands.table_of(ledger(), session)
    outcome = _outcome(current, "win")
    if current.closed_at:
        raise Refusal("session_closed", 409)
    urls = _deal_urls(
        session,
        preview=url_for("dealing.preview", session=session),
        confirm=url_for("api.confirm", session=session),
    )
    page = deal_page(current, outcome, commands.new_key(), urls) | {"seen": proposed(current)}
    return render_template("deal.html", table=current, outcome=outcome, page=page)


@dealing.get("/sessions/<session>/deals/<int:seq>/edit")
def edit(session: str, seq: int) -> str:
    """The same page, filled in with a deal to correct."""
    current = commands.table_of(ledger(), session)
    played = commands.correctable(current, seq)
    outcome = _outcome(current, played.deal["outcome"])
    urls = _deal_urls(
        session,
        preview=url_for("dealing.preview_correction", session=session, seq=seq),
        confirm=url_for("api.correct", session=session, seq=seq),
    )
    page = deal_page(
        current.before(played),
        outcome,
        commands.new_key(),
        urls,
        played if outcome == played.deal["outcome"] else None,
    )
    return render_template(
        "deal.html",
        table=current,
        outcome=outcome,
        page=page,
        played=played,
        outcomes=outcomes_of(current),
    )


def _outcome(table: Table, default: str) -> str:
    """The outcome that the address names."""
    outcome = request.args.get("outcome", default)
    if outcome not in outcomes_of(table):
        raise Refusal("missing_key", 400, name="outcome")
    return outcome


def _deal_urls(session: str, **urls: str) -> dict[str, str]:
    """What the deal page's script asks for and where it goes."""
    return {
        "words": url_for("assets.words", tongue=g.language),
        "photos": url_for("api.read_photo", session=session),
        "teach": url_for("api.teach", session=session),
        "capture": url_for("camera.capture", session=session),
        "table": url_for("pages.table", session=session),
        "demo": url_for("static", filename="demo-table.jpg"),
        **urls,
    }


@dealing.post("/sessions/<session>/preview")
def preview(session: str) -> str:
    """The settlement of a deal as a piece of a page; nothing is stored."""
    current = commands.table_of(ledger(), session)
    document = json_body()
    entered = document.get("kongs_entered") is True
    settlement = commands.preview(current, document.get("deal"), entered)
    return render_template("_settlement.html", table=current, settlement=settlement)


@dealing.post("/sessions/<session>/deals/<int:seq>/preview")
def preview_correction(session: str, seq: int) -> str:
    """The settlement of a corrected deal, and what becomes of the others; nothing is stored."""
    deal = json_body().get("deal")
    settlement, after = commands.preview_correction(ledger(), session, seq, deal)
    before = commands.table_of(ledger(), session)
    return render_template(
        "_correction.html", table=after, settlement=settlement, moved=moved(before, after)
    )


@dealing.get("/sessions/<session>/deals/<int:seq>")
def settled(session: str, seq: int) -> str:
    """A deal of the evening, explained."""
    current = commands.table_of(ledger(), session)
    played = _played(current, seq)
    return render_template(
        "settled.html",
        table=current,
        then=current.before(played),
        deal=played,
        photo_kept=_has_photo(played),
    )


@dealing.post("/sessions/<session>/deals/<int:seq>/photo")
def delete_photo(session: str, seq: int) -> AnyResponse:
    """Deletes the photo of a deal; the deal stays."""
    played = _played(commands.table_of(ledger(), session), seq)
    if played.photo is not None:
        commands.delete_photo(ledger(), session, played.photo, _photos())
    return redirect(url_for("dealing.settled", session=session, seq=seq), 303)


def _played(table: Table, seq: int) -> PlayedDeal:
    """The deal that an event brought."""
    found = next((played for played in table.history if played.seq == seq), None)
    if found is None:
        raise Refusal("no_deal", 404)
    return found


def _photos() -> Path:
    return Path(current_app.config["PHOTOS"])


def _has_photo(played: PlayedDeal) -> bool:
    """Whether a deal has a photo that was not deleted."""
    return played.photo is not None and is_kept(played.photo, _photos())


def _tile_by_tile(value: Any, name: str = "") -> Any:
    """A deal with spaces between its tiles, as scripts read them."""
    if isinstance(value, Mapping):
        return {key: _tile_by_tile(each, key) for key, each in value.items()}
    if isinstance(value, list):
        return [_tile_by_tile(each, name) for each in value]
    return " ".join(tiles_of(value)) if name in _TILES and isinstance(value, str) else value


def deal_page(
    table: Table,
    outcome: str,
    key: str,
    urls: Mapping[str, str],
    played: PlayedDeal | None = None,
) -> dict[str, Any]:
    """Everything the deal page's script knows of the table, its rule set and a deal to correct."""
    rules = scoring.rule_set(table.rules, table.options)
    return {
        "session": table.session,
        "after": table.seq,
        "key": key,
        "outcome": outcome,
        "number": played.number if played else len(table.deals) + 1,
        "deal": played and _tile_by_tile(played.deal),
        "photo": played and _photo(played),
        "names": table.names,
        "dealer": table.dealer,
        "seat_winds": [seat_wind(table, seat) for seat in range(table.players)],
        "kongs": [
            {"seq": kong.seq, "seat": kong.seat, "meld": _tile_by_tile(kong.meld)}
            for kong in table.kongs
        ],
        "tiles": [str(tile) for tile in scoring.Tile if tile in rules.legal],
        "flowers": [str(tile) for tile in sorted(rules.flowers)],
        "asks": sorted(asks(rules)),
        "melds": [meld for meld in _MELDS if meld in rules.melds],
        "robbable": sorted(rules.robbable),
        "claimable": sorted(rules.claimable),
        "earthly": sorted(rules.earthly),
        "flags": [flag for flag in FLAGS if flag in rules.flags],
        "discard_wins": rules.discard_wins,
        "one_winner": rules.one_winner,
        "table_camera": device().camera.condition.code == "ok",
        "urls": urls,
    }


def asks(rules: RuleSet) -> set[str]:
    """The fields of a deal that a rule set asks for under its house options."""
    options = rules.options.to_json()
    idle = set()
    if options.get("bird_mode") == "none":
        idle |= {"birds", "wall_remaining", "wall_exhausted"}
    if options.get("bird_count") != "all":
        idle.add("wall_remaining")
    if options.get("ready_check") == "off":
        idle.add("hands_at_draw")
    if options.get("draw_dealer") == "stay":
        idle.add("last_drawer")
    return set(rules.fields) - idle


def _photo(played: PlayedDeal) -> dict[str, str] | None:
    """The photo of a deal, where it was not deleted."""
    if not _has_photo(played):
        return None
    assert played.photo is not None
    return {"name": played.photo, "url": url_for("assets.photo", name=played.photo)}
