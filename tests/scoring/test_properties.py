"""What holds for every deal of every rule set, on random deals: won, nearly won, and spoiled."""

from __future__ import annotations

import json
from copy import deepcopy
from importlib import import_module

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import (
    ERROR_CODES,
    RULE_SETS,
    Deal,
    DealError,
    Tile,
    UnknownTile,
    format_tiles,
    judge,
    parse_tiles,
    rule_set,
    score,
)
from scoring import hand as values
from scoring import settle as results
from tests.scoring.judges.deals import SEEDS

MODEST = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def deals_of(name: str) -> st.SearchStrategy[dict]:
    """Random documents of one rule set, valid and not."""
    made = import_module(f"tests.scoring.judges.deals_{name}")
    if not hasattr(made, "DEALS"):
        return made.winning_deals() | made.near_deals() | made.drawn_deals() | made.spoiled_deals()

    def one(seed: int, batch: str) -> dict:
        documents = getattr(made.DEALS, batch)(seed)
        return documents[seed % len(documents)]

    return st.builds(one, SEEDS, st.sampled_from(["wins", "near_wins", "draws", "broken"]))


DEALS = {name: deals_of(name) for name in RULE_SETS}
EVERY = pytest.mark.parametrize("name", RULE_SETS)


def money(document: dict) -> dict:
    """The answer without its sentences."""
    found = judge(document)
    found.pop("explanation", None)
    found.pop("message", None)
    for win in found.get("wins", ()):
        del win["explanation"]
    return found


def valid_deal(document: dict) -> Deal | None:
    """The deal of a document that scores or is at least possible; else None."""
    try:
        return Deal.from_json(document["deal"], rule_set(document["rules"], document["options"]))
    except DealError:
        return None


def reordered(text: object, order) -> object:
    """Tiles in another order; what is no notation stays."""
    try:
        tiles = list(parse_tiles(text)) if isinstance(text, str) else []
    except UnknownTile:
        return text
    order.shuffle(tiles)
    return " ".join(map(str, tiles)) if tiles else text


@EVERY
@MODEST
@given(st.data(), st.randoms(use_true_random=False))
def test_order_of_tiles_never_matters(name, data, order):
    document = data.draw(DEALS[name])
    changed = deepcopy(document)
    deal = changed["deal"]
    lists = [deal.get("wins"), deal.get("hands_at_draw"), *(deal.get("melds") or [])]
    for rows in lists:
        for each in rows if isinstance(rows, list) else ():
            for key in ("concealed", "tiles", "as") if isinstance(each, dict) else ():
                if key in each:
                    each[key] = reordered(each[key], order)
    assert money(changed) == money(document)


@EVERY
@MODEST
@given(st.data())
def test_a_default_given_expressly_changes_nothing(name, data):
    document = data.draw(DEALS[name])
    defaults = rule_set(name).options.to_json()
    full = {**document, "options": {**defaults, **document["options"]}}
    assert judge(full) == judge(document)


@EVERY
@MODEST
@given(st.data())
def test_deltas_sum_to_zero_and_the_parts_to_the_whole(name, data):
    document = data.draw(DEALS[name])
    found = judge(document)
    json.dumps(found)
    if not found["valid"]:
        assert found["error"] in ERROR_CODES
        assert found["message"]["zh"]
        assert found["message"]["en"]
        assert ("verify" in found) == (found["error"] == "not_a_win")
        return
    assert sum(found["deltas"]) == 0
    for part in ("kong_deltas", "extra_deltas"):
        assert sum(found.get(part, [])) == 0
    deal = valid_deal(document)
    assert deal is not None
    rules = rule_set(name, document["options"])
    settled = score(deal, rules)
    payments = [payment for win in settled.wins for payment in win.payments]
    payments += [*(settled.kong_payments or ()), *(settled.extra_payments or ())]
    assert results.sums(payments, rules.players) == settled.deltas == tuple(found["deltas"])
    assert score(deal, rules, explain=False).deltas == settled.deltas


@EVERY
@MODEST
@given(st.data())
def test_deals_and_settlements_round_trip_and_rebuild(name, data):
    document = data.draw(DEALS[name])
    deal = valid_deal(document)
    if deal is None:
        return
    rules = rule_set(name, document["options"])
    assert eval(repr(rules)) == rules
    assert Deal.from_json(json.loads(json.dumps(deal.to_json())), rules) == deal
    assert eval(repr(deal), vars(values)) == deal
    for row in deal.melds:
        for meld in row:
            assert parse_tiles(format_tiles(meld.tiles)) == meld.tiles
            assert eval(repr(meld), vars(values)) == meld
    try:
        settled = score(deal, rules)
    except DealError:
        return
    assert eval(repr(settled), vars(results)) == settled


@given(st.lists(st.sampled_from(list(Tile))))
@MODEST
def test_notation_round_trips(tiles):
    assert list(parse_tiles(format_tiles(tiles))) == tiles
    assert list(parse_tiles("".join(map(str, tiles)))) == tiles


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
        max_leaves=8,
    ),
    st.sampled_from(list(RULE_SETS)),
    st.sampled_from(["rules", "options", "deal", None]),
)
@MODEST
def test_any_json_value_is_answered(value, name, place):
    document = {"rules": name, "options": {}, "deal": {}}
    found = judge(value if place is None else {**document, place: value})
    json.dumps(found)
    assert not found["valid"]
    assert found["error"] in {*ERROR_CODES, "unknown_rule_set", "bad_option"}
