"""Random deals of three_player: see deals_other.py."""

from collections import Counter
from random import Random

from hypothesis import strategies as st

from scoring.tiles import Tile, parse_tiles

from .brute_other import DOTS, DRAGONS, FLOWERS, HONOURS, WINDS, is_pung, pungs_of, runs_of
from .deals_other import (
    Game,
    Laid,
    Wall,
    chance,
    change,
    documents,
    drawn,
    melds_of,
    near,
    parse_or_none,
    spoiled,
    standard,
    text,
    wins_of,
    won,
)

KINDS = (*DOTS, *HONOURS)
SETS = tuple(pungs_of(KINDS) + runs_of(DOTS))


def lay(wall: Wall, must: Tile | None) -> Laid | None:
    """A hand of any pattern of section 2."""
    random = wall.random
    if chance(random, 0.15):
        return five_alike(wall, must)
    shape = random.choice(
        ("sets", "dots", "runs", "runs", "pungs", "pungs", "honours", "dragons", "winds", "ends")
    )
    sets: list[tuple[Tile, ...]] = list(SETS)
    pairs = list(KINDS)
    if shape == "dots":
        pairs = list(DOTS)
        sets = [group for group in SETS if set(group) <= set(DOTS)]
    elif shape == "runs":
        sets = runs_of(DOTS)
        pairs = [tile for tile in KINDS if tile in DOTS or chance(random, 0.5)]
    elif shape == "pungs":
        sets = pungs_of(KINDS)
    elif shape == "honours":
        sets = pungs_of(HONOURS)
        pairs = list(HONOURS)
    elif shape == "ends":
        sets = [group for group in SETS if is_pung(group) and group[0] in (DOTS[0], DOTS[8])]
        sets += random.sample(SETS, 4)
    elif shape in ("dragons", "winds"):
        honours = DRAGONS if shape == "dragons" else WINDS
        sets = pungs_of(honours) + random.sample(SETS, 2)
        pairs = [*honours, random.choice(KINDS)]
    return standard(wall, sets, pairs, must)


def five_alike(wall: Wall, must: Tile | None) -> Laid | None:
    """A hand that may hold a tile five times; ``finish`` makes a joker of the fifth."""
    tile = wall.random.choice(DOTS)
    holding = [group for group in SETS if tile in group]
    pung = (tile, tile, tile)
    wall.give([tile])
    laid = standard(wall, [pung, *holding, *wall.random.sample(SETS, 1)], KINDS, must)
    if wall.left[tile]:
        wall.take([tile])
    return laid


def finish(random: Random, document: dict, wall: Wall) -> None:
    """Options that let more hands win, flowers, jokers, a passed tile, a false win."""
    deal = document["deal"]
    options = document["options"]
    if chance(random, 0.5):
        options["min_fan"] = random.randint(0, 4)
    if len(deal.get("wins", [])) > 1 and chance(random, 0.85):
        options["multi_win"] = "all"
    if deal["outcome"] == "draw" and chance(random, 0.5):
        deal["outcome"] = "false_win"
        deal["offender"] = random.randrange(3)
    if any(win["by"] == "robbed_kong" for win in deal.get("wins", [])):
        # The rules do not say whether a robbed kong is a win on a discard here.
        options.pop("going_out_fan", None)
    flowers = list(FLOWERS[: options.get("flower_tiles", 12)])
    if chance(random, 0.6):
        random.shuffle(flowers)
    for win in deal.get("wins", []):
        number = random.choice((0, 1, 1, 2, 3, 4, 5, 8))
        win["flowers"] = [str(flower) for flower in flowers[:number]]
        del flowers[:number]
        if chance(random, 0.1):
            other = random.choice(KINDS)
            win["passed_tile"] = random.choice((str(other), str(other), win["winning_tile"]))
    for win in deal.get("wins", []):
        fifth_as_joker(deal, win)
    jokers = random.choice((0, 0, 1, 1, 2, 3, 4))
    if chance(random, 0.3):
        options["joker_fifth_copy"] = False
    for _ in range(jokers):
        if chance(random, 0.3):
            joker_in_meld(random, deal)
        else:
            joker_in_hand(random, deal)


def fifth_as_joker(deal: dict, win: dict) -> None:
    """A joker takes the place of a concealed tile that the winner has five times."""
    concealed = list(parse_tiles(win["concealed"]))
    own = Counter([*concealed, *parse_tiles(win["winning_tile"])])
    for meld in deal["melds"][win["seat"]]:
        own.update(parse_tiles(meld["tiles"]))
    for tile in [tile for tile in concealed if own[tile] == 5][:1]:
        concealed[concealed.index(tile)] = Tile.JOKER
        win["concealed"] = text(concealed)


def joker_in_hand(random: Random, deal: dict) -> None:
    """A joker takes the place of a concealed tile, or of a drawn winning tile."""
    wins = deal.get("wins", [])
    if not wins:
        return
    win = random.choice(wins)
    tiles = list(parse_tiles(win["concealed"]))
    if win["by"] == "self_draw" and chance(random, 0.15):
        if win["winning_tile"] != "X":
            win["winning_tile"] = "X"
        return
    tiles[random.randrange(len(tiles))] = Tile.JOKER
    if list_jokers(deal) < 4:
        win["concealed"] = text(tiles)


def list_jokers(deal: dict) -> int:
    """How many jokers are in the hands and melds."""
    texts = [win["concealed"] for win in deal.get("wins", [])]
    texts += [win["winning_tile"] for win in deal.get("wins", [])[:1]]
    texts += [meld["tiles"] for row in deal["melds"] for meld in row]
    return sum(each.count("X") for each in texts)


