"""What the judges of fuzhou, chongqing and three_player share: the deal, its checks, readings.

A judge is slow and plain on purpose: the engine is held against it. Everything here follows
schema.md alone. A check yields the codes of every fault that it finds; the first check with a fault
decides, and where one check finds faults of several codes, any of them is a right answer.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from scoring.tiles import Tile, UnknownTile, parse_tiles

CHARACTERS = tuple(Tile(kind) for kind in range(9))
DOTS = tuple(Tile(kind) for kind in range(9, 18))
BAMBOO = tuple(Tile(kind) for kind in range(18, 27))
SUITS = (CHARACTERS, DOTS, BAMBOO)
WINDS = (Tile.EAST, Tile.SOUTH, Tile.WEST, Tile.NORTH)
DRAGONS = (Tile.RED, Tile.GREEN, Tile.WHITE)
HONOURS = WINDS + DRAGONS
FLOWERS = tuple(Tile(kind) for kind in range(35, 51))

KONGS = ("exposed_kong", "concealed_kong", "added_kong")
MELD_TYPES = ("chow", "pung", *KONGS)
FED = ("chow", "pung", "exposed_kong", "added_kong")
FLAGS = (
    "kong_bloom",
    "kong_discard",
    "flower_bloom",
    "last_tile",
    "heavenly",
    "earthly",
    "human",
)
FIRST_TURN = ("heavenly", "earthly", "human")


# --- the deal, read ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Meld:
    """A meld on the table; ``stands_for`` is its set with the jokers replaced."""

    seat: int
    type: object
    tiles: tuple[Tile, ...]
    source: object
    replaced: bool
    robbed: bool
    claims: bool
    declared: tuple[Tile, ...] | None

    @property
    def is_kong(self) -> bool:
        return self.type in KONGS

    @property
    def stands_for(self) -> tuple[Tile, ...]:
        if self.declared is not None:
            return tuple(sorted(self.declared))
        natural = [tile for tile in self.tiles if tile != Tile.JOKER]
        if Tile.JOKER in self.tiles and natural:
            return (natural[0],) * len(self.tiles)
        return tuple(sorted(self.tiles))


@dataclass(frozen=True)
class Win:
    """One winner; ``source`` is the seat that the winning tile came from."""

    seat: int
    concealed: tuple[Tile, ...]
    tile: Tile
    by: object
    source: object
    robbed: object
    flags: tuple[object, ...]
    flowers: tuple[Tile | None, ...]
    kong_index: object
    logged: tuple[tuple[str, Tile], ...] | None
    passed: Tile | None

    @property
    def hand(self) -> tuple[Tile, ...]:
        return tuple(sorted((*self.concealed, self.tile)))


@dataclass(frozen=True)
class Deal:
    """A deal whose notation is right."""

    dealer: int
    outcome: str
    melds: tuple[tuple[Meld, ...], ...]
    wins: tuple[Win, ...]
    first_discards: tuple[Tile, ...]
    hands: Mapping[int, tuple[Tile, ...]]
    offender: int | None

    @property
    def all_melds(self) -> tuple[Meld, ...]:
        return tuple(meld for row in self.melds for meld in row)

    def robs(self, meld: Meld) -> bool:
        """Is this the meld whose kong a winner robbed?"""
        return meld.type in ("pung", "added_kong") and any(
            win.by == "robbed_kong" and win.source == meld.seat and win.tile in meld.stands_for
            for win in self.wins
        )


@dataclass(frozen=True)
class House:
    """What the checks need to know of a rule set under its options."""

    players: int
    legal: frozenset[Tile]
    chow: bool = False
    claimable: tuple[str, ...] = ("pung", "exposed_kong")
    earthly_by: tuple[str, ...] = ("discard",)
    several_winners: bool = True
    false_win: bool = False
    joker_in_melds: bool = False
    flower_tiles: int = 0
    asks_hands: bool = False
    first_discards: bool = False
    passed_tile: bool = False

    @property
    def flowers(self) -> bool:
        return self.flower_tiles > 0


@dataclass
class Verdict:
    """What a judge found: codes of which each is right, or an answer with its equal readings.

    ``wins`` holds, for each win, every object that is as good as the one in the answer.
    """

    errors: tuple[str, ...] = ()
    answer: dict = field(default_factory=dict)
    wins: list[list[dict]] = field(default_factory=list)

    def document(self) -> dict:
        """In the shape of an example's ``expect``."""
        if self.errors:
            return {"valid": False, "error": self.errors[0]}
        return {"valid": True, **self.answer}


