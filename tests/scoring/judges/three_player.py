"""Second judge of three-player mahjong 三人麻将, from three_player.md alone (sections named)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from scoring.tiles import Tile

from .brute_other import (
    DOTS,
    DRAGONS,
    FLOWERS,
    HONOURS,
    WINDS,
    Deal,
    House,
    Reading,
    Refused,
    Verdict,
    Win,
    checked,
    is_pung,
    pungs_of,
    readings,
    runs_of,
)

DEFAULTS = {
    "flower_tiles": 12,
    "min_fan": 5,
    "limit_fan": 10,
    "unit": 2,
    "payout": "linear",
    "half_rounding": "up",
    "going_out_fan": "any",
    "single_flower_fan": 0,
    "no_flower_limit": True,
    "concealed_pungs_self_draw": False,
    "all_chows_pair": "any",
    "joker_in_melds": True,
    "joker_fifth_copy": True,
    "rob_kong_fan": 0,
    "multi_win": "nearest",
}
KINDS = [*DOTS, *HONOURS]
SETS = pungs_of(KINDS) + runs_of(DOTS)
DRAGON_IDS = dict(zip(DRAGONS, ("red_dragon", "green_dragon", "white_dragon"), strict=True))


@dataclass(frozen=True)
class Worth:
    """What one reading of a win is worth; ``paid`` is what the winner gets for it."""

    fan: int
    limit: bool
    patterns: tuple[str, ...]
    liable: int | None
    payments: Mapping[int, int]

    @property
    def paid(self) -> int:
        return sum(self.payments.values())


def judge(document: Mapping) -> dict:
    """The answer to a document, in the shape of an example's ``expect``."""
    return verdict(document).document()


def verdict(document: Mapping) -> Verdict:
    """The answer to a document with everything that is as good."""
    options = {**DEFAULTS, **(document.get("options") or {})}
    house = House(
        players=3,
        legal=frozenset([*KINDS, Tile.JOKER]),
        chow=True,
        claimable=("chow", "pung", "exposed_kong"),
        several_winners=options["multi_win"] == "all",
        false_win=True,
        joker_in_melds=options["joker_in_melds"],
        flower_tiles=options["flower_tiles"],
        passed_tile=True,
    )
    try:
        deal = checked(document, house)
        worths = [worths_of(deal, win, options) for win in deal.wins]
        if not all(worths):
            raise Refused("not_a_win")
        if not all(
            any(worth.limit or worth.fan >= options["min_fan"] for worth in found)
            for found in worths
        ):
            raise Refused("below_minimum")
    except Refused as refused:
        return Verdict(errors=refused.args)

    deltas = [0, 0, 0]
    if deal.outcome == "false_win":
        for seat in range(3):
            if seat != deal.offender:
                pay(deltas, deal.offender, seat, full_amount(options["limit_fan"], options))
    wins = []
    for win, found in zip(deal.wins, worths, strict=True):
        best = max((worth.fan, worth.paid) for worth in found)
        ties = [worth for worth in found if (worth.fan, worth.paid) == best]
        wins.append(
            [
                {
                    "seat": win.seat,
                    "patterns": list(worth.patterns),
                    "fan": worth.fan,
                    "limit": worth.limit,
                    "liable": worth.liable,
                }
                for worth in ties
            ]
        )
        for payer, amount in ties[0].payments.items():
            pay(deltas, payer, win.seat, amount)
    stays = deal.outcome != "win" or any(win.seat == deal.dealer for win in deal.wins)
    return Verdict(
        answer={
            "deltas": deltas,
            "wins": [same[0] for same in wins],
            "next_dealer": deal.dealer if stays else (deal.dealer + 1) % 3,
        },
        wins=wins,
    )


def pay(deltas: list[int], payer: int, payee: int, amount: int) -> None:
    deltas[payer] -= amount
    deltas[payee] += amount


def full_amount(fan: int, options: Mapping) -> int:
    """3 D: the full amount 全额 of a fan."""
    if options["payout"] == "double":
        amount = options["unit"] * Fraction(2) ** (fan - options["min_fan"])
        # A limit below the minimum: points are whole, a fraction is rounded as halves are.
        return ceil(amount) if options["half_rounding"] == "up" else floor(amount)
    return options["unit"] * fan


def half_amount(fan: int, options: Mapping) -> int:
    """3 D: the half amount 半额 of a fan."""
    full = full_amount(fan, options)
    return (full + 1) // 2 if options["half_rounding"] == "up" else full // 2


def payments_of(
    deal: Deal, win: Win, fan: int, liable: int | None, options: Mapping
) -> dict[int, int]:
    """3 D: what each loser pays this winner; winners do not pay each other."""
    full = full_amount(fan, options)
    if win.by == "self_draw":
        return {seat: full for seat in range(3) if seat != win.seat}
    (other,) = {0, 1, 2} - {win.seat, win.source}
    if any(also.seat == other for also in deal.wins):
        return {win.source: full}
    if liable is not None:
        return {win.source: 2 * full}
    return {win.source: full, other: half_amount(fan, options)}


