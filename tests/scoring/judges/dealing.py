"""Random deals as JSON documents, for guangdong, changde and hunan.

`Shuffle` lays a table of one rule set tile by tile from what is left of it, so that what it
builds is physically possible; `break_deal` then spoils a deal in one of the ways that a player
or a photo would.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from hypothesis import assume
from hypothesis import strategies as st

from scoring.tiles import Tile, format_tiles, parse_tiles

from .brute import EVERY_GROUP, SUITS, Group, tiles_of

RUNS, PUNGS = ("run",), ("pung",)
MIXED = (*RUNS, *PUNGS)
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=5,
)


def written(tiles: Iterable[int]) -> str:
    """The tiles in notation."""
    return format_tiles(Tile(tile) for tile in tiles)


class Shuffle:
    """The tiles that no one has taken yet, and the choices of one example."""

    def __init__(self, draw: Callable[[st.SearchStrategy], Any], kinds: Iterable[int]) -> None:
        self.draw = draw
        self.left = Counter(dict.fromkeys(kinds, 4))

    def one_of(self, choices: Sequence) -> Any:
        return self.draw(st.sampled_from(choices))

    def chance(self, in_ten: int) -> bool:
        return self.draw(st.integers(0, 9)) >= 10 - in_ten

    def take(self, tiles: Iterable[int]) -> None:
        self.left -= Counter(tiles)

    def has(self, tiles: Sequence[int]) -> bool:
        return all(self.left[tile] >= tiles.count(tile) for tile in tiles)

    def suit(self) -> list[int]:
        return list(self.one_of(SUITS))

    def group(self, kinds: Sequence[str], among: Iterable[int], holding: int | None = None):
        """A set taken from what is left, preferably `among` these tiles; None if there is none."""
        among = set(among)
        possible = [
            group
            for group in EVERY_GROUP
            if self.has(tiles_of(group)) and holding in (None, *tiles_of(group))
        ]
        liked = [
            group for group in possible if group.kind in kinds and among.issuperset(tiles_of(group))
        ]
        if not possible:
            return None
        group = self.one_of(liked or possible)
        self.take(tiles_of(group))
        return group

    def pair(self, among: Iterable[int], holding: int | None = None) -> int | None:
        possible = [tile for tile in self.left if self.left[tile] >= 2 and holding in (None, tile)]
        if not possible:
            return None
        tile = self.one_of([tile for tile in possible if tile in set(among)] or possible)
        self.take([tile, tile])
        return tile

    def meld(self, seat: int, group: Group, chows: bool) -> dict[str, Any] | None:
        """The set, already taken, as a meld of this seat; None if it cannot be one."""
        tiles = tiles_of(group)
        if group.kind == "run":
            previous = (seat - 1) % 4
            return {"type": "chow", "tiles": written(tiles), "from": previous} if chows else None
        kind = "pung"
        if self.left[group.tile] and self.chance(8):
            kind = self.one_of(["exposed_kong", "concealed_kong", "added_kong"])
            self.take([group.tile])
            tiles = (*tiles, group.tile)
        meld: dict[str, Any] = {"type": kind, "tiles": written(tiles)}
        if kind != "concealed_kong":
            meld["from"] = self.one_of([other for other in range(4) if other != seat])
        return meld

    def hand(
        self,
        seat: int,
        among: Iterable[int],
        kinds: Sequence[str],
        chows: bool,
        first: Sequence[Group] = (),
        holding: int | None = None,
        melds: int | None = None,
        pairs: Iterable[int] | None = None,
    ) -> tuple[list[dict], list[int]] | None:
        """Melds and concealed tiles, 14 less three for each meld, of a standard hand.

        The sets of `first` come before others; `holding` is a tile that stays concealed; the pair
        is preferably one of `pairs`.
        """
        among = list(among)
        melds = self.one_of([2, 0, 1, 3, 4]) if melds is None else melds
        groups, concealed = [], []
        for group in first if holding is None else first[:3]:
            if self.has(tiles_of(group)):
                self.take(tiles_of(group))
                groups.append(group)
        in_pair = holding is not None and self.left[holding] >= 2 and self.chance(3)
        if holding is not None and not in_pair:
            held = self.group(kinds, among, holding)
            if held is None:
                return None
            concealed.extend(tiles_of(held))
            melds = min(melds, 3)
        pair = self.pair(pairs or among, holding if in_pair else None)
        while len(groups) + len(concealed) // 3 < 4:
            group = self.group(kinds, among)
            if group is None:
                return None
            groups.append(group)
        if pair is None:
            return None
        concealed += [pair, pair]
        row = []
        for group in groups:
            meld = self.meld(seat, group, chows) if len(row) < melds else None
            if meld is None:
                concealed.extend(tiles_of(group))
            else:
                row.append(meld)
        return row, concealed

    def others_melds(self, seat: int, chows: bool) -> list[dict]:
        """A few melds of a player who does not win."""
        row = []
        for _ in range(self.one_of([0, 0, 0, 1, 2])):
            group = self.group(MIXED if chows else PUNGS, self.left)
            meld = None if group is None else self.meld(seat, group, chows)
            if meld is not None:
                row.append(meld)
        return row


def is_kong(meld: dict) -> bool:
    return meld["type"].endswith("kong")


def plausible_flags(shuffle: Shuffle, win: dict, deal: dict) -> list[str]:
    """Flags that the win can carry, mostly none."""
    own = deal["melds"][win["seat"]]
    untouched = not any(deal["melds"])
    possible: list[list[str]] = [[]]
    if win["by"] == "self_draw":
        possible.append(["last_tile"])
        if any(map(is_kong, own)):
            possible = [["kong_bloom"], ["kong_bloom", "last_tile"], [], ["last_tile"]]
        if untouched:
            possible.append(["heavenly" if win["seat"] == deal["dealer"] else "earthly"])
    elif win["by"] == "discard":
        possible.append(["kong_discard"])
        if untouched and win["from"] == deal["dealer"]:
            possible.append(["human"])
    return list(shuffle.one_of(possible)) if shuffle.chance(6) else []


def add_circumstances(shuffle: Shuffle, deal: dict) -> None:
    """Flags, the index of the blooming kong and the kong log, all as they can be."""
    for win in deal["wins"]:
        own = deal["melds"][win["seat"]]
        flags = plausible_flags(shuffle, win, deal)
        if flags or shuffle.chance(1):
            win["flags"] = flags
        kongs = [index for index, meld in enumerate(own) if is_kong(meld)]
        if "kong_bloom" in flags and shuffle.chance(5):
            win["kong_index"] = shuffle.one_of(kongs)
        if shuffle.chance(1):
            win["logged_kongs"] = [
                {"type": own[index]["type"], "tile": written(parse_tiles(own[index]["tiles"])[:1])}
                for index in kongs
            ]


def lay_table(
    shuffle: Shuffle,
    dealer: int,
    winning_hand: Callable[[int, int | None], tuple[list[dict], list[int]] | None],
    chows: bool,
    methods: Sequence[str],
) -> dict | None:
    """A deal that somebody wins, without flags and without what only one rule set asks.

    `winning_hand(seat, holding)` takes melds and concealed tiles, the winning one among them, from
    the shuffle; `holding` is that tile where it is settled. None where the tiles ran out.
    """
    method = shuffle.one_of(methods)
    *seats, source = shuffle.draw(st.permutations(range(4)))
    hands = {seats[0]: winning_hand(seats[0], None)}
    if hands[seats[0]] is None:
        return None
    possible = sorted(set(hands[seats[0]][1]))
    if method == "robbed_kong":
        # The robbed tile is a last copy: one in the hand, three with the kong-maker.
        possible = [tile for tile in possible if shuffle.left[tile] == 3]
        if not possible:
            return None
    shared = shuffle.one_of(possible)
    if method == "robbed_kong":
        shuffle.left[shared] = 0
    if method != "self_draw":
        for seat in seats[1 : shuffle.one_of([1, 1, 1, 2, 3])]:
            shuffle.left[shared] += 1
            hands[seat] = winning_hand(seat, shared)
            if hands[seat] is None:
                return None
    deal: dict[str, Any] = {"players": 4, "dealer": dealer, "outcome": "win"}
    deal["melds"] = [
        hands[seat][0] if seat in hands else shuffle.others_melds(seat, chows) for seat in range(4)
    ]
    deal["wins"] = [
        one_win(shuffle, seat, hand, shared, method, source) for seat, (_, hand) in hands.items()
    ]
    if method == "robbed_kong":
        enter_robbed_kong(shuffle, deal, shared)
    if method == "discard" and shuffle.chance(2):
        claim_winning_tile(shuffle, deal, shared, chows)
    return deal


def one_win(
    shuffle: Shuffle, seat: int, hand: list[int], winning: int, method: str, source: int
) -> dict[str, Any]:
    concealed = list(hand)
    concealed.remove(winning)
    win: dict[str, Any] = {
        "seat": seat,
        "concealed": written(sorted(concealed) if shuffle.chance(8) else concealed),
        "winning_tile": written([winning]),
        "by": "robbed_kong" if method == "opened_tile" else method,
    }
    if method == "opened_tile":
        win["robbed"] = method
    return win if method == "self_draw" else win | {"from": source}


def lay_draw(shuffle: Shuffle, dealer: int, chows: bool) -> dict[str, Any]:
    """A deal that nobody wins."""
    rows = [shuffle.others_melds(seat, chows) for seat in range(4)]
    return {"players": 4, "dealer": dealer, "outcome": "draw", "melds": rows}


def enter_robbed_kong(shuffle: Shuffle, deal: dict, tile: int) -> None:
    """The robbed kong among its maker's melds: as the kong, as its pung, or not at all."""
    maker = deal["wins"][0]["from"]
    feeder = shuffle.one_of([seat for seat in range(4) if seat != maker])
    kong = {"type": "added_kong", "tiles": written([tile] * 4), "from": feeder}
    pung = {"type": "pung", "tiles": written([tile] * 3), "from": feeder}
    entered = shuffle.one_of([kong, kong | {"robbed": True}, pung, None])
    if entered is not None:
        deal["melds"][maker].append(entered)
    if shuffle.chance(3):
        for win in deal["wins"]:
            win["robbed"] = "added_kong"


