"""The checks of a deal, in the order of schema.md, one function a step.

What differs between rule sets is asked of the ``RuleSet``; shape, minimum and birds come last
and are found by its ``settle``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scoring.errors import DealError
from scoring.hand import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    DISCARD,
    DRAW,
    EXPOSED_KONG,
    FALSE_WIN,
    FED,
    KONGS,
    PUNG,
    ROBBED_KONG,
    SELF_DRAW,
    WIN,
    Deal,
    Meld,
    Win,
)
from scoring.tiles import SUITED, Tile, format_tiles

if TYPE_CHECKING:
    from scoring.rules.base import RuleSet

_SIZES = {CHOW: 3, PUNG: 3, EXPOSED_KONG: 4, CONCEALED_KONG: 4, ADDED_KONG: 4}
_ZH = {
    CHOW: "吃",
    PUNG: "碰",
    EXPOSED_KONG: "明杠",
    CONCEALED_KONG: "暗杠",
    ADDED_KONG: "补杠",
    SELF_DRAW: "自摸",
    DISCARD: "点炮",
}
_FLAGS = frozenset(
    {
        "kong_bloom",
        "kong_discard",
        "flower_bloom",
        "last_tile",
        "heavenly",
        "earthly",
        "human",
    }
)
_FIRST_TURN = frozenset({"heavenly", "earthly", "human"})
_NOT_FIRST_TURN = frozenset({"last_tile", "kong_bloom", "kong_discard"})


def check_deal(deal: Deal, rules: RuleSet) -> None:
    """Raise the first error of schema.md's order, up to flowers."""
    check_fields(deal, rules)
    _check_one_tile(deal)
    _check_legal_tiles(deal, rules)
    _check_melds(deal, rules)
    _check_sources(deal, rules)
    _check_robbing(deal, rules)
    _check_claims(deal, rules)
    _check_counts(deal, rules)
    _check_copies(deal)
    _check_kong_logs(deal)
    _check_flags(deal, rules)
    _check_win_method(deal, rules)
    _check_passed_win(deal, rules)
    rules.check_flowers(deal)


def check_fields(deal: Deal, rules: RuleSet) -> None:
    """Raise ``missing_field`` for what is absent or no usable value."""
    if deal.players != rules.players:
        raise _missing(
            "players",
            f"{rules.zh}是 {rules.players} 人，写 {rules.players}",
            f"{rules.en} has {rules.players} players; write {rules.players}",
        )
    if len(deal.melds) != rules.players:
        raise _missing(
            "melds",
            f"要 {rules.players} 行，一人一行",
            f"one row for each of the {rules.players} seats",
        )
    if not _is_seat(deal.dealer, rules):
        raise _missing("dealer", *_seats(rules))
    if deal.outcome not in (WIN, DRAW, FALSE_WIN):
        raise _missing("outcome", "写 win、draw 或 false_win", "write win, draw or false_win")
    _check_fed(deal)
    if deal.outcome == WIN and not deal.wins:
        raise _missing("wins", "胡牌要写明谁胡", "a win needs a winner")
    for win in _wins(deal):
        if not _is_seat(win.seat, rules):
            raise _missing("wins.seat", *_seats(rules))
        if win.source is None and win.by in (DISCARD, ROBBED_KONG):
            raise _missing(
                "wins.from", "点炮或抢杠要写明是谁的牌", "say whose discard or kong it was"
            )
    for hand in deal.hands_at_draw or ():
        if not _is_seat(hand.seat, rules):
            raise _missing("hands_at_draw.seat", *_seats(rules))
    for entry in deal.twelve_tile_log:
        if not _is_seat(entry.beneficiary, rules):
            raise _missing("twelve_tile_log.beneficiary", *_seats(rules))
    if deal.offender is not None and not _is_seat(deal.offender, rules):
        raise _missing("offender", *_seats(rules))
    rules.check_asked(deal)


