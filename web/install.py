"""What makes the pages an app on a phone: manifest, icons, and the worker that keeps scores."""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    g,
    jsonify,
    request,
    send_from_directory,
    url_for,
)

from web.icons import FELT
from web.icons import icon as drawn
from web.language import LANGUAGES, t

install = Blueprint("install", __name__)

SIZES = (180, 192, 512)
_DAY = 24 * 3600


@install.get("/<tongue>.webmanifest")
def manifest(tongue: str) -> Response:
    """How the app is called and looks on a phone's screen."""
    if tongue not in LANGUAGES:
        abort(404)
    g.language = tongue
    icons = [
        {
            "src": url_for("install.icon", size=size, purpose=purpose),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in SIZES[1:]
        for purpose in ("any", "maskable")
    ]
    answer = jsonify(
        id="/",
        name=t("app.long"),
        short_name=t("app.name"),
        description=t("home.claim"),
        lang=tongue,
        start_url=url_for("pages.home"),
        scope="/",
        display="standalone",
        background_color=FELT,
        theme_color=FELT,
        icons=icons,
    )
    answer.content_type = "application/manifest+json"
    return answer


@install.get("/icons/<int:size>.png")
def icon(size: int) -> Response:
    """The icon; with ``?purpose=maskable`` for screens that cut icons to a shape."""
    if size not in SIZES:
        abort(404)
    maskable = request.args.get("purpose") == "maskable"
    answer = Response(drawn(size, maskable=maskable), content_type="image/png")
    answer.cache_control.public = True
    answer.cache_control.max_age = _DAY
    return answer


@install.get("/worker.js")
def worker() -> Response:
    """The service worker, at the root so that it serves every page."""
    static = current_app.static_folder
    assert static is not None
    answer = send_from_directory(static, "js/worker.js")
    answer.cache_control.no_cache = True
    return answer
