"""What happened in one deal, as frozen values: ``Meld``, ``Win``, ``Deal``.

They say what was entered, right or wrong; ``scoring.checks`` refuses what cannot be. The JSON
format is schema.md, "A deal": ``Deal.from_json`` reads it and ``Deal.to_json`` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeGuard

from scoring.errors import DealError
from scoring.tiles import Tile, UnknownTile, format_tiles, parse_tiles

if TYPE_CHECKING:
    from scoring.rules.base import RuleSet

CHOW = "chow"
PUNG = "pung"
EXPOSED_KONG = "exposed_kong"
CONCEALED_KONG = "concealed_kong"
ADDED_KONG = "added_kong"
KONGS = frozenset({EXPOSED_KONG, CONCEALED_KONG, ADDED_KONG})
FED = frozenset({CHOW, PUNG, EXPOSED_KONG, ADDED_KONG})
"""Melds that another player's discard made (an added kong through its pung)."""

SELF_DRAW = "self_draw"
DISCARD = "discard"
ROBBED_KONG = "robbed_kong"

WIN = "win"
DRAW = "draw"
FALSE_WIN = "false_win"

NO_SEAT = -1
"""What a ``from`` that is no whole number is read as."""
_MOST = 10**9


@dataclass(frozen=True, slots=True)
class Meld:
    """A set on the table.

    Attributes:
        type: ``chow`` 吃, ``pung`` 碰, ``exposed_kong`` 明杠, ``concealed_kong`` 暗杠 or
            ``added_kong`` 补杠.
        tiles: three or four tiles.
        source: the seat that fed it (``from`` in JSON; of an added kong, who fed the pung);
            None for a concealed kong.
        replaced: whether the replacement of a kong was drawn.
        robbed: whether this added kong was robbed.
        claims_winning_tile: whether it was claimed on the very tile that others won on.
        stands_for: what a meld with a joker stands for (``as`` in JSON); None if not said.

    >>> Meld("pung", parse_tiles("CCC"), source=1).kind
    Tile.RED
    """

    type: str
    tiles: tuple[Tile, ...]
    source: int | None = None
    replaced: bool = True
    robbed: bool = False
    claims_winning_tile: bool = False
    stands_for: tuple[Tile, ...] | None = None

    @property
    def is_kong(self) -> bool:
        """Whether it is a kong of any type."""
        return self.type in KONGS

    @property
    def kind(self) -> Tile:
        """The lowest tile of what the meld stands for: that of a pung or kong, or of a run.

        A joker counts as the natural tile beside it in a pung; in a chow ``stands_for`` says.
        """
        return min(self.stands_for or self.tiles)

    def to_json(self) -> dict[str, object]:
        """The meld in the format of schema.md."""
        document: dict[str, object] = {"type": self.type, "tiles": format_tiles(self.tiles)}
        if self.source is not None:
            document["from"] = self.source
        if not self.replaced:
            document["replaced"] = False
        if self.robbed:
            document["robbed"] = True
        if self.claims_winning_tile:
            document["claims_winning_tile"] = True
        if self.stands_for is not None:
            document["as"] = format_tiles(self.stands_for)
        return document


@dataclass(frozen=True, slots=True)
class LoggedKong:
    """A kong recorded during play, to be compared with the photographed hand."""

    type: str
    tile: Tile


@dataclass(frozen=True, slots=True)
class Win:
    """One winner's hand and how it was won.

    Attributes:
        seat: the winner.
        concealed: the tiles in hand without the winning tile and without melds.
        winning_tile: the tile that completes the hand.
        by: ``self_draw`` 自摸, ``discard`` 点炮 or ``robbed_kong`` 抢杠.
        source: the discarder or kong-maker (``from`` in JSON); None for a self-draw.
        robbed: what was robbed: ``added_kong``, or another kind that the rule set has.
        flags: ``kong_bloom``, ``kong_discard``, ``flower_bloom``, ``last_tile``, ``heavenly``,
            ``earthly``, ``human``.
        flowers: the winner's flowers (None: not said; None within: no tile at all).
        kong_index: which of his melds drew the winning tile; None: his last kong.
        logged_kongs: the kongs recorded during play; None: no record.
        passed_tile: a tile he may not win on until he acts again.
    """

    seat: int
    concealed: tuple[Tile, ...]
    winning_tile: Tile
    by: str
    source: int | None = None
    robbed: str = ADDED_KONG
    flags: tuple[str, ...] = ()
    flowers: tuple[Tile | None, ...] | None = None
    kong_index: int | None = None
    logged_kongs: tuple[LoggedKong, ...] | None = None
    passed_tile: Tile | None = None

    def to_json(self) -> dict[str, object]:
        """The win in the format of schema.md."""
        document: dict[str, object] = {
            "seat": self.seat,
            "concealed": format_tiles(self.concealed),
            "winning_tile": str(self.winning_tile),
            "by": self.by,
        }
        if self.source is not None:
            document["from"] = self.source
        if self.by == ROBBED_KONG:
            document["robbed"] = self.robbed
        if self.flags:
            document["flags"] = list(self.flags)
        if self.flowers is not None:
            document["flowers"] = [flower and str(flower) for flower in self.flowers]
        if self.kong_index is not None:
            document["kong_index"] = self.kong_index
        if self.logged_kongs is not None:
            document["logged_kongs"] = [
                {"type": kong.type, "tile": str(kong.tile)} for kong in self.logged_kongs
            ]
        if self.passed_tile is not None:
            document["passed_tile"] = str(self.passed_tile)
        return document


