"""What a hand that is no win lacks: distance to ready, waits, and what may have been misread.

Whether tiles win is always asked of the rule set itself, so that its options and special shapes
are never told twice. Nothing here changes a deal: a misreading is a question for the player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from scoring.checks import copies
from scoring.errors import DealError
from scoring.hand import SELF_DRAW, WIN, Deal, Win
from scoring.rules.base import RuleSet
from scoring.settle import Text
from scoring.shapes import (
    HONOUR_RUNS,
    count,
    distance,
    seven_pairs_distance,
    thirteen_orphans_distance,
    unconnected_distance,
)
from scoring.tiles import KINDS, SUITED, Tile, format_tiles, parse_tiles


@dataclass(frozen=True, slots=True)
class Misreading:
    """One tile which, had it been read as another, would make the deal one that scores.

    Attributes:
        seen: the tile as it was entered.
        meant: what it would have to be.
        winning: whether it is the winning tile; otherwise one of the concealed tiles.
    """

    seen: Tile
    meant: Tile
    winning: bool = False

    def to_json(self) -> dict[str, object]:
        """``{"seen": "7s", "meant": "4s", "winning": true}``."""
        return {"seen": str(self.seen), "meant": str(self.meant), "winning": self.winning}


@dataclass(frozen=True, slots=True)
class Verification:
    """What a hand that is no win lacks.

    Attributes:
        seat: whose hand it is.
        drawn: the tile it was to win on.
        distance: how many concealed tiles must be exchanged until the hand, without its winning
            tile, is ready; 0 means ready. Counted by shape; what a rule set asks besides (such
            as the pair of 将) can only put it further away.
        waits: the tiles that would make it a win, in order; only such as can still exist, given
            all that lies open in the deal.
        misreadings: the single tiles that may have been misread, the winning tile first.
    """

    seat: int
    drawn: Tile
    distance: int
    waits: tuple[Tile, ...]
    misreadings: tuple[Misreading, ...]

    @property
    def message(self) -> Text:
        """How far the hand is, and the question whether a tile was misread."""
        if self.waits:
            zh = f"座位{self.seat} 听 {format_tiles(self.waits)}，不胡 {self.drawn}"
            en = f"seat {self.seat} waits on {format_tiles(self.waits)}, not on {self.drawn}"
        else:
            some = "1 tile" if self.distance == 1 else f"{self.distance} tiles"
            zh = f"座位{self.seat} 没有听牌，还要换 {self.distance} 张"
            en = f"seat {self.seat} is not ready: {some} to exchange first"
        if not self.misreadings:
            return Text(f"{zh}。", f"{en}.")
        asked = [
            (winning, seen, [each.meant for each in group])
            for (winning, seen), group in groupby(
                self.misreadings, lambda each: (each.winning, each.seen)
            )
        ]
        asked_zh = "；".join(
            f"{'胡的那张 ' if winning else ''}{seen} 其实是 {'、'.join(map(str, meant))}"
            for winning, seen, meant in asked
        )
        asked_en = "; ".join(
            f"{'the winning ' if winning else ''}{seen} is really {' or '.join(map(str, meant))}"
            for winning, seen, meant in asked
        )
        return Text(f"{zh}。是不是看错了：{asked_zh}？", f"{en}. Was one misread: {asked_en}?")

    def to_json(self) -> dict[str, object]:
        """``{"seat", "distance", "waits", "misreadings", "message": {"zh", "en"}}``."""
        return {
            "seat": self.seat,
            "distance": self.distance,
            "waits": [str(tile) for tile in self.waits],
            "misreadings": [each.to_json() for each in self.misreadings],
            "message": self.message.to_json(),
        }


def verify(deal: Deal, rules: RuleSet) -> Verification | None:
    """What the first hand that is no win lacks; None when every winner's hand is a win.

    Args:
        deal: a deal that passes the checks; ``score`` refuses it with ``not_a_win``.
        rules: the rule set with its options.

    Raises:
        DealError: the deal cannot be.

    >>> from scoring import rule_set
    >>> rules = rule_set("changde")
    >>> deal = Deal.from_json({
    ...     "players": 4, "dealer": 0, "outcome": "win", "melds": [[], [], [], []],
    ...     "wins": [{"seat": 0, "concealed": "123m 456m 789m 111p 5s", "winning_tile": "8s",
    ...               "by": "self_draw"}]}, rules)
    >>> found = verify(deal, rules)
    >>> found.distance, found.waits
    (0, (Tile.S5,))
    >>> print(found.message.en)
    seat 0 waits on 5s, not on 8s. Was one misread: the winning 8s is really 5s; 5s is really 8s?
    """
    deal.check(rules)
    for win in deal.wins:
        if not _wins(deal, rules, win):
            waits = tuple(_waits(deal, rules, win))
            away = 0 if waits else max(1, _distance(deal, rules, win))
            misreadings = tuple(_misreadings(deal, rules, win))
            return Verification(win.seat, win.winning_tile, away, waits, misreadings)
    return None


def _wins(deal: Deal, rules: RuleSet, win: Win) -> bool:
    """Whether the shape of one hand wins, whatever it lacks besides."""
    return _refusal(replace(deal, wins=(win,)), rules) != "not_a_win"


def _refusal(deal: Deal, rules: RuleSet) -> str | None:
    """Why a deal that has passed the checks does not score."""
    try:
        rules.settle(deal, explain=False)
    except DealError as error:
        return error.code
    return None


def _waits(deal: Deal, rules: RuleSet, win: Win) -> Iterator[Tile]:
    on_table = copies(deal)
    for tile in sorted(rules.legal):
        if on_table[tile] < 4 and _wins(deal, rules, replace(win, winning_tile=tile)):
            yield tile


def _misreadings(deal: Deal, rules: RuleSet, win: Win) -> Iterator[Misreading]:
    for meant in sorted(rules.legal):
        read = replace(win, winning_tile=meant)
        if _wins(deal, rules, read) and _scores(_reread(deal, win, read), rules):
            yield Misreading(win.winning_tile, meant, winning=True)
    for seen in sorted(set(win.concealed)):
        others = list(win.concealed)
        others.remove(seen)
        if not _near(rules, [*others, win.winning_tile], len(deal.melds[win.seat])):
            continue
        for meant in sorted(rules.legal):
            read = replace(win, concealed=(*others, meant))
            if _wins(deal, rules, read) and _scores(_reread(deal, win, read), rules):
                yield Misreading(seen, meant)


def _reread(deal: Deal, win: Win, read: Win) -> Deal:
    """The deal with one hand read otherwise; the winning tile is that of every winner."""
    wins = [
        read if each is win else replace(each, winning_tile=read.winning_tile) for each in deal.wins
    ]
    return replace(deal, wins=tuple(wins))


def _scores(deal: Deal, rules: RuleSet) -> bool:
    """Whether a deal scores; wrong birds are another matter."""
    try:
        deal.check(rules)
    except DealError:
        return False
    return _refusal(deal, rules) in (None, "bird_count")


# Shapes


class _Hand(NamedTuple):
    """Concealed tiles short of the winning one, as the distances want them."""

    counts: list[int]
    melds: int
    wilds: int
    held: list[int]


class _Shape(NamedTuple):
    """A winning shape: an example, to ask a rule set whether it has it, and its distance."""

    example: str
    distance: Callable[[_Hand], int]


_FAR: Final = 99


def _sets_away(hand: _Hand) -> int:
    return distance(hand.counts, hand.melds, wilds=hand.wilds, held=hand.held)


def _honour_runs_away(hand: _Hand) -> int:
    runs = tuple(HONOUR_RUNS)
    return distance(hand.counts, hand.melds, wilds=hand.wilds, held=hand.held, honour_runs=runs)


def _honours_away(hand: _Hand) -> int:
    honours = sum(hand.counts[SUITED:KINDS])
    return 13 - 3 * hand.melds - honours - hand.wilds


def _seven_pairs_away(hand: _Hand) -> int:
    return _FAR if hand.melds else seven_pairs_distance(hand.counts, hand.wilds)


def _thirteen_orphans_away(hand: _Hand) -> int:
    return _FAR if hand.melds else thirteen_orphans_distance(hand.counts)


def _unconnected_away(hand: _Hand) -> int:
    return _FAR if hand.melds else unconnected_distance(hand.counts)


def _seven_stars_away(hand: _Hand) -> int:
    return _FAR if hand.melds else unconnected_distance(hand.counts, gap=2, stars=True)


def _four_wilds_away(hand: _Hand) -> int:
    return 3 - hand.wilds


_SHAPES: Final = (
    _Shape("123m 456p 789s ESW 11m", _honour_runs_away),
    _Shape("EEEE SSSS WW N C F P", _honours_away),
    _Shape("11224455778899p", _seven_pairs_away),
    _Shape("19m 19p 19s ESWNCFPP", _thirteen_orphans_away),
    _Shape("147m 258p 369s ESWNC", _unconnected_away),
    _Shape("135m 135p 7s ESWNCFP", _seven_stars_away),
    _Shape("147m 147p 147s 2p CCCC", _four_wilds_away),
)
"""The shapes besides sets and a pair that some rule set has."""


@lru_cache(maxsize=32)
def _shapes(rules: RuleSet) -> tuple[_Shape, ...]:
    """The shapes of ``_SHAPES`` that a rule set has: those whose example it takes for a win."""
    return tuple(shape for shape in _SHAPES if _has(rules, parse_tiles(shape.example)))


def _has(rules: RuleSet, tiles: tuple[Tile, ...]) -> bool:
    win = Win(0, tiles[:-1], tiles[-1], SELF_DRAW, flowers=(Tile.F1,))
    nothing = ((),) * rules.players
    deal = Deal(rules.players, 0, WIN, nothing, (win,))
    return rules.legal.issuperset(tiles) and _wins(deal, rules, win)


def _distance(deal: Deal, rules: RuleSet, win: Win) -> int:
    hand = _hand(rules, win.concealed, len(deal.melds[win.seat]), copies(deal))
    return min(_sets_away(hand), *(shape.distance(hand) for shape in _shapes(rules)), _FAR)


def _near(rules: RuleSet, tiles: Sequence[Tile], melds: int) -> bool:
    """Whether one more tile may make these a win: a quick no where none can."""
    hand = _hand(rules, tiles, melds, Counter(tiles))
    return any(
        away(hand) <= 0 for away in (_sets_away, *(each.distance for each in _shapes(rules)))
    )


def _hand(rules: RuleSet, tiles: Sequence[Tile], melds: int, on_table: Counter[Tile]) -> _Hand:
    counts = count(tiles)
    wilds = 0
    if rules.wild is not None:
        wilds, counts[rules.wild] = counts[rules.wild], 0
    # Nobody can draw a tile that is not in the set. A wild tile may be a fifth copy.
    held = [
        (0 if wilds else on_table[Tile(kind)]) if Tile(kind) in rules.legal else 4 + counts[kind]
        for kind in range(KINDS)
    ]
    return _Hand(counts, melds, wilds, held)
