"""What every rule set has in common: its description, its options, and the hooks of the checks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from scoring import checks
from scoring.errors import DealError
from scoring.hand import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    EXPOSED_KONG,
    PUNG,
    SELF_DRAW,
    Deal,
    Meld,
)
from scoring.options import Options
from scoring.settle import Payment, Settlement, Text
from scoring.tiles import Tile

SUITS = frozenset(Tile(kind) for kind in range(27))
HONOURS = frozenset(Tile(kind) for kind in range(27, 34))


AT_ONCE = "at_once"
WITH_WIN = "with_win"
IN_HAND = "in_hand"
NOTHING = "nothing"


class KongTerms(NamedTuple):
    """What becomes of a kong that is declared while a deal runs.

    Attributes:
        paid: ``at_once``: it pays however the deal ends; ``with_win``: it pays once somebody
            wins and is void on a draw; ``in_hand``: it counts in its maker's hand alone;
            ``nothing``: it is worth nothing.
        text: the rule, as one sentence.
    """

    paid: str
    text: Text


class RuleSet(ABC):
    """One rule set with its house options; immutable.

    A subclass gives the class attributes, may override the ``check_`` hooks, and writes
    ``settle``. How to write one is told in ``scoring.rules``.

    Attributes:
        id: name in deals and on the command line.
        zh: Chinese name.
        en: English name.
        version: version of the rules; it changes when the money of some deal changes.
        players: 4, or 3.
        option_class: the class of its options.
        fields: the JSON fields it reads beside those that all rule sets read.
        melds: the types of meld it allows.
        robbable: the ``robbed`` kinds it has.
        claimable: the types of meld that may be claimed on a tile others win on.
        earthly: how its 地胡 is won: by ``self_draw``, on the dealer's ``discard``.
        flags: the flags of a win that it may pay for.
        discard_wins: whether one wins on a discard.
        has_passed_win: whether 漏胡 forbids a win.
        has_false_win: whether it knows a false win 诈胡.
        legal: the tiles in play (may depend on the options).
        flowers: the flower tiles, which lie beside the hand and are not among ``legal`` (may
            depend on the options).
        wild: the tile that is wild, or None (may depend on the options).
        one_winner: whether only one player wins on one tile (may depend on the options).
        options: the options in force.
    """

    id: ClassVar[str]
    zh: ClassVar[str]
    en: ClassVar[str]
    version: ClassVar[str] = "1"
    players: ClassVar[int] = 4
    option_class: ClassVar[type[Options]]
    fields: ClassVar[frozenset[str]] = frozenset()
    melds: ClassVar[frozenset[str]] = frozenset(
        {CHOW, PUNG, EXPOSED_KONG, CONCEALED_KONG, ADDED_KONG}
    )
    robbable: ClassVar[frozenset[str]] = frozenset({ADDED_KONG})
    claimable: ClassVar[frozenset[str]] = frozenset({CHOW, PUNG, EXPOSED_KONG})
    earthly: ClassVar[frozenset[str]] = frozenset({SELF_DRAW})
    flags: ClassVar[frozenset[str]] = frozenset()
    discard_wins: ClassVar[bool] = True
    has_passed_win: ClassVar[bool] = False
    has_false_win: ClassVar[bool] = False

    legal: frozenset[Tile]
    flowers: frozenset[Tile] = frozenset()
    wild: Tile | None = None
    one_winner: bool = False
    options: Options

    def __init__(self, options: Options | None = None) -> None:
        self.options = self.option_class() if options is None else options

    @classmethod
    def from_json(cls, options: Mapping[str, object] | None = None) -> RuleSet:
        """The rule set with some options given.

        Raises:
            BadOption: an unknown option or a value that is not allowed.
        """
        return cls(cls.option_class.from_json(options or {}))

    def check(self, deal: Deal) -> None:
        """Raise the first error of schema.md's order, up to flowers.

        Raises:
            DealError: with the code of that error.
        """
        checks.check_deal(deal, self)

    def check_fields(self, deal: Deal) -> None:
        """Raise ``missing_field`` for what is absent."""
        checks.check_fields(deal, self)

    def check_asked(self, deal: Deal) -> None:  # noqa: B027 (optional)
        """Raise ``missing_field`` for what this rule set asks besides. A hook."""

    def check_meld(self, meld: Meld) -> None:
        """Raise ``bad_meld`` or ``wild_not_allowed`` for a meld of an allowed type. A hook."""
        if self.wild is not None and self.wild in meld.tiles:
            raise checks.wild_not_allowed(
                f"{self.wild.zh}是万能牌，不能碰、不能杠",
                f"{self.wild.en} is wild: it stays in the hand and makes no meld",
            )
        checks.check_natural_meld(meld)

    def check_claims(self, deal: Deal) -> None:  # noqa: B027 (optional)
        """Raise what this rule set finds with the claims. A hook."""

    def check_flowers(self, deal: Deal) -> None:  # noqa: B027 (optional)
        """Raise ``bad_flower``. A hook."""

    @property
    @abstractmethod
    def kong_terms(self) -> KongTerms:
        """What becomes of a kong that is declared while a deal runs."""

    def kong_pays(self, seat: int, meld: Meld) -> tuple[Payment, ...]:
        """What a kong of ``seat`` pays by itself, once it counts; nothing in most rule sets."""
        return ()

    @abstractmethod
    def settle(self, deal: Deal, *, explain: bool = True) -> Settlement:
        """Who pays whom, for a deal that has passed ``check``.

        Raises:
            DealError: ``not_a_win``, ``below_minimum``, ``open_basic_on_discard`` or
                ``bird_count``.
        """

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleSet) and other.id == self.id and other.options == self.options

    def __hash__(self) -> int:
        return hash((self.id, self.options))

    def __repr__(self) -> str:
        default = self.option_class().to_json()
        changed = {
            name: value for name, value in self.options.to_json().items() if value != default[name]
        }
        return f"rule_set({self.id!r}, {changed!r})" if changed else f"rule_set({self.id!r})"


def not_a_win(seat: int, zh: str, en: str) -> DealError:
    """The error for a hand whose shape does not win."""
    return DealError("not_a_win", f"座位{seat} 的牌没有胡：{zh}", f"seat {seat} has no win: {en}")
