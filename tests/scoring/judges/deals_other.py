"""Random deals of fuzhou, chongqing and three_player, as JSON documents.

A ``Game`` says what a rule set knows; ``won`` lays winning hands from one wall, so that no tile is
there too often, with the other seats' melds, the flags and the rest of a record. ``near`` changes
a tile of such a deal and ``spoiled`` breaks its record in one or two places.
"""

import copy
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from hypothesis import strategies as st

from scoring.tiles import Tile, format_tiles, parse_tiles

from .brute_other import FLAGS, KONGS, MELD_TYPES, is_pung

Group = tuple[Tile, ...]


class Wall:
    """The tiles that are not yet anywhere."""

    def __init__(self, random: Random, kinds: Iterable[Tile]) -> None:
        self.random = random
        self.left = Counter(dict.fromkeys(kinds, 4))

    def has(self, tiles: Iterable[Tile]) -> bool:
        return Counter(tiles) <= self.left

    def take(self, tiles: Iterable[Tile]) -> None:
        self.left.subtract(tiles)

    def give(self, tiles: Iterable[Tile]) -> None:
        self.left.update(tiles)

    def any_of(self, groups: Sequence[Group]) -> Group | None:
        """One of the groups, taken; None when the wall has none of them whole."""
        there = [group for group in groups if self.has(group)]
        if not there:
            return None
        group = self.random.choice(there)
        self.take(group)
        return group


@dataclass
class Laid:
    """A winning hand: groups that may be melded, and tiles that stay concealed."""

    groups: list[Group] = field(default_factory=list)
    loose: list[Tile] = field(default_factory=list)

    @property
    def tiles(self) -> list[Tile]:
        return [*(tile for group in self.groups for tile in group), *self.loose]


Lay = Callable[[Wall, Tile | None], Laid | None]


@dataclass(frozen=True)
class Game:
    """A rule set as its deals are built: ``lay`` makes a winning hand that holds a given tile."""

    rules: str
    players: int
    kinds: tuple[Tile, ...]
    sets: tuple[Group, ...]
    chow: bool
    claims: tuple[str, ...]
    options: dict[str, tuple]
    lay: Lay
    finish: Callable[[Random, dict, Wall], None]
    faults: tuple[Callable[[Random, dict], None], ...]
    foreign: tuple[str, ...]


def standard(
    wall: Wall, sets: Sequence[Group], pairs: Iterable[Tile], must: Tile | None
) -> Laid | None:
    """Four of the sets and one of the pairs; ``must`` is among them if the sets allow."""
    laid = Laid()
    pair_groups = [(kind, kind) for kind in pairs]
    if must is not None:
        holding = [group for group in sets if must in group] + [(must, must)]
        first = wall.any_of(holding)
        if first is None:
            return None
        (laid.groups if len(first) == 3 else laid.loose).extend(
            [first] if len(first) == 3 else first
        )
    while len(laid.groups) < 4:
        group = wall.any_of(sets)
        if group is None:
            return None
        laid.groups.append(group)
    if not laid.loose:
        pair = wall.any_of(pair_groups) or wall.any_of([(kind, kind) for kind in wall.left])
        if pair is None:
            return None
        laid.loose.extend(pair)
    return laid


def seven_pairs(wall: Wall, pairs: Iterable[Tile], must: Tile | None) -> Laid | None:
    """Seven pairs of these kinds, a kind sometimes twice."""
    laid = Laid()
    groups = [(kind, kind) for kind in pairs]
    if must is not None:
        first = wall.any_of([(must, must)])
        if first is None:
            return None
        laid.loose.extend(first)
    while len(laid.loose) < 14:
        again = [(kind, kind) for kind in dict.fromkeys(laid.loose)]
        pair = (wall.random.random() < 0.2 and wall.any_of(again)) or wall.any_of(groups)
        if not pair:
            return None
        laid.loose.extend(pair)
    return laid


def singles(wall: Wall, tiles: Iterable[Tile], must: Tile | None) -> Laid | None:
    """These fourteen tiles, if the wall has them and ``must`` is one."""
    tiles = list(tiles)
    if len(tiles) != 14 or not wall.has(tiles) or must not in (None, *tiles):
        return None
    wall.take(tiles)
    return Laid(loose=tiles)


