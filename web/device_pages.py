"""The device's card on every page: what it says, the win it proposes, and what can be answered."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, make_response, redirect, request, url_for
from flask import render_template as render
from werkzeug.wrappers import Response as AnyResponse

from scoring.table import Table
from web.device import Device
from web.refusals import Refusal
from web.seen_kongs import without

devices = Blueprint("device", __name__, url_prefix="/device")

UNASKED = ("preview", "preview_correction", "teach")
"""What pages send by themselves, while somebody taps and after he is done."""


def device() -> Device:
    """The device of this application."""
    here: Device = current_app.extensions["device"]
    return here


@devices.app_context_processor
def offer() -> dict[str, object]:
    """Every page may show the card."""
    return {"device": device()}


def proposed(table: Table) -> dict[str, object] | None:
    """The proposed win that the address of this page names: what the deal page begins with."""
    proposal = device().proposal
    if proposal is None or proposal.key != request.args.get("proposal"):
        return None
    reading = proposal.reading
    if reading is not None:
        reading = without(reading, table.kongs)  # the page has those already
        reading = {**reading, "photo_url": url_for("assets.photo", name=reading["photo"])}
    return {
        "key": proposal.key,
        "seat": proposal.seat,
        "feeder": proposal.feeder,
        "reading": reading,
    }


@devices.after_app_request
def sound(answer: Response) -> Response:
    """What a page is refused at the device's table is heard there."""
    session = (request.view_args or {}).get("session")
    asked = request.method == "POST" and (request.endpoint or "").partition(".")[2] not in UNASKED
    if asked and session is not None and answer.status_code in (409, 422, *range(500, 600)):
        device().refused(session, answer.status_code >= 500)
    return answer


@devices.get("/card")
def card() -> Response:
    """The card as it is now, where it is another than ``?seen=``, else 204."""
    version = device().version
    seen = request.args.get("seen") == version
    answer = Response(status=204) if seen else make_response(render("_device_card.html"))
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["ETag"] = f'"{version}"'
    return answer


@devices.post("/proposal")
def answer_proposal() -> AnyResponse:
    """Answers the proposed win: ``act`` (``confirm``, ``drop``, ``self_draw``) or a ``feeder``.

    A kong that the page is asked about can be dropped, too.
    """
    form, here = request.form, device()
    key = form.get("key", "")
    waiting = next(
        (each for each in (here.proposal, *here.asked) if each and each.key == key), None
    )
    match form.get("act"):
        case "confirm":
            here.attempt(lambda: here.confirm(key))
        case "drop":
            here.attempt(lambda: here.drop(key))
        case "self_draw":
            here.attempt(lambda: here.feed(key, None))
        case None if "feeder" in form:
            here.attempt(lambda: here.feed(key, form.get("feeder", -1, int)))
        case _:
            raise Refusal("missing_key", 400, name="act")
    if waiting is None:
        return redirect(url_for("pages.home"), 303)
    return redirect(url_for("pages.table", session=waiting.session), 303)


@devices.post("/hand")
def read_hand() -> AnyResponse:
    """Photographs the hand of ``seat``: ``act`` is ``read``, ``win`` or ``forget``."""
    form, here = request.form, device()
    seat = form.get("seat", -1, int)
    match form.get("act"):
        case "read":
            here.attempt(lambda: here.read(seat))
        case "win":
            here.attempt(lambda: here.propose(seat, form.get("key", "")))
        case "forget":
            here.forget()
        case _:
            raise Refusal("missing_key", 400, name="act")
    return redirect(url_for("camera.page"), 303)


@devices.post("/table")
def bind() -> AnyResponse:
    """Chooses the table that the buttons act on."""
    session = request.form.get("session", "")
    device().attempt(lambda: device().bind(session))
    return redirect(url_for("camera.page"), 303)
