"""A win as the table's camera saw it: proposed, and booked only when somebody confirms it.

Pure: a photo's reading and the table in, a proposal out.  Where the reading is doubtful, or the
rule set asks what no photo tells, the proposal says so and waits for the page.  Recorded kongs are
known, so they are left out of the hand that is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import scoring
from scoring.errors import ScoringError
from scoring.table import Table
from web import commands
from web.faces import BACK
from web.refusals import Refusal
from web.seen_kongs import Reading, without


@dataclass(frozen=True, slots=True)
class Proposal:
    """A win that waits to be confirmed."""

    key: str
    """Names it, and is the idempotency key of its booking: it is booked once at most."""
    session: str
    names: tuple[str, ...]
    """Of the players at its table."""
    seat: int
    feeder: int | None
    """Who discarded the winning tile; None: the winner drew it himself."""
    reading: Reading | None
    """None: there is no photo of the hand."""
    deal: Mapping[str, Any] | None
    settlement: Mapping[str, Any] | None
    """What the deal comes to; None where the page must be asked."""
    need: ScoringError | None
    """Why the page must be asked."""
    after: int
    """The number of events that the settlement knows of."""


def propose(
    table: Table, seat: int, feeder: int | None, reading: Reading | ScoringError, key: str
) -> Proposal:
    """What a reading of a winner's hand comes to.

    Args:
        table: the table now.
        seat: who won.
        feeder: who discarded the winning tile; None: self-draw.
        reading: what was read, or why nothing was.
        key: names the proposal.
    """
    seen = None if isinstance(reading, ScoringError) else reading
    deal: Mapping[str, Any] | None
    settlement: Mapping[str, Any] | None
    need: ScoringError | None = None
    try:
        if isinstance(reading, ScoringError):
            raise reading
        deal = _deal(table, seat, feeder, reading)
        settlement = commands.preview(table, deal)
    except ScoringError as error:
        deal, settlement, need = None, None, error
    return Proposal(
        key=key,
        session=table.session,
        names=table.names,
        seat=seat,
        feeder=feeder,
        reading=seen,
        deal=deal,
        settlement=settlement,
        need=need,
        after=table.seq,
    )


def again(proposal: Proposal, table: Table, feeder: int | None) -> Proposal:
    """The same win at the table as it is now, discarded by ``feeder`` or self-drawn."""
    if proposal.reading is None:
        assert proposal.need is not None
        return propose(table, proposal.seat, feeder, proposal.need, proposal.key)
    return propose(table, proposal.seat, feeder, proposal.reading, proposal.key)


def _deal(table: Table, seat: int, feeder: int | None, reading: Reading) -> dict[str, Any]:
    """The deal that a reading shows, or a ``Refusal`` where it shows less than is needed.

    The table's recorded kongs are not in it: the deal takes them over when it is booked.
    """
    reading = without(reading, table.kongs)
    tiles = reading["tiles"]
    if reading["doubtful"] or any(tile["tile"] in ("?", BACK) for tile in tiles):
        raise Refusal("screen_doubtful")
    rules = scoring.rule_set(table.rules, table.options)
    if "birds" in rules.fields and rules.options.to_json().get("bird_mode") != "none":
        raise Refusal("screen_birds")
    flowers = [tile["tile"] for tile in tiles if tile["tile"].endswith("f")]
    if "flowers" in rules.fields and not flowers:
        raise Refusal("screen_flowers")
    groups: dict[tuple[int, int], list[str]] = {}
    for tile in tiles:
        if not tile["tile"].endswith("f"):
            groups.setdefault((tile["row"], tile["group"]), []).append(tile["tile"])
    apart = [group for group in groups.values() if len(group) == 1]
    hands = [group for group in groups.values() if len(group) > 1]
    if len(hands) > 1:
        raise Refusal("screen_melds")
    if len(apart) != 1 or not hands:
        raise Refusal("screen_winning")
    win: dict[str, Any] = {
        "seat": seat,
        "concealed": " ".join(hands[0]),
        "winning_tile": apart[0][0],
        "by": "self_draw" if feeder is None else "discard",
    }
    if feeder is not None:
        win["from"] = feeder
    if flowers:
        win["flowers"] = flowers
    return {"outcome": "win", "melds": [[] for _ in range(table.players)], "wins": [win]}
