"""What a hand lacks, against asking the judge of every tile in turn."""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import islice
from pathlib import Path

import pytest

from scoring import (
    RULE_SETS,
    Deal,
    DealError,
    Misreading,
    Tile,
    Verification,
    format_tiles,
    judge,
    parse_tiles,
    rule_set,
    score,
    verify,
)
from scoring.checks import copies
from scoring.shapes import count, unconnected_distance
from tests.scoring.making import CHICKEN, PLAIN, answer, deal, meld, win


def verified(document) -> dict:
    found = judge(document)
    assert found["error"] == "not_a_win", found
    json.dumps(found)
    return found["verify"]


def refused(document, rules) -> str | None:
    """The code of a deal that does not score."""
    try:
        score(Deal.from_json(document["deal"], rules), rules, explain=False)
    except DealError as error:
        return error.code
    return None


def with_tile(document, place, tile):
    """The document with one tile of the first winner changed; place -1 is the winning tile."""
    changed = deepcopy(document)
    for each in changed["deal"]["wins"]:
        if place < 0:
            each["winning_tile"] = str(tile)
    if place >= 0:
        first = changed["deal"]["wins"][0]
        tiles = list(parse_tiles(first["concealed"]))
        tiles[place] = tile
        first["concealed"] = format_tiles(tiles)
    return changed


def lost_hands(name: str):
    """Winning examples of a rule set, spoiled: the winning tile is another."""
    path = Path(__file__).parent / "examples" / f"{name}.json"
    for example in json.loads(path.read_text("utf-8"))["examples"]:
        wins = example["deal"].get("wins", [])
        if not example["expect"]["valid"] or len(wins) != 1 or wins[0].get("from") is not None:
            continue
        rules = rule_set(name, example.get("options"))
        for tile in sorted(rules.legal):
            spoiled = with_tile(example, -1, tile)
            if refused(spoiled, rules) == "not_a_win":
                yield spoiled, rules
                break


@pytest.mark.parametrize("name", RULE_SETS)
def test_waits_and_misreadings_are_what_the_judge_takes(name):
    tried = list(islice(lost_hands(name), 6))
    assert tried
    for document, rules in tried:
        found = verified(document)
        first = document["deal"]["wins"][0]
        on_table = copies(Deal.from_json(document["deal"], rules))
        waits, misread = [], []
        for tile in sorted(rules.legal):
            code = refused(with_tile(document, -1, tile), rules)
            if on_table[tile] < 4 and code not in ("not_a_win", "flag_conflict"):
                waits.append(str(tile))
            if code in (None, "bird_count"):
                misread.append((first["winning_tile"], str(tile), True))
        for place, seen in enumerate(parse_tiles(first["concealed"])):
            for tile in sorted(rules.legal):
                if refused(with_tile(document, place, tile), rules) in (None, "bird_count"):
                    misread.append((str(seen), str(tile), False))
        asked = [(each["seen"], each["meant"], each["winning"]) for each in found["misreadings"]]
        assert found["waits"] == waits
        assert set(asked) == set(misread)
        assert len(asked) == len(set(asked))
        assert (found["distance"] == 0) == bool(waits)


def test_a_ready_hand_says_what_it_waits_on():
    found = verified(deal(win(1, CHICKEN, "7s")))
    assert found["seat"] == 1
    assert found["distance"] == 0
    assert found["waits"] == ["1s", "4s"]
    assert found["misreadings"] == [
        {"seen": "7s", "meant": "1s", "winning": True},
        {"seen": "7s", "meant": "4s", "winning": True},
    ]
    assert found["message"] == {
        "zh": "座位1 听 14s，不胡 7s。是不是看错了：胡的那张 7s 其实是 1s、4s？",
        "en": "seat 1 waits on 14s, not on 7s. Was one misread: the winning 7s is really 1s or 4s?",
    }


def test_no_fifth_copy_of_what_lies_anywhere():
    document = deal(win(1, CHICKEN, "7s"), melds={3: [meld("concealed_kong", "4444s")]})
    assert verified(document)["waits"] == ["1s"]
    document["deal"]["melds"][2] = [meld("concealed_kong", "1111s")]
    found = verified(document)
    assert found["waits"] == []
    assert found["distance"] == 1
    assert found["misreadings"] == []
    assert found["message"]["en"] == "seat 1 is not ready: 1 tile to exchange first."


def test_the_winning_tile_itself_is_seen():
    found = verified(deal(win(1, "1111m 234m 456p EEE", "9s")))
    assert found["waits"] == ["4m"]
    assert {"seen": "1m", "meant": "9s", "winning": False} in found["misreadings"]
    assert verified(deal(win(1, "111m 234m 456p 5599s", "9m")))["waits"] == ["5s", "9s"]


