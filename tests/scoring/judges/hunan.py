"""A slow judge of hunan.md, written from the specification alone."""

from collections import Counter
from typing import Any

from .brute import Reading, is_seven_pairs, rank_of, readings, suit_of
from .checks import FED, House, Meld, Refused, Table, Win, read

OPTIONS = {
    "unit": 1,
    "triple_dragon_fan": 64,
    "concealed_all_pungs_fan": 5,
    "concealed_basic_fan": 2,
    "concealed_needs_self_draw": "except_pure",
    "last_tile_factor": 4,
    "kong_fan": True,
    "bloom_absorbs_kong": True,
    "robbed_kong_shares": 1,
    "package": True,
    "package_discard": 3,
    "open_basic_self_draw_only": True,
    "concealed_kong_keeps_closed": True,
    "multi_win": "all",
    "draw_dealer": "stay",
    "cap": None,
}


def house(options: dict[str, Any]) -> House:
    return House(
        legal=frozenset(range(27)),
        robbable=frozenset({"added_kong", "opened_tile"}),
        only_one_winner=options["multi_win"] == "nearest",
        last_drawer_after_draw=options["draw_dealer"] == "last_drawer",
    )


def judge(document: dict) -> dict:
    """The settlement of a document, or its first error; `or_patterns` of a win are its other
    readings of the same worth."""
    options = OPTIONS | document.get("options", {})
    try:
        table = read(document, house(options))
        shapes = [ways(win, table, options) for win in table.wins]
        if not all(shapes):
            raise Refused("not_a_win")
        wins = [
            score(win, shape, table, options) for win, shape in zip(table.wins, shapes, strict=True)
        ]
    except Refused as refused:
        return {"valid": False, "error": refused.code}

    deltas = [0, 0, 0, 0]
    answers = []
    for win, (fan, patterns) in zip(table.wins, wins, strict=True):
        shares = payers(win, table, options)
        for seat, share in shares.items():
            deltas[seat] -= share * fan * options["unit"]
            deltas[win.seat] += share * fan * options["unit"]
        answers.append(
            {
                "seat": win.seat,
                "patterns": patterns[0],
                "or_patterns": patterns[1:],
                "fan": fan,
                "total": sum(shares.values()) * fan * options["unit"],
            }
        )
    return {
        "valid": True,
        "deltas": deltas,
        "wins": answers,
        "next_dealer": next_dealer(table, options),
    }


def next_dealer(table: Table, options: dict[str, Any]) -> int:
    if not table.wins:
        stays = options["draw_dealer"] == "stay"
        return table.dealer if stays else table.raw["last_drawer"]
    return table.wins[0].seat if len(table.wins) == 1 else table.wins[0].source


def is_pure(win: Win, table: Table) -> bool:
    tiles = [*win.hand, *(tile for meld in table.melds[win.seat] for tile in meld.tiles)]
    return len({suit_of(tile) for tile in tiles}) == 1


def is_opened(win: Win, table: Table, options: dict[str, Any]) -> bool:
    return any(
        meld.type != "concealed_kong" or not options["concealed_kong_keeps_closed"]
        for meld in table.melds[win.seat]
    )


def counts_as_concealed(win: Win, table: Table, options: dict[str, Any]) -> bool:
    """Whether 门前清 counts for a standard or all-pungs hand."""
    if is_opened(win, table, options):
        return False
    needs = options["concealed_needs_self_draw"]
    waived = needs == "never" or (needs == "except_pure" and is_pure(win, table))
    return waived or win.by == "self_draw"


def ways(win: Win, table: Table, options: dict[str, Any]) -> list[tuple[int, list[str]]]:
    """Core fan and shape patterns of every way to read the hand as a win."""
    pure, closed = is_pure(win, table), counts_as_concealed(win, table, options)
    melds = table.melds[win.seat]
    tags = ["full_flush"] * pure + ["concealed_hand"] * closed
    found = []
    for reading in readings(win.hand, [meld.group for meld in melds]):
        if pure or rank_of(reading.pair) in (2, 5, 8):
            core = (8 if closed else 4) if pure else 1
            if closed and not pure:
                core = options["concealed_basic_fan"]
            found.append((core, ["basic", *tags]))
        if is_all_pungs(reading):
            core = (16 if closed else 8) if pure else 2
            if closed and not pure:
                core = options["concealed_all_pungs_fan"]
            found.append((core, ["all_pungs", *tags]))
    if not melds and is_seven_pairs(win.hand):
        dragons = sum(n == 4 for n in Counter(win.hand).values())
        core = (32, 64, 128, 256)[dragons] if pure else (4, 8, 16, 64)[dragons]
        if dragons == 3 and not pure:
            core = options["triple_dragon_fan"]
        patterns = ["seven_pairs"] + ["full_flush"] * pure
        found.append((core, patterns + [f"dragon_x{dragons}"] * (dragons > 0)))
    return found


def is_all_pungs(reading: Reading) -> bool:
    return all(group.kind == "pung" for group in reading.groups)


def score(
    win: Win, shapes: list[tuple[int, list[str]]], table: Table, options: dict[str, Any]
) -> tuple[int, list[list[str]]]:
    """Fan of the win and the patterns of its best readings."""
    opened_on_discard = win.by == "discard" and is_opened(win, table, options)
    if opened_on_discard and options["open_basic_self_draw_only"]:
        shapes = [(core, patterns) for core, patterns in shapes if patterns != ["basic"]]
        if not shapes:
            raise Refused("open_basic_on_discard")
    factor, more = factors(win, table, options)
    if is_packaged(win, table, options):
        more = [*more, "package"]
    valued = [(core * factor, [*patterns, *more]) for core, patterns in shapes]
    if options["cap"] is not None:
        valued = [(min(fan, options["cap"]), patterns) for fan, patterns in valued]
    best = max(fan for fan, _ in valued)
    return best, [patterns for fan, patterns in valued if fan == best]


def factors(win: Win, table: Table, options: dict[str, Any]) -> tuple[int, list[str]]:
    """What kongs and events multiply by, and their patterns."""
    factor, found = 1, []
    if options["kong_fan"]:
        kongs = sum(meld.is_kong for meld in table.melds[win.seat])
        if "kong_bloom" in win.flags and options["bloom_absorbs_kong"]:
            kongs -= 1
        if kongs:
            factor *= 2**kongs
            found.append(f"kong_x{kongs}")
    if "kong_bloom" in win.flags:
        factor *= 4
        found.append("kong_bloom")
    if win.by == "robbed_kong":
        factor *= 4
        found.append("robbed_kong")
    if "last_tile" in win.flags:
        factor *= options["last_tile_factor"]
        found.append("last_tile")
    return factor, found


def fed_melds(win: Win, table: Table) -> list[Meld]:
    return [meld for meld in table.melds[win.seat] if meld.type in FED]


def is_packaged(win: Win, table: Table, options: dict[str, Any]) -> bool:
    """包赔: three fed sets of one suit."""
    if not options["package"] or not is_pure(win, table) or len(fed_melds(win, table)) < 3:
        return False
    return win.by == "self_draw" or options["package_discard"] == 3


def payers(win: Win, table: Table, options: dict[str, Any]) -> dict[int, int]:
    """Who pays how many shares."""
    packaged = is_packaged(win, table, options)
    if win.by == "self_draw":
        if packaged:
            return {fed_melds(win, table)[2].source: 3}
        return {seat: 1 for seat in range(4) if seat != win.seat}
    if packaged:
        return {win.source: 3}
    return {win.source: options["robbed_kong_shares"] if win.by == "robbed_kong" else 1}
