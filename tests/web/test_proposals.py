"""What a reading of a hand comes to, at a table of each kind."""

import pytest

from scoring.errors import ScoringError
from scoring.table import SESSION_STARTED, Event, fold
from web.proposals import again, propose

FLAT = "5p 6p 7p 2s 3s 5m 5m 5m 6s 7s 8s 6m 6m"


def table(rules="guangdong", players=4, **options):
    import scoring

    rule_set = scoring.rule_set(rules, options)
    payload = {
        "rules": rules,
        "rules_version": rule_set.version,
        "options": rule_set.options.to_json(),
        "names": ["甲", "乙", "丙", "丁"][:players],
        "dealer": 0,
        "round_wind": "E" if "round_wind" in rule_set.fields else None,
    }
    return fold([Event(1, "s", 1, "2026-01-01T00:00:00+00:00", SESSION_STARTED, payload, "k")])


def reading(*groups, doubtful=()):
    """Groups of tiles in one row, as the camera saw them."""
    tiles = [
        {"tile": tile, "row": 0, "group": number, "index": index}
        for number, group in enumerate(groups)
        for index, tile in enumerate(group.split())
    ]
    return {"tiles": tiles, "doubtful": list(doubtful), "photo": "p"}


def test_a_hand_with_one_tile_apart_is_a_win_by_self_draw():
    proposal = propose(table(), 1, None, reading(FLAT, "4s"), "k")
    assert proposal.need is None
    (win,) = proposal.deal["wins"]
    assert (win["winning_tile"], win["by"]) == ("4s", "self_draw")
    assert sum(proposal.settlement["deltas"]) == 0
    assert proposal.settlement["deltas"][1] > 0


def test_the_tile_apart_may_lie_first():
    proposal = propose(table(), 1, 3, reading("4s", FLAT), "k")
    (win,) = proposal.deal["wins"]
    assert (win["winning_tile"], win["by"], win["from"]) == ("4s", "discard", 3)


@pytest.mark.parametrize(
    ("at", "seen", "code"),
    [
        pytest.param(table(), reading(FLAT, "4s", doubtful=[2]), "screen_doubtful", id="doubtful"),
        pytest.param(table(), reading(FLAT, "?"), "screen_doubtful", id="unreadable"),
        pytest.param(table(), reading(FLAT, "back"), "screen_doubtful", id="face down"),
        pytest.param(table(), reading(FLAT + " 4s"), "screen_winning", id="none apart"),
        pytest.param(table(), reading(FLAT[:-6], "6m", "6m"), "screen_winning", id="two apart"),
        pytest.param(table(), reading("4s"), "screen_winning", id="one tile"),
        pytest.param(table(), reading(FLAT[9:], FLAT[:8], "4s"), "screen_melds", id="a meld"),
        pytest.param(
            table("changde", bird_mode="159"), reading(FLAT, "4s"), "screen_birds", id="birds"
        ),
        pytest.param(
            table("three_player", 3),
            reading(FLAT, "4s"),
            "screen_flowers",
            id="no flower seen",
        ),
        pytest.param(table(), reading(FLAT, "9s"), "not_a_win", id="no win"),
        pytest.param(table(), reading(FLAT + " 1m", "4s"), "wrong_tile_count", id="15 tiles"),
    ],
)
def test_what_a_photo_does_not_tell_is_asked(at, seen, code):
    proposal = propose(at, 1, None, seen, "k")
    assert (proposal.need.code, proposal.deal, proposal.settlement) == (code, None, None)
    assert proposal.reading is seen


def test_without_a_photo_the_page_is_asked():
    refused = ScoringError("camera_hung", "没有反应。", "No answer.")
    proposal = propose(table(), 1, None, refused, "k")
    assert (proposal.need, proposal.reading) == (refused, None)
    assert again(proposal, table(), 2).need is refused


def test_the_same_win_again_keeps_its_key():
    first = propose(table(), 1, None, reading(FLAT, "4s"), "k")
    second = again(first, table(), 0)
    assert (second.key, second.feeder) == ("k", 0)
    assert second.deal["wins"][0]["from"] == 0
    assert first.settlement["deltas"] != second.settlement["deltas"]


def test_flowers_beside_the_hand_are_the_winners():
    hand = "1p 2p 3p 2p 3p 5p 5p 5p 6p 7p 8p E E"
    proposal = propose(
        table("three_player", 3, min_fan=0), 1, None, reading(hand, "4p", "1f 2f"), "k"
    )
    assert proposal.need is None
    assert proposal.deal["wins"][0]["flowers"] == ["1f", "2f"]
