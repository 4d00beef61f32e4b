"""Guangdong mahjong 广东麻将, "chicken-and-flat" 鸡平胡. Rule text: guangdong.md."""

from __future__ import annotations

from dataclasses import dataclass

from scoring import explain as why_not
from scoring.checks import blooming_kong
from scoring.hand import DISCARD, EXPOSED_KONG, FED, ROBBED_KONG, WIN, Deal, Win
from scoring.options import Options, choice, switch, whole
from scoring.rules.base import HONOURS as HONOUR_TILES
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
from scoring.shapes import (
    DRAGONS,
    HONOURS,
    ORPHANS,
    SUIT_MASKS,
    TERMINALS,
    WINDS,
    Reading,
    count,
    is_seven_pairs,
    is_thirteen_orphans,
    melded,
    readings,
)
from scoring.tiles import SUITED, Tile


@dataclass(frozen=True, slots=True)
class GuangdongOptions(Options):
    """House options (guangdong.md §6)."""

    cap_fan: int = choice(
        3, (3, 4, 5), zh="爆胡番数", en="fan at which 爆胡 caps; floors follow it"
    )
    combine_base: str = choice(
        "add", ("add", "highest"), zh="平胡与混一色", en="all_chows and half_flush: add, or highest"
    )
    all_chows_pair: str = choice(
        "any", ("any", "suited"), zh="平胡的将牌", en="pair of all_chows: any, or suited only"
    )
    kong_fan: int = choice(
        0, (0, 1), zh="有杠加番", en="fan inside 爆胡 when the winner has a kong"
    )
    nine_gates: str = choice(
        "pure", ("pure", "any"), zh="九莲宝灯听牌", en="nine gates: nine-sided wait, or any wait"
    )
    nine_gates_self_draw_only: bool = switch(
        False, zh="九莲宝灯只限自摸", en="nine gates by self-draw only"
    )
    seven_pairs: int | str = choice(
        "off", ("off", 0, 1, 2, 3, 4, 5, 6), zh="七对番数", en="seven pairs: off, or worth this fan"
    )
    liability_conflict: str = choice(
        "special_first",
        ("special_first", "last_feeder"),
        zh="两家包自摸时",
        en="two liabilities at once: the big hand's feeder, or the last feeder",
    )
    unit: int = whole(1, least=1, zh="底分", en="points of one unit")


def _pattern(name: str, zh: str, en: str, fan: int | None, why_zh: str, why_en: str) -> Pattern:
    return Pattern(name, zh, en, fan, "fan", Text(why_zh, why_en))


# §3 A: base and additions
_CHICKEN = _pattern("chicken", "鸡胡", "chicken hand", 0, "四副一对，无其他牌型", "no other base")
_ALL_CHOWS = _pattern("all_chows", "平胡", "all chows", 1, "四副顺子", "four runs")
_ALL_PUNGS = _pattern("all_pungs", "碰碰胡", "all pungs", 2, "四副刻子或杠", "four pungs or kongs")
_HALF_FLUSH = _pattern(
    "half_flush", "混一色", "half flush", 2, "一门花色加字牌", "one suit and honours"
)
_SELF_DRAW = _pattern(
    "self_draw", "自摸", "self-draw", 1, "自摸（抢杠当自摸）", "drawn; robbing counts as drawn"
)
_SEAT_WIND = _pattern("seat_wind", "门风", "seat wind", 1, "自己风位的刻子", "pung of the own wind")
_ROUND_WIND = _pattern(
    "round_wind", "圈风", "round wind", 1, "圈风的刻子", "pung of the round wind"
)
_DRAGON_PUNGS = (
    (Tile.RED, _pattern("red_dragon", "红中", "red dragon", 1, "中的刻子", "pung of red dragons")),
    (
        Tile.GREEN,
        _pattern("green_dragon", "发财", "green dragon", 1, "发的刻子", "pung of green dragons"),
    ),
    (
        Tile.WHITE,
        _pattern("white_dragon", "白板", "white dragon", 1, "白的刻子", "pung of white dragons"),
    ),
)
_KONG = _pattern("kong", "杠", "kong", 1, "有杠", "the winner has a kong")

