"""A house's own preset: a name for a rule set, the options it plays with, and the stakes.

A preset is a value; where it is kept is the ledger's business. It holds every option, so that a
later change of a default does not change what a house agreed on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.errors import BadPreset
from scoring.money import Unit
from scoring.options import Options
from scoring.rules import RuleSet, rule_set

LONGEST_NAME: Final = 40
"""Most characters of a preset's name."""
MOST_POINTS: Final = 10**6
"""Most starting points, up or down."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named choice of options.

    Attributes:
        name: what the house calls it: 1 to 40 printable characters, none of them space at the
            ends.
        rules: id of the rule set.
        options: every option of that rule set.
        unit: what points are worth, or None.
        starting_points: what every player is shown to begin with.

    Raises:
        BadPreset: the name or the starting points cannot be, or the options are those of another
            rule set.

    >>> house = Preset.from_json(
    ...     {"name": "周五局", "rules": "guangdong", "options": {"cap_fan": 4}})
    >>> house.rule_set
    rule_set('guangdong', {'cap_fan': 4})
    >>> Preset.from_json(house.to_json()) == house
    True
    """

    name: str
    rules: str
    options: Options
    unit: Unit | None = None
    starting_points: int = 0

    def __post_init__(self) -> None:
        fits = self.name.isprintable() and self.name == self.name.strip()
        if not fits or not 0 < len(self.name) <= LONGEST_NAME:
            raise BadPreset(
                "bad_preset",
                f"预设的名字要有 1 到 {LONGEST_NAME} 个可见的字，前后不留空格；请改名",
                f"the name of a preset has 1 to {LONGEST_NAME} visible characters and no space at "
                "its ends; give it another",
            )
        rules = rule_set(self.rules)
        if type(self.options) is not rules.option_class:
            raise BadPreset(
                "bad_preset",
                f"这些选项不是{rules.zh}的；请用它自己的选项",
                f"these are not the options of {rules.en}; give its own",
            )
        if abs(self.starting_points) > MOST_POINTS:
            raise BadPreset(
                "bad_preset",
                f"起始分最多 ±{MOST_POINTS}；请改正",
                f"starting points are at most ±{MOST_POINTS}; correct them",
            )

    @property
    def rule_set(self) -> RuleSet:
        """The rule set with these options."""
        return rule_set(self.rules, self.options.to_json())

    @classmethod
    def from_json(cls, document: Mapping[str, object]) -> Preset:
        """Read ``{"name", "rules", "options"?, "unit"?, "starting_points"?}``.

        Options not given stand at their defaults.

        Raises:
            BadPreset: a value is missing, of another type, or cannot be.
            BadUnit: the unit cannot be.
            UnknownRuleSet: there is no such rule set.
            BadOption: an unknown option or a value that is not allowed.
        """
        name, rules, options = (document.get(key) for key in ("name", "rules", "options"))
        unit, points = document.get("unit"), document.get("starting_points", 0)
        if (
            not isinstance(name, str)
            or not isinstance(options, (Mapping, type(None)))
            or not isinstance(points, int)
            or isinstance(points, bool)
        ):
            raise BadPreset(
                "bad_preset",
                '预设要写成 {"name": 名字, "rules": 规则, "options": {选项}, "unit": 分值, '
                '"starting_points": 起始分}；请补全',
                'a preset is {"name": text, "rules": id, "options": {…}, "unit": {…}, '
                '"starting_points": whole number}; complete it',
            )
        chosen = rule_set(rules, options)
        worth = None if unit is None else Unit.from_json(unit)
        return cls(name, chosen.id, chosen.options, worth, points)

    def to_json(self) -> dict[str, object]:
        """``{"name", "rules", "options", "unit", "starting_points"}`` with every option."""
        return {
            "name": self.name,
            "rules": self.rules,
            "options": self.options.to_json(),
            "unit": None if self.unit is None else self.unit.to_json(),
            "starting_points": self.starting_points,
        }