@dataclass(frozen=True, slots=True)
class FedTwelve:
    """A fourth set laid down (十二张落地), and who fed it (guangdong.md §3 D)."""

    beneficiary: int
    feeder: int


@dataclass(frozen=True, slots=True)
class HandAtDraw:
    """A hand shown when the wall ran out (chongqing.md §3 E)."""

    seat: int
    concealed: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal from the first tile to the settlement.

    Attributes:
        players: 4, or 3 in ``three_player``.
        dealer: seat of the dealer.
        outcome: ``win``, ``draw`` or ``false_win``.
        melds: the melds of each seat, in order of declaration.
        wins: the winners; several win on one tile. They count only with outcome ``win``.
        round_wind: East, South, West or North (guangdong).
        twelve_tile_log: completions of four sets on the table, in order (guangdong).
        birds: tiles drawn as birds 码 (changde).
        wall_remaining: tiles left in the wall when the hand was won (changde).
        wall_exhausted: whether the wall ran out (changde).
        first_discards: first discard of the dealer and of the others in order (fuzhou).
        last_drawer: who drew the last tile (hunan).
        hands_at_draw: the hands at a draw (chongqing).
        offender: who declared a false win (three_player).
    """

    players: int
    dealer: int
    outcome: str
    melds: tuple[tuple[Meld, ...], ...]
    wins: tuple[Win, ...] = ()
    round_wind: Tile = Tile.EAST
    twelve_tile_log: tuple[FedTwelve, ...] = ()
    birds: tuple[Tile, ...] = ()
    wall_remaining: int | None = None
    wall_exhausted: bool = False
    first_discards: tuple[Tile, ...] | None = None
    last_drawer: int | None = None
    hands_at_draw: tuple[HandAtDraw, ...] | None = None
    offender: int | None = None
    _checked_for: RuleSet | None = field(default=None, init=False, repr=False, compare=False)

    @classmethod
    def from_json(cls, document: Mapping[str, object], rules: RuleSet) -> Deal:
        """Read a deal and check it against a rule set.

        Fields that the rule set does not know mean nothing.

        Raises:
            DealError: the first check of schema.md that fails, all but shape, minimum and
                birds, which ``score`` finds.
        """
        reader = _Reader(rules)
        deal = reader.deal(document)
        if reader.unknown is not None:
            rules.check_fields(deal)
            raise reader.unknown
        deal.check(rules)
        return deal

    def check(self, rules: RuleSet) -> None:
        """Raise DealError if the deal cannot be under the rule set; remember that it can."""
        if self._checked_for is not rules:
            rules.check(self)
            object.__setattr__(self, "_checked_for", rules)

    def to_json(self) -> dict[str, object]:
        """The deal in the format of schema.md; what stands at its default is left out."""
        document: dict[str, object] = {
            "players": self.players,
            "dealer": self.dealer,
            "outcome": self.outcome,
            "melds": [[meld.to_json() for meld in row] for row in self.melds],
        }
        if self.wins:
            document["wins"] = [win.to_json() for win in self.wins]
        if self.round_wind is not Tile.EAST:
            document["round_wind"] = str(self.round_wind)
        if self.twelve_tile_log:
            document["twelve_tile_log"] = [
                {"beneficiary": entry.beneficiary, "feeder": entry.feeder}
                for entry in self.twelve_tile_log
            ]
        if self.birds:
            document["birds"] = [str(bird) for bird in self.birds]
        if self.wall_remaining is not None:
            document["wall_remaining"] = self.wall_remaining
        if self.wall_exhausted:
            document["wall_exhausted"] = True
        if self.first_discards is not None:
            document["first_discards"] = [str(tile) for tile in self.first_discards]
        if self.last_drawer is not None:
            document["last_drawer"] = self.last_drawer
        if self.hands_at_draw is not None:
            document["hands_at_draw"] = [
                {"seat": hand.seat, "concealed": format_tiles(hand.concealed)}
                for hand in self.hands_at_draw
            ]
        if self.offender is not None:
            document["offender"] = self.offender
        return document


class _Reader:
    """Reads the JSON of one deal.

    A missing field is refused at once; a tile that cannot be read is kept in ``unknown`` (the
    first one), because schema.md finds every missing field before any unknown tile.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.unknown: DealError | None = None

    def deal(self, value: object) -> Deal:
        document = _object(value, "deal")
        reads = self.rules.fields.__contains__
        outcome = document.get("outcome")
        if not isinstance(outcome, str):
            raise _missing("outcome")
        rows = _list(document.get("melds"), "melds")
        won = outcome == WIN
        wins = document.get("wins") if won else None
        log = document.get("twelve_tile_log") if reads("twelve_tile_log") else None
        birds = document.get("birds") if reads("birds") else None
        discards = document.get("first_discards") if reads("first_discards") else None
        drawn = outcome == DRAW
        hands = document.get("hands_at_draw") if drawn and reads("hands_at_draw") else None
        remaining = document.get("wall_remaining") if reads("wall_remaining") else None
        return Deal(
            players=_whole(document.get("players"), "players"),
            dealer=_whole(document.get("dealer"), "dealer"),
            outcome=outcome,
            melds=tuple(
                tuple(self.meld(meld, f"melds[{seat}]") for meld in _list(row, f"melds[{seat}]"))
                for seat, row in enumerate(rows)
            ),
            wins=tuple(self.win(win) for win in _list(wins, "wins")) if won else (),
            round_wind=self.round_wind(document) if reads("round_wind") else Tile.EAST,
            twelve_tile_log=()
            if log is None
            else tuple(self.fed_twelve(entry) for entry in _list(log, "twelve_tile_log")),
            birds=() if birds is None else self.each_tile(birds, "birds"),
            wall_remaining=None if remaining is None else _whole(remaining, "wall_remaining"),
            wall_exhausted=reads("wall_exhausted") and _flag(document, "wall_exhausted", False),
            first_discards=None if discards is None else self.each_tile(discards, "first_discards"),
            last_drawer=_source(document.get("last_drawer"))
            if drawn and reads("last_drawer")
            else None,
            hands_at_draw=None
            if hands is None
            else tuple(self.hand_at_draw(hand) for hand in _list(hands, "hands_at_draw")),
            offender=_whole_or_none(document, "offender")
            if outcome == FALSE_WIN and reads("offender")
            else None,
        )

    def meld(self, value: object, where: str) -> Meld:
        document = _object(value, where)
        if document.get("type") is None:
            raise _missing(f"{where}.type")
        if document.get("tiles") is None:
            raise _missing(f"{where}.tiles")
        stands_for = document.get("as") if "as" in self.rules.fields else None
        return Meld(
            type=_word(document["type"]),
            tiles=self.tiles(document["tiles"], f"{where}.tiles"),
            source=_source(document.get("from")),
            replaced=_flag(document, "replaced", True),
            robbed=_flag(document, "robbed", False),
            claims_winning_tile=_flag(document, "claims_winning_tile", False),
            stands_for=None if stands_for is None else self.tiles(stands_for, f"{where}.as"),
        )

    def win(self, value: object) -> Win:
        document = _object(value, "wins")
        for name in ("concealed", "winning_tile", "by"):
            if document.get(name) is None:
                raise _missing(f"wins.{name}")
        by = _word(document["by"])
        robbed = document.get("robbed")
        flags = document.get("flags")
        flowers = document.get("flowers") if "flowers" in self.rules.fields else None
        passed = document.get("passed_tile") if "passed_tile" in self.rules.fields else None
        kongs = document.get("logged_kongs")
        return Win(
            seat=_whole(document.get("seat"), "wins.seat"),
            concealed=self.tiles(document["concealed"], "wins.concealed"),
            winning_tile=self.tile(document["winning_tile"], "wins.winning_tile"),
            by=by,
            source=_source(document.get("from")),
            robbed=_word(robbed) if robbed is not None and by == ROBBED_KONG else ADDED_KONG,
            flags=() if flags is None else _words(flags),
            flowers=None if flowers is None else _flowers(flowers),
            kong_index=_source(document.get("kong_index")),
            logged_kongs=None
            if kongs is None
            else tuple(self.logged_kong(kong) for kong in _list(kongs, "wins.logged_kongs")),
            passed_tile=None if passed is None else self.tile(passed, "wins.passed_tile"),
        )

    def logged_kong(self, value: object) -> LoggedKong:
        document = _object(value, "wins.logged_kongs")
        for name in ("type", "tile"):
            if document.get(name) is None:
                raise _missing(f"wins.logged_kongs.{name}")
        return LoggedKong(
            _word(document["type"]), self.tile(document["tile"], "wins.logged_kongs.tile")
        )

    def fed_twelve(self, value: object) -> FedTwelve:
        document = _object(value, "twelve_tile_log")
        if document.get("feeder") is None:
            raise _missing("twelve_tile_log.feeder")
        beneficiary = _whole(document.get("beneficiary"), "twelve_tile_log.beneficiary")
        feeder = _source(document["feeder"])
        return FedTwelve(beneficiary, NO_SEAT if feeder is None else feeder)

    def hand_at_draw(self, value: object) -> HandAtDraw:
        document = _object(value, "hands_at_draw")
        if document.get("concealed") is None:
            raise _missing("hands_at_draw.concealed")
        return HandAtDraw(
            _whole(document.get("seat"), "hands_at_draw.seat"),
            self.tiles(document["concealed"], "hands_at_draw.concealed"),
        )

    def round_wind(self, document: Mapping[str, object]) -> Tile:
        value = document.get("round_wind")
        if value is None:
            return Tile.EAST
        wind = self.tile(value, "round_wind")
        if not Tile.EAST <= wind <= Tile.NORTH:
            self.refuse(
                f"round_wind 是“{_shown(value)}”；圈风只能是 E、S、W、N",
                f"round_wind is {_shown(value)}; the round wind is E, S, W or N",
            )
            return Tile.EAST
        return wind

    def each_tile(self, value: object, where: str) -> tuple[Tile, ...]:
        return tuple(self.tile(item, where) for item in _list(value, where))

    def tile(self, value: object, where: str) -> Tile:
        tiles = self.tiles(value, where)
        if len(tiles) == 1:
            return tiles[0]
        self.refuse(
            f"{where} 是“{_shown(value)}”；这里要写一张牌，如 3m",
            f"{where} is {_shown(value)}; write exactly one tile here, such as 3m",
        )
        return Tile.EAST

    def tiles(self, value: object, where: str) -> tuple[Tile, ...]:
        if not isinstance(value, str):
            self.refuse(
                f"{where} 是“{_shown(value)}”；牌要写成文字，如 123m 55p",
                f"{where} is {_shown(value)}; write tiles as text, such as 123m 55p",
            )
            return ()
        try:
            return parse_tiles(value)
        except UnknownTile as error:
            self.refuse(f"{where}：{error.zh}", f"{where}: {error.en}")
            return ()

    def refuse(self, zh: str, en: str) -> None:
        if self.unknown is None:
            self.unknown = DealError("unknown_tile", zh, en)


