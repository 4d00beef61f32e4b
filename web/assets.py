"""Things that pages fetch: tile faces, words for scripts, kept photos."""

from __future__ import annotations

from pathlib import Path

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    g,
    jsonify,
    make_response,
    send_file,
)

from web.faces import sprite
from web.language import LANGUAGES
from web.photos import is_name, kept_photo, small
from web.text import TEXT
from web.views import tile_names

assets = Blueprint("assets", __name__)

_DAY = 24 * 3600
_YEAR = 365 * _DAY


@assets.get("/tiles.svg")
def tiles() -> Response:
    """Every tile face as a symbol."""
    response = make_response(sprite())
    response.content_type = "image/svg+xml; charset=utf-8"
    response.cache_control.public = True
    response.cache_control.max_age = _DAY
    response.add_etag()
    return response


@assets.get("/words/<tongue>.json")
def words(tongue: str) -> Response:
    """The catalogue in one language, for the scripts."""
    if tongue not in LANGUAGES:
        abort(404)
    g.language = tongue
    place = list(LANGUAGES).index(tongue)
    text = {key: texts[place] for key, texts in TEXT.items() if not key.startswith("refused.")}
    return jsonify(text=text, names=tile_names())


@assets.get("/photos/<name>/small.jpg")
def thumbnail(name: str) -> Response:
    """A kept photo, small."""
    response = Response(small(kept_photo(name, Path(current_app.config["PHOTOS"]))))
    response.content_type = "image/jpeg"
    response.cache_control.public = True
    response.cache_control.immutable = True
    response.cache_control.max_age = _YEAR
    return response


@assets.get("/photos/<name>")
def photo(name: str) -> Response:
    """A photo that was kept; its name is the hash of its bytes, so it never changes."""
    if not is_name(name):
        abort(404)
    file = kept_photo(name, Path(current_app.config["PHOTOS"]))
    response = send_file(file, max_age=_YEAR)
    response.cache_control.immutable = True
    return response