def joker_in_meld(random: Random, deal: dict) -> None:
    """A joker takes the place of a tile of a chow or a pung."""
    robbed = [win.get("from") for win in deal.get("wins", []) if win["by"] == "robbed_kong"]
    melds = [
        meld
        for seat, row in enumerate(deal["melds"])
        for meld in row
        if meld["type"] in ("chow", "pung")
        and seat not in robbed
        and not meld.get("claims_winning_tile")
    ]
    if not melds or list_jokers(deal) >= 4:
        return
    meld = random.choice(melds)
    tiles = list(parse_tiles(meld["tiles"]))
    natural = [tile for tile in tiles if tile != Tile.JOKER]
    if len(natural) < 2:
        return
    if meld["type"] == "chow":
        meld.setdefault("as", meld["tiles"])
    elif chance(random, 0.5):
        meld["as"] = text(natural[:1] * 3)
    tiles.remove(random.choice(natural))
    meld["tiles"] = text([*tiles, Tile.JOKER])


def wrong_flowers(random: Random, document: dict) -> None:
    wins = wins_of(document)
    values = ([], ["1f", "1f"], ["13f"], ["9f", "16f"], ["1p"], ["X"], ["zz"], ["1f2f"], [""], None)
    if wins and chance(random, 0.2):
        random.choice(wins).pop("flowers", None)
    else:
        change(random, wins, "flowers", values)


def shared_flower(random: Random, document: dict) -> None:
    for win in wins_of(document):
        win["flowers"] = ["2f"]


def wrong_joker(random: Random, document: dict) -> None:
    """A joker where there must be none, or one that stands for nothing sensible."""
    what = random.choice(("kong", "all", "winning", "no_as", "as", "five"))
    melds = [meld for _, meld in melds_of(document)]
    if what in ("winning", "five"):
        for win in wins_of(document):
            if what == "winning":
                win["winning_tile"] = "X"
            else:
                tiles = parse_or_none(win.get("concealed"))
                if tiles and len(tiles) > 5:
                    win["concealed"] = text([*tiles[5:], *[Tile.JOKER] * 5])
    elif melds:
        meld = random.choice(melds)
        tiles = parse_or_none(meld.get("tiles"))
        if not tiles:
            return
        if what == "kong" and meld.get("type") in ("concealed_kong", "added_kong", "exposed_kong"):
            meld["tiles"] = text([*tiles[1:], Tile.JOKER])
        elif what == "all" and meld.get("type") == "pung":
            meld["tiles"] = "XXX"
        elif what == "no_as":
            if meld.get("type") == "chow" and len(tiles) == 3:
                meld["tiles"] = text([*tiles[1:], Tile.JOKER])
                meld.pop("as", None)
        elif what == "as" and meld.get("type") in ("chow", "pung") and len(tiles) == 3:
            meld["tiles"] = text([*tiles[1:], Tile.JOKER])
            meld["as"] = random.choice(("123p", "555p", "789p", "13p", "1p", "EEE", "ESW", "0p"))


def another_passed_tile(random: Random, document: dict) -> None:
    for win in wins_of(document):
        win["passed_tile"] = random.choice((win.get("winning_tile"), "", "1p1p", "zz", "5p"))


def false_win(random: Random, document: dict) -> None:
    deal = document["deal"]
    deal["outcome"] = "false_win"
    deal["offender"] = random.choice((0, 1, 2, 3, -1, None, "0"))


def wrong_chow(random: Random, document: dict) -> None:
    chows = [meld for _, meld in melds_of(document) if meld.get("type") == "chow"]
    change(random, chows, "from", (0, 1, 2))
    if chance(random, 0.3):
        change(random, chows, "tiles", ("135p", "ESW", "12p", "CFP"))


GAME = Game(
    rules="three_player",
    players=3,
    kinds=KINDS,
    sets=SETS,
    chow=True,
    claims=("exposed_kong", "pung", "chow", "chow"),
    options={
        "flower_tiles": (8, 12, 16),
        "min_fan": (0, 3, 5, 8),
        "limit_fan": (8, 10),
        "unit": (1, 2, 3),
        "payout": ("linear", "double"),
        "half_rounding": ("up", "down"),
        "going_out_fan": ("any", "discard", "self_draw", "off"),
        "single_flower_fan": (0, 1),
        "no_flower_limit": (True, False),
        "concealed_pungs_self_draw": (False, True),
        "all_chows_pair": ("any", "suited"),
        "joker_in_melds": (True, True, False),
        "joker_fifth_copy": (True, False),
        "rob_kong_fan": (0, 1),
        "multi_win": ("nearest", "all"),
    },
    lay=lay,
    finish=finish,
    faults=(
        wrong_flowers,
        wrong_flowers,
        shared_flower,
        wrong_joker,
        wrong_joker,
        another_passed_tile,
        false_win,
        wrong_chow,
    ),
    foreign=("1m", "9s", "1f", "16f"),
)


def winning_deals() -> st.SearchStrategy[dict]:
    """Deals with winning hands."""
    return documents(GAME, won)


def near_deals() -> st.SearchStrategy[dict]:
    """Deals with a tile changed."""
    return documents(GAME, near)


def drawn_deals() -> st.SearchStrategy[dict]:
    """Deals that nobody won, some of them a false win."""
    return documents(GAME, drawn)


def spoiled_deals() -> st.SearchStrategy[dict]:
    """Deals with faults in the record."""
    return documents(GAME, spoiled)