# §3 B: special hands, highest only
_FULL_FLUSH = _pattern("full_flush", "清一色", "full flush", 4, "只有一门花色", "one suit only")
_HALF_FLUSH_ALL_PUNGS = _pattern(
    "half_flush_all_pungs", "混碰", "half flush, all pungs", 4, "混一色碰碰胡", "both at once"
)
_FULL_FLUSH_ALL_PUNGS = _pattern(
    "full_flush_all_pungs", "清碰", "full flush, all pungs", 5, "清一色碰碰胡", "both at once"
)
_TERMINALS_AND_HONOURS = _pattern(
    "terminals_and_honours",
    "混幺九",
    "terminals and honours",
    5,
    "全是一、九和字牌的刻子",
    "pungs of 1s, 9s and honours only",
)
_LITTLE_THREE_DRAGONS = _pattern(
    "little_three_dragons",
    "小三元",
    "little three dragons",
    5,
    "两副三元牌刻子加第三种作将",
    "two dragon pungs and a pair of the third",
)
_LITTLE_FOUR_WINDS = _pattern(
    "little_four_winds",
    "小四喜",
    "little four winds",
    5,
    "三副风牌刻子加第四种作将",
    "three wind pungs and a pair of the fourth",
)
_ALL_HONOURS = _pattern("all_honours", "字一色", "all honours", 6, "全是字牌", "honours only")
_ALL_TERMINALS = _pattern(
    "all_terminals", "清幺九", "all terminals", 6, "全是一和九的刻子", "pungs of 1s and 9s only"
)
_BIG_THREE_DRAGONS = _pattern(
    "big_three_dragons", "大三元", "big three dragons", 6, "中发白三副刻子", "three dragon pungs"
)
_BIG_FOUR_WINDS = _pattern(
    "big_four_winds", "大四喜", "big four winds", 6, "东南西北四副刻子", "four wind pungs"
)
_NINE_GATES = _pattern(
    "nine_gates", "九莲宝灯", "nine gates", 6, "1112345678999 听牌", "waiting on 1112345678999"
)
_THIRTEEN_ORPHANS = _pattern(
    "thirteen_orphans", "十三幺", "thirteen orphans", 6, "十三种幺九字牌", "all thirteen orphans"
)

# §3 C: events
_KONG_BLOOM = _pattern(
    "kong_bloom", "杠上开花", "kong bloom", None, "不满爆胡按爆胡", "at least the cap"
)
_ROBBED_KONG = _pattern(
    "robbed_kong", "抢杠", "robbing a kong", None, "不满爆胡按爆胡", "at least the cap"
)
_LAST_TILE = _pattern(
    "last_tile", "海底捞月", "last tile", None, "不满爆胡按爆胡", "at least the cap"
)
_TRIPLE_WIN = _pattern(
    "triple_win", "一炮三响", "three winners", None, "不满爆胡按爆胡", "at least the cap"
)
_FIRST_TURN = {
    "heavenly": _pattern("heavenly", "天和", "heavenly win", 6, "按 6 番", "counts 6 fan"),
    "human": _pattern("human", "人和", "human win", 6, "按 6 番", "counts 6 fan"),
    "earthly": _pattern("earthly", "地和", "earthly win", 6, "按 6 番", "counts 6 fan"),
}

_NINE_GATES_COUNTS = (3, 1, 1, 1, 1, 1, 1, 1, 3)
_FIGURES = ("fan", "points", "liable")

_DISCARDER = Text("点炮者付", "the discarder pays (§3 C)")
_EACH = Text("自摸，三家各付", "self-draw: each of the three pays (§3 C)")
_ROBBED_PAYS = Text("抢杠，被抢者包三家", "the robbed player pays all three shares (§3 C)")
_FED_KONG = Text("杠上开花包杠，点杠者包三家", "the feeder of the kong pays all three (§3 C)")
_FED_BIG = Text(
    "打出最后一副三元/风牌者包自摸", "the feeder of the last dragon or wind set pays all (§3 D2)"
)
_FED_TWELVE = Text(
    "十二张落地，喂第四副者包自摸", "the feeder of the fourth set pays all three (§3 D1)"
)
_KONG_FAN = KongTerms(
    IN_HAND,
    Text(
        "杠不单独付分：自己胡了，爆胡以内有杠加 1 番",
        "kongs pay nothing by themselves: with one, its maker's win has 1 fan more inside 爆胡 "
        "(#6)",
    ),
)
_KONGS_IDLE = KongTerms(
    NOTHING,
    Text("杠不付分也不加番", "kongs pay nothing and add no fan (§3)"),
)


