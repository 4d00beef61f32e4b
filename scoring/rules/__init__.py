"""The rule sets: one file each, beside its rule text, and how to write one.

A rule set is a subclass of ``RuleSet`` (``scoring.rules.base``) in a file of its own, listed in
``RULE_SETS`` below. ``changde`` is the shortest to read, ``guangdong`` the fullest. It gives:

1. **Options**, a frozen dataclass derived from ``Options`` whose fields are ``choice``, ``switch``
   or ``whole`` (``scoring.options``): names, order and defaults are those of the specification.
   The class stands in ``option_class``; annotate ``options: TheOptions`` for the type checker.
   What depends on the options (``legal``, ``wild``, ``one_winner``) is set in ``__init__``.
2. **What may be**, as class attributes for the checks of ``scoring.checks``: ``legal`` (``SUITS``,
   ``HONOURS``), ``melds``, ``robbable``, ``claimable``, ``earthly``, ``flags``, ``discard_wins``,
   ``has_passed_win``, ``has_false_win``, and ``fields``: the JSON fields beyond those that every
   rule set reads (``round_wind``, ``twelve_tile_log``, ``birds``, ``wall_remaining``,
   ``wall_exhausted``, ``first_discards``, ``last_drawer``, ``hands_at_draw``, ``offender``, and of
   a win ``flowers``, ``passed_tile``, of a meld ``as``). A field not named there is never read:
   the ``Deal`` then holds its default. ``hands_at_draw`` and ``last_drawer`` are read of a draw
   only, ``offender`` of a false win only, ``wins`` of a win only.
3. **Hooks** that raise ``DealError``, each at its place in the order of schema.md:
   ``check_asked`` (``missing_field`` for what the rule set asks besides; it runs before unknown
   tiles are reported, so it must not trust tiles), ``check_meld`` (``bad_meld``,
   ``wild_not_allowed``; the base forbids ``wild`` in melds and then calls
   ``checks.check_natural_meld``), ``check_claims`` (a discarded wild), ``check_flowers``.
   All other codes up to flowers are found by the shared checks; do not look for them again.
   ``kong_terms`` says what becomes of a kong while the deal runs, and ``kong_pays`` what one pays
   where kongs pay by themselves.
4. **``settle(deal, *, explain)``** for a deal that has passed the checks (it may trust it).
   First every winner's shape (``not_a_win(seat, zh, en)``), then minimum, then birds, in this
   order over all winners. With ``deal.outcome`` not ``win`` it settles the draw or false win.

A winner's hand, step by step::

    counts = count(win.concealed, win.winning_tile)   # 35 numbers; counts[34] are jokers
    table = melded(deal.melds[win.seat])              # the sets on the table, kongs as pungs
    for reading in readings(counts, table): ...       # no wild tiles; honour_runs=(34, …) fuzhou
    wild_readings(counts, wilds, table, kinds)        # every reading with wild tiles
    complete(counts, wilds, table, kinds)             # one reading, where all are worth the same

``Reading`` has ``chows``, ``pungs`` and ``pair`` as numbers, and ``chow_mask`` and ``pung_mask``
for tests such as ``reading.pung_mask & DRAGONS``; ``str(reading)`` is ``123m 555p EE``. With
wild tiles set ``counts[wild] = 0`` first and pass their number. ``is_seven_pairs``,
``is_thirteen_orphans``, ``waits``, ``distance`` are in ``scoring.shapes`` too; a shape that only
one rule set has (烂胡) stays in its file. Keep the best reading; the first one wins a tie.
``blooming_kong(deal, win)`` of ``scoring.checks`` is the kong that ``kong_index`` means. Work on
``explain=False`` first: it is the path whose speed is measured, so no texts are built on it.

The answer is made of ``scoring.settle`` values:

* ``Pattern(id, zh, en, value, unit, why)``: constants of the file, ``why`` a fixed ``Text``;
  ``pattern.explained(zh, en)`` where the reason depends on the hand.
* ``Payment(payer, payee, points, why)``, by ``everyone_pays``, ``one_pays``. Points in the answer
  are payments: deltas are their sums, nothing else moves points. Multiply by ``unit`` here.
* ``WinResult(seat, patterns, payments, figures, …)``: ``figures`` names the figures of the
  specification that the answer shows, such as ``("fan", "points", "liable")``; set exactly those.
  With ``explain`` also ``missed`` (candidates that did not count, each ``explained``;
  ``scoring.explain`` finds the usual reasons) and ``reckoning`` (one sentence, how the figures
  come about, whose numbers add up to them). The texts then follow by themselves.
* ``settle(players, wins, next_dealer, why, kongs=…, extra=…)``: ``kongs`` (give ``()`` when no
  kong pays) is answered as ``kong_deltas``; ``extra`` is for 前烧/后烧 (with ``show_extra=True``
  answered as ``extra_deltas``), the readiness check (``ready_values=…``) and a false win;
  ``note`` says what else is to be said, such as why a draw pays nothing.

Texts are Chinese and English, plain, and name the section of the rule text in the English one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from scoring.errors import UnknownRuleSet
from scoring.rules.base import RuleSet
from scoring.rules.changde import Changde
from scoring.rules.chongqing import Chongqing
from scoring.rules.fuzhou import Fuzhou
from scoring.rules.guangdong import Guangdong
from scoring.rules.hunan import Hunan
from scoring.rules.three_player import ThreePlayer

__all__ = ["RULE_SETS", "RuleSet", "rule_set"]

RULE_SETS: Final[Mapping[str, type[RuleSet]]] = MappingProxyType(
    {
        each.id: each
        for each in (
            Changde,
            Chongqing,
            Fuzhou,
            Guangdong,
            Hunan,
            ThreePlayer,
        )
    }
)
"""All rule sets by id."""


def rule_set(name: object, options: Mapping[str, object] | None = None) -> RuleSet:
    """The rule set of that name, with some options given.

    Raises:
        UnknownRuleSet: there is no such rule set.
        BadOption: an unknown option or a value that is not allowed.

    >>> rule_set("guangdong", {"cap_fan": 4})
    rule_set('guangdong', {'cap_fan': 4})
    """
    found = RULE_SETS.get(name) if isinstance(name, str) else None
    if found is None:
        shown = repr(name[:24]) if isinstance(name, str) else "null"
        known = ", ".join(RULE_SETS)
        raise UnknownRuleSet(
            "unknown_rule_set",
            f"没有 {shown} 这套规则；可用：{known}",
            f"there is no rule set {shown}; the rule sets are {known}",
        )
    return found.from_json(options) if options else _default(found)


@cache
def _default(found: type[RuleSet]) -> RuleSet:
    return found()
