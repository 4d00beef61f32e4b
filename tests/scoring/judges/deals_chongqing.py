"""Random deals of chongqing: see deals_other.py."""

from random import Random

from hypothesis import strategies as st

from scoring.tiles import Tile, parse_tiles

from .brute_other import SUITS, is_pung, pungs_of, runs_of
from .deals_other import (
    Game,
    Laid,
    Wall,
    chance,
    change,
    documents,
    drawn,
    near,
    seven_pairs,
    spoiled,
    standard,
    text,
    won,
)

KINDS = tuple(tile for suit in SUITS for tile in suit)
SETS = tuple(pungs_of(KINDS) + runs_of(*SUITS))


def lay(wall: Wall, must: Tile | None) -> Laid | None:
    """A hand of any row of section 2."""
    random = wall.random
    suit = random.choice(SUITS)
    narrow = [tile for tile in KINDS if 2 <= tile % 9 <= 5]
    kinds = random.choice((KINDS, KINDS, suit, suit, narrow))
    sets = [group for group in SETS if set(group) <= set(kinds)]
    pairs = list(kinds)
    shape = random.choice(("sets", "sets", "sets", "pungs", "pairs", "outside", "258"))
    if shape == "pairs":
        return seven_pairs(wall, kinds, must)
    if shape == "pungs":
        sets = [group for group in sets if is_pung(group)]
    if shape == "258":
        pairs = [tile for tile in KINDS if tile % 3 == 1]
        sets = pungs_of(pairs)
    if shape == "outside":
        among = random.choice((KINDS, suit))
        sets = [
            group
            for group in SETS
            if set(group) <= set(among) and any(tile % 9 in (0, 8) for tile in group)
        ]
        pairs = [tile for tile in among if tile % 9 in (0, 8) or chance(random, 0.1)]
    return standard(wall, sets, pairs, must)


def finish(random: Random, document: dict, wall: Wall) -> None:
    """The hands at a draw: near ready, ready, or nothing of the kind."""
    deal = document["deal"]
    if deal["outcome"] != "draw" or document["options"].get("ready_check") == "off":
        return
    hands = []
    for seat, row in enumerate(deal["melds"]):
        number = 13 - 3 * len(row)
        laid = lay(wall, None) if not row and chance(random, 0.7) else None
        if laid is None:
            groups = [group for group in (wall.any_of(SETS) for _ in range(4 - len(row))) if group]
            tiles = [tile for group in groups for tile in group]
            tiles += wall.any_of([(tile,) for tile in KINDS]) or ()
            while len(tiles) < number:
                tiles += wall.any_of([(tile,) for tile in KINDS])
        else:
            tiles = laid.tiles
        random.shuffle(tiles)
        wall.give(tiles[number:])
        tiles = tiles[:number]
        if chance(random, 0.3):
            index = random.randrange(number)
            wall.give(tiles[index : index + 1])
            tiles[index] = wall.any_of([(tile,) for tile in KINDS])[0]
        hands.append({"seat": seat, "concealed": text(tiles)})
    random.shuffle(hands)
    deal["hands_at_draw"] = hands


def wrong_hands(random: Random, document: dict) -> None:
    """A hand at the draw is missing, too long, too short, or holds what it cannot."""
    deal = document["deal"]
    hands = deal.get("hands_at_draw")
    if not isinstance(hands, list) or len(hands) != 4:
        if chance(random, 0.5):
            deal["hands_at_draw"] = random.choice(([], None, [5]))
        return
    hand = random.choice(hands)
    what = random.choice(("gone", "seat", "null", "text", "longer", "shorter", "copies", "all"))
    if what == "all":
        deal.pop("hands_at_draw")
    elif what == "gone":
        hands.remove(hand)
    elif what == "seat":
        hand["seat"] = random.choice((-1, 4, "0", None, (hand["seat"] + 1) % 4))
    elif what == "null":
        hand["concealed"] = None
    elif what == "text":
        hand["concealed"] = random.choice(("0m", "12", "E", "1f", "X"))
    else:
        tiles = list(parse_tiles(hand["concealed"]))
        if what == "longer":
            tiles.append(random.choice(KINDS))
        elif what == "shorter":
            tiles.pop()
        else:
            tiles = [tiles[0]] * len(tiles)
        hand["concealed"] = text(tiles)


def another_chow(random: Random, document: dict) -> None:
    rows = document["deal"].get("melds")
    if isinstance(rows, list) and len(rows) == 4 and isinstance(rows[0], list):
        rows[0].append({"type": "chow", "tiles": text(SUITS[0][:3]), "from": 3})


def another_method(random: Random, document: dict) -> None:
    change(random, [document["options"]], "multi_win", ("nearest",))


GAME = Game(
    rules="chongqing",
    players=4,
    kinds=KINDS,
    sets=SETS,
    chow=False,
    claims=("exposed_kong", "pung"),
    options={
        "unit": (1, 2, 5),
        "pattern_scoring": ("full", "full", "kong_only"),
        "full_flush_seven_pairs_reading": ("quad_8", "any_8"),
        "unlisted_compounds": ("public", "highest"),
        "bloom_includes_kong": (True, False),
        "kong_bloom_points": (1, 2, 3),
        "kong_discard_points": (0, 1, 2, 3),
        "robbed_kong_points": (1, 2),
        "outside_hand_pair": (True, False),
        "rob_pays": ("konger_once", "konger_all"),
        "fed_kong_bloom_pays": ("all_pay", "feeder_once", "feeder_all"),
        "self_draw_bonus": (0, 1),
        "cap": (None, 1, 3, 6, 10),
        "multi_win": ("all", "all", "all", "nearest"),
        "ready_check": ("max", "max", "min", "off"),
    },
    lay=lay,
    finish=finish,
    faults=(wrong_hands, wrong_hands, another_chow, another_method),
    foreign=("E", "C", "X", "1f"),
)


def winning_deals() -> st.SearchStrategy[dict]:
    """Deals with winning hands."""
    return documents(GAME, won)


def near_deals() -> st.SearchStrategy[dict]:
    """Deals with a tile changed."""
    return documents(GAME, near)


def drawn_deals() -> st.SearchStrategy[dict]:
    """Deals that nobody won, with the hands for the readiness check."""
    return documents(GAME, drawn)


def spoiled_deals() -> st.SearchStrategy[dict]:
    """Deals with faults in the record."""
    return documents(GAME, spoiled)
