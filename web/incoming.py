"""JSON that others send: an object that can be kept and shown again, or a refusal."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from web.refusals import Refusal

DEEPEST = 40
"""Lists and objects in each other; a deal has six."""


def json_object(data: bytes | str) -> dict[str, Any]:
    """The JSON object that bytes or a text hold.

    Raises:
        Refusal: ``bad_json``: they hold something else, or what cannot be kept: numbers that are
            none, half a character, lists in lists without end.

    >>> json_object('{"dealer": 2}')
    {'dealer': 2}
    >>> for text in ("[]", '{"a": NaN}', '{"a": 1e999}', '{"a": "' + chr(92) + 'ud800"}'):
    ...     try:
    ...         json_object(text)
    ...     except Refusal as refusal:
    ...         print(refusal.code)
    bad_json
    bad_json
    bad_json
    bad_json
    """
    try:
        document = json.loads(data, parse_constant=_refuse)
        if isinstance(document, dict):
            _check(document)
            return document
    except (ValueError, RecursionError) as error:
        raise Refusal("bad_json", 400) from error
    raise Refusal("bad_json", 400)


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


def _check(document: object) -> None:
    """Raises a ``ValueError`` for what can be read and not written."""
    level = [document]
    for _ in range(DEEPEST):
        inner: list[object] = []
        for value in level:
            if isinstance(value, str):
                value.encode("utf-8")  # half of a pair of surrogates is no character
            elif isinstance(value, float) and not math.isfinite(value):
                raise ValueError(value)
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, dict):
                inner += value
                inner += value.values()
        if not inner:
            return
        level = inner
    raise ValueError("too deep")
