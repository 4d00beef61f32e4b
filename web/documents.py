"""Rule sets and tables as JSON documents, for the API and the command line."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from scoring.kongs import Kong
from scoring.rules import RuleSet
from scoring.statistics import Statistics
from scoring.table import Adjustment, DealerSet, Event, PlayedDeal, Seating, Table


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


def session_json(table: Table, events: Sequence[Event]) -> dict[str, Any]:
    """A table and the events that it came from: what an import needs is ``events``."""
    written = [
        {"seq": event.seq, "at": event.at, "kind": event.kind, "payload": event.payload}
        for event in events
    ]
    return {**table_json(table), "events": written}


def table_csv(table: Table) -> str:
    """A line for each deal that stands and for each adjustment, a column for each player."""
    out = io.StringIO()
    writer = csv.writer(out)
    players = [standing.name for standing in table.standings]
    writer.writerow(["deal", "at", "dealer", "outcome", "winners", *players])

    def points(names: Sequence[str], deltas: Sequence[int]) -> list[object]:
        of = dict(zip(names, deltas, strict=True))
        return [of.get(name, "") for name in players]

    for each in table.timeline:
        if isinstance(each, PlayedDeal) and each.stands:
            winners = "+".join(each.names[win["seat"]] for win in each.settlement["wins"])
            row = [each.number, each.at, each.names[each.dealer], each.deal["outcome"], winners]
            writer.writerow([*row, *points(each.names, each.deltas)])
        elif isinstance(each, Adjustment) and not each.undone:
            row = ["", each.at, "", each.kind, each.reason]
            writer.writerow([*row, *points(each.names, each.deltas)])
    totals = [standing.points for standing in table.standings]
    writer.writerow(["total", "", "", "", "", *totals])
    return out.getvalue()


def statistics_json(statistics: Statistics) -> dict[str, Any]:
    """The figures of everybody."""
    return {
        "version": 1,
        "evenings": statistics.evenings,
        "deals": statistics.deals,
        "draws": statistics.draws,
        "players": [
            {
                "name": player.name,
                "evenings": player.evenings,
                "deals": player.deals,
                "net": player.net,
                "average": player.average,
                "wins": player.wins,
                "self_draws": player.self_draws,
                "feeds": player.feeds,
                "robbed": player.robbed,
                "false_wins": player.false_wins,
                "best": None if player.best is None else asdict(player.best),
            }
            for player in statistics.players
        ],
        "fed": [
            {"from": feeder, "to": winner, "times": times}
            for (feeder, winner), times in statistics.fed.items()
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
