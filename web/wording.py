"""Points and settlements in plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from scoring.rules import RULE_SETS
from scoring.table import PlayedDeal, Table, transfers
from web.text import TEXT

MINUS = "\N{MINUS SIGN}"


def signed(points: int) -> str:
    """Points with their sign.

    >>> signed(8), signed(-3), signed(0)
    ('+8', '−3', '0')
    """
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points < 0 else "0"


def day(moment: str) -> str:
    """The local day and time of an event."""
    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")


def evening_text(table: Table, tongue: str) -> str:
    """An evening as plain text for a chat, in ``zh`` or ``en``: deals, totals, who pays whom."""

    def t(key: str, **values: object) -> str:
        return TEXT[key][tongue == "en"].format(**values)

    def line(scores: Sequence[int]) -> str:
        named = zip(table.names, scores, strict=True)
        return "  ".join(f"{name} {signed(points)}" for name, points in named)

    def happened(played: PlayedDeal) -> str:
        deal = played.deal
        if deal["outcome"] != "win":
            return t(f"outcome.{deal['outcome']}")
        return " + ".join(
            t(
                f"won.{win['by']}",
                winner=table.names[win["seat"]],
                loser=table.names[win["from"]] if "from" in win else "",
            )
            for win in deal["wins"]
        )

    rules = RULE_SETS[table.rules]
    parts = [
        f"{t('app.name')} · {rules.zh if tongue == 'zh' else rules.en} · {day(table.started_at)}"
    ]
    parts += [f"{deal.number}. {happened(deal)}\n   {line(deal.deltas)}" for deal in table.deals]
    parts.append(f"{t('summary.total')}\n   {line(table.totals)}")
    payments = [
        f"   {table.names[payer]} → {table.names[payee]} {points}"
        for payer, payee, points in transfers(table.totals)
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
