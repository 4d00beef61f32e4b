"""Strategies of documents, made of what a rule set's own module lays and spoils.

An example is a seed and the batch of documents that is laid from it. A document is small as it
is, so none is shrunk; that way thousands of tables are laid in the time of a hundred.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from .dealing import Shuffle
from .faults import FAULTS, Fault, change_one_tile, scribble

Batch = Callable[[int], list[dict]]
SEEDS = st.integers(0, 2**32 - 1)
TABLES = 5


class Batches(NamedTuple):
    """Of one rule set, what gives a batch of documents for a seed."""

    wins: Batch
    """Legal tables, nearly always won, each under two sets of options."""
    near_wins: Batch
    """The same, a concealed tile or two changed."""
    draws: Batch
    """A deal that nobody wins."""
    broken: Batch
    """One legal table, spoiled by each of the faults alone, and by some in pairs."""
    scribbles: Batch
    """One legal table, time and again with any JSON value at one place."""


def deals(
    rules: str,
    options: dict[str, list],
    varied: dict[str, list],
    won: Callable[[Random, dict], tuple[Shuffle, dict | None]],
    drawn: Callable[[Random, dict], dict],
    faults: Sequence[Fault],
) -> Batches:
    """The batches of a rule set.

    `options` are the values of each option, `varied` of those that a table stands under whatever
    they are; `won(random, options)` lays a win (None where the tiles ran out), `drawn` a drawn
    deal; `faults` are those of the rule set's own fields.
    """
    every_fault = [*FAULTS, *faults]

    def lay(random: Random) -> tuple[Shuffle, dict]:
        deal = None
        while deal is None:
            chosen = Shuffle(random, ()).some_options(options)
            shuffle, deal = won(random, chosen)
        return shuffle, {"rules": rules, "options": chosen, "deal": deal}

    def wins(random: Random) -> list[dict]:
        batch = []
        for _ in range(TABLES):
            shuffle, document = lay(random)
            changed = document["options"] | shuffle.some_options(varied)
            batch += [document, document | {"options": changed}]
        return batch

    def near_wins(random: Random) -> list[dict]:
        batch = []
        for _ in range(TABLES):
            shuffle, document = lay(random)
            for _ in range(shuffle.one_of([1, 1, 2])):
                change_one_tile(shuffle, document["deal"])
            batch.append(document)
        return batch

    def draws(random: Random) -> list[dict]:
        chosen = Shuffle(random, ()).some_options(options)
        deal = drawn(random, chosen)
        return [{"rules": rules, "options": chosen, "deal": deal}]

    def broken(random: Random) -> list[dict]:
        shuffle, document = lay(random)
        pairs = [random.choices(every_fault, k=2) for _ in range(20)]
        batch = []
        for spoiling in [[fault] for fault in every_fault] + pairs:
            spoiled = deepcopy(document)
            for fault in spoiling:
                fault(shuffle, spoiled["deal"])
            batch.append(spoiled)
        return batch

    def scribbles(random: Random) -> list[dict]:
        shuffle, document = lay(random)
        return [scribble(shuffle, document) for _ in range(20)]

    def seeded(make: Callable[[Random], list[dict]]) -> Batch:
        return lambda seed: make(Random(seed))

    return Batches(*map(seeded, (wins, near_wins, draws, broken, scribbles)))
