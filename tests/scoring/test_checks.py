"""Every error code of schema.md, what it is for, and the order in which they are found."""

from __future__ import annotations

import pytest

from scoring import judge
from tests.scoring.making import CHICKEN, PLAIN, answer, deal, meld, refusal, win

OWN = win(1, CHICKEN, "4s")
ROB = win(3, "123p 456s 12m 77s 888s", "3m", "robbed_kong", source=0)
FED = win(1, CHICKEN, "4s", "discard", source=2)
SHORT = win(2, "123m 456s 77m 99m", "7m")
"""A hand beside one meld."""


def changed(document, **fields):
    document["deal"].update(fields)
    return document


def without(document, *names):
    for name in names:
        del document["deal"][name]
    return document


MISSING = {
    "no players": without(deal(OWN), "players"),
    "three players": changed(deal(OWN), players=3),
    "true players": changed(deal(OWN), players=True),
    "no dealer": without(deal(OWN), "dealer"),
    "dealer is no seat": changed(deal(OWN), dealer=4),
    "negative dealer": changed(deal(OWN), dealer=-1),
    "a fraction of a dealer": changed(deal(OWN), dealer=0.0),
    "no outcome": without(deal(OWN), "outcome"),
    "unknown outcome": changed(deal(OWN), outcome="won"),
    "outcome is a number": changed(deal(OWN), outcome=1),
    "no melds": without(deal(OWN), "melds"),
    "three rows of melds": changed(deal(OWN), melds=[[], [], []]),
    "a row that is no list": changed(deal(OWN), melds=[[], [], [], "x"]),
    "a meld that is no object": changed(deal(OWN), melds=[[], [], [], ["111m"]]),
    "no wins": without(deal(OWN), "wins"),
    "nobody wins": changed(deal(OWN), wins=[]),
    "wins is no list": changed(deal(OWN), wins=OWN),
    "a win that is no object": changed(deal(OWN), wins=[1]),
    "no seat": deal({**OWN, "seat": None}),
    "seat is no seat": deal({**OWN, "seat": 4}),
    "huge seat": deal({**OWN, "seat": 10**5000}),
    "no concealed": deal({**OWN, "concealed": None}),
    "no winning tile": deal({**OWN, "winning_tile": None}),
    "no by": deal({**OWN, "by": None}),
    "discard from nobody": deal(win(1, CHICKEN, "4s", "discard")),
    "robbed from nobody": deal(win(1, CHICKEN, "4s", "robbed_kong")),
    "no type of a meld": deal(SHORT, melds={2: [{"tiles": "111p", "from": 0}]}),
    "no tiles of a meld": deal(SHORT, melds={2: [{"type": "pung", "from": 0}]}),
    "no feeder of a pung": deal(SHORT, melds={2: [meld("pung", "888p")]}),
    "replaced is no truth": deal(
        SHORT, melds={2: [meld("concealed_kong", "8888p", replaced="no")]}
    ),
    "logged kong without tile": deal({**OWN, "logged_kongs": [{"type": "added_kong"}]}),
    "logged kongs no list": deal({**OWN, "logged_kongs": 1}),
    "log without feeder": deal(OWN, twelve_tile_log=[{"beneficiary": 1}]),
    "log for no seat": deal(OWN, twelve_tile_log=[{"beneficiary": 7, "feeder": 0}]),
    "log is no list": deal(OWN, twelve_tile_log={"beneficiary": 1, "feeder": 0}),
    "a hand at a draw of no seat": deal(
        rules="chongqing", hands_at_draw=[{"seat": 4, "concealed": "1m"}]
    ),
    "a hand at a draw without tiles": deal(rules="chongqing", hands_at_draw=[{"seat": 1}]),
    "before an unknown tile": deal({**OWN, "winning_tile": "?", "by": None}),
    "of the table before an unknown tile": changed(deal({**OWN, "winning_tile": "?"}), dealer=9),
}