class Refused(Exception):
    """A check found faults; its arguments are their codes."""


def differences(verdict: Verdict, got: Mapping) -> list[str]:
    """Where an answer of the engine is not what the judge found; empty when it is right.

    Patterns may be given as ids or as objects with an ``id``.
    """
    if verdict.errors:
        if got.get("valid") is False and got.get("error") in verdict.errors:
            return []
        return [f"expected error {' or '.join(verdict.errors)}, got {brief(got)}"]
    if got.get("valid") is not True:
        return [f"expected {verdict.document()}, got {brief(got)}"]
    wrong = [
        f"{key}: expected {value}, got {got.get(key)}"
        for key, value in verdict.answer.items()
        if key != "wins" and got.get(key) != value
    ]
    wins = got.get("wins", [])
    if len(wins) != len(verdict.answer["wins"]):
        return [*wrong, f"expected {len(verdict.answer['wins'])} wins, got {len(wins)}"]
    for number, (equals, have) in enumerate(zip(verdict.wins, wins, strict=True)):
        if not any(same_win(want, have) for want in equals):
            wrong.append(f"win {number}: expected {equals[0]}, got {have}")
    return wrong


def same_win(want: Mapping, have: Mapping) -> bool:
    """Are two objects of ``wins`` the same, patterns in any order?"""
    ids = sorted(p if isinstance(p, str) else p["id"] for p in have.get("patterns", []))
    return ids == sorted(want["patterns"]) and all(
        have.get(key) == value for key, value in want.items() if key != "patterns"
    )


def brief(got: Mapping) -> dict:
    """The telling part of an answer of the engine, for a message."""
    return {
        key: got[key] for key in ("valid", "error", "deltas", "wins", "next_dealer") if key in got
    }


# --- notation ---------------------------------------------------------------------------------


def is_seat(value: object, players: int) -> bool:
    return type(value) is int and 0 <= value < players


class Notation:
    """Reads texts, and gathers what is missing or is no notation."""

    def __init__(self) -> None:
        self.missing = False
        self.unknown = False
        self.wrong_type = False

    def tiles(self, value: object) -> tuple[Tile, ...]:
        if not isinstance(value, str):
            self.unknown = self.wrong_type = True
            return ()
        try:
            return parse_tiles(value)
        except UnknownTile:
            self.unknown = True
            return ()

    def tile(self, value: object) -> Tile:
        tiles = self.tiles(value)
        if len(tiles) != 1:
            self.unknown = True
            return Tile.EAST
        return tiles[0]

    def need(self, fields: Mapping, *names: str) -> bool:
        absent = [name for name in names if fields.get(name) is None]
        self.missing |= bool(absent)
        return not absent

    def close(self) -> None:
        if self.missing:
            raise Refused("missing_field")
        if self.unknown:
            raise Refused("unknown_tile", *(["missing_field"] if self.wrong_type else []))


def read_meld(note: Notation, seat: int, fields: object, house: House) -> Meld | None:
    if not isinstance(fields, Mapping):
        note.missing = True
        return None
    if not note.need(fields, "type", "tiles"):
        return None
    if fields["type"] in FED:
        note.need(fields, "from")
    tiles = note.tiles(fields["tiles"])
    declared = None
    if Tile.JOKER in house.legal:
        if fields.get("as") is not None:
            declared = note.tiles(fields["as"])
        elif fields["type"] == "chow" and Tile.JOKER in tiles:
            note.missing = True
    return Meld(
        seat=seat,
        type=fields["type"],
        tiles=tiles,
        source=fields.get("from"),
        replaced=fields.get("replaced") is not False,
        robbed=fields.get("robbed") is True,
        claims=fields.get("claims_winning_tile") is True,
        declared=declared,
    )