def claim_winning_tile(shuffle: Shuffle, deal: dict, tile: int, chows: bool) -> None:
    """A loser has already laid a meld with the winning discard."""
    source = deal["wins"][0]["from"]
    losers = set(range(4)) - {win["seat"] for win in deal["wins"]} - {source}
    shuffle.left[tile] += 1
    for seat in sorted(losers):
        kinds = MIXED if chows and seat == (source + 1) % 4 else PUNGS
        possible = [
            group
            for group in EVERY_GROUP
            if group.kind in kinds and tile in tiles_of(group) and shuffle.has(tiles_of(group))
        ]
        if possible:
            group = shuffle.one_of(possible)
            shuffle.take(tiles_of(group))
            deal["melds"][seat].append(
                {
                    "type": "chow" if group.kind == "run" else "pung",
                    "tiles": written(tiles_of(group)),
                    "from": source,
                    "claims_winning_tile": True,
                }
            )
            return
    shuffle.left[tile] -= 1


def change_one_tile(shuffle: Shuffle, deal: dict) -> None:
    """Swap a concealed tile of a winner for one that nobody holds."""
    win = shuffle.one_of(deal["wins"])
    concealed = list(parse_tiles(win["concealed"]))
    spare = sorted(tile for tile, n in shuffle.left.items() if n > 0)
    if concealed and spare:
        concealed[shuffle.draw(st.integers(0, len(concealed) - 1))] = shuffle.one_of(spare)
        win["concealed"] = written(sorted(concealed))


