"""House options of a rule set: typed, documented, and refused by name when wrong.

An options class is a frozen dataclass whose fields are made with ``choice`` or ``whole``:

>>> @dataclass(frozen=True, slots=True)
... class Demo(Options):
...     cap_fan: int = choice(3, (3, 4, 5), zh="封顶番数", en="most fan")
...     unit: int = whole(1, least=1, zh="底分", en="points of one unit")
>>> Demo.from_json({"cap_fan": 4})
Demo(cap_fan=4, unit=1)
>>> Demo.from_json({"cap_fan": 6})
Traceback (most recent call last):
scoring.errors.BadOption: option cap_fan cannot be 6; it is one of 3, 4, 5
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self, TypeVar

from scoring.errors import BadOption

T = TypeVar("T")
_MOST = 10**9


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """What an option is, for lists and forms.

    Attributes:
        name: as in the rule's specification.
        zh: what it is, in Chinese.
        en: what it is, in English.
        default: value when not given.
        values: the values allowed; None where any whole number from ``least`` is.
        least: the smallest number allowed, if numbers are open.
        nullable: whether null (no limit) is allowed.
    """

    name: str
    zh: str
    en: str
    default: object
    values: tuple[object, ...] | None = None
    least: int | None = None
    nullable: bool = False

    def allows(self, value: object) -> bool:
        """Whether the option may have this value; ``True`` is never taken for 1."""
        if self.values is not None:
            return any(value == each and type(value) is type(each) for each in self.values)
        if value is None:
            return self.nullable
        return type(value) is int and self.least is not None and self.least <= value <= _MOST

    @property
    def allowed_zh(self) -> str:
        """The values allowed, in Chinese."""
        if self.values is not None:
            return "、".join(_text(value) for value in self.values)
        return ("null（不限）或" if self.nullable else "") + f"不小于 {self.least} 的整数"

    @property
    def allowed_en(self) -> str:
        """The values allowed, in English."""
        if self.values is not None:
            return "one of " + ", ".join(_text(value) for value in self.values)
        return ("null (no limit) or " if self.nullable else "") + f"a whole number ≥ {self.least}"

    def to_json(self) -> dict[str, object]:
        """The option as a JSON object."""
        return {
            "name": self.name,
            "zh": self.zh,
            "en": self.en,
            "default": self.default,
            "values": None if self.values is None else list(self.values),
            "least": self.least,
            "nullable": self.nullable,
        }


def choice(default: T, values: tuple[object, ...], *, zh: str, en: str) -> T:
    """A field of an options class that takes one of ``values``."""
    metadata = {"spec": (zh, en, values, None, False)}
    made: T = field(default=default, metadata=metadata)
    return made


def switch(default: bool, *, zh: str, en: str) -> bool:
    """A field of an options class that is on or off."""
    return choice(default, (True, False), zh=zh, en=en)


def whole(default: T, *, least: int, nullable: bool = False, zh: str, en: str) -> T:
    """A field of an options class that takes a whole number from ``least`` (or null)."""
    metadata = {"spec": (zh, en, None, least, nullable)}
    made: T = field(default=default, metadata=metadata)
    return made


@dataclass(frozen=True, slots=True)
class Options:
    """Base of the options of a rule set. Construction refuses a value that is not allowed."""

    def __post_init__(self) -> None:
        for spec in self.specs():
            value = getattr(self, spec.name)
            if not spec.allows(value):
                raise BadOption(
                    "bad_option",
                    f"选项 {spec.name}（{spec.zh}）不能是 {_text(value)}；可用：{spec.allowed_zh}",
                    f"option {spec.name} cannot be {_text(value)}; it is {spec.allowed_en}",
                )

    @classmethod
    def specs(cls) -> tuple[OptionSpec, ...]:
        """All options with their names, defaults and allowed values, in order."""
        return tuple(_spec(each.name, each.default, each.metadata["spec"]) for each in fields(cls))

    @classmethod
    def from_json(cls, values: Mapping[str, object]) -> Self:
        """The options with some values given; the others stand at their defaults.

        Raises:
            BadOption: an unknown option or a value that is not allowed.
        """
        known = [each.name for each in fields(cls)]
        for name in values:
            if name not in known:
                shown, names = _text(name), ", ".join(known)
                raise BadOption(
                    "bad_option",
                    f"没有 {shown} 这个选项；可用的选项：{names}",
                    f"there is no option {shown}; the options are {names}",
                )
        return cls(**values)

    def to_json(self) -> dict[str, Any]:
        """All options and their values."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


def _spec(name: str, default: object, spec: tuple[str, str, Any, Any, bool]) -> OptionSpec:
    return OptionSpec(name, spec[0], spec[1], default, *spec[2:])


def _text(value: object) -> str:
    if isinstance(value, str) and value.isprintable() and len(value) <= 24:
        return value
    if value is None or isinstance(value, (bool, int, float)):
        return json.dumps(value) if not isinstance(value, int) or abs(value) <= _MOST else "…"
    return repr(value[:24]) if isinstance(value, str) else type(value).__name__