UNKNOWN = {
    "no notation": deal({**OWN, "concealed": CHICKEN.replace("6", "0")}),
    "tiles as a list": deal({**OWN, "concealed": ["1m"]}),
    "two winning tiles": deal({**OWN, "winning_tile": "44s"}),
    "empty winning tile": deal({**OWN, "winning_tile": ""}),
    "winning tile as a number": deal({**OWN, "winning_tile": 4}),
    "meld": deal(SHORT, melds={2: [meld("pung", "88x", 0)]}),
    "four tiles as a logged kong": deal(
        {**OWN, "logged_kongs": [{"type": "added_kong", "tile": "8888p"}]}
    ),
    "round wind a suit": deal(OWN, round_wind="1m"),
    "round wind a dragon": deal(OWN, round_wind="C"),
    "round wind unreadable": deal(OWN, round_wind=3),
    "passed tile": deal({**FED, "passed_tile": "44s"}),
    "bird": deal(
        win(0, PLAIN, "5s"), rules="changde", options={"bird_mode": "159"}, birds=["5p5p", "1m"]
    ),
    "long": deal({**OWN, "winning_tile": "m" * 1000}),
    "surrogate": deal({**OWN, "winning_tile": "\ud800"}),
}

BAD_MELDS = {
    "unknown type": meld("chi", "123m", 1),
    "type is a number": {"type": 5, "tiles": "123m", "from": 1},
    "pung of four": meld("pung", "8888p", 1),
    "kong of three": meld("concealed_kong", "888p"),
    "no tiles": meld("pung", "", 1),
    "no set": meld("pung", "889p", 1),
    "gap": meld("chow", "124m", 1),
    "over the end of a suit": meld("chow", "89m 1p", 1),
    "run of honours": meld("chow", "ESW", 1),
    "pung as a chow": meld("chow", "888p", 1),
}

SOURCES = {
    "oneself": deal(SHORT, melds={2: [meld("pung", "888p", 2)]}),
    "no seat": deal(SHORT, melds={2: [meld("pung", "888p", 4)]}),
    "a word": deal(SHORT, melds={2: [meld("pung", "888p", "East")]}),
    "chow from the next": deal(SHORT, melds={2: [meld("chow", "789p", 3)]}),
    "concealed kong fed": deal(SHORT, melds={2: [meld("concealed_kong", "8888p", 1)]}),
    "self-draw from somebody": deal({**OWN, "from": 2}),
    "own discard": deal(win(1, CHICKEN, "4s", "discard", source=1)),
    "discard of no seat": deal(win(1, CHICKEN, "4s", "discard", source=True)),
    "own kong robbed": deal(win(1, CHICKEN, "4s", "robbed_kong", source=1)),
    "twelve tiles fed to oneself": deal(OWN, twelve_tile_log=[{"beneficiary": 1, "feeder": 1}]),
    "twelve tiles fed by a word": deal(OWN, twelve_tile_log=[{"beneficiary": 1, "feeder": "A"}]),
    "claim without a discard": deal(
        OWN, melds={3: [meld("pung", "444s", 2, claims_winning_tile=True)]}
    ),
    "claim of a winner": deal(
        win(1, "567p 23s 555m NN", "4s", "discard", source=2),
        melds={1: [meld("pung", "444s", 2, claims_winning_tile=True)]},
    ),
    "claim of another tile": deal(
        FED, melds={3: [meld("pung", "888s", 2, claims_winning_tile=True)]}
    ),
    "claim from another": deal(FED, melds={3: [meld("pung", "444s", 0, claims_winning_tile=True)]}),
    "claim by an added kong": deal(
        FED, melds={3: [meld("added_kong", "4444s", 2, claims_winning_tile=True)]}
    ),
    "claim at a draw": deal(melds={3: [meld("pung", "444s", 2, claims_winning_tile=True)]}),
}

