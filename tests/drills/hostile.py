"""Input that nobody means well: values, bodies, notation and deals, out of good ones."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[1] / "scoring" / "examples"
_TEXTS = (
    *(
        "",
        " ",
        "\0",
        "\ud800",
        "\udfff\ud800",
        "a\0b",
        "\u202e",
        "\ufeff",
        "\x7f\x1b[2J",
        "💥" * 99,
    ),
    *(
        "<script>alert(1)</script>",
        "'; DROP TABLE event; --",
        "{{ 7*7 }}",
        "%s%n",
        "../../etc/passwd",
    ),
    *("http://[", "//evil.example", "-1", "1e309", "٣", "五", "0x10", "NaN", "null", "ｓ１", "1_0"),
    *("1m" * 5000, "9" * 5000, "E" * 99, "16f" * 20, "0m", "17f", "123", "m", "XX", "x" * 100_000),
)
DEEP = "<deep>"
"""Stands for lists in lists in lists."""
_NUMBERS = (0, -1, 1, 3, 4, 255, 2**31, 2**53, 2**63, -(2**63) - 1, 2**64, 10**400, 10**4299)
_FLOATS = (0.5, -0.0, 1e308, 1e-320, float("inf"), float("-inf"), float("nan"))
_BODIES = (
    b"",
    b"\0",
    b"\xff\xfe",
    b"null",
    b'"text"',
    b"[]",
    b"{",
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b'{"key":"a","key":["b"]}',
    b'{"key": ' + b"9" * 5000 + b"}",
    b'{"key": "\\ud800", "names": ["\\ud800"]}',
    b"%" * 1000,
    b"&" * 5000,
    b"a=1;" * 5000,
    b"--x\r\nContent-Disposition: form-data; name=photo; filename=a\r\n\r\n",
    b"--x\r\n\r\n\r\n--x--",
    b"x" * 2_000_000,
)


def value(chance: random.Random, depth: int = 0) -> Any:
    """Any JSON value, most of them out of place."""
    match chance.randint(0, 7 if depth < 3 else 5):
        case 0:
            return chance.choice(_TEXTS)
        case 1:
            return chance.choice(_NUMBERS)
        case 2:
            return chance.choice(_FLOATS)
        case 3:
            return chance.choice([None, True, False])
        case 4:
            return text(chance)
        case 5:
            return nested(chance.choice([1, 5, 50]))
        case 6:
            return [value(chance, depth + 1) for _ in range(chance.choice([0, 1, 4, 30]))]
    return {text(chance): value(chance, depth + 1) for _ in range(chance.choice([0, 1, 4]))}


def nested(depth: int) -> Any:
    """Lists and objects in each other."""
    deep: Any = []
    for number in range(depth):
        deep = [deep] if number % 2 else {"a": deep}
    return deep


def text(chance: random.Random) -> str:
    """Any text."""
    if chance.random() < 0.5:
        return chance.choice(_TEXTS)
    letters = "123456789mpsfESWNCFPX 甲\0\n\ud83d'\"<&"
    return "".join(chance.choices(letters, k=chance.choice([1, 2, 5, 14, 40])))


def body(chance: random.Random) -> bytes:
    """Bytes that a request may hold."""
    if chance.random() < 0.7:
        return chance.choice(_BODIES)
    return chance.randbytes(chance.choice([1, 20, 300]))


def spoiled(document: Any, chance: random.Random, times: int = 1) -> Any:
    """A copy of a JSON document with so many places changed, dropped or doubled."""
    document = copy.deepcopy(document)
    for _ in range(times):
        holders = [each for each in _nodes(document) if each]
        if not holders:
            return value(chance)
        holder = chance.choice(holders)
        place = (
            chance.choice(list(holder))
            if isinstance(holder, dict)
            else chance.randrange(len(holder))
        )
        match chance.randint(0, 4):
            case 0:
                del holder[place]
            case 1 if isinstance(holder, list):
                holder.insert(place, copy.deepcopy(chance.choice(holder)))
            case 1 | 2:
                holder[place] = copy.deepcopy(chance.choice(holders))  # of another place
            case _:
                holder[place] = value(chance)
    return document


def _nodes(document: Any) -> list[Any]:
    """Every object and list in a document, not too deep."""
    found, level = [], [document]
    for _ in range(8):
        level = [each for each in level if isinstance(each, dict | list)]
        found += level
        level = [
            inner for each in level for inner in (each.values() if isinstance(each, dict) else each)
        ]
    return found


@cache
def documents() -> tuple[dict[str, Any], ...]:
    """The worked examples of every rule set, as ``judge`` takes them."""
    found = []
    for file in sorted(EXAMPLES.glob("*.json")):
        said = json.loads(file.read_text("utf-8"))
        for example in said["examples"] if isinstance(said, dict) else said:
            options = {**(said.get("default_options") or {}), **(example.get("options") or {})}
            found.append({"rules": file.stem, "options": options, "deal": example["deal"]})
    return tuple(found)


def deal_document(chance: random.Random) -> Any:
    """A document for ``judge``, good in one case of ten."""
    document = chance.choice(documents())
    document = spoiled(document, chance, chance.choice([0, 1, 1, 1, 1, 2, 2, 3, 6, 12]))
    deal = document.get("deal") if isinstance(document, dict) else None
    if isinstance(deal, dict) and chance.random() < 0.02:
        deal[chance.choice(["melds", "wins", "birds", "dealer"])] = DEEP
    return document


def written(document: Any) -> str:
    """A document as JSON; ``DEEP`` in it becomes the deepest that is read."""
    depth = 450
    return json.dumps(document).replace(f'"{DEEP}"', '[{"a":' * depth + "1" + "}]" * depth)