class Guangdong(RuleSet):
    """广东麻将 鸡平胡: 136 tiles, ``points = unit × 2^fan``."""

    id = "guangdong"
    zh = "广东麻将 鸡平胡"
    en = "Guangdong mahjong"
    option_class = GuangdongOptions
    options: GuangdongOptions
    fields = frozenset({"round_wind", "twelve_tile_log", "passed_tile"})
    flags = frozenset({"kong_bloom", "last_tile", *_FIRST_TURN})
    has_passed_win = True
    legal = SUITS | HONOUR_TILES

    @property
    def kong_terms(self) -> KongTerms:
        """Kongs pay nothing; a house may count a fan (#6). See ``RuleSet.kong_terms``."""
        return _KONG_FAN if self.options.kong_fan else _KONGS_IDLE

    def settle(self, deal: Deal, *, explain: bool = True) -> Settlement:
        """Settle a checked deal. See ``RuleSet.settle``."""
        dealer = deal.dealer
        if deal.outcome != WIN:
            return settle(4, (), dealer, Text("流局，连庄", "a draw: the dealer stays (§1)"))
        wins = [self._win(deal, win, explain) for win in deal.wins]
        if any(win.seat == dealer for win in deal.wins):
            return settle(4, wins, dealer, Text("庄家胡，连庄", "the dealer won and stays (§1)"))
        why = Text("闲家胡，庄家下家接庄", "another won: the next seat deals (§1)")
        return settle(4, wins, (dealer + 1) % 4, why)

    def _win(self, deal: Deal, win: Win, explain: bool) -> WinResult:
        options = self.options
        fan, patterns, reading = self._best(deal, win)
        base = fan
        events: tuple[Pattern, ...] = ()
        if win.by == ROBBED_KONG:
            events = (_ROBBED_KONG,)
        elif len(deal.wins) == 3 and win.by == DISCARD:
            events = (_TRIPLE_WIN,)
        for flag in win.flags:
            if flag == "kong_bloom":
                events += (_KONG_BLOOM,)
            elif flag == "last_tile":
                events += (_LAST_TILE,)
        if events:
            fan = max(fan, options.cap_fan)
        for flag in win.flags:
            if flag in _FIRST_TURN:
                events += (_FIRST_TURN[flag],)
                fan = 6
        points = options.unit << fan
        payments, liable = _pay(deal, win, points, options.liability_conflict)
        result = WinResult(
            win.seat, patterns + events, payments, _FIGURES, fan=fan, points=points, liable=liable
        )
        return self._explained(deal, win, reading, base, result) if explain else result

    def _best(self, deal: Deal, win: Win) -> tuple[int, tuple[Pattern, ...], Reading | None]:
        """The fan before events, what makes them, and the reading (None: no sets and pair)."""
        melds = deal.melds[win.seat]
        counts = count(win.concealed, win.winning_tile)
        best: tuple[int, tuple[Pattern, ...], Reading | None] | None = None
        gates = not melds and self._is_nine_gates(counts, win)
        for reading in readings(counts, melded(melds)):
            special = _specials(reading, gates)
            found = special or self._inside(deal, win, reading)
            if best is None or found[0] > best[0]:
                best = (*found, reading)
        if not melds:
            pairs = self.options.seven_pairs
            if (
                isinstance(pairs, int)
                and is_seven_pairs(counts)
                and (best is None or pairs > best[0])
            ):
                best = pairs, (_seven_pairs(pairs),), None
            elif best is None and is_thirteen_orphans(counts):
                best = 6, (_THIRTEEN_ORPHANS,), None
        if best is None:
            raise self._no_win(win, bool(melds), counts)
        return best

    def _inside(self, deal: Deal, win: Win, reading: Reading) -> tuple[int, tuple[Pattern, ...]]:
        """Inside 爆胡 (§3 A): base and additions, capped."""
        options = self.options
        found: list[Pattern] = []
        bits = reading.chow_mask | reading.pung_mask | 1 << reading.pair
        flush = _suit_count(bits) == 1
        if not reading.pungs:
            suited = reading.pair < SUITED or options.all_chows_pair == "any"
            if suited and not (flush and options.combine_base == "highest"):
                found.append(_ALL_CHOWS)
        elif not reading.chows:
            found.append(_ALL_PUNGS)
        if flush:
            found.append(_HALF_FLUSH)
        if not found:
            found.append(_CHICKEN)
        if win.by != DISCARD:
            found.append(_SELF_DRAW)
        pungs = reading.pung_mask
        if pungs & HONOURS:
            if pungs >> (27 + (win.seat - deal.dealer) % 4) & 1:
                found.append(_SEAT_WIND)
            if pungs >> deal.round_wind & 1:
                found.append(_ROUND_WIND)
            if pungs & DRAGONS:
                found += [pattern for dragon, pattern in _DRAGON_PUNGS if pungs >> dragon & 1]
        if options.kong_fan and any(meld.is_kong for meld in deal.melds[win.seat]):
            found.append(_KONG)
        fan = 0
        for pattern in found:
            fan += pattern.value or 0
        return min(fan, options.cap_fan), tuple(found)

    def _is_nine_gates(self, counts: list[int], win: Win) -> bool:
        first = win.winning_tile // 9 * 9
        if first >= SUITED or sum(counts[first : first + 9]) != 14:
            return False
        if self.options.nine_gates_self_draw_only and win.by == DISCARD:
            return False
        suit = counts[first : first + 9]
        if self.options.nine_gates == "pure":
            suit[win.winning_tile - first] -= 1
            return tuple(suit) == _NINE_GATES_COUNTS
        return all(have >= due for have, due in zip(suit, _NINE_GATES_COUNTS, strict=True))

    def _explained(
        self, deal: Deal, win: Win, reading: Reading | None, base: int, result: WinResult
    ) -> WinResult:
        """The result with the candidates that missed and the reckoning of its points."""
        tiles = why_not.all_tiles(deal, win)
        counted = {pattern.id for pattern in result.patterns}
        missed: list[Pattern] = []

        def miss(pattern: Pattern, why: Text | None) -> None:
            if why is not None and pattern.id not in counted:
                missed.append(pattern.explained(*why))

        special = not counted & _INSIDE
        if not special:
            miss(_FULL_FLUSH, why_not.blocks_full_flush(tiles))
            miss(_HALF_FLUSH, why_not.blocks_half_flush(tiles))
        if reading is not None and not special:
            miss(_ALL_PUNGS, why_not.blocks_all_pungs(reading))
            miss(_ALL_CHOWS, why_not.blocks_all_chows(reading))
            if not reading.pungs:
                miss(_ALL_CHOWS, _ALL_CHOWS_SHUT)
            seat_wind = 27 + (win.seat - deal.dealer) % 4
            miss(_SEAT_WIND, why_not.only_a_pair(reading, seat_wind))
            miss(_ROUND_WIND, why_not.only_a_pair(reading, deal.round_wind))
            for dragon, pattern in _DRAGON_PUNGS:
                miss(pattern, why_not.only_a_pair(reading, dragon))
            if win.by == DISCARD:
                miss(_SELF_DRAW, Text("点炮胡", "won on a discard"))
        if special and win.by != DISCARD:
            miss(_SELF_DRAW, Text("特殊牌型不再加番", "a special hand adds nothing (§3 B)"))
        if self.options.seven_pairs == "off" and is_seven_pairs(count(tiles)):
            missed.append(_seven_pairs(None).explained("本房不算七对", "off in this house"))
        return WinResult(
            result.seat,
            result.patterns,
            result.payments,
            result.figures,
            fan=result.fan,
            points=result.points,
            liable=result.liable,
            missed=tuple(missed),
            reckoning=self._reckoning(result, base, special),
        )

    def _reckoning(self, result: WinResult, base: int, special: bool) -> Text:
        values = [
            pattern.value or 0
            for pattern in result.patterns
            if pattern.id not in _FIRST_TURN and pattern.value is not None
        ]
        added = " + ".join(map(str, values))
        if special:
            zh, en = f"特殊牌型取最高 {base} 番", f"special hand, the highest: {base} fan"
        elif sum(values) > base:
            zh = f"{added} = {sum(values)} 番，爆胡封顶 {base} 番"
            en = f"{added} = {sum(values)} fan, capped at {base} (爆胡)"
        else:
            zh, en = f"{added} = {base} 番", f"{added} = {base} fan"
        if result.fan != base:
            zh += f"，因{result.patterns[-1].zh}按 {result.fan} 番"
            en += f", raised to {result.fan} by {result.patterns[-1].en}"
        unit = "" if self.options.unit == 1 else f"{self.options.unit} × "
        worth = f"{unit}2^{result.fan} = {result.points}"
        return Text(f"{zh}；每份 {worth} 分", f"{en}; one share is {worth} points")

    def _no_win(self, win: Win, melded: bool, counts: list[int]) -> Exception:
        if not melded and is_seven_pairs(counts):
            return not_a_win(
                win.seat,
                "是七对，本房不算（选项 seven_pairs 为 off）",
                "seven pairs, which this house does not count (option seven_pairs is off)",
            )
        return not_a_win(
            win.seat,
            "不是四副一对，也不是十三幺；请检查看错的牌和胡的那张",
            "neither four sets and a pair nor thirteen orphans; look for a misread tile and check "
            "the winning tile",
        )