def check_melds(deal: Deal, rules: RuleSet) -> None:
    """Raise the first error of the melds alone, for a deal that still runs."""
    _check_fed(deal)
    _check_legal_tiles(deal, rules)
    _check_melds(deal, rules)
    _check_sources(deal, rules)
    _check_rows(deal)
    _check_copies(deal)


def check_natural_meld(meld: Meld) -> None:
    """Raise ``bad_meld`` unless the tiles are the set that the type says, without wild tiles."""
    tiles = sorted(meld.tiles)
    shown = format_tiles(meld.tiles)
    size = _SIZES[meld.type]
    if len(tiles) != size:
        raise DealError(
            "bad_meld",
            f"{_ZH[meld.type]}要 {size} 张牌，{shown or '这里'} 有 {len(tiles)} 张；请改正牌或类型",
            f"{_a(meld.type)} has {size} tiles, {shown or 'this one'} has {len(tiles)}; "
            "correct the tiles or the type",
        )
    if meld.type == CHOW:
        low = tiles[0]
        is_set = low < SUITED and low % 9 <= 6 and tiles == [low, low + 1, low + 2]
    else:
        is_set = tiles[0] == tiles[-1]
    if not is_set:
        raise DealError(
            "bad_meld",
            f"{shown} 不是{_ZH[meld.type]}；请改正牌或类型",
            f"{shown} is not {_a(meld.type)}; correct the tiles or the type",
        )


def wild_not_allowed(zh: str, en: str) -> DealError:
    """The error for a wild tile where none may be."""
    return DealError("wild_not_allowed", zh, en)


def _check_fed(deal: Deal) -> None:
    for seat, meld in _melds(deal):
        if meld.type in FED and meld.source is None:
            raise _missing(
                f"melds[{seat}].from",
                f"座位{seat} 的 {format_tiles(meld.tiles)} 是谁打出的",
                f"say who fed {format_tiles(meld.tiles)} of seat {seat}",
            )


def _check_one_tile(deal: Deal) -> None:
    wins = _wins(deal)
    first = wins[0] if wins else None
    seats = {win.seat for win in wins}
    if len(seats) != len(wins):
        raise _conflict("同一座位写了两次胡牌；每人一次", "one seat wins twice; enter each once")
    for win in wins:
        assert first is not None
        same = (first.winning_tile, first.source, first.by)
        if (win.winning_tile, win.source, win.by) != same:
            raise _conflict(
                "几家同胡必须是同一张牌、同一来源、同一方式；请改正",
                "several winners win on one tile, from one seat, in one way; correct the entries",
            )


def _check_legal_tiles(deal: Deal, rules: RuleSet) -> None:
    for tile in _every_tile(deal):
        if tile not in rules.legal:
            raise DealError(
                "tile_not_in_set",
                f"{rules.zh}（按现在的选项）没有{tile.zh}这张牌；请改正",
                f"{rules.en} with these options has no {tile.en} ({tile}); correct the tile",
            )


def _every_tile(deal: Deal) -> Iterator[Tile]:
    for _, meld in _melds(deal):
        yield from meld.tiles
        yield from meld.stands_for or ()
    for win in _wins(deal):
        yield from win.concealed
        yield win.winning_tile
        if win.passed_tile is not None:
            yield win.passed_tile
        for kong in win.logged_kongs or ():
            yield kong.tile
    yield from deal.birds
    yield from deal.first_discards or ()
    for hand in deal.hands_at_draw or ():
        yield from hand.concealed


def _check_melds(deal: Deal, rules: RuleSet) -> None:
    for _, meld in _melds(deal):
        if meld.type not in _SIZES:
            raise DealError(
                "bad_meld",
                f"不认识的副露类型 {meld.type}；可写 {'、'.join(_SIZES)}",
                f"unknown meld type {meld.type}; write one of {', '.join(_SIZES)}",
            )
        if meld.type not in rules.melds:
            raise DealError(
                "meld_not_allowed",
                f"{rules.zh}不能{_ZH[meld.type]}；请改 {format_tiles(meld.tiles)} 的类型或去掉它",
                f"{rules.en} has no {meld.type}; correct the type of {format_tiles(meld.tiles)} or "
                "take it off",
            )
        rules.check_meld(meld)


