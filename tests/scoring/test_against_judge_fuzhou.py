"""The engine against the second judge of fuzhou, on random deals."""

from hypothesis import given, settings

from tests.scoring.judges.agree import assert_agrees
from tests.scoring.judges.deals_fuzhou import drawn_deals, near_deals, spoiled_deals, winning_deals
from tests.scoring.judges.fuzhou import verdict


@settings(max_examples=300, deadline=None)
@given(winning_deals())
def test_winning_hands(document):
    assert_agrees(document, verdict(document))


@settings(max_examples=150, deadline=None)
@given(near_deals())
def test_hands_with_a_tile_changed(document):
    assert_agrees(document, verdict(document))


@settings(max_examples=100, deadline=None)
@given(drawn_deals())
def test_deals_that_nobody_wins(document):
    assert_agrees(document, verdict(document))


@settings(max_examples=300, deadline=None)
@given(spoiled_deals())
def test_wrong_records(document):
    assert_agrees(document, verdict(document))
