"""What points are worth."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import BadUnit
from scoring.money import Unit

YUAN = {"points": 1, "money": "0.5", "currency": "元"}


@pytest.mark.parametrize(
    ("points", "money", "of", "text"),
    [
        (1, "0.5", 3, "1.5 元"),
        (1, "2", -3, "-6 元"),
        (10, "1", 25, "2.5 元"),
        (10, "1.00", 25, "2.50 元"),
        (8, "0.1", 4, "0.0500 元"),
        (1, "1000", 0, "0 元"),
        (1, "1E+3", 2, "2000 元"),
    ],
)
def test_points_in_money(points, money, of, text):
    unit = Unit.from_json({"points": points, "money": money, "currency": "元"})
    assert unit.text(of) == text
    assert unit.of(of) * points == Decimal(money) * of


@given(
    st.sampled_from([1, 2, 4, 5, 8, 10]),
    st.decimals("0.01", "1000", places=1),
    st.lists(st.integers(-(10**6), 10**6), max_size=8),
)
def test_money_adds_up_as_points_do(points, money, deltas):
    unit = Unit(points, money, "元")
    deltas.append(-sum(deltas))
    assert sum(map(unit.of, deltas)) == 0


@pytest.mark.parametrize(
    "changed",
    [
        {"points": 0},
        {"points": -1},
        {"points": 1.0},
        {"points": True},
        {"points": 10**7},
        {"points": 3},
        {"money": 0.5},
        {"money": "0"},
        {"money": "-1"},
        {"money": "NaN"},
        {"money": "Infinity"},
        {"money": "1,5"},
        {"money": "0.00001"},
        {"money": "1" * 30},
        {"money": None},
        {"currency": ""},
        {"currency": " 元"},
        {"currency": "x" * 9},
        {"currency": "\n"},
        {"currency": 1},
    ],
)
def test_what_cannot_be_is_refused(changed):
    with pytest.raises(BadUnit) as refused:
        Unit.from_json({**YUAN, **changed})
    assert refused.value.code == "bad_unit"
    assert refused.value.zh
    assert refused.value.en


@pytest.mark.parametrize("document", [None, [], "1", 1, {}])
def test_what_is_no_unit_is_refused(document):
    with pytest.raises(BadUnit):
        Unit.from_json(document)