def _check_sources(deal: Deal, rules: RuleSet) -> None:
    for seat, meld in _melds(deal):
        shown = format_tiles(meld.tiles)
        if meld.type == CONCEALED_KONG:
            if meld.source is not None:
                raise _bad_source(
                    f"暗杠 {shown} 没有人放，不能有 from；去掉它或改成明杠",
                    f"the concealed kong {shown} was fed by nobody; drop from or change the type",
                )
            continue
        _check_feeder(seat, meld.source, shown, rules)
        previous = (seat - 1) % rules.players
        if meld.type == CHOW and meld.source != previous:
            raise _bad_source(
                f"座位{seat} 的 {shown} 只能吃上家（座位{previous}）的牌；请改 from",
                f"seat {seat} chows {shown} only from the previous player; from is {previous}",
            )
    for win in _wins(deal):
        if win.by == SELF_DRAW and win.source is not None:
            raise _bad_source("自摸不能有 from；请去掉", "a self-draw has no from; drop it")
        if win.by in (DISCARD, ROBBED_KONG):
            _check_feeder(win.seat, win.source, str(win.winning_tile), rules)
    for entry in deal.twelve_tile_log:
        _check_feeder(entry.beneficiary, entry.feeder, "twelve_tile_log", rules)


def _check_feeder(seat: int, source: int | None, shown: str, rules: RuleSet) -> None:
    if source == seat:
        raise _bad_source(
            f"座位{seat} 不能是自己给自己（{shown}）；请改 from",
            f"seat {seat} cannot feed itself ({shown}); correct from",
        )
    if not _is_seat(source, rules):
        zh, en = _seats(rules)
        raise _bad_source(
            f"{shown} 的 from 不是座位；{zh}，请改正",
            f"from of {shown} is no seat; {en}, correct it",
        )


def _check_robbing(deal: Deal, rules: RuleSet) -> None:
    rob = _rob(deal)
    kinds = ", ".join(sorted(rules.robbable))
    for win in _wins(deal) if rob is not None else ():
        if win.robbed not in rules.robbable:
            raise _not_robbable(
                f"{rules.zh}不能抢 {win.robbed}；robbed 可写 {kinds}，否则不是抢杠",
                f"{rules.en} has no robbing of {win.robbed}; robbed is one of {kinds}, or this is "
                "no robbed kong",
            )
        if win.robbed != deal.wins[0].robbed:
            raise _not_robbable(
                f"几家抢的不一样（{deal.wins[0].robbed}、{win.robbed}）；改成一样",
                f"the robbers rob different things ({deal.wins[0].robbed}, {win.robbed}); make "
                "them the same",
            )
    robbed_tile = rob.winning_tile if rob is not None and rob.robbed == ADDED_KONG else None
    if robbed_tile is not None and robbed_tile == rules.wild:
        raise _not_robbable(
            f"{robbed_tile.zh}是万能牌，不能开杠，也不能抢；请改胡的那张",
            f"{robbed_tile.en} is wild: it makes no kong, so none can be robbed; correct the "
            "winning tile",
        )
    for seat, meld in _melds(deal):
        own = rob is not None and seat == rob.source and robbed_tile in meld.tiles
        shown = format_tiles(meld.tiles)
        if own and meld.type in (EXPOSED_KONG, CONCEALED_KONG):
            raise _not_robbable(
                f"座位{seat} 的 {shown} 是{_ZH[meld.type]}，只有补杠能抢；请改类型",
                f"{shown} of seat {seat} is {_a(meld.type)}, and only an added kong can be "
                "robbed; correct its type",
            )
        if meld.robbed and not (own and meld.type in (ADDED_KONG, PUNG)):
            raise _not_robbable(
                f"{shown} 标了被抢，但没有人抢它；去掉 robbed",
                f"{shown} is marked robbed, but nobody robbed it; drop robbed",
            )


