"""All that the table answers with: buzzer and lights, as the pin file says."""

from __future__ import annotations

import logging

from hardware.buzzer import sounder
from hardware.errors import HardwareError
from hardware.lights import SHOWS, light
from hardware.patterns import Player
from hardware.pins import Pins

log = logging.getLogger(__name__)


class Signals:
    """The buzzer and the lights of a table; what cannot be used is left out and told.

    Args:
        pins: the pin file.
    """

    def __init__(self, pins: Pins) -> None:
        self._players: list[Player] = []
        self.problems: list[HardwareError] = []
        """Why something is silent or dark."""
        if pins.buzzer != "none":
            try:
                device = sounder(pins.buzzer, pins.buzzer_pin, pins.volume)
                self._players.append(Player(device, pins.quiet))
            except HardwareError as error:
                self.problems.append(error)
        for name, pin in pins.lights.items():
            try:
                self._players.append(Player(light(name, pin), patterns=SHOWS[name]))
            except HardwareError as error:
                self.problems.append(error)
        for problem in self.problems:
            log.warning("%s", problem)

    def play(self, pattern: str) -> None:
        """Play a pattern of :data:`hardware.patterns.PATTERNS`; returns at once."""
        for player in self._players:
            player.play(pattern)

    def close(self) -> None:
        """Fall silent and dark, and let go of the pins."""
        for player in self._players:
            player.close()
