"""Two lights, green and red, each with a resistor (330 Ω) between its pin and GND."""

from __future__ import annotations

from typing import Any

from hardware.errors import HardwareError
from hardware.patterns import Sounder

SHOWS = {
    "green": frozenset({"accepted", "saved", "win", "needs_screen"}),
    "red": frozenset({"refused", "error", "needs_screen"}),
}
"""Which light shows which patterns."""


class LightError(HardwareError, RuntimeError):
    """A light that cannot be used; ``code`` is ``light``."""


class _Light:
    def __init__(self, pin: int) -> None:
        from gpiozero import LED

        self._device: Any = LED(pin)
        self.silence, self.close = self._device.off, self._device.close

    def sound(self, tone: str) -> None:
        self._device.on()


def light(name: str, pin: int) -> Sounder:
    """Open the light of :data:`SHOWS` on a BCM pin.

    Raises:
        LightError: there are no pins here, or the pin is in use.
    """
    try:
        return _Light(pin)
    except Exception as error:  # lgpio's own are neither gpiozero's nor OSError
        raise LightError(
            "light",
            f"GPIO{pin} 上的灯（{name}）不能用（{error}）：请检查接线、针脚文件和 gpio 用户组。",
            f"The {name} light on GPIO{pin} cannot be used ({error}): check wiring, pin file and "
            "the group gpio.",
        ) from error