def _check_claims(deal: Deal, rules: RuleSet) -> None:
    wins = _wins(deal)
    for seat, meld in _melds(deal):
        if not meld.claims_winning_tile:
            continue
        shown = format_tiles(meld.tiles)
        wrong: tuple[str, str] | None = None
        if not wins or wins[0].by != DISCARD:
            wrong = ("没有人点炮", "nobody won on a discard")
        elif any(seat == win.seat for win in wins):
            wrong = (f"座位{seat} 自己胡了", f"seat {seat} is a winner")
        elif meld.type not in rules.claimable:
            wrong = (f"{_ZH[meld.type]}不能取点炮的那张", f"no {meld.type} claims a winning tile")
        elif meld.source != wins[0].source:
            wrong = (f"点炮的是座位{wins[0].source}", f"seat {wins[0].source} discarded it")
        elif wins[0].winning_tile not in meld.tiles:
            wrong = (f"里面没有 {wins[0].winning_tile}", f"it holds no {wins[0].winning_tile}")
        if wrong is not None:
            raise _bad_source(
                f"{shown} 标为取了胡的那张牌，但{wrong[0]}；改正它，或去掉 claims_winning_tile",
                f"{shown} is marked as claiming the winning tile, but {wrong[1]}; correct it or "
                "drop claims_winning_tile",
            )
    rules.check_claims(deal)


def _check_counts(deal: Deal, rules: RuleSet) -> None:
    wins = _wins(deal)
    for win in wins:
        for meld in deal.melds[win.seat]:
            if meld.is_kong and not meld.replaced:
                raise DealError(
                    "kong_not_replaced",
                    f"座位{win.seat} 杠 {format_tiles(meld.tiles)} 没有补牌，少一张不能胡；先补牌",
                    f"seat {win.seat} took no replacement for {format_tiles(meld.tiles)} and is "
                    "one tile short (小相公); take the replacement first",
                )
    _check_rows(deal)
    for win in wins:
        _check_count(win.seat, len(win.concealed), deal.melds[win.seat])
    for hand in deal.hands_at_draw or ():
        _check_count(hand.seat, len(hand.concealed), deal.melds[hand.seat])


def _check_rows(deal: Deal) -> None:
    for seat, row in enumerate(deal.melds):
        if len(row) > 4:
            raise DealError(
                "wrong_tile_count",
                f"座位{seat} 有 {len(row)} 副；最多四副，请去掉多的",
                f"seat {seat} has {len(row)} melds; four at most, take the extra ones off",
            )


def _check_count(seat: int, have: int, row: Sequence[Meld]) -> None:
    due = 13 - 3 * len(row)
    if have == due:
        return
    off, many = abs(have - due), have > due
    kong = next((format_tiles(meld.tiles) for meld in row if meld.is_kong), None)
    if many:
        zh, en = f"多 {off} 张", f"{off} too many"
        mend_zh = "胡的那张不算在内；去掉它，或去掉看错的牌"
        mend_en = "the winning tile is not among them; take it off, or a misread tile"
    else:
        zh, en = f"少 {off} 张", f"{off} too few"
        mend_zh, mend_en = "看看漏了哪张", "look for a tile that was missed"
        if kong is not None:
            mend_zh = f"杠 {kong} 要补一张，先补牌；补过就{mend_zh}"
            mend_en = f"take the replacement of the kong {kong}, or {mend_en}"
    raise DealError(
        "wrong_tile_count",
        f"座位{seat} 有 {len(row)} 副，手里除了胡的那张应有 {due} 张，现在 {have} 张，{zh}；"
        f"{mend_zh}",
        f"seat {seat} has {len(row)} meld{'' if len(row) == 1 else 's'} and should hold {due} "
        f"tiles besides the winning tile, but holds {have}: {en}; {mend_en}",
    )


