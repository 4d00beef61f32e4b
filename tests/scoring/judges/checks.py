"""The checks of schema.md in their order, for the judges of guangdong, changde and hunan.

`read` takes a document to a `Table`, or raises `Refused` with the first error: everything up to
the win method. What follows (shape, minimum, birds) is each judge's own.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from scoring.tiles import Tile, parse_tiles

from .brute import Group, suit_of

FED = ("chow", "pung", "exposed_kong", "added_kong")
KONGS = ("exposed_kong", "concealed_kong", "added_kong")
TYPES = (*FED, "concealed_kong")
FLAGS = (
    *("kong_bloom", "kong_discard", "flower_bloom", "last_tile"),
    *("heavenly", "earthly", "human"),
)


class Refused(Exception):
    """The deal is refused; `code` is one of schema.md."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class House:
    """What of a rule set the checks ask."""

    legal: frozenset[int]
    chows: bool = True
    robbable: frozenset[str] = frozenset({"added_kong"})
    wild: int | None = None
    only_one_winner: bool = False
    discard_wins: bool = True
    passed_wins: bool = False
    birds: bool = False
    round_wind: bool = False
    twelve_tile_log: bool = False
    wall_remaining_after_win: bool = False
    last_drawer_after_draw: bool = False


@dataclass(frozen=True)
class Meld:
    type: str
    tiles: tuple[int, ...]
    source: Any
    replaced: bool
    robbed: bool
    claims: bool

    @property
    def is_kong(self) -> bool:
        return self.type in KONGS

    @property
    def group(self) -> Group:
        return Group("run" if self.type == "chow" else "pung", self.tiles[0])


@dataclass(frozen=True)
class Win:
    seat: int
    concealed: tuple[int, ...]
    winning: int
    by: str
    source: Any
    robbed: Any
    flags: tuple[Any, ...]
    kong_index: Any
    logged: list[tuple[Any, int]] | None
    passed: int | None

    @property
    def hand(self) -> tuple[int, ...]:
        """Concealed tiles with the winning tile."""
        return (*self.concealed, self.winning)


@dataclass(frozen=True)
class Table:
    """What happened; `raw` is the deal as it came, for fields that need no check."""

    dealer: int
    outcome: str
    melds: list[list[Meld]]
    wins: list[Win]
    birds: tuple[int, ...]
    round_wind: int
    raw: dict[str, Any]

    @property
    def robbed_seat(self) -> int | None:
        """The maker of an added kong that was robbed of its tile."""
        if self.wins and self.wins[0].by == "robbed_kong" and self.wins[0].robbed == "added_kong":
            return self.wins[0].source
        return None

    def blooming_kong(self, win: Win) -> Meld | None:
        """The kong whose replacement won; None without the flag `kong_bloom`."""
        if "kong_bloom" not in win.flags:
            return None
        melds = self.melds[win.seat]
        if win.kong_index is not None:
            return melds[win.kong_index]
        return [meld for meld in melds if meld.is_kong][-1]


def is_seat(value: object) -> bool:
    return type(value) is int and 0 <= value < 4


def read(document: dict, house: House) -> Table:
    """The deal of the document after all checks up to `passed_win`."""
    deal = document["deal"]
    missing_fields(deal, house)
    table = notation(deal, house)
    one_tile_for_all(table)
    legal_tiles(table, house)
    for check in (melds, sources):
        for seat, row in enumerate(table.melds):
            for meld in row:
                check(seat, meld, house)
    winners_sources(table)
    logged_sources(table, house)
    robbing(table, house)
    claims(table)
    counts(table)
    copies(table)
    kong_log(table)
    for win in table.wins:
        flags(win, table)
    win_method(table, house)
    passed_win(table, house)
    return table


def demand(holds: bool, code: str) -> None:
    if not holds:
        raise Refused(code)


