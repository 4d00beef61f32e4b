"""Random deals as JSON documents, for guangdong, changde and hunan.

`Shuffle` lays a table of one rule set tile by tile from what is left of it, so that what it
builds is physically possible.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from scoring.tiles import Tile, format_tiles, parse_tiles

from .brute import EVERY_GROUP, SUITS, Group, tiles_of

RUNS, PUNGS = ("run",), ("pung",)
MIXED = (*RUNS, *PUNGS)


def written(tiles: Iterable[int]) -> str:
    """The tiles in notation."""
    return format_tiles(Tile(tile) for tile in tiles)


class Shuffle:
    """The tiles that no one has taken yet, and the choices of one example.

    At a `bare` table nobody melds.
    """

    def __init__(self, random: Random, kinds: Iterable[int]) -> None:
        self.random = random
        self.bare = False
        self.left = Counter(dict.fromkeys(kinds, 4))

    def one_of(self, choices: Sequence) -> Any:
        return self.random.choice(choices)

    def chance(self, in_ten: int) -> bool:
        return self.random.randrange(10) < in_ten

    def some_options(self, options: dict[str, list]) -> dict[str, Any]:
        """About half of the options, each with any of its values."""
        return {name: self.one_of(options[name]) for name in options if self.chance(5)}

    def in_any_order(self, things: Sequence) -> list:
        return self.random.sample(things, len(things))

    def take(self, tiles: Iterable[int]) -> None:
        self.left -= Counter(tiles)

    def has(self, tiles: Sequence[int]) -> bool:
        return all(self.left[tile] >= tiles.count(tile) for tile in tiles)

    def suit(self) -> list[int]:
        return list(self.one_of(SUITS))

    def group(self, kinds: Sequence[str], among: Iterable[int], holding: int | None = None):
        """A set taken from what is left, preferably `among` these tiles; None if there is none."""
        among = set(among)
        possible = [
            group
            for group in EVERY_GROUP
            if self.has(tiles_of(group)) and holding in (None, *tiles_of(group))
        ]
        liked = [
            group for group in possible if group.kind in kinds and among.issuperset(tiles_of(group))
        ]
        if not possible:
            return None
        group = self.one_of(liked or possible)
        self.take(tiles_of(group))
        return group

    def pair(self, among: Iterable[int], holding: int | None = None) -> int | None:
        possible = [tile for tile in self.left if self.left[tile] >= 2 and holding in (None, tile)]
        if not possible:
            return None
        tile = self.one_of([tile for tile in possible if tile in set(among)] or possible)
        self.take([tile, tile])
        return tile

    def meld(self, seat: int, group: Group, chows: bool) -> dict[str, Any] | None:
        """The set, already taken, as a meld of this seat; None if it cannot be one."""
        tiles = tiles_of(group)
        if group.kind == "run":
            previous = (seat - 1) % 4
            return {"type": "chow", "tiles": written(tiles), "from": previous} if chows else None
        kind = "pung"
        if self.left[group.tile] and self.chance(5):
            kind = self.one_of(["exposed_kong", "concealed_kong", "added_kong"])
            self.take([group.tile])
            tiles = (*tiles, group.tile)
        meld: dict[str, Any] = {"type": kind, "tiles": written(tiles)}
        if kind != "concealed_kong":
            meld["from"] = self.one_of([other for other in range(4) if other != seat])
        return meld

    def hand(
        self,
        seat: int,
        among: Iterable[int],
        kinds: Sequence[str],
        chows: bool,
        first: Sequence[Group] = (),
        holding: int | None = None,
        melds: int | None = None,
        pairs: Iterable[int] | None = None,
    ) -> tuple[list[dict], list[int]] | None:
        """Melds and concealed tiles, 14 less three for each meld, of a standard hand.

        The sets of `first` come before others; `holding` is a tile that stays concealed; the pair
        is preferably one of `pairs`.
        """
        among = list(among)
        if melds is None:
            melds = self.one_of([2, 0, 1, 3, 4])
        if self.bare:
            melds = 0
        groups, concealed = [], []
        for group in first if holding is None else first[:3]:
            if self.has(tiles_of(group)):
                self.take(tiles_of(group))
                groups.append(group)
        in_pair = holding is not None and self.left[holding] >= 2 and self.chance(3)
        if holding is not None and not in_pair:
            held = self.group(kinds, among, holding)
            if held is None:
                return None
            concealed.extend(tiles_of(held))
            melds = min(melds, 3)
        pair = self.pair(pairs or among, holding if in_pair else None)
        while len(groups) + len(concealed) // 3 < 4:
            group = self.group(kinds, among)
            if group is None:
                return None
            groups.append(group)
        if pair is None:
            return None
        concealed += [pair, pair]
        row = []
        for group in self.in_any_order(groups):
            meld = self.meld(seat, group, chows) if len(row) < melds else None
            if meld is None:
                concealed.extend(tiles_of(group))
            else:
                row.append(meld)
        return row, concealed

    def seven_pairs(self, among: Iterable[int]) -> tuple[list[dict], list[int]] | None:
        """No melds, and seven pairs of which up to three are twice the same."""
        kinds = [tile for tile in among if self.left[tile] >= 2]
        quads = self.one_of([0, 0, 1, 2, 3])
        if len(kinds) < 7 - quads:
            return None
        kinds = self.random.sample(kinds, 7 - quads)
        tiles = [tile for tile in kinds for _ in range(4 if tile in kinds[:quads] else 2)]
        if not self.has(tiles):
            return None
        self.take(tiles)
        return [], tiles

    def others_melds(self, seat: int, chows: bool) -> list[dict]:
        """A few melds of a player who does not win."""
        row = []
        for _ in range(0 if self.bare else self.one_of([0, 0, 0, 1, 2])):
            group = self.group(MIXED if chows else PUNGS, self.left)
            meld = None if group is None else self.meld(seat, group, chows)
            if meld is not None:
                row.append(meld)
        return row


def is_kong(meld: dict) -> bool:
    return meld["type"].endswith("kong")


def plausible_flags(shuffle: Shuffle, win: dict, deal: dict) -> list[str]:
    """Flags that the win can carry, mostly none."""
    own = deal["melds"][win["seat"]]
    untouched = not any(deal["melds"])
    possible: list[list[str]] = [[]]
    if win["by"] == "self_draw":
        possible.append(["last_tile"])
        if any(map(is_kong, own)):
            possible = [["kong_bloom"], ["kong_bloom", "last_tile"], [], ["last_tile"]]
        if untouched:
            possible.append(["heavenly" if win["seat"] == deal["dealer"] else "earthly"])
    elif win["by"] == "discard":
        possible.append(["kong_discard"])
        if untouched and win["from"] == deal["dealer"]:
            possible.append(["human"])
    return list(shuffle.one_of(possible)) if shuffle.chance(6) else []


def add_circumstances(shuffle: Shuffle, deal: dict) -> None:
    """Flags, the index of the blooming kong and the kong log, all as they can be."""
    for win in deal["wins"]:
        own = deal["melds"][win["seat"]]
        flags = plausible_flags(shuffle, win, deal)
        if flags or shuffle.chance(1):
            win["flags"] = flags
        kongs = [index for index, meld in enumerate(own) if is_kong(meld)]
        if "kong_bloom" in flags and shuffle.chance(5):
            win["kong_index"] = shuffle.one_of(kongs)
        if shuffle.chance(1):
            win["logged_kongs"] = [
                {"type": own[index]["type"], "tile": written(parse_tiles(own[index]["tiles"])[:1])}
                for index in kongs
            ]


def lay_table(
    shuffle: Shuffle,
    winning_hand: Callable[[int, int | None], tuple[list[dict], list[int]] | None],
    chows: bool,
    methods: Sequence[str],
) -> dict | None:
    """A deal that somebody wins, without flags and without what only one rule set asks.

    `winning_hand(seat, holding)` takes melds and concealed tiles, the winning one among them, from
    the shuffle; `holding` is that tile where it is settled. None where the tiles ran out.
    """
    method, shuffle.bare = shuffle.one_of(methods), shuffle.chance(3)
    *seats, source = shuffle.in_any_order(range(4))
    hands = {seats[0]: winning_hand(seats[0], None)}
    if hands[seats[0]] is None:
        return None
    possible = sorted(set(hands[seats[0]][1]))
    if method == "robbed_kong":
        # The robbed tile is a last copy: one in the hand, three with the kong-maker.
        possible = [tile for tile in possible if shuffle.left[tile] == 3]
        if not possible:
            return None
    shared = shuffle.one_of(possible)
    if method == "robbed_kong":
        shuffle.left[shared] = 0
    if method != "self_draw":
        for seat in seats[1 : shuffle.one_of([1, 1, 1, 2, 3])]:
            shuffle.left[shared] += 1
            hands[seat] = winning_hand(seat, shared)
            if hands[seat] is None:
                return None
    deal: dict[str, Any] = {"players": 4, "dealer": shuffle.one_of(range(4)), "outcome": "win"}
    deal["melds"] = [
        hands[seat][0] if seat in hands else shuffle.others_melds(seat, chows) for seat in range(4)
    ]
    deal["wins"] = [
        one_win(shuffle, seat, hand, shared, method, source) for seat, (_, hand) in hands.items()
    ]
    if method == "robbed_kong":
        enter_robbed_kong(shuffle, deal, shared)
    if method == "discard" and shuffle.chance(4):
        claim_winning_tile(shuffle, deal, shared, chows)
    return deal


def one_win(
    shuffle: Shuffle, seat: int, hand: list[int], winning: int, method: str, source: int
) -> dict[str, Any]:
    concealed = list(hand)
    concealed.remove(winning)
    win: dict[str, Any] = {
        "seat": seat,
        "concealed": written(sorted(concealed) if shuffle.chance(8) else concealed),
        "winning_tile": written([winning]),
        "by": "robbed_kong" if method == "opened_tile" else method,
    }
    if method == "opened_tile":
        win["robbed"] = method
    return win if method == "self_draw" else win | {"from": source}


def lay_draw(shuffle: Shuffle, chows: bool) -> dict[str, Any]:
    """A deal that nobody wins."""
    rows = [shuffle.others_melds(seat, chows) for seat in range(4)]
    return {"players": 4, "dealer": shuffle.one_of(range(4)), "outcome": "draw", "melds": rows}


def enter_robbed_kong(shuffle: Shuffle, deal: dict, tile: int) -> None:
    """The robbed kong among its maker's melds: as the kong, as its pung, or not at all."""
    maker = deal["wins"][0]["from"]
    feeder = shuffle.one_of([seat for seat in range(4) if seat != maker])
    kong = {"type": "added_kong", "tiles": written([tile] * 4), "from": feeder}
    pung = {"type": "pung", "tiles": written([tile] * 3), "from": feeder}
    entered = shuffle.one_of([kong, kong | {"robbed": True}, pung, None])
    if entered is not None:
        deal["melds"][maker].append(entered)
    if shuffle.chance(3):
        for win in deal["wins"]:
            win["robbed"] = "added_kong"


def claim_winning_tile(shuffle: Shuffle, deal: dict, tile: int, chows: bool) -> None:
    """A loser has already laid a meld with the winning discard."""
    source = deal["wins"][0]["from"]
    losers = set(range(4)) - {win["seat"] for win in deal["wins"]} - {source}
    shuffle.left[tile] += 1
    for seat in sorted(losers):
        kinds = MIXED if chows and seat == (source + 1) % 4 else PUNGS
        possible = [
            group
            for group in EVERY_GROUP
            if group.kind in kinds and tile in tiles_of(group) and shuffle.has(tiles_of(group))
        ]
        if possible:
            group = shuffle.one_of(possible)
            shuffle.take(tiles_of(group))
            deal["melds"][seat].append(
                {
                    "type": "chow" if group.kind == "run" else "pung",
                    "tiles": written(tiles_of(group)),
                    "from": source,
                    "claims_winning_tile": True,
                }
            )
            return
    shuffle.left[tile] -= 1