def read_logged(note: Notation, entries: object) -> tuple[tuple[str, Tile], ...] | None:
    if entries is None:
        return None
    if not isinstance(entries, list) or not all(isinstance(entry, Mapping) for entry in entries):
        note.missing = True
        return None
    for entry in entries:
        note.need(entry, "type", "tile")
    if note.missing:
        return None
    return tuple((str(entry["type"]), note.tile(entry["tile"])) for entry in entries)


def one_tile(text: object) -> Tile | None:
    """The tile of a text, None where it is no text of one tile."""
    try:
        tiles = parse_tiles(text) if isinstance(text, str) else ()
    except UnknownTile:
        return None
    return tiles[0] if len(tiles) == 1 else None


def read_win(note: Notation, fields: object, house: House) -> Win | None:
    if not isinstance(fields, Mapping):
        note.missing = True
        return None
    whole = note.need(fields, "seat", "concealed", "winning_tile", "by")
    if fields.get("by") in ("discard", "robbed_kong"):
        whole &= note.need(fields, "from")
    if house.flowers:
        whole &= note.need(fields, "flowers")
    if not is_seat(fields.get("seat"), house.players):
        note.missing = True
    if not whole or note.missing:
        return None
    flags = fields.get("flags")
    if flags is None:
        flags = []
    elif not isinstance(flags, list):
        flags = [None]
    flowers: list[Tile | None] = []
    if house.flowers:
        # three_player.md §4: anything but a flower is `bad_flower`, unreadable text too.
        given = fields["flowers"] if isinstance(fields["flowers"], list) else [None]
        flowers = [one_tile(flower) for flower in given]
    passed = None
    if house.passed_tile and fields.get("passed_tile") is not None:
        passed = note.tile(fields["passed_tile"])
    return Win(
        seat=fields["seat"],
        concealed=note.tiles(fields["concealed"]),
        tile=note.tile(fields["winning_tile"]),
        by=fields["by"],
        source=fields.get("from"),
        robbed="added_kong" if fields.get("robbed") is None else fields["robbed"],
        flags=tuple(flags),
        flowers=tuple(flowers),
        kong_index=fields.get("kong_index"),
        logged=read_logged(note, fields.get("logged_kongs")),
        passed=passed,
    )


def read_hands(note: Notation, entries: object, players: int) -> dict[int, tuple[Tile, ...]]:
    hands: dict[int, tuple[Tile, ...]] = {}
    for entry in entries if isinstance(entries, list) else []:
        fields = entry if isinstance(entry, Mapping) else {}
        if is_seat(fields.get("seat"), players) and note.need(fields, "concealed"):
            hands[fields["seat"]] = note.tiles(fields["concealed"])
        else:
            note.missing = True
    if sorted(hands) != list(range(players)):
        note.missing = True
    return hands


def read_deal(document: Mapping, house: House) -> Deal:
    """The deal of a document.

    Raises:
        Refused: a field is missing, or a text is no notation.
    """
    note = Notation()
    fields = document.get("deal")
    if not isinstance(fields, Mapping):
        raise Refused("missing_field")
    outcome = fields.get("outcome")
    rows = fields.get("melds")
    if (
        type(fields.get("players")) is not int
        or fields["players"] != house.players
        or not is_seat(fields.get("dealer"), house.players)
        or outcome not in ("win", "draw", "false_win")
        or not isinstance(rows, list)
        or len(rows) != house.players
        or not all(isinstance(row, list) for row in rows)
    ):
        raise Refused("missing_field")
    melds = [[read_meld(note, seat, meld, house) for meld in row] for seat, row in enumerate(rows)]
    wins: list[Win | None] = []
    if outcome == "win":
        entries = fields.get("wins")
        if not isinstance(entries, list) or not entries:
            raise Refused("missing_field")
        wins = [read_win(note, entry, house) for entry in entries]
    offender = fields.get("offender")
    if house.false_win and outcome == "false_win" and not is_seat(offender, house.players):
        note.missing = True
    first: list[Tile] = []
    if house.first_discards and fields.get("first_discards") is not None:
        given = fields["first_discards"]
        if not isinstance(given, list) or len(given) != house.players:
            note.missing = True
        else:
            first = [note.tile(tile) for tile in given]
    hands: dict[int, tuple[Tile, ...]] = {}
    if house.asks_hands and outcome == "draw":
        hands = read_hands(note, fields.get("hands_at_draw"), house.players)
    note.close()
    return Deal(
        dealer=fields["dealer"],
        outcome=outcome,
        melds=tuple(tuple(meld for meld in row if meld) for row in melds),
        wins=tuple(win for win in wins if win),
        first_discards=tuple(first),
        hands=hands,
        offender=offender if outcome == "false_win" else None,
    )


