"""Text goes out packed to whoever can unpack it: phones in a full room share one radio."""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Flask, Response, request

SMALLEST = 500
"""Bytes; what fits into one packet anyway is left as it is."""
_TEXTS = (
    "text/",
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
)


def init_app(app: Flask) -> None:
    """Packs whole answers of text; streams, photos and parts of files go out as they are."""

    @app.after_request
    def pack(response: Response) -> Response:
        if not _is_text(response):
            return response
        response.vary.add("Accept-Encoding")
        if request.accept_encodings["gzip"] <= 0 or request.method == "HEAD":
            return response
        response.direct_passthrough = False
        whole = response.get_data()
        if len(whole) < SMALLEST:
            return response
        response.set_data(_packed(whole))
        response.content_encoding = "gzip"
        etag, _ = response.get_etag()
        if etag is not None:
            # The packed bytes are others than the plain ones, and mean the same.
            response.set_etag(etag, weak=True)
        return response


def _is_text(response: Response) -> bool:
    return (
        response.status_code != 206
        and not response.content_encoding
        and (response.mimetype or "").startswith(_TEXTS)
        and response.mimetype != "text/event-stream"
        and (response.is_sequence or response.direct_passthrough)
    )


@lru_cache(maxsize=64)
def _packed(whole: bytes) -> bytes:
    """Packed once for all that ask for the same; with no time in it, so that equals stay equal."""
    return gzip.compress(whole, 6, mtime=0)
