"""Rule sets and tables as JSON documents, for the API and the command line."""

from __future__ import annotations

from typing import Any

from scoring.kongs import Kong
from scoring.rules import RuleSet
from scoring.table import Adjustment, DealerSet, Seating, Table


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
    """A table with all that happened, what was undone or replaced among it."""
    pending = table.pending_kongs
    return {
        "version": 1,
        "session": table.session,
        "seq": table.seq,
        "started_at": table.started_at,
        "closed_at": table.closed_at,
        "rules": table.rules,
        "rules_version": table.rules_version,
        "options": table.options,
        "unit": None if table.unit is None else table.unit.to_json(),
        "starting_points": table.starting_points,
        "names": table.names,
        "dealer": table.dealer,
        "round_wind": table.round_wind,
        "totals": table.totals,
        "standings": [
            {
                "name": standing.name,
                "seat": standing.seat,
                "deals": standing.deals,
                "points": standing.points,
            }
            for standing in table.standings
        ],
        "kongs": [_kong_json(kong) for kong in table.kongs],
        "kong_terms": None
        if pending is None
        else {"paid": pending.terms.paid, **pending.terms.text.to_json()},
        "kong_deltas": None if pending is None else pending.deltas,
        "deals": [
            {
                "number": deal.number,
                "seq": deal.seq,
                "at": deal.at,
                "undone": deal.undone,
                "replaced": deal.replaced,
                "replaces": deal.replaces,
                "names": deal.names,
                "photo": deal.photo,
                "deal": deal.deal,
                "settlement": deal.settlement,
                "totals": deal.totals,
            }
            for deal in table.history
        ],
        "adjustments": [
            {
                "seq": each.seq,
                "at": each.at,
                "undone": each.undone,
                "kind": each.kind,
                "reason": each.reason,
                "deltas": each.deltas,
                "names": each.names,
                "totals": each.totals,
            }
            for each in table.timeline
            if isinstance(each, Adjustment)
        ],
        "seatings": [
            {
                "seq": each.seq,
                "at": each.at,
                "undone": each.undone,
                "seat": each.seat,
                "name": each.name,
                "instead_of": each.instead_of,
                "swapped_to": each.swapped_to,
            }
            for each in table.timeline
            if isinstance(each, Seating)
        ],
        "dealers_set": [
            {
                "seq": each.seq,
                "at": each.at,
                "undone": each.undone,
                "dealer": each.dealer,
                "round_wind": each.round_wind,
            }
            for each in table.timeline
            if isinstance(each, DealerSet)
        ],
    }


def _kong_json(kong: Kong) -> dict[str, Any]:
    return {
        "seq": kong.seq,
        "at": kong.at,
        "seat": kong.seat,
        "kind": kong.kind,
        "tile": kong.tile,
        "from": kong.source,
    }
