"""Strategies of documents, made of what a rule set's own module lays and spoils.

An example is a batch of documents, since laying a table is what takes the time.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import NamedTuple

from hypothesis import assume
from hypothesis import strategies as st

from .dealing import Shuffle
from .faults import FAULTS, Fault, change_one_tile, scribble

Batch = st.SearchStrategy[list[dict]]


class Deals(NamedTuple):
    """Batches of documents of one rule set."""

    wins: Batch
    """One legal table, nearly always a win, under several options."""
    near_wins: Batch
    """The same table, a concealed tile or two changed."""
    draws: Batch
    """A deal that nobody wins."""
    broken: Batch
    """One legal table, spoiled by each of the faults alone, and by some in pairs."""
    scribbles: Batch
    """One legal table, any JSON value at one place of it."""


def deals(
    rules: str,
    options: st.SearchStrategy[dict],
    varied: st.SearchStrategy[dict],
    won: Callable[[Callable, dict], tuple[Shuffle, dict | None]],
    drawn: Callable[[Callable, dict], dict],
    faults: Sequence[Fault],
) -> Deals:
    """The strategies of a rule set.

    `won(draw, options)` lays a win (None where the tiles ran out) and `drawn` a drawn deal under
    `options`; `varied` are options that the same table stands under; `faults` are those of the
    rule set's own fields.
    """
    every_fault = [*FAULTS, *faults]

    @st.composite
    def laid(draw) -> tuple[Shuffle, dict]:
        chosen = draw(options)
        shuffle, deal = won(draw, chosen)
        assume(deal is not None)
        return shuffle, {"rules": rules, "options": chosen, "deal": deal}

    @st.composite
    def wins(draw) -> list[dict]:
        _, document = draw(laid())
        more = draw(st.lists(varied, min_size=2, max_size=2))
        return [document | {"options": document["options"] | change} for change in ({}, *more)]

    @st.composite
    def near_wins(draw) -> list[dict]:
        shuffle, document = draw(laid())
        batch = [deepcopy(document) for _ in range(4)]
        for count, near in zip((1, 1, 1, 2), batch, strict=True):
            for _ in range(count):
                change_one_tile(shuffle, near["deal"])
        return batch

    @st.composite
    def draws(draw) -> list[dict]:
        chosen = draw(options)
        return [{"rules": rules, "options": chosen, "deal": drawn(draw, chosen)}]

    @st.composite
    def broken(draw) -> list[dict]:
        shuffle, document = draw(laid())
        pairs = draw(st.lists(st.tuples(*[st.sampled_from(every_fault)] * 2), max_size=20))
        batch = []
        for spoiling in [(fault,) for fault in every_fault] + pairs:
            spoiled = deepcopy(document)
            for fault in spoiling:
                fault(shuffle, spoiled["deal"])
            batch.append(spoiled)
        return batch

    @st.composite
    def scribbles(draw) -> list[dict]:
        shuffle, document = draw(laid())
        return [scribble(shuffle, document) for _ in range(5)]

    return Deals(wins(), near_wins(), draws(), broken(), scribbles())