# --- checks, in the order of schema.md ---------------------------------------------------------


def check_winners_agree(deal: Deal, _house: House) -> Iterator[str]:
    seats = [win.seat for win in deal.wins]
    if len(set(seats)) < len(seats):
        yield "flag_conflict"
    if any(
        (win.tile, win.source, win.by) != (deal.wins[0].tile, deal.wins[0].source, deal.wins[0].by)
        for win in deal.wins
    ):
        yield "flag_conflict"


def check_legal(deal: Deal, house: House) -> Iterator[str]:
    named: list[Tile] = [*deal.first_discards]
    for hand in deal.hands.values():
        named += hand
    for meld in deal.all_melds:
        named += meld.tiles
        named += meld.declared or ()
    for win in deal.wins:
        named += win.hand
        named += [tile for _, tile in win.logged or ()]
        named += [win.passed] if win.passed is not None else []
    if any(tile not in house.legal for tile in named):
        yield "tile_not_in_set"


def is_set(tiles: Iterable[Tile], kind: object) -> bool:
    """Do the tiles, none of them a joker, make a meld of this kind?"""
    tiles = sorted(tiles)
    if kind == "chow":
        return len(tiles) == 3 and any(
            tiles == list(suit[start : start + 3]) for suit in SUITS for start in range(7)
        )
    return len(tiles) == (3 if kind == "pung" else 4) and len(set(tiles)) == 1


def check_melds(deal: Deal, house: House) -> Iterator[str]:
    for meld in deal.all_melds:
        jokers = meld.tiles.count(Tile.JOKER)
        if meld.type not in MELD_TYPES:
            yield "bad_meld"
        elif meld.type == "chow" and not house.chow:
            yield "meld_not_allowed"
        elif jokers and (meld.is_kong or not house.joker_in_melds or jokers == len(meld.tiles)):
            yield "wild_not_allowed"
            if len(meld.tiles) != (4 if meld.is_kong else 3):
                yield "bad_meld"
        elif not fits(meld):
            yield "bad_meld"


def fits(meld: Meld) -> bool:
    """Are the tiles a set of the meld's kind, and what the jokers among them stand for?"""
    natural = Counter(tile for tile in meld.tiles if tile != Tile.JOKER)
    return (
        is_set(meld.stands_for, meld.type)
        and len(meld.tiles) == len(meld.stands_for)
        and natural <= Counter(meld.stands_for)
    )


def check_fed(deal: Deal, house: House) -> Iterator[str]:
    def feeds(source: object, seat: int) -> bool:
        return is_seat(source, house.players) and source != seat

    for meld in deal.all_melds:
        if meld.type in FED and not feeds(meld.source, meld.seat):
            yield "bad_source"
        if meld.type == "chow" and meld.source != (meld.seat - 1) % house.players:
            yield "bad_source"
        if meld.type == "concealed_kong" and meld.source is not None:
            yield "bad_source"
    for win in deal.wins:
        if win.by in ("discard", "robbed_kong") and not feeds(win.source, win.seat):
            yield "bad_source"
        if win.by == "self_draw" and win.source is not None:
            yield "bad_source"


def check_robbing(deal: Deal, _house: House) -> Iterator[str]:
    for win in deal.wins:
        if win.by != "robbed_kong":
            continue
        # No kong holds a joker (three_player.md §1), so none can be robbed of one.
        if win.robbed != "added_kong" or win.tile == Tile.JOKER:
            yield "not_robbable"
        for meld in deal.all_melds:
            if (
                meld.seat == win.source
                and meld.type in ("exposed_kong", "concealed_kong")
                and win.tile in meld.tiles
            ):
                yield "not_robbable"
    if any(meld.robbed and not deal.robs(meld) for meld in deal.all_melds):
        yield "not_robbable"


