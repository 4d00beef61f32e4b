"""Fuzhou mahjong 抚州麻将 (Jiangxi). Rule text: fuzhou.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from scoring import explain as why_not
from scoring.errors import DealError
from scoring.hand import (
    ADDED_KONG,
    CONCEALED_KONG,
    DISCARD,
    EXPOSED_KONG,
    PUNG,
    ROBBED_KONG,
    WIN,
    Deal,
    Meld,
    Win,
)
from scoring.options import Options, choice, switch, whole
from scoring.rules.base import AT_ONCE, SUITS, WITH_WIN, KongTerms, RuleSet, not_a_win
from scoring.rules.base import HONOURS as HONOUR_TILES
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
from scoring.shapes import Reading, count, is_seven_pairs, melded, readings
from scoring.tiles import KINDS, SUITED, Tile, format_tiles


@dataclass(frozen=True, slots=True)
class FuzhouOptions(Options):
    """House options (fuzhou.md §6)."""

    extra_point: int = choice(1, (1, 0), zh="绑一炮", en="the one point added to every win")
    wind_runs: str = choice(
        "any3",
        ("any3", "consecutive", "none"),
        zh="风牌顺子",
        en="runs of winds: any three different, neighbours only, or none",
    )
    unconnected_rule: str = choice(
        "gap3",
        ("gap3", "knitted"),
        zh="烂胡的间隔",
        en="unconnected: ranks 3 apart, or each suit within its own 147, 258 or 369",
    )
    seven_stars_gap: str = choice(
        "same",
        ("same", "nonadjacent"),
        zh="七星的间隔",
        en="seven stars: as unconnected_rule, or only not adjacent",
    )
    combine: str = choice(
        "highest",
        ("highest", "add", "double"),
        zh="清一色加七对或大四碰",
        en="full flush with seven pairs or all pungs: the highest, added, or doubled",
    )
    four_in_one: str = choice(
        "power",
        ("power", "once"),
        zh="几个四规一",
        en="several four-in-one: double for each, or once",
    )
    kongs_on_draw: bool = switch(True, zh="流局时杠仍算", en="kongs pay on a draw")
    robbed_kong_pays: bool = switch(
        False, zh="被抢的杠仍收分", en="a robbed kong entered as added kong pays all the same"
    )
    cap: int | None = whole(
        None,
        least=1,
        nullable=True,
        zh="封顶（绑一炮之前）",
        en="most points, before the extra one",
    )


def _pattern(name: str, zh: str, en: str, points: int | None, why_zh: str, why_en: str) -> Pattern:
    return Pattern(name, zh, en, points, "points", Text(why_zh, why_en))


# §2: the lines of the table
_BASIC = _pattern("basic", "平胡", "basic win", 1, "四副一对", "four sets and a pair")
_UNCONNECTED = _pattern(
    "unconnected", "烂胡", "unconnected", 2, "十四张各不相靠", "fourteen tiles apart from another"
)
_SEVEN_STARS = _pattern(
    "seven_stars", "七星", "seven stars", 4, "烂胡，七种字牌齐全", "unconnected, with every honour"
)
_ALL_PUNGS = _pattern("all_pungs", "大四碰", "all pungs", 4, "四副刻子或杠", "four pungs or kongs")
_SEVEN_PAIRS = _pattern("seven_pairs", "七小对", "seven pairs", 5, "七个对子", "seven pairs")
_FLUSH = 10
_FULL_FLUSH = _pattern(
    "full_flush", "清一色", "full flush", _FLUSH, "只有一门花色", "one suit only"
)
_HONOURS_ONLY = _pattern("full_flush", "清一色", "full flush", _FLUSH, "全是字牌", "honours only")
_FLAT = 10
_FIRST_TURN = {
    "heavenly": _pattern(
        "heavenly", "天胡", "heavenly win", _FLAT, "庄家拿牌即胡", "the dealer wins on the deal"
    ),
    "earthly": _pattern(
        "earthly", "地胡", "earthly win", _FLAT, "胡庄家第一张牌", "on the dealer's first discard"
    ),
}

# §3: doublings
_FOUR_IN_ONE = Pattern("four_in_one_x1", "四规一", "four in one", None, "points")
_KONG_BLOOM = _pattern(
    "kong_bloom", "扛上开花", "kong bloom", None, "补牌自摸，翻一番", "drawn after a kong: doubled"
)

_FIGURES = ("points", "score")
_WIND_RUNS = {"any3": (34, 35, 36, 37, 38), "consecutive": (34, 37, 38), "none": (38,)}

_DISCARDER = Text("放炮者付", "the discarder pays (§3.1)")
_EACH = Text("自摸，三家各付", "self-draw: each of the three pays (§3.1)")
_ROBBED_PAYS = Text("抢扛，扛家包三家", "the robbed kong-er pays all three shares (§3.1)")
_PAID_AT_ONCE = KongTerms(
    AT_ONCE,
    Text("杠了就付分，谁胡、流局都算", "a kong pays, whoever wins and on a draw (§3.2, A6)"),
)
_PAID_WITH_WIN = KongTerms(
    WITH_WIN,
    Text(
        "有人胡了，各家的杠都付分；流局不算", "every kong pays once somebody wins; void on a draw"
    ),
)
_ADDED = Text("补扛，三家各付 1 分", "added kong: each pays 1 (§3.2)")
_CONCEALED = Text("暗扛，三家各付 2 分", "concealed kong: each pays 2 (§3.2)")
_EXPOSED = Text("明扛，放扛者付 2 分", "exposed kong: its feeder pays 2 (§3.2)")
_FOLLOWED = Text("前烧，庄家付每家 1 分", "four like first discards: the dealer pays 1 each (§3.3)")
_EXHAUSTED = Text("后烧，每家付庄家 1 分", "nobody won: each pays the dealer 1 (§3.3)")


class _Best(NamedTuple):
    """The most that a hand is worth: its lines, their points, its doublings."""

    points: int
    lines: tuple[Pattern, ...]
    doublings: tuple[Pattern, ...]
    reading: Reading | None
    times: int  # how often it is doubled

    @property
    def base(self) -> int:
        """The points before doubling."""
        return self.points >> self.times


class Fuzhou(RuleSet):
    """抚州麻将: 136 tiles, no chow; runs of winds and dragons; ``points`` and one more."""

    id = "fuzhou"
    zh = "抚州麻将"
    en = "Fuzhou mahjong"
    option_class = FuzhouOptions
    options: FuzhouOptions
    fields = frozenset({"first_discards"})
    melds = frozenset({PUNG, EXPOSED_KONG, CONCEALED_KONG, ADDED_KONG})
    claimable = frozenset({EXPOSED_KONG})
    earthly = frozenset({DISCARD})
    flags = frozenset({"kong_bloom", *_FIRST_TURN})
    legal = SUITS | HONOUR_TILES

    def check_asked(self, deal: Deal) -> None:
        """First discards are four, when they are given (§4)."""
        if deal.first_discards is not None and len(deal.first_discards) != 4:
            raise DealError(
                "missing_field",
                "first_discards 要写四张：庄家先，然后按座位顺序；没有前烧就不写",
                "first_discards needs four tiles, the dealer's first, then in playing order; "
                "leave it out where they were not all alike",
            )

    def settle(self, deal: Deal, *, explain: bool = True) -> Settlement:
        """Settle a checked deal. See ``RuleSet.settle``."""
        dealer = deal.dealer
        extra = tuple(self._burnt(deal))
        kongs = tuple(self._kong_payments(deal))
        if deal.outcome != WIN:
            why = Text("后烧，下家坐庄", "nobody won: the next seat deals (§1)")
            note = None if self.options.kongs_on_draw else _VOID_KONGS
            next_dealer = (dealer + 1) % 4
            return settle(
                4, (), next_dealer, why, kongs=kongs, extra=extra, show_extra=True, note=note
            )
        wins = [self._win(deal, win, explain) for win in deal.wins]
        first = deal.wins[0]
        claimed = any(meld.claims_winning_tile for row in deal.melds for meld in row)
        if first.source is not None and (len(wins) > 1 or claimed):
            next_dealer = first.source
            why = Text("一炮多响，放炮者坐庄", "several took one tile: its owner deals (§1)")
        else:
            next_dealer, why = first.seat, Text("胡家坐庄", "the winner deals (§1)")
        return settle(4, wins, next_dealer, why, kongs=kongs, extra=extra, show_extra=True)

    def _win(self, deal: Deal, win: Win, explain: bool) -> WinResult:
        hand = self._best(deal, win)
        best = hand
        for flag in win.flags:
            if flag in _FIRST_TURN and hand.points <= _FLAT:
                best = _Best(_FLAT, (_FIRST_TURN[flag],), (), hand.reading, 0)
        points = best.points
        if self.options.cap is not None:
            points = min(points, self.options.cap)
        score = points + self.options.extra_point
        if win.source is None:
            payments = everyone_pays(win.seat, score, 4, _EACH)
        elif win.by == DISCARD:
            payments = one_pays(win.source, win.seat, score, _DISCARDER)
        else:
            payments = one_pays(win.source, win.seat, 3 * score, _ROBBED_PAYS)
        return WinResult(
            win.seat,
            best.lines + best.doublings,
            payments,
            _FIGURES,
            points=points,
            score=score,
            missed=tuple(self._missed(deal, win, hand, best)) if explain else (),
            reckoning=self._reckoning(best, points, score) if explain else None,
        )

    # What a hand is worth

    def _best(self, deal: Deal, win: Win) -> _Best:
        """The best shape and line (§2, §3); raises ``not_a_win``."""
        melds = deal.melds[win.seat]
        counts = count(win.concealed, win.winning_tile)
        bloom = (_KONG_BLOOM,) if "kong_bloom" in win.flags else ()
        flush = _flush(counts, melds)
        found: list[_Best] = []

        def add(lines: tuple[Pattern, ...], reading: Reading | None, quads: int) -> None:
            doublings = bloom if not quads else (_four_in_one(quads), *bloom)
            times = quads + len(bloom)
            found.append(_Best(self._worth(lines) << times, lines, doublings, reading, times))

        quads = len(_quads(counts, melds))
        if quads and self.options.four_in_one == "once":
            quads = 1
        runs = _WIND_RUNS[self.options.wind_runs]
        for reading in readings(counts, melded(melds), runs):
            pungs = not reading.chows
            if flush is None:
                add((_ALL_PUNGS if pungs else _BASIC,), reading, quads)
            else:
                add(self._with_flush(flush, _ALL_PUNGS if pungs else None), reading, quads)
        if is_seven_pairs(counts):
            lines = (_SEVEN_PAIRS,) if flush is None else self._with_flush(flush, _SEVEN_PAIRS)
            add(lines, None, quads)
        if flush is _HONOURS_ONLY:
            add((_HONOURS_ONLY,), None, 0)
        apart = self._apart(counts)
        if apart is not None:
            add((apart,), None, 0)
        if not found:
            raise self._no_win(win, melds, counts)
        return max(found, key=lambda each: each.points)

    def _worth(self, lines: Sequence[Pattern]) -> int:
        """``P`` of its lines (A1)."""
        values = [line.value or 0 for line in lines]
        if len(values) > 1 and self.options.combine == "double":
            return 2 * _FLUSH
        return sum(values)

    def _with_flush(self, flush: Pattern, other: Pattern | None) -> tuple[Pattern, ...]:
        """Full flush, and beside it what the house combines with it (A1)."""
        if other is None or self.options.combine == "highest":
            return (flush,)
        return flush, other

    def _apart(self, counts: Sequence[int]) -> Pattern | None:
        """烂胡 or 七星 (§2, A8, A9), or None."""
        if sum(counts) != 14 or max(counts) > 1:
            return None
        gap, knitted = _spacing(counts)
        fits = gap >= 3 and (knitted or self.options.unconnected_rule == "gap3")
        if sum(counts[SUITED:KINDS]) == 7:
            loose = self.options.seven_stars_gap == "nonadjacent" and gap >= 2
            return _SEVEN_STARS if fits or loose else None
        return _UNCONNECTED if fits else None

    # Kongs 扛 and 烧庄

    @property
    def kong_terms(self) -> KongTerms:
        """Kongs pay whoever wins, and by default on a draw (A6). See ``RuleSet.kong_terms``."""
        return _PAID_AT_ONCE if self.options.kongs_on_draw else _PAID_WITH_WIN

    def kong_pays(self, seat: int, meld: Meld) -> tuple[Payment, ...]:
        """The table of §3.2. See ``RuleSet.kong_pays``."""
        if meld.type == CONCEALED_KONG:
            return everyone_pays(seat, 2, 4, _CONCEALED)
        if meld.type == EXPOSED_KONG and meld.source is not None:
            return one_pays(meld.source, seat, 2, _EXPOSED)
        if meld.type == ADDED_KONG:
            return everyone_pays(seat, 1, 4, _ADDED)
        return ()

    def _kong_payments(self, deal: Deal) -> Iterator[Payment]:
        """What every kong of the table pays, whoever won (§3.2)."""
        won = deal.outcome == WIN
        if not won and not self.options.kongs_on_draw:
            return
        rob = deal.wins[0] if won and deal.wins[0].by == ROBBED_KONG else None
        for seat, row in enumerate(deal.melds):
            for meld in row:
                robbed = (
                    meld.type == ADDED_KONG
                    and rob is not None
                    and rob.source == seat
                    and meld.kind == rob.winning_tile
                )
                if not robbed or self.options.robbed_kong_pays:
                    yield from self.kong_pays(seat, meld)

    def _burnt(self, deal: Deal) -> Iterator[Payment]:
        """前烧 and 后烧 (§3.3); both in one hand cancel."""
        discards = deal.first_discards
        if discards is not None and len(set(discards)) == 1:
            for seat in range(4):
                yield from one_pays(deal.dealer, seat, 1, _FOLLOWED)
        if deal.outcome != WIN:
            yield from everyone_pays(deal.dealer, 1, 4, _EXHAUSTED)

    # Explanation

    def _missed(self, deal: Deal, win: Win, hand: _Best, best: _Best) -> Iterator[Pattern]:
        """Candidates that did not count, each with its reason."""
        melds = deal.melds[win.seat]
        counts = count(win.concealed, win.winning_tile)
        counted = {pattern.id for pattern in best.lines}
        if best is not hand:
            for pattern in hand.lines + hand.doublings:
                yield pattern.explained(
                    f"按{best.lines[0].zh} {_FLAT} 分，不翻番",
                    f"the flat {_FLAT} of {best.lines[0].en} is paid, undoubled (A3)",
                )
            return
        for flag in win.flags:
            if flag in _FIRST_TURN:
                yield _FIRST_TURN[flag].explained("牌型更高", "the hand is worth more (A3)")
        if "full_flush" in counted:
            if is_seven_pairs(counts) and "seven_pairs" not in counted:
                yield _SEVEN_PAIRS.explained("只计最高一项", "only the highest line counts (A1)")
            if best.reading is not None and not best.reading.chows and "all_pungs" not in counted:
                yield _ALL_PUNGS.explained("只计最高一项", "only the highest line counts (A1)")
        else:
            why = why_not.blocks_full_flush(why_not.all_tiles(deal, win))
            if why is not None:
                yield _FULL_FLUSH.explained(*why)
        if best.reading is not None:
            why = why_not.blocks_all_pungs(best.reading)
            if why is not None:
                yield _ALL_PUNGS.explained(*why)
        quads = _quads(counts, melds)
        if quads and not any(each.id.startswith("four_in_one") for each in best.doublings):
            names = why_not.names(quads)
            yield _FOUR_IN_ONE.explained(
                f"{names.zh}四张，但不成牌型", f"four of {names.en}, but in no regular shape (§3)"
            )
        for meld in melds:
            if meld.is_kong:
                shown = format_tiles(meld.tiles)
                yield _FOUR_IN_ONE.explained(f"{shown} 已扛", f"{shown} is declared as a kong")

    def _reckoning(self, best: _Best, points: int, score: int) -> Text:
        extra = self.options.extra_point
        read_zh = read_en = ""
        if best.reading is not None:
            read_zh, read_en = f"牌读作 {best.reading}；", f"The hand reads {best.reading}; "
        worth = " + ".join(str(line.value) for line in best.lines)
        if len(best.lines) > 1:
            worth = f"{worth if self.options.combine == 'add' else f'2 × {_FLUSH}'} = {best.base}"
        if best.times:
            worth += f", × 2^{best.times} = {best.points}"
        cap_zh = f"，封顶 {points}" if points < best.points else ""
        cap_en = f", capped at {points}" if points < best.points else ""
        return Text(
            f"{read_zh}{worth} 分{cap_zh}；绑一炮 {points} + {extra} = {score} 分",
            f"{read_en}{worth} points{cap_en}; with the extra point {points} + {extra} = {score}",
        )

    def _no_win(self, win: Win, melds: Sequence[Meld], counts: Sequence[int]) -> DealError:
        if not melds and max(counts) == 1:
            gap, knitted = _spacing(counts)
            zh, en = (
                ("各门没有分占 147、258、369", "the suits are not within 147, 258, 369 each")
                if gap >= 3 and not knitted
                else ("同门的牌靠得太近", "some tiles of one suit are too near")
            )
            return not_a_win(
                win.seat, f"十四张各不同，但不是烂胡：{zh}", f"fourteen different tiles, but {en}"
            )
        return not_a_win(
            win.seat,
            "不是四副一对、七小对、烂胡，也不全是字牌；请检查看错的牌和胡的那张",
            "no four sets and a pair, seven pairs, unconnected tiles or honours only; look for a "
            "misread tile and check the winning tile",
        )


_VOID_KONGS = Text("流局，杠不算（选项 kongs_on_draw 关）", "a draw: kongs are void in this house")


def _four_in_one(quads: int) -> Pattern:
    return Pattern(
        f"four_in_one_x{quads}",
        "四规一",
        "four in one",
        None,
        "points",
        Text(f"四张相同没有扛，× {1 << quads}", f"four alike without a kong: × {1 << quads}"),
    )


def _flush(counts: Sequence[int], melds: Sequence[Meld]) -> Pattern | None:
    """The full flush that all tiles make: one suit, or honours only (§2)."""
    groups = {kind // 9 for kind in range(KINDS) if counts[kind]}
    groups.update(meld.kind // 9 for meld in melds)
    if len(groups) > 1:
        return None
    return _HONOURS_ONLY if SUITED // 9 in groups else _FULL_FLUSH


def _quads(counts: Sequence[int], melds: Sequence[Meld]) -> list[Tile]:
    """Kinds of which the winner has four that are not declared as a kong (四规一, §3)."""
    have = list(counts)
    for meld in melds:
        if meld.type == PUNG:
            have[meld.kind] += 3
    return [Tile(kind) for kind in range(KINDS) if have[kind] == 4]


def _spacing(counts: Sequence[int]) -> tuple[int, bool]:
    """Of different tiles: the least gap within a suit (9: no two), and whether knitted (A8)."""
    least = 9
    used: list[int] = []
    knitted = True
    for first in (0, 9, 18):
        ranks = [rank for rank in range(9) if counts[first + rank]]
        least = min([least, *(high - low for low, high in pairwise(ranks))])
        remainders = {rank % 3 for rank in ranks}
        knitted = knitted and len(remainders) <= 1 and not remainders & set(used)
        used += remainders
    return least, knitted
