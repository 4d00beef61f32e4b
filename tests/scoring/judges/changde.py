"""A slow judge of changde.md, written from the specification alone."""

from typing import Any

from scoring.tiles import Tile

from .brute import completes, is_seven_pairs, rank_of, replacements
from .checks import House, Refused, Table, Win, read

OPTIONS = {
    "wild": "none",
    "bird_mode": "none",
    "bird_count": 2,
    "dealer_win_birds": "159",
    "rob_birds": "x3",
    "no_red_extra": "double",
    "seven_pairs": False,
    "four_reds_win": False,
    "multi_win": "all",
    "robbed_kong_pays": False,
    "draw_dealer": "stay",
    "unit": 1,
}
RED = int(Tile.RED)
# Seen from the winner: the ranks that hit, by (winner - dealer) mod 4.
DEALER_BIRDS = {0: (1, 5, 9), 1: (2, 6), 2: (3, 7), 3: (4, 8)}


def house(options: dict[str, Any]) -> House:
    red = options["wild"] == "red"
    return House(
        legal=frozenset(range(27)) | ({RED} if red else set()),
        chows=False,
        wild=RED if red else None,
        only_one_winner=options["multi_win"] == "nearest",
        discard_wins=False,
        birds=True,
        wall_remaining_after_win=options["bird_mode"] != "none" and options["bird_count"] == "all",
    )


def judge(document: dict) -> dict:
    """The settlement of a document, or its first error; `or_patterns` of a win are the names that
    fit it as well."""
    options = OPTIONS | document.get("options", {})
    try:
        table = read(document, house(options))
        names = [patterns(win, table, options) for win in table.wins]
        if not all(names):
            raise Refused("not_a_win")
        if table.wins and not birds_are_due(table, options):
            raise Refused("bird_count")
    except Refused as refused:
        return {"valid": False, "error": refused.code}

    unit = options["unit"]
    kong_deltas = [unit * points for points in kongs(table, options)]
    deltas = list(kong_deltas)
    wins = []
    for win, fitting in zip(table.wins, names, strict=True):
        hits = sum(hit(bird, win, table, options) for bird in table.birds)
        if win.by == "self_draw":
            pays = {seat: 2 + 2 * hits for seat in range(4) if seat != win.seat}
        else:
            pays = {win.source: 6 + (6 if options["rob_birds"] == "x3" else 2) * hits}
        for seat, points in pays.items():
            deltas[seat] -= unit * points
            deltas[win.seat] += unit * points
        wins.append(
            {
                "seat": win.seat,
                "patterns": fitting[0],
                "or_patterns": fitting[1:],
                "hits": hits,
                "total": unit * sum(pays.values()),
                "wilds": win.hand.count(RED),
            }
        )
    return {
        "valid": True,
        "deltas": deltas,
        "wins": wins,
        "kong_deltas": kong_deltas,
        "next_dealer": next_dealer(table, options),
    }


def next_dealer(table: Table, options: dict[str, Any]) -> int:
    if not table.wins:
        return (table.dealer + (options["draw_dealer"] == "next")) % 4
    return table.wins[0].seat if len(table.wins) == 1 else table.wins[0].source


def patterns(win: Win, table: Table, options: dict[str, Any]) -> list[list[str]]:
    """The names of the win that fit; none if it is no win."""
    no_melds = not table.melds[win.seat]
    found = []
    if any(map(completes, replacements(win.hand, RED))):
        found.append(["basic"])
    pairs_allowed = options["seven_pairs"] and no_melds
    if pairs_allowed and any(map(is_seven_pairs, replacements(win.hand, RED))):
        found.append(["seven_pairs"])
    if options["four_reds_win"] and win.by == "self_draw" and win.hand.count(RED) == 4:
        found.append(["four_reds"])
    return found


def birds_are_due(table: Table, options: dict[str, Any]) -> bool:
    """Whether the number of birds is the one that is due after this win."""
    drawn, remaining = len(table.birds), table.raw.get("wall_remaining")
    if options["bird_mode"] == "none":
        return drawn == 0
    if options["bird_count"] == "all":
        return drawn == remaining
    agreed = options["bird_count"]
    if options["wild"] == "red" and len(table.wins) == 1 and RED not in table.wins[0].hand:
        agreed = {"double": 2 * agreed, "plus_one": agreed + 1, "none": agreed}[
            options["no_red_extra"]
        ]
    if table.raw.get("wall_exhausted", False):
        if remaining is None:
            return drawn <= agreed
        return drawn == min(agreed, remaining)
    return drawn == agreed


def hit(bird: int, win: Win, table: Table, options: dict[str, Any]) -> bool:
    if bird == RED:
        return True
    if options["bird_mode"] == "159":
        return rank_of(bird) in (1, 5, 9)
    place = (win.seat - table.dealer) % 4
    if place == 0 and options["dealer_win_birds"] == "none":
        return False
    return rank_of(bird) in DEALER_BIRDS[place]


def kongs(table: Table, options: dict[str, Any]) -> list[int]:
    """What the kongs of all four bring; nothing unless somebody won."""
    points = [0, 0, 0, 0]
    if not table.wins:
        return points

    def pay(payers: list[int], maker: int, amount: int) -> None:
        for payer in payers:
            points[payer] -= amount
            points[maker] += amount

    robbed_pays = options["robbed_kong_pays"]
    for maker, row in enumerate(table.melds):
        others = [seat for seat in range(4) if seat != maker]
        for meld in row:
            robbed = (
                maker == table.robbed_seat
                and meld.type in ("pung", "added_kong")
                and meld.tiles[0] == table.wins[0].winning
            )
            if robbed:
                robbed_pays = robbed_pays and meld.replaced
            elif meld.is_kong and meld.replaced:
                if meld.type == "concealed_kong":
                    pay(others, maker, 2)
                elif meld.type == "exposed_kong":
                    pay([meld.source], maker, 3)
                else:
                    pay(others, maker, 1)
    if table.robbed_seat is not None and robbed_pays:
        pay([seat for seat in range(4) if seat != table.robbed_seat], table.robbed_seat, 1)
    return points