def copies(deal: Deal) -> Counter[Tile]:
    """How many of each tile are seen in a deal: melds, winners, birds, discards, hands shown.

    Winners share their winning tile, and a meld that claims it; a robbed kong counts three copies
    and the robbed tile, however it is entered (schema.md).
    """
    counts: Counter[Tile] = Counter()
    wins = _wins(deal)
    rob = _rob(deal)
    robbed_tile = rob.winning_tile if rob is not None and rob.robbed == ADDED_KONG else None
    robbed_seen = False
    for seat, meld in _melds(deal):
        counts.update(meld.tiles)
        if meld.claims_winning_tile:
            counts[wins[0].winning_tile] -= 1
        if (
            rob is not None
            and seat == rob.source
            and meld.kind == robbed_tile
            and meld.type in (PUNG, ADDED_KONG)
        ):
            robbed_seen = True
            counts[meld.kind] -= len(meld.tiles) - 3
    if robbed_tile is not None and not robbed_seen:
        counts[robbed_tile] += 3
    for win in wins:
        counts.update(win.concealed)
    if wins:
        counts[wins[0].winning_tile] += 1
    counts.update(deal.birds)
    counts.update(deal.first_discards or ())
    for hand in deal.hands_at_draw or ():
        counts.update(hand.concealed)
    return counts


def _check_copies(deal: Deal) -> None:
    for tile, count in copies(deal).items():
        if count > 4:
            zh, en = _holders(deal, tile)
            raise DealError(
                "too_many_copies",
                f"{tile.zh}出现了 {count} 张，一副牌只有四张；请检查看错的牌：{zh}",
                f"{count} copies of {tile.en} ({tile}) on the table, there are only four; "
                f"look for a misread tile: {en}",
            )


def _holders(deal: Deal, tile: Tile) -> tuple[str, str]:
    """Where a tile is seen."""
    seen = [
        (f"座位{seat} 的 {format_tiles(meld.tiles)}", f"{format_tiles(meld.tiles)} of seat {seat}")
        for seat, meld in _melds(deal)
        if tile in meld.tiles
    ]
    hands = [(win.seat, win.concealed) for win in _wins(deal)]
    hands += [(hand.seat, hand.concealed) for hand in deal.hands_at_draw or ()]
    for seat, concealed in hands:
        number = concealed.count(tile)
        if number:
            seen.append((f"座位{seat} 手里 {number} 张", f"{number} held by seat {seat}"))
    if any(win.winning_tile == tile for win in _wins(deal)):
        seen.append(("胡的那张", "the winning tile"))
    others = (*deal.birds, *(deal.first_discards or ())).count(tile)
    if others:
        seen.append((f"码或首打 {others} 张", f"{others} among birds or first discards"))
    return "、".join(zh for zh, _ in seen), ", ".join(en for _, en in seen)


def _check_kong_logs(deal: Deal) -> None:
    for win in _wins(deal):
        if win.logged_kongs is None:
            continue
        shown = Counter((meld.type, meld.kind) for meld in deal.melds[win.seat] if meld.is_kong)
        logged = Counter((kong.type, kong.tile) for kong in win.logged_kongs)
        if shown != logged:
            raise DealError(
                "kong_mismatch",
                f"座位{win.seat} 记录的杠（{_kongs(logged)}）和照片里的（{_kongs(shown)}）不一致；"
                "请改其中一个",
                f"the kongs logged for seat {win.seat} ({_kongs(logged)}) are not those in his "
                f"melds ({_kongs(shown)}); correct one of them",
            )


def _kongs(kongs: Counter[tuple[str, Tile]]) -> str:
    return ", ".join(f"{kind} {tile}" for kind, tile in sorted(kongs.elements())) or "0"


