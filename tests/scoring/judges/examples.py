"""The worked examples of a rule set, and what an answer must have of them."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
CHECKOUT = TESTS.parents[1]


def worked_examples(rules: str) -> list:
    """One parameter per worked example of the rule set, named by its id."""
    shared = Path(os.environ.get("PAIZHUO_SHARED", CHECKOUT.parent / "shared"))
    for folder in (TESTS / "examples", shared / "rules" / "examples"):
        path = folder / f"{rules}.json"
        if path.exists():
            examples = json.loads(path.read_text(encoding="utf-8"))["examples"]
            return [pytest.param(example, id=example["id"]) for example in examples]
    missing = pytest.mark.skip(reason=f"no worked examples of {rules}: neither copied nor shared")
    return [pytest.param({}, id="missing", marks=missing)]


def assert_as_expected(answer: dict, expected: dict) -> None:
    """Every key that the example has is the answer's; patterns in any order."""
    for key in expected.keys() - {"wins"}:
        assert answer.get(key) == expected[key], key
    if "wins" in expected:
        assert len(answer["wins"]) == len(expected["wins"])
        for win, wanted in zip(answer["wins"], expected["wins"], strict=True):
            for key in wanted.keys() - {"patterns"}:
                assert win[key] == wanted[key], key
            if "patterns" in wanted:
                readings = [win["patterns"], *win.get("or_patterns", [])]
                assert Counter(wanted["patterns"]) in map(Counter, readings)