def worths_of(deal: Deal, win: Win, options: Mapping) -> list[Worth]:
    """What every reading of the hand is worth."""
    found = []
    for reading in readings(win.hand, SETS, KINDS):
        groups = [*(meld.stands_for for meld in deal.melds[win.seat]), *reading.sets]
        tiles = Counter([reading.pair, reading.pair])
        for group in groups:
            tiles.update(group)
        if not options["joker_fifth_copy"] and max(tiles.values()) > 4:
            continue
        limits = limit_patterns(deal, win, groups, reading, options)
        fans = fan_patterns(deal, win, groups, reading, options)
        fan = sum(count for _, count in fans)
        limit = bool(limits) or fan >= options["limit_fan"]
        if limit:
            fan = options["limit_fan"]
        liable = win.source if is_liable(deal, win, limits) else None
        found.append(
            Worth(
                fan=fan,
                limit=limit,
                patterns=tuple(limits or [name for name, _ in fans]),
                liable=liable,
                payments=payments_of(deal, win, fan, liable, options),
            )
        )
    return found


def all_tiles(groups: list[tuple[Tile, ...]], reading: Reading) -> set[Tile]:
    return {reading.pair, *(tile for group in groups for tile in group)}


def limit_patterns(
    deal: Deal, win: Win, groups: list[tuple[Tile, ...]], reading: Reading, options: Mapping
) -> list[str]:
    """3 C: the patterns that are always a limit hand 满糊."""
    own = deal.melds[win.seat]
    pungs = {group[0] for group in groups if is_pung(group)}
    patterns = [flag for flag in ("heavenly", "earthly", "last_tile") if flag in win.flags]
    if not win.flowers and options["no_flower_limit"]:
        patterns.append("no_flowers")
    if (
        all(is_pung(group) for group in groups)
        and all(meld.type == "concealed_kong" for meld in own)
        and (win.by == "self_draw" or not options["concealed_pungs_self_draw"])
    ):
        patterns.append("concealed_pungs")
    if all_tiles(groups, reading) <= set(HONOURS):
        patterns.append("all_honours")
    if pungs >= set(DRAGONS):
        patterns.append("big_three_dragons")
    if pungs >= set(WINDS):
        patterns.append("big_four_winds")
    return patterns


def fan_patterns(
    deal: Deal, win: Win, groups: list[tuple[Tile, ...]], reading: Reading, options: Mapping
) -> list[tuple[str, int]]:
    """3 A: the patterns that add fan."""
    own = deal.melds[win.seat]
    place = (win.seat - deal.dealer) % 3
    pungs = [group[0] for group in groups if is_pung(group)]
    fans: list[tuple[str, int]] = []
    # Only flowers are listed more than once (3 A), so a second pung of a kind, which jokers can
    # make as fifth copies, adds nothing.
    for pung in dict.fromkeys(pungs):
        if pung == Tile.EAST:
            fans.append(("east", 2 if place == 0 else 1))
        if pung == Tile.SOUTH and place == 1:
            fans.append(("south", 1))
        if pung == Tile.WEST and place == 2:
            fans.append(("west", 1))
        if pung == Tile.NORTH:
            fans.append(("north", 1))
        if pung in DRAGONS:
            fans.append((DRAGON_IDS[pung], 1))
    for first in range(0, 16, 4):
        if set(FLOWERS[first : first + 4]) <= set(win.flowers):
            fans.append(("flower_set", 1))
    if options["single_flower_fan"]:
        fans += [("flower", 1)] * len(win.flowers)
    if {DOTS[0], DOTS[8]} <= set(pungs):
        fans.append(("two_terminal_pungs", 1))
    if len(pungs) == 4:
        fans.append(("all_pungs", 2))
    if not pungs and (options["all_chows_pair"] == "any" or reading.pair in DOTS):
        fans.append(("all_chows", 3))
    if all_tiles(groups, reading) <= set(DOTS):
        fans.append(("full_flush", 2))
    if options["going_out_fan"] in ("any", win.by):
        fans.append(("going_out", 1))
    if all(meld.type == "concealed_kong" for meld in own):
        fans.append(("concealed_hand", 1))
    if "kong_bloom" in win.flags:
        fans.append(("kong_bloom", 1))
    if "flower_bloom" in win.flags:
        fans.append(("flower_bloom", 1))
    if len(set(pungs) & set(DRAGONS)) == 2 and reading.pair in set(DRAGONS) - set(pungs):
        fans.append(("little_three_dragons", 1))
    if len(set(pungs) & set(WINDS)) == 3 and reading.pair in set(WINDS) - set(pungs):
        fans.append(("little_four_winds", 1))
    if win.by == "robbed_kong" and options["rob_kong_fan"]:
        fans.append(("robbed_kong", 1))
    return fans


def is_liable(deal: Deal, win: Win, limits: list[str]) -> bool:
    """3 E: 包大三元, 包大四喜, 包全字."""
    if win.by == "self_draw":
        return False
    shown = [
        meld.stands_for[0]
        for meld in deal.melds[win.seat]
        if meld.type != "concealed_kong" and meld.stands_for[0] in HONOURS
    ]
    dragons = set(shown) & set(DRAGONS)
    winds = set(shown) & set(WINDS)
    return (
        ("big_three_dragons" in limits and len(dragons) == 2 and win.tile in set(DRAGONS) - dragons)
        or ("big_four_winds" in limits and len(winds) == 3 and win.tile in set(WINDS) - winds)
        or ("all_honours" in limits and len(shown) >= 3)
    )