NOT_ROBBABLE = {
    "a concealed kong": deal({**ROB, "robbed": "concealed_kong"}),
    "a word": deal({**ROB, "robbed": "pung"}),
    "a number": deal({**ROB, "robbed": 3}),
    "robbers of different kinds": deal(
        ROB, {**win(1, CHICKEN, "3m", "robbed_kong", source=0), "robbed": "opened_tile"}
    ),
    "the maker's exposed kong": deal(ROB, melds={0: [meld("exposed_kong", "3333m", 1)]}),
    "the maker's concealed kong": deal(ROB, melds={0: [meld("concealed_kong", "3333m")]}),
    "marked, but self-drawn": deal(OWN, melds={0: [meld("added_kong", "9999m", 1, robbed=True)]}),
    "marked, but another tile": deal(ROB, melds={0: [meld("added_kong", "9999m", 1, robbed=True)]}),
    "marked, but another seat": deal(ROB, melds={1: [meld("added_kong", "3333m", 0, robbed=True)]}),
    "marked, but a run": deal(ROB, melds={0: [meld("chow", "345m", 3, robbed=True)]}),
    "marked at a draw": deal(melds={0: [meld("added_kong", "9999m", 1, robbed=True)]}),
    "wild": deal(
        win(0, PLAIN, "C", "robbed_kong", source=2), rules="changde", options={"wild": "red"}
    ),
}

COPIES = {
    "five in a hand": deal(win(1, "11111m 23m 456p 789s", "9s")),
    "with a loser's meld": deal(
        FED, melds={3: [meld("pung", "555m", 2)], 0: [meld("chow", "456m", 3)]}
    ),
    "at a draw": deal(melds={3: [meld("pung", "555m", 2)], 0: [meld("pung", "555m", 3)]}),
    "winning tile": deal(FED, melds={3: [meld("concealed_kong", "4444s")]}),
    "robbed tile held by the robber": deal(
        win(3, "123p 456s 12m 33m 888s", "3m", "robbed_kong", source=0)
    ),
    "robbed tile held, kong entered": deal(
        win(3, "123p 456s 12m 33m 888s", "3m", "robbed_kong", source=0),
        melds={0: [meld("added_kong", "3333m", 1)]},
    ),
    "robbed tile held, kong entered as its pung": deal(
        win(3, "123p 456s 12m 33m 888s", "3m", "robbed_kong", source=0),
        melds={0: [meld("pung", "333m", 1)]},
    ),
    "claimed twice over": deal(
        FED,
        melds={
            3: [meld("exposed_kong", "4444s", 2, claims_winning_tile=True)],
            0: [meld("chow", "345s", 3)],
        },
    ),
    "bird": deal(
        win(0, PLAIN, "5s"),
        rules="changde",
        options={"bird_mode": "159"},
        birds=["1p", "1p"],
    ),
}

FLAGS = {
    "unknown": {"flags": ["riichi"]},
    "no text": {"flags": [1]},
    "no list": {"flags": "last_tile"},
    "repeated": {"flags": ["last_tile", "last_tile"]},
    "bloom without a kong": {"flags": ["kong_bloom"]},
    "kong discard when drawn": {"flags": ["kong_discard"]},
    "flower bloom without a flower": {"flags": ["flower_bloom"]},
    "flower bloom where no flowers are": {"flags": ["flower_bloom"], "flowers": ["1f"]},
    "heavenly of another": {"flags": ["heavenly"]},
    "earthly of the dealer": {"flags": ["earthly"], "seat": 0},
    "human when drawn": {"flags": ["human"]},
    "two first turns": {"flags": ["heavenly", "earthly"], "seat": 0},
    "earthly on the last tile": {"flags": ["earthly", "last_tile"]},
}
FED_FLAGS = {
    "last tile": {"flags": ["last_tile"]},
    "bloom": {"flags": ["kong_bloom"]},
    "earthly on a discard": {"flags": ["earthly"], "from": 0},
    "human on another's discard": {"flags": ["human"]},
    "human after a kong": {"flags": ["human", "kong_discard"], "from": 0},
}


