"""The table of figures that a Pi's owner sends back; the server's figures are a benchmark's own."""

from pathlib import Path

import pytest

from hardware.cameras import choose
from tests.benchmarks import pi

STATIC = Path(__file__).parents[2] / "web" / "static"


def test_the_table_names_the_computer_and_how_well_it_reads() -> None:
    table = dict([*pi.computer(), *pi.heat(), *pi.reading()])
    assert {"computer", "memory, MB", "system", "temperature", "power"} < set(table)
    assert table["tiles read right"] == "14 of 14"
    assert all("|" not in name + figure and "\n" not in figure for name, figure in table.items())


def test_a_camera_is_measured_and_one_that_is_not_there_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pi, "WATCHED_S", 0.01)
    monkeypatch.setattr(pi, "choose", lambda _: choose(f"folder:{STATIC}"))
    measured = dict(pi.camera())
    assert measured["camera"].endswith("1600x1200")
    assert {"camera opened, s", "preview, frames/s at most", "burst of 1, s"} < set(measured)
    monkeypatch.setattr(pi, "choose", lambda _: choose(f"folder:{STATIC}/nowhere"))
    ((name, said),) = pi.camera()
    assert (name, "There is no folder" in said) == ("camera", True)
