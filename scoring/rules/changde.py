"""Changde mahjong 常德麻将. Rule text: changde.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.errors import DealError
from scoring.hand import (
    ADDED_KONG,
    CONCEALED_KONG,
    EXPOSED_KONG,
    PUNG,
    ROBBED_KONG,
    SELF_DRAW,
    WIN,
    Deal,
    Meld,
    Win,
)
from scoring.options import Options, choice, switch, whole
from scoring.rules.base import SUITS, WITH_WIN, KongTerms, RuleSet, not_a_win
from scoring.settle import (
    Pattern,
    Payment,
    Settlement,
    Text,
    WinResult,
    everyone_pays,
    one_pays,
    settle,
)
from scoring.shapes import Reading, complete, count, is_seven_pairs, mask, melded
from scoring.tiles import Tile, format_tiles


@dataclass(frozen=True, slots=True)
class ChangdeOptions(Options):
    """House options (changde.md §6)."""

    wild: str = choice("none", ("none", "red"), zh="万能牌", en="wild tiles: none, or four 红中")
    bird_mode: str = choice(
        "none",
        ("none", "159", "dealer"),
        zh="奖码方式",
        en="which birds hit: none, ranks 1 5 9, or by the dealer's seat 上庄",
    )
    bird_count: int | str = choice(
        2, (1, 2, 4, 6, 8, "all"), zh="奖码张数", en="birds drawn; all: every tile left 全码"
    )
    dealer_win_birds: str = choice(
        "159",
        ("159", "none"),
        zh="上庄奖码时庄家胡",
        en="birds of a dealer who wins in dealer mode",
    )
    rob_birds: str = choice(
        "x3", ("x3", "x1"), zh="抢杠时的码", en="birds on a robbed kong: three shares, or one"
    )
    no_red_extra: str = choice(
        "double",
        ("double", "plus_one", "none"),
        zh="手中无红中时加码",
        en="birds for a winner without 红中: twice as many, one more, or none more",
    )
    seven_pairs: bool = switch(False, zh="七对可胡", en="seven pairs win")
    four_reds_win: bool = switch(False, zh="四红中可胡", en="four 红中 win by self-draw")
    multi_win: str = choice(
        "all", ("all", "nearest"), zh="几家抢杠", en="several robbers: all win, or the nearest"
    )
    robbed_kong_pays: bool = switch(
        False, zh="被抢的杠仍收分", en="a robbed kong pays 1 from each all the same"
    )
    draw_dealer: str = choice(
        "stay", ("stay", "next"), zh="流局后的庄家", en="after a draw: dealer stays, or next seat"
    )
    unit: int = whole(1, least=1, zh="底分", en="points of one unit")


_BASIC = Pattern("basic", "胡牌", "win", 2, "points", Text("四副一对", "four sets and a pair"))
_SEVEN_PAIRS = Pattern(
    "seven_pairs", "七对", "seven pairs", 2, "points", Text("七个对子", "seven pairs")
)
_FOUR_REDS = Pattern(
    "four_reds", "四红中", "four reds", 2, "points", Text("手里四张红中", "all four 红中 in hand")
)

_EACH = Text("自摸，三家各付 2 分加中码", "self-draw: each pays 2, and 2 for every bird (§3)")
_ROBBED_X3 = Text(
    "抢杠，杠家包三家：6 分加每码 6 分", "the kong-er pays all three shares: 6, and 6 a bird (§3)"
)
_ROBBED_X1 = Text("抢杠，杠家付 6 分加每码 2 分", "the kong-er pays 6, and 2 a bird (§3)")
_KONG_TERMS = KongTerms(
    WITH_WIN,
    Text(
        "有人胡了，各家的杠都付分；流局全部作废",
        "every kong pays once somebody wins; on a draw all are void (§1, §3)",
    ),
)
_CONCEALED = Text("暗杠，三家各付 2 分", "concealed kong: each pays 2 (§3)")
_EXPOSED = Text("明杠，放杠者付 3 分", "exposed kong: its feeder pays 3 (§3)")
_ADDED = Text("碰杠，三家各付 1 分", "added kong: each pays 1 (§3)")

_FIGURES = ("hits", "total", "wilds")
_RANKS_159 = frozenset({1, 5, 9})


class Changde(RuleSet):
    """常德麻将: 108 tiles, or 112 with wild 红中; no chow, no win on a discard."""

    id = "changde"
    zh = "常德麻将"
    en = "Changde mahjong"
    option_class = ChangdeOptions
    options: ChangdeOptions
    fields = frozenset({"birds", "wall_remaining", "wall_exhausted"})
    melds = frozenset({PUNG, EXPOSED_KONG, CONCEALED_KONG, ADDED_KONG})
    discard_wins = False

    def __init__(self, options: ChangdeOptions | None = None) -> None:
        super().__init__(options)
        self.wild = Tile.RED if self.options.wild == "red" else None
        self.legal = SUITS if self.wild is None else SUITS | {self.wild}
        self.one_winner = self.options.multi_win == "nearest"

    def check_asked(self, deal: Deal) -> None:
        """With 全码 the number of tiles left must be known (A16)."""
        remaining = deal.wall_remaining
        asked = deal.outcome == WIN and self.options.bird_mode != "none"
        if remaining is None:
            if not (asked and self.options.bird_count == "all"):
                return
        elif remaining >= 0:
            return
        raise DealError(
            "missing_field",
            "缺少 wall_remaining 或不能用；请填牌墙还剩几张",
            "wall_remaining is missing or unusable: say how many tiles the wall still had",
        )

    def settle(self, deal: Deal, *, explain: bool = True) -> Settlement:
        """Settle a checked deal. See ``RuleSet.settle``."""
        dealer = deal.dealer
        if deal.outcome != WIN:
            stays = self.options.draw_dealer == "stay"
            why = (
                Text("流局，庄家不变", "a draw: the dealer stays (A6)")
                if stays
                else Text("流局，下家坐庄", "a draw: the next seat deals (A6)")
            )
            note = Text("流局，杠全部作废", "a draw: every kong is void (§1)")
            return settle(4, (), dealer if stays else (dealer + 1) % 4, why, kongs=(), note=note)
        shapes = [self._shape(deal, win) for win in deal.wins]
        self._check_birds(deal)
        wins = [
            self._win(deal, win, *shape, explain)
            for win, shape in zip(deal.wins, shapes, strict=True)
        ]
        kongs = tuple(self._kong_payments(deal))
        first = deal.wins[0]
        if len(wins) > 1 and first.source is not None:
            why = Text("几家抢杠，杠家坐庄", "several robbers: the kong-er deals (A6)")
            return settle(4, wins, first.source, why, kongs=kongs)
        return settle(4, wins, first.seat, Text("胡家坐庄", "the winner deals (§1)"), kongs=kongs)

    def _shape(self, deal: Deal, win: Win) -> tuple[Pattern, Reading | None]:
        """The winning shape (§2) and its reading, or ``not_a_win``."""
        options = self.options
        melds = deal.melds[win.seat]
        counts = count(win.concealed, win.winning_tile)
        wilds = _wilds(win)
        counts[Tile.RED] = 0
        if wilds == 4 and options.four_reds_win and win.by == SELF_DRAW:
            return _FOUR_REDS, None
        if options.seven_pairs and not melds and is_seven_pairs(counts, wilds):
            return _SEVEN_PAIRS, None
        reading = complete(counts, wilds, melded(melds), _SUITED)
        if reading is None:
            if not melds and is_seven_pairs(counts, wilds):
                raise not_a_win(
                    win.seat,
                    "是七对，本房不算（选项 seven_pairs 关）",
                    "seven pairs, which this house does not count (option seven_pairs is off)",
                )
            raise not_a_win(
                win.seat,
                f"{wilds} 张万能牌凑不成四副一对；请检查看错的牌和胡的那张",
                f"no four sets and a pair, with {wilds} wild tiles; look for a misread tile and "
                "check the winning tile",
            )
        return _BASIC, reading

    def _win(
        self, deal: Deal, win: Win, pattern: Pattern, reading: Reading | None, explain: bool
    ) -> WinResult:
        options = self.options
        hits = self._hits(deal, win)
        if win.by == ROBBED_KONG and win.source is not None:
            share = 6 + (6 if options.rob_birds == "x3" else 2) * hits
            why = _ROBBED_X3 if options.rob_birds == "x3" else _ROBBED_X1
            payments = one_pays(win.source, win.seat, share * options.unit, why)
            total = share
        else:
            share = 2 + 2 * hits
            payments = everyone_pays(win.seat, share * options.unit, 4, _EACH)
            total = 3 * share
        total *= options.unit
        if explain and reading is not None:
            pattern = pattern.explained(f"四副一对 {reading}", f"four sets and a pair: {reading}")
        return WinResult(
            win.seat,
            (pattern,),
            payments,
            _FIGURES,
            hits=hits,
            total=total,
            wilds=_wilds(win),
            missed=tuple(self._missed_birds(deal, win)) if explain else (),
            reckoning=self._reckoning(deal, win, total) if explain else None,
        )

    # Birds 奖码

    def _hits(self, deal: Deal, win: Win) -> int:
        return sum(self._is_hit(bird, deal, win) for bird in deal.birds)

    def _is_hit(self, bird: Tile, deal: Deal, win: Win) -> bool:
        if bird == self.wild:
            return True
        rank = bird % 9 + 1
        if self.options.bird_mode == "159":
            return rank in _RANKS_159
        if win.seat == deal.dealer and self.options.dealer_win_birds == "none":
            return False
        return rank % 4 == (win.seat - deal.dealer + 1) % 4

    def _agreed_birds(self, deal: Deal) -> int:
        """How many birds are due with a long enough wall (§3, A5, A11); not for 全码."""
        agreed = self.options.bird_count
        assert isinstance(agreed, int)
        one_winner = len(deal.wins) == 1
        if self.wild is None or not one_winner or _wilds(deal.wins[0]):
            return agreed
        extra = {"double": agreed, "plus_one": 1, "none": 0}
        return agreed + extra[self.options.no_red_extra]

    def _check_birds(self, deal: Deal) -> None:
        """Raise ``bird_count`` unless the birds that are due were drawn (A16)."""
        drawn, remaining = len(deal.birds), deal.wall_remaining
        least = most = 0
        if self.options.bird_mode == "none":
            pass
        elif self.options.bird_count == "all":
            least = most = remaining or 0
        else:
            least = most = self._agreed_birds(deal)
            if deal.wall_exhausted:
                most = least if remaining is None else min(least, remaining)
                least = 0 if remaining is None else most
        if least <= drawn <= most:
            return
        due = str(most) if least == most else f"{least}–{most}"
        raise DealError(
            "bird_count",
            f"应有 {due} 张码，现在 {drawn} 张；请补齐或去掉（牌墙不够时填 wall_exhausted）",
            f"{due} birds are due, {drawn} are given; correct them (with a wall too short, say "
            "wall_exhausted)",
        )

    # Kongs 杠

    @property
    def kong_terms(self) -> KongTerms:
        """Kongs pay with a win and are void on a draw (§1, §3). See ``RuleSet.kong_terms``."""
        return _KONG_TERMS

    def kong_pays(self, seat: int, meld: Meld) -> tuple[Payment, ...]:
        """The table of §3. See ``RuleSet.kong_pays``."""
        unit = self.options.unit
        if meld.type == CONCEALED_KONG:
            return everyone_pays(seat, 2 * unit, 4, _CONCEALED)
        if meld.type == EXPOSED_KONG and meld.source is not None:
            return one_pays(meld.source, seat, 3 * unit, _EXPOSED)
        if meld.type == ADDED_KONG:
            return everyone_pays(seat, unit, 4, _ADDED)
        return ()

    def _kong_payments(self, deal: Deal) -> Iterator[Payment]:
        """What every kong of the table pays, once somebody has won (§3)."""
        win = deal.wins[0]
        robbed_seat = win.source if win.by == ROBBED_KONG else None
        robbed: Meld | None = None
        for seat, row in enumerate(deal.melds):
            for meld in row:
                if seat == robbed_seat and meld.kind == win.winning_tile:
                    robbed = meld
                elif meld.replaced:
                    yield from self.kong_pays(seat, meld)
        took_place = self.options.robbed_kong_pays and (robbed is None or robbed.replaced)
        if robbed_seat is not None and took_place:
            yield from everyone_pays(robbed_seat, self.options.unit, 4, _ADDED)

    # Explanation

    def _missed_birds(self, deal: Deal, win: Win) -> Iterator[Pattern]:
        missed = [bird for bird in deal.birds if not self._is_hit(bird, deal, win)]
        if missed and self.options.bird_mode != "none":
            shown = format_tiles(missed)
            yield Pattern("bird", "码", "bird").explained(f"{shown} 不中", f"{shown} hit nothing")

    def _reckoning(self, deal: Deal, win: Win, total: int) -> Text:
        hits = format_tiles([bird for bird in deal.birds if self._is_hit(bird, deal, win)])
        number = self._hits(deal, win)
        birds_zh = f"中 {number} 码（{hits}）" if number else "没有中码"
        birds_en = f"{number} birds hit ({hits})" if number else "no birds hit"
        unit = self.options.unit
        times = "" if unit == 1 else f" × {unit}"
        if win.by == ROBBED_KONG:
            each = 6 if self.options.rob_birds == "x3" else 2
            sum_text = f"(6 + {each} × {number}){times} = {total}"
        else:
            sum_text = f"3 × (2 + 2 × {number}){times} = {total}"
        return Text(f"{birds_zh}；共 {sum_text} 分", f"{birds_en}; {sum_text} points in all")


_SUITED = mask(range(27))


def _wilds(win: Win) -> int:
    """红中 in the winner's hand, the winning tile among them."""
    return win.concealed.count(Tile.RED) + (win.winning_tile == Tile.RED)
