"""The pin file: which button on which pin, the times, the buzzer, the lights.

The file is TOML; ``pins.toml`` beside this module is the default and its own documentation;
:mod:`hardware.wiring` tells how to wire it.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import time
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

from hardware.commands import BUTTONS, Waits
from hardware.computer import is_pi
from hardware.errors import HardwareError
from hardware.gestures import Timing
from hardware.lights import SHOWS
from hardware.patterns import Quiet

WHOLE = ("buttons", "lights")
"""Tables that are taken as they stand: what a file leaves out is not wired."""
HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21,
    25: 22, 11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38,
    21: 40,
}  # fmt: skip
"""BCM number → pin of the 40-pin header."""
PULLED_UP = (2, 3)
"""These have a resistor to 3.3 V on the board."""


class PinsError(HardwareError, ValueError):
    """A pin file that cannot be used.

    ``code`` is one of ``not_found``, ``not_toml``, ``unknown``, ``not_a_pin``, ``used_twice``,
    ``pull``, ``buzzer``, ``volume``, ``quiet``, ``command``, ``timing``.
    """


@dataclass(frozen=True, slots=True)
class Pins:
    """A pin file that was checked.  Pins are BCM numbers."""

    buttons: Mapping[str, int]
    pull: str
    """``up`` (a pressed button connects to ground) or ``down`` (to 3.3 V)."""
    buzzer: str
    """``none``, ``active`` or ``passive``."""
    buzzer_pin: int
    volume: float
    """Of a passive buzzer: above 0, at most 1."""
    quiet: Quiet | None
    lights: Mapping[str, int]
    """Of ``green`` and ``red`` those that are wired."""
    shut_down: tuple[str, ...]
    """The command that shuts the computer down, word by word; empty: none."""
    timing: Timing
    waits: Waits


def read_pins(path: Path | None = None) -> Pins:
    """Read a pin file, or the default one.

    Raises:
        PinsError: it is missing, no TOML, or asks for something that cannot be.
    """
    default = tomllib.loads(files("hardware").joinpath("pins.toml").read_text("utf-8"))
    if path is None:
        return _check(default)
    try:
        given = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise PinsError(
            "not_found",
            f"读不到针脚文件 {path}：请检查路径和权限。",
            f"The pin file {path} cannot be read ({error.strerror}): check its path and rights.",
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PinsError(
            "not_toml",
            f"针脚文件 {path} 不是有效的 TOML：{error}",
            f"The pin file {path} is not valid TOML: {error}",
        ) from error
    merged: dict[str, object] = {}
    for name, value in default.items():
        table = _table(given.pop(name, value if name in WHOLE else {}), name)
        merged[name] = table if name in WHOLE else {**value, **table}
    _no_more(given, default, "")
    for name in default:
        if name not in WHOLE:
            _no_more(_table(merged[name], name), default[name], f"{name}.")
    return _check(merged)


def has_pins() -> bool:
    """Tell whether this computer has the 40-pin header, or is told to act as if.

    Many a laptop has a GPIO chip, too, and nothing to wire to it.
    """
    return "GPIOZERO_PIN_FACTORY" in os.environ or is_pi()


def _table(value: object, name: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise PinsError(
            "unknown",
            f"{name} 应是一张表：写成 [{name}]。",
            f"{name} must be a table: write [{name}].",
        )
    return value


def _no_more(given: Mapping[str, object], known: Mapping[str, object], where: str) -> None:
    for name in given:
        if name not in known:
            raise PinsError(
                "unknown",
                f"没有 {where}{name} 这一项；可用的有：{'、'.join(known)}。",
                f"There is no {where}{name}; known are: {', '.join(known)}.",
            )


def _check(document: Mapping[str, object]) -> Pins:
    buttons = _table(document["buttons"], "buttons")
    _no_more(buttons, dict.fromkeys(BUTTONS), "buttons.")
    pull = _table(document["wiring"], "wiring")["pull"]
    if pull not in ("up", "down"):
        raise PinsError(
            "pull",
            f'wiring.pull 是 {pull!r}；应为 "up" 或 "down"。',
            f'wiring.pull is {pull!r}; it must be "up" or "down".',
        )
    buzzer = _table(document["buzzer"], "buzzer")
    kind = buzzer["kind"]
    if kind not in ("none", "active", "passive"):
        raise PinsError(
            "buzzer",
            f'buzzer.kind 是 {kind!r}；应为 "none"、"active" 或 "passive"。',
            f'buzzer.kind is {kind!r}; it must be "none", "active" or "passive".',
        )
    pins = {name: _pin(f"buttons.{name}", value) for name, value in buttons.items()}
    lights = _table(document["lights"], "lights")
    _no_more(lights, SHOWS, "lights.")
    lit = {name: _pin(f"lights.{name}", value) for name, value in lights.items()}
    buzzer_pin = _pin("buzzer.pin", buzzer["pin"])
    heard = {"buzzer": buzzer_pin} if kind != "none" else {}
    taken: dict[int, str] = {}
    for name, pin in {**pins, **heard, **lit}.items():
        if pin in taken:
            raise PinsError(
                "used_twice",
                f"GPIO{pin} 用了两次：{taken[pin]} 和 {name}；请给其中一个换针脚。",
                f"GPIO{pin} is used twice, by {taken[pin]} and {name}: move one of them.",
            )
        taken[pin] = name
        if pull == "down" and name in pins and pin in PULLED_UP:
            raise PinsError(
                "pull",
                f"GPIO{pin}（{name}）在板上固定上拉，不能用 down；请换针脚。",
                f"GPIO{pin} ({name}) is pulled up on the board and cannot be down: use another.",
            )
    timings = _table(document["timings"], "timings")
    times = {name: _seconds(name, value) for name, value in timings.items()}
    timing = Timing(**{f.name: times[f.name] for f in fields(Timing)})
    waits = Waits(**{f.name: times[f.name] for f in fields(Waits)})
    order = ("debounce", "double", "long", "shut_down", "stuck")
    for less, more in pairwise(order):
        if times[less] >= times[more]:
            raise PinsError(
                "timing",
                f"timings.{less}（{times[less]:g}）必须小于 timings.{more}（{times[more]:g}）。",
                f"timings.{less} ({times[less]:g}) must be less than "
                f"timings.{more} ({times[more]:g}).",
            )
    return Pins(
        buttons=pins,
        pull=pull,
        buzzer=kind,
        buzzer_pin=buzzer_pin,
        volume=_volume(buzzer["volume"]),
        quiet=_quiet(buzzer["quiet"]),
        lights=lit,
        shut_down=_command(_table(document["shut_down"], "shut_down")["command"]),
        timing=timing,
        waits=waits,
    )


def _pin(name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value not in HEADER:
        raise PinsError(
            "not_a_pin",
            f"{name} 是 {value!r}；应为 BCM 编号 2 到 27（不是排针序号）。",
            f"{name} is {value!r}; it must be a BCM number from 2 to 27 (not a header pin).",
        )
    return value


def _seconds(name: str, value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= 3600:
        raise PinsError(
            "timing",
            f"timings.{name} 是 {value!r}；应为大于 0 的秒数。",
            f"timings.{name} is {value!r}; it must be a number of seconds above 0.",
        )
    return float(value)


def _quiet(value: object) -> Quiet | None:
    if value == []:
        return None
    try:
        if not isinstance(value, list):
            raise TypeError
        start, end = (time.fromisoformat(text) for text in value)
        if start == end or start.tzinfo or end.tzinfo:
            raise ValueError
    except (TypeError, ValueError) as error:
        raise PinsError(
            "quiet",
            f'buzzer.quiet 是 {value!r}；应为 ["22:00", "08:00"] 这样的两个时刻，或 []。',
            f'buzzer.quiet is {value!r}; it must be two times like ["22:00", "08:00"], or [].',
        ) from error
    return Quiet(start, end)


def _volume(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= 1:
        raise PinsError(
            "volume",
            f"buzzer.volume 是 {value!r}；应大于 0、不超过 1。",
            f"buzzer.volume is {value!r}; it must be above 0 and at most 1.",
        )
    return float(value)


def _command(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) and word for word in value):
        raise PinsError(
            "command",
            f'shut_down.command 是 {value!r}；应为 ["systemctl", "poweroff"] 这样的列表，或 []。',
            f'shut_down.command is {value!r}; it must be a list like ["systemctl", "poweroff"], '
            "or [].",
        )
    return tuple(value)
