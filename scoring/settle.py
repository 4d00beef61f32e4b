"""Who pays whom: from what a hand is worth to payments that sum to zero.

A rule set makes ``Payment`` values; everything else follows from them: the deltas are their sums,
so they always add up to zero, and the explanation lists exactly the payments that were made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, NamedTuple

VERSION: Final = 1
"""Version of the JSON of ``Settlement.to_json``."""


class Text(NamedTuple):
    """One sentence in both languages."""

    zh: str
    en: str

    def to_json(self) -> dict[str, str]:
        """``{"zh": …, "en": …}``."""
        return {"zh": self.zh, "en": self.en}


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern 番种 or event of a win, or a candidate that did not count.

    Attributes:
        id: the name in the specification.
        zh: name in Chinese.
        en: name in English.
        value: what it is worth; None where the rule set gives it no number of its own.
        unit: what ``value`` counts: ``fan``, ``points``, …; also its key in JSON.
        why: why it counted, or why not; None when not explained.
    """

    id: str
    zh: str
    en: str
    value: int | None = None
    unit: str = "fan"
    why: Text | None = None

    def explained(self, zh: str, en: str) -> Pattern:
        """The same pattern with a reason."""
        return Pattern(self.id, self.zh, self.en, self.value, self.unit, Text(zh, en))

    def to_json(self) -> dict[str, object]:
        """``{"id", "zh", "en"}`` and the value, if any, under its unit."""
        document: dict[str, object] = {"id": self.id, "zh": self.zh, "en": self.en}
        if self.value is not None:
            document[self.unit] = self.value
        return document


class Payment(NamedTuple):
    """Points from one seat to another, and the rule that says so."""

    payer: int
    payee: int
    points: int
    why: Text


class WinResult(NamedTuple):
    """What one winner gets. Which figures are set depends on the rule set.

    Attributes:
        seat: the winner.
        patterns: what counted, each as often as the rule set says.
        payments: what the others pay him for this win.
        figures: names of the figures that the rule set answers, in order.
        fan, points, score, total, hits, wilds, limit, liable: those figures, as the
            specification of the rule set defines them.
        missed: candidates that did not count, each with its reason (only when explained).
        reckoning: how the figures come about, one sentence (only when explained).
    """

    seat: int
    patterns: tuple[Pattern, ...]
    payments: tuple[Payment, ...]
    figures: tuple[str, ...]
    fan: int | None = None
    points: int | None = None
    score: int | None = None
    total: int | None = None
    hits: int | None = None
    wilds: int | None = None
    limit: bool | None = None
    liable: int | None = None
    missed: tuple[Pattern, ...] = ()
    reckoning: Text | None = None

    @property
    def explanation(self) -> Text:
        """Which patterns counted, which did not, and who pays whom by which rule."""
        zh = [f"座位{self.seat} 胡牌。", *(f"计 {_line_zh(each)}" for each in self.patterns)]
        en = [f"Seat {self.seat} wins.", *(f"Counts: {_line_en(each)}" for each in self.patterns)]
        if self.reckoning is not None:
            zh.append(self.reckoning.zh)
            en.append(self.reckoning.en)
        zh += [f"不计 {_line_zh(each)}" for each in self.missed]
        en += [f"Does not count: {_line_en(each)}" for each in self.missed]
        paid = explain_payments(self.payments)
        return Text("\n".join([*zh, paid.zh]), "\n".join([*en, paid.en]))

    def to_json(self) -> dict[str, object]:
        """The entry of ``wins`` in the answer."""
        document: dict[str, object] = {
            "seat": self.seat,
            "patterns": [pattern.to_json() for pattern in self.patterns],
        }
        for name in self.figures:
            document[name] = getattr(self, name)
        document["explanation"] = self.explanation.to_json()
        return document


