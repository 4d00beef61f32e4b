"""Random deals of fuzhou: see deals_other.py."""

from random import Random

from hypothesis import strategies as st

from scoring.tiles import Tile

from .brute_other import DRAGONS, HONOURS, SUITS, WINDS, is_pung, pungs_of, runs_of
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
    singles,
    spoiled,
    standard,
    text,
    won,
)

KINDS = (*(tile for suit in SUITS for tile in suit), *HONOURS)
WIND_RUNS = [tuple(wind for wind in WINDS if wind != left_out) for left_out in WINDS]
SETS = tuple(pungs_of(KINDS) + runs_of(*SUITS) + WIND_RUNS + [DRAGONS])


def lay(wall: Wall, must: Tile | None) -> Laid | None:
    """A hand of any shape of section 2."""
    random = wall.random
    suit = random.choice(SUITS)
    narrow = [tile for tile in KINDS if tile in WINDS or 2 <= tile % 9 <= 6][:9]
    kinds = random.choice((KINDS, KINDS, suit, HONOURS, (*suit, *HONOURS), narrow))
    sets = [group for group in SETS if set(group) <= set(kinds)]
    shape = random.choice(
        ("sets", "sets", "sets", "runs", "pungs", "pairs", "unconnected", "seven_stars", "free")
    )
    if shape == "pairs":
        return seven_pairs(wall, kinds, must)
    if shape == "free":
        honours = list(HONOURS) * 4
        random.shuffle(honours)
        return singles(wall, honours[:14], must)
    if shape in ("unconnected", "seven_stars"):
        return unconnected(wall, shape == "seven_stars", must)
    if shape == "pungs":
        sets = [group for group in sets if is_pung(group)]
    if shape == "runs":
        # A pung beside runs that hold its tile: four equal tiles that are no kong.
        pung = random.choice([group for group in sets if is_pung(group)])
        sets = [group for group in sets if group == pung or not is_pung(group)]
        sets = [group for group in sets if pung[0] in group or chance(random, 0.5)]
    return standard(wall, sets, kinds, must)


def unconnected(wall: Wall, stars: bool, must: Tile | None) -> Laid | None:
    """Fourteen different tiles, ranks mostly far apart."""
    random = wall.random
    honours = list(HONOURS)
    random.shuffle(honours)
    knits = [0, 1, 2]
    random.shuffle(knits)
    gap = random.choice((3, 3, 3, 2))
    ranks = []
    for suit, knit in zip(SUITS, knits, strict=True):
        if chance(random, 0.5):
            chosen = [knit, knit + 3, knit + 6]
        else:
            chosen = [random.randint(0, 3)]
            while chosen[-1] + gap < 9:
                chosen.append(chosen[-1] + gap + random.choice((0, 0, 0, 1)))
        ranks += [suit[rank] for rank in chosen if rank < 9]
    random.shuffle(ranks)
    number = 7 if stars else random.choice((5, 6, 5))
    return singles(wall, [*honours[:number], *ranks[: 14 - number]][:14], must)


def finish(random: Random, document: dict, wall: Wall) -> None:
    """First discards, mostly all the same."""
    if not chance(random, 0.25):
        return
    whole = [tile for tile in KINDS if wall.left[tile] == 4]
    if whole and chance(random, 0.6):
        first = [random.choice(whole)] * 4
    else:
        first = [wall.any_of([(tile,) for tile in KINDS])[0] for _ in range(4)]
    document["deal"]["first_discards"] = [str(tile) for tile in first]


def wrong_first_discards(random: Random, document: dict) -> None:
    tile = random.choice(KINDS)
    bad = random.choice(("0m", "", "1m1m", "z", str(tile), "1f"))
    first = [str(tile)] * 3 + [bad]
    change(random, [document["deal"]], "first_discards", (first, [str(tile)] * 4))


def another_chow(random: Random, document: dict) -> None:
    rows = document["deal"].get("melds")
    if isinstance(rows, list) and len(rows) == 4 and isinstance(rows[0], list):
        rows[0].append({"type": "chow", "tiles": text(SUITS[0][:3]), "from": 3})


GAME = Game(
    rules="fuzhou",
    players=4,
    kinds=KINDS,
    sets=SETS,
    chow=False,
    claims=("exposed_kong", "exposed_kong", "exposed_kong", "pung"),
    options={
        "extra_point": (1, 0),
        "wind_runs": ("any3", "consecutive", "none"),
        "unconnected_rule": ("gap3", "knitted"),
        "seven_stars_gap": ("same", "nonadjacent"),
        "combine": ("highest", "add", "double"),
        "four_in_one": ("power", "once"),
        "kongs_on_draw": (True, False),
        "robbed_kong_pays": (False, True),
        "cap": (None, 1, 3, 10, 20),
    },
    lay=lay,
    finish=finish,
    faults=(wrong_first_discards, another_chow),
    foreign=("X", "1f", "16f"),
)


def winning_deals() -> st.SearchStrategy[dict]:
    """Deals with winning hands."""
    return documents(GAME, won)


def near_deals() -> st.SearchStrategy[dict]:
    """Deals with a tile changed."""
    return documents(GAME, near)


def drawn_deals() -> st.SearchStrategy[dict]:
    """Deals that nobody won."""
    return documents(GAME, drawn)


def spoiled_deals() -> st.SearchStrategy[dict]:
    """Deals with faults in the record."""
    return documents(GAME, spoiled)