def missing_fields(deal: Any, house: House) -> None:
    demand(isinstance(deal, dict), "missing_field")
    demand(type(deal.get("players")) is int and deal["players"] == 4, "missing_field")
    demand(is_seat(deal.get("dealer")), "missing_field")
    demand(deal.get("outcome") in ("win", "draw", "false_win"), "missing_field")
    rows = deal.get("melds")
    demand(isinstance(rows, list) and len(rows) == 4, "missing_field")
    for row in rows:
        demand(isinstance(row, list), "missing_field")
        for meld in row:
            demand(isinstance(meld, dict), "missing_field")
            demand(meld.get("type") is not None, "missing_field")
            demand(meld.get("tiles") is not None, "missing_field")
            demand(meld["type"] not in FED or meld.get("from") is not None, "missing_field")
    if deal["outcome"] == "win":
        wins = deal.get("wins")
        demand(isinstance(wins, list) and len(wins) > 0, "missing_field")
        for win in wins:
            demand(isinstance(win, dict), "missing_field")
            demand(is_seat(win.get("seat")), "missing_field")
            for name in ("concealed", "winning_tile", "by"):
                demand(win.get(name) is not None, "missing_field")
            fed = win["by"] in ("discard", "robbed_kong")
            demand(not fed or win.get("from") is not None, "missing_field")
        if house.wall_remaining_after_win:
            remaining = deal.get("wall_remaining")
            demand(type(remaining) is int and remaining >= 0, "missing_field")
    if deal["outcome"] == "draw" and house.last_drawer_after_draw:
        demand(is_seat(deal.get("last_drawer")), "missing_field")


def tiles(text: object) -> tuple[int, ...]:
    """The tiles of a text."""
    demand(isinstance(text, str), "unknown_tile")
    try:
        return tuple(int(tile) for tile in parse_tiles(text))
    except ValueError:
        raise Refused("unknown_tile") from None


def tile(text: object) -> int:
    """The one tile of a text."""
    found = tiles(text)
    demand(len(found) == 1, "unknown_tile")
    return found[0]


def notation(deal: dict, house: House) -> Table:
    rows = [[one_meld(meld) for meld in row] for row in deal["melds"]]
    won = deal["outcome"] == "win"
    wins = [one_win(win, house) for win in deal["wins"]] if won else []
    round_wind = tile(deal.get("round_wind", "E")) if house.round_wind else int(Tile.EAST)
    demand(Tile.EAST <= round_wind <= Tile.NORTH, "unknown_tile")
    birds = tuple(tile(bird) for bird in deal.get("birds", ())) if house.birds else ()
    return Table(deal["dealer"], deal["outcome"], rows, wins, birds, round_wind, deal)


def one_meld(meld: dict) -> Meld:
    return Meld(
        type=meld["type"],
        tiles=tuple(sorted(tiles(meld["tiles"]))),
        source=meld.get("from"),
        replaced=meld.get("replaced", True) is not False,
        robbed=meld.get("robbed", False) is True,
        claims=meld.get("claims_winning_tile", False) is True,
    )


def one_win(win: dict, house: House) -> Win:
    logged = passed = None
    if "logged_kongs" in win:
        logged = [(kong["type"], tile(kong["tile"])) for kong in win["logged_kongs"]]
    if house.passed_wins and "passed_tile" in win:
        passed = tile(win["passed_tile"])
    return Win(
        seat=win["seat"],
        concealed=tiles(win["concealed"]),
        winning=tile(win["winning_tile"]),
        by=win["by"],
        source=win.get("from"),
        robbed=win.get("robbed") or "added_kong",
        flags=tuple(win.get("flags") or ()),
        kong_index=win.get("kong_index"),
        logged=logged,
        passed=passed,
    )


def one_tile_for_all(table: Table) -> None:
    """Several winners share one tile."""
    demand(len({win.seat for win in table.wins}) == len(table.wins), "flag_conflict")
    first = table.wins[:1]
    for win in table.wins[1:]:
        same = (win.winning, win.source, win.by) == (first[0].winning, first[0].source, first[0].by)
        demand(same, "flag_conflict")


