"""The rule sets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from scoring.errors import UnknownRuleSet
from scoring.rules.base import RuleSet
from scoring.rules.changde import Changde
from scoring.rules.guangdong import Guangdong

__all__ = ["RULE_SETS", "RuleSet", "rule_set"]

RULE_SETS: Final[Mapping[str, type[RuleSet]]] = MappingProxyType(
    {
        each.id: each
        for each in (
            Changde,
            Guangdong,
        )
    }
)
"""All rule sets by id."""


def rule_set(name: object, options: Mapping[str, object] | None = None) -> RuleSet:
    """The rule set of that name, with some options given.

    Raises:
        UnknownRuleSet: there is no such rule set.
        BadOption: an unknown option or a value that is not allowed.

    >>> rule_set("guangdong", {"cap_fan": 4})
    rule_set('guangdong', {'cap_fan': 4})
    """
    found = RULE_SETS.get(name) if isinstance(name, str) else None
    if found is None:
        shown = repr(name[:24]) if isinstance(name, str) else "null"
        known = ", ".join(RULE_SETS)
        raise UnknownRuleSet(
            "unknown_rule_set",
            f"没有 {shown} 这套规则；可用：{known}",
            f"there is no rule set {shown}; the rule sets are {known}",
        )
    return found.from_json(options) if options else _default(found)


@cache
def _default(found: type[RuleSet]) -> RuleSet:
    return found()
