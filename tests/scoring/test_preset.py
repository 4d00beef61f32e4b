"""A house's presets: named options, validated, as values."""

import json
from dataclasses import FrozenInstanceError

import pytest

from scoring import RULE_SETS, BadOption, BadPreset, Preset, UnknownRuleSet, rule_set
from scoring.errors import BadUnit
from scoring.rules.changde import ChangdeOptions
from scoring.rules.guangdong import GuangdongOptions


@pytest.mark.parametrize("name", RULE_SETS)
def test_round_trip_keeps_every_option(name):
    house = Preset.from_json({"name": "周五局", "rules": name})
    document = json.loads(json.dumps(house.to_json()))
    assert set(document["options"]) == {spec.name for spec in house.options.specs()}
    assert Preset.from_json(document) == house
    assert hash(Preset.from_json(document)) == hash(house)
    assert house.rule_set == rule_set(name)


def test_options_given_are_kept():
    house = Preset.from_json({"name": "a", "rules": "guangdong", "options": {"cap_fan": 4}})
    assert house.rule_set == rule_set("guangdong", {"cap_fan": 4})
    assert house == Preset("a", "guangdong", GuangdongOptions(cap_fan=4))
    assert eval(repr(house)) == house
    with pytest.raises(FrozenInstanceError):
        house.name = "b"


@pytest.mark.parametrize("name", ["", " ", " a", "a ", "a\n", "x" * 41, None, 3])
def test_a_name_must_be_readable(name):
    with pytest.raises(BadPreset) as refused:
        Preset.from_json({"name": name, "rules": "guangdong"})
    assert refused.value.code == "bad_preset"
    assert refused.value.zh
    assert refused.value.en


def test_refused_by_name():
    with pytest.raises(BadPreset, match="complete it"):
        Preset.from_json({"name": "a", "rules": "guangdong", "options": [1]})
    with pytest.raises(UnknownRuleSet, match="riichi"):
        Preset.from_json({"name": "a", "rules": "riichi"})
    with pytest.raises(BadOption, match="no option caps"):
        Preset.from_json({"name": "a", "rules": "guangdong", "options": {"caps": 4}})
    with pytest.raises(BadOption, match="cap_fan cannot be 99"):
        Preset.from_json({"name": "a", "rules": "guangdong", "options": {"cap_fan": 99}})
    with pytest.raises(BadPreset, match="not the options of Guangdong"):
        Preset("a", "guangdong", ChangdeOptions())


def test_the_stakes_are_kept_too():
    unit = {"points": 2, "money": "0.50", "currency": "元"}
    document = {"name": "a", "rules": "fuzhou", "unit": unit, "starting_points": 100}
    house = Preset.from_json(document)
    assert house.to_json() == {**document, "options": house.options.to_json()}
    assert Preset.from_json(house.to_json()) == house
    assert Preset.from_json({"name": "a", "rules": "fuzhou"}).unit is None


@pytest.mark.parametrize("points", [10**7, -(10**7), "100", 1.5, True, None])
def test_starting_points_are_a_whole_number(points):
    with pytest.raises(BadPreset):
        Preset.from_json({"name": "a", "rules": "fuzhou", "starting_points": points})


def test_a_unit_that_cannot_be_is_refused():
    with pytest.raises(BadUnit):
        Preset.from_json({"name": "a", "rules": "fuzhou", "unit": {"points": 1}})
