"""Second judge of Chongqing mahjong 重庆麻将, from chongqing.md alone (sections named below)."""

from collections import Counter
from collections.abc import Iterable, Mapping

from scoring.tiles import Tile

from .brute_other import (
    SUITS,
    Deal,
    House,
    Meld,
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
    "unit": 1,
    "pattern_scoring": "full",
    "full_flush_seven_pairs_reading": "quad_8",
    "unlisted_compounds": "public",
    "bloom_includes_kong": True,
    "kong_bloom_points": 2,
    "kong_discard_points": 2,
    "robbed_kong_points": 1,
    "outside_hand_pair": True,
    "rob_pays": "konger_once",
    "fed_kong_bloom_pays": "all_pay",
    "self_draw_bonus": 0,
    "cap": None,
    "multi_win": "all",
    "ready_check": "max",
}
KINDS = [tile for suit in SUITS for tile in suit]
SETS = pungs_of(KINDS) + runs_of(*SUITS)
# Section 3 A, in the order of the table; of equal rows the first is listed.
TABLE = (
    "basic",
    "all_pungs",
    "full_flush",
    "outside_hand",
    "seven_pairs",
    "full_flush_all_pungs",
    "all_pungs_258",
    "full_flush_seven_pairs",
    "full_flush_outside_hand",
    "heavenly",
    "earthly",
    "full_flush_dragon_seven_pairs",
    "any_8",
)


def judge(document: Mapping) -> dict:
    """The answer to a document, in the shape of an example's ``expect``."""
    return verdict(document).document()


def verdict(document: Mapping) -> Verdict:
    """The answer to a document with everything that is as good."""
    options = {**DEFAULTS, **(document.get("options") or {})}
    house = House(
        players=4,
        legal=frozenset(KINDS),
        earthly_by=("discard", "self_draw"),
        several_winners=options["multi_win"] == "all",
        asks_hands=options["ready_check"] != "off",
    )
    try:
        deal = checked(document, house)
        values = [value_of(deal, win, options) for win in deal.wins]
    except Refused as refused:
        return Verdict(errors=refused.args)
    if deal.outcome == "draw":
        return Verdict(answer=drawn(deal, options))

    deltas = [0, 0, 0, 0]
    wins = []
    for win, (points, lists) in zip(deal.wins, values, strict=True):
        if not options["kong_discard_points"]:
            # Whether an event that is worth nothing is listed, the rules leave open.
            lists = [*lists, *([p for p in ids if p != "kong_discard"] for ids in lists)]
        wins.append(
            [{"seat": win.seat, "patterns": patterns, "points": points} for patterns in lists]
        )
        for payer, shares in payers(deal, win, options).items():
            deltas[payer] -= shares * points * options["unit"]
            deltas[win.seat] += shares * points * options["unit"]
    several = len(deal.wins) > 1
    return Verdict(
        answer={
            "deltas": deltas,
            "wins": [same[0] for same in wins],
            "next_dealer": deal.wins[0].source if several else deal.wins[0].seat,
        },
        wins=wins,
    )


def payers(deal: Deal, win: Win, options: Mapping) -> dict[int, int]:
    """3 C: the seats that pay a win, and how many shares."""
    if win.by == "discard":
        return {win.source: 1}
    if win.by == "robbed_kong":
        return {win.source: 3 if options["rob_pays"] == "konger_all" else 1}
    if "kong_bloom" in win.flags and options["fed_kong_bloom_pays"] != "all_pay":
        kong = bloom_kong(deal, win)
        if kong.type == "exposed_kong":
            return {kong.source: 3 if options["fed_kong_bloom_pays"] == "feeder_all" else 1}
    return {seat: 1 for seat in range(4) if seat != win.seat}


def bloom_kong(deal: Deal, win: Win) -> Meld:
    """The kong whose replacement won: that of ``kong_index``, else the winner's last kong."""
    own = deal.melds[win.seat]
    if win.kong_index is not None:
        return own[win.kong_index]
    return [meld for meld in own if meld.is_kong][-1]