_INSIDE = frozenset({"chicken", "all_chows", "all_pungs", "half_flush"})
_ALL_CHOWS_SHUT = Text("本房的选项不计", "shut out by an option of this house")


def _seven_pairs(fan: int | None) -> Pattern:
    return _pattern("seven_pairs", "七对", "seven pairs", fan, "七个对子", "seven pairs")


def _suit_count(bits: int) -> int:
    characters, dots, bamboo = SUIT_MASKS
    return bool(bits & characters) + bool(bits & dots) + bool(bits & bamboo)


def _specials(reading: Reading, gates: bool) -> tuple[int, tuple[Pattern, ...]] | None:
    """Outside 爆胡 (§3 B): the highest rows that the reading satisfies, or None."""
    pungs = reading.pung_mask
    pair = 1 << reading.pair
    bits = reading.chow_mask | pungs | pair
    suits = _suit_count(bits)
    honours = bits & HONOURS
    rows: list[Pattern] = []
    if gates:
        rows.append(_NINE_GATES)
    if suits == 1 and not honours:
        rows.append(_FULL_FLUSH_ALL_PUNGS if not reading.chows else _FULL_FLUSH)
    if not reading.chows:
        if suits == 1 and honours:
            rows.append(_HALF_FLUSH_ALL_PUNGS)
        if not bits & ~HONOURS:
            rows.append(_ALL_HONOURS)
        elif not bits & ~TERMINALS:
            rows.append(_ALL_TERMINALS)
        elif not bits & ~ORPHANS:
            rows.append(_TERMINALS_AND_HONOURS)
    if honours:
        dragons = (pungs & DRAGONS).bit_count()
        winds = (pungs & WINDS).bit_count()
        if dragons == 3:
            rows.append(_BIG_THREE_DRAGONS)
        elif dragons == 2 and pair & DRAGONS:
            rows.append(_LITTLE_THREE_DRAGONS)
        if winds == 4:
            rows.append(_BIG_FOUR_WINDS)
        elif winds == 3 and pair & WINDS:
            rows.append(_LITTLE_FOUR_WINDS)
    if not rows:
        return None
    fan = max(row.value or 0 for row in rows)
    return fan, tuple(row for row in rows if row.value == fan)


