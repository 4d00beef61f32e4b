"""The engine against the judge of guangdong, on random deals."""

from hypothesis import given

from tests.scoring.judges.agree import FEW, MANY, assert_answered, assert_same, needs_engine
from tests.scoring.judges.deals import SEEDS
from tests.scoring.judges.deals_guangdong import DEALS
from tests.scoring.judges.guangdong import judge

pytestmark = needs_engine("guangdong")


@MANY
@given(SEEDS)
def test_wins(seed):
    for document in DEALS.wins(seed):
        assert_same(document, judge(document))


@MANY
@given(SEEDS)
def test_near_wins(seed):
    for document in DEALS.near_wins(seed):
        assert_same(document, judge(document))


@MANY
@given(SEEDS)
def test_draws(seed):
    for document in DEALS.draws(seed):
        assert_same(document, judge(document))


@FEW
@given(SEEDS)
def test_faults(seed):
    for document in DEALS.broken(seed):
        assert_same(document, judge(document))


@FEW
@given(SEEDS)
def test_any_json_is_answered(seed):
    for document in DEALS.scribbles(seed):
        assert_answered(document)