def check_claims(deal: Deal, house: House) -> Iterator[str]:
    for meld in deal.all_melds:
        if meld.claims and not (
            meld.type in house.claimable
            and all(win.seat != meld.seat for win in deal.wins)
            and deal.wins
            and deal.wins[0].by == "discard"
            and deal.wins[0].source == meld.source
            and deal.wins[0].tile in meld.tiles
        ):
            yield "bad_source"
    if any(win.tile == Tile.JOKER and win.by == "discard" for win in deal.wins):
        yield "wild_not_allowed"


def check_replaced(deal: Deal, _house: House) -> Iterator[str]:
    for win in deal.wins:
        if any(meld.is_kong and not meld.replaced for meld in deal.melds[win.seat]):
            yield "kong_not_replaced"


def check_counts(deal: Deal, _house: House) -> Iterator[str]:
    for win in deal.wins:
        if len(win.hand) != 14 - 3 * len(deal.melds[win.seat]):
            yield "wrong_tile_count"
    for seat, hand in deal.hands.items():
        if len(hand) != 13 - 3 * len(deal.melds[seat]):
            yield "wrong_tile_count"


def check_copies(deal: Deal, _house: House) -> Iterator[str]:
    seen = Counter(deal.first_discards)
    for hand in deal.hands.values():
        seen.update(hand)
    for meld in deal.all_melds:
        if not deal.robs(meld):
            seen.update(meld.tiles)
    for win in deal.wins:
        seen.update(win.concealed)
    if deal.wins:
        tile = deal.wins[0].tile
        if deal.wins[0].by == "robbed_kong":
            seen[tile] += 3
        if not any(meld.claims for meld in deal.all_melds):
            seen[tile] += 1
    if max(seen.values(), default=0) > 4:
        yield "too_many_copies"


def check_kong_log(deal: Deal, _house: House) -> Iterator[str]:
    for win in deal.wins:
        kongs = Counter((meld.type, meld.tiles[0]) for meld in deal.melds[win.seat] if meld.is_kong)
        if win.logged is not None and Counter(win.logged) != kongs:
            yield "kong_mismatch"


def flags_conflict(deal: Deal, win: Win, house: House) -> bool:
    flags = win.flags
    own = deal.melds[win.seat]
    if any(not isinstance(flag, str) or flag not in FLAGS for flag in flags):
        return True
    if len(set(flags)) < len(flags):
        return True
    if "kong_bloom" in flags:
        if win.by != "self_draw" or not any(meld.is_kong for meld in own):
            return True
        if win.kong_index is not None and not (
            is_seat(win.kong_index, len(own)) and own[win.kong_index].is_kong
        ):
            return True
    if "kong_discard" in flags and win.by != "discard":
        return True
    if "flower_bloom" in flags and (
        win.by != "self_draw" or not win.flowers or "kong_bloom" in flags
    ):
        return True
    if "last_tile" in flags and win.by != "self_draw":
        return True
    if "heavenly" in flags and (win.by != "self_draw" or win.seat != deal.dealer):
        return True
    if "earthly" in flags:
        from_dealer = win.by == "discard" and win.source == deal.dealer
        drawn = win.by == "self_draw" and "self_draw" in house.earthly_by
        if win.seat == deal.dealer or not (from_dealer or drawn):
            return True
    if "human" in flags and not (win.by == "discard" and win.source == deal.dealer):
        return True
    first = [flag for flag in flags if flag in FIRST_TURN]
    if not first:
        return False
    if len(first) > 1 or {"last_tile", "kong_bloom", "kong_discard"} & set(flags):
        return True
    return any(
        not meld.claims
        and not (first == ["human"] and meld.seat == deal.dealer and meld.type == "concealed_kong")
        for meld in deal.all_melds
    )


def check_flags(deal: Deal, house: House) -> Iterator[str]:
    if any(flags_conflict(deal, win, house) for win in deal.wins):
        yield "flag_conflict"


def check_method(deal: Deal, house: House) -> Iterator[str]:
    if deal.outcome == "false_win" and not house.false_win:
        yield "bad_win_method"
    if any(win.by not in ("self_draw", "discard", "robbed_kong") for win in deal.wins):
        yield "bad_win_method"
    elif len(deal.wins) > 1 and (not house.several_winners or deal.wins[0].by == "self_draw"):
        yield "one_winner_only"