def test_missing_field_and_the_rest_by_name() -> None:
    tables = {
        "missing_field": MISSING,
        "unknown_tile": UNKNOWN,
        "bad_meld": {name: deal(SHORT, melds={2: [bad]}) for name, bad in BAD_MELDS.items()},
        "bad_source": SOURCES,
        "not_robbable": NOT_ROBBABLE,
        "too_many_copies": COPIES,
        "flag_conflict": {
            **{name: deal({**OWN, **more}) for name, more in FLAGS.items()},
            **{f"fed, {name}": deal({**FED, **more}) for name, more in FED_FLAGS.items()},
        },
    }
    wrong = {
        (code, name): found
        for code, table in tables.items()
        for name, document in table.items()
        if (found := refusal(document)) != code
    }
    assert wrong == {}


def test_legal_tiles() -> None:
    for document in (
        deal({**OWN, "concealed": CHICKEN.replace("NNN", "1f2f3f")}),
        deal({**OWN, "winning_tile": "X"}),
        deal({**FED, "passed_tile": "X"}),
        deal({**OWN, "logged_kongs": [{"type": "added_kong", "tile": "X"}]}),
        deal(melds={0: [meld("pung", "EEE", 1)]}, rules="changde"),
        deal(win(0, PLAIN, "5s"), rules="changde", birds=["C"]),
    ):
        assert refusal(document) == "tile_not_in_set"


def test_meld_not_allowed_whatever_its_tiles() -> None:
    document = deal(win(1, "456m 789m 11p 5s", "5s"), rules="changde")
    for tiles in ("123m", "111m", "C", ""):
        document["deal"]["melds"][1] = [meld("chow", tiles, 0)]
        expected = "tile_not_in_set" if tiles == "C" else "meld_not_allowed"
        assert refusal(document) == expected


def test_wild_in_a_meld() -> None:
    for tiles in ("CCC", "C5m5m", "CC"):
        melds = {1: [meld("pung", tiles, 0)]}
        document = deal(win(0, PLAIN, "5s"), rules="changde", options={"wild": "red"}, melds=melds)
        assert refusal(document) == "wild_not_allowed"


def test_counts() -> None:
    for concealed in ("", "1m", CHICKEN + "1m", CHICKEN.replace("66m", "6m")):
        assert refusal(deal({**OWN, "concealed": concealed})) == "wrong_tile_count"
    five = [meld("pung", tiles, 0) for tiles in ("111m", "222m", "333m", "444m", "555m")]
    assert refusal(deal(melds={1: five})) == "wrong_tile_count"
    assert refusal(deal({**OWN, "concealed": ""}, melds={1: five})) == "wrong_tile_count"


def test_kong_not_replaced_is_found_before_the_count() -> None:
    melds = {2: [meld("concealed_kong", "8888p", replaced=False)]}
    assert refusal(deal(win(2, "456s 77m 99m", "7m"), melds=melds)) == "kong_not_replaced"
    assert answer(deal(FED, melds={3: melds[2]}))["valid"]


def test_kong_log() -> None:
    kong = meld("added_kong", "8888p", 1)
    logged = [{"type": "added_kong", "tile": "8p"}]
    assert answer(deal({**SHORT, "logged_kongs": logged}, melds={2: [kong]}))
    assert answer(deal({**OWN, "logged_kongs": []}))
    for wrong in (
        [],
        logged * 2,
        [{"type": "exposed_kong", "tile": "8p"}],
        [{"type": "x", "tile": "8p"}],
    ):
        document = deal({**SHORT, "logged_kongs": wrong}, melds={2: [kong]})
        assert refusal(document) == "kong_mismatch"


