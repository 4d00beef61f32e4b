"""Holding the engine against a judge."""

import json
from collections import Counter

from hypothesis import Phase, settings

import scoring
from tests.scoring.judges.brute_other import Verdict, differences

ERRORS = {
    *("unknown_tile", "tile_not_in_set", "too_many_copies", "wrong_tile_count", "bad_meld"),
    *("meld_not_allowed", "bad_source", "missing_field", "not_robbable", "wild_not_allowed"),
    *("bad_flower", "kong_mismatch", "kong_not_replaced", "flag_conflict", "passed_win"),
    *("one_winner_only", "bad_win_method", "discard_win_not_allowed", "open_basic_on_discard"),
    *("bird_count", "not_a_win", "below_minimum"),
    # Of a document rather than of its deal.
    *("unknown_rule_set", "bad_option"),
}
# A seed does not shrink.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
MANY = settings(max_examples=100, deadline=None, phases=PHASES)
FEW = settings(max_examples=40, deadline=None, phases=PHASES)


LAID = ("wins", "near_wins", "draws")


def assert_same(document: dict, judged: dict) -> None:
    """The engine's answer is the judge's: money, patterns (of any reading that ties), error."""
    answer = scoring.judge(document)
    assert answer.get("error") == judged.get("error"), document
    assert answer["valid"] == judged["valid"]
    if not judged["valid"]:
        return
    for key in judged.keys() - {"wins"}:
        assert answer[key] == judged[key], (key, document)
    assert len(answer["wins"]) == len(judged["wins"])
    for win, wanted in zip(answer["wins"], judged["wins"], strict=True):
        for key in wanted.keys() - {"patterns", "or_patterns"}:
            assert win[key] == wanted[key], (key, document)
        readings = [wanted["patterns"], *wanted["or_patterns"]]
        ids = Counter(pattern["id"] for pattern in win["patterns"])
        assert ids in map(Counter, readings), (readings, document)


def assert_answered(document: dict) -> None:
    """Whatever the document, the engine answers, and its answer can be printed."""
    answer = scoring.judge(document)
    json.dumps(answer)
    if answer["valid"]:
        assert sum(answer["deltas"]) == 0
    else:
        assert answer["error"] in ERRORS, document
        assert answer["message"]["zh"]
        assert answer["message"]["en"]


def assert_agrees(document: dict, verdict: Verdict) -> None:
    """The engine's answer is one of a verdict's, and it leaves the document as it was."""
    before = json.dumps(document, ensure_ascii=False)
    wrong = differences(verdict, scoring.judge(document))
    assert not wrong, "\n".join([*wrong, before])
    assert json.dumps(document, ensure_ascii=False) == before