def _shown(value: object) -> str:
    """A short, printable picture of any JSON value, for a message."""
    if isinstance(value, str):
        text = repr(value[:25])
    elif value is None or isinstance(value, (bool, float)) or _is_whole(value):
        text = repr(value)
    else:
        text = type(value).__name__
    return text if len(text) <= 24 else text[:24] + "…"


def _missing(where: str) -> DealError:
    return DealError(
        "missing_field",
        f"缺少 {where}，或者它的值不能用；请补上",
        f"{where} is missing or holds no usable value; fill it in",
    )


def _object(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise _missing(where)
    return value


def _list(value: object, where: str) -> Sequence[object]:
    if not isinstance(value, (list, tuple)):
        raise _missing(where)
    return value


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MOST


def _whole(value: object, where: str) -> int:
    if not _is_whole(value):
        raise _missing(where)
    return value


def _whole_or_none(document: Mapping[str, object], name: str) -> int | None:
    value = document.get(name)
    return None if value is None else _whole(value, name)


def _flag(document: Mapping[str, object], name: str, default: bool) -> bool:
    value = document.get(name)
    if value is None:
        return default
    if not isinstance(value, bool):
        raise _missing(name)
    return value


def _source(value: object) -> int | None:
    """A seat or index that is checked later; anything but a whole number is ``NO_SEAT``."""
    if value is None:
        return None
    return value if _is_whole(value) else NO_SEAT


def _word(value: object) -> str:
    """A word that is checked later; no word at all becomes one that nothing knows."""
    if isinstance(value, str) and value.isprintable() and len(value) <= 24:
        return value
    return _shown(value)


def _words(value: object) -> tuple[str, ...]:
    if isinstance(value, (list, tuple)):
        return tuple(_word(item) for item in value)
    return (_shown(value),)


def _flowers(value: object) -> tuple[Tile | None, ...]:
    """Flowers as read; None for what is no tile, which the rule set calls ``bad_flower``."""
    if not isinstance(value, (list, tuple)):
        return (None,)
    flowers: list[Tile | None] = []
    for item in value:
        try:
            flowers.append(Tile.from_text(item) if isinstance(item, str) else None)
        except UnknownTile:
            flowers.append(None)
    return tuple(flowers)