def test_bloom_needs_a_kong_at_its_index() -> None:
    melds = {2: [meld("pung", "EEE", 0), meld("concealed_kong", "8888p")]}
    hand = win(2, "123m 456s 7m", "7m", flags=["kong_bloom"])
    for index in (None, 1):
        assert answer(deal({**hand, "kong_index": index}, melds=melds))
    for index in (0, 2, -1, "1", True):
        assert refusal(deal({**hand, "kong_index": index}, melds=melds)) == "flag_conflict"
    assert answer(deal({**hand, "kong_index": 9, "flags": []}, melds=melds))


def test_first_turn_wins_allow_only_what_the_table_allows() -> None:
    human = win(1, CHICKEN, "4s", "discard", source=0, flags=["human"])
    assert answer(deal(human, melds={0: [meld("concealed_kong", "8888p")]}))
    assert refusal(deal(human, melds={2: [meld("concealed_kong", "8888p")]})) == "flag_conflict"
    assert refusal(deal(human, melds={0: [meld("pung", "888p", 3)]})) == "flag_conflict"
    heavenly = win(0, CHICKEN, "4s", flags=["heavenly"])
    own = {0: [meld("concealed_kong", "8888p")]}
    assert refusal(deal({**heavenly, "concealed": "23s 555m NNN 66m"}, melds=own)) == (
        "flag_conflict"
    )
    claims = {2: [meld("pung", "444s", 0, claims_winning_tile=True)]}
    assert answer(deal(human, melds=claims))


def test_several_winners_share_one_tile() -> None:
    other = win(0, "777m 222p 888p 44s 99p", "4s", "discard", source=2)
    assert answer(deal(FED, other))
    for wrong in (
        {"seat": 1},
        {"winning_tile": "9p"},
        {"from": 3},
        {"by": "robbed_kong"},
    ):
        assert refusal(deal(FED, {**other, **wrong})) == "flag_conflict"
    drawn = {**other, "by": "self_draw", "from": None}
    assert refusal(deal(OWN, drawn)) == "one_winner_only"


def test_win_method() -> None:
    assert refusal(deal({**OWN, "by": "luck"})) == "bad_win_method"
    assert refusal(deal({**OWN, "by": 7})) == "bad_win_method"
    assert refusal(changed(deal(OWN), outcome="false_win")) == "bad_win_method"
    fed = win(0, PLAIN, "5s", "discard", source=2)
    assert refusal(deal(fed, rules="changde")) == "discard_win_not_allowed"


def test_passed_win_only_on_that_tile_and_only_on_a_discard() -> None:
    assert refusal(deal({**FED, "passed_tile": "4s"})) == "passed_win"
    assert answer(deal({**FED, "passed_tile": "1s"}))
    assert answer(deal({**OWN, "passed_tile": "4s"}))
    document = deal({**win(0, PLAIN, "5s"), "passed_tile": "no tile"}, rules="changde")
    assert answer(document)


def test_shape() -> None:
    assert refusal(deal({**OWN, "winning_tile": "5s"})) == "not_a_win"


FAULTS = {
    "missing_field": {"by": None},
    "unknown_tile": {"passed_tile": "?"},
    "tile_not_in_set": {"passed_tile": "X"},
    "bad_source": {"from": 1},
    "wrong_tile_count": {"concealed": CHICKEN.replace("66m", "6m")},
    "kong_mismatch": {"logged_kongs": [{"type": "added_kong", "tile": "8p"}]},
    "flag_conflict": {"flags": ["riichi"]},
    "passed_win": {"passed_tile": "4s"},
    "not_a_win": {"concealed": CHICKEN.replace("66m", "69m")},
}


def test_the_first_of_two_errors_is_the_one_told() -> None:
    order = list(FAULTS)
    for first, code in enumerate(order):
        for later in order[first + 1 :]:
            if FAULTS[code].keys() & FAULTS[later].keys():
                continue
            assert refusal(deal({**FED, **FAULTS[later], **FAULTS[code]})) == code, later


