"""What the table's buttons mean, on a paper clock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.commands import BUTTONS, Action, Command, Commands, Notice, Outcome, Panel, Waits
from hardware.gestures import Gesture, Kind, Press, Timing

TIMING = Timing(debounce=0.04, double=0.35, long=1.0, stuck=10.0)
WAITS = Waits(chord=3.0, fed=8.0, look=1.0, confirm=60.0, shut_down=3.0)


def edges(script: str) -> list[tuple[str, bool, float]]:
    """``"seat0 1 1.2, win 1.5 1.7"``: each button with the times of its edges, down first."""
    found = []
    for part in script.split(","):
        name, *times = part.split()
        found += [(name, i % 2 == 0, float(at)) for i, at in enumerate(times)]
    return sorted(found, key=lambda edge: edge[2])


def brief(outcome: Outcome) -> str:
    if isinstance(outcome, Notice):
        return f"{'!' if outcome.refused else ''}{outcome.code}"
    return " ".join(str(x) for x in (outcome.action, outcome.seat, outcome.other) if x is not None)


def heard(script: str, until: float) -> list[str]:
    panel = Panel(TIMING, WAITS)
    outcomes = [o for name, down, at in edges(script) for o in panel.edge(name, down, at)]
    return [brief(outcome) for outcome in outcomes + panel.advance(until)]


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        pytest.param("seat2 1 1.2, win 2 2.2", ["kong_or_win", "propose_win 2"], id="seat, win"),
        pytest.param(
            "seat2 1 1.1, win 1.15 1.2", ["kong_or_win", "propose_win 2"], id="seat, win, quickly"
        ),
        pytest.param("seat2 1 3, win 1.5 1.7", ["propose_win 2"], id="seat held around win"),
        pytest.param("win 1 3, seat2 1.5 1.7", ["propose_win 2"], id="win held around seat"),
        pytest.param("seat2 1 1.5, win 1.2 2", ["propose_win 2"], id="seat and win overlap"),
        pytest.param(
            "seat2 1 1.1 1.3 3, win 1.5 1.7", ["kong_or_win", "propose_win 2"], id="tap, then both"
        ),
        pytest.param(
            "seat2 1 1.2, win 2 2.2 5 5.2",
            ["kong_or_win", "propose_win 2", "confirm_win 2"],
            id="win again confirms",
        ),
        pytest.param(
            "seat2 1 1.2, win 2 2.1 2.2 2.3",
            ["kong_or_win", "propose_win 2", "!too_soon"],
            id="a nervous second press confirms nothing",
        ),
        pytest.param(
            "seat2 1 1.2 5 5.2, win 2 2.2 6 6.2",
            ["kong_or_win", "propose_win 2", "kong_or_win", "propose_win 2"],
            id="seat and win again: a new photograph",
        ),
        pytest.param(
            "seat2 1 1.2, win 2 2.2, seat0 4 4.1 4.2 4.3, win 6 6.2",
            ["kong_or_win", "propose_win 2", "fed_win 2 0", "confirm_win 2"],
            id="the discarder presses twice",
        ),
        pytest.param(
            "seat2 1 1.2, win 2 2.2, undo 4 4.1 6 6.1",
            ["kong_or_win", "propose_win 2", "drop_win 2", "undo"],
            id="undo drops the proposal first",
        ),
        pytest.param(
            "seat2 1 1.2, win 2 2.2, draw 4 4.1",
            ["kong_or_win", "propose_win 2", "!win_proposed"],
            id="no draw over a proposal",
        ),
        pytest.param(
            "seat1 1 1.2, kong 2 2.2, seat3 4 4.2",
            ["kong_or_win", "who_fed", "exposed_kong 1 3"],
            id="seat 3 fed the kong",
        ),
        pytest.param(
            "seat1 1 2, kong 1.2 1.4, seat3 4 4.2", ["who_fed", "exposed_kong 1 3"], id="kong chord"
        ),
        pytest.param(
            "seat1 1 1.2 4 4.2, kong 2 2.2",
            ["kong_or_win", "who_fed", "concealed_kong 1"],
            id="nobody fed it",
        ),
        pytest.param(
            "seat1 1 1.2 4 4.2 4.3 4.4, kong 2 2.2",
            ["kong_or_win", "who_fed", "added_kong 1"],
            id="added to a pung",
        ),
        pytest.param(
            "seat1 1 1.2, kong 2 2.2 3 3.2, seat0 4 4.2",
            ["kong_or_win", "who_fed", "who_fed", "exposed_kong 1 0"],
            id="kong twice is asked again",
        ),
        pytest.param(
            "seat1 1 1.2, kong 2 2.2, undo 4 4.1",
            ["kong_or_win", "who_fed", "dropped"],
            id="undo drops the kong that was begun",
        ),
        pytest.param(
            "seat1 1 1.2, kong 2 2.2, seat0 4 5, win 4.2 4.4",
            ["kong_or_win", "who_fed", "ask_kong 1", "propose_win 0"],
            id="robbed: the page asks about the kong",
        ),
        pytest.param("seat3 1 2.5", ["read_hand 3"], id="seat, long"),
        pytest.param("draw 1 1.2", ["draw"], id="draw"),
        pytest.param("undo 1 1.2", ["undo"], id="undo"),
        pytest.param("undo 1 4.5", ["shut_down"], id="undo held"),
        pytest.param("undo 1 3", ["!hold_longer"], id="undo held, but not long enough"),
        pytest.param("undo 1 19", ["!stuck"], id="a tile lies on undo"),
        pytest.param("win 1 1.2", ["!who"], id="win, but whose"),
        pytest.param("kong 1 1.2", ["!who"], id="kong, but whose"),
        pytest.param("seat0 1 1.1 1.2 1.3", ["!nothing_proposed"], id="twice for nothing"),
        pytest.param("seat0 1 2, seat1 1.5 2.5", ["!together"], id="two seats at once"),
        pytest.param("undo 1 5, draw 2 3", ["!together"], id="undo held by the way"),
    ],
)
def test_buttons(script: str, expected: list[str]) -> None:
    assert heard(script, until=20 if "19" in script else 7.5) == expected


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        pytest.param("seat0 1 1.2", ["kong_or_win", "!lapsed"], id="a seat and nothing more"),
        pytest.param(
            "seat0 1 1.2, kong 2 2.2",
            ["kong_or_win", "who_fed", "ask_kong 0"],
            id="a kong that nobody fed is not lost",
        ),
        pytest.param(
            "seat0 1 1.2, win 2 2.2, win 80 80.2",
            ["kong_or_win", "propose_win 0", "on_screen", "!who"],
            id="a proposal is left to the page",
        ),
    ],
)
def test_what_lapses(script: str, expected: list[str]) -> None:
    assert heard(script, until=200) == expected


def test_due_names_the_moment_at_which_a_wait_ends() -> None:
    panel = Panel(TIMING, WAITS)
    panel.edge("seat0", True, 1.0)
    panel.edge("seat0", False, 1.2)
    panel.advance(1.6)
    due = panel.due()
    assert due == pytest.approx(1.59 + 3.0)
    assert panel.advance(due - 0.001) == []
    assert [brief(outcome) for outcome in panel.advance(due)] == ["!lapsed"]
    assert panel.due() is None


def test_a_win_settled_on_the_page_is_not_confirmed_again() -> None:
    panel = Panel(TIMING, WAITS)
    for name, down, at in edges("seat0 1 1.2, win 2 2.2"):
        panel.edge(name, down, at)
    panel.advance(3)
    assert panel.settled(4) == []
    (outcome,) = [o for n, d, at in edges("win 5 5.2") for o in panel.edge(n, d, at)] + (
        panel.advance(6)
    )
    assert brief(outcome) == "!who"


def test_a_win_is_confirmed_only_once_it_is_shown() -> None:
    panel = Panel(TIMING, WAITS)
    told = [o for n, d, at in edges("seat0 1 1.2, win 2 2.2") for o in panel.edge(n, d, at)]
    told += panel.proposed(0, 5.0)  # the photograph took three seconds
    told += [o for n, d, at in edges("win 5.5 5.6 7 7.2") for o in panel.edge(n, d, at)]
    told += panel.advance(8)
    assert [brief(outcome) for outcome in told][1:] == [
        "propose_win 0",
        "!too_soon",
        "confirm_win 0",
    ]
    told = panel.proposed(0, 9.0)  # refused, and so it waits again
    told += [o for n, d, at in edges("win 11 11.2") for o in panel.edge(n, d, at)]
    assert [brief(outcome) for outcome in told + panel.advance(12)] == ["confirm_win 0"]


def test_a_button_that_no_table_has_is_the_programs_mistake() -> None:
    gesture = Gesture("bell", Kind.SHORT, (Press("bell", 0, 1.0),), (), 0.1, 1.2)
    with pytest.raises(ValueError, match="bell"):
        Commands(WAITS).gesture(gesture)


STEPS = st.lists(
    st.tuples(
        st.sampled_from(BUTTONS),
        st.booleans(),
        st.sampled_from([0.0, 0.01, 0.05, 0.2, 0.4, 1.1, 3.2, 9.0, 61.0, -0.5]),
    ),
    max_size=60,
)
PLAY = st.lists(
    st.tuples(
        st.sampled_from(BUTTONS), st.sampled_from([0.1, 1.2, 3.5]), st.sampled_from([0.05, 0.2, 2])
    ),
    max_size=25,
)


def check(steps: list[tuple[str, bool, float]], looks: list[float]) -> list[Outcome]:
    """Play edges (name, down, time), looking at the clock in between or not: the same is told."""
    quiet, watched = Panel(TIMING, WAITS), Panel(TIMING, WAITS)
    one: list[Outcome] = []
    two: list[Outcome] = []
    looks = sorted(looks)
    for name, down, at in steps:
        while looks and looks[0] < at:
            two += watched.advance(looks.pop(0))
        one += quiet.edge(name, down, at)
        two += watched.edge(name, down, at)
    one += quiet.advance(1e6)
    assert one == two + watched.advance(1e6)
    commands = [outcome for outcome in one if isinstance(outcome, Command)]
    used = [number for command in commands for number in command.presses]
    assert len(used) == len(set(used)), "a press was used for two commands"
    assert all(command.presses for command in commands)
    assert [outcome.at for outcome in one] == sorted(outcome.at for outcome in one)
    proposed: int | None = None
    for command in commands:
        if command.action is Action.PROPOSE_WIN:
            proposed = command.seat
        if command.action in (Action.CONFIRM_WIN, Action.DROP_WIN):
            assert command.seat == proposed, "one proposal was settled twice, or another's"
            proposed = None
    return one


@given(STEPS, st.lists(st.floats(0, 200), max_size=10))
def test_no_sequence_of_edges_raises_or_commands_twice(
    gaps: list[tuple[str, bool, float]], looks: list[float]
) -> None:
    now, steps = 0.0, []
    for name, down, gap in gaps:
        now = max(now + gap, 0.0)
        steps.append((name, down, now))
    check(steps, looks)


@given(PLAY, st.lists(st.floats(0, 60), max_size=10))
def test_no_sequence_of_presses_commands_twice(
    presses: list[tuple[str, float, float]], looks: list[float]
) -> None:
    now, steps = 1.0, []
    for name, held, pause in presses:
        steps += [(name, True, now), (name, False, now + held)]
        now += held + pause
    check(steps, looks)
