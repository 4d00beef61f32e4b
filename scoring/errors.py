"""What the engine refuses, and how it says so in Chinese and English."""

from __future__ import annotations

from typing import Final

ERROR_CODES: Final = (
    "unknown_tile",
    "tile_not_in_set",
    "too_many_copies",
    "wrong_tile_count",
    "bad_meld",
    "meld_not_allowed",
    "bad_source",
    "missing_field",
    "not_robbable",
    "wild_not_allowed",
    "bad_flower",
    "kong_mismatch",
    "kong_not_replaced",
    "flag_conflict",
    "passed_win",
    "one_winner_only",
    "bad_win_method",
    "discard_win_not_allowed",
    "open_basic_on_discard",
    "bird_count",
    "not_a_win",
    "below_minimum",
)
"""The codes of a refused deal; their meaning is in schema.md, "Which error for what"."""


class ScoringError(ValueError):
    """An input that cannot be scored, never a zero.

    Attributes:
        code: a stable word for programs.
        zh: one sentence in Chinese: what is wrong and what to do.
        en: the same in English; also ``str()`` of the error.
    """

    def __init__(self, code: str, zh: str, en: str) -> None:
        self.code = code
        self.zh = zh
        self.en = en
        super().__init__(en)


class DealError(ScoringError):
    """A deal that is refused; ``code`` is one of ``ERROR_CODES``."""


class UnknownRuleSet(ScoringError):
    """A rule set that does not exist; ``code`` is ``unknown_rule_set``."""


class BadOption(ScoringError):
    """An unknown option or an unusable value; ``code`` is ``bad_option``."""


class BadPreset(ScoringError):
    """A preset that cannot be; ``code`` is ``bad_preset``."""


class BadUnit(ScoringError):
    """A value of points in money that cannot be; ``code`` is ``bad_unit``."""


class LedgerError(ScoringError):
    """The ledger could not be read or written; nothing was stored.

    ``code`` is ``locked``, ``read_only``, ``disk_full``, ``disk_error``, ``cannot_open``,
    ``corrupt``, ``foreign``, ``newer_schema``, ``stale``, ``already_there``, ``backup_exists``,
    ``backup_unsupported`` or ``database_error``.
    """
