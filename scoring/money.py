"""What points are worth: exact decimals, never floats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Final

from scoring.errors import BadUnit

FINEST: Final = 4
"""Most decimals of the money for one point."""
LONGEST_CURRENCY: Final = 8
_MOST: Final = 10**6


@dataclass(frozen=True, slots=True)
class Unit:
    """What points are worth at a table: so much money for so many points.

    Attributes:
        points: 1 to 1000000.
        money: more than 0 and at most 1000000, for so many points. The money for one point has
            at most four decimals, so that every settlement comes out exactly.
        currency: 1 to 8 printable characters, such as ``元``.

    Raises:
        BadUnit: a value that cannot be.

    >>> unit = Unit.from_json({"points": 4, "money": "0.50", "currency": "元"})
    >>> unit.of(-6), unit.text(8)
    (Decimal('-0.750'), '1.000 元')
    >>> Unit.from_json(unit.to_json()) == unit
    True
    """

    points: int
    money: Decimal
    currency: str

    def __post_init__(self) -> None:
        money = self.money
        known = self.currency.isprintable() and self.currency == self.currency.strip()
        if (
            not 0 < self.points <= _MOST
            or not (money.is_finite() and 0 < money <= _MOST)
            or not (known and 0 < len(self.currency) <= LONGEST_CURRENCY)
        ):
            raise _bad_unit()
        if (Fraction(money) / self.points * 10**FINEST).denominator != 1:
            raise BadUnit(
                "bad_unit",
                f"{self.points} 分 {money} {self.currency}，一分钱除不尽（最多 {FINEST} 位小数）；"
                "请换一个分数或钱数",
                f"{money} {self.currency} for {self.points} points is no even price of one point "
                f"(at most {FINEST} decimals); choose other figures",
            )

    @classmethod
    def from_json(cls, document: object) -> Unit:
        """Read ``{"points": whole number, "money": decimal as text, "currency": text}``.

        Raises:
            BadUnit: a value is missing, of another type, or cannot be.
        """
        if not isinstance(document, Mapping):
            raise _bad_unit()
        points, money, currency = (document.get(key) for key in ("points", "money", "currency"))
        if (
            not isinstance(points, int)
            or isinstance(points, bool)
            or not (isinstance(money, str) and len(money) <= 20)
            or not isinstance(currency, str)
        ):
            raise _bad_unit()
        try:
            return cls(points, Decimal(money), currency)
        except InvalidOperation as error:
            raise _bad_unit() from error

    def to_json(self) -> dict[str, object]:
        """``{"points", "money", "currency"}``."""
        return {"points": self.points, "money": str(self.money), "currency": self.currency}

    def of(self, points: int) -> Decimal:
        """The money for so many points, exactly, always with the same number of decimals."""
        one = self.money / self.points
        finest = min(_exponent(one), _exponent(self.money), 0)
        return (one * points).quantize(Decimal(1).scaleb(finest))

    def text(self, points: int) -> str:
        """The money for so many points with its currency."""
        return f"{self.of(points):f} {self.currency}"


def _exponent(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)  # it is finite
    return exponent


def _bad_unit() -> BadUnit:
    return BadUnit(
        "bad_unit",
        '分值要写成 {"points": 分数, "money": "钱数", "currency": "元"}：分数是正整数，'
        "钱数是正的小数，写成文字；请改正",
        'a unit is {"points": whole number, "money": "decimal", "currency": text}: both more than '
        "nought, the money written as text; correct it",
    )