def _pay(
    deal: Deal, win: Win, points: int, conflict: str
) -> tuple[tuple[Payment, ...], int | None]:
    """The payments (§3 C) and the seat that pays all three shares, or None."""
    if win.source is not None:
        if win.by == DISCARD:
            return one_pays(win.source, win.seat, points, _DISCARDER), None
        return one_pays(win.source, win.seat, 3 * points, _ROBBED_PAYS), win.source
    found = _liability(deal, win, conflict)
    if found is None:
        return everyone_pays(win.seat, points, 4, _EACH), None
    liable, why = found
    return one_pays(liable, win.seat, 3 * points, why), liable


def _liability(deal: Deal, win: Win, conflict: str) -> tuple[int, Text] | None:
    """Who pays all three shares of a self-drawn win (§3 D), and why."""
    if "kong_bloom" in win.flags:
        kong = blooming_kong(deal, win)
        if kong is not None and kong.type == EXPOSED_KONG and kong.source is not None:
            return kong.source, _FED_KONG
    melds = deal.melds[win.seat]
    fed = [meld.type in FED for meld in melds]
    twelve = None
    if len(melds) == 4 and all(fed) and melds[3].source is not None:
        feeder = melds[3].source
        log = (each.beneficiary for each in deal.twelve_tile_log if each.feeder == feeder)
        if next(log, win.seat) == win.seat:
            twelve = feeder, _FED_TWELVE
    for kinds, needed in ((DRAGONS, 3), (WINDS, 4)):
        places = [place for place, meld in enumerate(melds) if kinds >> meld.kind & 1]
        if len(places) == needed and all(fed[place] for place in places):
            feeder_of_last = melds[places[-1]].source
            later = twelve is not None and places[-1] < 3
            if feeder_of_last is not None and not (later and conflict == "last_feeder"):
                return feeder_of_last, _FED_BIG
    return twelve
