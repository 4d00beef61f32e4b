"""Three-player mahjong with fly jokers 三人麻将 飞. Rule text: three_player.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring import checks
from scoring import explain as why_not
from scoring.errors import DealError
from scoring.hand import (
    CHOW,
    DISCARD,
    FALSE_WIN,
    FED,
    ROBBED_KONG,
    SELF_DRAW,
    WIN,
    Deal,
    Meld,
    Win,
)
from scoring.options import Options, choice, switch, whole
from scoring.rules.base import HONOURS as HONOUR_TILES
from scoring.rules.base import NOTHING, KongTerms, RuleSet, not_a_win
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
    SUIT_MASKS,
    WINDS,
    Reading,
    chow_kinds,
    count,
    mask,
    melded,
    wild_readings,
)
from scoring.tiles import FIRST_FLOWER, SUITED, Tile, format_tiles


@dataclass(frozen=True, slots=True)
class ThreePlayerOptions(Options):
    """House options (three_player.md §6)."""

    flower_tiles: int = choice(12, (8, 12, 16), zh="花牌张数", en="flower tiles in the set")
    min_fan: int = choice(5, tuple(range(11)), zh="起糊番数", en="fewest fan to win")
    limit_fan: int = choice(10, (8, 10), zh="满糊番数", en="fan of a limit hand")
    unit: int = whole(2, least=1, zh="每番分数", en="points of one fan")
    payout: str = choice(
        "linear",
        ("linear", "double"),
        zh="番数换分",
        en="points: fan times unit, or unit doubled for each fan above the minimum",
    )
    half_rounding: str = choice(
        "up", ("up", "down"), zh="半额取整", en="half of an odd number: up, or down"
    )
    going_out_fan: str = choice(
        "any",
        ("any", "discard", "self_draw", "off"),
        zh="吃糊加番",
        en="fan for going out: on any win, on a discard, by self-draw, or off",
    )
    single_flower_fan: int = choice(0, (0, 1), zh="每张花加番", en="fan of each flower tile")
    no_flower_limit: bool = switch(True, zh="无花为满糊", en="no flowers is a limit hand")
    concealed_pungs_self_draw: bool = switch(
        False, zh="暗刻对对糊只限自摸", en="concealed pungs by self-draw only"
    )
    all_chows_pair: str = choice(
        "any", ("any", "suited"), zh="平糊的将牌", en="pair of all_chows: any, or dots only"
    )
    joker_in_melds: bool = switch(True, zh="飞可吃碰", en="jokers in exposed pungs and chows")
    joker_fifth_copy: bool = switch(True, zh="飞可当第五张", en="a joker may be a fifth copy")
    rob_kong_fan: int = choice(0, (0, 1), zh="抢杠加番", en="fan for robbing a kong")
    multi_win: str = choice(
        "nearest", ("nearest", "all"), zh="两家同糊", en="two winners: the nearest, or both"
    )


def _pattern(name: str, zh: str, en: str, fan: int | None, why_zh: str, why_en: str) -> Pattern:
    return Pattern(name, zh, en, fan, "fan", Text(why_zh, why_en))


# §3 A: fan that add up
_EAST = _pattern("east", "东", "East", 1, "东的刻子", "pung of East")
_EAST_OF_DEALER = _pattern("east", "东", "East", 2, "庄家的东计两番", "pung of East, the dealer's")
_SOUTH = _pattern("south", "南", "South", 1, "庄家下家的南", "pung of South, dealer's next player")
_WEST = _pattern("west", "西", "West", 1, "庄家上家的西", "pung of West, dealer's previous player")
_NORTH = _pattern("north", "北", "North", 1, "北的刻子", "pung of North")
_WIND_PUNGS = (
    ((Tile.EAST, _EAST_OF_DEALER), (Tile.NORTH, _NORTH)),
    ((Tile.EAST, _EAST), (Tile.SOUTH, _SOUTH), (Tile.NORTH, _NORTH)),
    ((Tile.EAST, _EAST), (Tile.WEST, _WEST), (Tile.NORTH, _NORTH)),
)
"""What wind pungs count for the dealer, for the next player, for the previous one."""
_DRAGON_PUNGS = (
    (Tile.RED, _pattern("red_dragon", "红中", "red dragon", 1, "中的刻子", "pung of red dragons")),
    (
        Tile.GREEN,
        _pattern("green_dragon", "青发", "green dragon", 1, "发的刻子", "pung of green dragons"),
    ),
    (
        Tile.WHITE,
        _pattern("white_dragon", "白板", "white dragon", 1, "白的刻子", "pung of white dragons"),
    ),
)


def _flower_set(first: int) -> tuple[frozenset[Tile], Pattern]:
    flowers = frozenset(map(Tile, range(first, first + 4)))
    names = why_not.names(flowers)
    why = f"{names.zh}齐全", f"all of {names.en}"
    return flowers, _pattern("flower_set", "一套花", "flower set", 1, *why)


_FLOWER_SETS = tuple(_flower_set(first) for first in range(FIRST_FLOWER, FIRST_FLOWER + 16, 4))
_FLOWERS = {
    flower: _pattern("flower", "花", "flower", 1, flower.zh, flower.en)
    for flowers, _ in _FLOWER_SETS
    for flower in flowers
}
_TWO_TERMINAL_PUNGS = _pattern(
    "two_terminal_pungs",
    "幺九",
    "two terminal pungs",
    1,
    "一筒、九筒各一副刻子",
    "pungs of 1p and 9p",
)
_ALL_PUNGS = _pattern("all_pungs", "对对糊", "all pungs", 2, "四副刻子或杠", "four pungs or kongs")
_ALL_CHOWS = _pattern("all_chows", "平糊", "all chows", 3, "四副顺子", "four runs")
_FULL_FLUSH = _pattern("full_flush", "清一色", "full flush", 2, "全是筒子", "dots only")
_GOING_OUT = _pattern("going_out", "吃糊", "going out", 1, "糊牌加一番", "one fan for the win")
_CONCEALED_HAND = _pattern(
    "concealed_hand", "门前清", "concealed hand", 1, "没有吃、碰、明杠", "nothing claimed"
)
_BLOOMS = {
    "kong_bloom": _pattern(
        "kong_bloom", "杠上开花", "kong bloom", 1, "杠后补牌自摸", "drawn after a kong"
    ),
    "flower_bloom": _pattern(
        "flower_bloom", "花上开花", "flower bloom", 1, "补花自摸", "drawn in place of a flower"
    ),
}
_LITTLE_THREE_DRAGONS = _pattern(
    "little_three_dragons",
    "小三元",
    "little three dragons",
    1,
    "两副三元牌刻子加第三种作将",
    "two dragon pungs and a pair of the third",
)
_LITTLE_FOUR_WINDS = _pattern(
    "little_four_winds",
    "小四喜",
    "little four winds",
    1,
    "三副风牌刻子加第四种作将",
    "three wind pungs and a pair of the fourth",
)
_ROBBED_KONG = _pattern("robbed_kong", "抢杠", "robbing a kong", 1, "抢杠加一番", "one fan")

# §3 C: always a limit hand 满糊
_NO_FLOWERS = _pattern("no_flowers", "无花", "no flowers", None, "没有花牌，满糊", "a limit hand")
_CONCEALED_PUNGS = _pattern(
    "concealed_pungs", "暗刻对对糊", "concealed pungs", None, "四副刻子没有碰过", "no pung claimed"
)
_ALL_HONOURS = _pattern("all_honours", "全字", "all honours", None, "没有筒子", "no dots")
_BIG_THREE_DRAGONS = _pattern(
    "big_three_dragons", "大三元", "big three dragons", None, "中发白三副刻子", "three dragon pungs"
)
_BIG_FOUR_WINDS = _pattern(
    "big_four_winds", "大四喜", "big four winds", None, "东南西北四副刻子", "four wind pungs"
)
_EVENTS = {
    "last_tile": _pattern(
        "last_tile", "海底捞月", "last tile", None, "自摸最后一张", "drew the last tile of the wall"
    ),
    "heavenly": _pattern(
        "heavenly", "天糊", "heavenly win", None, "庄家开牌即糊", "the dealer's opening hand"
    ),
    "earthly": _pattern(
        "earthly", "地糊", "earthly win", None, "糊庄家第一张牌", "on the dealer's first discard"
    ),
}

_FIGURES = ("fan", "limit", "liable")
_DOTS = SUIT_MASKS[1]
_JOKER_KINDS = _DOTS | HONOURS
_TERMINAL_PUNGS = mask((Tile.P1, Tile.P9))

_DRAWN = Text("自摸，每家赔全额", "self-draw: each pays in full (§3 D)")
_FULL = Text("出冲，赔全额", "the discarder pays in full (§3 D)")
_FULL_ROBBED = Text("被抢杠，赔全额", "the kong-maker pays in full (§3 D)")
_HALF = Text("另家赔半额", "the other player pays half (§3 D)")
_LIABLE = Text("包牌，赔全额并替另家赔全额", "liable: in full, and in full for the other (§3 E)")
_LIABLE_ONCE = Text(
    "包牌，赔全额；另家也糊，不必替赔",
    "liable: in full; nothing for the other, who wins too (§3 E)",
)
_FALSE_WIN = Text("诈糊，赔每家满糊全额", "false win: a limit hand to each (§3 D)")


class _Best(NamedTuple):
    """What a reading is worth. The greatest is kept; ``fan`` and ``gain`` decide."""

    fan: int
    gain: int  # points that the winner gets
    limits: tuple[Pattern, ...]
    added: tuple[Pattern, ...]
    reading: Reading
    liable: int | None

    @property
    def sum(self) -> int:
        """The fan added up, without limits."""
        return _sum(self.added)


_KONG_TERMS = KongTerms(NOTHING, Text("杠不付分", "kongs pay nothing (§3)"))


class ThreePlayer(RuleSet):
    """三人麻将: dots, honours, flowers and four jokers; five fan to win, ten are the limit."""

    id = "three_player"
    zh = "三人麻将（飞）"
    en = "Three-player mahjong with jokers"
    players = 3
    option_class = ThreePlayerOptions
    options: ThreePlayerOptions
    fields = frozenset({"as", "flowers", "passed_tile", "offender"})
    earthly = frozenset({DISCARD})
    flags = frozenset({*_BLOOMS, *_EVENTS})
    has_passed_win = True
    has_false_win = True
    legal = frozenset({*map(Tile, range(9, 18)), *HONOUR_TILES, Tile.JOKER})
    wild = Tile.JOKER

    def __init__(self, options: ThreePlayerOptions | None = None) -> None:
        super().__init__(options)
        self.one_winner = self.options.multi_win == "nearest"
        last = FIRST_FLOWER + self.options.flower_tiles
        self.flowers = frozenset(map(Tile, range(FIRST_FLOWER, last)))

    # Checks

    def check_asked(self, deal: Deal) -> None:
        """``as`` of a chow with a joker, the flowers of every winner, the offender (§1, §4)."""
        for row in deal.melds:
            for meld in row:
                if meld.type == CHOW and Tile.JOKER in meld.tiles and meld.stands_for is None:
                    raise _missing(
                        "as",
                        f"吃的 {format_tiles(meld.tiles)} 里飞当哪张？写 as，如 123p",
                        f"say what {format_tiles(meld.tiles)} stands for, such as 123p",
                    )
        for win in deal.wins if deal.outcome == WIN else ():
            if win.flowers is None:
                raise _missing(
                    "flowers",
                    f"座位{win.seat} 有哪些花？没有花要写 []（无花是满糊，必须确认）",
                    f"list the flowers of seat {win.seat}; confirm none with [], a limit hand",
                )
        if deal.outcome == FALSE_WIN and deal.offender is None:
            raise _missing("offender", "谁诈糊？写座位", "say which seat declared the false win")

    def check_meld(self, meld: Meld) -> None:
        """Jokers in melds (§1), and ``as``."""
        natural = [tile for tile in meld.tiles if tile != Tile.JOKER]
        if len(natural) < len(meld.tiles):
            shown = format_tiles(meld.tiles)
            if not self.options.joker_in_melds:
                raise checks.wild_not_allowed(
                    f"本房飞不能吃碰：{shown}（选项 joker_in_melds 关）",
                    f"this house has no jokers in melds: {shown} (option joker_in_melds is off)",
                )
            if meld.is_kong:
                raise checks.wild_not_allowed(
                    f"杠里不能有飞：{shown}", f"a kong may hold no joker: {shown}"
                )
            if not natural:
                raise checks.wild_not_allowed(
                    "不能全是飞；至少要有一张真牌", "a meld needs a tile beside its jokers"
                )
        means = meld.stands_for
        if means is None:
            means = tuple(natural[0] if tile == Tile.JOKER else tile for tile in meld.tiles)
        checks.check_natural_meld(replace(meld, tiles=means))
        if len(means) != len(meld.tiles) or Counter[Tile](natural) - Counter[Tile](means):
            raise DealError(
                "bad_meld",
                f"{format_tiles(meld.tiles)} 不能当 {format_tiles(means)}；请改 as",
                f"{format_tiles(meld.tiles)} cannot stand for {format_tiles(means)}; correct as",
            )

    def check_claims(self, deal: Deal) -> None:
        """Nobody wins on a discarded joker (§1)."""
        first = deal.wins[0] if deal.outcome == WIN else None
        if first is not None and first.by == DISCARD and first.winning_tile == Tile.JOKER:
            raise checks.wild_not_allowed(
                "打出的飞不能糊，也不能吃碰", "a discarded joker can be neither won on nor claimed"
            )

    def check_flowers(self, deal: Deal) -> None:
        """Flowers are distinct, also between winners, and within the set (§4)."""
        most = len(self.flowers)
        seen: set[Tile] = set()
        for win in deal.wins if deal.outcome == WIN else ():
            for flower in win.flowers or ():
                if flower is None or flower not in self.flowers:
                    shown = "?" if flower is None else str(flower)
                    raise DealError(
                        "bad_flower",
                        f"{shown} 不是本房的花；花是 1f 到 {most}f",
                        f"{shown} is no flower of this house; flowers are 1f to {most}f",
                    )
                if flower in seen:
                    raise DealError(
                        "bad_flower",
                        f"花 {flower} 出现两次；每种花只有一张",
                        f"flower {flower} is there twice; there is one of each",
                    )
                seen.add(flower)

    # Settlement

    @property
    def kong_terms(self) -> KongTerms:
        """Kongs pay nothing (§3). See ``RuleSet.kong_terms``."""
        return _KONG_TERMS

    def settle(self, deal: Deal, *, explain: bool = True) -> Settlement:
        """Settle a checked deal. See ``RuleSet.settle``."""
        dealer = deal.dealer
        if deal.outcome == FALSE_WIN:
            assert deal.offender is not None
            paid = [
                payment
                for seat in range(3)
                for payment in one_pays(
                    deal.offender, seat, self._full(self.options.limit_fan), _FALSE_WIN
                )
            ]
            why = Text("诈糊，庄家不变", "a false win: the dealer stays (#21)")
            return settle(3, (), dealer, why, extra=paid)
        if deal.outcome != WIN:
            note = Text("流局，互不赔付", "a draw: nobody pays (§1)")
            why = Text("流局，庄家不变", "a draw: the dealer stays (§1)")
            return settle(3, (), dealer, why, note=note)
        bests = [self._best(deal, win) for win in deal.wins]
        for win, best in zip(deal.wins, bests, strict=True):
            self._check_minimum(win, best)
        wins = [
            self._result(deal, win, best, explain)
            for win, best in zip(deal.wins, bests, strict=True)
        ]
        if any(win.seat == dealer for win in deal.wins):
            return settle(3, wins, dealer, Text("庄家糊，连庄", "the dealer won and stays (§1)"))
        why = Text("闲家糊，庄家下家接庄", "another won: the next seat deals (§1)")
        return settle(3, wins, (dealer + 1) % 3, why)

    def _full(self, fan: int) -> int:
        """The full payment 全额 for so many fan (§3 D, #2)."""
        options = self.options
        if options.payout == "linear":
            return fan * options.unit
        above = fan - options.min_fan
        if above >= 0:
            return options.unit << above
        # a limit of 8 under a minimum of 9 or 10: the fraction is rounded as halves are
        return self._rounded(options.unit, 1 << -above)

    def _half(self, full: int) -> int:
        return self._rounded(full, 2)

    def _rounded(self, points: int, parts: int) -> int:
        return -(-points // parts) if self.options.half_rounding == "up" else points // parts

    # What a win is worth

    def _best(self, deal: Deal, win: Win) -> _Best:
        """The reading that pays the winner most, over all that the jokers may stand for."""
        melds = deal.melds[win.seat]
        counts = count(win.concealed, win.winning_tile)
        concealed = not any(meld.type in FED for meld in melds)
        limits = self._fixed_limits(win)
        added = tuple(self._fixed_fan(win, concealed))
        limit = self.options.limit_fan
        best: _Best | None = None
        for reading in wild_readings(counts, counts[Tile.JOKER], melded(melds), _JOKER_KINDS):
            if not self.options.joker_fifth_copy and _has_fifth(reading, melds):
                continue
            tops = limits + tuple(self._limits(reading, win, concealed))
            fans = tuple(self._fan(reading, (win.seat - deal.dealer) % 3)) + added
            fan = limit if tops else min(_sum(fans), limit)
            liable = win.source if tops and _is_liable(melds, win, tops) else None
            gain = sum(payment.points for payment in self._payments(deal, win, fan, liable))
            found = _Best(fan, gain, tops, fans, reading, liable)
            if best is None or _rank(found) > _rank(best):
                best = found
        if best is None:
            raise not_a_win(
                win.seat,
                f"{counts[Tile.JOKER]} 张飞凑不成四副一对；请检查看错的牌和糊的那张",
                f"no four sets and a pair, with {counts[Tile.JOKER]} jokers; look for a misread "
                "tile and check the winning tile",
            )
        return best

    def _fixed_limits(self, win: Win) -> tuple[Pattern, ...]:
        """Limit hands whatever the tiles are (§3 C)."""
        found = tuple(_EVENTS[flag] for flag in win.flags if flag in _EVENTS)
        if not win.flowers and self.options.no_flower_limit:
            found += (_NO_FLOWERS,)
        return found

    def _limits(self, reading: Reading, win: Win, concealed: bool) -> Iterator[Pattern]:
        """Limit hands of a reading (§3 C)."""
        pungs = reading.pung_mask
        by_any = not self.options.concealed_pungs_self_draw
        if concealed and not reading.chows and (by_any or win.by == SELF_DRAW):
            yield _CONCEALED_PUNGS
        if not reading.chows and not (pungs | 1 << reading.pair) & _DOTS:
            yield _ALL_HONOURS
        if pungs & DRAGONS == DRAGONS:
            yield _BIG_THREE_DRAGONS
        if pungs & WINDS == WINDS:
            yield _BIG_FOUR_WINDS

    def _fixed_fan(self, win: Win, concealed: bool) -> Iterator[Pattern]:
        """Fan whatever the tiles are (§3 A)."""
        options = self.options
        if options.going_out_fan in ("any", win.by):
            yield _GOING_OUT
        if concealed:
            yield _CONCEALED_HAND
        for flag in win.flags:
            if flag in _BLOOMS:
                yield _BLOOMS[flag]
        if win.by == ROBBED_KONG and options.rob_kong_fan:
            yield _ROBBED_KONG
        for flowers, pattern in _FLOWER_SETS:
            if flowers.issubset(win.flowers or ()):
                yield pattern
        if options.single_flower_fan:
            yield from [_FLOWERS[flower] for flower in win.flowers or () if flower is not None]

    def _fan(self, reading: Reading, place: int) -> Iterator[Pattern]:
        """Fan of a reading (§3 A) for a player ``place`` seats after the dealer."""
        pungs, pair = reading.pung_mask, 1 << reading.pair
        if pungs & HONOURS:
            for kind, pattern in _WIND_PUNGS[place]:
                if pungs >> kind & 1:
                    yield pattern
            for kind, pattern in _DRAGON_PUNGS:
                if pungs >> kind & 1:
                    yield pattern
            if (pungs & DRAGONS).bit_count() == 2 and pair & DRAGONS & ~pungs:
                yield _LITTLE_THREE_DRAGONS
            if (pungs & WINDS).bit_count() == 3 and pair & WINDS & ~pungs:
                yield _LITTLE_FOUR_WINDS
        if pungs & _TERMINAL_PUNGS == _TERMINAL_PUNGS:
            yield _TWO_TERMINAL_PUNGS
        if not reading.chows:
            yield _ALL_PUNGS
        elif not reading.pungs and (pair & _DOTS or self.options.all_chows_pair == "any"):
            yield _ALL_CHOWS
        if not (pungs | pair) & HONOURS:
            yield _FULL_FLUSH

    def _check_minimum(self, win: Win, best: _Best) -> None:
        """Raise ``below_minimum`` (§3 B)."""
        least = self.options.min_fan
        if best.limits or best.sum >= least or best.sum >= self.options.limit_fan:
            return
        added = best.added
        zh = " + ".join(f"{each.zh} {each.value}" for each in added) or "0"
        en = " + ".join(f"{each.en} {each.value}" for each in added) or "0"
        raise DealError(
            "below_minimum",
            f"座位{win.seat} 只有 {best.sum} 番（{zh}），不满 {least} 番不能糊；请检查漏看的花和番",
            f"seat {win.seat} has {best.sum} fan ({en}), a win needs {least}; look for missed "
            "flowers and flags",
        )

    # Who pays

    def _payments(self, deal: Deal, win: Win, fan: int, liable: int | None) -> tuple[Payment, ...]:
        """The payments for a win (§3 D, §3 E)."""
        full = self._full(fan)
        if win.source is None:
            return everyone_pays(win.seat, full, 3, _DRAWN)
        other = 3 - win.seat - win.source
        other_wins = any(each.seat == other for each in deal.wins)
        if liable is not None:
            if other_wins:
                return one_pays(liable, win.seat, full, _LIABLE_ONCE)
            return one_pays(liable, win.seat, 2 * full, _LIABLE)
        paid = one_pays(win.source, win.seat, full, _FULL if win.by == DISCARD else _FULL_ROBBED)
        return paid if other_wins else paid + one_pays(other, win.seat, self._half(full), _HALF)

    def _result(self, deal: Deal, win: Win, best: _Best, explain: bool) -> WinResult:
        return WinResult(
            win.seat,
            best.limits or best.added,
            self._payments(deal, win, best.fan, best.liable),
            _FIGURES,
            fan=best.fan,
            limit=bool(best.limits) or best.sum >= self.options.limit_fan,
            liable=best.liable,
            missed=tuple(self._missed(deal, win, best)) if explain else (),
            reckoning=self._reckoning(deal, win, best) if explain else None,
        )

    # Explanation

    def _missed(self, deal: Deal, win: Win, best: _Best) -> Iterator[Pattern]:
        """Candidates that did not count, each with its reason."""
        if best.limits:
            for pattern in best.added:
                yield pattern.explained("已是满糊，不再加番", "a limit hand adds nothing (§3 C)")
        else:
            yield from self._missed_fan(deal, win, best)
        melds = deal.melds[win.seat]
        fed = next((meld for meld in melds if meld.type in FED), None)
        if not best.reading.chows and _CONCEALED_PUNGS not in best.limits:
            if fed is None:
                yield _CONCEALED_PUNGS.explained("本房只限自摸", "by self-draw only in this house")
            else:
                shown = format_tiles(fed.tiles)
                yield _CONCEALED_PUNGS.explained(f"{shown} 是碰来的", f"{shown} was claimed")
        if not win.flowers and not self.options.no_flower_limit:
            yield _NO_FLOWERS.explained("本房不算", "off in this house")

    def _missed_fan(self, deal: Deal, win: Win, best: _Best) -> Iterator[Pattern]:
        reading, options = best.reading, self.options
        counted = {pattern.id for pattern in best.added}
        melds = deal.melds[win.seat]
        own = dict(_WIND_PUNGS[(win.seat - deal.dealer) % 3])
        reasons: list[tuple[Pattern, Text | None]] = [
            (_FULL_FLUSH, why_not.blocks_full_flush(why_not.all_tiles(deal, win))),
            (_ALL_PUNGS, why_not.blocks_all_pungs(reading)),
            (_ALL_CHOWS, why_not.blocks_all_chows(reading)),
        ]
        if not reading.pungs:
            reasons.append((_ALL_CHOWS, Text("本房要筒子作将", "this house asks for a dot pair")))
        for kind, pattern in ((Tile.SOUTH, _SOUTH), (Tile.WEST, _WEST)):
            if reading.pung_mask >> kind & 1:
                reasons.append((pattern, _NOT_HIS_WIND))
        honours = [*own.items(), *_DRAGON_PUNGS]
        reasons += [(pattern, why_not.only_a_pair(reading, kind)) for kind, pattern in honours]
        fed = next((meld for meld in melds if meld.type in FED), None)
        if fed is not None:
            shown = format_tiles(fed.tiles)
            reasons.append((_CONCEALED_HAND, Text(f"{shown} 已吃碰", f"{shown} was claimed")))
        if options.going_out_fan != "any":
            reasons.append((_GOING_OUT, Text("本房不是这样加", "not for this win in this house")))
        if win.by == ROBBED_KONG:
            reasons.append((_ROBBED_KONG, Text("本房不加番", "worth nothing in this house")))
        for pattern, why in reasons:
            if why is not None and pattern.id not in counted:
                yield pattern.explained(*why)
        for flowers, pattern in _FLOWER_SETS:
            lacking = flowers.difference(win.flowers or ())
            if len(lacking) == 1:
                lacks = why_not.names(lacking)
                yield pattern.explained(f"缺{lacks.zh}", f"{lacks.en} is missing")

    def _reckoning(self, deal: Deal, win: Win, best: _Best) -> Text:
        limit = self.options.limit_fan
        added = " + ".join(str(pattern.value) for pattern in best.added) or "0"
        if best.limits:
            zh, en = f"满糊 {limit} 番", f"a limit hand, {limit} fan"
        elif best.sum > limit:
            zh = f"{added} = {best.sum} 番，满糊封顶 {limit} 番"
            en = f"{added} = {best.sum} fan, capped at the limit of {limit}"
        else:
            zh, en = f"{added} = {best.sum} 番", f"{added} = {best.sum} fan"
        full = self._full(best.fan)
        if self.options.payout == "linear":
            worth = f"{best.fan} × {self.options.unit} = {full}"
        else:
            worth = f"{self.options.unit} × 2^({best.fan} - {self.options.min_fan}) = {full}"
        half = self._half(full)
        jokers = _stand_for(best.reading, deal.melds[win.seat], win)
        as_zh = f"，飞当 {jokers}" if jokers else ""
        as_en = f", the jokers stand for {jokers}" if jokers else ""
        return Text(
            f"牌读作 {best.reading}{as_zh}；{zh}；全额 {worth} 分，半额 {half} 分",
            f"The hand reads {best.reading}{as_en}; {en}; in full {worth} points, half {half}",
        )


_NOT_HIS_WIND = Text("不是自己的风位", "not the wind of this seat (§3 A)")


def liabilities(melds: Sequence[Meld]) -> tuple[Pattern, ...]:
    """The limit hands a discarder would be liable for (包牌, three_player.md §3 E).

    Args:
        melds: what one player has on the table. The other players must be told as soon as the
            answer is not empty.

    >>> from scoring.tiles import parse_tiles
    >>> melds = [Meld("pung", parse_tiles(tiles), 1) for tiles in ("CCC", "FFF")]
    >>> [pattern.id for pattern in liabilities(melds)]
    ['big_three_dragons']
    """
    sets = [meld.kind for meld in melds if meld.type in FED and meld.type != CHOW]
    honours = [kind for kind in sets if kind >= SUITED]
    kinds = mask(honours)
    found: tuple[Pattern, ...] = ()
    if (kinds & DRAGONS).bit_count() == 2:
        found += (_BIG_THREE_DRAGONS,)
    if (kinds & WINDS).bit_count() == 3:
        found += (_BIG_FOUR_WINDS,)
    if len(honours) >= 3:
        found += (_ALL_HONOURS,)
    return found


def _is_liable(melds: Sequence[Meld], win: Win, limits: Sequence[Pattern]) -> bool:
    """Whether the tile that another gave completes a big hand that lay open (§3 E, #5, #6)."""
    if win.source is None:
        return False
    table = {meld.kind for meld in melds}
    for pattern in liabilities(melds):
        if pattern in limits:
            missing = _BIG_SETS.get(pattern.id)
            if missing is None:  # 全字: any tile, be it the pair's
                return True
            if missing >> win.winning_tile & 1 and win.winning_tile not in table:
                return True
    return False


_BIG_SETS = {_BIG_THREE_DRAGONS.id: DRAGONS, _BIG_FOUR_WINDS.id: WINDS}


def _sum(patterns: Sequence[Pattern]) -> int:
    fan = 0
    for pattern in patterns:
        fan += pattern.value or 0
    return fan


def _rank(best: _Best) -> tuple[int, int, int, int]:
    """Points first; among equals the reading that has most to show."""
    return best.fan, best.gain, len(best.limits), best.sum


def _has_fifth(reading: Reading, melds: Sequence[Meld]) -> bool:
    """Whether some tile is there more than four times, jokers as what they stand for."""
    return max(_kinds(reading, melds).values()) > 4


def _kinds(reading: Reading, melds: Sequence[Meld]) -> Counter[int]:
    """How many of each kind a winner has, jokers as what they stand for."""
    kinds: Counter[int] = Counter()
    for chow in reading.chows:
        kinds.update(chow_kinds(chow))
    for pung in reading.pungs:
        kinds[pung] += 3
    kinds[reading.pair] += 2
    kinds.update(meld.kind for meld in melds if meld.is_kong)
    return kinds


def _stand_for(reading: Reading, melds: Sequence[Meld], win: Win) -> str:
    """What the winner's jokers stand for, those in melds among them."""
    kinds = _kinds(reading, melds)
    kinds.subtract([*win.concealed, win.winning_tile])
    for meld in melds:
        kinds.subtract(meld.tiles)
    return format_tiles(sorted(Tile(kind) for kind, number in kinds.items() for _ in range(number)))


def _missing(name: str, zh: str, en: str) -> DealError:
    return DealError("missing_field", f"缺少 {name}：{zh}", f"{name} is missing: {en}")