def legal_tiles(table: Table, house: House) -> None:
    seen = [tile for row in table.melds for meld in row for tile in meld.tiles]
    for win in table.wins:
        seen.extend(win.hand)
        seen.extend(tile for _, tile in win.logged or ())
        seen.extend([] if win.passed is None else [win.passed])
    seen.extend(table.birds)
    demand(all(tile in house.legal for tile in seen), "tile_not_in_set")


def melds(seat: int, meld: Meld, house: House) -> None:
    demand(meld.type in TYPES, "bad_meld")
    demand(meld.type != "chow" or house.chows, "meld_not_allowed")
    demand(house.wild not in meld.tiles, "wild_not_allowed")
    demand(len(meld.tiles) == (4 if meld.is_kong else 3), "bad_meld")
    low = meld.tiles[0]
    if meld.type == "chow":
        in_a_row = meld.tiles == (low, low + 1, low + 2)
        one_suit = suit_of(low) is not None and suit_of(low) == suit_of(meld.tiles[-1])
        demand(in_a_row and one_suit, "bad_meld")
    else:
        demand(set(meld.tiles) == {low}, "bad_meld")


def sources(seat: int, meld: Meld, house: House) -> None:
    if meld.type == "concealed_kong":
        demand(meld.source is None, "bad_source")
    else:
        demand(is_seat(meld.source) and meld.source != seat, "bad_source")
        demand(meld.type != "chow" or meld.source == (seat - 1) % 4, "bad_source")


def winners_sources(table: Table) -> None:
    for win in table.wins:
        if win.by == "self_draw":
            demand(win.source is None, "bad_source")
        elif win.by in ("discard", "robbed_kong"):
            demand(is_seat(win.source) and win.source != win.seat, "bad_source")


def logged_sources(table: Table, house: House) -> None:
    """Nobody feeds himself in the log of twelve tiles either."""
    for entry in table.raw.get("twelve_tile_log", ()) if house.twelve_tile_log else ():
        feeder = entry["feeder"]
        demand(is_seat(feeder) and feeder != entry["beneficiary"], "bad_source")


def robbing(table: Table, house: House) -> None:
    robbers = [win for win in table.wins if win.by == "robbed_kong"]
    for win in robbers:
        demand(win.robbed in house.robbable, "not_robbable")
        demand(win.robbed == robbers[0].robbed, "not_robbable")
        demand(house.wild is None or win.winning != house.wild, "not_robbable")
        if win.robbed == "added_kong":
            for meld in table.melds[win.source]:
                of_the_tile = meld.group == Group("pung", win.winning)
                given_away = meld.type in ("exposed_kong", "concealed_kong")
                demand(not (of_the_tile and given_away), "not_robbable")
    for seat, row in enumerate(table.melds):
        for meld in row:
            was_robbed = (
                seat == table.robbed_seat
                and meld.type in ("pung", "added_kong")
                and meld.tiles[0] == table.wins[0].winning
            )
            demand(was_robbed or not meld.robbed, "not_robbable")


def claims(table: Table) -> None:
    """A meld that claims the winning tile is another player's, from the same discard."""
    winners = {win.seat for win in table.wins}
    discards = [(win.source, win.winning) for win in table.wins if win.by == "discard"]
    for seat, row in enumerate(table.melds):
        for meld in row:
            if meld.claims:
                demand(meld.type in ("chow", "pung", "exposed_kong"), "bad_source")
                demand(seat not in winners, "bad_source")
                same = any(
                    meld.source == source and tile in meld.tiles for source, tile in discards
                )
                demand(same, "bad_source")