# --- a deal that is won ------------------------------------------------------------------------


def chance(random: Random, share: float) -> bool:
    return random.random() < share


def text(tiles: Iterable[Tile]) -> str:
    return format_tiles(sorted(tiles))


def meld_of(random: Random, game: Game, wall: Wall, seat: int, group: Group) -> dict | None:
    """The group as a meld of the seat; None where the rule set has no such meld."""
    others = [other for other in range(game.players) if other != seat]
    if not is_pung(group):
        if not game.chow:
            return None
        return {"type": "chow", "tiles": text(group), "from": (seat - 1) % game.players}
    kind = "pung"
    if wall.has(group[:1]) and chance(random, 0.5):
        kind = random.choice(KONGS)
        wall.take(group[:1])
        group = group[:1] * 4
    meld = {"type": kind, "tiles": text(group)}
    if kind != "concealed_kong":
        meld["from"] = random.choice(others)
    return meld


def hand_of(
    random: Random, game: Game, wall: Wall, seat: int, laid: Laid, tile: Tile, melding: float
) -> tuple[list[dict], list[Tile]]:
    """Melds, and concealed tiles without the winning one."""
    kept = next((group for group in laid.groups if tile in group), None)
    concealed = list(laid.loose)
    if tile in laid.loose and (kept is None or chance(random, 0.5)):
        kept = None
    melds = []
    for group in laid.groups:
        meld = None
        if group is kept:
            kept = None
        elif chance(random, melding):
            meld = meld_of(random, game, wall, seat, group)
        if meld is None:
            concealed.extend(group)
        else:
            melds.append(meld)
    concealed.remove(tile)
    return melds, concealed


def some_options(random: Random, game: Game) -> dict:
    """Mostly none, else a few."""
    if chance(random, 0.4):
        return {}
    return {
        name: random.choice(values) for name, values in game.options.items() if chance(random, 0.3)
    }


def won(random: Random, game: Game) -> dict:
    """A deal with one or more winning hands, right in all its records."""
    wall = Wall(random, game.kinds)
    players = game.players
    seats = list(range(players))
    random.shuffle(seats)
    untouched = chance(random, 0.15)
    melding = 0.0 if untouched else random.choice((0.0, 0.3, 0.6, 1.0))
    laid = None
    while laid is None:
        wall = Wall(random, game.kinds)
        laid = game.lay(wall, None)
    by = random.choice(("self_draw", "discard", "discard", "robbed_kong"))
    counts = Counter(laid.tiles)
    tiles = sorted(counts)
    if by == "robbed_kong":
        lone = [tile for tile in tiles if counts[tile] == 1 and wall.left[tile] == 3]
        if lone and not untouched:
            tiles = lone
        else:
            by = "discard"
    tile = random.choice(tiles)
    if by == "robbed_kong":
        wall.take([tile] * 3)

    hands = {seats[0]: hand_of(random, game, wall, seats[0], laid, tile, melding)}
    source = None if by == "self_draw" else seats[-1]
    wanted = 1 if by == "self_draw" or chance(random, 0.7) else random.randint(2, players - 1)
    for seat in seats[1:wanted]:
        wall.give([tile])
        before = Counter(wall.left)
        laid = game.lay(wall, tile)
        if laid is None:
            wall.left = before
            wall.take([tile])
        else:
            hands[seat] = hand_of(random, game, wall, seat, laid, tile, melding)

    rows: list[list[dict]] = [hands[seat][0] if seat in hands else [] for seat in range(players)]
    if by == "robbed_kong":
        rows[source] += robbed_kong(random, game, source, tile)
    if by == "discard" and chance(random, 0.25):
        claim(random, game, wall, rows, [s for s in seats[:-1] if s not in hands], source, tile)
    for seat in range(players):
        while not untouched and seat not in hands and len(rows[seat]) < 3 and chance(random, 0.3):
            group = wall.any_of(game.sets)
            meld = group and meld_of(random, game, wall, seat, group)
            if meld:
                rows[seat].append(meld)
    wins = []
    for seat, (_, concealed) in hands.items():
        win = {
            "seat": seat,
            "concealed": text(concealed),
            "winning_tile": str(tile),
            "by": by,
        }
        if source is not None:
            win["from"] = source
        if by == "robbed_kong" and chance(random, 0.3):
            win["robbed"] = "added_kong"
        wins.append(win)
    dealer = random.randrange(players)
    if untouched and chance(random, 0.7):
        dealer = seats[0] if source is None else source
    document = {
        "rules": game.rules,
        "options": some_options(random, game),
        "deal": {
            "players": players,
            "dealer": dealer,
            "outcome": "win",
            "melds": rows,
            "wins": wins,
        },
    }
    game.finish(random, document, wall)
    for win in wins:
        plausible_flags(random, document["deal"], win)
        kongs = [meld for meld in rows[win["seat"]] if meld["type"] in KONGS]
        if chance(random, 0.15):
            win["logged_kongs"] = [logged(meld) for meld in kongs]
    return document


