"""The wiring: table and picture tell the same, out of the pin file."""

import xml.etree.ElementTree as ET
from pathlib import Path

from hardware.commands import BUTTONS
from hardware.pins import HEADER, read_pins
from hardware.wiring import FIVE_VOLTS, GROUND, NAMES, POWER, RAILS, picture, table, wires

SVG = "{http://www.w3.org/2000/svg}"
ROOM = Path(__file__).parents[2] / "hardware"
DOWN = (
    '[buttons]\nwin = 4\nkong = 18\n[wiring]\npull = "down"\n[buzzer]\nkind = "active"\n'
    "[lights]\nred = 20\n"
)


def pull_down(folder: Path):
    path = folder / "pins.toml"
    path.write_text(DOWN, "utf-8")
    return read_pins(path)


def test_the_table_names_every_button_its_pin_its_pull_and_a_ground_beside_it() -> None:
    pins = read_pins()
    lines = table(pins).splitlines()
    assert len(lines) == 1 + len(BUTTONS)
    for name, pin in pins.buttons.items():
        (line,) = [line for line in lines if line.endswith(" ".join(NAMES[name]))]
        assert line.split()[:3] == [str(pin), str(HEADER[pin]), GROUND]
        assert " up " in line
    assert "  17        11  GND (pin 9) " in table(pins)


def test_buttons_to_power_and_what_sounds_or_shines_to_ground(tmp_path: Path) -> None:
    win, kong, buzzer, red = wires(pull_down(tmp_path))
    assert (win.rail, win.near, win.pull) == (POWER, 1, "down")
    assert (kong.rail, kong.near) == (POWER, 17)
    assert (buzzer.rail, buzzer.near, buzzer.pull) == (GROUND, 30, "")
    assert red.label == "红灯 red light"


def test_the_header_has_every_pin_once() -> None:
    rails = {pin for pins in RAILS.values() for pin in pins}
    assert sorted([*HEADER.values(), *rails, *FIVE_VOLTS, 27, 28]) == list(range(1, 41))


def test_the_picture_shows_everything_that_is_wired(tmp_path: Path) -> None:
    for pins in (read_pins(), pull_down(tmp_path)):
        texts = [element.text for element in ET.fromstring(picture(pins)).iter(f"{SVG}text")]
        for wire in wires(pins):
            assert f"GPIO{wire.gpio}" in texts
            assert any(text.startswith(wire.label) for text in texts)
            assert wire.rail in texts
        assert texts.count("40") == 1


def test_the_picture_in_the_documentation_is_that_of_the_default_pins() -> None:
    assert (ROOM / "wiring.svg").read_text("utf-8") == picture(read_pins())
