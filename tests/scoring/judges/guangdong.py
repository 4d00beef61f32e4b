"""A slow judge of guangdong.md, written from the specification alone."""

from collections import Counter
from typing import Any

from scoring.tiles import Tile

from .brute import DRAGONS, HONOURS, WINDS, Reading, is_seven_pairs, rank_of, readings, suit_of
from .checks import FED, House, Meld, Refused, Table, Win, read

OPTIONS = {
    "cap_fan": 3,
    "combine_base": "add",
    "all_chows_pair": "any",
    "kong_fan": 0,
    "nine_gates": "pure",
    "nine_gates_self_draw_only": False,
    "seven_pairs": "off",
    "liability_conflict": "special_first",
    "unit": 1,
}
HOUSE = House(frozenset(range(34)), passed_wins=True, round_wind=True, twelve_tile_log=True)

BASE = {"all_chows": 1, "all_pungs": 2, "half_flush": 2}
SPECIAL = {
    "full_flush": 4,
    "half_flush_all_pungs": 4,
    "full_flush_all_pungs": 5,
    "terminals_and_honours": 5,
    "little_three_dragons": 5,
    "little_four_winds": 5,
    "all_honours": 6,
    "all_terminals": 6,
    "big_three_dragons": 6,
    "big_four_winds": 6,
    "nine_gates": 6,
    "thirteen_orphans": 6,
}
FLOORED = ("kong_bloom", "robbed_kong", "last_tile", "triple_win")
LIMITS = ("heavenly", "human", "earthly")
DRAGON_IDS = {
    Tile.RED: "red_dragon",
    Tile.GREEN: "green_dragon",
    Tile.WHITE: "white_dragon",
}
NINE_GATES = Counter({0: 3, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 3})


def judge(document: dict) -> dict:
    """The settlement of a document, or its first error; `or_patterns` of a win are its other
    readings of the same worth."""
    options = OPTIONS | document.get("options", {})
    try:
        table = read(document, HOUSE)
        wins = [score(win, table, options) for win in table.wins]
    except Refused as refused:
        return {"valid": False, "error": refused.code}

    deltas = [0, 0, 0, 0]
    for win, answer in zip(table.wins, wins, strict=True):
        for payer, shares in payers(win, answer["liable"]).items():
            deltas[payer] -= shares * answer["points"]
            deltas[win.seat] += shares * answer["points"]
    dealer_stays = not wins or any(win.seat == table.dealer for win in table.wins)
    return {
        "valid": True,
        "deltas": deltas,
        "wins": wins,
        "next_dealer": table.dealer if dealer_stays else (table.dealer + 1) % 4,
    }


def payers(win: Win, liable: int | None) -> dict[int, int]:
    """Who pays how many shares."""
    if liable is not None:
        return {liable: 3}
    if win.by == "discard":
        return {win.source: 1}
    return {seat: 1 for seat in range(4) if seat != win.seat}


def score(win: Win, table: Table, options: dict[str, Any]) -> dict:
    melds = table.melds[win.seat]
    valued = []
    for reading in readings(win.hand, [meld.group for meld in melds]):
        valued.append(standard(reading, win, table, options))
    if not melds and options["seven_pairs"] != "off" and is_seven_pairs(win.hand):
        valued.append((options["seven_pairs"], ["seven_pairs"]))
    if not melds and is_thirteen_orphans(win.hand):
        valued.append((SPECIAL["thirteen_orphans"], ["thirteen_orphans"]))
    if not valued:
        raise Refused("not_a_win")

    happened = events(win, table)
    floor = 0
    if any(event in FLOORED for event in happened):
        floor = options["cap_fan"]
    if any(event in LIMITS for event in happened):
        floor = 6
    valued = [(max(fan, floor), patterns + happened) for fan, patterns in valued]
    best = max(fan for fan, _ in valued)
    patterns = [patterns for fan, patterns in valued if fan == best]
    return {
        "seat": win.seat,
        "patterns": patterns[0],
        "or_patterns": patterns[1:],
        "fan": best,
        "points": options["unit"] * 2**best,
        "liable": liable(win, table, options),
    }


def events(win: Win, table: Table) -> list[str]:
    """The events of section 3 C that are listed."""
    found = [flag for flag in ("kong_bloom", "last_tile", *LIMITS) if flag in win.flags]
    if win.by == "robbed_kong":
        found.append("robbed_kong")
    if win.by == "discard" and len(table.wins) == 3:
        found.append("triple_win")
    return found


def is_thirteen_orphans(tiles: tuple[int, ...]) -> bool:
    orphans = {tile for tile in range(34) if rank_of(tile) in (None, 1, 9)}
    return len(tiles) == 14 and set(tiles) == orphans


def standard(
    reading: Reading, win: Win, table: Table, options: dict[str, Any]
) -> tuple[int, list[str]]:
    """Fan, after the cap, and patterns of one reading, before events."""
    special = special_rows(reading, win, table, options)
    if special:
        fan = max(SPECIAL[row] for row in special)
        return fan, [row for row in special if SPECIAL[row] == fan]
    base = base_rows(reading, win, table, options)
    fan = sum(BASE[row] for row in base)
    extra = additions(reading, win, table, options)
    return min(fan + len(extra), options["cap_fan"]), (base or ["chicken"]) + extra


def all_tiles(win: Win, table: Table) -> list[int]:
    return [*win.hand, *(tile for meld in table.melds[win.seat] for tile in meld.tiles)]


