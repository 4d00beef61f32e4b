"""A buzzer, active or passive.

An active buzzer sounds by itself and is only switched; a passive one plays tones.  Between pin and
GND; one that draws more than 15 mA needs a transistor.
"""

from __future__ import annotations

from typing import Any

from hardware.errors import HardwareError
from hardware.patterns import Sounder


class BuzzerError(HardwareError, RuntimeError):
    """A buzzer that cannot be used; ``code`` is ``buzzer``."""


class _Active:
    def __init__(self, pin: int) -> None:
        from gpiozero import Buzzer as Switched

        self._device: Any = Switched(pin)
        self.silence, self.close = self._device.off, self._device.close

    def sound(self, tone: str) -> None:
        self._device.on()


class _Passive:
    def __init__(self, pin: int, volume: float) -> None:
        from gpiozero import TonalBuzzer

        self._device: Any = TonalBuzzer(pin, octaves=2)  # around A4: A2 to A6
        self._duty = volume / 2
        self.silence, self.close = self._device.stop, self._device.close

    def sound(self, tone: str) -> None:
        self._device.play(tone)
        self._device.pwm_device.value = self._duty


def sounder(kind: str, pin: int, volume: float = 1.0) -> Sounder:
    """Open an ``active`` or ``passive`` buzzer on a BCM pin.

    Args:
        kind: what buzzer.
        pin: its BCM number.
        volume: above 0, at most 1; an active buzzer has one volume only.

    Raises:
        BuzzerError: there are no pins here, or the pin is in use or cannot do it.
    """
    try:
        return _Active(pin) if kind == "active" else _Passive(pin, volume)
    except Exception as error:  # lgpio's own are neither gpiozero's nor OSError
        raise BuzzerError(
            "buzzer",
            f"GPIO{pin} 上的蜂鸣器不能用（{error}）：请检查接线、针脚文件和 gpio 用户组。",
            f"The buzzer on GPIO{pin} cannot be used ({error}): check wiring, pin file and the "
            "group gpio.",
        ) from error
