"""Options are typed, documented, and refused by name."""

import json

import pytest

from scoring import RULE_SETS, BadOption, UnknownRuleSet, rule_set
from scoring.rules.guangdong import GuangdongOptions

ALL = [(name, spec) for name, rules in RULE_SETS.items() for spec in rules.option_class.specs()]


@pytest.mark.parametrize(("name", "spec"), ALL, ids=lambda value: getattr(value, "name", value))
class TestEveryOption:
    def test_has_names_and_a_default_it_allows(self, name, spec):
        assert spec.zh
        assert spec.en
        assert spec.allows(spec.default)
        assert json.loads(json.dumps(spec.to_json()))["name"] == spec.name
        assert spec.allowed_zh
        assert spec.allowed_en

    def test_default_given_changes_nothing(self, name, spec):
        assert rule_set(name, {spec.name: spec.default}) == rule_set(name)

    def test_every_value_is_taken_and_told_by_repr(self, name, spec):
        for value in spec.values or (spec.least, spec.least + 7):
            rules = rule_set(name, {spec.name: value})
            assert getattr(rules.options, spec.name) == value
            assert eval(repr(rules)) == rules
            assert hash(eval(repr(rules))) == hash(rules)

    @pytest.mark.parametrize("value", ["nonsense", -1, 1.5, [], {}, 10**30, float("nan")])
    def test_other_values_are_refused_by_name(self, name, spec, value):
        with pytest.raises(BadOption) as refused:
            rule_set(name, {spec.name: value})
        assert refused.value.code == "bad_option"
        assert spec.name in refused.value.en
        assert spec.name in refused.value.zh

    def test_true_is_no_number_and_one_no_truth(self, name, spec):
        value = 1 if isinstance(spec.default, bool) else True
        with pytest.raises(BadOption):
            rule_set(name, {spec.name: value})

    def test_null_only_where_it_means_no_limit(self, name, spec):
        if spec.nullable:
            assert rule_set(name, {spec.name: None})
        else:
            with pytest.raises(BadOption):
                rule_set(name, {spec.name: None})


def test_unknown_option_is_refused_with_the_known_ones():
    with pytest.raises(BadOption, match="there is no option cap; the options are cap_fan"):
        rule_set("guangdong", {"cap": 3})
    with pytest.raises(BadOption):
        rule_set("guangdong", {"x" * 100: 3})


def test_typed_construction_is_checked_too():
    with pytest.raises(BadOption, match="cap_fan cannot be 9"):
        GuangdongOptions(cap_fan=9)


@pytest.mark.parametrize("name", ["riichi", "", None, 3, [], "x" * 99])
def test_unknown_rule_set_is_refused_with_the_known_ones(name):
    with pytest.raises(UnknownRuleSet, match="guangdong") as refused:
        rule_set(name)
    assert refused.value.code == "unknown_rule_set"


def test_rule_sets_differ_by_options():
    assert rule_set("guangdong", {"unit": 2}) != rule_set("guangdong")
    assert rule_set("guangdong") != rule_set("changde")
    assert rule_set("guangdong") is rule_set("guangdong", {})
    assert repr(rule_set("guangdong")) == "rule_set('guangdong')"
