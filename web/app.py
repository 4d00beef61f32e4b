"""The Flask application factory."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path

from flask import Flask, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from scoring.errors import ScoringError
from scoring.table import Event
from web import compressing, guard, journal, language, look, refusals, views
from web import door as house_door
from web.api import api
from web.assets import assets
from web.backups import open_ledger
from web.camera_pages import camera
from web.club import club
from web.dealing import dealing
from web.device import NO_DEVICE, Device, DeviceSetting
from web.device_pages import devices
from web.door import door
from web.evenings import evenings
from web.health import health
from web.install import install
from web.live import Live, live
from web.pages import pages
from web.starting import starting
from web.steps import steps
from web.storage import default_url, home_folder

_BLUEPRINTS = (
    *(pages, starting, dealing, steps, evenings, club),
    *(api, assets, install, live, camera, devices, door, health),
)


def create_app(
    database_url: str | None = None,
    instance_path: str | Path | None = None,
    device: DeviceSetting = NO_DEVICE,
    host_names: Iterable[str] = (),
) -> Flask:
    """The application.

    Args:
        database_url: SQLAlchemy URL of the ledger; by default ``paizhuo.db`` in the instance
            folder.
        instance_path: folder for the database and the kept photos; created when missing.
        device: which camera and buttons the table has; by default none.
        host_names: names it answers to, besides those of this computer and every address.

    Raises:
        ScoringError: the database cannot be opened, or is damaged past recovery.
    """
    folder = Path(instance_path or home_folder()).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    app = Flask("web", instance_path=str(folder))
    app.config.update(
        MAX_CONTENT_LENGTH=refusals.LARGEST_UPLOAD_MB * 1024 * 1024,
        PHOTOS=str(folder / "photos"),
        DATABASE=database_url or default_url(folder),
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.json.ensure_ascii = False  # type: ignore[attr-defined]

    hub = app.extensions["live"] = Live()

    def told(event: Event) -> None:
        hub.tell(event)
        app.extensions["device"].tell(event)

    ledger, recovery = open_ledger(app.config["DATABASE"], told)
    app.extensions["ledger"] = ledger
    app.jinja_env.globals["recovery"] = recovery
    app.extensions["device"] = Device(
        device, ledger, hub.announce, folder, Path(app.config["PHOTOS"])
    )
    compressing.init_app(app)  # the first to be told is the last to see an answer
    journal.init_app(app)
    language.init_app(app)
    look.init_app(app)
    guard.init_app(app, host_names)
    house_door.init_app(app)
    views.init_app(app)
    for blueprint in _BLUEPRINTS:
        app.register_blueprint(blueprint)
    _answer_errors(app)
    return app


def _answer_errors(app: Flask) -> None:
    """Every error becomes one clean sentence, as JSON to programs and scripts, else as a page."""

    def refuse(error: ScoringError) -> ResponseReturnValue:
        status = refusals.status_of(error)
        headers = refusals.headers_of(error)
        if request.path.startswith("/api/") or request.is_json:
            return refusals.as_json(error), status, headers
        return render_template("error.html", refusal=error), status, headers

    @app.errorhandler(HTTPException)
    def of_http(error: HTTPException) -> ResponseReturnValue:
        if error.code is not None and error.code < 400:
            return error  # a redirect
        return refuse(refusals.of_http(error))

    @app.errorhandler(Exception)
    def of_anything(error: Exception) -> ResponseReturnValue:
        logging.getLogger(__name__).exception("%s %s failed", request.method, request.url_rule)
        return refuse(refusals.Refusal("http_500", 500))

    app.register_error_handler(ScoringError, refuse)