@pytest.mark.parametrize(
    "field", ["birds", "first_discards", "offender", "hands_at_draw", "flowers"]
)
@pytest.mark.parametrize("value", [5, "x", [None], {"a": 1}])
def test_fields_of_other_rule_sets_mean_nothing(field, value) -> None:
    plain = answer(deal(OWN))
    assert answer(deal({**OWN, field: value}, **{field: value})) == plain


@pytest.mark.parametrize("wins", [5, [], [{}], "x"])
def test_wins_count_only_with_a_win(wins) -> None:
    assert answer(deal(wins=wins)) == answer(deal())


MENDS = {
    "a kong without its replacement": (
        deal(win(2, "123m 456s 77m 9m", "7m"), melds={2: [meld("concealed_kong", "8888p")]}),
        "seat 2 has 1 meld and should hold 10 tiles besides the winning tile, but holds 9: 1 too "
        "few; take the replacement of the kong 8888p, or look for a tile that was missed",
        "杠 8888p 要补一张，先补牌",
    ),
    "a tile missed": (deal({**OWN, "concealed": "567p"}), "look for a tile that was", "看看漏了"),
    "the winning tile among the others": (
        deal({**OWN, "concealed": CHICKEN + "4s"}),
        "but holds 14: 1 too many; the winning tile is not among them; take it off",
        "多 1 张；胡的那张不算在内",
    ),
    "no replacement": (
        deal(SHORT, melds={2: [meld("concealed_kong", "8888p", replaced=False)]}),
        "take the replacement first",
        "先补牌",
    ),
    "a chow in changde": (
        deal(
            win(2, "123m 456s 77m 99m", "7m"),
            rules="changde",
            melds={2: [meld("chow", "789p", 1)]},
        ),
        "Changde mahjong has no chow; correct the type of 789p or take it off",
        "常德麻将不能吃",
    ),
    "a chow from the wrong seat": (
        deal(SHORT, melds={2: [meld("chow", "789p", 3)]}),
        "seat 2 chows 789p only from the previous player; from is 1",
        "只能吃上家（座位1）的牌",
    ),
    "an added kong as a claim": (
        deal(FED, melds={3: [meld("added_kong", "4444s", 2, claims_winning_tile=True)]}),
        "no added_kong claims a winning tile; correct it or drop claims_winning_tile",
        "补杠不能取点炮的那张",
    ),
    "copies and where they are": (
        deal(FED, melds={3: [meld("pung", "555m", 2)], 0: [meld("chow", "456m", 3)]}),
        "7 copies of 5 of characters (5m) on the table, there are only four; look for a misread "
        "tile: 456m of seat 0, 555m of seat 3, 3 held by seat 1",
        "座位0 的 456m、座位3 的 555m、座位1 手里 3 张",
    ),
    "the winning tile as a fifth copy": (
        deal(FED, melds={3: [meld("concealed_kong", "4444s")]}),
        "look for a misread tile: 4444s of seat 3, the winning tile",
        "胡的那张",
    ),
    "birds as a fifth copy": (
        deal(
            win(0, PLAIN, "5s"), rules="changde", options={"bird_mode": "159"}, birds=["1p", "1p"]
        ),
        "3 held by seat 0, 2 among birds or first discards",
        "码或首打 2 张",
    ),
    "robbers of different things": (
        deal(
            win(3, "123p 456s 12m 77s 888s", "3m", "robbed_kong", source=0),
            win(1, "567p 23s 555m 99s 66m", "3m", "robbed_kong", source=0, robbed="opened_tile"),
            rules="hunan",
        ),
        "the robbers rob different things (added_kong, opened_tile); make them the same",
        "几家抢的不一样",
    ),
}


@pytest.mark.parametrize("name", MENDS)
def test_says_what_is_wrong_and_what_mends_it(name):
    document, en, zh = MENDS[name]
    message = judge(document)["message"]
    assert en in message["en"]
    assert zh in message["zh"]