def logged(meld: dict) -> dict:
    return {"type": meld["type"], "tile": str(parse_tiles(meld["tiles"])[0])}


def robbed_kong(random: Random, game: Game, maker: int, tile: Tile) -> list[dict]:
    """The robbed kong in its maker's melds: as the kong, as its pung, or not there."""
    number = random.choice((4, 4, 3, 0))
    if not number:
        return []
    meld = {
        "type": "added_kong" if number == 4 else "pung",
        "tiles": text([tile] * number),
        "from": random.choice([seat for seat in range(game.players) if seat != maker]),
    }
    if chance(random, 0.6):
        meld["robbed"] = True
    return [meld]


def claim(
    random: Random,
    game: Game,
    wall: Wall,
    rows: list[list[dict]],
    seats: list[int],
    source: int,
    tile: Tile,
) -> None:
    """Somebody's meld on the winning discard, if anyone can."""
    if not seats:
        return
    seat = random.choice(seats)
    kind = random.choice(game.claims)
    if kind == "chow":
        groups = [group for group in game.sets if tile in group and not is_pung(group)]
        if (seat - 1) % game.players != source:
            return
    else:
        groups = [(tile,) * (3 if kind == "pung" else 4)]
    wall.give([tile])
    group = wall.any_of(groups)
    if group is None:
        wall.take([tile])
        return
    rows[seat].append(
        {"type": kind, "tiles": text(group), "from": source, "claims_winning_tile": True}
    )


def plausible_flags(random: Random, deal: dict, win: dict) -> None:
    """Flags that the record mostly allows."""
    own = deal["melds"][win["seat"]]
    kongs = [index for index, meld in enumerate(own) if meld["type"] in KONGS]
    melds = [meld for row in deal["melds"] for meld in row if not meld.get("claims_winning_tile")]
    drawn = win["by"] == "self_draw"
    is_dealer = win["seat"] == deal["dealer"]
    flags = []
    if drawn and kongs and chance(random, 0.6):
        flags.append("kong_bloom")
        if chance(random, 0.4):
            win["kong_index"] = random.choice(kongs)
    elif drawn and win.get("flowers") and chance(random, 0.2):
        flags.append("flower_bloom")
    if drawn and chance(random, 0.1):
        flags.append("last_tile")
    if win["by"] == "discard" and chance(random, 0.15):
        flags.append("kong_discard")
    if not melds and not flags and chance(random, 0.7):
        if is_dealer and drawn:
            flags.append("heavenly")
        elif drawn or win.get("from") == deal["dealer"]:
            flags.append(random.choice(("earthly", "earthly", "human")))
    if chance(random, 0.02):
        flags.append(random.choice(FLAGS))
    if flags or chance(random, 0.1):
        win["flags"] = flags


# --- a deal that is nearly won ------------------------------------------------------------------


def near(random: Random, game: Game) -> dict:
    """A winning deal with one tile of a hand or of a meld changed, or a tile moved."""
    document = won(random, game)
    wins = document["deal"]["wins"]
    win = random.choice(wins)
    tiles = list(parse_tiles(win["concealed"]))
    what = random.choice(("concealed", "concealed", "concealed", "winning", "swap"))
    if what == "concealed":
        tiles[random.randrange(len(tiles))] = neighbour(random, game, tiles)
        win["concealed"] = text(tiles)
    elif what == "winning":
        new = neighbour(random, game, tiles)
        for each in wins:
            each["winning_tile"] = str(new)
    else:
        index = random.randrange(len(tiles))
        old = parse_tiles(win["winning_tile"])[0]
        tiles[index], new = old, tiles[index]
        win["concealed"] = text(tiles)
        for each in wins:
            each["winning_tile"] = str(new)
    return document


