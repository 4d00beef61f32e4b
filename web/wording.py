"""Points and settlements in plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from scoring.money import Unit
from scoring.rules import RULE_SETS
from scoring.table import Adjustment, PlayedDeal, Table, settle_up
from web.text import TEXT

MINUS = "\N{MINUS SIGN}"


def signed(points: int) -> str:
    """Points with their sign.

    >>> signed(8), signed(-3), signed(0)
    ('+8', '−3', '0')
    """
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points < 0 else "0"


def text(key: str, tongue: str, **values: object) -> str:
    """A text of the catalogue in ``zh`` or ``en``; without values its gaps stay open."""
    wording = TEXT[key][tongue == "en"]
    return wording.format(**values) if values else wording


def plain(points: int) -> str:
    """Points as a plain number.

    >>> plain(1008), plain(-3)
    ('1008', '−3')
    """
    return f"{MINUS}{-points}" if points < 0 else str(points)


def money(unit: Unit, points: int) -> str:
    """What so many points are worth.

    >>> money(Unit.from_json({"points": 1, "money": "0.50", "currency": "元"}), -3)
    '−1.50 元'
    """
    return unit.text(points).replace("-", MINUS)


def average(number: float) -> str:
    """An average with its sign and one decimal.

    >>> average(1.25), average(-0.75), average(0)
    ('+1.2', '−0.8', '0.0')
    """
    return f"{number:+.1f}".replace("-", MINUS) if round(number, 1) else "0.0"


def percent(part: float) -> str:
    """A part of the whole.

    >>> percent(0.254)
    '25%'
    """
    return f"{part:.0%}"


def day(moment: str) -> str:
    """The local day and time of an event."""
    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")


def happened(played: PlayedDeal, tongue: str) -> str:
    """How a deal ended, in ``zh`` or ``en``."""
    deal = played.deal
    if deal["outcome"] != "win":
        return text(f"outcome.{deal['outcome']}", tongue)
    return " + ".join(
        text(
            f"won.{win['by']}",
            tongue,
            winner=played.names[win["seat"]],
            loser=played.names[win["from"]] if "from" in win else "",
        )
        for win in deal["wins"]
    )


def said(happening: PlayedDeal | Adjustment, tongue: str) -> str:
    """What came of a deal or an adjustment, as one says it across the table."""
    if isinstance(happening, PlayedDeal):
        parts = [text("table.deal", tongue, n=happening.number), happened(happening, tongue)]
    else:
        parts = [text(f"adjust.{happening.kind}", tongue), happening.reason]
    scores = zip(happening.deltas, happening.names, strict=True)
    for delta, name in sorted(scores, key=lambda score: -score[0]):
        if delta > 0:
            parts.append(text("said.gets", tongue, name=name, n=delta))
        elif delta < 0:
            parts.append(text("said.pays", tongue, name=name, n=-delta))
    return text("said.pause", tongue).join(parts)


def evening_text(table: Table, tongue: str) -> str:
    """An evening as plain text for a chat, in ``zh`` or ``en``: deals, totals, who pays whom."""

    def t(key: str, **values: object) -> str:
        return text(key, tongue, **values)

    def line(names: Sequence[str], scores: Sequence[int]) -> str:
        named = zip(names, scores, strict=True)
        return "  ".join(f"{name} {signed(points)}" for name, points in named)

    rules = RULE_SETS[table.rules]
    parts = [
        f"{t('app.name')} · {rules.zh if tongue == 'zh' else rules.en} · {day(table.started_at)}"
    ]
    for each in table.timeline:
        if isinstance(each, PlayedDeal) and each.stands:
            parts.append(f"{each.number}. {happened(each, tongue)}")
        elif isinstance(each, Adjustment) and not each.undone:
            parts.append(f"{t(f'adjust.{each.kind}')} {each.reason}")
        else:
            continue
        parts.append(f"   {line(each.names, each.deltas)}")
    names = [standing.name for standing in table.standings]
    totals = [standing.points for standing in table.standings]
    parts.append(f"{t('summary.total')}\n   {line(names, totals)}")
    payments = [
        f"   {each.payer} → {each.payee} {each.points}"
        + (f" ({money(table.unit, each.points)})" if table.unit else "")
        for each in settle_up(table)
    ]
    parts.append("\n".join([t("summary.settle"), *(payments or [f"   {t('settlement.nobody')}"])]))
    return "\n".join(parts)


def settlement_text(answer: Mapping[str, Any]) -> str:
    """A valid answer of ``judge`` for a terminal: who gets what, and why, in both languages."""
    seats = [f"座位{seat} {signed(delta)}" for seat, delta in enumerate(answer["deltas"])]
    explained = [*answer["wins"], answer]
    parts = ["   ".join(seats)]
    for tongue in ("zh", "en"):
        parts.append("\n".join(each["explanation"][tongue] for each in explained))
    return "\n\n".join(parts)
