"""README says what there is."""

import re
from pathlib import Path

import click

from scoring import RULE_SETS
from web.cli import main

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


def test_every_command_is_told() -> None:
    assert isinstance(main, click.Group)
    told = set(re.findall(r"^paizhuo (\w+)", README, re.MULTILINE))
    assert told == set(main.commands)


def test_every_rule_set_is_told_with_its_name() -> None:
    for rules in RULE_SETS.values():
        assert f"`{rules.id}`" in README
        assert rules.zh in README


def test_the_pictures_are_there() -> None:
    for picture in re.findall(r'src="([^"]+)"', README):
        assert (Path(__file__).parents[1] / picture).is_file()