def _check_flags(deal: Deal, rules: RuleSet) -> None:
    for win in _wins(deal):
        for flag in win.flags:
            if flag not in _FLAGS:
                known = ", ".join(sorted(_FLAGS))
                raise _conflict(
                    f"没有 {flag} 这个标记；可用：{known}",
                    f"there is no flag {flag}; the flags are {known}",
                )
        flags = set(win.flags)
        if len(flags) != len(win.flags):
            raise _conflict("同一个标记写了两次；留一个", "a flag is given twice; keep one")
        if not flags:
            continue
        drawn = win.by == SELF_DRAW
        if "kong_bloom" in flags and not (drawn and blooming_kong(deal, win) is not None):
            raise _conflict(
                "杠上开花要自摸，而且 kong_index 要指向自己的杠；补上杠或去掉 kong_bloom",
                "kong_bloom needs a self-draw and an own kong, that of kong_index; enter the kong "
                "or drop kong_bloom",
            )
        if "kong_discard" in flags and win.by != DISCARD:
            raise _conflict(
                "杠上炮要点炮胡；改胡法或去掉 kong_discard",
                "kong_discard needs a win on a discard; correct by or drop kong_discard",
            )
        if "flower_bloom" in flags and (not drawn or not win.flowers or "kong_bloom" in flags):
            raise _conflict(
                "花上开花要自摸、要有花，且不能同时杠上开花；改正或去掉 flower_bloom",
                "flower_bloom needs a self-draw and a flower, and never comes with kong_bloom; "
                "correct them or drop flower_bloom",
            )
        if "last_tile" in flags and not drawn:
            raise _conflict(
                "海底捞月要自摸；改胡法或去掉 last_tile",
                "last_tile needs a self-draw; correct by or drop last_tile",
            )
        if flags & _FIRST_TURN:
            _check_first_turn(deal, win, flags, rules)


def _check_first_turn(deal: Deal, win: Win, flags: set[str], rules: RuleSet) -> None:
    drawn = win.by == SELF_DRAW
    dealer_discard = win.by == DISCARD and win.source == deal.dealer
    if "heavenly" in flags and not (drawn and win.seat == deal.dealer):
        raise _conflict(
            "天胡只能是庄家自摸；改庄家、胡法或去掉 heavenly",
            "heavenly is the dealer's self-draw; correct dealer or by, or drop heavenly",
        )
    if "earthly" in flags:
        how = SELF_DRAW if drawn else DISCARD if dealer_discard else None
        if win.seat == deal.dealer or how not in rules.earthly:
            ways = sorted(rules.earthly)
            ways_en = " or ".join("the dealer's discard" if way == DISCARD else way for way in ways)
            raise _conflict(
                f"{rules.zh}的地胡是闲家{'或'.join(_ZH[way] for way in ways)}；改正或去掉 earthly",
                f"earthly is a win of another than the dealer by {ways_en}; correct it or drop "
                "earthly",
            )
    if "human" in flags and not dealer_discard:
        raise _conflict(
            "人胡要胡庄家打出的牌；改 from 或去掉 human",
            "human is a win on the dealer's discard; correct from or drop human",
        )
    if len(flags & _FIRST_TURN) > 1 or flags & _NOT_FIRST_TURN:
        raise _conflict(
            "天胡、地胡、人胡不能并存，也不能与海底、杠上花、杠上炮并存；只留一个",
            "heavenly, earthly and human exclude one another, last_tile and the kong flags; keep "
            "one",
        )
    for seat, meld in _melds(deal):
        unseen = "human" in flags and seat == deal.dealer and meld.type == CONCEALED_KONG
        if not (meld.claims_winning_tile or unseen):
            raise _conflict(
                f"第一巡的胡牌，桌上不能已有 {format_tiles(meld.tiles)}；去掉天胡、地胡或人胡",
                f"a first-turn win cannot follow the meld {format_tiles(meld.tiles)}; drop "
                "heavenly, earthly or human",
            )


