"""Every worked example of the rule sets, in every detail."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring import RULE_SETS, UnknownTile, format_tiles, judge, parse_tiles

FOLDER = Path(__file__).parent / "examples"
FLAGS = (
    "kong_bloom",
    "kong_discard",
    "flower_bloom",
    "last_tile",
    "heavenly",
    "earthly",
    "human",
)


def _examples() -> Iterator[Any]:
    for path in sorted(FOLDER.glob("*.json")):
        if path.stem in RULE_SETS:
            for example in json.loads(path.read_text("utf-8"))["examples"]:
                yield pytest.param(example, id=example["id"])


@pytest.mark.parametrize("example", list(_examples()))
def test_example(example: dict[str, Any]) -> None:
    answer = judge(example)
    expected = example["expect"]
    assert answer["version"] == 1
    assert answer["id"] == example["id"]
    got = {key: answer.get(key) for key in expected}
    for given in (got, expected):
        if given.get("wins") is not None:
            given["wins"] = [dict(win) for win in given["wins"]]
    for mine, due in zip(got.get("wins") or [], expected.get("wins") or [], strict=True):
        mine["patterns"] = sorted(each["id"] for each in mine["patterns"])
        due["patterns"] = sorted(due["patterns"])
        for key in set(mine) - set(due):
            del mine[key]
    assert got == expected
    if answer["valid"]:
        assert sum(answer["deltas"]) == 0


@pytest.mark.parametrize("example", list(_examples()))
def test_order_of_tiles_and_defaults_said_change_nothing(example: dict[str, Any]) -> None:
    plain = judge(example)
    turned = json.loads(json.dumps(example))
    defaults = RULE_SETS[example["rules"]].from_json().options.to_json()
    turned["options"] = {**defaults, **example["options"]}
    for win in turned["deal"].get("wins", ()):
        tiles = _turned(win["concealed"])
        if tiles is None:
            return
        win["concealed"] = tiles
    assert _money(judge(turned)) == _money(plain)


def _turned(text: str) -> str | None:
    """The tiles in the opposite order; None where the text is no notation."""
    try:
        return format_tiles(reversed(parse_tiles(text)))
    except UnknownTile:
        return None


def _money(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer without its texts."""
    return {
        **{key: value for key, value in answer.items() if key not in ("message", "explanation")},
        "wins": [
            {key: value for key, value in win.items() if key != "explanation"}
            for win in answer.get("wins", ())
        ],
    }


@pytest.mark.parametrize("name", sorted(RULE_SETS))
def test_options_and_defaults_are_those_of_the_examples(name: str) -> None:
    path = FOLDER / f"{name}.json"
    defaults = json.loads(path.read_text("utf-8"))["default_options"]
    assert RULE_SETS[name].from_json().options.to_json() == defaults


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_flags_of_a_rule_set_are_those_it_pays_for(name: str) -> None:
    paid_for = set()
    for param in _examples():
        example = param.values[0]
        if example["rules"] != name or len(example["deal"].get("wins", ())) != 1:
            continue
        plain, *flagged = [_flagged(example, flags) for flags in ([], *([each] for each in FLAGS))]
        for flag, answer in zip(FLAGS, flagged, strict=True):
            if answer["valid"] and answer["deltas"] != plain.get("deltas"):
                paid_for.add(flag)
    assert paid_for == RULE_SETS[name].flags


def _flagged(example: dict[str, Any], flags: list[str]) -> dict[str, Any]:
    """The answer to an example with other flags."""
    (win,) = example["deal"]["wins"]
    return judge({**example, "deal": {**example["deal"], "wins": [{**win, "flags": flags}]}})