class Settlement(NamedTuple):
    """The outcome of one deal in points.

    Attributes:
        deltas: points won or lost per seat; they sum to zero.
        wins: one result per winner, in the order entered.
        next_dealer: seat that deals next.
        next_dealer_why: the rule for it.
        kong_payments: payments for kongs; None where kongs pay nothing by themselves.
        extra_payments: further payments (fuzhou 前烧 and 后烧, readiness check, false win);
            None where the rule set has none.
        show_extra: whether ``extra_payments`` are answered as ``extra_deltas``.
        ready_values: per seat what his ready hand is worth at a draw, None: not ready.
        note: what else is to be said, such as why a draw pays nothing.
    """

    deltas: tuple[int, ...]
    wins: tuple[WinResult, ...]
    next_dealer: int
    next_dealer_why: Text
    kong_payments: tuple[Payment, ...] | None = None
    extra_payments: tuple[Payment, ...] | None = None
    show_extra: bool = False
    ready_values: tuple[int | None, ...] | None = None
    note: Text | None = None

    @property
    def explanation(self) -> Text:
        """What the deal pays besides the wins, and who deals next."""
        texts = [] if self.note is None else [self.note]
        if self.kong_payments:
            texts.append(explain_payments(self.kong_payments))
        if self.extra_payments:
            texts.append(explain_payments(self.extra_payments))
        why = self.next_dealer_why
        texts.append(
            Text(
                f"下局座位{self.next_dealer} 坐庄：{why.zh}",
                f"Seat {self.next_dealer} deals next: {why.en}",
            )
        )
        return Text("\n".join(text.zh for text in texts), "\n".join(text.en for text in texts))

    @property
    def kong_deltas(self) -> tuple[int, ...] | None:
        """The part of the deltas that kongs make; None where kongs pay nothing by themselves."""
        return None if self.kong_payments is None else sums(self.kong_payments, len(self.deltas))

    @property
    def extra_deltas(self) -> tuple[int, ...] | None:
        """The part of the deltas that extra payments make, where the rule set answers it."""
        if not self.show_extra or self.extra_payments is None:
            return None
        return sums(self.extra_payments, len(self.deltas))

    def to_json(self) -> dict[str, object]:
        """The answer of ``paizhuo score --json`` without ``id``."""
        document: dict[str, object] = {
            "version": VERSION,
            "valid": True,
            "deltas": list(self.deltas),
            "next_dealer": self.next_dealer,
            "wins": [win.to_json() for win in self.wins],
        }
        for name in ("kong_deltas", "extra_deltas", "ready_values"):
            value = getattr(self, name)
            if value is not None:
                document[name] = list(value)
        document["explanation"] = self.explanation.to_json()
        return document


def settle(
    players: int,
    wins: Sequence[WinResult],
    next_dealer: int,
    why: Text,
    *,
    kongs: Sequence[Payment] | None = None,
    extra: Sequence[Payment] | None = None,
    show_extra: bool = False,
    ready_values: tuple[int | None, ...] | None = None,
    note: Text | None = None,
) -> Settlement:
    """Add everything up. ``deltas`` is the sum of the payments of wins, kongs and extras.

    >>> kong = Payment(0, 2, 3, Text("明杠", "exposed kong"))
    >>> settle(4, [], 1, Text("流局", "a draw"), kongs=[kong]).deltas
    (-3, 0, 3, 0)
    """
    paid = [win.payments for win in wins]
    if kongs:
        paid.append(tuple(kongs))
    if extra:
        paid.append(tuple(extra))
    return Settlement(
        sums(chain.from_iterable(paid), players),
        tuple(wins),
        next_dealer,
        why,
        None if kongs is None else tuple(kongs),
        None if extra is None else tuple(extra),
        show_extra,
        ready_values,
        note,
    )


def sums(payments: Iterable[Payment], players: int) -> tuple[int, ...]:
    """Points won or lost per seat; they sum to zero."""
    deltas = [0] * players
    for payer, payee, points, _ in payments:
        deltas[payer] -= points
        deltas[payee] += points
    return tuple(deltas)


def everyone_pays(
    payee: int, points: int, players: int, why: Text, *, spared: Iterable[int] = ()
) -> tuple[Payment, ...]:
    """Each other seat pays ``points``; the seats in ``spared`` do not."""
    return tuple(
        [
            Payment(payer, payee, points, why)
            for payer in range(players)
            if payer != payee and payer not in spared
        ]
    )


def one_pays(payer: int, payee: int, points: int, why: Text) -> tuple[Payment, ...]:
    """One seat pays alone; a seat owes itself nothing."""
    return (Payment(payer, payee, points, why),) if payer != payee else ()


def explain_payments(payments: Iterable[Payment]) -> Text:
    """One line per payment: who, whom, how much, by which rule."""
    zh, en = [], []
    for payer, payee, points, why in payments:
        zh.append(f"座位{payer} 付座位{payee} {points} 分：{why.zh}")
        en.append(f"Seat {payer} pays seat {payee} {points}: {why.en}")
    return Text("\n".join(zh), "\n".join(en))


_UNIT_ZH = {"fan": "番", "points": "分"}


def _line_zh(pattern: Pattern) -> str:
    worth = "" if pattern.value is None else f" {pattern.value}{_UNIT_ZH.get(pattern.unit, '')}"
    return pattern.zh + worth + ("" if pattern.why is None else f"：{pattern.why.zh}")


def _line_en(pattern: Pattern) -> str:
    worth = "" if pattern.value is None else f" {pattern.value} {pattern.unit}"
    return pattern.en + worth + ("" if pattern.why is None else f": {pattern.why.en}")