def neighbour(random: Random, game: Game, tiles: Sequence[Tile]) -> Tile:
    """A kind of the rule set, often one that is in the hand or beside it."""
    near_by = [tile for tile in tiles if tile in game.kinds]
    if not near_by or chance(random, 0.5):
        return random.choice(game.kinds)
    index = game.kinds.index(random.choice(near_by))
    return game.kinds[(index + random.choice((-1, 0, 1))) % len(game.kinds)]


# --- a deal that is nobody's --------------------------------------------------------------------


def drawn(random: Random, game: Game) -> dict:
    """A deal that nobody wins."""
    wall = Wall(random, game.kinds)
    rows: list[list[dict]] = [[] for _ in range(game.players)]
    for seat in range(game.players):
        while len(rows[seat]) < 4 and chance(random, 0.4):
            group = wall.any_of(game.sets)
            meld = group and meld_of(random, game, wall, seat, group)
            if meld:
                rows[seat].append(meld)
    document = {
        "rules": game.rules,
        "options": some_options(random, game),
        "deal": {
            "players": game.players,
            "dealer": random.randrange(game.players),
            "outcome": "draw",
            "melds": rows,
        },
    }
    game.finish(random, document, wall)
    return document


# --- a deal that is wrongly recorded ------------------------------------------------------------


def spoiled(random: Random, game: Game) -> dict:
    """A deal with one or two faults."""
    document = copy.deepcopy(won(random, game) if chance(random, 0.85) else drawn(random, game))
    faults = (*FAULTS, *game.faults)
    for _ in range(random.choice((1, 1, 2))):
        random.choice(faults)(random, document)
    if chance(random, 0.2):
        foreign_tile(random, document, game.foreign)
    return document


def wins_of(document: dict) -> list[dict]:
    deal = document.get("deal")
    wins = deal.get("wins") if isinstance(deal, dict) else None
    return [win for win in wins if isinstance(win, dict)] if isinstance(wins, list) else []


def melds_of(document: dict) -> list[tuple[int, dict]]:
    deal = document.get("deal")
    rows = deal.get("melds") if isinstance(deal, dict) else None
    return [
        (seat, meld)
        for seat, row in enumerate(rows if isinstance(rows, list) else [])
        if isinstance(row, list)
        for meld in row
        if isinstance(meld, dict)
    ]


def change(random: Random, fields: list[dict], name: str, values: Sequence) -> None:
    """Give one of the objects another value of a field."""
    if fields:
        random.choice(fields)[name] = random.choice(values)


def drop_field(random: Random, document: dict) -> None:
    """Leave out something that a deal must have, or write null in its place."""
    melds = [meld for _, meld in melds_of(document)]
    wins = wins_of(document)
    fields, names = random.choice(
        (
            ([document["deal"]], ("players", "dealer", "outcome", "melds", "wins")),
            (wins, ("seat", "concealed", "winning_tile", "by", "from")),
            (melds, ("type", "tiles", "from")),
        )
    )
    if fields:
        chosen, name = random.choice(fields), random.choice(names)
        if chance(random, 0.5):
            chosen.pop(name, None)
        else:
            chosen[name] = None


def no_seat(random: Random, document: dict) -> None:
    fields, name = random.choice((([document["deal"]], "dealer"), (wins_of(document), "seat")))
    change(random, fields, name, (-1, 3, 4, 7, "0", [], 0.5))


def wrong_table(random: Random, document: dict) -> None:
    name, values = random.choice(
        (
            ("players", (3, 4, 2, "4", 0)),
            ("outcome", ("won", "", 5, "draw", "false_win", "win")),
            ("melds", ([], [[], []], {}, [[], [], []], [[], [], [], []], [[], [], None], "none")),
            ("wins", ([], {}, "none", [5], [[]])),
        )
    )
    change(random, [document["deal"]], name, values)


