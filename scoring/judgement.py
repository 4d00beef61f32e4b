"""From one JSON document to the answer of ``paizhuo score --json``."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.errors import BadOption, DealError, ScoringError
from scoring.hand import Deal
from scoring.rules import RuleSet, rule_set
from scoring.settle import VERSION, Settlement
from scoring.verification import verify


def score(deal: Deal, rules: RuleSet, *, explain: bool = True) -> Settlement:
    """Settle a deal: who won what, and who pays whom.

    Args:
        deal: the deal; it is checked against the rules unless it already was.
        rules: the rule set with its options.
        explain: whether to work out what did not count and how the points come about.

    Raises:
        DealError: the deal cannot be, or is no win.

    >>> rules = rule_set("guangdong")
    >>> deal = Deal.from_json({
    ...     "players": 4, "dealer": 0, "outcome": "win", "melds": [[], [], [], []],
    ...     "wins": [{"seat": 1, "concealed": "123m 456s 234m 56p EE", "winning_tile": "7p",
    ...               "by": "discard", "from": 3}]}, rules)
    >>> score(deal, rules).deltas
    (0, 2, 0, -2)
    """
    deal.check(rules)
    return rules.settle(deal, explain=explain)


def judge(document: object) -> dict[str, object]:
    """The answer to one document ``{"id"?, "rules", "options"?, "deal"}``, valid or not.

    Never raises for anything that JSON can say. A refusal is ``{"version", "id", "valid": false,
    "error": code, "message": {"zh", "en"}}``; its code is one of ``ERROR_CODES``,
    ``unknown_rule_set`` or ``bad_option``. With ``not_a_win`` comes ``"verify"``: what the hand
    waits on, how far it is and what may have been misread (``Verification.to_json``).

    >>> judge({"rules": "riichi", "deal": {}})["error"]
    'unknown_rule_set'
    """
    name = document.get("id") if isinstance(document, Mapping) else None
    answer: dict[str, object] = {
        "version": VERSION,
        "id": name if isinstance(name, (str, int, float)) else None,
    }
    try:
        deal, rules = _read(document)
    except ScoringError as error:
        return {**answer, **_refusal(error)}
    try:
        return {**answer, **score(deal, rules).to_json()}
    except DealError as error:
        answer |= _refusal(error)
        if error.code == "not_a_win" and (found := verify(deal, rules)) is not None:
            answer["verify"] = found.to_json()
        return answer


def _refusal(error: ScoringError) -> dict[str, object]:
    return {"valid": False, "error": error.code, "message": {"zh": error.zh, "en": error.en}}


def _read(document: object) -> tuple[Deal, RuleSet]:
    """The deal of a document, checked, and its rule set."""
    if not isinstance(document, Mapping):
        raise DealError(
            "missing_field",
            "一局要写成 JSON 对象：{rules, options, deal}",
            "a deal is a JSON object {rules, options, deal}; write it so",
        )
    options = document.get("options")
    if options is not None and not isinstance(options, Mapping):
        raise BadOption(
            "bad_option",
            'options 要写成对象，如 {"unit": 1}',
            'options is no object; write one such as {"unit": 1}',
        )
    rules = rule_set(document.get("rules"), options)
    deal = document.get("deal")
    if not isinstance(deal, Mapping):
        raise DealError("missing_field", "缺少 deal；请补上这一局", "deal is missing; fill it in")
    return Deal.from_json(deal, rules), rules
