"""How the program is: for machines, for the curious, and for whoever is asked to help.

``/healthz`` is asked often and answers quickly.  The page about the program shows its versions,
and lets hosts save what helps to find a fault; nothing is sent anywhere.
"""

from __future__ import annotations

import io
import json
import platform
import shutil
import zipfile
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from flask import Blueprint, Response, current_app, jsonify, render_template

import scoring
from scoring.errors import ScoringError
from scoring.ledger import SCHEMA_VERSION
from web.backups import damage, database_file, kept, set_aside
from web.door import the_door
from web.journal import Journal
from web.pages import ledger

health = Blueprint("health", __name__)

LEAST_FREE_MB = 50
_PACKAGES = (
    *("paizhuo", "flask", "werkzeug", "waitress", "sqlalchemy", "numpy", "onnxruntime"),
    *("opencv-python-headless", "pillow", "gpiozero"),
)
_MB = 1_000_000


@health.get("/healthz")
def healthz() -> tuple[Response, int]:
    """Whether the ledger answers and the disk has room: ``{"ok", "database": {"ok", "events"},
    "disk": {"ok", "free_mb"}, "version"}``; 503 where not."""
    found = condition()
    return jsonify(found), 200 if found["ok"] else 503


@health.get("/about")
def about() -> str:
    """The versions of the program and what it is made of."""
    return render_template("about.html", versions=versions(), rule_sets=scoring.RULE_SETS.values())


@health.get("/about/diagnostics.zip")
def diagnostics() -> Response:
    """What helps to find a fault, without names, scores or secrets, as a file to save."""
    answer = Response(bundle(), content_type="application/zip")
    answer.headers["Content-Disposition"] = 'attachment; filename="paizhuo-diagnostics.zip"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def condition() -> dict[str, Any]:
    """What ``/healthz`` answers."""
    database: dict[str, Any] = {"ok": True}
    try:
        database["events"] = ledger().newest()
    except ScoringError as error:
        database = {"ok": False, "error": error.code}
    try:
        free = shutil.disk_usage(current_app.instance_path).free // _MB
        disk: dict[str, Any] = {"ok": free >= LEAST_FREE_MB, "free_mb": free}
    except OSError:
        disk = {"ok": False, "free_mb": None}
    return {
        "ok": database["ok"] and disk["ok"],
        "database": database,
        "disk": disk,
        "version": versions()["paizhuo"],
    }


@cache
def versions() -> dict[str, str]:
    """Of the program and of what it is made of, by name."""
    found = {}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "–"
    return {**found, "python": platform.python_version(), "system": platform.platform()}


def bundle() -> bytes:
    """A zip file: versions, configuration, condition, integrity, the last lines of the journal."""
    journal: Journal = current_app.extensions["journal"]
    documents = {
        "versions.json": {
            **versions(),
            "schema": SCHEMA_VERSION,
            "rule_sets": {rules.id: rules.version for rules in scoring.RULE_SETS.values()},
        },
        "configuration.json": _configuration(),
        "health.json": condition(),
        "integrity.json": _integrity(),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, document in documents.items():
            file.writestr(name, json.dumps(document, ensure_ascii=False, indent=1))
        file.writestr("journal.jsonl", "".join(f"{line}\n" for line in list(journal.lines)))
    return out.getvalue()


def _configuration() -> dict[str, Any]:
    """How the program was started; of names and addresses only how many."""
    device = current_app.extensions["device"]
    return {
        "database": sa.make_url(current_app.config["DATABASE"]).get_backend_name(),
        "host_names": len(current_app.config["HOST_NAMES"]),
        "has_pin": the_door().has_pin,
        "largest_upload": current_app.config["MAX_CONTENT_LENGTH"],
        "camera": device.camera.condition.code,
    }


def _integrity() -> dict[str, Any]:
    """Whether the ledger is whole; its copies; damaged ones that were set aside."""
    file = database_file(current_app.config["DATABASE"])
    photos = Path(current_app.config["PHOTOS"])
    found: dict[str, Any] = {"photos": len(list(photos.glob("*.jpg")))}
    try:
        found["sessions"] = len(ledger().sessions())
        if file is not None:
            found |= {
                "damage": damage(file),
                "megabytes": round(file.stat().st_size / _MB, 1),
                "backups": len(kept(file)),
                "set_aside": len(set_aside(file)),
            }
    except (ScoringError, OSError) as error:
        found["error"] = type(error).__name__
    return found
