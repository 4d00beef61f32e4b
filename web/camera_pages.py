"""The camera of the table: what it sees, where hands lie on its picture, and capturing."""

from __future__ import annotations

import dataclasses
from typing import Any

from flask import Blueprint, Response, g, jsonify, render_template, request, url_for

import scoring
from scoring import RuleSet
from scoring.table import Table
from web import commands
from web.device_pages import device
from web.pages import json_body, ledger
from web.refusals import Refusal

camera = Blueprint("camera", __name__)

SEATS = 4


@camera.get("/camera")
def page() -> str:
    """The preview, what is marked on it, and the table that the device serves."""
    table = _table()
    seats = table.names if table else [None] * SEATS
    condition = device().camera.condition
    return render_template(
        "camera.html",
        table=table,
        condition=condition,
        kept=device().camera.kept if condition.calibrates else None,
        places=[("table", None), *((f"seat{number}", name) for number, name in enumerate(seats))],
        tables=commands.open_tables(ledger()),
        key=commands.new_key(),
        page={
            "preview": url_for("camera.preview"),
            "state": url_for("camera.state"),
            "regions": url_for("camera.mark"),
            "live": url_for("camera.live"),
            "calibration": url_for("camera.calibrate"),
            "words": url_for("assets.words", tongue=g.language),
        },
    )


@camera.get("/api/camera")
def state() -> Response:
    """How the camera is, and what is marked: ``{"code", "message", "regions": {name: box}}``."""
    return jsonify(_state())


@camera.get("/api/camera/preview")
def preview() -> Response:
    """A small JPEG of what it sees now."""
    answer = Response(device().camera.preview(), content_type="image/jpeg")
    answer.headers["Cache-Control"] = "no-store"
    return answer


@camera.get("/api/camera/live")
def live() -> Response:
    """What is being read on the table, in shares of the picture."""
    table = _table()
    return jsonify(device().camera.live(None if table is None else _rules(table)))


@camera.post("/api/camera/regions")
def mark() -> Response:
    """Marks ``{"name", "box": [left, top, right, bottom] | null}``, in shares of the picture."""
    body = json_body()
    name, box = body.get("name"), body.get("box")
    if not isinstance(name, str):
        raise Refusal("missing_key", 400, name="name")
    device().camera.mark(name, None if box is None else _corners(box))
    return jsonify(_state())


@camera.post("/api/camera/calibration")
def calibrate() -> Response:
    """Measures once and keeps ``{"keep": "all" | "focus" | "nothing"}``.

    ``all``: focus, exposure and white balance; ``nothing``: they are the camera's own affair again.
    """
    keep = json_body().get("keep", "all")
    return jsonify(dataclasses.asdict(device().camera.calibrate(keep)))


@camera.post("/api/sessions/<session>/capture")
def capture(session: str) -> tuple[Response, int]:
    """Photographs with the table's camera: the sharpest of a short burst, read and kept.

    ``?seat=2`` photographs that seat's rack where it is marked.  Answers what
    ``POST /api/sessions/<session>/photos`` answers.
    """
    current = commands.table_of(ledger(), session)
    reading = device().camera.capture(_rules(current), _seat(current.players))
    return jsonify({**reading, "photo_url": url_for("assets.photo", name=reading["photo"])}), 201


def _state() -> dict[str, Any]:
    condition = device().camera.condition
    regions = device().camera.regions
    return {
        "code": condition.code,
        "message": {"zh": condition.zh, "en": condition.en},
        "name": condition.name,
        "calibrates": condition.calibrates,
        "regions": {name: dataclasses.astuple(box) for name, box in regions.items()},
    }


def _table() -> Table | None:
    try:
        return device().table()
    except Refusal:
        return None


def _rules(table: Table) -> RuleSet:
    return scoring.rule_set(table.rules, table.options)


def _corners(box: object) -> tuple[float, float, float, float]:
    if (
        isinstance(box, list)
        and len(box) == 4
        and all(isinstance(each, int | float) and not isinstance(each, bool) for each in box)
    ):
        return box[0], box[1], box[2], box[3]
    raise Refusal("missing_key", 400, name="box")


def _seat(players: int) -> int | None:
    text = request.args.get("seat")
    if text is None:
        return None
    if text not in map(str, range(players)):
        raise Refusal("missing_key", 400, name="seat")
    return int(text)