def break_deal(shuffle: Shuffle, deal: dict, more: Sequence[Callable]) -> dict:
    """A copy of the deal, spoiled once or twice; `more` are faults of one rule set."""
    broken = deepcopy(deal)
    for _ in range(shuffle.one_of([1, 1, 2])):
        shuffle.one_of([*FAULTS, *more])(shuffle, broken)
    return broken


def all_melds(deal: dict) -> list[dict]:
    return [meld for row in deal.get("melds") or () for meld in row]


def some_meld(shuffle: Shuffle, deal: dict) -> dict:
    """A meld that is there, or one that is nobody's."""
    return shuffle.one_of(all_melds(deal) or [{}])


def some_win(shuffle: Shuffle, deal: dict) -> dict:
    return shuffle.one_of(deal.get("wins") or [{}])


def some_tiles(shuffle: Shuffle, deal: dict) -> tuple[dict, str]:
    """An object and its field that holds tiles."""
    fields = [
        (win, name) for win in (deal.get("wins") or ()) for name in ("concealed", "winning_tile")
    ]
    fields += [(meld, "tiles") for meld in all_melds(deal)]
    return shuffle.one_of([(thing, name) for thing, name in fields if name in thing] or [({}, "")])


def miscount(shuffle: Shuffle, deal: dict) -> None:
    win = some_win(shuffle, deal)
    text = win.get("concealed", "")
    win["concealed"] = shuffle.one_of([text + "5p", text + "1m9m", text.rstrip("mps")[:-1]])
    if win["concealed"][-1:].isdigit():
        win["concealed"] += "s"