def counts(table: Table) -> None:
    for win in table.wins:
        for meld in table.melds[win.seat]:
            demand(meld.replaced or not meld.is_kong, "kong_not_replaced")
    # Nobody lays a fifth meld, whether he wins or not.
    demand(all(len(row) <= 4 for row in table.melds), "wrong_tile_count")
    for win in table.wins:
        demand(len(win.hand) == 14 - 3 * len(table.melds[win.seat]), "wrong_tile_count")


def copies(table: Table) -> None:
    seen: Counter[int] = Counter(table.birds)
    for row in table.melds:
        for meld in row:
            seen.update(meld.tiles)
            if meld.claims:
                seen[table.wins[0].winning] -= 1
    for win in table.wins:
        seen.update(win.concealed)
    if table.wins:
        seen[table.wins[0].winning] += 1
    if table.robbed_seat is not None:
        # The kong counts three copies and the robbed tile, however it is entered.
        robbed = table.wins[0].winning
        for meld in table.melds[table.robbed_seat]:
            if meld.group == Group("pung", robbed):
                seen[robbed] -= len(meld.tiles)
        seen[robbed] += 3
    demand(all(n <= 4 for n in seen.values()), "too_many_copies")


def kong_log(table: Table) -> None:
    for win in table.wins:
        if win.logged is not None:
            kongs = [(m.type, m.tiles[0]) for m in table.melds[win.seat] if m.is_kong]
            demand(Counter(win.logged) == Counter(kongs), "kong_mismatch")


def flags(win: Win, table: Table) -> None:
    demand(all(flag in FLAGS for flag in win.flags), "flag_conflict")
    demand(len(set(win.flags)) == len(win.flags), "flag_conflict")
    self_draw, is_dealer = win.by == "self_draw", win.seat == table.dealer
    own = table.melds[win.seat]
    if "kong_bloom" in win.flags:
        demand(self_draw and any(meld.is_kong for meld in own), "flag_conflict")
        if win.kong_index is not None:
            points_at = type(win.kong_index) is int and 0 <= win.kong_index < len(own)
            demand(points_at and own[win.kong_index].is_kong, "flag_conflict")
    if "kong_discard" in win.flags:
        demand(win.by == "discard", "flag_conflict")
    # No flowers are played in these rule sets.
    demand("flower_bloom" not in win.flags, "flag_conflict")
    if "last_tile" in win.flags:
        demand(self_draw, "flag_conflict")
    if "heavenly" in win.flags:
        demand(self_draw and is_dealer, "flag_conflict")
    if "earthly" in win.flags:
        demand(self_draw and not is_dealer, "flag_conflict")
    if "human" in win.flags:
        on_dealers_discard = win.by == "discard" and win.source == table.dealer
        demand(on_dealers_discard and not is_dealer, "flag_conflict")
    first_turn = {"heavenly", "earthly", "human"} & set(win.flags)
    if first_turn:
        demand(len(first_turn) == 1, "flag_conflict")
        demand(not {"last_tile", "kong_bloom", "kong_discard"} & set(win.flags), "flag_conflict")
        for seat, row in enumerate(table.melds):
            for meld in row:
                dealers_own = (
                    "human" in first_turn and seat == table.dealer and meld.type == "concealed_kong"
                )
                demand(meld.claims or dealers_own, "flag_conflict")


def win_method(table: Table, house: House) -> None:
    demand(table.outcome != "false_win", "bad_win_method")
    for win in table.wins:
        demand(win.by in ("self_draw", "discard", "robbed_kong"), "bad_win_method")
    if len(table.wins) > 1:
        alone = house.only_one_winner or table.wins[0].by == "self_draw"
        demand(not alone, "one_winner_only")
    for win in table.wins:
        demand(win.by != "discard" or house.discard_wins, "discard_win_not_allowed")


def passed_win(table: Table, house: House) -> None:
    for win in table.wins:
        if win.by == "discard" and win.passed is not None:
            demand(win.passed != win.winning, "passed_win")
