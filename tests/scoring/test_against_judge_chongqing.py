"""The engine against the second judge of chongqing, on random deals."""

from hypothesis import given, settings

from tests.scoring.judges.agree import assert_agrees
from tests.scoring.judges.chongqing import verdict
from tests.scoring.judges.deals_chongqing import (
    drawn_deals,
    near_deals,
    spoiled_deals,
    winning_deals,
)


def assert_same(document: dict) -> None:
    """As `assert_agrees`, but for what the text leaves open."""
    if document["options"].get("ready_check") == "off" and "hands_at_draw" in document["deal"]:
        # Not asked for then (3 E), and the text leaves open whether hands given all the same are
        # checked: the engine does, its judge does not.
        document = {**document, "deal": {**document["deal"]}}
        del document["deal"]["hands_at_draw"]
    assert_agrees(document, verdict(document))


@settings(max_examples=300, deadline=None)
@given(winning_deals())
def test_winning_hands(document):
    assert_same(document)


@settings(max_examples=150, deadline=None)
@given(near_deals())
def test_hands_with_a_tile_changed(document):
    assert_same(document)


@settings(max_examples=60, deadline=None)
@given(drawn_deals())
def test_deals_that_nobody_wins(document):
    assert_same(document)


@settings(max_examples=300, deadline=None)
@given(spoiled_deals())
def test_wrong_records(document):
    assert_same(document)