def check_passed(deal: Deal, _house: House) -> Iterator[str]:
    if any(win.by == "discard" and win.passed == win.tile for win in deal.wins):
        yield "passed_win"


def check_flowers(deal: Deal, house: House) -> Iterator[str]:
    flowers = [flower for win in deal.wins for flower in win.flowers]
    if len(set(flowers)) < len(flowers):
        yield "bad_flower"
    if any(flower not in FLOWERS[: house.flower_tiles] for flower in flowers):
        yield "bad_flower"


CHECKS: tuple[Callable[[Deal, House], Iterator[str]], ...] = (
    check_winners_agree,
    check_legal,
    check_melds,
    check_fed,
    check_robbing,
    check_claims,
    check_replaced,
    check_counts,
    check_copies,
    check_kong_log,
    check_flags,
    check_method,
    check_passed,
    check_flowers,
)


def checked(document: Mapping, house: House) -> Deal:
    """The deal of a document that passed every check before the shape.

    Raises:
        Refused: with the codes that the first failing check found.
    """
    deal = read_deal(document, house)
    for check in CHECKS:
        codes = list(dict.fromkeys(check(deal, house)))
        if codes:
            raise Refused(*codes)
    return deal


# --- readings of a hand ------------------------------------------------------------------------


@dataclass(frozen=True)
class Reading:
    """Sets (each a sorted triple) and a pair that a hand's concealed tiles make."""

    sets: tuple[tuple[Tile, ...], ...]
    pair: Tile


def runs_of(*suits: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
    """Every run of three in the suits."""
    return [suit[start : start + 3] for suit in suits for start in range(7)]


def pungs_of(kinds: Iterable[Tile]) -> list[tuple[Tile, ...]]:
    """A pung of every kind."""
    return [(kind, kind, kind) for kind in kinds]


def is_pung(group: tuple[Tile, ...]) -> bool:
    """Three or four equal tiles."""
    return len(set(group)) == 1


def readings(
    hand: Iterable[Tile], sets: list[tuple[Tile, ...]], kinds: Iterable[Tile]
) -> list[Reading]:
    """Every way to lay a hand as sets from a list and one pair, jokers standing for any kind.

    It tries every choice of the sets that the hand has, jokers filling the gaps, and drops a choice
    as soon as it needs more jokers than there are.
    """
    kinds = list(kinds)
    left = Counter(hand)
    jokers = left.pop(Tile.JOKER, 0)
    number, rest = divmod(sum(left.values()) + jokers, 3)
    if rest != 2:
        return []
    sets = [group for group in sets if sum((Counter(group) - left).values()) <= jokers]
    found: list[Reading] = []

    def lay(group: tuple[Tile, ...], spare: int, then: Callable[[int], None]) -> None:
        taken = []
        for tile in group:
            if left[tile]:
                left[tile] -= 1
                taken.append(tile)
        if len(group) - len(taken) <= spare:
            then(spare - (len(group) - len(taken)))
        for tile in taken:
            left[tile] += 1

    def choose(start: int, chosen: tuple[tuple[Tile, ...], ...], spare: int) -> None:
        if len(chosen) == number:
            for kind in kinds:
                lay((kind, kind), spare, partial(finish, chosen, kind))
            return
        for index in range(start, len(sets)):
            lay(sets[index], spare, partial(choose, index, (*chosen, sets[index])))

    def finish(chosen: tuple[tuple[Tile, ...], ...], pair: Tile, _spare: int) -> None:
        if not any(left.values()):
            found.append(Reading(chosen, pair))

    choose(0, (), jokers)
    return found


def is_seven_pairs(hand: Iterable[Tile]) -> bool:
    """Fourteen tiles in pairs; four equal are two pairs."""
    counts = Counter(hand)
    return sum(counts.values()) == 14 and all(count % 2 == 0 for count in counts.values())


def one_suit(tiles: Iterable[Tile]) -> bool:
    """All tiles are of the same suit."""
    return any(set(tiles) <= set(suit) for suit in SUITS)
