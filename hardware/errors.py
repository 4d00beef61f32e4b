"""What every error of the hardware says."""

from __future__ import annotations


class HardwareError(Exception):
    """Something at the table that does not work.

    ``code`` names it for programs; ``zh`` and ``en`` say what is wrong and what to do.
    """

    def __init__(self, code: str, zh: str, en: str) -> None:
        super().__init__(en)
        self.code, self.zh, self.en = code, zh, en
