"""Pins that a test drives, and nothing else of the machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from gpiozero.pins.mock import MockFactory


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    """A Pi whose pins are driven by hand; they can do PWM."""
    from gpiozero import Device
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    before = Device.pin_factory
    factory = MockFactory(pin_class=MockPWMPin)
    Device.pin_factory = factory
    yield factory
    factory.reset()
    factory.close()
    Device.pin_factory = before
