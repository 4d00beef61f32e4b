"""Edges → gestures, on a paper clock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.gestures import Gesture, Gestures, Kind, Timing

TIMING = Timing(debounce=0.04, double=0.35, long=1.0, stuck=10.0)
DOUBLES = frozenset({"seat0", "seat1"})


def told(edges: list[tuple[str, bool, float]], until: float = 100.0) -> list[Gesture]:
    gestures = Gestures(TIMING, DOUBLES)
    found = [g for name, pressed, at in edges for g in gestures.edge(name, pressed, at)]
    return found + gestures.advance(until)


def taps(button: str, *times: float) -> list[tuple[str, bool, float]]:
    """Edges at the given times, down first, up second and so on."""
    return [(button, i % 2 == 0, at) for i, at in enumerate(times)]


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        pytest.param(taps("win", 1.0, 1.2), ["win short"], id="short"),
        pytest.param(taps("seat0", 1.0, 1.2), ["seat0 short"], id="short, double known"),
        pytest.param(taps("seat0", 1.0, 1.2, 1.4, 1.6), ["seat0 double"], id="double"),
        pytest.param(
            taps("seat0", 1.0, 1.2, 1.6, 1.8), ["seat0 short", "seat0 short"], id="too slow"
        ),
        pytest.param(
            taps("win", 1.0, 1.2, 1.4, 1.6), ["win short", "win short"], id="double unknown"
        ),
        pytest.param(taps("win", 1.0, 2.0), ["win long"], id="long from 1 s on"),
        pytest.param(taps("win", 1.0, 1.99), ["win short"], id="just not long"),
        pytest.param(taps("win", 1.0, 11.0), ["win stuck"], id="a hand lies on it"),
        pytest.param(taps("win", 1.0), [], id="still held"),
        pytest.param(
            taps("seat0", 1.0, 1.2, 1.4, 3.0), ["seat0 short", "seat0 long"], id="short, then long"
        ),
        pytest.param(
            taps("seat0", 1.0, 1.2, 1.4, 1.6, 1.8, 2.0),
            ["seat0 double", "seat0 short"],
            id="three times",
        ),
        pytest.param(taps("win", 1.0, 1.01), [], id="a spike is no press"),
        pytest.param(
            taps("win", 1.0, 1.01, 1.02, 1.03, 1.035, 1.2, 1.21, 1.215),
            ["win short"],
            id="contacts bounce both ways",
        ),
        pytest.param(
            [("win", True, 1.0), ("win", True, 1.1), ("win", False, 1.3), ("win", False, 1.4)],
            ["win short"],
            id="an edge told twice",
        ),
        pytest.param([("win", False, 1.0)], [], id="let go, never pressed"),
        pytest.param(
            [("win", True, 5.0), ("win", False, 4.0)], [], id="a clock that ran backwards"
        ),
    ],
)
def test_gestures(edges: list[tuple[str, bool, float]], expected: list[str]) -> None:
    assert [f"{g.button} {g.kind}" for g in told(edges)] == expected


def test_a_bounce_neither_lengthens_the_wait_nor_the_press() -> None:
    (gesture,) = told(taps("win", 1.0, 1.01, 1.02, 1.5))
    assert gesture.held == pytest.approx(0.48)
    assert gesture.at == pytest.approx(1.54)


def test_another_button_ends_the_wait_for_a_double_press() -> None:
    first, second = told([*taps("seat0", 1.0, 1.1), *taps("win", 1.15, 1.3)])
    assert (first.button, first.at) == ("seat0", pytest.approx(1.19))
    assert (second.button, second.along) == ("win", ())


@pytest.mark.parametrize(
    "edges",
    [
        pytest.param(
            [("seat0", True, 1.0), *taps("win", 1.2, 1.4), ("seat0", False, 1.9)], id="seat around"
        ),
        pytest.param(
            [("seat0", True, 1.0), ("win", True, 1.2), ("seat0", False, 1.3), ("win", False, 1.6)],
            id="one over the other",
        ),
    ],
)
def test_the_first_of_two_at_once_names_the_other(edges: list[tuple[str, bool, float]]) -> None:
    first, second = told(edges)
    assert [press.button for press in first.along] == [second.button]
    assert second.along == ()


def test_due_is_when_the_next_gesture_is_known() -> None:
    gestures = Gestures(TIMING, DOUBLES)
    assert gestures.due() is None
    gestures.edge("seat0", True, 1.0)
    assert gestures.due() == pytest.approx(1.04)
    gestures.edge("seat0", False, 1.2)
    gestures.advance(1.3)
    assert gestures.due() == pytest.approx(1.59)
    assert gestures.advance(1.58) == []
    assert [g.kind for g in gestures.advance(1.59 + 1e-9)] == [Kind.SHORT]
    assert gestures.due() is None


EDGES = st.lists(
    st.tuples(
        st.sampled_from(["seat0", "seat1", "win"]),
        st.booleans(),
        st.sampled_from([0.0, 0.01, 0.03, 0.05, 0.2, 0.4, 1.1, 12.0, -0.1]),
    ),
    max_size=40,
)


@given(EDGES, st.lists(st.floats(0, 60), max_size=10))
def test_time_may_be_told_as_often_as_one_likes(
    steps: list[tuple[str, bool, float]], looks: list[float]
) -> None:
    quiet, watched = Gestures(TIMING, DOUBLES), Gestures(TIMING, DOUBLES)
    now, one, two = 0.0, [], []
    looks = sorted(looks)
    for name, pressed, gap in steps:
        now += gap
        while looks and looks[0] < now:
            two += watched.advance(looks.pop(0))
        one += quiet.edge(name, pressed, now)
        two += watched.edge(name, pressed, now)
    assert one + quiet.advance(1000) == two + watched.advance(1000)


@given(EDGES)
def test_no_press_is_told_twice_and_times_rise(steps: list[tuple[str, bool, float]]) -> None:
    now, edges = 0.0, []
    for name, pressed, gap in steps:
        now += gap
        edges.append((name, pressed, now))
    gestures = told(edges, 1000)
    numbers = [press.number for gesture in gestures for press in gesture.presses]
    assert len(numbers) == len(set(numbers))
    assert [g.at for g in gestures] == sorted(g.at for g in gestures)
    for number, gesture in enumerate(gestures):
        later = {p.number for g in gestures[number + 1 :] for p in g.presses}
        still_down = {p.number for p in gesture.along} - later
        assert all(n not in numbers for n in still_down)
