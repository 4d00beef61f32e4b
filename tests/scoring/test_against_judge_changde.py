"""The engine against the judge of changde, on random deals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scoring.judges.agree import KINDS, MODEST, assert_answered, assert_same, needs_engine
from tests.scoring.judges.changde import judge
from tests.scoring.judges.deals_changde import DEALS

pytestmark = needs_engine("changde")


@pytest.mark.parametrize("kind", KINDS)
@MODEST
@given(st.data())
def test_engine_and_judge_agree(kind, data):
    for document in data.draw(getattr(DEALS, kind)):
        assert_same(document, judge(document))


@MODEST
@given(DEALS.scribbles)
def test_engine_answers_any_json(documents):
    for document in documents:
        assert_answered(document)
