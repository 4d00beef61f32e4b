"""A house's presets: named options, validated, as values."""

import json
from dataclasses import FrozenInstanceError

import pytest

from scoring import RULE_SETS, BadOption, BadPreset, Preset, UnknownRuleSet, rule_set
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