def special_rows(reading: Reading, win: Win, table: Table, options: dict[str, Any]) -> list[str]:
    """The rows of section 3 B that the reading has."""
    tiles = all_tiles(win, table)
    suits = {suit_of(tile) for tile in tiles} - {None}
    honours = any(tile in HONOURS for tile in tiles)
    suited = any(tile not in HONOURS for tile in tiles)
    terminals = any(rank_of(tile) in (1, 9) for tile in tiles)
    simples = any(rank_of(tile) in range(2, 9) for tile in tiles)
    pungs = [group.tile for group in reading.groups if group.kind == "pung"]
    all_pungs = len(pungs) == 4
    dragons = sum(tile in DRAGONS for tile in pungs)
    winds = sum(tile in WINDS for tile in pungs)
    one_suit = len(suits) == 1

    has = {
        "full_flush": one_suit and not honours and not all_pungs,
        "half_flush_all_pungs": one_suit and honours and all_pungs,
        "full_flush_all_pungs": one_suit and not honours and all_pungs,
        "terminals_and_honours": terminals and honours and not simples and all_pungs,
        "little_three_dragons": dragons == 2 and reading.pair in DRAGONS,
        "little_four_winds": winds == 3 and reading.pair in WINDS,
        "all_honours": not suited and all_pungs,
        "all_terminals": terminals and not simples and not honours and all_pungs,
        "big_three_dragons": dragons == 3,
        "big_four_winds": winds == 4,
        "nine_gates": is_nine_gates(win, table, options),
    }
    return [row for row, there in has.items() if there]


def is_nine_gates(win: Win, table: Table, options: dict[str, Any]) -> bool:
    """Before the winning tile 1112345678999 (`pure`), or with it 1112345678999 and one more."""
    if table.melds[win.seat] or len({suit_of(tile) for tile in win.hand}) != 1:
        return False
    if win.winning in HONOURS:
        return False
    if options["nine_gates_self_draw_only"] and win.by == "discard":
        return False
    held = Counter(tile % 9 for tile in win.concealed)
    if options["nine_gates"] == "pure":
        return held == NINE_GATES
    return held + Counter([win.winning % 9]) >= NINE_GATES


def base_rows(reading: Reading, win: Win, table: Table, options: dict[str, Any]) -> list[str]:
    """The base rows of section 3 A that count."""
    tiles = all_tiles(win, table)
    kinds = {group.kind for group in reading.groups}
    pair_fits = options["all_chows_pair"] == "any" or suit_of(reading.pair) is not None
    rows = []
    if kinds == {"run"} and pair_fits:
        rows.append("all_chows")
    if kinds == {"pung"}:
        rows.append("all_pungs")
    if len({suit_of(tile) for tile in tiles} - {None}) == 1:
        # Without an honour it would be a full flush.
        rows.append("half_flush")
    if options["combine_base"] == "highest" and rows:
        most = max(BASE[row] for row in rows)
        rows = [row for row in rows if BASE[row] == most]
    return rows


def additions(reading: Reading, win: Win, table: Table, options: dict[str, Any]) -> list[str]:
    """The additions of section 3 A, one fan each."""
    found = ["self_draw"] if win.by in ("self_draw", "robbed_kong") else []
    pungs = [group.tile for group in reading.groups if group.kind == "pung"]
    if WINDS[(win.seat - table.dealer) % 4] in pungs:
        found.append("seat_wind")
    if table.round_wind in pungs:
        found.append("round_wind")
    found.extend(name for dragon, name in DRAGON_IDS.items() if dragon in pungs)
    if options["kong_fan"] and any(meld.is_kong for meld in table.melds[win.seat]):
        found.append("kong")
    return found


def liable(win: Win, table: Table, options: dict[str, Any]) -> int | None:
    """The seat that pays all three shares (sections 3 C and 3 D)."""
    if win.by == "robbed_kong":
        return win.source
    if win.by == "discard":
        return None
    kong = table.blooming_kong(win)
    if kong is not None and kong.type == "exposed_kong":
        return kong.source

    melds = table.melds[win.seat]
    special = completes_special(melds)
    twelve = twelve_tiles(win, table)
    if special is None or twelve is None:
        found = twelve if special is None else special
    elif options["liability_conflict"] == "last_feeder":
        found = max(special, twelve, key=melds.index)
    else:
        found = special
    return None if found is None else found.source


def completes_special(melds: list[Meld]) -> Meld | None:
    """The fed set that completed three dragon sets or four wind sets, all of them fed."""
    for honours in (DRAGONS, WINDS):
        fed = [meld for meld in melds if meld.type in FED and meld.tiles[0] in honours]
        if len(fed) == len(honours):
            return fed[-1]
    return None


def twelve_tiles(win: Win, table: Table) -> Meld | None:
    """The fourth set on the table, if its feeder is liable for this winner."""
    melds = table.melds[win.seat]
    if len(melds) != 4 or any(meld.type not in FED for meld in melds):
        return None
    return melds[-1] if first_completion(melds[-1].source, win.seat, table) == win.seat else None


def first_completion(feeder: int, winner: int, table: Table) -> int:
    """Whose twelve tiles this feeder completed first: the winner's, unless the log says else."""
    for entry in table.raw.get("twelve_tile_log", ()):
        if entry["feeder"] == feeder:
            return entry["beneficiary"]
    return winner
