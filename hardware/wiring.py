"""How to wire what the pin file names: as a table to print and as a picture (SVG)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from hardware.pins import HEADER, Pins

GROUND, POWER = "GND", "3.3 V"
RAILS = {GROUND: (6, 9, 14, 20, 25, 30, 34, 39), POWER: (1, 17)}
"""Pins of the 40-pin header.  (Pins 2 and 4 are 5 V and would destroy an input.)"""
FIVE_VOLTS = (2, 4)
NAMES = {
    "seat0": ("座位 0", "seat 0"),
    "seat1": ("座位 1", "seat 1"),
    "seat2": ("座位 2", "seat 2"),
    "seat3": ("座位 3", "seat 3"),
    "kong": ("杠", "kong"),
    "win": ("胡", "win"),
    "draw": ("流局", "draw"),
    "undo": ("撤销", "undo"),
    "buzzer": ("蜂鸣器", "buzzer"),
    "green": ("绿灯", "green light"),
    "red": ("红灯", "red light"),
}

_ROW, _TOP, _MIDDLE, _WIDTH = 30, 70, 480, 960
_COLOURS = {GROUND: "#333", POWER: "#d97706"}


@dataclass(frozen=True, slots=True)
class Wire:
    """One thing at one pin."""

    name: str
    """As in the pin file."""
    gpio: int
    """BCM number."""
    pin: int
    """Pin of the header."""
    rail: str
    """Where its other leg goes: ``GND`` or ``3.3 V``."""
    near: int
    """The closest pin of the header with that."""
    pull: str
    """``up`` or ``down``, of a button; else empty."""

    @property
    def label(self) -> str:
        """What it is, in Chinese and English."""
        return " ".join(NAMES[self.name])


def wires(pins: Pins) -> list[Wire]:
    """Return everything that the pin file wires, in its order."""

    def wire(name: str, gpio: int, rail: str, pull: str = "") -> Wire:
        pin = HEADER[gpio]
        near = min(RAILS[rail], key=lambda one: abs(one - pin))
        return Wire(name, gpio, pin, rail, near, pull)

    away = GROUND if pins.pull == "up" else POWER
    found = [wire(name, gpio, away, pins.pull) for name, gpio in pins.buttons.items()]
    if pins.buzzer != "none":
        found.append(wire("buzzer", pins.buzzer_pin, GROUND))
    return found + [wire(name, gpio, GROUND) for name, gpio in pins.lights.items()]


def table(pins: Pins) -> str:
    """Return the wiring as plain text, in Chinese and English."""
    lines = ["GPIO  针脚 pin  另一脚 other wire     上下拉 pull  什么 what"]
    for wire in wires(pins):
        other = f"{wire.rail} (pin {wire.near})"
        lines.append(
            f"{wire.gpio:>4}  {wire.pin:>8}  {other:<22}  {wire.pull or '-':<11}  {wire.label}"
        )
    return "\n".join(lines) + "\n"


def picture(pins: Pins) -> str:
    """Return the wiring as an SVG picture: the header as one looks at it, pin 1 top left."""
    bottom = _TOP + 20 * _ROW
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {bottom + 60}" '
            'font-family="sans-serif" font-size="14">',
            f'<rect width="{_WIDTH}" height="{bottom + 60}" fill="#fff"/>',
            f'<text x="{_MIDDLE}" y="28" text-anchor="middle" font-size="18">'
            "树莓派 40 针排针接线 · Raspberry Pi 40-pin header</text>",
            *_rails(wires(pins)),
            *_things(wires(pins)),
            *_header({wire.pin: wire for wire in wires(pins)}),
            f'<text x="{_MIDDLE}" y="{bottom + 36}" text-anchor="middle">'
            "圆点是焊在一起的；5 V（红）不要接 · dots are joined; never use 5 V (red)</text>",
            "</svg>",
            "",
        ]
    )


def _at(pin: int) -> tuple[int, int]:
    """The middle of a pin in the picture."""
    return _MIDDLE + (-16 if pin % 2 else 16), _TOP + (pin - 1) // 2 * _ROW + _ROW // 2


def _rail_x(rail: str, side: int) -> int:
    """Where a rail runs: the side is -1 (odd pins, left) or 1."""
    return _MIDDLE + side * (440 if rail == GROUND else 415)


def _side(pin: int) -> int:
    return -1 if pin % 2 else 1


def _line(points: list[tuple[int, int]], colour: str) -> str:
    path = " ".join(f"{x},{y}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _dot(x: int, y: int, colour: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="4" fill="{colour}"/>'


def _rails(all_wires: list[Wire]) -> Iterator[str]:
    """A line down each side that something is joined to, from a pin of the header."""
    for rail, colour in _COLOURS.items():
        for side in (-1, 1):
            rows = [_at(w.pin)[1] for w in all_wires if w.rail == rail and _side(w.pin) == side]
            if not rows:
                continue
            x = _rail_x(rail, side)
            own = [pin for pin in RAILS[rail] if _side(pin) == side]
            pin_x, pin_y = _at(own[0] if own else RAILS[rail][0])
            start = [(x, pin_y)] if own else [(pin_x, _TOP - 14), (x, _TOP - 14)]
            yield _line([(pin_x, pin_y), *start], colour)
            yield _line([(x, min(start[-1][1], *rows)), (x, max(start[-1][1], *rows))], colour)
            anchor, shift = ("end", -8) if side == 1 else ("start", 8)
            yield (
                f'<text x="{x + shift}" y="{start[-1][1] - 6}" text-anchor="{anchor}" '
                f'fill="{colour}">{rail}</text>'
            )


def _things(all_wires: list[Wire]) -> Iterator[str]:
    """Each button, buzzer and light between its pin and its rail."""
    for wire in all_wires:
        side, (x, y) = _side(wire.pin), _at(wire.pin)
        end = _rail_x(wire.rail, side)
        yield _line([(x, y), (end, y)], "#15803d")
        yield _dot(end, y, _COLOURS[wire.rail])
        left = _MIDDLE + side * 270 - 105
        yield (
            f'<rect x="{left}" y="{y - 12}" width="210" height="24" rx="6" fill="#ecfdf5" '
            'stroke="#15803d"/>'
        )
        extra = " + 330 Ω" if wire.name in ("green", "red") else ""
        yield (
            f'<text x="{left + 105}" y="{y + 5}" text-anchor="middle">'
            f"{escape(wire.label)}{extra}</text>"
        )


def _header(used: dict[int, Wire]) -> Iterator[str]:
    """The forty pins with their numbers, and the GPIO numbers of those in use."""
    yield (
        f'<rect x="{_MIDDLE - 34}" y="{_TOP}" width="68" height="{20 * _ROW}" rx="6" '
        'fill="#1f2937"/>'
    )
    for pin in range(1, 41):
        x, y = _at(pin)
        fill = "#9ca3af"
        if pin in FIVE_VOLTS:
            fill = "#dc2626"
        elif pin in used:
            fill = "#4ade80"
        for rail, where in RAILS.items():
            if pin in where:
                fill = "#000" if rail == GROUND else _COLOURS[rail]
        yield f'<circle cx="{x}" cy="{y}" r="12" fill="{fill}" stroke="#fff"/>'
        ink = "#fff" if fill in ("#000", "#dc2626") else "#000"
        yield (
            f'<text x="{x}" y="{y + 4}" text-anchor="middle" font-size="11" fill="{ink}">'
            f"{pin}</text>"
        )
        if pin in used:
            side = _side(pin)
            anchor = "end" if side == -1 else "start"
            yield (
                f'<text x="{_MIDDLE + side * 44}" y="{y - 4}" text-anchor="{anchor}" '
                f'font-size="11">GPIO{used[pin].gpio}</text>'
            )