@pytest.mark.parametrize(
    ("rules", "options", "concealed", "away"),
    [
        ("guangdong", {}, "147m 147p 147s ESWN", 6),
        ("guangdong", {}, "19m 19p 19s ESWN 23m 5p", 3),
        ("guangdong", {}, "1133m 5577p 99s 25s 8m", 3),
        ("guangdong", {"seven_pairs": 4}, "1133m 5577p 9s 25s 8m C", 2),
        ("changde", {}, "147m 147p 147s 2m 2p 2s 9s", 4),
        ("changde", {"wild": "red"}, "147m 147p 147s 2m 2p CC", 4),
        ("changde", {"wild": "red", "four_reds_win": True}, "147m 147p 147s 2m 2p CC", 1),
        ("hunan", {}, "1133m 5577p 9s 25s 8m 4p", 2),
        ("chongqing", {}, "1133m 5577p 9s 25s 8m 4p", 2),
        ("fuzhou", {}, "147m 258p 36s ESW 12m", 2),
        ("fuzhou", {}, "123m 456p ESW CF 5s 9s", 1),
        ("fuzhou", {}, "EEE SSS N N CC F 1m 5s", 2),
        ("fuzhou", {"seven_stars_gap": "nonadjacent"}, "135m 13p ESWNCF 8s 8s", 1),
        ("three_player", {}, "1p 4p 7p ESW NCF P 9p XX", 5),
    ],
)
def test_distance_knows_the_shapes_of_the_rule_set(rules, options, concealed, away):
    if rules not in RULE_SETS:
        pytest.skip(f"{rules} is not yet in scoring.RULE_SETS")
    chosen = rule_set(rules, options)
    players = chosen.players
    lost = next(
        tile
        for tile in sorted(chosen.legal)
        if parse_tiles(concealed).count(tile) < 4 and tile != chosen.wild
    )
    document = {
        "rules": rules,
        "options": options,
        "deal": {
            "players": players,
            "dealer": 0,
            "outcome": "win",
            "melds": [[]] * players,
            "wins": [win(0, concealed, str(lost), flowers=["1f"])],
        },
    }
    assert verified(document)["distance"] == away


def test_special_shapes_are_for_hands_without_melds():
    row = {0: [meld("pung", "999p", 2)]}
    lone = deal(win(0, "19m 19s ESWNCF", "5s"), melds=row)
    assert verified(lone)["distance"] == 6
    pairs = deal(win(0, "1133m 5577s CC", "5p"), melds=row, options={"seven_pairs": 4})
    assert verified(pairs)["distance"] == 2


def test_wrong_birds_do_not_hide_a_misreading():
    options = {"bird_mode": "159", "bird_count": 2}
    document = deal(win(0, PLAIN, "8s"), rules="changde", options=options)
    assert {"seen": "8s", "meant": "5s", "winning": True} in verified(document)["misreadings"]


def test_of_several_winners_the_one_without_a_win():
    wins = (
        win(1, CHICKEN, "4s", "discard", source=0),
        win(2, "123m 456m 789m 111p 9s", "4s", "discard", source=0),
    )
    document = deal(*wins)
    found = verified(document)
    assert (found["seat"], found["waits"]) == (2, ["9s"])
    # The winning tile is shared: read as 9s it would leave the first without a win.
    assert found["misreadings"] == [{"seen": "9s", "meant": "4s", "winning": False}]


def test_nothing_to_verify():
    rules = rule_set("guangdong")
    assert answer(deal(win(1, CHICKEN, "4s")))
    for document in (deal(win(1, CHICKEN, "4s")), deal()):
        assert verify(Deal.from_json(document["deal"], rules), rules) is None
    won = Deal.from_json(deal(win(1, CHICKEN, "4s"))["deal"], rules)
    with pytest.raises(DealError, match="has no North") as caught:
        verify(won, rule_set("changde"))
    assert caught.value.code == "tile_not_in_set"


def test_values_rebuild():
    found = Verification(0, Tile.S8, 0, (Tile.S5,), (Misreading(Tile.S8, Tile.S5, True),))
    assert eval(repr(found)) == found


@pytest.mark.parametrize(
    ("text", "gap", "stars", "away"),
    [
        ("147m 258p 369s ESWN", 3, False, 0),
        ("147m 258p 369s ESWN", 3, True, 2),
        ("147m 258p 3s ESWNCF", 3, True, 0),
        ("135m 79p 13s ESWNCF", 3, True, 3),
        ("135m 79p 13s ESWNCF", 2, True, 0),
        ("EEEE 1111m 2222m 3m", 3, False, 11),
        ("147m 258p 369s ESWNC", 3, False, -1),
    ],
)
def test_unconnected_distance(text, gap, stars, away):
    assert unconnected_distance(count(parse_tiles(text)), gap=gap, stars=stars) == away
