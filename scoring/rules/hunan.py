"""Hunan and Changsha mahjong 湖南 / 长沙牌具麻将. Rule text: hunan.md."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from scoring import explain as why_not
from scoring.checks import blooming_kong
from scoring.errors import DealError
from scoring.hand import (
    ADDED_KONG,
    CONCEALED_KONG,
    DISCARD,
    DRAW,
    FED,
    SELF_DRAW,
    WIN,
    Deal,
    Meld,
    Win,
)
from scoring.options import Options, choice, switch, whole
from scoring.rules.base import IN_HAND, NOTHING, SUITS, KongTerms, RuleSet, not_a_win
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
from scoring.shapes import TWO_FIVE_EIGHT, Reading, count, is_seven_pairs, melded, readings
from scoring.tiles import Tile, format_tiles


@dataclass(frozen=True, slots=True)
class HunanOptions(Options):
    """House options (hunan.md §6)."""

    unit: int = whole(1, least=1, zh="底金", en="base stake 底金")
    triple_dragon_fan: int = choice(
        64, (64, 32), zh="三龙七对番数", en="fan of seven pairs with three quads"
    )
    concealed_all_pungs_fan: int = choice(
        5, (5, 4), zh="门前清对对和番数", en="fan of closed all_pungs"
    )
    concealed_basic_fan: int = choice(2, (2, 1, 4), zh="门前清屁和番数", en="fan of closed basic")
    concealed_needs_self_draw: str = choice(
        "except_pure",
        ("except_pure", "always", "never"),
        zh="门前清要自摸",
        en="does 门前清 need a self-draw: all but one suit do, always, or never",
    )
    last_tile_factor: int = choice(4, (4, 2, 1), zh="海底捞倍数", en="factor of the last tile")
    kong_fan: bool = switch(True, zh="杠加番", en="each kong of the winner doubles")
    bloom_absorbs_kong: bool = switch(
        True, zh="杠上花已含该杠", en="the kong of a bloom does not double again"
    )
    robbed_kong_shares: int = choice(
        1, (1, 3), zh="抢杠赔几份", en="shares that a robbed kong-er pays"
    )
    package: bool = switch(True, zh="三句包赔", en="package: the third feeder pays for all")
    package_discard: int = choice(
        3, (3, 1), zh="包赔时点炮赔几份", en="shares a discarder pays for a packaged hand"
    )
    open_basic_self_draw_only: bool = switch(
        True, zh="开门屁和只能自摸", en="an opened hand that is only 屁和 wins by self-draw only"
    )
    concealed_kong_keeps_closed: bool = switch(
        True, zh="暗杠仍算门前清", en="a concealed kong keeps the hand closed"
    )
    multi_win: str = choice(
        "all", ("all", "nearest"), zh="几家同胡", en="several winners: all win, or the nearest"
    )
    draw_dealer: str = choice(
        "stay",
        ("stay", "last_drawer"),
        zh="流局后的庄家",
        en="after a draw: dealer stays, or who drew the last tile",
    )
    cap: int | None = whole(None, least=1, nullable=True, zh="封顶番数", en="most fan of a hand")


_BLOOM_FACTOR = 4
_ROB_FACTOR = 4

# §2: the shapes, whose value is that of their row in the table of §3.1
_BASIC = "basic"
_ALL_PUNGS = "all_pungs"
_SEVEN_PAIRS = "seven_pairs"
_SHAPES = {
    _BASIC: ("屁和", "basic", Text("四副一对", "four sets and a pair")),
    _ALL_PUNGS: ("对对和", "all pungs", Text("四副刻子或杠", "four pungs or kongs")),
    _SEVEN_PAIRS: ("七对", "seven pairs", Text("七个对子", "seven pairs")),
}


@cache
def _shape(name: str, fan: int | None) -> Pattern:
    zh, en, why = _SHAPES[name]
    return Pattern(name, zh, en, fan, why=why)


def _pattern(name: str, zh: str, en: str, why_zh: str, why_en: str) -> Pattern:
    return Pattern(name, zh, en, why=Text(why_zh, why_en))


_FULL_FLUSH = _pattern(
    "full_flush", "清一色", "full flush", "只有一门花色", "one suit only, any pair (§2)"
)
_CONCEALED_HAND = _pattern(
    "concealed_hand", "门前清", "concealed hand", "一手牌没倒过铺", "the hand was never opened (§2)"
)
_DRAGONS = tuple(
    _pattern(
        f"dragon_x{quads}",
        zh,
        en,
        f"{quads} 组四张相同的牌",
        f"quads among the pairs: {quads}",
    )
    for quads, zh, en in (
        (1, "龙", "dragon"),
        (2, "双龙", "double dragon"),
        (3, "三龙", "triple dragon"),
    )
)
_KONGS = tuple(
    _pattern(
        f"kong_x{number}",
        f"{number} 杠",
        f"kong, {number} times",
        f"每杠翻一倍，× {1 << number}",
        f"each kong doubles, × {1 << number} (§3.1)",
    )
    for number in range(1, 5)
)
_KONG_BLOOM = _pattern("kong_bloom", "杠上花", "kong bloom", "× 4", "× 4 (§3.1)")
_ROBBED_KONG = _pattern("robbed_kong", "抢杠", "robbing a kong", "× 4", "× 4 (§3.1)")
_LAST_TILES = {
    factor: _pattern("last_tile", "海底捞", "last tile", f"× {factor}", f"× {factor} (A4)")
    for factor in (4, 2, 1)
}
_PACKAGE = _pattern(
    "package", "三句包赔", "package", "清一色有三句吃碰杠", "one suit with three fed melds (§3.3)"
)

_FIGURES = ("fan", "total")

_DISCARDER = Text("点炮者付", "the discarder pays (§3.3)")
_EACH = Text("自摸，三家各付", "self-draw: each of the three pays (§3.3)")
_ROBBED_PAYS = Text("抢杠，杠家付一份", "the kong-er pays one share (A6)")
_ROBBED_PAYS_ALL = Text("抢杠，杠家付三份", "the kong-er pays three shares (A6)")
_PACKAGE_FEEDER = Text(
    "三句包赔，喂第三句者包三家", "package: the feeder of the third meld pays for all (§3.3)"
)
_PACKAGE_DISCARDER = Text("三句包赔，点炮者包三家", "package: the discarder pays three shares (A7)")


class _Hand(NamedTuple):
    """A winner's hand before kongs and events: its row in the table of §3.1.

    ``reading`` is None for seven pairs; ``dragons`` counts its quads. ``concealed`` says whether
    门前清 counts, ``opened`` whether the hand is open.
    """

    shape: str
    fan: int
    reading: Reading | None
    dragons: int
    pure: bool
    concealed: bool
    opened: bool


_KONGS_DOUBLE = KongTerms(
    IN_HAND,
    Text(
        "杠不单独付分：自己胡了，每杠翻一番；别人胡或流局都不算",
        "kongs pay nothing by themselves: each doubles its maker's win, and is void otherwise "
        "(§3.1)",
    ),
)
_KONGS_IDLE = KongTerms(NOTHING, Text("本房的杠不算分", "kongs count nothing in this house (A12)"))


class Hunan(RuleSet):
    """湖南麻将: 108 tiles; a standard hand needs a pair of 2s, 5s or 8s; fan multiply."""

    id = "hunan"
    zh = "湖南麻将"
    en = "Hunan mahjong"
    option_class = HunanOptions
    options: HunanOptions
    fields = frozenset({"last_drawer"})
    robbable = frozenset({ADDED_KONG, "opened_tile"})
    flags = frozenset({"kong_bloom", "last_tile"})
    legal = SUITS

    def __init__(self, options: HunanOptions | None = None) -> None:
        super().__init__(options)
        self.one_winner = self.options.multi_win == "nearest"

    def check_asked(self, deal: Deal) -> None:
        """After a draw it may matter who drew the last tile (A9)."""
        if deal.outcome != DRAW or self.options.draw_dealer == "stay":
            return
        if deal.last_drawer is None or not 0 <= deal.last_drawer < self.players:
            raise DealError(
                "missing_field",
                "缺少 last_drawer 或不能用；流局后由摸最后一张的人坐庄，请填座位 0 到 3",
                "last_drawer is missing or no seat: who drew the last tile deals next, "
                "say which seat, 0 to 3",
            )

    @property
    def kong_terms(self) -> KongTerms:
        """Each kong of the winner doubles (§3.1, A12). See ``RuleSet.kong_terms``."""
        return _KONGS_DOUBLE if self.options.kong_fan else _KONGS_IDLE

    def settle(self, deal: Deal, *, explain: bool = True) -> Settlement:
        """Settle a checked deal. See ``RuleSet.settle``."""
        if deal.outcome != WIN:
            return self._draw(deal)
        hands = [self._hand(deal, win) for win in deal.wins]
        for win, hand in zip(deal.wins, hands, strict=True):
            self._check_opened(win, hand)
        wins = [
            self._win(deal, win, hand, explain) for win, hand in zip(deal.wins, hands, strict=True)
        ]
        first = deal.wins[0]
        if len(wins) > 1 and first.source is not None:
            why = Text("一炮多响，放炮者坐庄", "several winners: their feeder deals (A9)")
            return settle(4, wins, first.source, why)
        return settle(4, wins, first.seat, Text("胡家坐庄", "the winner deals (§1)"))

    def _draw(self, deal: Deal) -> Settlement:
        note = Text("流局，杠也不算分", "a draw pays nothing, kongs included (§1)")
        if self.options.draw_dealer == "stay" or deal.last_drawer is None:
            why = Text("流局，庄家不变", "a draw: the dealer stays (A9)")
            return settle(4, (), deal.dealer, why, note=note)
        why = Text("流局，摸最后一张者坐庄", "a draw: who drew the last tile deals (A9)")
        return settle(4, (), deal.last_drawer, why, note=note)

    # What the hand is worth

    def _hand(self, deal: Deal, win: Win) -> _Hand:
        """The best row of the table for a hand, or ``not_a_win``."""
        options = self.options
        melds = deal.melds[win.seat]
        counts = count(win.concealed, win.winning_tile)
        suit = win.winning_tile // 9
        pure = sum(counts[9 * suit : 9 * suit + 9]) == len(win.concealed) + 1 and all(
            meld.kind // 9 == suit for meld in melds
        )
        if not melds and is_seven_pairs(counts):
            # Never below a standard reading, so none is sought.
            dragons = counts.count(4)
            if pure:
                fan = 32 << dragons
            else:
                fan = 4 << dragons if dragons < 3 else options.triple_dragon_fan
            return _Hand(_SEVEN_PAIRS, fan, None, dragons, pure, False, False)
        found = readings(counts, melded(melds))
        best = None
        for reading in found:
            if not reading.chows:
                best = reading
                break
            if best is None and (pure or TWO_FIVE_EIGHT >> reading.pair & 1):
                best = reading
        if best is None:
            raise _no_win(win, found)
        opened = any(map(self._opens, melds))
        concealed = not opened and (
            win.by == SELF_DRAW
            or options.concealed_needs_self_draw == "never"
            or (pure and options.concealed_needs_self_draw == "except_pure")
        )
        if best.chows:
            shape = _BASIC
            fan = 4 << concealed if pure else options.concealed_basic_fan if concealed else 1
        else:
            shape = _ALL_PUNGS
            fan = 8 << concealed if pure else options.concealed_all_pungs_fan if concealed else 2
        return _Hand(shape, fan, best, 0, pure, concealed, opened)

    def _opens(self, meld: Meld) -> bool:
        """Whether a meld opens the hand (A10)."""
        return meld.type != CONCEALED_KONG or not self.options.concealed_kong_keeps_closed

    def _check_opened(self, win: Win, hand: _Hand) -> None:
        """Raise ``open_basic_on_discard`` for an opened hand that is only 屁和 (§1)."""
        if (
            win.by == DISCARD
            and hand.opened
            and hand.shape == _BASIC
            and not hand.pure
            and self.options.open_basic_self_draw_only
        ):
            raise DealError(
                "open_basic_on_discard",
                f"座位{win.seat} 开过门又只是屁和，只能自摸，不能胡点炮",
                f"seat {win.seat} opened a hand that is only 屁和: it wins by self-draw only, "
                "not on a discard",
            )

    def _win(self, deal: Deal, win: Win, hand: _Hand, explain: bool) -> WinResult:
        options = self.options
        patterns = [_shape(hand.shape, hand.fan)]
        if hand.dragons:
            patterns.append(_DRAGONS[hand.dragons - 1])
        if hand.pure:
            patterns.append(_FULL_FLUSH)
        if hand.concealed:
            patterns.append(_CONCEALED_HAND)
        factors = [hand.fan]
        kongs = self._doubling_kongs(deal, win)
        if kongs:
            patterns.append(_KONGS[kongs - 1])
            factors.append(1 << kongs)
        if "kong_bloom" in win.flags:
            patterns.append(_KONG_BLOOM)
            factors.append(_BLOOM_FACTOR)
        if "last_tile" in win.flags:
            patterns.append(_LAST_TILES[options.last_tile_factor])
            factors.append(options.last_tile_factor)
        if win.by not in (SELF_DRAW, DISCARD):
            patterns.append(_ROBBED_KONG)
            factors.append(_ROB_FACTOR)
        fan = 1
        for factor in factors:
            fan *= factor
        if options.cap is not None and fan > options.cap:
            fan = options.cap
        third = self._third_feeder(deal, win) if hand.pure else None
        if third is not None:
            patterns.append(_PACKAGE)
        payments = self._payments(win, fan * options.unit, third)
        total = sum([payment.points for payment in payments])
        if not explain:
            return WinResult(win.seat, tuple(patterns), payments, _FIGURES, fan=fan, total=total)
        patterns[0] = _shape_explained(patterns[0], hand)
        return WinResult(
            win.seat,
            tuple(patterns),
            payments,
            _FIGURES,
            fan=fan,
            total=total,
            missed=tuple(self._missed(deal, win, hand, kongs, third)),
            reckoning=self._reckoning(factors, fan, payments),
        )

    def _doubling_kongs(self, deal: Deal, win: Win) -> int:
        """How many kongs of the winner double (§3.1): all but the one a bloom absorbs."""
        options = self.options
        if not options.kong_fan:
            return 0
        kongs = 0
        for meld in deal.melds[win.seat]:
            kongs += meld.is_kong
        return kongs - (options.bloom_absorbs_kong and "kong_bloom" in win.flags)

    # Who pays

    def _third_feeder(self, deal: Deal, win: Win) -> int | None:
        """Of a one-suit hand: who fed the third fed meld; None where no package is due."""
        options = self.options
        if not options.package or (win.by != SELF_DRAW and options.package_discard == 1):
            return None
        fed = [meld.source for meld in deal.melds[win.seat] if meld.type in FED]
        return fed[2] if len(fed) > 2 else None

    def _payments(self, win: Win, pay: int, third: int | None) -> tuple[Payment, ...]:
        """The payments of §3.3, ``pay`` being one share."""
        if win.source is None:
            if third is None:
                return everyone_pays(win.seat, pay, 4, _EACH)
            return one_pays(third, win.seat, 3 * pay, _PACKAGE_FEEDER)
        if third is not None:
            return one_pays(win.source, win.seat, 3 * pay, _PACKAGE_DISCARDER)
        if win.by == DISCARD:
            return one_pays(win.source, win.seat, pay, _DISCARDER)
        if self.options.robbed_kong_shares == 3:
            return one_pays(win.source, win.seat, 3 * pay, _ROBBED_PAYS_ALL)
        return one_pays(win.source, win.seat, pay, _ROBBED_PAYS)

    # Explanation

    def _missed(
        self, deal: Deal, win: Win, hand: _Hand, kongs: int, third: int | None
    ) -> list[Pattern]:
        """The candidates that did not count, and why."""
        options = self.options
        melds = deal.melds[win.seat]
        missed = why_not.unscored_flags(win, self.flags)

        def miss(pattern: Pattern, why: Text | None) -> None:
            if why is not None:
                missed.append(pattern.explained(*why))

        if not hand.pure:
            miss(_FULL_FLUSH, why_not.blocks_full_flush(why_not.all_tiles(deal, win)))
        if hand.reading is None:
            miss(_CONCEALED_HAND, _INHERENT)
            for reading in readings(count(win.concealed, win.winning_tile))[:1]:
                miss(_shape(_BASIC, None), _worth_less(reading))
        else:
            miss(_shape(_ALL_PUNGS, None), why_not.blocks_all_pungs(hand.reading))
            if not hand.opened and not hand.concealed:
                miss(_CONCEALED_HAND, _NOT_DRAWN)
            elif hand.opened and all(meld.type == CONCEALED_KONG for meld in melds):
                miss(_CONCEALED_HAND, _KONG_OPENS)
        if any(meld.is_kong for meld in melds):
            kong = blooming_kong(deal, win)
            if not options.kong_fan:
                miss(_KONG, Text("本房的杠不加番", "kongs double nothing in this house (A12)"))
            elif "kong_bloom" in win.flags and options.bloom_absorbs_kong and kong is not None:
                shown = format_tiles(kong.tiles)
                miss(_KONG, Text(f"{shown} 已含在杠上花里", f"{shown} is in its bloom (A5)"))
        fed = sum(meld.type in FED for meld in melds)
        if third is None and fed > 2:
            miss(_PACKAGE, _NOT_PURE if not hand.pure else _PACKAGE_OFF)
        elif hand.pure and fed == 2:
            miss(_PACKAGE, Text("只有两句吃碰杠", "only two fed melds"))
        return missed

    def _reckoning(self, factors: list[int], fan: int, payments: tuple[Payment, ...]) -> Text:
        product = 1
        for factor in factors:
            product *= factor
        sum_text = " × ".join(map(str, factors))
        if len(factors) > 1:
            sum_text += f" = {product}"
        zh, en = f"{sum_text} 番", f"{sum_text} fan"
        if product > fan:
            zh += f"，封顶 {fan} 番"
            en += f", capped at {fan}"
        shares = sum(payment.points for payment in payments) // (fan * self.options.unit)
        money = f"{shares} × {fan} × {self.options.unit} = {shares * fan * self.options.unit}"
        return Text(
            f"{zh}；份数 × 番 × 底金：{money} 分",
            f"{en}; shares × fan × base: {money} points",
        )


_KONG = Pattern("kong", "杠", "kong")
_INHERENT = Text("七对本来就是门前清，已在番内", "seven pairs are closed by nature (§3.1)")
_NOT_DRAWN = Text("不是自摸", "not drawn by oneself (A3)")
_KONG_OPENS = Text("本房暗杠算开门", "a concealed kong opens the hand in this house (A10)")
_NOT_PURE = Text("不是清一色", "the hand is not of one suit (§3.3)")
_PACKAGE_OFF = Text("本房的选项不包", "an option of this house leaves it out (A7)")


def _shape_explained(pattern: Pattern, hand: _Hand) -> Pattern:
    """The shape with its sets, and the row of the table that its fan is."""
    row_zh = ("门前清" if hand.concealed else "") + ("清一色" if hand.pure else "")
    row_en = ("closed " if hand.concealed else "") + ("one-suit " if hand.pure else "")
    if hand.reading is None:
        assert pattern.why is not None
        dragon_zh = _DRAGONS[hand.dragons - 1].zh if hand.dragons else ""
        dragon_en = _DRAGONS[hand.dragons - 1].en + " " if hand.dragons else ""
        return pattern.explained(
            f"{pattern.why.zh}，{row_zh}{dragon_zh}七对 {hand.fan} 番",
            f"{row_en}{dragon_en}seven pairs: {hand.fan} fan (§3.1)",
        )
    return pattern.explained(
        f"{hand.reading}，{row_zh}{pattern.zh} {hand.fan} 番",
        f"{hand.reading}; {row_en}{pattern.en}: {hand.fan} fan (§3.1)",
    )


def _worth_less(reading: Reading) -> Text:
    return Text(f"也可看作 {reading}，但不比七对大", f"also {reading}, but worth no more")


def _no_win(win: Win, found: list[Reading]) -> DealError:
    if found:
        pairs = "、".join(format_tiles([Tile(reading.pair)] * 2) for reading in found)
        return not_a_win(
            win.seat,
            f"将牌 {pairs} 不是 2、5、8，也不是清一色、碰碰和或七对",
            f"the pair {pairs} is not of 2s, 5s or 8s, and the hand is not of one suit, all pungs "
            "or seven pairs",
        )
    return not_a_win(
        win.seat,
        "不是四副一对，也不是七对；请检查看错的牌和胡的那张",
        "neither four sets and a pair nor seven pairs; look for a misread tile and check the "
        "winning tile",
    )
