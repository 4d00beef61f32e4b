"""The camera of the table: what it sees, where hands lie on its picture, and capturing."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, jsonify, request, url_for

import scoring
from web import commands
from web.device import Device
from web.pages import ledger
from web.refusals import Refusal
from web.table_camera import TableCamera

camera = Blueprint("camera", __name__)


@camera.post("/api/sessions/<session>/capture")
def capture(session: str) -> tuple[Response, int]:
    """Photographs with the table's camera: the sharpest of a short burst, read and kept.

    ``?seat=2`` photographs that seat's rack where it is marked.  Answers what
    ``POST /api/sessions/<session>/photos`` answers.
    """
    current = commands.table_of(ledger(), session)
    rule_set = scoring.rule_set(current.rules, current.options)
    reading = table_camera().capture(rule_set, _seat(current.players))
    return jsonify({**reading, "photo_url": url_for("assets.photo", name=reading["photo"])}), 201


def table_camera() -> TableCamera:
    """The camera of this application."""
    device: Device = current_app.extensions["device"]
    return device.camera


def _seat(players: int) -> int | None:
    text = request.args.get("seat")
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and int(text) < players):
        raise Refusal("missing_key", 400, name="seat")
    return int(text)
