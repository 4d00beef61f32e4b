"""Kongs in the reading of a photo: which one was made, and the hand without those recorded."""

import dataclasses

import pytest

from scoring.kongs import Kong
from tests.web.test_proposals import FLAT, reading, table
from web.proposals import propose
from web.refusals import Refusal
from web.seen_kongs import made, without


def kong(tile, kind="exposed", seat=1):
    return Kong(2, "", seat, kind, tile, None if kind == "concealed" else 3)


@pytest.mark.parametrize(
    ("groups", "kind", "kongs"),
    [
        pytest.param((FLAT, "5p 5p 5p 5p"), "exposed", [], id="one of four"),
        pytest.param((FLAT, "5p 5p 5p 5p"), None, [], id="nobody said which kind"),
        pytest.param(("8s 8s 8s 8s", "5p 5p 5p 5p"), "added", [kong("8s")], id="an earlier one"),
        pytest.param((FLAT, "5p 5p 5p 5p"), "concealed", [], id="concealed, all faces"),
        pytest.param(("back 5p 5p back", FLAT), "concealed", [], id="concealed, half faces"),
        pytest.param(("5p back 5p 5p",), "concealed", [], id="concealed, one back"),
    ],
)
def test_the_kong_that_was_made_is_found(groups, kind, kongs):
    assert made(reading(*groups), kind, kongs) == "5p"


@pytest.mark.parametrize(
    ("groups", "kind", "kongs", "doubtful"),
    [
        pytest.param((FLAT,), "exposed", [], (), id="none"),
        pytest.param((FLAT + " 5p 5p 5p 5p",), "exposed", [], (), id="not apart"),
        pytest.param(("8s 8s 8s 8s", "5p 5p 5p 5p"), "exposed", [], (), id="two"),
        pytest.param(("5p 5p 5p 5p",), "exposed", [kong("5p")], (), id="recorded already"),
        pytest.param(("5p 5p 5p 5p",), "exposed", [], [2], id="doubtful"),
        pytest.param(("5p 5p 5p ?",), "exposed", [], (), id="unreadable"),
        pytest.param(("5p 5p 5p 6p",), "exposed", [], (), id="unequal"),
        pytest.param(("5p 5p 5p 5p", "8s 8s 7s 8s"), "exposed", [], [6], id="one may be one"),
        pytest.param(("5p back back 5p",), "exposed", [], (), id="exposed and face down"),
        pytest.param(("back back back back",), "concealed", [], (), id="all face down"),
    ],
)
def test_what_is_not_clear_is_left_to_the_page(groups, kind, kongs, doubtful):
    with pytest.raises(Refusal) as refused:
        made(reading(*groups, doubtful=doubtful), kind, kongs)
    assert refused.value.code == "screen_kong_tile"


@pytest.mark.parametrize(
    ("groups", "kongs"),
    [
        pytest.param(("5p 5p 5p 5p", "1m 2m"), [kong("5p")], id="exposed"),
        pytest.param(("1m 2m", "back back back back"), [kong("5p", "concealed")], id="face down"),
        pytest.param(
            ("back back back back", "1m 2m", "back 8s 8s back"),
            [kong("8s", "concealed"), kong("5p", "concealed")],
            id="faces before backs",
        ),
        pytest.param(("1m 2m",), [kong("5p")], id="not in the photo"),
    ],
)
def test_recorded_kongs_are_left_out(groups, kongs):
    left = without(reading(*groups), kongs)
    assert [tile["tile"] for tile in left["tiles"]] == ["1m", "2m"]


def test_other_tiles_keep_their_doubts():
    seen = reading("5p 5p 5p 5p", "1m 2m", "6p 6p 6p 6p", doubtful=[1, 5, 6])
    left = without(seen, [kong("5p"), kong("5p", "concealed")])
    assert [tile["tile"] for tile in left["tiles"]] == ["1m", "2m", "6p", "6p", "6p", "6p"]
    assert left["doubtful"] == [1, 2]


def test_an_exposed_kong_does_not_lie_face_down():
    seen = reading("back back back back")
    assert without(seen, [kong("5p")])["tiles"] == seen["tiles"]


def test_a_proposed_win_takes_recorded_kongs_over():
    at = dataclasses.replace(table(), kongs=(kong("8p", "concealed"),))
    hand = "5p 6p 7p 2s 3s 5m 5m 5m 6m 6m"
    seen = reading("8p back back 8p", hand, "4s", doubtful=[1])
    proposal = propose(at, 1, None, seen, "k")
    assert proposal.need is None
    assert proposal.deal["wins"][0]["concealed"] == hand
    plain = propose(table(), 1, None, seen, "k")
    assert plain.need.code == "screen_doubtful"
    assert proposal.reading == seen  # whole, should the kong be taken back
