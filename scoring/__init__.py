"""The scoring engine: what happened at the table, and who pays whom. Pure, without I/O.

>>> from scoring import Deal, rule_set, score
>>> rules = rule_set("changde")
>>> deal = Deal.from_json({
...     "players": 4, "dealer": 0, "outcome": "win", "melds": [[], [], [], []],
...     "wins": [{"seat": 0, "concealed": "123m 456m 789m 111p 5s", "winning_tile": "5s",
...               "by": "self_draw"}]}, rules)
>>> score(deal, rules).deltas
(6, -2, -2, -2)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.errors import (
        ERROR_CODES,
        BadOption,
        BadPreset,
        DealError,
        ScoringError,
        UnknownRuleSet,
    )
    from scoring.hand import Deal, Meld, Win
    from scoring.judgement import judge, score
    from scoring.options import Options, OptionSpec
    from scoring.preset import Preset
    from scoring.rules import RULE_SETS, RuleSet, rule_set
    from scoring.settle import Pattern, Payment, Settlement, Text, WinResult
    from scoring.tiles import Tile, UnknownTile, format_tiles, parse_tiles
    from scoring.verification import Misreading, Verification, verify

__all__ = [
    "ERROR_CODES",
    "RULE_SETS",
    "BadOption",
    "BadPreset",
    "Deal",
    "DealError",
    "Meld",
    "Misreading",
    "OptionSpec",
    "Options",
    "Pattern",
    "Payment",
    "Preset",
    "RuleSet",
    "ScoringError",
    "Settlement",
    "Text",
    "Tile",
    "UnknownRuleSet",
    "UnknownTile",
    "Verification",
    "Win",
    "WinResult",
    "format_tiles",
    "judge",
    "parse_tiles",
    "rule_set",
    "score",
    "verify",
]

_HOMES = {
    "errors": (
        "ERROR_CODES",
        "BadOption",
        "BadPreset",
        "DealError",
        "ScoringError",
        "UnknownRuleSet",
    ),
    "hand": ("Deal", "Meld", "Win"),
    "judgement": ("judge", "score"),
    "options": ("Options", "OptionSpec"),
    "preset": ("Preset",),
    "rules": ("RULE_SETS", "RuleSet", "rule_set"),
    "settle": ("Pattern", "Payment", "Settlement", "Text", "WinResult"),
    "tiles": ("Tile", "UnknownTile", "format_tiles", "parse_tiles"),
    "verification": ("Misreading", "Verification", "verify"),
}


def __getattr__(name: str) -> object:
    """Loads a name's module when it is first asked for: reading a photo needs no rule sets."""
    for module, names in _HOMES.items():
        if name in names:
            value = globals()[name] = getattr(import_module(f"scoring.{module}"), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
