"""Chongqing mahjong 重庆麻将 (four players, 倒倒胡). Rule text: chongqing.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from scoring import explain as why_not
from scoring.checks import blooming_kong
from scoring.errors import DealError
from scoring.hand import (
    ADDED_KONG,
    CONCEALED_KONG,
    DISCARD,
    DRAW,
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
from scoring.rules.base import IN_HAND, SUITS, KongTerms, RuleSet, not_a_win
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
    SUIT_MASKS,
    TERMINALS,
    TWO_FIVE_EIGHT,
    Reading,
    chow_kinds,
    count,
    is_seven_pairs,
    mask,
    melded,
    readings,
    waits,
)
from scoring.tiles import SUITED, Tile, format_tiles


@dataclass(frozen=True, slots=True)
class ChongqingOptions(Options):
    """House options (chongqing.md §6)."""

    unit: int = whole(1, least=1, zh="底分", en="points of one unit")
    pattern_scoring: str = choice(
        "full",
        ("full", "kong_only"),
        zh="番型计分",
        en="the full table, or 1 for every hand and kongs only",
    )
    full_flush_seven_pairs_reading: str = choice(
        "quad_8",
        ("quad_8", "any_8"),
        zh="清七对 8 分",
        en="8 points for one-suit seven pairs with a quad, or for all of them",
    )
    unlisted_compounds: str = choice(
        "public",
        ("public", "highest"),
        zh="清七对、清幺九",
        en="one-suit seven pairs and outside hands: 5 as in public tables, or the highest row",
    )
    bloom_includes_kong: bool = switch(
        True, zh="杠上花已含该杠", en="the kong of a bloom does not count again"
    )
    kong_bloom_points: int = choice(2, (1, 2, 3), zh="杠上花分数", en="points of a kong bloom")
    kong_discard_points: int = choice(
        2, (0, 1, 2, 3), zh="杠上炮分数", en="points of a kong discard"
    )
    robbed_kong_points: int = choice(1, (1, 2), zh="抢杠分数", en="points of robbing a kong")
    outside_hand_pair: bool = switch(
        True, zh="幺九牌将牌须带幺九", en="the pair of an outside hand must hold a 1 or 9"
    )
    rob_pays: str = choice(
        "konger_once",
        ("konger_once", "konger_all"),
        zh="抢杠赔付",
        en="a robbed kong-er pays one share, or all three",
    )
    fed_kong_bloom_pays: str = choice(
        "all_pay",
        ("all_pay", "feeder_once", "feeder_all"),
        zh="点杠花赔付",
        en="bloom of a fed kong: all pay, its feeder one share, or its feeder all three",
    )
    self_draw_bonus: int = choice(0, (0, 1), zh="自摸加分", en="points added to a self-draw")
    cap: int | None = whole(None, least=1, nullable=True, zh="封顶分数", en="most points of a hand")
    multi_win: str = choice(
        "all", ("all", "nearest"), zh="几家同胡", en="several winners: all win, or the nearest"
    )
    ready_check: str = choice(
        "max",
        ("max", "min", "off"),
        zh="查叫",
        en="readiness check at a draw: the highest value, the lowest, or off",
    )


def _pattern(name: str, zh: str, en: str, points: int, why_zh: str, why_en: str) -> Pattern:
    return Pattern(name, zh, en, points, "points", Text(why_zh, why_en))


# §3 A: the rows
_BASIC = _pattern("basic", "平胡", "basic", 1, "四副一对", "four sets and a pair")
_ALL_PUNGS = _pattern("all_pungs", "对对胡", "all pungs", 2, "四副刻子或杠", "four pungs or kongs")
_FULL_FLUSH = _pattern("full_flush", "清一色", "full flush", 3, "只有一门花色", "one suit only")
_OUTSIDE_HAND = _pattern(
    "outside_hand", "幺九牌", "outside hand", 3, "每副都带一或九", "a 1 or 9 in every set"
)
_SEVEN_PAIRS = _pattern("seven_pairs", "七对", "seven pairs", 3, "七个对子", "seven pairs")
_FULL_FLUSH_ALL_PUNGS = _pattern(
    "full_flush_all_pungs", "清对", "full flush, all pungs", 4, "清一色对对胡", "both at once"
)
_ALL_PUNGS_258 = _pattern(
    "all_pungs_258",
    "将对",
    "all pungs of 2, 5, 8",
    4,
    "全是二、五、八的对对胡",
    "pungs and a pair of 2s, 5s and 8s only",
)
_FULL_FLUSH_SEVEN_PAIRS = _pattern(
    "full_flush_seven_pairs", "清七对", "full flush, seven pairs", 5, "清一色七对", "both at once"
)
_FULL_FLUSH_OUTSIDE_HAND = _pattern(
    "full_flush_outside_hand", "清幺九", "full flush, outside hand", 5, "清一色幺九牌", "both"
)
_HEAVENLY = _pattern(
    "heavenly", "天胡", "heavenly win", 8, "庄家起手胡", "the dealer's first 14 tiles win"
)
_EARTHLY = _pattern(
    "earthly",
    "地胡",
    "earthly win",
    8,
    "庄家打出第一张或自己摸第一张就胡",
    "won on the dealer's first discard or the own first draw",
)
_DRAGON_SEVEN_PAIRS = _pattern(
    "full_flush_dragon_seven_pairs",
    "清龙七对",
    "full flush, dragon seven pairs",
    8,
    "清一色七对带四张，已含第一根",
    "one suit, with a quad; its first root is included",
)
_ANY_SEVEN_PAIRS = _pattern(
    "full_flush_seven_pairs",
    "清七对",
    "full flush, seven pairs",
    8,
    "清一色七对，本房都算 8 分",
    "both at once; 8 with or without a quad in this house (#5)",
)
_KONG_ONLY = _pattern(
    "basic", "平胡", "basic", 1, "本房番型不加分", "only kongs add points in this house (#8)"
)

# §3 B: additions
_KONG = _pattern("kong", "杠", "kong", 1, "每杠一分", "each kong 1")
_ROOT = _pattern("root", "根", "root", 1, "四张相同又没杠", "four of a kind that are no kong")


def _bloom(points: int, *, includes_kong: bool) -> Pattern:
    if includes_kong:
        return _pattern(
            "kong_bloom", "杠上花", "kong bloom", points, "已含该杠", "its kong is included (#1)"
        )
    return _pattern(
        "kong_bloom", "杠上花", "kong bloom", points, "该杠另计", "its kong counts besides (#1)"
    )


def _kong_discard(points: int) -> Pattern:
    return _pattern(
        "kong_discard", "杠上炮", "kong discard", points, "杠后打出的牌", "discarded after a kong"
    )


def _robbed_kong(points: int) -> Pattern:
    return _pattern(
        "robbed_kong", "抢杠", "robbing a kong", points, "抢补杠的牌", "the tile of an added kong"
    )


_FIGURES = ("points",)
_OUTSIDE_CHOWS: Final = mask(first + low for first in (0, 9, 18) for low in (0, 6))

_DISCARDER = Text("点炮者一人付", "the discarder pays alone (§3 C)")
_EACH = Text("自摸，三家各付", "self-draw: each of the three pays (§3 C)")
_ROBBED_PAYS = Text("抢杠，杠家付一份", "the kong-er pays one share (#20)")
_ROBBED_PAYS_ALL = Text("抢杠，杠家付三份", "the kong-er pays three shares (#20)")
_FEEDER_ONCE = Text("点杠花，点杠者付一份", "the feeder of the kong pays one share (#21)")
_FEEDER_ALL = Text("点杠花，点杠者包三家", "the feeder of the kong pays all three (#21)")
_KONGS_IN_WIN = KongTerms(
    IN_HAND,
    Text(
        "杠不单独付分：自己胡了，每杠加一分",
        "kongs pay nothing by themselves: each adds 1 to its maker's win (§3 C)",
    ),
)
_KONGS_IN_HAND = KongTerms(
    IN_HAND,
    Text(
        "杠不单独付分：自己胡了，或流局查叫时，每杠加一分",
        "kongs pay nothing by themselves: each adds 1 to its maker's win, or to his ready hand "
        "on a draw (§3 C, E)",
    ),
)


class Chongqing(RuleSet):
    """重庆麻将 倒倒胡: 108 tiles, no chow; points add up; 查叫 at a draw."""

    id = "chongqing"
    zh = "重庆麻将"
    en = "Chongqing mahjong"
    option_class = ChongqingOptions
    options: ChongqingOptions
    fields = frozenset({"hands_at_draw"})
    melds = frozenset({PUNG, EXPOSED_KONG, CONCEALED_KONG, ADDED_KONG})
    earthly = frozenset({SELF_DRAW, DISCARD})
    flags = frozenset({"kong_bloom", "kong_discard", "heavenly", "earthly"})
    legal = SUITS

    def __init__(self, options: ChongqingOptions | None = None) -> None:
        super().__init__(options)
        options = self.options
        self.one_winner = options.multi_win == "nearest"
        self._bloom = _bloom(options.kong_bloom_points, includes_kong=options.bloom_includes_kong)
        self._kong_discard = _kong_discard(options.kong_discard_points)
        self._robbed_kong = _robbed_kong(options.robbed_kong_points)

    def check_asked(self, deal: Deal) -> None:
        """The readiness check needs all four hands (§3 E)."""
        if deal.outcome != DRAW or self.options.ready_check == "off":
            return
        if sorted(hand.seat for hand in deal.hands_at_draw or ()) != list(range(self.players)):
            raise DealError(
                "missing_field",
                "hands_at_draw 要有四家的手牌，一家一次（查叫）",
                "hands_at_draw must hold the hands of all four seats, each once, for the "
                "readiness check 查叫",
            )

    @property
    def kong_terms(self) -> KongTerms:
        """Kongs count in a hand that wins or is ready (§3 C, E). See ``RuleSet.kong_terms``."""
        return _KONGS_IN_WIN if self.options.ready_check == "off" else _KONGS_IN_HAND

    def settle(self, deal: Deal, *, explain: bool = True) -> Settlement:
        """Settle a checked deal. See ``RuleSet.settle``."""
        if deal.outcome != WIN:
            return self._draw(deal)
        hands = [self._hand(deal, win) for win in deal.wins]
        wins = [
            self._win(deal, win, *hand, explain) for win, hand in zip(deal.wins, hands, strict=True)
        ]
        first = deal.wins[0]
        if len(wins) > 1 and first.source is not None:
            why = Text("一炮多响，放炮者坐庄", "several winners: their feeder deals (§1)")
            return settle(4, wins, first.source, why)
        return settle(4, wins, first.seat, Text("胡家坐庄", "the winner deals (§1)"))

    # What a hand is worth

    def _hand(self, deal: Deal, win: Win) -> tuple[Pattern, Reading | None, int]:
        """The row, the reading (None: seven pairs) and the roots, or ``not_a_win``."""
        melds = deal.melds[win.seat]
        counts = count(win.concealed, win.winning_tile)
        found = self._row(counts, melds, win.winning_tile)
        if found is None:
            raise not_a_win(
                win.seat,
                "不是四副一对，也不是七对；请检查看错的牌和胡的那张",
                "neither four sets and a pair nor seven pairs; look for a misread tile and check "
                "the winning tile",
            )
        row, reading = found
        if self.options.pattern_scoring == "full":
            if "heavenly" in win.flags:
                row = _HEAVENLY
            elif "earthly" in win.flags:
                row = _EARTHLY
        return row, reading, self._counted_roots(row, counts, melds)

    def _row(
        self, counts: Sequence[int], melds: Sequence[Meld], tile: Tile
    ) -> tuple[Pattern, Reading | None] | None:
        """The highest row of §3 A without events, and its reading; of equal rows the first.

        ``tile`` is any tile of the hand.
        """
        table = melded(melds)
        pure = _one_suit(counts, table.pung_mask, tile)
        best: tuple[Pattern, Reading | None] | None = None
        most = 0
        for reading in readings(counts, table):
            row = self._standard_row(reading, pure)
            if (points := _points(row)) > most:
                best, most = (row, reading), points
        if not melds and is_seven_pairs(counts):
            row = self._seven_pairs_row(counts, pure)
            if _points(row) > most:
                best = row, None
        return best

    def _standard_row(self, reading: Reading, pure: bool) -> Pattern:
        options = self.options
        if options.pattern_scoring == "kong_only":
            return _KONG_ONLY
        outside = self._is_outside(reading)
        pungs = not reading.chows
        if outside and pure and options.unlisted_compounds == "public":
            return _FULL_FLUSH_OUTSIDE_HAND
        if pungs and pure:
            return _FULL_FLUSH_ALL_PUNGS
        if pungs and not (reading.pung_mask | 1 << reading.pair) & ~TWO_FIVE_EIGHT:
            return _ALL_PUNGS_258
        if pure:
            return _FULL_FLUSH
        if outside:
            return _OUTSIDE_HAND
        return _ALL_PUNGS if pungs else _BASIC

    def _seven_pairs_row(self, counts: Sequence[int], pure: bool) -> Pattern:
        options = self.options
        if options.pattern_scoring == "kong_only":
            return _KONG_ONLY
        if not pure:
            return _SEVEN_PAIRS
        if options.full_flush_seven_pairs_reading == "any_8":
            return _ANY_SEVEN_PAIRS
        if 4 in counts:
            return _DRAGON_SEVEN_PAIRS
        return _FULL_FLUSH_SEVEN_PAIRS if options.unlisted_compounds == "public" else _FULL_FLUSH

    def _is_outside(self, reading: Reading) -> bool:
        """Whether a 1 or 9 is in every set, and in the pair where the house asks it (#16)."""
        return not (
            reading.chow_mask & ~_OUTSIDE_CHOWS
            or reading.pung_mask & ~TERMINALS
            or (self.options.outside_hand_pair and not TERMINALS >> reading.pair & 1)
        )

    def _counted_roots(self, row: Pattern, counts: Sequence[int], melds: Sequence[Meld]) -> int:
        if row is _KONG_ONLY:
            return 0
        return len(_roots(counts, melds)) - (row is _DRAGON_SEVEN_PAIRS)

    def _capped(self, points: int) -> int:
        cap = self.options.cap
        return points if cap is None or points < cap else cap

    def _win(
        self,
        deal: Deal,
        win: Win,
        row: Pattern,
        reading: Reading | None,
        roots: int,
        explain: bool,
    ) -> WinResult:
        options = self.options
        bloom = "kong_bloom" in win.flags
        kongs = _kongs(deal.melds[win.seat]) - (bloom and options.bloom_includes_kong)
        patterns = (row,) + (_KONG,) * kongs + (_ROOT,) * roots
        if bloom:
            patterns += (self._bloom,)
        elif "kong_discard" in win.flags:
            patterns += (self._kong_discard,)
        if win.by == ROBBED_KONG:
            patterns += (self._robbed_kong,)
        points = sum([_points(pattern) for pattern in patterns])
        if win.by == SELF_DRAW:
            points += options.self_draw_bonus
        points = self._capped(points)
        payments = self._payments(deal, win, points * options.unit)
        if not explain:
            return WinResult(win.seat, patterns, payments, _FIGURES, points=points)
        return WinResult(
            win.seat,
            (_explained(row, reading), *patterns[1:]),
            payments,
            _FIGURES,
            points=points,
            missed=tuple(self._missed(deal, win, row, reading)),
            reckoning=self._reckoning(win, patterns, points),
        )

    # Who pays

    def _payments(self, deal: Deal, win: Win, share: int) -> tuple[Payment, ...]:
        """The payments of §3 C."""
        if win.source is not None:
            if win.by == DISCARD:
                return one_pays(win.source, win.seat, share, _DISCARDER)
            if self.options.rob_pays == "konger_all":
                return one_pays(win.source, win.seat, 3 * share, _ROBBED_PAYS_ALL)
            return one_pays(win.source, win.seat, share, _ROBBED_PAYS)
        pays = self.options.fed_kong_bloom_pays
        if pays != "all_pay" and "kong_bloom" in win.flags:
            kong = blooming_kong(deal, win)
            if kong is not None and kong.type == EXPOSED_KONG and kong.source is not None:
                if pays == "feeder_once":
                    return one_pays(kong.source, win.seat, share, _FEEDER_ONCE)
                return one_pays(kong.source, win.seat, 3 * share, _FEEDER_ALL)
        return everyone_pays(win.seat, share, 4, _EACH)

    # The drawn hand 黄庄

    def _draw(self, deal: Deal) -> Settlement:
        """Readiness check 查叫 (§3 E): who is not ready pays everyone who is."""
        dealer, why = deal.dealer, Text("黄庄，庄家不变", "a draw: the dealer stays (§1)")
        if self.options.ready_check == "off":
            note = Text("本房不查叫", "no readiness check in this house (#22)")
            return settle(4, (), dealer, why, note=note)
        hands = {hand.seat: hand.concealed for hand in deal.hands_at_draw or ()}
        ready = [self._ready(hands[seat], deal.melds[seat]) for seat in range(4)]
        pick = max if self.options.ready_check == "max" else min
        values = tuple([pick(worth.values()) if worth else None for worth in ready])
        pays = Text("查叫，没叫的付有叫的", "readiness check: not ready pays ready (§3 E)")
        payments = [
            Payment(payer, payee, value * self.options.unit, pays)
            for payee, value in enumerate(values)
            if value is not None
            for payer in range(4)
            if values[payer] is None
        ]
        return settle(
            4, (), dealer, why, extra=payments, ready_values=values, note=_ready_note(ready, values)
        )

    def _ready(self, concealed: Sequence[Tile], melds: Sequence[Meld]) -> dict[Tile, int]:
        """What each tile that completes a hand would make it worth; empty: not ready."""
        counts = count(concealed)
        held = list(counts)
        for meld in melds:
            held[meld.kind] += len(meld.tiles)
        tiles = waits(counts, held)
        if not melds:
            odd = [kind for kind in range(SUITED) if counts[kind] & 1]
            if len(odd) == 1 and Tile(odd[0]) not in tiles:
                tiles.append(Tile(odd[0]))
        kongs = _kongs(melds)
        worth = {}
        for tile in tiles:
            counts[tile] += 1
            found = self._row(counts, melds, tile)
            assert found is not None
            roots = self._counted_roots(found[0], counts, melds)
            worth[tile] = self._capped(_points(found[0]) + roots + kongs)
            counts[tile] -= 1
        return worth

    # Explanation

    def _missed(
        self, deal: Deal, win: Win, row: Pattern, reading: Reading | None
    ) -> Iterator[Pattern]:
        """The candidates that did not count, and why."""
        yield from why_not.unscored_flags(win, self.flags)
        melds = deal.melds[win.seat]
        counts = count(win.concealed, win.winning_tile)
        quads = _roots(counts, melds)
        if row is _KONG_ONLY:
            for flag, pattern in (("heavenly", _HEAVENLY), ("earthly", _EARTHLY)):
                if flag in win.flags:
                    yield pattern.explained(*_NOT_IN_THIS_HOUSE)
            if quads:
                yield _ROOT.explained(*_NOT_IN_THIS_HOUSE)
        else:
            yield from self._missed_rows(deal, win, row, reading)
        if row is _DRAGON_SEVEN_PAIRS:
            shown = why_not.names(quads[:1])
            yield _ROOT.explained(
                f"{shown.zh}这一根已含在清龙七对里", f"that of {shown.en} is in the row (§3 A)"
            )
        for meld in melds:
            if meld.is_kong:
                shown = Text(meld.kind.zh, meld.kind.en)
                yield _ROOT.explained(
                    f"{shown.zh}已杠，不再算根", f"{shown.en} is a kong, so no root (§2)"
                )
        if "kong_bloom" in win.flags and self.options.bloom_includes_kong:
            kong = blooming_kong(deal, win)
            assert kong is not None
            tiles = format_tiles(kong.tiles)
            yield _KONG.explained(f"{tiles} 已含在杠上花里", f"{tiles} is in its bloom (#1)")

    def _missed_rows(
        self, deal: Deal, win: Win, row: Pattern, reading: Reading | None
    ) -> Iterator[Pattern]:
        """Rows that the hand also satisfies but that are not the highest, and near misses."""
        tiles = why_not.all_tiles(deal, win)
        pure = _one_suit(count(tiles), 0, win.winning_tile)
        counted = _ROWS_WITHIN.get(row.id, {row.id})
        seen: list[tuple[Pattern, bool, Text | None]] = [
            (_FULL_FLUSH, pure, why_not.blocks_full_flush(tiles))
        ]
        if reading is None:
            seen.append((_SEVEN_PAIRS, True, None))
        else:
            pungs = not reading.chows
            twos = not mask(tiles) & ~TWO_FIVE_EIGHT
            outside = self._is_outside(reading)
            seen += [
                (_ALL_PUNGS, pungs, why_not.blocks_all_pungs(reading)),
                (_ALL_PUNGS_258, pungs and twos, _blocks_258(reading) if pungs else None),
                (_OUTSIDE_HAND, outside, _blocks_outside(reading)),
            ]
        for pattern, satisfied, blocked in seen:
            if pattern.id in counted:
                continue
            if satisfied:
                yield pattern.explained(*_LOWER_ROW)
            elif blocked is not None:
                yield pattern.explained(*blocked)

    def _reckoning(self, win: Win, patterns: Sequence[Pattern], points: int) -> Text:
        values = [_points(pattern) for pattern in patterns]
        drawn = win.by == SELF_DRAW and self.options.self_draw_bonus
        bonus_zh = bonus_en = ""
        if drawn:
            values.append(self.options.self_draw_bonus)
            bonus_zh, bonus_en = "（末项为自摸加分）", " (the last for the self-draw)"
        added = " + ".join(map(str, values))
        if len(values) > 1:
            added += f" = {sum(values)}"
        zh, en = f"{added} 分{bonus_zh}", f"{added} points{bonus_en}"
        if sum(values) > points:
            zh += f"，封顶 {points} 分"
            en += f", capped at {points}"
        if self.options.unit > 1:
            share = f"{points} × {self.options.unit} = {points * self.options.unit}"
            zh += f"；每份 {share}"
            en += f"; one share is {share}"
        return Text(zh, en)


_NOT_IN_THIS_HOUSE = Text("本房只有杠加分", "only kongs add points in this house (#8)")
_LOWER_ROW = Text("番型不相加，只取最高一行", "rows never add, the highest counts (§3 A)")
_ROWS_WITHIN = {
    "full_flush_all_pungs": {"full_flush", "all_pungs"},
    "all_pungs_258": {"all_pungs", "all_pungs_258"},
    "full_flush_seven_pairs": {"full_flush", "seven_pairs"},
    "full_flush_outside_hand": {"full_flush", "outside_hand"},
    "full_flush_dragon_seven_pairs": {"full_flush", "seven_pairs"},
}
"""The plain rows that a row is made of; another row is only itself."""


def _points(pattern: Pattern) -> int:
    return pattern.value or 0


def _one_suit(counts: Sequence[int], pung_mask: int, tile: Tile) -> bool:
    """Whether the tiles in hand and the sets on the table are of the suit of that tile."""
    suit = tile // 9
    in_suit = sum(counts[9 * suit : 9 * suit + 9])
    return in_suit == sum(counts) and not pung_mask & ~SUIT_MASKS[suit]


def _kongs(melds: Sequence[Meld]) -> int:
    return sum([meld.is_kong for meld in melds])


def _roots(counts: Sequence[int], melds: Sequence[Meld]) -> list[int]:
    """The kinds of which four are held that are no kong (§2)."""
    roots = [kind for kind in range(SUITED) if counts[kind] == 4] if 4 in counts else []
    return roots + [meld.kind for meld in melds if meld.type == PUNG and counts[meld.kind]]


def _explained(row: Pattern, reading: Reading | None) -> Pattern:
    """The row with the sets that it was read from."""
    assert row.why is not None
    if reading is None:
        return row
    return row.explained(f"{reading}，{row.why.zh}", f"{reading}; {row.why.en}")


def _blocks_258(reading: Reading) -> Text | None:
    """Why all pungs are not 将对: the one or two kinds that are no 2, 5 or 8."""
    others = [kind for kind in (*reading.pungs, reading.pair) if not TWO_FIVE_EIGHT >> kind & 1]
    if len(others) > 2:
        return None
    shown = why_not.names(others)
    return Text(f"有{shown.zh}", f"blocked by {shown.en}")


def _blocks_outside(reading: Reading) -> Text | None:
    """Why a hand is no 幺九牌: the one set, or the pair, without a 1 or 9."""
    inside = [chow_kinds(chow) for chow in reading.chows if not _OUTSIDE_CHOWS >> chow & 1]
    inside += [(kind,) * 3 for kind in reading.pungs if not TERMINALS >> kind & 1]
    if not TERMINALS >> reading.pair & 1:
        inside.append((reading.pair,) * 2)
    if len(inside) != 1:
        return None
    shown = format_tiles(map(Tile, inside[0]))
    return Text(f"{shown} 不带一或九", f"{shown} holds no 1 or 9")


def _ready_note(ready: Sequence[dict[Tile, int]], values: Sequence[int | None]) -> Text:
    """Who is ready, for which tiles, and what the check takes his hand for."""
    zh, en = [], []
    for seat, (worth, value) in enumerate(zip(ready, values, strict=True)):
        if value is None:
            zh.append(f"座位{seat} 没叫")
            en.append(f"seat {seat} is not ready")
        else:
            tiles = why_not.names(worth)
            zh.append(f"座位{seat} 有叫：{tiles.zh}，计 {value} 分")
            en.append(f"seat {seat} is ready for {tiles.en}: {value} points")
    if all(values) or not any(values):
        zh.append("都有叫或都没叫，不付")
        en.append("all or none are ready, so nobody pays")
    return Text("；".join(zh), "; ".join(en))
