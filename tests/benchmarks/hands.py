"""The same random hands for the engine and for its peer, the package ``mahjong``."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.meld import Meld as PeerMeld

from scoring import Deal, Meld, RuleSet, Tile, Win
from scoring.hand import CHOW, CONCEALED_KONG, EXPOSED_KONG, PUNG, SELF_DRAW, WIN
from scoring.tiles import KINDS, SUITED

Group = tuple[Tile, ...]

RUNS: list[Group] = [
    (Tile(low), Tile(low + 1), Tile(low + 2)) for low in range(SUITED) if low % 9 < 7
]
PUNGS: list[Group] = [(Tile(kind),) * 3 for kind in range(KINDS)]
PEER_TYPES = {CHOW: PeerMeld.CHI, PUNG: PeerMeld.PON, EXPOSED_KONG: PeerMeld.KAN}


@dataclass(frozen=True)
class WonHand:
    """Tiles of one winner: his melds, what he holds, and the tile he drew."""

    melds: tuple[Meld, ...]
    concealed: tuple[Tile, ...]
    drawn: Tile

    def deal(self, rules: RuleSet) -> Deal:
        """The hand as the engine takes it, checked."""
        win = Win(0, self.concealed, self.drawn, SELF_DRAW, flags=("last_tile",))
        deal = Deal(4, 0, WIN, (self.melds, (), (), ()), (win,))
        deal.check(rules)
        return deal

    def peer(self) -> tuple[list[int], int, list[PeerMeld], HandConfig]:
        """The hand as the peer takes it: 136 numbered tiles, and the same circumstances.

        The last tile is drawn, so that every hand has a yaku and is scored to the end.
        """
        numbered = [iter(range(4 * kind, 4 * kind + 4)) for kind in range(KINDS)]
        melds = [
            PeerMeld(
                PEER_TYPES[meld.type if meld.type in PEER_TYPES else EXPOSED_KONG],
                [next(numbered[tile]) for tile in meld.tiles],
                opened=meld.type != CONCEALED_KONG,
            )
            for meld in self.melds
        ]
        tiles = [next(numbered[tile]) for tile in (*self.concealed, self.drawn)]
        drawn = tiles[-1]
        for meld in melds:
            tiles += meld.tiles
        return sorted(tiles), drawn, melds, HandConfig(is_tsumo=True, is_haitei=True)

    def chinese(self) -> tuple[object, ...]:
        """The hand as PyMahjongGB takes it, under the same circumstances."""
        packs = tuple(
            ("CHI", _NAMES[meld.tiles[1]], 1)
            if meld.type == CHOW
            else ("PENG", _NAMES[meld.tiles[0]], 2)
            if meld.type == PUNG
            else ("GANG", _NAMES[meld.tiles[0]], 0 if meld.type == CONCEALED_KONG else 2)
            for meld in self.melds
        )
        hand = tuple(_NAMES[tile] for tile in self.concealed)
        return (packs, hand, _NAMES[self.drawn], 0, True, False, False, True, 0, 0)


_NAMES = [*(f"{suit}{n}" for suit in "WBT" for n in range(1, 10)), "F1", "F2", "F3", "F4"]
_NAMES += ["J1", "J2", "J3"]


def won_hand(random: Random, melds: int) -> WonHand:
    """Four random sets and a pair, ``melds`` of the sets on the table, some of them kongs."""
    while True:
        groups = [random.choice(RUNS if random.random() < 0.7 else PUNGS) for _ in range(4)]
        pair = Tile(random.randrange(KINDS))
        laid = tuple(_meld(random, group) for group in groups[:melds])
        concealed = [pair, pair, *(tile for group in groups[melds:] for tile in group)]
        every = [*concealed, *(tile for meld in laid for tile in meld.tiles)]
        if max(map(every.count, every)) <= 4:
            random.shuffle(concealed)
            return WonHand(laid, tuple(concealed[1:]), concealed[0])


def _meld(random: Random, group: Group) -> Meld:
    if group[0] != group[1]:
        return Meld(CHOW, group, source=3)
    kind = random.choice((PUNG, PUNG, EXPOSED_KONG, CONCEALED_KONG))
    if kind == PUNG:
        return Meld(PUNG, group, source=2)
    source = None if kind == CONCEALED_KONG else 2
    return Meld(kind, (*group, group[0]), source=source)
