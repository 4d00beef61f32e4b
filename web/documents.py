"""Rule sets and tables as JSON documents, for the API and the command line."""

from __future__ import annotations

from typing import Any

from scoring.rules import RuleSet
from scoring.table import Table


def rules_json(rules: type[RuleSet]) -> dict[str, Any]:
    """A rule set and its options."""
    return {
        "id": rules.id,
        "zh": rules.zh,
        "en": rules.en,
        "version": rules.version,
        "players": rules.players,
        "options": [option.to_json() for option in rules.option_class.specs()],
    }


def flowers_of(rules: RuleSet) -> list[str]:
    """The flower tiles of a rule set, which lie beside the hand and are not among ``legal``."""
    number: int = rules.options.to_json().get("flower_tiles", 0)
    return [f"{each}f" for each in range(1, number + 1)]


def table_json(table: Table) -> dict[str, Any]:
    """A table with all its deals, those that were undone or replaced among them."""
    return {
        "version": 1,
        "session": table.session,
        "seq": table.seq,
        "started_at": table.started_at,
        "closed_at": table.closed_at,
        "rules": table.rules,
        "rules_version": table.rules_version,
        "options": table.options,
        "names": table.names,
        "dealer": table.dealer,
        "round_wind": table.round_wind,
        "totals": table.totals,
        "deals": [
            {
                "number": deal.number,
                "seq": deal.seq,
                "at": deal.at,
                "undone": deal.undone,
                "replaced": deal.replaced,
                "replaces": deal.replaces,
                "photo": deal.photo,
                "deal": deal.deal,
                "settlement": deal.settlement,
                "totals": deal.totals,
            }
            for deal in table.history
        ],
    }