def value_of(deal: Deal, win: Win, options: Mapping) -> tuple[int, list[list[str]]]:
    """Points A + B of a win, and every list of patterns that gives them."""
    melds = deal.melds[win.seat]
    first_turn = [flag for flag in ("heavenly", "earthly") if flag in win.flags]
    totals = hand_totals(win.hand, melds, options, first_turn)
    if not totals:
        raise Refused("not_a_win")

    kongs = sum(meld.is_kong for meld in melds)
    events = []
    more = 0
    if "kong_bloom" in win.flags:
        events.append("kong_bloom")
        more += options["kong_bloom_points"]
        if options["bloom_includes_kong"]:
            kongs -= 1
    if "kong_discard" in win.flags:
        events.append("kong_discard")
        more += options["kong_discard_points"]
    if win.by == "robbed_kong":
        events.append("robbed_kong")
        more += options["robbed_kong_points"]
    if win.by == "self_draw":
        more += options["self_draw_bonus"]
    more += kongs

    ways = [
        (capped(total + more, options), [*ids, *["kong"] * kongs, *events]) for total, ids in totals
    ]
    best = max(points for points, _ in ways)
    return best, [patterns for points, patterns in ways if points == best]


def capped(points: int, options: Mapping) -> int:
    return points if options["cap"] is None else min(points, options["cap"])


def hand_totals(
    hand: tuple[Tile, ...], melds: Iterable[Meld], options: Mapping, first_turn: Iterable[str] = ()
) -> list[tuple[int, list[str]]]:
    """For every reading of the hand its best row of 3 A with the roots, and their pattern ids."""
    melds = list(melds)
    tiles = [*hand, *(tile for meld in melds for tile in meld.tiles)]
    pure = one_suit(tiles)
    public = options["unlisted_compounds"] == "public"
    kept = [*hand, *(tile for meld in melds if not meld.is_kong for tile in meld.tiles)]
    roots = sum(count == 4 for count in Counter(kept).values())

    cases: list[dict[str, int]] = []
    laid = [meld.tiles for meld in melds]
    for reading in readings(hand, SETS, KINDS):
        groups = [*laid, *reading.sets]
        rows = {"basic": 1}
        pungs = all(is_pung(group) for group in groups)
        if pungs:
            rows["all_pungs"] = 2
        if pungs and all(tile % 9 + 1 in (2, 5, 8) for tile in tiles):
            rows["all_pungs_258"] = 4
        ends = [any(tile % 9 in (0, 8) for tile in group) for group in groups]
        outside = all(ends) and (reading.pair % 9 in (0, 8) or not options["outside_hand_pair"])
        if outside:
            rows["outside_hand"] = 3
        if pure:
            rows["full_flush"] = 3
            if pungs:
                rows["full_flush_all_pungs"] = 4
            if outside and public:
                rows["full_flush_outside_hand"] = 5
        cases.append(rows)
    if is_seven_pairs(hand):
        rows = {"seven_pairs": 3}
        if pure:
            rows["full_flush"] = 3
            if public:
                rows["full_flush_seven_pairs"] = 5
            if options["full_flush_seven_pairs_reading"] == "any_8":
                rows["any_8"] = 8
            elif roots:
                rows["full_flush_dragon_seven_pairs"] = 8
        cases.append(rows)

    if options["pattern_scoring"] == "kong_only":
        return [(1, ["basic"]) for _ in cases]
    totals = []
    for rows in cases:
        rows.update(dict.fromkeys(first_turn, 8))
        best = max(rows.values())
        row = min((row for row in rows if rows[row] == best), key=TABLE.index)
        counted = roots - 1 if row == "full_flush_dragon_seven_pairs" else roots
        name = "full_flush_seven_pairs" if row == "any_8" else row
        totals.append((best + counted, [name, *["root"] * counted]))
    return totals


def drawn(deal: Deal, options: Mapping) -> dict:
    """3 E 查叫: who is not ready pays every ready player."""
    answer = {"deltas": [0, 0, 0, 0], "wins": [], "next_dealer": deal.dealer}
    if options["ready_check"] == "off":
        return answer
    values = [ready_value(deal, seat, options) for seat in range(4)]
    deltas = [0, 0, 0, 0]
    for payee, value in enumerate(values):
        for payer, other in enumerate(values):
            if value is not None and other is None:
                deltas[payer] -= value * options["unit"]
                deltas[payee] += value * options["unit"]
    return {**answer, "deltas": deltas, "ready_values": values}


def ready_value(deal: Deal, seat: int, options: Mapping) -> int | None:
    """What the hand could win, events aside; None when nothing completes it."""
    melds = deal.melds[seat]
    hand = deal.hands[seat]
    held = Counter([*hand, *(tile for meld in melds for tile in meld.tiles)])
    kongs = sum(meld.is_kong for meld in melds)
    values = []
    for tile in KINDS:
        if held[tile] == 4:
            continue
        totals = hand_totals(tuple(sorted((*hand, tile))), melds, options)
        if totals:
            values.append(capped(max(total for total, _ in totals) + kongs, options))
    if not values:
        return None
    return min(values) if options["ready_check"] == "min" else max(values)
