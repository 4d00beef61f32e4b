"""Winning shapes: how tiles fall into sets and a pair, with wild tiles; waits; distance to ready.

Everything works on *counts*: a list of 34 numbers, how many of each kind (``Tile`` below
``KINDS``) are held. A suit is read on its own and remembered (``lru_cache`` on its nine counts),
since suits meet again and again where whole hands never do; a hand is the product of its suits.

A set is one number: a pung is its kind, a run its lowest kind; runs of honours (fuzhou.md §2)
have numbers of their own, see ``HONOUR_RUNS``. Sets of numbers are bit masks over kinds, so that
"only terminals" is one operation: ``reading.pung_mask & ~TERMINALS == 0``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from operator import mul
from typing import Final

from scoring.hand import CHOW, Meld
from scoring.tiles import KINDS, SUITED, Tile, format_tiles

NO_PAIR: Final = -1

HONOUR_RUNS: Final = {
    34: (27, 28, 29),
    35: (27, 28, 30),
    36: (27, 29, 30),
    37: (28, 29, 30),
    38: (31, 32, 33),
}
"""Runs of honours by their number: ESW, ESN, EWN, SWN, CFP."""


def mask(kinds: Iterable[int]) -> int:
    """The bit mask of some kinds.

    >>> bin(mask([Tile.M1, Tile.M3]))
    '0b101'
    """
    bits = 0
    for kind in kinds:
        bits |= 1 << kind
    return bits


SUIT_MASKS: Final = (mask(range(9)), mask(range(9, 18)), mask(range(18, 27)))
TERMINALS: Final = mask((0, 8, 9, 17, 18, 26))
TWO_FIVE_EIGHT: Final = mask(range(1, SUITED, 3))
WINDS: Final = mask(range(27, 31))
DRAGONS: Final = mask(range(31, 34))
HONOURS: Final = WINDS | DRAGONS
ORPHANS: Final = TERMINALS | HONOURS
_ORPHAN_KINDS: Final = tuple(kind for kind in range(KINDS) if ORPHANS >> kind & 1)
_GROUPS: Final = ((0, 9), (9, 9), (18, 9), (SUITED, 7))
_EMPTY_SUIT: Final = (0,) * 9
_EMPTY: Final = (_EMPTY_SUIT, (0,) * 7)


class Reading:
    """One way to read a hand as sets and a pair.

    Attributes:
        chows: numbers of the runs, each the lowest kind (or a number of ``HONOUR_RUNS``).
        pungs: kinds of the pungs and kongs.
        pair: kind of the pair; ``NO_PAIR`` in a part of a hand that has none.
        chow_mask, pung_mask: the same as bit masks.
    """

    __slots__ = ("chow_mask", "chows", "pair", "pung_mask", "pungs")

    def __init__(
        self,
        chows: tuple[int, ...],
        pungs: tuple[int, ...],
        pair: int,
        chow_mask: int,
        pung_mask: int,
    ) -> None:
        self.chows = chows
        self.pungs = pungs
        self.pair = pair
        self.chow_mask = chow_mask
        self.pung_mask = pung_mask

    @classmethod
    def of(
        cls, chows: Iterable[int] = (), pungs: Iterable[int] = (), pair: int = NO_PAIR
    ) -> Reading:
        """A reading from its sets.

        >>> Reading.of([0], [Tile.EAST], Tile.M5)
        Reading.of((0,), (27,), 4)
        """
        runs, trips = tuple(chows), tuple(int(kind) for kind in pungs)
        return cls(runs, trips, int(pair), mask(runs), mask(trips))

    def __add__(self, other: Reading) -> Reading:
        """Both parts of a hand together."""
        return Reading(
            self.chows + other.chows,
            self.pungs + other.pungs,
            self.pair if other.pair < 0 else other.pair,
            self.chow_mask | other.chow_mask,
            self.pung_mask | other.pung_mask,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reading) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Reading.of({self.chows!r}, {self.pungs!r}, {self.pair!r})"

    def __str__(self) -> str:
        """The sets and the pair, such as ``123m 555p EE``.

        >>> str(Reading.of([0], [Tile.P5], Tile.EAST))
        '123m 555p EE'
        """
        groups = [chow_kinds(chow) for chow in sorted(self.chows)]
        groups += [(kind,) * 3 for kind in sorted(self.pungs)]
        if self.pair >= 0:
            groups.append((self.pair,) * 2)
        return " ".join(format_tiles(map(Tile, group)) for group in groups)

    def _key(self) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        return tuple(sorted(self.chows)), tuple(sorted(self.pungs)), self.pair


NOTHING: Final = Reading.of()


def chow_kinds(chow: int) -> tuple[int, ...]:
    """The three kinds of a run."""
    return HONOUR_RUNS[chow] if chow >= KINDS else (chow, chow + 1, chow + 2)


def count(tiles: Iterable[int], extra: int | None = None) -> list[int]:
    """Counts of the 34 kinds; a 35th number counts jokers, flowers are not allowed.

    >>> count([Tile.M1, Tile.M1, Tile.WHITE], Tile.M1)[0]
    3
    """
    counts = [0] * (KINDS + 1)
    for tile in tiles:
        counts[tile] += 1
    if extra is not None:
        counts[extra] += 1
    return counts


def melded(melds: Iterable[Meld]) -> Reading:
    """The sets that lie on the table as a part of a reading (kongs as pungs)."""
    chows: tuple[int, ...] = ()
    pungs: tuple[int, ...] = ()
    chow_mask = pung_mask = 0
    for meld in melds:
        kind = int(meld.kind)
        if meld.type == CHOW:
            chows += (kind,)
            chow_mask |= 1 << kind
        else:
            pungs += (kind,)
            pung_mask |= 1 << kind
    return Reading(chows, pungs, NO_PAIR, chow_mask, pung_mask)


def readings(
    counts: Sequence[int], melds: Reading = NOTHING, honour_runs: tuple[int, ...] = ()
) -> list[Reading]:
    """Every reading of the counts as sets and one pair, with the melds added; no wild tiles.

    Args:
        counts: of the concealed tiles and the winning tile.
        melds: the sets on the table, from ``melded``.
        honour_runs: the numbers of ``HONOUR_RUNS`` that are runs in this rule set.

    >>> from scoring.tiles import parse_tiles
    >>> [str(each) for each in readings(count(parse_tiles("111222333m 44p")))]
    ['111m 222m 333m 44p', '123m 123m 123m 44p']
    """
    chows, pungs, pair = melds.chows, melds.pungs, melds.pair
    chow_mask, pung_mask = melds.chow_mask, melds.pung_mask
    forks = []  # the suits that can be read in several ways
    for first, size in _GROUPS:
        part = tuple(counts[first : first + size])
        if part in _EMPTY:
            continue
        parts = _suit_parts(part, first) if first < SUITED else _honour_parts(part, honour_runs)
        if not parts:
            return []
        one = parts[0]
        if one.pair >= 0:
            if pair >= 0:
                return []
            pair = one.pair
        if len(parts) > 1:
            forks.append(parts)
        else:
            chows += one.chows
            pungs += one.pungs
            chow_mask |= one.chow_mask
            pung_mask |= one.pung_mask
    if pair < 0:
        return []
    found = [Reading(chows, pungs, pair, chow_mask, pung_mask)]
    for parts in forks:
        found = [each + other for each in found for other in parts]
    return found


@lru_cache(maxsize=1 << 14)
def _suit_parts(counts: tuple[int, ...], suit: int) -> tuple[Reading, ...]:
    """Readings of one suit: sets alone, or sets and the pair, as its number of tiles says."""
    if suit:
        return tuple([_moved(part, suit) for part in _suit_parts(counts, 0)])
    left = sum(counts) % 3
    if left == 1:
        return ()
    if left == 0:
        return tuple(_sets(list(counts), NO_PAIR))
    found: list[Reading] = []
    for rank in _pair_ranks(counts):
        rest = list(counts)
        rest[rank] -= 2
        found += _sets(rest, rank)
    return tuple(found)


def _moved(part: Reading, suit: int) -> Reading:
    """A reading of the first suit as one of the suit that begins at that kind."""
    return Reading(
        tuple([suit + rank for rank in part.chows]),
        tuple([suit + rank for rank in part.pungs]),
        part.pair if part.pair < 0 else suit + part.pair,
        part.chow_mask << suit,
        part.pung_mask << suit,
    )


def _pair_ranks(counts: Sequence[int]) -> list[int]:
    """The ranks that a suit's pair may have.

    Ranks of a set add up to a multiple of three, so those of the suit tell the pair's.
    """
    first = 2 * sum(map(mul, counts, range(9))) % 3
    return [rank for rank in range(first, 9, 3) if counts[rank] >= 2]


def _sets(left: list[int], pair: int) -> list[Reading]:
    """Runs and pungs that use up a suit, each way once; those with pungs of low rank first.

    At every rank either one pung or none, and all other tiles begin runs.
    """
    found = []
    parts = [(left, 0, NOTHING)]
    while parts:
        left, rank, begun = parts.pop()
        chows, pungs = begun.chows, begun.pungs
        chow_mask, pung_mask = begun.chow_mask, begun.pung_mask
        while rank < 9:
            runs = left[rank]
            if runs >= 3:
                if rank < 7 and left[rank + 1] >= runs <= left[rank + 2]:
                    rest = left[:]
                    rest[rank + 1] -= runs
                    rest[rank + 2] -= runs
                    more = chows + (rank,) * runs
                    all_runs = Reading(more, pungs, pair, chow_mask | 1 << rank, pung_mask)
                    parts.append((rest, rank + 1, all_runs))
                pungs += (rank,)
                pung_mask |= 1 << rank
                runs -= 3
            if runs:
                if rank > 6 or left[rank + 1] < runs or left[rank + 2] < runs:
                    break
                left[rank + 1] -= runs
                left[rank + 2] -= runs
                chows += (rank,) * runs
                chow_mask |= 1 << rank
            rank += 1
        else:
            found.append(Reading(chows, pungs, pair, chow_mask, pung_mask))
    return found


@lru_cache(maxsize=1 << 12)
def _honour_parts(counts: tuple[int, ...], runs: tuple[int, ...]) -> tuple[Reading, ...]:
    left = sum(counts) % 3
    if left == 1:
        return ()
    found = []
    for pair in range(7) if left == 2 else (NO_PAIR,):
        rest = list(counts)
        if pair >= 0:
            rest[pair] -= 2
        kind = NO_PAIR if pair < 0 else pair + SUITED
        found += [Reading.of(c, p, kind) for c, p in _honour_sets(rest, runs)]
    return tuple(found)


def _honour_sets(
    counts: list[int], runs: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    if min(counts) < 0:
        return
    if not runs:
        if all(number in (0, 3) for number in counts):
            yield (), tuple(kind + SUITED for kind in range(7) if counts[kind])
        return
    run, others = runs[0], runs[1:]
    rest = list(counts)
    times = 0
    while min(rest) >= 0:
        for chows, pungs in _honour_sets(rest, others):
            yield (run,) * times + chows, pungs
        for kind in HONOUR_RUNS[run]:
            rest[kind - SUITED] -= 1
        times += 1


# Wild tiles


def wild_readings(
    counts: Sequence[int],
    wilds: int,
    melds: Reading = NOTHING,
    kinds: int = (1 << KINDS) - 1,
) -> list[Reading]:
    """Every reading in which each of ``wilds`` wild tiles stands for some tile.

    A wild may stand for a fifth copy; a rule set that forbids it drops such readings.

    Args:
        counts: of the concealed tiles and the winning tile, wild tiles left out.
        wilds: how many wild tiles there are.
        melds: the sets on the table, from ``melded``.
        kinds: mask of the kinds that a wild may stand for.

    >>> from scoring.tiles import parse_tiles
    >>> [str(each) for each in wild_readings(count(parse_tiles("123p 4p")), 1, kinds=SUIT_MASKS[1])]
    ['123p 44p', '234p 11p']
    """
    tiles = sum(counts[:KINDS]) + wilds
    if tiles % 3 != 2:
        return []
    found: list[tuple[Reading, int]] = [(melds, wilds)]
    for first, size in _GROUPS:
        part = tuple(counts[first : first + size])
        allowed = kinds >> first & ((1 << size) - 1)
        if not allowed:
            if any(part):
                return []
            continue
        found = [
            (each + other, left - used)
            for each, left in found
            for used in range(left + 1)
            for other in _wild_parts(part, used, first, allowed)
            if each.pair < 0 or other.pair < 0
        ]
    return [each for each, left in found if left == 0 and each.pair >= 0]


@lru_cache(maxsize=1 << 12)
def _wild_parts(
    counts: tuple[int, ...], wilds: int, first: int, allowed: int
) -> tuple[Reading, ...]:
    """Readings of one suit, or of the honours, with exactly ``wilds`` wild tiles among them."""
    left = (sum(counts) + wilds) % 3
    if left == 1:
        return ()
    found = _wild_sets(counts, wilds, 0, 0, 0, left == 0, first < SUITED, allowed)
    return tuple(_placed(part, first) for part in found)


def _placed(part: tuple[tuple[int, ...], tuple[int, ...], int], first: int) -> Reading:
    chows, pungs, pair = part
    return Reading.of(
        [first + rank for rank in chows],
        [first + rank for rank in pungs],
        NO_PAIR if pair < 0 else first + pair,
    )


def _wild_sets(
    counts: tuple[int, ...],
    wilds: int,
    rank: int,
    runs_before: int,
    runs_two_before: int,
    paired: bool,
    suited: bool,
    allowed: int,
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Choose at each rank how many runs begin, how many pungs and whether the pair.

    The tiles those choices ask for at a rank must be at least the natural ones; what is asked
    beyond them is wild.
    """
    size = len(counts)
    if rank == size:
        if wilds == 0 and paired and not runs_before and not runs_two_before:
            yield (), (), NO_PAIR
        return
    have = counts[rank]
    may = have + wilds if allowed >> rank & 1 else have
    due = runs_before + runs_two_before
    if due > may:
        return
    most_runs = may - due if suited and rank <= size - 3 else 0
    for pair in (0,) if paired else (0, 1):
        for runs in range(most_runs + 1):
            asked = due + runs + 2 * pair
            pungs = -((asked - have) // 3) if asked < have else 0
            while asked + 3 * pungs <= may:
                used = asked + 3 * pungs - have
                for c, p, other in _wild_sets(
                    counts,
                    wilds - used,
                    rank + 1,
                    runs,
                    runs_before,
                    paired or pair == 1,
                    suited,
                    allowed,
                ):
                    yield (rank,) * runs + c, (rank,) * pungs + p, rank if pair else other
                pungs += 1


def complete(
    counts: Sequence[int],
    wilds: int,
    melds: Reading = NOTHING,
    kinds: int = (1 << KINDS) - 1,
) -> Reading | None:
    """One reading with all ``wilds`` wild tiles, or None: quick where all are worth the same.

    Arguments as for ``wild_readings``.

    >>> from scoring.tiles import parse_tiles
    >>> str(complete(count(parse_tiles("13m 456m 789p 222s 1p")), 2, kinds=SUIT_MASKS[0]))
    Traceback (most recent call last):
    ValueError: tiles that a wild tile may not stand for
    >>> str(complete(count(parse_tiles("13m 456m 789p 222s 1p")), 2))
    '123m 456m 789p 222s 11p'
    """
    groups = []
    for first, size in _GROUPS:
        part = tuple(counts[first : first + size])
        allowed = kinds >> first & ((1 << size) - 1)
        if allowed:
            groups.append((part, first, allowed))
        elif any(part):
            raise ValueError("tiles that a wild tile may not stand for")
    for paired in range(len(groups)):
        found, left = melds, wilds
        for place, (part, first, allowed) in enumerate(groups):
            fewest = _fewest_wilds(part, wilds, first, allowed, place == paired)
            if fewest is None:
                break
            found += fewest[0]
            left -= fewest[1]
        else:
            if left >= 0 and left % 3 == 0:
                kind = (kinds & -kinds).bit_length() - 1
                return found + Reading.of(pungs=[kind] * (left // 3))
    return None


@lru_cache(maxsize=1 << 12)
def _fewest_wilds(
    counts: tuple[int, ...], most: int, first: int, allowed: int, paired: bool
) -> tuple[Reading, int] | None:
    """A reading of one suit, or of the honours, with the fewest wild tiles, and their number."""
    for wilds in range(most + 1):
        if (sum(counts) + wilds) % 3 == (2 if paired else 0):
            for part in _wild_sets(counts, wilds, 0, 0, 0, not paired, first < SUITED, allowed):
                return _placed(part, first), wilds
    return None


# Other shapes


def is_seven_pairs(counts: Sequence[int], wilds: int = 0) -> bool:
    """Whether 14 tiles without melds are seven pairs; four of a kind are two pairs.

    >>> from scoring.tiles import parse_tiles
    >>> is_seven_pairs(count(parse_tiles("1111m 22p 33p 44s EE CC")))
    True
    """
    tiles = odd = 0
    for number in counts[:KINDS]:
        tiles += number
        odd += number & 1
    return tiles + wilds == 14 and odd <= wilds


def is_thirteen_orphans(counts: Sequence[int]) -> bool:
    """Whether 14 tiles without melds are thirteen orphans 十三幺."""
    return sum(counts[:KINDS]) == 14 and all(
        (counts[kind] > 0) == bool(ORPHANS >> kind & 1) for kind in range(KINDS)
    )


# Waits and distance


def waits(
    counts: Sequence[int],
    held: Sequence[int] | None = None,
    honour_runs: tuple[int, ...] = (),
) -> list[Tile]:
    """The tiles that complete sets and a pair, in order; no wild tiles.

    Args:
        counts: of the 13 (or 10, 7, 4, 1) concealed tiles.
        held: counts of all tiles the player can see, melds included; a tile of which four are
            held cannot come. By default the concealed counts.
        honour_runs: as in ``readings``.

    >>> from scoring.tiles import parse_tiles
    >>> waits(count(parse_tiles("1112345678999m")))[:3]
    [Tile.M1, Tile.M2, Tile.M3]
    >>> waits(count(parse_tiles("1111m 456m 789p EEE")))
    []
    """
    parts = (
        (tuple(counts[0:9]), 0),
        (tuple(counts[9:18]), 9),
        (tuple(counts[18:27]), 18),
        (tuple(counts[27:34]), 27),
    )
    short = 0  # parts that no whole number of sets fits
    odd: list[tuple[tuple[int, ...], int]] = []
    for part in parts:
        left = sum(part[0]) % 3
        if left:
            short += left
            odd.append(part)
        elif part[0] != _EMPTY_SUIT and not _whole_part(part[0], part[1], honour_runs):
            return []
    if len(odd) == 1 and short == 1:
        found = _part_waits(*odd[0], honour_runs)
    elif len(odd) == 2 and short == 4:
        found = 0
        if _whole_part(*odd[1], honour_runs):
            found |= _part_waits(*odd[0], honour_runs)
        if _whole_part(*odd[0], honour_runs):
            found |= _part_waits(*odd[1], honour_runs)
    else:
        return []
    have = counts if held is None else held
    return [tile for tile in _TILES if found >> tile & 1 and have[tile] < 4]


_TILES: Final = tuple(Tile(kind) for kind in range(KINDS))


def _whole_part(counts: Sequence[int], first: int, honour_runs: tuple[int, ...]) -> bool:
    """Whether a suit (or the honours) is whole: sets, and the pair if its number asks for it."""
    if first == SUITED:
        return bool(_honour_parts(tuple(counts), honour_runs))
    left = sum(counts) % 3
    if left != 2:
        return left == 0 and _only_sets(counts)
    for rank in _pair_ranks(counts):
        rest = list(counts)
        rest[rank] -= 2
        if _only_sets(rest):
            return True
    return False


def _only_sets(counts: Sequence[int]) -> bool:
    """Whether a suit is sets alone. Three like runs are three pungs, so pungs come first."""
    before = two_before = 0  # runs begun at the last two ranks
    for number in counts:
        number -= before + two_before
        if number < 0:
            return False
        before, two_before = number % 3, before
    return before == two_before == 0


@lru_cache(maxsize=1 << 14)
def _part_waits(counts: tuple[int, ...], first: int, honour_runs: tuple[int, ...]) -> int:
    """Mask of the tiles that make a suit (or the honours) whole."""
    found = 0
    more = list(counts)
    for rank in range(len(counts)):
        more[rank] += 1
        if _whole_part(more, first, honour_runs):
            found |= 1 << first + rank
        more[rank] -= 1
    return found


def distance(
    counts: Sequence[int],
    melds: int = 0,
    *,
    wilds: int = 0,
    held: Sequence[int] | None = None,
    honour_runs: tuple[int, ...] = (),
) -> int:
    """How many tiles must be exchanged until sets and a pair are ready: 0 ready, -1 complete.

    Args:
        counts: of the concealed tiles, wild tiles left out.
        melds: how many sets lie on the table.
        wilds: how many wild tiles are held.
        held: counts of all tiles the player can see, melds included, by default ``counts``: no
            fifth copy is hoped for.
        honour_runs: as in ``readings``.

    >>> from scoring.tiles import parse_tiles
    >>> distance(count(parse_tiles("123m 456p 789s 11s E C"))), distance(count(parse_tiles("E")), 4)
    (1, 0)
    """
    have = counts if held is None else held
    due = 4 - melds
    far = 99
    # need[pair][sets]: the fewest tiles to draw for that much of the hand, suit by suit
    need = [[0] + [far] * due, [far] * (due + 1)]
    for first, size in _GROUPS:
        part = tuple(counts[first : first + size])
        room = tuple(max(0, 4 - have[kind] + counts[kind]) for kind in range(first, first + size))
        if first < SUITED:
            table = _suit_needs(part, room)
        else:
            table = _honour_needs(part, room, honour_runs)
        need = [
            [
                min(
                    need[before][sets - more] + table[pair - before][more]
                    for before in range(pair + 1)
                    for more in range(sets + 1)
                )
                for sets in range(due + 1)
            ]
            for pair in (0, 1)
        ]
    return max(need[1][due] - wilds, 0) - 1


def seven_pairs_distance(counts: Sequence[int], wilds: int = 0) -> int:
    """Tiles to exchange until seven pairs are ready (four of a kind are two pairs); no melds."""
    return max(7 - sum(number // 2 for number in counts[:KINDS]) - wilds, 0) - 1


def thirteen_orphans_distance(counts: Sequence[int]) -> int:
    """Tiles to exchange until thirteen orphans are ready; no melds."""
    kinds = sum(counts[kind] > 0 for kind in _ORPHAN_KINDS)
    return 13 - kinds - any(counts[kind] > 1 for kind in _ORPHAN_KINDS)


def unconnected_distance(counts: Sequence[int], *, gap: int = 3, stars: bool = False) -> int:
    """Tiles to exchange until 14 unconnected tiles 十三不靠 are ready (fuzhou.md §2); no melds.

    Args:
        counts: of the 13 concealed tiles.
        gap: how far apart two ranks of one suit must be.
        stars: whether all seven honours are asked for 七星.

    >>> from scoring.tiles import parse_tiles
    >>> unconnected_distance(count(parse_tiles("147m 258p 369s ESW E")))
    1
    """
    suited = 0
    for first in (0, 9, 18):
        free = first
        for kind in range(first, first + 9):
            if counts[kind] and kind >= free:
                suited += 1
                free = kind + gap
    honours = sum(counts[kind] > 0 for kind in range(SUITED, KINDS))
    return 13 - honours - min(suited, 7 if stars else 14 - honours)


_Needs = tuple[tuple[int, ...], tuple[int, ...]]


@lru_cache(maxsize=1 << 12)
def _suit_needs(counts: tuple[int, ...], room: tuple[int, ...]) -> _Needs:
    """The fewest tiles one suit lacks, ``[pair][sets]``, when no kind may exceed its room."""
    # state: runs begun at the rank before, and two before; sets so far; pair taken -> tiles lacked
    states = {(0, 0, 0, 0): 0}
    for rank in range(9):
        following: dict[tuple[int, int, int, int], int] = {}
        for (before, two_before, sets, pair), lacked in states.items():
            for runs in range(5 - sets if rank < 7 else 1):
                for shape in range(4):
                    pung, paired = shape & 1, shape >> 1
                    asked = before + two_before + runs + 3 * pung + 2 * paired
                    total = sets + runs + pung
                    if asked > room[rank] or total > 4 or pair + paired > 1:
                        continue
                    state = (runs, before, total, pair + paired)
                    cost = lacked + max(0, asked - counts[rank])
                    if cost < following.get(state, 99):
                        following[state] = cost
        states = following
    needs = [[99] * 5, [99] * 5]
    for (_, _, sets, pair), lacked in states.items():
        needs[pair][sets] = min(needs[pair][sets], lacked)
    return tuple(needs[0]), tuple(needs[1])


@lru_cache(maxsize=1 << 12)
def _honour_needs(
    counts: tuple[int, ...], room: tuple[int, ...], honour_runs: tuple[int, ...]
) -> _Needs:
    """As ``_suit_needs`` for the honours, some of which may form runs."""
    needs = [[99] * 5, [99] * 5]
    for number in range(5 if honour_runs else 1):
        for runs in combinations_with_replacement(honour_runs, number):
            taken = [0] * 7
            for run in runs:
                for kind in HONOUR_RUNS[run]:
                    taken[kind - SUITED] += 1
            states = {(number, 0): 0}
            for asked_by_runs, have, most in zip(taken, counts, room, strict=True):
                following: dict[tuple[int, int], int] = {}
                for (sets, pair), lacked in states.items():
                    for pung, paired in ((0, 0), (1, 0), (0, 1), (1, 1)):
                        asked = asked_by_runs + 3 * pung + 2 * paired
                        if asked > most or sets + pung > 4 or pair + paired > 1:
                            continue
                        state = (sets + pung, pair + paired)
                        cost = lacked + max(0, asked - have)
                        if cost < following.get(state, 99):
                            following[state] = cost
                states = following
            for (sets, pair), lacked in states.items():
                needs[pair][sets] = min(needs[pair][sets], lacked)
    return tuple(needs[0]), tuple(needs[1])