def no_notation(random: Random, document: dict) -> None:
    bad = ("zz", "0m", "12", "3", "1m2", "1q", "e", "1M", "东", "17f", "1m,2m")
    what = random.choice(("concealed", "winning_tile", "tiles", "logged"))
    if what == "tiles":
        change(random, [meld for _, meld in melds_of(document)], "tiles", bad)
    elif what == "logged":
        entries = [{"type": "pung", "tile": random.choice((*bad, "", "1m1m"))}]
        change(random, wins_of(document), "logged_kongs", (entries,))
    else:
        values = (*bad, "", "1p1p") if what == "winning_tile" else bad
        change(random, wins_of(document), what, values)


def wrong_number(random: Random, document: dict) -> None:
    """A tile too many or too few in a hand."""
    for win in wins_of(document)[:1]:
        tiles = parse_or_none(win.get("concealed"))
        if tiles:
            longer = (*tiles, random.choice(tiles))
            win["concealed"] = format_tiles(random.choice((tiles[1:], longer)))


def many_copies(random: Random, document: dict) -> None:
    """One kind of a hand takes the place of its other tiles."""
    for win in wins_of(document)[:1]:
        tiles = parse_or_none(win.get("concealed"))
        if tiles:
            number = random.randint(1, len(tiles))
            win["concealed"] = text([*tiles[:-number], *([random.choice(tiles)] * number)])


def parse_or_none(value: object) -> tuple[Tile, ...] | None:
    try:
        return parse_tiles(value) if isinstance(value, str) else None
    except ValueError:
        return None


def wrong_meld(random: Random, document: dict) -> None:
    melds = melds_of(document)
    if not melds:
        return
    _, meld = random.choice(melds)
    tiles = parse_or_none(meld.get("tiles"))
    what = random.choice(("type", "fewer", "more", "mixed", "unknown"))
    if what == "type":
        meld["type"] = random.choice(MELD_TYPES)
    elif what == "unknown":
        meld["type"] = random.choice(("kan", "", 7, "Pung", []))
    elif tiles and what == "fewer":
        meld["tiles"] = text(tiles[1:])
    elif tiles and what == "more":
        meld["tiles"] = text([*tiles, tiles[0]])
    elif tiles:
        meld["tiles"] = text([*tiles[:-1], random.choice((Tile.P1, Tile.P5, Tile.P9))])


def wrong_source(random: Random, document: dict) -> None:
    values = (-1, 0, 1, 2, 3, 4, "1", 2.5)
    if chance(random, 0.5):
        change(random, [meld for _, meld in melds_of(document)], "from", values)
    else:
        value = random.choice(values)
        for win in wins_of(document):
            win["from"] = value


def wrong_robbing(random: Random, document: dict) -> None:
    what = random.choice(("kind", "by", "meld"))
    if what == "meld":
        change(random, [meld for _, meld in melds_of(document)], "robbed", (True,))
        return
    kind = random.choice(("concealed_kong", "exposed_kong", "opened_tile", "x", "added_kong"))
    for win in wins_of(document):
        if what == "by":
            win["by"] = "robbed_kong"
            win.setdefault("from", (win["seat"] + 1) % 3 if type(win.get("seat")) is int else 0)
        else:
            win["robbed"] = kind


def wrong_claim(random: Random, document: dict) -> None:
    change(random, [meld for _, meld in melds_of(document)], "claims_winning_tile", (True,))


def not_replaced(random: Random, document: dict) -> None:
    """A kong without its replacement, mostly a winner's, whose hand is then often short."""
    wins = {win["seat"]: win for win in wins_of(document) if type(win.get("seat")) is int}
    kongs = [
        (seat, meld)
        for seat, meld in melds_of(document)
        if meld.get("type") in KONGS and (seat in wins or chance(random, 0.2))
    ]
    if not kongs:
        return
    seat, meld = random.choice(kongs)
    meld["replaced"] = random.choice((False, False, False, True))
    tiles = parse_or_none(wins.get(seat, {}).get("concealed"))
    if tiles and chance(random, 0.5):
        wins[seat]["concealed"] = format_tiles(tiles[1:])