def hoard(shuffle: Shuffle, deal: dict) -> None:
    """The same tile once more, in place of another."""
    win = some_win(shuffle, deal)
    try:
        concealed = list(parse_tiles(win.get("concealed", "")))
        wanted = shuffle.one_of([*concealed, *parse_tiles(win.get("winning_tile", ""))])
    except (ValueError, IndexError):
        return
    for index in range(shuffle.one_of([1, 2, 4])):
        if index < len(concealed):
            concealed[index] = wanted
    win["concealed"] = written(concealed)


def foreign_tile(shuffle: Shuffle, deal: dict) -> None:
    thing, name = some_tiles(shuffle, deal)
    last_gone = (thing.get(name) or "5m").rstrip("mpsESWNCFP")[:-1]
    if last_gone[-1:].isdigit():
        last_gone += shuffle.one_of("mps")
    thing[name] = last_gone + shuffle.one_of(["X", "3f", "E", "C", "16f", "P"])


def no_notation(shuffle: Shuffle, deal: dict) -> None:
    thing, name = some_tiles(shuffle, deal)
    thing[name] = shuffle.one_of(["12z", "5", "m", "0m", "17f", "?", "back", "5M", "e", "12m?"])


def not_one_tile(shuffle: Shuffle, deal: dict) -> None:
    some_win(shuffle, deal)["winning_tile"] = shuffle.one_of(["", " ", "12m", "5m5m", "EE"])


def lose_field(shuffle: Shuffle, deal: dict) -> None:
    things = [deal, *(deal.get("wins") or ()), *all_melds(deal)]
    thing = shuffle.one_of(things)
    wanted = {"players", "dealer", "outcome", "melds", "wins", "seat", "concealed"}
    wanted |= {"winning_tile", "by", "from", "type", "tiles"}
    there = sorted(wanted & thing.keys())
    if there:
        del thing[shuffle.one_of(there)]


def no_seat(shuffle: Shuffle, deal: dict) -> None:
    thing, name = shuffle.one_of([(deal, "dealer"), (some_win(shuffle, deal), "seat")])
    thing[name] = shuffle.one_of([4, -1, "0", "east", True, None])


def other_table(shuffle: Shuffle, deal: dict) -> None:
    name, value = shuffle.one_of(
        [
            *[("players", 3), ("players", 5), ("players", "4"), ("players", None)],
            *[("melds", [[], [], []]), ("melds", [[]] * 5), ("melds", None), ("wins", [])],
            *[("outcome", "lost"), ("outcome", "false_win"), ("outcome", "draw")],
        ]
    )
    deal[name] = value


def other_method(shuffle: Shuffle, deal: dict) -> None:
    win = some_win(shuffle, deal)
    win["by"] = shuffle.one_of(["self_draw", "discard", "robbed_kong", "tsumo", ""])


def wrong_feeder(shuffle: Shuffle, deal: dict) -> None:
    thing = shuffle.one_of([*(deal.get("wins") or ()), *all_melds(deal), {}])
    thing["from"] = shuffle.one_of([0, 1, 2, 3, 4, -1, "1", 1.5])


def no_set(shuffle: Shuffle, deal: dict) -> None:
    meld = some_meld(shuffle, deal)
    texts = ["11m", "1111m", "112m", "135m", "89m1p", "EEE", "ESW", "CFP", "99m1p", "", "234s"]
    meld["tiles"] = shuffle.one_of(texts)


def other_type(shuffle: Shuffle, deal: dict) -> None:
    types = ["chow", "pung", "exposed_kong", "concealed_kong", "added_kong", "quad", "kong", ""]
    some_meld(shuffle, deal)["type"] = shuffle.one_of(types)


def odd_flags(shuffle: Shuffle, deal: dict) -> None:
    every = ["kong_bloom", "kong_discard", "flower_bloom", "last_tile", "heavenly", "earthly"]
    win = some_win(shuffle, deal)
    added = shuffle.draw(st.lists(st.sampled_from([*every, "human", "ready"]), max_size=2))
    win["flags"] = [*win.get("flags", ()), *added]


def odd_kong_index(shuffle: Shuffle, deal: dict) -> None:
    win = some_win(shuffle, deal)
    win["kong_index"] = shuffle.one_of([0, 1, 2, 3, 4, -1, -2])
    if shuffle.chance(5):
        win["flags"] = ["kong_bloom"]


def odd_kong_log(shuffle: Shuffle, deal: dict) -> None:
    kong = {"type": "exposed_kong", "tile": shuffle.one_of(["1m", "9s", "5p", "C", "12m", "z"])}
    win = some_win(shuffle, deal)
    win["logged_kongs"] = shuffle.one_of([[], [kong], [*win.get("logged_kongs", ()), kong]])