def blooming_kong(deal: Deal, win: Win) -> Meld | None:
    """The winner's kong that drew the winning tile (``kong_index``, else his last kong)."""
    melds = deal.melds[win.seat]
    if win.kong_index is None:
        return next((meld for meld in reversed(melds) if meld.type in KONGS), None)
    if not 0 <= win.kong_index < len(melds):
        return None
    meld = melds[win.kong_index]
    return meld if meld.type in KONGS else None


def _check_win_method(deal: Deal, rules: RuleSet) -> None:
    wins = _wins(deal)
    if deal.outcome == FALSE_WIN and not rules.has_false_win:
        raise DealError(
            "bad_win_method",
            f"{rules.zh}没有诈胡的规定；请手工扣分",
            f"{rules.en} has no false win; enter a manual adjustment instead",
        )
    for win in wins:
        if win.by not in (SELF_DRAW, DISCARD, ROBBED_KONG):
            raise DealError(
                "bad_win_method",
                f"不认识的胡法 {win.by}；写 self_draw、discard 或 robbed_kong",
                f"unknown way to win {win.by}; write self_draw, discard or robbed_kong",
            )
    if len(wins) > 1 and (rules.one_winner or wins[0].by == SELF_DRAW):
        raise DealError(
            "one_winner_only",
            "这里只能一家胡；只保留按顺序最先的一家",
            "only one player wins here; keep the first in playing order",
        )
    if wins and wins[0].by == DISCARD and not rules.discard_wins:
        raise DealError(
            "discard_win_not_allowed",
            f"{rules.zh}不能胡别人打出的牌，只能自摸或抢杠；请改胡法",
            f"{rules.en} has no win on a discard, only by self-draw or robbing a kong; correct by",
        )


def _check_passed_win(deal: Deal, rules: RuleSet) -> None:
    for win in _wins(deal) if rules.has_passed_win else ():
        if win.by == DISCARD and win.passed_tile == win.winning_tile:
            raise DealError(
                "passed_win",
                f"座位{win.seat} 刚放过{win.winning_tile.zh}（漏胡），自己动牌之前不能胡这张；"
                "要是动过牌，去掉 passed_tile",
                f"seat {win.seat} let {win.winning_tile.en} pass and may not win on it before "
                "acting again; drop passed_tile if he has acted since",
            )


def _a(kind: str) -> str:
    """A type of meld with its article: ``an exposed kong``."""
    return ("an " if kind[0] in "ae" else "a ") + kind.replace("_", " ")


def _melds(deal: Deal) -> Iterator[tuple[int, Meld]]:
    for seat, row in enumerate(deal.melds):
        for meld in row:
            yield seat, meld


def _wins(deal: Deal) -> tuple[Win, ...]:
    return deal.wins if deal.outcome == WIN else ()


def _rob(deal: Deal) -> Win | None:
    wins = _wins(deal)
    return wins[0] if wins and wins[0].by == ROBBED_KONG else None


def _is_seat(seat: int | None, rules: RuleSet) -> bool:
    return seat is not None and 0 <= seat < rules.players


def _seats(rules: RuleSet) -> tuple[str, str]:
    return f"座位是 0 到 {rules.players - 1}", f"the seats are 0 to {rules.players - 1}"


def _missing(name: str, zh: str, en: str) -> DealError:
    return DealError(
        "missing_field", f"缺少 {name} 或不能用：{zh}", f"{name} is missing or unusable: {en}"
    )


def _bad_source(zh: str, en: str) -> DealError:
    return DealError("bad_source", zh, en)


def _not_robbable(zh: str, en: str) -> DealError:
    return DealError("not_robbable", zh, en)


def _conflict(zh: str, en: str) -> DealError:
    return DealError("flag_conflict", zh, en)
