"""Random changde deals: wins, near-wins and nonsense, as JSON documents."""

from random import Random

from .brute import RANKED
from .changde import OPTIONS as DEFAULTS
from .changde import RED
from .dealing import (
    MIXED,
    PUNGS,
    RUNS,
    Shuffle,
    add_circumstances,
    is_kong,
    lay_draw,
    lay_table,
    written,
)
from .deals import deals
from .faults import Fault, put, some_meld, the_deal

# What a table is laid for: the tiles, the birds that are due.
LAID_FOR = {
    "wild": ["red", "red", "none"],
    "bird_mode": ["159", "dealer", "159", "dealer", "none"],
    "bird_count": [1, 2, 4, 6, 8, "all"],
    "no_red_extra": ["double", "plus_one", "none"],
}
VARIED = {
    "dealer_win_birds": ["159", "none"],
    "rob_birds": ["x3", "x1"],
    "seven_pairs": [False, True],
    "four_reds_win": [False, True],
    "multi_win": ["all", "all", "nearest"],
    "robbed_kong_pays": [False, True],
    "draw_dealer": ["stay", "next"],
    "unit": [1, 2, 5, 100],
}
METHODS = ["self_draw", "robbed_kong", "self_draw", "robbed_kong", "robbed_kong", "discard"]


class RedShuffle(Shuffle):
    """The ranked tiles, and beside them the reds, which no meld takes."""

    def __init__(self, random: Random, options: dict) -> None:
        super().__init__(random, RANKED)
        self.options = DEFAULTS | options
        self.reds = 4 if self.options["wild"] == "red" else 0

    def winning_hand(self, seat: int, holding: int | None):
        """A standard hand or seven pairs, some of whose tiles are reds."""
        kinds = self.one_of([MIXED, RUNS, PUNGS])
        among = self.one_of([RANKED, self.suit()])
        if holding is None and self.chance(2):
            dealt = self.seven_pairs(among)
        else:
            dealt = self.hand(seat, among, kinds, False, (), holding)
        if dealt is None:
            return None
        row, concealed = dealt
        replaceable = [tile for tile in concealed if tile != holding]
        for _ in range(min(self.one_of([0, 0, 1, 2, 3, 4]), self.reds, len(replaceable))):
            tile = self.one_of(replaceable)
            replaceable.remove(tile)
            concealed[concealed.index(tile)] = RED
            self.left[tile] += 1
            self.reds -= 1
        if concealed.count(RED) == 4 and self.chance(5):
            for _ in range(3):
                self.spoil(concealed, holding)
        return row, concealed

    def spoil(self, concealed: list[int], holding: int | None) -> None:
        """Put another tile for one of the hand, which wins then by its four reds at most."""
        ranked = [tile for tile in concealed if tile not in (RED, holding)]
        spare = sorted(tile for tile, n in self.left.items() if n > 0)
        if ranked:
            concealed[concealed.index(self.one_of(ranked))] = tile = self.one_of(spare)
            self.take([tile])

    def due(self, deal: dict) -> int:
        """A number of birds that this win may draw; sets the fields of the wall."""
        options = self.options
        if options["bird_mode"] == "none":
            return 0
        if options["bird_count"] == "all":
            deal["wall_remaining"] = self.one_of([0, 1, 3, 10])
            return deal["wall_remaining"]
        agreed = options["bird_count"]
        hands = [win["concealed"] + win["winning_tile"] for win in deal["wins"]]
        if options["wild"] == "red" and len(hands) == 1 and "C" not in hands[0]:
            agreed = {"double": 2 * agreed, "plus_one": agreed + 1}.get(
                options["no_red_extra"], agreed
            )
        if self.chance(7):
            return agreed
        deal["wall_exhausted"] = True
        if self.chance(5):
            return self.one_of(range(agreed + 1))
        deal["wall_remaining"] = self.one_of([0, 1, agreed, agreed + 3])
        return min(agreed, deal["wall_remaining"])

    def birds(self, number: int) -> list[str]:
        drawn = []
        for _ in range(number):
            possible = [tile for tile, n in self.left.items() if n > 0]
            tile = RED if self.reds and self.chance(3) else self.one_of(possible)
            if tile == RED:
                self.reds -= 1
            else:
                self.take([tile])
            drawn.append(written([tile]))
        return drawn


def odd_bird(bird: str) -> Fault:
    def fault(shuffle: Shuffle, deal: dict) -> None:
        deal["birds"] = [*deal.get("birds", ()), bird]

    return fault


def bird_lost(shuffle: Shuffle, deal: dict) -> None:
    deal["birds"] = deal.get("birds", [])[1:]


def win_by_red(shuffle: Shuffle, deal: dict) -> None:
    """All of them win by a red, which nobody can have robbed."""
    for win in deal.get("wins") or ():
        win["winning_tile"] = "C"


FAULTS = (
    *map(odd_bird, ["1m", "9s", "C", "5p", "E", "12m", "", "b"]),
    bird_lost,
    win_by_red,
    *put(the_deal, "wall_exhausted", True, False),
    *put(the_deal, "wall_remaining", 0, 2, None),
    *put(some_meld, "tiles", "CCC", "5mC5m", "CCCC", "555mC"),
)


def won(random: Random, options: dict) -> tuple[RedShuffle, dict | None]:
    shuffle = RedShuffle(random, options)
    methods = METHODS if shuffle.chance(1) else METHODS[:-1]
    deal = lay_table(shuffle, shuffle.winning_hand, False, methods)
    if deal is not None:
        add_circumstances(shuffle, deal)
        winners = {win["seat"] for win in deal["wins"]}
        for seat, row in enumerate(deal["melds"]):
            for meld in filter(is_kong, row):
                if seat not in winners and shuffle.chance(2):
                    meld["replaced"] = shuffle.one_of([False, True])
        birds = shuffle.birds(shuffle.due(deal))
        if birds or shuffle.chance(3):
            deal["birds"] = birds
    return shuffle, deal


def drawn(random: Random, options: dict) -> dict:
    return lay_draw(RedShuffle(random, options), False)


DEALS = deals("changde", LAID_FOR | VARIED, VARIED, won, drawn, FAULTS)
