"""Second judge of Fuzhou mahjong 抚州麻将, written from fuzhou.md alone (sections named below)."""

from collections import Counter
from collections.abc import Mapping

from scoring.tiles import Tile

from .brute_other import (
    DRAGONS,
    HONOURS,
    SUITS,
    WINDS,
    Deal,
    House,
    Refused,
    Verdict,
    Win,
    checked,
    is_pung,
    is_seven_pairs,
    one_suit,
    pungs_of,
    readings,
    runs_of,
)

DEFAULTS = {
    "extra_point": 1,
    "wind_runs": "any3",
    "unconnected_rule": "gap3",
    "seven_stars_gap": "same",
    "combine": "highest",
    "four_in_one": "power",
    "kongs_on_draw": True,
    "robbed_kong_pays": False,
    "cap": None,
}
KINDS = [tile for suit in SUITS for tile in suit] + list(HONOURS)
HOUSE = House(
    players=4,
    legal=frozenset(KINDS),
    claimable=("exposed_kong",),
    first_discards=True,
)
WIND_RUNS = {
    "any3": [tuple(wind for wind in WINDS if wind != left_out) for left_out in WINDS],
    "consecutive": [WINDS[0:3], WINDS[1:4]],
    "none": [],
}


def judge(document: Mapping) -> dict:
    """The answer to a document, in the shape of an example's ``expect``."""
    return verdict(document).document()


def verdict(document: Mapping) -> Verdict:
    """The answer to a document with everything that is as good."""
    options = {**DEFAULTS, **(document.get("options") or {})}
    try:
        deal = checked(document, HOUSE)
        values = [value_of(deal, win, options) for win in deal.wins]
    except Refused as refused:
        return Verdict(errors=refused.args)

    deltas = [0, 0, 0, 0]
    wins = []
    for win, (points, lists) in zip(deal.wins, values, strict=True):
        score = points + options["extra_point"]
        wins.append(
            [
                {"seat": win.seat, "patterns": patterns, "points": points, "score": score}
                for patterns in lists
            ]
        )
        # 3.1 Payments
        if win.by == "self_draw":
            for seat in range(4):
                if seat != win.seat:
                    pay(deltas, seat, win.seat, score)
        elif win.by == "discard":
            pay(deltas, win.source, win.seat, score)
        else:
            pay(deltas, win.source, win.seat, 3 * score)
    kongs = kong_deltas(deal, options)
    extra = extra_deltas(deal)
    return Verdict(
        answer={
            "deltas": [sum(parts) for parts in zip(deltas, kongs, extra, strict=True)],
            "wins": [same[0] for same in wins],
            "next_dealer": next_dealer(deal),
            "kong_deltas": kongs,
            "extra_deltas": extra,
        },
        wins=wins,
    )


def pay(deltas: list[int], payer: int, payee: int, amount: int) -> None:
    deltas[payer] -= amount
    deltas[payee] += amount


def kong_deltas(deal: Deal, options: Mapping) -> list[int]:
    """3.2 Kongs."""
    deltas = [0, 0, 0, 0]
    if deal.outcome == "draw" and not options["kongs_on_draw"]:
        return deltas
    for meld in deal.all_melds:
        others = [seat for seat in range(4) if seat != meld.seat]
        if meld.type == "exposed_kong":
            pay(deltas, meld.source, meld.seat, 2)
        elif meld.type == "concealed_kong":
            for seat in others:
                pay(deltas, seat, meld.seat, 2)
        elif meld.type == "added_kong" and (options["robbed_kong_pays"] or not deal.robs(meld)):
            for seat in others:
                pay(deltas, seat, meld.seat, 1)
    return deltas


def extra_deltas(deal: Deal) -> list[int]:
    """3.3 前烧 and 后烧."""
    deltas = [0, 0, 0, 0]
    others = [seat for seat in range(4) if seat != deal.dealer]
    if len(set(deal.first_discards)) == 1:
        for seat in others:
            pay(deltas, deal.dealer, seat, 1)
    if deal.outcome == "draw":
        for seat in others:
            pay(deltas, seat, deal.dealer, 1)
    return deltas


