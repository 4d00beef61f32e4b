"""The engine beside PyPI ``mahjong`` on the same tiles, in one run: ``make bench``.

Beside PyMahjongGB (C++, the 81 fan of the Chinese official rules) too, where that is installed.

Input objects are built and checked before the clock starts, on both sides. The two take turns in
short passes over all hands, and the ratio is the median of the passes' ratios. All times are of
the processor, so that other programs on the machine do not count. The first pass meets every hand
for the first time (the engine remembers suits, not hands); the others are the warm ones.
"""

from __future__ import annotations

import gc
import platform
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.metadata import version
from itertools import combinations
from random import Random
from statistics import median
from time import process_time
from typing import TypeVar

from mahjong.agari import Agari
from mahjong.hand_calculating.hand import HandCalculator

from scoring import RULE_SETS, Deal, DealError, RuleSet, Tile, Win, rule_set, score, shapes
from scoring.hand import SELF_DRAW, WIN
from scoring.tiles import KINDS

from .hands import WonHand, won_hand
from .machine import cpu

HANDS = 1000
PASSES = 15
SEED = 4

T = TypeVar("T")
U = TypeVar("U")


def main() -> None:
    """Print the table."""
    print(f"{cpu()}, Python {platform.python_version()}, mahjong {version('mahjong')}")
    print()
    row("", "engine", "mahjong", "ratio", "first pass")
    rules = rule_set("guangdong")
    random = Random(SEED)
    concealed = [won_hand(random, 0) for _ in range(HANDS)]
    melded = [won_hand(random, random.randint(1, 4)) for _ in range(HANDS)]
    compare_scores("concealed hands scored, per s", concealed, rules)
    compare_scores("melded hands scored, per s", melded, rules)
    compare_waits("waits of ready hands, per s", concealed)
    print()
    compare_chinese(concealed, melded, rules)
    print()
    row("", "worst", "median")
    worst_wilds("changde, four wild 红中, ms", rule_set("changde", {"wild": "red"}), Tile.RED)
    if "three_player" in RULE_SETS:
        worst_wilds("three_player, four jokers 飞, ms", rule_set("three_player"), Tile.JOKER)
    print()
    row("", *(f"{number} deals" for number in GROWTH))
    growth("explained deals, µs a deal", rules)
    print()
    row("", "engine", "mahjong")
    imports = [import_ms("scoring"), import_ms("mahjong.hand_calculating.hand")]
    row("import, ms", *(f"{each:.0f}" for each in imports))


def row(name: str, *cells: str) -> None:
    """One line of the table."""
    print(f"{name:34}" + "".join(f"{cell:>14}" for cell in cells))


def compare_scores(name: str, hands: Sequence[WonHand], rules: RuleSet) -> None:
    """Hands per second, explanations off."""
    calculator = HandCalculator()

    def ours(deal: Deal) -> object:
        return score(deal, rules, explain=False)

    def theirs(hand: tuple[object, ...]) -> object:
        tiles, drawn, melds, config = hand
        return calculator.estimate_hand_value(tiles, drawn, melds, config=config)

    deals, peers = [hand.deal(rules) for hand in hands], [hand.peer() for hand in hands]
    errors = {theirs(peer).error for peer in peers}
    assert errors == {None}, errors
    compare(name, ours, deals, theirs, [hand.peer() for hand in hands])


def compare_chinese(
    concealed: Sequence[WonHand], melded: Sequence[WonHand], rules: RuleSet
) -> None:
    """The same hands beside PyMahjongGB."""
    try:
        from MahjongGB import MahjongFanCalculator
    except ImportError:
        print("PyMahjongGB is not installed: pip install PyMahjongGB")
        return
    row("", "engine", "PyMahjongGB", "ratio", "first pass")
    for name, hands in ("concealed", concealed), ("melded", melded):
        compare(
            f"{name} hands scored, per s",
            lambda deal: score(deal, rules, explain=False),
            [hand.deal(rules) for hand in hands],
            lambda hand: MahjongFanCalculator(*hand),
            [hand.chinese() for hand in hands],
        )


