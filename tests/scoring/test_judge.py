"""``judge`` answers everything and never raises; ``Deal`` round-trips; ``score`` checks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import RULE_SETS, Deal, DealError, Meld, Win, judge, parse_tiles, rule_set, score
from scoring import hand as values
from scoring.errors import ERROR_CODES
from scoring.tiles import Tile
from tests.scoring.making import CHICKEN, answer, deal, meld, refusal, win

EXAMPLES = [
    example
    for path in sorted((Path(__file__).parent / "examples").glob("*.json"))
    if path.stem in RULE_SETS
    for example in json.loads(path.read_text("utf-8"))["examples"]
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
SHORT = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.large_base_example]
)


@pytest.mark.parametrize(
    ("document", "code"),
    [
        (None, "missing_field"),
        ([], "missing_field"),
        ("x", "missing_field"),
        ({}, "unknown_rule_set"),
        ({"rules": []}, "unknown_rule_set"),
        ({"rules": "guangdong", "options": 1}, "bad_option"),
        ({"rules": "guangdong", "options": {"unit": 0}}, "bad_option"),
        ({"rules": "guangdong"}, "missing_field"),
        ({"rules": "guangdong", "deal": []}, "missing_field"),
        ({"rules": "guangdong", "deal": {}}, "missing_field"),
    ],
)
def test_no_deal_at_all(document, code):
    assert refusal(document) == code


@pytest.mark.parametrize(("given_id", "told"), [("a", "a"), (7, 7), ([1], None), (None, None)])
def test_the_id_comes_back(given_id, told):
    assert judge({**deal(), "id": given_id})["id"] == told
    assert judge({"id": given_id})["id"] == told


@SHORT
@given(JSON)
def test_any_json_is_answered(document):
    assert refusal(document) in (*ERROR_CODES, "unknown_rule_set", "bad_option")


@SHORT
@given(st.data())
def test_any_damage_to_a_deal_is_answered(data):
    document = json.loads(json.dumps(data.draw(st.sampled_from(EXAMPLES))))
    at = document["deal"]
    while True:
        key = data.draw(
            st.sampled_from(sorted(at) if isinstance(at, dict) else list(range(len(at))))
        )
        inner = at[key]
        if not isinstance(inner, (dict, list)) or not inner or data.draw(st.booleans()):
            break
        at = inner
    at[key] = data.draw(JSON)
    found = judge(document)
    json.dumps(found)
    if found["valid"]:
        assert sum(found["deltas"]) == 0
    else:
        assert found["error"] in ERROR_CODES


FOUND_BY_SCORE = ("not_a_win", "below_minimum", "open_basic_on_discard", "bird_count")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_deals_round_trip_and_rebuild(example):
    rules = rule_set(example["rules"], example["options"])
    code = example["expect"].get("error")
    if code not in (None, *FOUND_BY_SCORE):
        with pytest.raises(DealError) as refused:
            Deal.from_json(example["deal"], rules)
        assert refused.value.code == code
        return
    first = Deal.from_json(example["deal"], rules)
    written = json.loads(json.dumps(first.to_json()))
    assert Deal.from_json(written, rules) == first
    rebuilt = eval(repr(first), vars(values))
    assert rebuilt == first
    assert hash(rebuilt) == hash(first)
    if example["expect"]["valid"]:
        plain = score(first, rules, explain=False)
        assert plain.deltas == score(first, rules).deltas == tuple(example["expect"]["deltas"])


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_order_of_tiles_never_matters(example):
    document = json.loads(json.dumps(example))
    for each in document["deal"].get("wins", []):
        tiles = list(parse_tiles(each["concealed"]))
        each["concealed"] = " ".join(map(str, reversed(tiles)))
    for row in document["deal"]["melds"]:
        for each in row:
            each["tiles"] = " ".join(map(str, reversed(parse_tiles(each["tiles"]))))
    first, second = judge(example), judge(document)
    for each in (first, second):
        each.pop("explanation", None)
        each.pop("message", None)
        for one in each.get("wins", []):
            del one["explanation"]
    assert first == second


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_a_default_given_expressly_changes_nothing(example):
    defaults = rule_set(example["rules"]).options.to_json()
    full = {**example, "options": {**defaults, **example["options"]}}
    assert judge(full) == judge(example)


def test_a_deal_made_by_hand_is_checked_when_scored():
    rules = rule_set("guangdong")
    hand = Win(1, parse_tiles(CHICKEN), Tile.S4, "self_draw")
    made = Deal(4, 0, "win", ((), (), (), ()), (hand,))
    assert score(made, rules).deltas == (-2, 6, -2, -2)
    wrong = Deal(4, 0, "win", ((), (Meld("pung", parse_tiles("EEE"), 1),), (), ()), (hand,))
    with pytest.raises(DealError) as refused:
        score(wrong, rules)
    assert refused.value.code == "bad_source"
    with pytest.raises(DealError) as again:
        score(made, rule_set("changde"))
    assert again.value.code == "tile_not_in_set"


def test_every_field_of_a_deal_is_written_and_read():
    rules = rule_set("guangdong")
    melds = {
        2: [meld("added_kong", "8888p", 1), meld("chow", "789s", 1)],
        3: [meld("concealed_kong", "1111s", replaced=False)],
    }
    document = deal(
        {
            **win(2, "1234m 456s", "4m"),
            "flags": ["kong_bloom"],
            "kong_index": 0,
            "logged_kongs": [{"type": "added_kong", "tile": "8p"}],
        },
        melds=melds,
        round_wind="N",
        twelve_tile_log=[{"beneficiary": 1, "feeder": 0}],
    )
    read = Deal.from_json(document["deal"], rules)
    assert Deal.from_json(read.to_json(), rules) == read
    assert read.to_json() == {**document["deal"], "melds": read.to_json()["melds"]}
    assert answer(document)["wins"][0]["liable"] is None


def test_explanations_say_what_counts_and_who_pays():
    found = answer(deal(win(1, "123m 456m 79m EEE CC", "8m", "discard", source=0)))
    text = found["wins"][0]["explanation"]
    assert "half flush 2 fan" in text["en"]
    assert "混一色 2番" in text["zh"]
    assert "full flush 4 fan: blocked by East, red dragon" not in text["en"]  # five tiles are far
    assert "red dragon 1 fan: CC is only the pair, no pung" in text["en"]
    assert "Seat 0 pays seat 1" in text["en"]
    assert "座位0 付座位1" in text["zh"]
    assert "Seat 1 deals next" in found["explanation"]["en"]


def test_not_explained_it_still_says_who_pays():
    rules = rule_set("guangdong")
    document = deal(win(1, CHICKEN, "4s", "discard", source=0))
    text = score(Deal.from_json(document["deal"], rules), rules, explain=False).wins[0].explanation
    assert text.en.startswith("Seat 1 wins.\nCounts: chicken hand")
    assert "one share is" not in text.en
    assert text.zh.endswith("座位0 付座位1 1 分：点炮者付")


def test_blocked_full_flush_names_the_tile():
    found = answer(deal(win(1, "123m 456m 789m 555m 9p", "9p", "discard", source=0)))
    assert "blocked by 9 of dots" in found["wins"][0]["explanation"]["en"]
    assert "有九筒" in found["wins"][0]["explanation"]["zh"]
