"""The JSON API: the same commands as the pages, for scripts and programs.

A refusal is ``{"error": code, "message": {"zh": …, "en": …}}`` with a status of 4xx (503 where the
ledger cannot be reached), and changes nothing.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request, url_for

import scoring
from web import commands, corrections, tile_sets
from web.documents import rules_json, statistics_json, table_json
from web.pages import json_body, ledger
from web.photos import kept_photo, usage
from web.photos import read_photo as read_tiles
from web.refusals import Refusal

api = Blueprint("api", __name__, url_prefix="/api")


@api.get("/rules")
def rules() -> Response:
    """The rule sets and their options."""
    return jsonify([rules_json(each) for each in scoring.RULE_SETS.values()])


@api.post("/score")
def score() -> tuple[Response, int]:
    """One deal document, settled or refused as by ``paizhuo score --json``."""
    answer = scoring.judge(json_body())
    return jsonify(answer), 200 if answer["valid"] else 422


@api.get("/sessions")
def sessions() -> Response:
    """All sessions, newest first."""
    return jsonify([table_json(table) for table in commands.tables(ledger())])


@api.post("/sessions")
def start() -> tuple[Response, int]:
    """Opens a session: ``{"rules", "options"?, "names"?, "dealer"?, "unit"?: {"points", "money",
    "currency"}, "starting_points"?, "key"}``."""
    body = json_body()
    names = _of(body, "names", list, [])
    table = commands.start(
        ledger(),
        _of(body, "rules", str),
        _of(body, "options", dict, {}),
        [name if isinstance(name, str) else "" for name in names],
        _of(body, "dealer", int, 0),
        _of(body, "key", str),
        body.get("unit"),
        body.get("starting_points", 0),
    )
    return jsonify(table_json(table)), 201


@api.get("/sessions/<session>")
def table(session: str) -> Response:
    """One table with its deals."""
    return jsonify(table_json(commands.table_of(ledger(), session)))


@api.post("/import")
def import_session() -> tuple[Response, int]:
    """Takes over an exported session: the JSON file that ``/sessions/<session>/export.json`` is."""
    return jsonify(table_json(commands.import_session(ledger(), json_body()))), 201


@api.get("/tables")
def open_tables() -> Response:
    """The sessions that have not ended, newest first."""
    return jsonify([table_json(table) for table in commands.open_tables(ledger())])


@api.get("/statistics")
def statistics() -> Response:
    """How players did: in all sessions, in those of ``?rules=``, or in ``?session=`` alone."""
    chosen = {name: request.args.get(name) for name in ("rules", "session")}
    return jsonify(statistics_json(commands.statistics(ledger(), **chosen)))


@api.get("/presets")
def presets() -> Response:
    """The house presets, the one saved last first."""
    return jsonify([preset.to_json() for preset in commands.presets(ledger())])


@api.post("/presets")
def save_preset() -> tuple[Response, int]:
    """Keeps ``{"name", "rules", "options"?, "unit"?, "starting_points"?}``."""
    return jsonify(commands.save_preset(ledger(), json_body()).to_json()), 201


@api.delete("/presets/<name>")
def delete_preset(name: str) -> tuple[str, int]:
    """Drops a preset."""
    commands.delete_preset(ledger(), name)
    return "", 204


@api.post("/sessions/<session>/photos")
def read_photo(session: str) -> tuple[Response, int]:
    """Reads the tiles of a photo (form field ``photo``) and keeps it."""
    current = commands.table_of(ledger(), session)
    upload = request.files.get("photo")
    if upload is None:
        raise Refusal("no_photo", 400)
    rule_set = scoring.rule_set(current.rules, current.options)
    reading = read_tiles(upload.read(), rule_set, _photos())
    return jsonify({**reading, "photo_url": url_for("assets.photo", name=reading["photo"])}), 201


@api.delete("/sessions/<session>/photos/<name>")
def delete_photo(session: str, name: str) -> tuple[str, int]:
    """Deletes the photo of a deal; the deal itself stays."""
    commands.delete_photo(ledger(), session, name, _photos())
    return "", 204


@api.get("/photos")
def photos() -> Response:
    """How much of their room the kept photos take, in bytes."""
    return jsonify(asdict(usage(_photos())))


@api.post("/sessions/<session>/teach")
def teach(session: str) -> Response:
    """What the tiles of a kept photo are: ``{"photo", "width", "tiles": [{"quad", "read",
    "confidence", "tile"}]}``, ``quad`` in pixels of a picture of that width.

    It is kept beside the photo; the tile set in use learns what was corrected.
    """
    commands.table_of(ledger(), session)
    body = json_body()
    tiles = [each for each in _of(body, "tiles", list) if isinstance(each, dict)]
    photo = kept_photo(_of(body, "photo", str), _photos())
    named = corrections.keep(photo, _of(body, "width", int), tiles)
    return jsonify({"kept": len(named), "learned": tile_sets.learn(photo, named)})


@api.post("/sessions/<session>/preview")
def preview(session: str) -> Response:
    """The settlement of ``{"deal", "kongs_entered"?}``; nothing is stored."""
    current = commands.table_of(ledger(), session)
    body = json_body()
    entered = _of(body, "kongs_entered", bool, False)
    return jsonify(commands.preview(current, body.get("deal"), entered))


@api.post("/sessions/<session>/deals")
def confirm(session: str) -> tuple[Response, int]:
    """Books a deal: ``{"deal", "photo"?, "kongs_entered"?, "key", "after"}``.

    It takes over the recorded kongs, unless its melds are said to name every kong.
    """
    body = json_body()
    table = commands.confirm(
        ledger(),
        session,
        body.get("deal"),
        body.get("photo"),
        photos=_photos(),
        kongs_entered=_of(body, "kongs_entered", bool, False),
        **_step(body),
    )
    return jsonify(table_json(table)), 201


@api.post("/sessions/<session>/kongs")
def record_kong(session: str) -> tuple[Response, int]:
    """Notes a kong of the running deal: ``{"seat", "kind": "exposed" | "concealed" | "added",
    "tile", "from"?, "key", "after"}``."""
    body = json_body()
    table = commands.record_kong(
        ledger(),
        session,
        body.get("seat"),
        body.get("kind"),
        body.get("tile"),
        body.get("from"),
        **_step(body),
    )
    return jsonify(table_json(table)), 201


@api.post("/sessions/<session>/players")
def seat_player(session: str) -> tuple[Response, int]:
    """Seats somebody from the next deal on: ``{"seat", "name", "key", "after"}``."""
    body = json_body()
    table = commands.seat_player(
        ledger(), session, body.get("seat"), body.get("name"), **_step(body)
    )
    return jsonify(table_json(table)), 201


@api.post("/sessions/<session>/dealer")
def set_dealer(session: str) -> tuple[Response, int]:
    """Sets who deals next: ``{"dealer", "round_wind"?, "key", "after"}``."""
    body = json_body()
    table = commands.set_dealer(
        ledger(), session, body.get("dealer"), body.get("round_wind"), **_step(body)
    )
    return jsonify(table_json(table)), 201


@api.post("/sessions/<session>/adjustments")
def adjust(session: str) -> tuple[Response, int]:
    """Books points that no deal brought: ``{"kind": "penalty" | "adjustment", "deltas",
    "reason", "key", "after"}``."""
    body = json_body()
    table = commands.adjust(
        ledger(),
        session,
        body.get("kind"),
        body.get("deltas"),
        body.get("reason"),
        **_step(body),
    )
    return jsonify(table_json(table)), 201


@api.post("/sessions/<session>/deals/<int:seq>/preview")
def preview_correction(session: str, seq: int) -> Response:
    """What correcting a deal to ``{"deal"}`` would give: its settlement and all totals."""
    deal = json_body().get("deal")
    settlement, after = commands.preview_correction(ledger(), session, seq, deal)
    return jsonify({"settlement": settlement, "totals": after.totals})


@api.post("/sessions/<session>/deals/<int:seq>")
def correct(session: str, seq: int) -> Response:
    """Corrects the deal that event ``seq`` brought: ``{"deal", "photo"?, "key", "after"}``."""
    body = json_body()
    table = commands.correct(
        ledger(),
        session,
        seq,
        body.get("deal"),
        body.get("photo"),
        photos=_photos(),
        **_step(body),
    )
    return jsonify(table_json(table))


@api.post("/sessions/<session>/undo")
def undo(session: str) -> Response:
    """Takes back ``{"steps"?, "key", "after"}``."""
    body = json_body()
    steps = _of(body, "steps", int, 1)
    return jsonify(table_json(commands.undo(ledger(), session, steps, **_step(body))))


@api.post("/sessions/<session>/close")
def close(session: str) -> Response:
    """Ends a session: ``{"key", "after"}``."""
    return jsonify(table_json(commands.close(ledger(), session, **_step(json_body()))))


def _photos() -> Path:
    return Path(current_app.config["PHOTOS"])


def _step(body: dict[str, Any]) -> dict[str, Any]:
    """The idempotency key of a form, and how much of the session it had seen."""
    return {"key": _of(body, "key", str), "after": _of(body, "after", int)}


def _of(body: dict[str, Any], name: str, kind: type, default: Any = None) -> Any:
    """A value of the body, of the right type."""
    value = body.get(name, default)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise Refusal("missing_key", 400, name=name)
    return value
