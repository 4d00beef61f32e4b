"""How long a long history takes: ``python -m tests.benchmarks.totals``.

Totals of 10,000 deals out of the events, from memory and from an SQLite file, as one session and as
a hundred; the table page of a session with 500 deals; the open tables among a hundred sessions.
All times are of the processor, so that other programs on the machine do not count; of several runs
the median.
"""

from __future__ import annotations

import platform
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import scoring
from scoring.ledger import Ledger
from scoring.statistics import statistics
from scoring.table import (
    DEAL_SETTLED,
    KONG_RECORDED,
    SESSION_CLOSED,
    SESSION_STARTED,
    Event,
    fold,
)
from web import commands, create_app
from web.storage import default_url

from .machine import cpu

DEALS = 10_000
SESSIONS = 100
PAGE = 500
RUNS = 5
AT = "2026-11-30T20:00:00.000+00:00"
OUTCOMES = (
    {
        "outcome": "win",
        "melds": [[], [], [], []],
        "wins": [
            {
                "seat": 2,
                "concealed": "567p 23s 555m SSS 66m",
                "winning_tile": "4s",
                "by": "self_draw",
            }
        ],
    },
    {"outcome": "draw", "melds": [[], [], [], []]},
)


def session(name: str, deals: int, *, closed: bool = True) -> list[Event]:
    """The events of an evening: wins and draws in turn, in every tenth deal a kong."""
    rules = scoring.rule_set("guangdong")
    opening = {
        "rules": rules.id,
        "rules_version": rules.version,
        "options": rules.options.to_json(),
        "names": ["阿东", "阿南", "阿西", "阿北"],
        "dealer": 0,
        "round_wind": "E",
        "unit": {"points": 1, "money": "0.5", "currency": "元"},
        "starting_points": 0,
    }
    events: list[Event] = []

    def add(kind: str, payload: dict[str, Any]) -> None:
        seq = len(events) + 1
        events.append(Event(0, name, seq, AT, kind, payload, f"{name}-{seq}"))

    add(SESSION_STARTED, opening)
    settled: dict[tuple[int, int], dict[str, Any]] = {}
    dealer = 0
    for number in range(deals):
        if number % 10 == 9:
            add(KONG_RECORDED, {"seat": 1, "kind": "concealed", "tile": "9p", "from": None})
        deal = {**OUTCOMES[number % 2], "players": 4, "dealer": dealer, "round_wind": "E"}
        settlement = settled.get((number % 2, dealer))
        if settlement is None:
            settlement = scoring.judge(
                {"rules": "guangdong", "options": opening["options"], "deal": deal}
            )
            settled[number % 2, dealer] = settlement
        add(DEAL_SETTLED, {"deal": deal, "settlement": settlement, "photo": None})
        dealer = settlement["next_dealer"]
    if closed:
        add(SESSION_CLOSED, {})
    return events


def spent_by(work: Callable[[], object]) -> float:
    """The median of several runs, in milliseconds."""
    spent = []
    for _ in range(RUNS):
        began = process_time()
        work()
        spent.append(process_time() - began)
    return median(spent) * 1000


def row(name: str, ms: float, limit: float | None = None) -> None:
    """Prints a figure, and the one it must hold."""
    print(f"{name:<58}{ms:10.1f}{'' if limit is None else f'{limit:12.0f}'}")


def main() -> None:
    """Print the table."""
    print(f"{cpu()}, Python {platform.python_version()}")
    print()
    print(f"{'':<58}{'ms':>10}{'at most':>12}")
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        long = session("long", DEALS)
        many = [session(f"s{number}", DEALS // SESSIONS) for number in range(SESSIONS)]
        row(f"fold of {DEALS} deals in one session", spent_by(lambda: fold(long)), 1000)
        tables = [fold(events) for events in many]
        row(
            f"fold of {DEALS} deals in {SESSIONS} sessions",
            spent_by(lambda: [fold(events) for events in many]),
            1000,
        )
        row(f"statistics of those {SESSIONS} tables", spent_by(lambda: statistics(tables)))
        one = Ledger(f"sqlite:///{home / 'one.db'}")
        one.adopt(long)
        row(
            f"{DEALS} deals in one session, from the file",
            spent_by(lambda: commands.table_of(one, "long")),
            1000,
        )
        one.close()
        ledger = Ledger(default_url(home))
        for events in many:
            ledger.adopt(events)
        row(
            f"all {SESSIONS} sessions and their statistics, from the file",
            spent_by(lambda: commands.statistics(ledger)),
            1000,
        )
        ledger.adopt(session("page", PAGE, closed=False))
        row(
            f"open tables: one among {SESSIONS} that have ended",
            spent_by(lambda: commands.open_tables(ledger)),
        )
        ledger.close()
        app = create_app(instance_path=home)
        client = app.test_client()
        answer = client.get("/sessions/page")
        assert answer.status_code == 200
        row(
            f"table page of a session with {PAGE} deals",
            spent_by(lambda: client.get("/sessions/page")),
            100,
        )
        print(f"{'its size, KB':<58}{len(answer.data) / 1024:10.1f}")
        app.extensions["ledger"].close()


if __name__ == "__main__":
    main()
