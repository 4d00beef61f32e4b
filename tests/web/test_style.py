"""The colours of both themes, from the style sheets themselves."""

import re
from pathlib import Path

import pytest

import web

STATIC = Path(web.__file__).parent / "static"
TEXT_ON = {
    "ink": ("ground", "surface", "raised", "well", "lifted", "line"),
    "muted": ("ground", "surface", "raised", "well"),
    "jade": ("ground", "surface", "raised"),
    "jade-deep": ("jade-soft",),
    "red": ("ground", "surface", "raised", "red-soft"),
    "amber": ("ground", "surface"),
    "on-jade": ("jade",),
    "on-red": ("red",),
    "on-felt": ("felt", "felt-edge"),
    "on-felt-muted": ("felt", "felt-edge"),
    "on-felt-minus": ("felt", "felt-edge"),
}
LARGE = {"red": ("well",), "ground": ("amber",)}


def colours(file):
    root = re.search(r":root \{(.*?)\n\}", (STATIC / file).read_text("utf-8"), re.DOTALL)[1]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", root))


def light(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one, other):
    brighter, darker = sorted((light(one), light(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", ["day", "night"])
def test_text_can_be_read_on_every_ground(theme):
    palette = colours("style.css") | (colours("dark.css") if theme == "night" else {})
    faint = [
        f"{text} on {ground}: {contrast(palette[text], palette[ground]):.2f}"
        for pairs, least in ((TEXT_ON, 4.5), (LARGE, 3))
        for text, grounds in pairs.items()
        for ground in grounds
        if contrast(palette[text], palette[ground]) < least
    ]
    assert faint == []


def test_the_night_has_only_colours_of_the_day():
    assert set(colours("dark.css")) <= set(colours("style.css"))


def test_contrast_of_black_and_white():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