def no_replacement(shuffle: Shuffle, deal: dict) -> None:
    some_meld(shuffle, deal)["replaced"] = False


def odd_robbing(shuffle: Shuffle, deal: dict) -> None:
    kinds = ["added_kong", "concealed_kong", "exposed_kong", "opened_tile", "pung"]
    shuffle.one_of(
        [
            lambda: some_meld(shuffle, deal).update(robbed=True),
            lambda: some_win(shuffle, deal).update(robbed=shuffle.one_of(kinds)),
            lambda: [win.update(robbed=shuffle.one_of(kinds)) for win in (deal.get("wins") or ())],
        ]
    )()


def odd_claim(shuffle: Shuffle, deal: dict) -> None:
    some_meld(shuffle, deal)["claims_winning_tile"] = True


def second_winner(shuffle: Shuffle, deal: dict) -> None:
    win = deepcopy(some_win(shuffle, deal))
    name, value = shuffle.one_of(
        [
            *[("seat", seat) for seat in range(4)],
            *[("winning_tile", "1m"), ("by", "self_draw"), ("from", 3)],
        ]
    )
    win[name] = value
    if name != "seat" and "seat" in win and win["seat"] in range(4):
        win["seat"] = (win["seat"] + 1) % 4
    deal.setdefault("wins", []).append(win)


FAULTS: tuple[Callable[[Shuffle, dict], None], ...] = (
    *(miscount, hoard, foreign_tile, no_notation, not_one_tile, lose_field, no_seat),
    *(other_table, other_method, wrong_feeder, no_set, other_type, odd_flags, odd_kong_index),
    *(odd_kong_log, no_replacement, odd_robbing, odd_claim, second_winner),
)


def spots(value: Any, path: tuple = ()) -> list[tuple]:
    """Every place in a JSON value."""
    found = [path]
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        if isinstance(inner, dict | list):
            found += spots(inner, (*path, key))
        else:
            found.append((*path, key))
    return found


def scribble(shuffle: Shuffle, document: dict) -> dict:
    """A copy of the document with any JSON value at one place."""
    scribbled = deepcopy(document)
    *path, last = shuffle.one_of(spots(scribbled)[1:])
    thing = scribbled
    for key in path:
        thing = thing[key]
    thing[last] = shuffle.draw(ANY_JSON)
    return scribbled


class Deals(NamedTuple):
    """Strategies of documents of one rule set."""

    wins: st.SearchStrategy[dict]
    """A legal table; nearly all are wins."""
    near_wins: st.SearchStrategy[dict]
    """The same, a concealed tile or two changed."""
    draws: st.SearchStrategy[dict]
    """A deal that nobody wins."""
    broken: st.SearchStrategy[dict]
    """A fault or two that schema.md has a code for."""
    scribbles: st.SearchStrategy[dict]
    """Any JSON value at any one place."""


def deals(
    rules: str,
    options: st.SearchStrategy[dict],
    won: Callable[[Callable, dict], tuple[Shuffle, dict | None]],
    drawn: Callable[[Callable, dict], dict],
    faults: Sequence[Callable[[Shuffle, dict], None]],
) -> Deals:
    """The strategies of a rule set.

    `won(draw, options)` lays a win (None where the tiles ran out) and `drawn` a drawn deal;
    `faults` are those of the rule set's own fields.
    """

    @st.composite
    def laid(draw) -> tuple[Shuffle, dict]:
        chosen = draw(options)
        shuffle, deal = won(draw, chosen)
        assume(deal is not None)
        return shuffle, {"rules": rules, "options": chosen, "deal": deal}

    @st.composite
    def near_wins(draw) -> dict:
        shuffle, document = draw(laid())
        for _ in range(shuffle.one_of([1, 1, 2])):
            change_one_tile(shuffle, document["deal"])
        return document

    @st.composite
    def draws(draw) -> dict:
        chosen = draw(options)
        return {"rules": rules, "options": chosen, "deal": drawn(draw, chosen)}

    @st.composite
    def broken(draw) -> dict:
        shuffle, document = draw(laid())
        return document | {"deal": break_deal(shuffle, document["deal"], faults)}

    @st.composite
    def scribbles(draw) -> dict:
        return scribble(*draw(laid()))

    wins = laid().map(lambda both: both[1])
    return Deals(wins, near_wins(), draws(), broken(), scribbles())