def compare_waits(name: str, hands: Sequence[WonHand]) -> None:
    """Waits of the hands before their last tile came, beside a try of each of 34 kinds."""

    def theirs(counts: list[int]) -> list[int]:
        found = []
        for kind in range(KINDS):
            if counts[kind] < 4:
                counts[kind] += 1
                if Agari.is_agari(counts):
                    found.append(kind)
                counts[kind] -= 1
        return found

    ready = [shapes.count(hand.concealed) for hand in hands]
    compare(name, shapes.waits, ready, theirs, [counts[:KINDS] for counts in ready])


def compare(
    name: str,
    ours: Callable[[T], object],
    our_inputs: Sequence[T],
    theirs: Callable[[U], object],
    their_inputs: Sequence[U],
) -> None:
    """Time both in turn and print the warm speeds, their ratio, and that of the first pass."""
    _forget()
    gc.collect()
    times = [(seconds(ours, our_inputs), seconds(theirs, their_inputs)) for _ in range(PASSES + 1)]
    first, *warm = times
    number = len(our_inputs)
    row(
        name,
        f"{number / median(ours for ours, _ in warm):,.0f}",
        f"{number / median(theirs for _, theirs in warm):,.0f}",
        f"{median(theirs / ours for ours, theirs in warm):.2f}×",
        f"{first[1] / first[0]:.2f}×",
    )


def seconds(call: Callable[[T], object], inputs: Sequence[T]) -> float:
    """The time of one pass."""
    start = process_time()
    for each in inputs:
        call(each)
    return process_time() - start


def worst_wilds(name: str, rules: RuleSet, wild: Tile) -> None:
    """The dearest of many hands with four wild tiles, each met for the first time.

    Ten natural tiles of one suit beside four wild ones fall into the most readings; among them
    are the hands that no wild tile can help.
    """
    times = []
    random = Random(SEED)
    wall = [Tile(kind) for kind in range(9, 18) for _ in range(4)]
    dense = [tuple(random.sample(wall, 10)) for _ in range(150)]
    dense += [(*pair, *pair, *pair, *rest) for pair in PAIRS for rest in RESTS]
    for natural in dense:
        if max(map(natural.count, natural)) > 4:
            continue
        win = Win(0, (*natural, wild, wild, wild), wild, SELF_DRAW, flowers=(Tile.F1,))
        deal = Deal(rules.players, 0, WIN, ((),) * rules.players, (win,))
        _forget()
        start = process_time()
        with suppress(DealError):  # no win, or too few fan
            score(deal, rules, explain=False)
        times.append((process_time() - start) * 1e3)
    row(name, f"{max(times):.1f}", f"{median(times):.1f}")


PAIRS = list(combinations((Tile.P1, Tile.P3, Tile.P4, Tile.P5, Tile.P9), 2))
RESTS = [(Tile.P2, Tile.P5, Tile.P6, Tile.P7), (Tile.P2, Tile.P2, Tile.P8, Tile.P8)]

GROWTH = (250, 500, 1000, 2000)


def growth(name: str, rules: RuleSet) -> None:
    """Time a deal takes, read, scored and explained, in ever longer evenings."""
    random = Random(SEED)
    documents = [won_hand(random, 2).deal(rules).to_json() for _ in range(max(GROWTH))]
    cells = []
    for number in GROWTH:
        _forget()
        start = process_time()
        for document in documents[:number]:
            score(Deal.from_json(document, rules), rules).to_json()
        cells.append(f"{(process_time() - start) / number * 1e6:.0f}")
    row(name, *cells)


def import_ms(module: str) -> float:
    """Time to import a module into a fresh interpreter."""
    code = f"import time; t = time.process_time(); import {module}; print(time.process_time() - t)"
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(7)
    ]
    return median(times) * 1e3


def _forget() -> None:
    """Empty whatever the engine remembers of suits."""
    for each in vars(shapes).values():
        if hasattr(each, "cache_clear"):
            each.cache_clear()


if __name__ == "__main__":
    main()
