"""The engine against the judge of hunan, on random deals."""

import pytest
from hypothesis import given

from tests.scoring.judges.agree import FEW, LAID, MANY, assert_answered, assert_same
from tests.scoring.judges.deals import SEEDS
from tests.scoring.judges.deals_hunan import DEALS
from tests.scoring.judges.hunan import judge


@pytest.mark.parametrize("kind", LAID)
@MANY
@given(SEEDS)
def test_laid_deals(kind, seed):
    for document in getattr(DEALS, kind)(seed):
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