def wrong_log(random: Random, document: dict) -> None:
    kongs = [
        logged(meld)
        for _, meld in melds_of(document)
        if meld.get("type") in KONGS and parse_or_none(meld.get("tiles"))
    ]
    kongs.append({"type": random.choice(MELD_TYPES), "tile": random.choice(("1p", "5p", "9p"))})
    change(random, wins_of(document), "logged_kongs", ([], kongs[:1], kongs[-1:], kongs))


def wrong_flags(random: Random, document: dict) -> None:
    flags = [random.choice((*FLAGS, *FLAGS, "x", 3)) for _ in range(random.choice((1, 1, 2, 3)))]
    if chance(random, 0.3):
        flags = [*flags, flags[0]]
    change(random, wins_of(document), "flags", (flags,))
    if chance(random, 0.3):
        change(random, wins_of(document), "kong_index", (0, 1, 2, 3, 4, -1, "0", 1.5))


def wrong_method(random: Random, document: dict) -> None:
    by = random.choice(("self_draw", "self_draw", "discard", "robbed_kong", "magic", ""))
    for win in wins_of(document):
        win["by"] = by
        if by == "self_draw":
            win.pop("from", None)


def several(random: Random, document: dict) -> None:
    """Another winner, a copy of the first but for one thing."""
    wins = wins_of(document)
    if not wins or type(wins[0].get("seat")) is not int or len(wins) > 2:
        return
    twin = copy.deepcopy(wins[0])
    twin["seat"] = (twin["seat"] + random.choice((0, 1, 2))) % 3
    if twin.get("by") != "self_draw":
        name, values = random.choice(
            (
                ("winning_tile", ("1p", "9p")),
                ("from", (0, 1, 2)),
                ("by", ("discard", "robbed_kong")),
                ("seat", (0, 1, 2)),
            )
        )
        twin[name] = random.choice(values)
    document["deal"]["wins"] = [*wins, twin]


def foreign_tile(random: Random, document: dict, tiles: Sequence[str]) -> None:
    """A tile that the rule set does not have, in a hand, as the winning tile or in a meld."""
    tile = random.choice(tiles)
    what = random.choice(("concealed", "winning_tile", "tiles"))
    if what == "tiles":
        for _, meld in melds_of(document)[:1]:
            number = len(parse_or_none(meld.get("tiles")) or "123")
            meld["tiles"] = tile * number
    for win in wins_of(document):
        if what == "winning_tile":
            win["winning_tile"] = tile
        elif what == "concealed":
            hand = parse_or_none(win.get("concealed"))
            if hand:
                win["concealed"] = f"{format_tiles(hand[:-1])} {tile}"


FAULTS: tuple[Callable[[Random, dict], None], ...] = (
    drop_field,
    drop_field,
    no_seat,
    wrong_table,
    no_notation,
    wrong_number,
    many_copies,
    wrong_meld,
    wrong_meld,
    wrong_source,
    wrong_robbing,
    wrong_claim,
    not_replaced,
    not_replaced,
    wrong_log,
    wrong_flags,
    wrong_flags,
    wrong_method,
    wrong_method,
    several,
)


def documents(game: Game, make: Callable[[Random, Game], dict]) -> st.SearchStrategy[dict]:
    """Documents that ``make`` builds.

    Truly random, since a hand of fourteen choices needs them spread evenly; hypothesis would try
    the extremes of each, and find the same few hands again and again.
    """
    return st.randoms(use_true_random=True).map(lambda random: make(random, game))


def reached(
    game: Game, judge: Callable[[dict], dict], patterns: set[str], errors: set[str]
) -> tuple[set[str], set[str], list[list[int]]]:
    """Patterns, errors and deltas of deals from fixed seeds, until all hoped for are seen."""
    seen_patterns: set[str] = set()
    seen_errors: set[str] = set()
    deltas: list[list[int]] = []
    for seed in range(10_000):
        for make in (won, near, spoiled):
            answer = judge(make(Random(seed), game))
            if answer["valid"]:
                deltas.append(answer["deltas"])
                seen_patterns.update(id for win in answer["wins"] for id in win["patterns"])
            else:
                seen_errors.add(answer["error"])
        if seen_patterns >= patterns and seen_errors >= errors:
            break
    return seen_patterns, seen_errors, deltas