def next_dealer(deal: Deal) -> int:
    """1. Dealer."""
    if deal.outcome == "draw":
        return (deal.dealer + 1) % 4
    takers = len(deal.wins) + sum(meld.claims for meld in deal.all_melds)
    return deal.wins[0].source if takers > 1 else deal.wins[0].seat


def value_of(deal: Deal, win: Win, options: Mapping) -> tuple[int, list[list[str]]]:
    """Points of a win, and every list of patterns that gives them."""
    ways = hand_values(deal, win, options)
    if not ways:
        raise Refused("not_a_win")
    # 3. 天胡 and 地胡 are flat 10, undoubled, if the hand is not worth more itself.
    ways += [(10, [flag]) for flag in ("heavenly", "earthly") if flag in win.flags]
    if options["cap"] is not None:
        ways = [(min(points, options["cap"]), patterns) for points, patterns in ways]
    best = max(points for points, _ in ways)
    return best, [patterns for points, patterns in ways if points == best]


def hand_values(deal: Deal, win: Win, options: Mapping) -> list[tuple[int, list[str]]]:
    """P x 2^k of every line of section 2 that the hand satisfies."""
    melds = deal.melds[win.seat]
    tiles = [*win.hand, *(tile for meld in melds for tile in meld.tiles)]
    all_honours = set(tiles) <= set(HONOURS)
    pure = one_suit(tiles) or all_honours
    bloom = ["kong_bloom"] if "kong_bloom" in win.flags else []

    kept = [*win.hand, *(tile for meld in melds if not meld.is_kong for tile in meld.tiles)]
    quads = sum(count == 4 for count in Counter(kept).values())
    if options["four_in_one"] == "once":
        quads = min(quads, 1)
    quad_ids = [f"four_in_one_x{quads}"] if quads else []

    ways: list[tuple[int, list[str]]] = []

    def line(points: int, *ids: str, doubles_for_quads: bool = False) -> None:
        doublings = len(bloom)
        patterns = list(ids)
        if doubles_for_quads:
            doublings += quads
            patterns += quad_ids
        ways.append((points * 2**doublings, patterns + bloom))

    def shaped(points: int, name: str) -> None:
        line(points, name, doubles_for_quads=True)
        if pure:
            line(10, "full_flush", doubles_for_quads=True)
            if name != "basic" and options["combine"] == "add":
                line(10 + points, "full_flush", name, doubles_for_quads=True)
            if name != "basic" and options["combine"] == "double":
                line(20, "full_flush", name, doubles_for_quads=True)

    sets = pungs_of(KINDS) + runs_of(*SUITS) + WIND_RUNS[options["wind_runs"]] + [DRAGONS]
    for reading in readings(win.hand, sets, KINDS):
        shaped(1, "basic")
        if all(is_pung(group) for group in reading.sets):
            shaped(4, "all_pungs")
    if is_seven_pairs(win.hand):
        shaped(5, "seven_pairs")
    if all_honours:
        line(10, "full_flush")
    if not melds and len(set(win.hand)) == 14:
        regular = is_unconnected(win.hand, options["unconnected_rule"])
        if regular:
            line(2, "unconnected")
        if set(HONOURS) <= set(win.hand) and (
            regular
            or (
                options["seven_stars_gap"] == "nonadjacent"
                and is_unconnected(win.hand, "nonadjacent")
            )
        ):
            line(4, "seven_stars")
    return ways


def is_unconnected(hand: tuple[Tile, ...], rule: str) -> bool:
    """十三不靠 under a rule for the ranks of a suit: ``gap3``, ``knitted`` or ``nonadjacent``."""
    ranks = [[tile - suit[0] for tile in hand if tile in suit] for suit in SUITS]
    if rule == "knitted":
        knits = [{rank % 3 for rank in suit} for suit in ranks if suit]
        return all(len(knit) == 1 for knit in knits) and len(set().union(*knits)) == len(knits)
    gap = 3 if rule == "gap3" else 2
    return all(abs(a - b) >= gap for suit in ranks for a in suit for b in suit if a != b)
