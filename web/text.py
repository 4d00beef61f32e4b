"""The one catalogue: every text of pages, refusals and the command line, Chinese and English.

A test finds every key used in templates, modules and scripts here, and every key here in use.
"""

from __future__ import annotations

TEXT: dict[str, tuple[str, str]] = {
    "app.name": ("牌桌", "paizhuo"),
    "app.long": ("牌桌 麻将记分", "paizhuo, scores of real mahjong tables"),
    # Moving about
    "nav.home": ("首页", "Home"),
    "nav.table": ("桌面", "Table"),
    "nav.close": ("关闭", "Close"),
    "nav.skip": ("跳到正文", "Skip to the content"),
    "kept": (
        "连接断了，显示的是 {time} 的分数；连上后自动更新。",
        "The connection is lost; these are the scores of {time}. They renew themselves.",
    ),
    "look.title": ("颜色", "Colours"),
    "look.system": ("跟随系统", "As the system"),
    "look.light": ("浅色", "Light"),
    "look.dark": ("深色", "Dark"),
    "pager.title": ("翻页", "Pages"),
    "pager.newer": ("更新的", "Newer"),
    "pager.older": ("更早的", "Older"),
    "lost": (
        "连不上牌桌，刚才的没有记入；请检查网络再试。",
        "The table cannot be reached, nothing was stored; check the network and try again.",
    ),
    # After a damaged ledger
    "recovered.backup": (
        "账本损坏了，已换回最近的备份，又从坏文件里救回其后的 {n} 条记录；请核对最近几局。"
        "坏文件留着：{damaged}。",
        "The ledger was damaged: the newest backup took its place, and {n} later records were "
        "saved out of the damaged file, which was kept as {damaged}. Check the latest deals.",
    ),
    "recovered.saved": (
        "账本损坏了，还没有备份；从坏文件里救回了 {n} 条记录；请核对最近几局。"
        "坏文件留着：{damaged}。",
        "The ledger was damaged and there was no backup yet: {n} records were saved out of the "
        "damaged file, which was kept as {damaged}. Check the latest deals.",
    ),
    # Home
    "home.claim": ("拍一张照片，算一副牌", "A photo of the hand, and it is scored"),
    "home.how": (
        "胡了就拍下手牌：认牌、算番、谁付谁，一目了然。",
        "Photograph the winning hand: tiles read, patterns explained, payments clear.",
    ),
    "home.start": ("开一桌", "Start a table"),
    "home.playing": ("正在打", "Being played"),
    "home.ended": ("打完的", "Past sessions"),
    "home.ways": ("别的", "More"),
    "sessions.title": ("所有牌局", "All sessions"),
    "sessions.none": ("还没有牌局。", "There is no session yet."),
    "club.title": ("各桌实况", "All tables"),
    "club.none": ("现在没有开着的桌。", "No table is being played at."),
    "deals.count": ("{n} 局", "{n} deals"),
    # Starting
    "start.title": ("开一桌", "Start a table"),
    "start.rules": ("打什么", "Rules"),
    "start.players": ("{n} 人", "{n} players"),
    "start.options": ("规则细节", "House options"),
    "start.no_limit": ("不限", "no limit"),
    "start.seats": ("谁在打（按座位，逆时针）", "Players, counter-clockwise as they sit"),
    "start.name": ("玩家 {n}", "Player {n}"),
    "start.deals_first": ("坐庄", "deals"),
    "start.presets": ("家里的打法", "House rules"),
    "start.stakes": ("分值和起始分", "Stakes and starting points"),
    "start.unit": ("打多大（可不填）", "What points are worth (if anything)"),
    "start.unit_points": ("多少分", "so many points"),
    "start.unit_is": ("分 =", "pts ="),
    "start.unit_money": ("多少钱", "so much money"),
    "start.currency": ("货币", "currency"),
    "start.points": ("起始分", "Starting points"),
    "start.keep": ("存为家里的打法", "Keep as house rules"),
    "start.keep_how": (
        "把上面选的规则、细节和分值存下来，下次点一下就好。",
        "Keeps the rules, options and stakes above, for one tap next time.",
    ),
    "start.preset_name": ("起个名字", "A name for them"),
    "start.save": ("保存", "Keep"),
    "start.delete": ("去掉“{name}”", "Remove {name}"),
    "start.go": ("开始", "Start"),
    # The table
    "table.scores": ("比分", "Scores"),
    "table.open": ("进行中", "playing"),
    "table.closed": ("已结束", "ended"),
    "table.dealer": ("庄家", "dealer"),
    "table.dealer_short": ("庄", "D"),
    "table.round": ("{wind}风圈", "{wind} round"),
    "table.deal": ("第 {n} 局", "Deal {n}"),
    "table.history": ("打过的牌", "Deals so far"),
    "table.undone": ("已撤销", "undone"),
    "table.replaced": ("已改", "corrected"),
    "table.correction": ("改过", "correction"),
    "table.all": ("看全部（{n}）", "All of them ({n})"),
    "table.empty": (
        "还没有打完的牌。谁胡了，就点“胡”。",
        "No deal is over yet. When somebody wins, press Win.",
    ),
    "table.actions": ("记一局", "Record a deal"),
    "table.ways": ("这一桌", "This table"),
    "table.more": ("更多", "More"),
    "table.end": ("结束这一场", "End this session"),
    "table.end_why": (
        "结束后不再记分，比分保留；撤销可以重新打开。",
        "No more deals are recorded, the scores stay; undo opens it again.",
    ),
    "table.end_now": ("结束", "End it"),
    "wind.E": ("东", "East"),
    "wind.S": ("南", "South"),
    "wind.W": ("西", "West"),
    "wind.N": ("北", "North"),
    "act.win": ("胡", "Win"),
    "act.kong": ("杠", "Kong"),
    "act.draw": ("流局", "Draw"),
    "act.false_win": ("诈胡", "False win"),
    "act.undo": ("撤销", "Undo"),
    "outcome.win": ("胡牌", "win"),
    "outcome.draw": ("流局", "draw"),
    "outcome.false_win": ("诈胡", "false win"),
    "won.self_draw": ("{winner} 自摸", "{winner} by self-draw"),
    "won.discard": ("{winner} 胡，{loser} 点炮", "{winner}, discarded by {loser}"),
    "won.robbed_kong": ("{winner} 抢 {loser} 的杠", "{winner}, robbing {loser}’s kong"),
    "said.gets": ("{name} 得 {n} 分", "{name} gets {n}"),
    "said.pays": ("{name} 付 {n} 分", "{name} pays {n}"),
    "said.pause": ("，", ", "),
    "voice.title": ("报分声音", "Say results aloud"),
    # What else happens at a table
    "step.kong": ("{name} {kind}", "{name}, {kind}"),
    "step.seated": ("{name} 接替 {other}", "{name} sits down for {other}"),
    "step.swapped": ("{name} 和 {other} 换座位", "{name} and {other} change places"),
    "step.dealer": ("改由 {name} 坐庄", "{name} is made dealer"),
    "step.closing": ("结束这一场", "end of the session"),
    "kong.title": ("记杠", "Record a kong"),
    "kong.who": ("谁杠的？", "Who made it?"),
    "kong.kind": ("什么杠？", "Which kind?"),
    "kong.from": ("谁打出的？（补杠：当初碰的是谁的）", "Who fed it? (added: who fed its pung)"),
    "kong.tile": ("哪张牌？", "Which tile?"),
    "kong.pending": ("这一局的杠（未结）", "Kongs of this deal, not settled yet"),
    "kong.fed": ("{name} 打出", "fed by {name}"),
    "adjust.title": ("罚分、调整", "Penalty or adjustment"),
    "adjust.penalty": ("罚分", "Penalty"),
    "adjust.adjustment": ("调整", "Adjustment"),
    "adjust.payer": ("罚谁？", "Who pays?"),
    "adjust.each": ("赔给其他每家多少分", "Points to each of the others"),
    "adjust.points": ("各家得分，付出的写负数", "Points for each; what one pays is negative"),
    "adjust.rest": (
        "加起来要是 0；只空一家时，那一家自动补足。",
        "They sum to 0; the only one left empty gets the rest.",
    ),
    "adjust.reason": ("为什么", "Why"),
    "substitute.title": ("换人、换座位", "Substitute or change places"),
    "substitute.how": (
        "从下一局起；分数跟着人走。写已在桌上的人，就是两人换座位。",
        "From the next deal on; points stay with who won them. The name of somebody at the table "
        "means that the two change places.",
    ),
    "substitute.leaves": ("谁的座位？", "Whose seat?"),
    "substitute.comes": ("谁来坐", "Who sits there"),
    "dealer.title": ("改庄家、风圈", "Set the dealer"),
    "dealer.how": (
        "庄家平时按规则自动轮；和桌上不一样时在这里改，从下一局起。",
        "The dealer moves by the rules; where the table has it differently, set it here from the "
        "next deal on.",
    ),
    "dealer.who": ("谁坐庄？", "Who deals?"),
    "dealer.wind": ("什么风圈？", "Which round?"),
    # The end of a session
    "ended.title": ("最后的名次", "Final ranking"),
    "ended.next": ("接下来", "What next"),
    "ended.again": ("原班人马再开一桌", "Play again, same players"),
    "ended.reopen": ("没打完，接着打", "Not over yet, go on"),
    # Undoing
    "undo.how": (
        "选到哪一步为止：它和它之后的都撤销。",
        "Choose how far back: it and everything after it is undone.",
    ),
    "undo.nothing": ("没有可以撤销的。", "There is nothing to undo."),
    "undo.go": ("撤销", "Undo"),
    # Joining
    "join.title": ("扫码看分", "Join by QR"),
    "join.code": ("这张桌子的二维码", "QR code of this table"),
    "join.how": (
        "连同一个无线网，用手机相机扫一下，比分就在手上。",
        "On the same Wi-Fi, point a phone's camera at it to have the scores in hand.",
    ),
    # How the evening went
    "summary.title": ("战绩", "Summary"),
    "summary.chart": ("分数走势", "Running scores"),
    "summary.settle": ("结账（转账最少）", "Settle up, fewest payments"),
    "summary.fed": ("谁给谁点炮", "Who fed whom"),
    "summary.fed_how": (
        "左边的人打出，上面的人胡；圈里是次数。",
        "Who discarded is on the left, who won on it above; the circle says how often.",
    ),
    "summary.fed_times": ("{feeder} 给 {winner} 点炮 {n} 次", "{feeder} fed {winner}: {n}"),
    "summary.figures": ("各人的成绩", "Everybody’s figures"),
    "summary.total": ("总分", "Totals"),
    "summary.chat": ("发到群里", "For the chat"),
    "summary.chat_how": ("点一下就全部选中，复制即可。", "One tap selects all of it; then copy."),
    "summary.copy": ("复制", "Copy"),
    "summary.copied": ("已复制", "Copied"),
    "print.deal": ("局", "Deal"),
    "export.title": ("保存和打印", "Save and print"),
    "export.csv": ("表格 CSV", "Table (CSV)"),
    "export.json": ("全部数据 JSON", "Everything (JSON)"),
    "export.txt": ("文字", "Plain text"),
    "export.print": ("打印", "Print"),
    "import.title": ("导入牌局", "Import a session"),
    "import.how": (
        "选一个从牌桌导出的 JSON 文件；每一局都会重新核算，对得上才收。",
        "Choose a JSON file that was saved from a table; every deal is settled again and has to "
        "come to the same.",
    ),
    "import.file": ("JSON 文件", "JSON file"),
    "import.go": ("导入", "Import"),
    "history.title": ("全部记录", "Everything recorded"),
    "history.none": ("还没有记录。", "Nothing is recorded yet."),
    "statistics.title": ("战绩统计", "Statistics"),
    "statistics.all": ("所有打法", "All rules"),
    "statistics.counts": (
        "{evenings} 场，{deals} 局，流局 {draws} 局。",
        "Sessions: {evenings}, deals: {deals}, draws among them: {draws}.",
    ),
    "statistics.player": ("玩家", "Player"),
    "statistics.net": ("输赢", "Net"),
    "statistics.average": ("每局", "Per deal"),
    "statistics.wins": ("胡", "Wins"),
    "statistics.self_draws": ("自摸", "Self-draws"),
    "statistics.feeds": ("点炮", "Fed"),
    "statistics.best": ("最大一手", "Best hand"),
    "statistics.deals": ("局数", "Deals"),
    "statistics.evenings": ("场数", "Sessions"),
    # Correcting a deal
    "edit.title": ("改第 {n} 局", "Correct deal {n}"),
    "edit.outcome": ("这一局其实是", "What the deal really was"),
    "edit.totals": ("改后的总分", "Totals after the correction"),
    "edit.moved": (
        "庄家或风圈跟着变，一并重算：第 {n} 局。",
        "Their dealer or round wind changes too, so these are settled again: deal {n}.",
    ),
    # Entering a deal
    "deal.noscript": (
        "记牌需要浏览器的 JavaScript；看比分不需要。",
        "Recording a deal needs JavaScript; reading the scores does not.",
    ),
    "deal.who": ("谁胡了？", "Who won?"),
    "deal.who_false": ("谁诈胡？", "Who declared falsely?"),
    "deal.winner_n": ("第 {n} 家", "winner {n}"),
    "deal.hands": ("流局时的手牌（查叫）", "Hands at the draw (readiness)"),
    "deal.tiles": ("手牌", "The hand"),
    "deal.tiles_of": ("{name} 的手牌", "Hand of {name}"),
    "deal.photo": ("照片和认出的牌", "The photo and the tiles read in it"),
    "deal.reading": ("正在认牌…", "Reading the tiles…"),
    "deal.camera": ("拍手牌", "Photograph"),
    "deal.again": ("重拍", "Again"),
    "deal.album": ("选照片", "Choose a photo"),
    "deal.camera_app": ("手机相机", "Camera app"),
    "deal.table_camera": ("桌上的摄像头", "Camera over the table"),
    "deal.read_again": ("再传一次这张照片", "Send this photo again"),
    "deal.tap": ("点选牌", "Tap tiles in"),
    "deal.demo": ("用示例照片", "Demo photo"),
    "deal.mode_winning": ("选胡的那张", "Winning tile"),
    "deal.mode_change": ("改牌", "Change tiles"),
    "deal.pick_winning": ("点一下胡的那张。", "Tap the tile that won."),
    "deal.apart": ("分开放的是副露吗？是就点一下", "Lying apart: melds? Tap those that are"),
    "deal.which_meld": ("是哪一副？", "Which meld?"),
    "deal.no_meld": (
        "{tile}和手里别的牌凑不成一副；请先改正读错的牌。",
        "{tile} makes no meld with the other tiles; correct a misread tile first.",
    ),
    "deal.old": (
        "这些是为第 {n} 局填的，那一局后来已经记过：若就是那一局，请点“清空重填”；"
        "若是新的一局，核对后可以记入。",
        "This was entered for deal {n}, which has been recorded since. If it is that deal, press "
        "“Start over”; if it is a new one, check it and confirm.",
    ),
    "deal.start_over": ("清空重填", "Start over"),
    "deal.caught_up": (
        "其间别人记了一笔，这次没有记入，填的都还在。请核对后再点“记入”。",
        "Somebody recorded something meanwhile, so this was not stored; all you entered is still "
        "here. Check it and confirm again.",
    ),
    "deal.try_again": ("再试一次", "Try again"),
    "deal.unreached": (
        "连不上牌桌，这一页没有载入完；请检查网络再刷新，填过的都还在。",
        "The table cannot be reached, so this page is incomplete; check the network and reload. "
        "What you entered is still here.",
    ),
    "deal.doubtful": ("没把握", "doubtful"),
    "deal.doubtful_hint": (
        "虚线框的没把握，点“改牌”核对。",
        "Dashed tiles are doubtful: check them under “Change tiles”.",
    ),
    "deal.winning": ("胡的那张", "winning tile"),
    "deal.winning_short": ("胡", "win"),
    "deal.add": ("加一张", "Add a tile"),
    "deal.keyboard": ("所有的牌", "All tiles"),
    "deal.perhaps": ("可能是", "Perhaps"),
    "deal.is_really": ("其实是", "It really is"),
    "deal.make_winning": ("胡的是这张", "This one won"),
    "deal.remove": ("去掉", "Remove"),
    "deal.remove_tile": ("去掉{tile}", "Remove {tile}"),
    "deal.done": ("好了", "Done"),
    "deal.how": ("怎么胡的？", "How was it won?"),
    "deal.flowers": ("花牌", "Flowers"),
    "deal.no_flowers": ("一张花也没有", "No flower at all"),
    "deal.which_kong": ("哪个杠补的牌", "Which kong drew the winning tile"),
    "deal.birds": ("奖码", "Birds"),
    "deal.wall_remaining": ("墙上还剩几张", "Tiles left in the wall"),
    "deal.wall_exhausted": ("墙已抓完", "The wall ran out"),
    "deal.passed_tile": ("他刚过手没胡的牌", "The tile he passed up"),
    "deal.twelve": ("十二张落地（依先后）", "Fourth sets laid down, in order"),
    "deal.twelve_add": ("加一条", "Add one"),
    "deal.beneficiary": ("落地的人", "who laid it down"),
    "deal.feeder": ("打出的人", "who fed it"),
    "deal.one_more_winner": ("一炮多响：再加一家胡", "One more winner on this tile"),
    "deal.drop_winner": ("去掉这一家", "Drop this winner"),
    "deal.first_discards": (
        "四家第一张打的同一张（前烧）",
        "All four first discards were this tile",
    ),
    "deal.last_drawer": ("谁摸的最后一张", "Who drew the last tile"),
    "deal.more": ("还有别的", "Seldom needed"),
    "deal.melds": ("副露和杠", "Melds and kongs"),
    "deal.other_melds": ("别家的副露和杠", "Melds and kongs of the others"),
    "deal.all_melds": ("各家的副露和杠", "Melds and kongs of all seats"),
    "deal.add_meld": ("加副露或杠", "Add a meld or kong"),
    "deal.this_meld": ("这一副", "This meld"),
    "deal.chow_lowest": ("点最小的那张。", "Tap the lowest of the three."),
    "deal.joker_hint": ("有飞的，点它顶替的那张。", "A joker in it? Tap the tile it stands for."),
    "deal.fed_by": ("谁打出的", "Fed by"),
    "deal.not_replaced": ("没有补牌", "no replacement drawn"),
    "deal.claims_winning_tile": ("就是胡的那张打出的牌", "claimed on the winning discard"),
    "deal.back_to_hand": ("放回手牌", "Back to the hand"),
    "deal.confirm": ("记入", "Confirm"),
    "need.winner": ("先选谁胡了", "First say who won"),
    "need.offender": ("先选谁诈胡", "First say who declared falsely"),
    "need.tiles": ("拍手牌，或点选牌", "Photograph the hand, or tap it in"),
    "need.winning": ("点一下胡的那张", "Tap the winning tile"),
    "need.how": ("说一下怎么胡的", "Say how it was won"),
    "need.feeder": ("说一下副露是谁打出的", "Say who fed the meld"),
    "need.flowers": ("点花牌，或确认没有花", "Tap the flowers, or confirm there are none"),
    "need.wall": ("填墙上还剩几张", "Say how many tiles the wall had left"),
    "need.hands": ("四家的手牌都要，查叫用", "All four hands are needed for the readiness check"),
    "need.last_drawer": ("说一下谁摸的最后一张", "Say who drew the last tile"),
    # The live picture of a phone's camera
    "finder.picture": ("镜头里的画面", "What the camera sees"),
    "finder.take": ("拍", "Take the photo"),
    "finder.hint": (
        "手牌摆成一排，胡的那张单独放。",
        "Lay the hand in a row, the winning tile apart.",
    ),
    "finder.denied": (
        "浏览器没有让用摄像头；请在地址栏允许，或改用“手机相机”。",
        "The browser does not allow the camera; allow it in the address bar, or use the camera "
        "app.",
    ),
    "finder.none": (
        "这台设备没有摄像头；请选照片，或点选牌。",
        "This device has no camera; choose a photo, or tap the tiles in.",
    ),
    "finder.busy": (
        "摄像头打不开，可能别的程序正在用；请关掉它再试，或改用“手机相机”。",
        "The camera does not start, another program may be using it; close that and try again, "
        "or use the camera app.",
    ),
    "how.self_draw": ("自摸", "self-draw"),
    "how.discard": ("点炮", "discarded"),
    "how.robbed_kong": ("抢杠", "robbed kong"),
    "robbed.added_kong": ("补杠", "added kong"),
    "robbed.concealed_kong": ("暗杠", "concealed kong"),
    "robbed.exposed_kong": ("明杠", "exposed kong"),
    "robbed.opened_tile": ("翻开的牌", "opened tile"),
    "flag.kong_bloom": ("杠上开花", "kong bloom"),
    "flag.kong_discard": ("杠上炮", "discard after a kong"),
    "flag.flower_bloom": ("花上开花", "flower bloom"),
    "flag.last_tile": ("海底捞月", "last tile"),
    "flag.heavenly": ("天胡", "heavenly"),
    "flag.earthly": ("地胡", "earthly"),
    "flag.human": ("人胡", "human"),
    "meld.chow": ("吃", "chow"),
    "meld.pung": ("碰", "pung"),
    "meld.exposed_kong": ("明杠", "exposed kong"),
    "meld.concealed_kong": ("暗杠", "concealed kong"),
    "meld.added_kong": ("补杠", "added kong"),
    # A settlement
    "settlement.wins": ("胡牌", "wins"),
    "settlement.pays": ("谁付谁", "Who pays whom"),
    "settlement.to": ("付给", "pays"),
    "settlement.nobody": ("都不用付。", "Nobody pays."),
    "settlement.why": ("怎么算的", "How it comes about"),
    "settlement.kongs": ("其中杠分", "Of that for kongs"),
    "settlement.extra": ("其中另计", "Of that besides the hand"),
    "settlement.ready": ("叫牌（查叫）", "Ready hands"),
    "settlement.not_ready": ("没叫", "not ready"),
    "tile.back": ("扣着的牌", "face-down tile"),
    "tile.unknown": ("认不出的牌", "unreadable tile"),
    "settled.undone": ("这一局已撤销，不计分。", "This deal was undone and does not count."),
    "settled.replaced": (
        "这是改之前的记录，不计分。",
        "This is how the deal was recorded before it was corrected; it does not count.",
    ),
    "settled.replacement": ("看改后的", "See the correction"),
    "settled.edit": ("修改这一局", "Correct this deal"),
    "settled.photo": ("胡牌时的照片", "Photo of the winning hand"),
    "settled.delete": ("删除照片", "Delete the photo"),
    "settled.delete_why": (
        "照片删掉就找不回来；这一局和比分不变。",
        "A deleted photo is gone for good; the deal and the scores stay.",
    ),
    "settled.deleted": ("这一局的照片已删除。", "The photo of this deal was deleted."),
    "unit.fan": ("番", "fan"),
    "unit.points": ("分", "points"),
    "figure.fan": ("番数", "Fan"),
    "figure.points": ("分数", "Points"),
    "figure.score": ("得分", "Score"),
    "figure.total": ("共得", "Total"),
    "figure.hits": ("中码", "Birds hit"),
    "figure.wilds": ("万能牌", "Wild tiles"),
    "figure.limit": ("满糊", "Limit hand"),
    "figure.liable": ("包牌", "Liable"),
    "figure.yes": ("是", "yes"),
    # Values of house options
    "value.true": ("是", "yes"),
    "value.false": ("否", "no"),
    "value.add": ("相加", "add up"),
    "value.all": ("全部", "all"),
    "value.all_pay": ("三家都付", "all three pay"),
    "value.always": ("总是要", "always"),
    "value.any": ("都算", "any"),
    "value.any3": ("任意三张", "any three"),
    "value.any_8": ("凡清七对 8 分", "8 for any"),
    "value.consecutive": ("要相邻", "neighbours only"),
    "value.dealer": ("看庄家", "by the dealer"),
    "value.discard": ("点炮", "on a discard"),
    "value.double": ("加倍", "double"),
    "value.down": ("舍去", "down"),
    "value.except_pure": ("清一色除外", "except full flush"),
    "value.feeder_all": ("点杠者付三份", "the feeder pays three"),
    "value.feeder_once": ("点杠者付一份", "the feeder pays one"),
    "value.full": ("全番种", "full table"),
    "value.gap3": ("隔两张", "gaps of three"),
    "value.highest": ("取最高", "the highest"),
    "value.knitted": ("147、258、369", "147, 258, 369"),
    "value.kong_only": ("只计杠", "kongs only"),
    "value.konger_all": ("杠家付三份", "the kong-maker pays three"),
    "value.konger_once": ("杠家付一份", "the kong-maker pays one"),
    "value.last_drawer": ("摸最后一张的坐庄", "who drew the last tile"),
    "value.last_feeder": ("最后打出的人", "the last feeder"),
    "value.linear": ("按番相乘", "by the fan"),
    "value.max": ("按最大", "the most"),
    "value.min": ("按最小", "the least"),
    "value.nearest": ("只最近一家", "the nearest only"),
    "value.never": ("不要", "never"),
    "value.next": ("下家坐庄", "the next seat deals"),
    "value.nonadjacent": ("不相邻", "not adjacent"),
    "value.none": ("无", "none"),
    "value.off": ("不算", "off"),
    "value.once": ("只翻一次", "once"),
    "value.plus_one": ("加一个", "one more"),
    "value.power": ("每个都翻", "each doubles"),
    "value.public": ("按通行的", "as commonly played"),
    "value.pure": ("纯九面听", "pure"),
    "value.quad_8": ("带龙才 8 分", "8 with a quad"),
    "value.red": ("红中", "red dragons"),
    "value.same": ("同样", "the same"),
    "value.self_draw": ("自摸", "by self-draw"),
    "value.special_first": ("大牌优先", "special hands first"),
    "value.stay": ("庄家连庄", "the dealer stays"),
    "value.suited": ("要序数牌", "suited only"),
    "value.up": ("进上去", "up"),
    # The device on the table
    "device.title": ("牌桌上的设备", "The device on the table"),
    "device.won": ("{name} 胡？", "{name} won?"),
    "device.by_hand": ("在页面上核对", "Check on the page"),
    "device.drop": ("放弃", "Drop"),
    "device.kong": ("{name} {kind}：{tile}。", "{name}, {kind}: {tile}."),
    "device.asked_kong": ("{name} 杠？", "{name} made a kong?"),
    "device.hand": ("{name} 的手牌", "Hand of {name}"),
    "device.saved": ("已记入。", "Recorded."),
    "device.undone": ("已撤销。", "Undone."),
    "device.dropped": ("已放弃。", "Dropped."),
    "device.shutting_down": ("正在关机…", "Shutting down…"),
    # The camera
    "camera.title": ("摄像头", "Camera"),
    "camera.preview": ("摄像头看到的", "What the camera sees"),
    "camera.noscript": (
        "看画面和画框需要浏览器的 JavaScript。",
        "The preview and marking need JavaScript.",
    ),
    "camera.mark": ("牌放在哪里", "Where the tiles lie"),
    "camera.mark_how": (
        "选一项，再在画面上拖一个框；按谁的键，就读谁框里的牌。",
        "Choose one, then drag a box on the picture; a seat’s button reads what lies in its box.",
    ),
    "camera.table": ("整张桌子", "The table"),
    "camera.unmark": ("去掉这个框", "Remove this box"),
    "camera.live": ("正在认的牌", "What is being read"),
    "camera.live_on": ("边看边认", "Read while looking"),
    "camera.hand": ("拍谁的牌", "Photograph a hand"),
    "camera.read": ("只认牌", "Only read"),
    "camera.calibrate": ("校准对焦和光线", "Calibrate focus and light"),
    "camera.calibrate_how": (
        "在桌上放几张牌、开好灯再校准；结果一直沿用。白天会进阳光的房间只校准对焦。",
        "Put some tiles on the table and switch the light on first; the result is kept. "
        "Where daylight comes in, calibrate the focus only.",
    ),
    "camera.calibrate_focus": ("只校准对焦", "Calibrate the focus only"),
    "camera.calibrate_nothing": ("恢复自动", "Leave it to the camera"),
    "camera.calibrating": (
        "正在校准，要十几秒…",
        "Calibrating; it takes some seconds…",
    ),
    "camera.kept_focus": ("对焦固定在 {cm} 厘米。", "Focus stays at {cm} cm."),
    "camera.own_focus": ("对焦自动。", "The camera focuses by itself."),
    "camera.kept_light": (
        "曝光和白平衡固定。",
        "Exposure and white balance stay.",
    ),
    "camera.own_light": (
        "曝光和白平衡自动。",
        "Exposure and white balance are automatic.",
    ),
    "camera.buttons": ("按键", "Buttons"),
    "camera.buttons_work": ("按键已接好。", "The buttons work."),
    "camera.no_buttons": ("没有接按键。", "There are no buttons."),
    "camera.which_table": ("按键记到哪一桌：", "The buttons record at:"),
    # The first start
    "setup.title": ("先看一眼", "Before the first table"),
    "setup.camera": ("看画面，标出每家的牌", "Look at the picture and mark each rack"),
    "setup.press": (
        "按一下任何一个键，这一页上就会有反应。",
        "Press any of them: this page answers.",
    ),
    "setup.phones": ("别的手机", "Other phones"),
    "setup.phones_how": (
        "连同一个无线网，用手机相机扫一下，就能一起记分。",
        "On the same Wi-Fi, point a phone's camera at it to keep the score together.",
    ),
    "setup.code": ("二维码", "QR code"),
    # paizhuo doctor
    "check.camera": ("摄像头", "Camera"),
    "check.focus": ("对焦", "Focus"),
    "check.light": ("光线", "Light"),
    "check.gpio": ("按键", "Buttons"),
    "check.models": ("识别模型", "Models"),
    "check.reading": ("试读照片", "Test photo"),
    "check.database": ("账本", "Ledger"),
    "check.backups": ("备份", "Backups"),
    "check.disk": ("磁盘", "Disk"),
    "check.clock": ("时钟", "Clock"),
    "check.temperature": ("温度", "Temperature"),
    "check.power": ("供电", "Power"),
    "check.network": ("网络", "Network"),
    "doctor.models": ("{names} 和发布的一样。", "{names} are as released."),
    "doctor.models_missing": (
        "缺少识别模型或校验表（{why}）：请重新安装 paizhuo；仍可点选牌记分。",
        "The models or their checksums are missing ({why}): install paizhuo again; tiles can "
        "still be tapped in.",
    ),
    "doctor.models_wrong": (
        "识别模型和发布的不一样（{names}）：请重新安装 paizhuo。",
        "Not as released: {names}. Install paizhuo again.",
    ),
    "doctor.reading": (
        "示例照片的 {n} 张牌全读对，{s} 秒。",
        "All {n} tiles of the demo photo are read right, in {s} s.",
    ),
    "doctor.misread": (
        "示例照片读错了（{read}，应为 {wanted}）：请重新安装 paizhuo。",
        "The demo photo is misread ({read}, should be {wanted}): install paizhuo again.",
    ),
    "doctor.database": ("完好，{n} 场牌局，{mb} MB。", "Whole; {n} sessions, {mb} MB."),
    "doctor.database_elsewhere": ("连得上，{n} 条记录。", "Can be reached; {n} records."),
    "doctor.database_aside": (
        "完好，{n} 场牌局；损坏过的旧文件还在（{file}），核对后可以删掉。",
        "Whole; {n} sessions. A damaged one still lies there ({file}); delete it once the scores "
        "have been checked.",
    ),
    "doctor.no_database": (
        "还没有账本，开第一桌时建立：{file}。",
        "There is none yet; the first table makes it: {file}.",
    ),
    "doctor.damaged": (
        "{file} 已损坏（{why}）：重启 paizhuo，会自动换回最近的备份。",
        "{file} is damaged ({why}): start paizhuo again, and the newest backup takes its place.",
    ),
    "doctor.backups": (
        "{n} 份，最近一份在 {days} 天前。",
        "There are {n}, the newest is {days} days old.",
    ),
    "doctor.no_backups": (
        "有打完的牌局却没有备份：运行 paizhuo backup，并检查磁盘。",
        "Sessions have ended and there is none: run `paizhuo backup` and check the disk.",
    ),
    "doctor.old_backups": (
        "有 {n} 份，最近一份在 {days} 天前，之后打完的牌局没有备份："
        "运行 paizhuo backup，并检查磁盘。",
        "There are {n}, the newest is {days} days old, and a session has ended since: "
        "run `paizhuo backup` and check the disk.",
    ),
    "doctor.no_backups_yet": (
        "还没有；每场牌局结束时自动做一份。",
        "There is none yet; one is made whenever a session ends.",
    ),
    "doctor.disk": ("还有 {free} MB。", "{free} MB are free."),
    "doctor.disk_full": (
        "只剩 {free} MB：删掉不要的文件，或换大一点的存储卡。",
        "Only {free} MB are free: delete what is not needed, or take a larger card.",
    ),
    "doctor.disk_read_only": (
        "{folder} 写不了：检查权限；存储卡突然变只读多半是坏了，请换卡。",
        "{folder} cannot be written: check its permissions; a card that turns read-only is mostly "
        "worn out, replace it.",
    ),
    "doctor.clock": ("{now}，已和时间服务器同步。", "{now}, set by a time server."),
    "doctor.clock_alone": (
        "{now}，没有和时间服务器同步：若不对，请连上网络，或用 sudo date -s 设定。",
        "{now}, not set by a time server: if it is wrong, connect to a network or set it with "
        "sudo date -s.",
    ),
    "doctor.clock_behind": (
        "{now}，比账本里最新的记录（{newest} UTC）还早：请连上网络，或用 sudo date -s 设定。"
        "比分不受影响。",
        "{now} is before the newest record ({newest} UTC): connect to a network or set it with "
        "sudo date -s. The scores do not depend on it.",
    ),
    "doctor.network": (
        "{address}；同一个无线网里的手机扫下面的码打开牌桌。",
        "{address}; a phone in the same network opens the table by the code below.",
    ),
    "doctor.no_network": (
        "没有网络，手机连不上牌桌：请连无线网或插网线。",
        "There is no network, so phones cannot reach the table: join a Wi-Fi or plug in a cable.",
    ),
    # The PIN of the house
    "door.title": ("输入密码", "Enter the PIN"),
    "door.why": (
        "这是家里的牌桌，改动要先输入密码；每个浏览器只问一次，填好的不会丢。只看比分不用密码。",
        "Changes at this table need the PIN of the house, once per browser; what was entered is "
        "kept. Reading the scores needs none.",
    ),
    "door.pin": ("牌桌密码", "PIN"),
    "door.go": ("继续", "Go on"),
    "door.file_again": (
        "选好的文件没有收下；输入密码后请再选一次。",
        "The chosen file was not taken; choose it again after the PIN.",
    ),
    "door.forgotten": (
        "忘了密码：在牌桌的电脑上运行 paizhuo pin，重新设一个。",
        "Forgotten? Run `paizhuo pin` on the table’s computer and set another.",
    ),
    "pin.title": ("牌桌密码", "PIN of the house"),
    "pin.none": (
        "还没有密码：连上这个无线网的人都能改比分。设一个密码，告诉记分的人；其他人只能看。",
        "There is no PIN yet: everybody in this network can change the scores. Set one and tell "
        "those who keep the score; all others watch.",
    ),
    "pin.is_set": (
        "已有密码，这个浏览器可以记分。换了密码，别的浏览器要重新输入。",
        "There is a PIN, and this browser may keep the score. After a change all other browsers "
        "are asked again.",
    ),
    "pin.new": ("新密码，{least} 到 {most} 位数字", "New PIN, {least} to {most} digits"),
    "pin.again": ("再输一次", "Once more"),
    "pin.set": ("设密码", "Set the PIN"),
    "pin.change": ("换密码", "Change the PIN"),
    "pin.others": (
        "借来的手机用完请退出；去掉密码后谁都能改。",
        "Leave on a borrowed phone; without a PIN everybody may change the scores.",
    ),
    "pin.leave": ("这个浏览器只看", "Only watch with this browser"),
    "pin.remove": ("去掉密码", "Remove the PIN"),
    "door.host": ("正在记分 · 密码", "Keeping the score · PIN"),
    "door.watching": ("只看 · 输入密码记分", "Only watching · enter the PIN to keep the score"),
    "door.open": ("没有密码，谁都能改", "No PIN: all may change scores"),
    "door.warn": (
        "还没有密码：扫了码的人都能改比分。",
        "There is no PIN yet: whoever scans this can change the scores.",
    ),
    # About the program
    "about.title": ("关于", "About"),
    "about.private": (
        "比分和照片只存在这台设备上，程序不往外发任何东西。",
        "Scores and photos stay on this device; the program sends nothing anywhere.",
    ),
    "about.versions": ("版本", "Versions"),
    "about.rules": ("规则版本", "Versions of the rules"),
    "about.api": ("程序接口（OpenAPI）", "Programming interface (OpenAPI)"),
    "about.help": ("出了毛病", "When something is wrong"),
    "about.help_how": (
        "存下诊断文件，交给帮忙的人：里面有版本、设置、账本是否完好和最近的运行记录，"
        "没有名字、比分、照片和密码。",
        "Save the diagnostics for whoever helps: versions, settings, whether the ledger is whole, "
        "and what the program last noted; no names, scores, photos or PIN.",
    ),
    "about.save": ("存诊断文件", "Save the diagnostics"),
    # What the program refuses
    "refused.http_400": (
        "这个请求看不懂；请回上一页再试。",
        "This request makes no sense; go back and try again.",
    ),
    "refused.http_404": (
        "没有这个页面；请从首页重新进入。",
        "There is no such page; start again from the home page.",
    ),
    "refused.http_405": (
        "这个地址不能这样用；请从首页重新进入。",
        "This address is not used like that; start again from the home page.",
    ),
    "refused.http_413": (
        "文件太大（上限 {limit} MB）；请换一张小一点的照片。",
        "The file is too large (the limit is {limit} MB); choose a smaller photo.",
    ),
    "refused.http_500": (
        "程序出错了，没有记入；请再试一次，不行就看服务器的日志。",
        "The program failed and nothing was stored; try again, then look at the server's log.",
    ),
    "refused.cross_site": (
        "这个改动来自别的网站，已拒绝。",
        "This change was asked for by another site and is refused.",
    ),
    "refused.other_name": (
        "这台设备不认这个名字；请用数字地址打开，或用 paizhuo serve --host-name 加上它。",
        "This device does not go by that name; open it by its address in numbers, or add the name "
        "with `paizhuo serve --host-name`.",
    ),
    "refused.pin_needed": (
        "改动要先输入牌桌密码；没有记入。",
        "Changes need the PIN of the house; nothing was stored.",
    ),
    "refused.wrong_pin": ("密码不对；请再试。", "That is not the PIN; try again."),
    "refused.pin_wait": (
        "猜错太多次；请等 {s} 秒再试。",
        "Too many wrong guesses; try again in {s} seconds.",
    ),
    "refused.pins_differ": ("两次输入的不一样；请重新输入。", "The two differ; enter them again."),
    "refused.bad_pin": (
        "密码要 {least} 到 {most} 位数字；请换一个。",
        "A PIN has {least} to {most} digits; choose another.",
    ),
    "refused.too_many_pages": (
        "同时看这张桌子的页面太多；这一页隔几秒自己刷新。",
        "Too many pages are open at once; this one asks again every few seconds.",
    ),
    "refused.no_session": (
        "没有 {session} 这一场牌；首页和 paizhuo sessions 列出所有的牌局。",
        "There is no session {session}; the home page and `paizhuo sessions` list them all.",
    ),
    "refused.session_closed": (
        "这一场已经结束；要接着打，请先撤销“结束”。",
        "This session has ended; to go on, undo its end first.",
    ),
    "refused.no_deal": ("没有这一局；请回桌面看看。", "There is no such deal; look at the table."),
    "refused.not_standing": (
        "这一局已经撤销或改过，不能再改它；请从桌面打开现在计分的那一局。",
        "This deal was undone or corrected already; open the one that counts from the table.",
    ),
    "refused.other_version": (
        "这一场按第 {then} 版规则记的，本程序是第 {now} 版，算法不同，没有记入；"
        "原来的比分不变，请另开一场。",
        "This session is played by version {then} of the rules and this program has version "
        "{now}, so nothing was stored; its scores stay as they are, start another session.",
    ),
    "refused.bad_json": (
        "内容不是 JSON 对象；请按文档的格式发送。",
        "The body is not a JSON object; send it in the documented format.",
    ),
    "refused.missing_key": (
        "缺少 {name}，或者它的值不能用；请补上。",
        "{name} is missing or holds no usable value; fill it in.",
    ),
    "refused.same_name": (
        "有两位都叫“{name}”；请区分一下。",
        "Two players are called {name}; tell them apart.",
    ),
    "refused.long_name": (
        "名字太长，最多 {longest} 个字。",
        "A name is too long; {longest} characters at most.",
    ),
    "refused.not_chosen": (
        "还有一项没有选或没有填；请补上。",
        "Something is not chosen or filled in yet; do that first.",
    ),
    "refused.bad_number": (
        "“{text}”不是整数；请填一个整数。",
        "{text!r} is no whole number; fill one in.",
    ),
    "refused.bad_points": (
        "分数要是整数，最多 ±{most}；请改正。",
        "Points are whole numbers of at most ±{most}; correct them.",
    ),
    "refused.not_zero": (
        "各家分数要有得有失，加起来是 0（现在是 {sum}）；没有记入，请改正。",
        "What some get the others pay: the points sum to 0 (now {sum}) and are not all 0. "
        "Nothing was stored; correct them.",
    ),
    "refused.no_reason": (
        "请写明原因，最多 {longest} 个字。",
        "Say why, in at most {longest} characters.",
    ),
    "refused.deal_running": (
        "这一局已经记了杠；换人从下一局开始，请先打完这一局，或撤销这些杠。",
        "Kongs of this deal are recorded, and a substitute plays from the next deal on; finish "
        "this deal first, or undo the kongs.",
    ),
    "refused.no_preset": (
        "没有“{name}”这个预设。",
        "There is no preset {name}.",
    ),
    "refused.bad_import": (
        "这不是本程序导出的一场牌，或者被改过（{where}）；没有存。请重新导出 JSON。",
        "This is no session exported by this program, or it was changed ({where}); nothing was "
        "stored. Export the JSON again.",
    ),
    "refused.no_table": (
        "还没有开着的桌；请先在页面上开一桌。",
        "No table is open; start one on the page first.",
    ),
    "refused.no_seat": (
        "这一桌只有 {players} 位，没有第 {seat} 个座位；请按别的座位。",
        "This table has {players} players and no seat {seat}; press another.",
    ),
    "refused.no_proposal": (
        "这手牌已经不在等确认了；请看桌面。",
        "That win is no longer waiting; look at the table.",
    ),
    "refused.shut_down": (
        "没有关机：{why}；请看针脚文件的 [shut_down] 和系统权限。",
        "Not shut down: {why}; see [shut_down] in the pin file and the system’s permissions.",
    ),
    "refused.screen_doubtful": (
        "有没把握的牌，请在页面上核对。",
        "Some tiles are doubtful: check them on the page.",
    ),
    "refused.screen_winning": (
        "看不出胡的是哪一张：把它单独放在一边再拍，或在页面上点选。",
        "Which tile won cannot be seen: lay it apart and photograph again, or tap it on the page.",
    ),
    "refused.screen_melds": (
        "牌分成几组，请在页面上说明副露。",
        "The tiles lie in groups: say on the page which are melds.",
    ),
    "refused.screen_flowers": (
        "没有看到花牌，请在页面上说明有没有花。",
        "No flowers were seen: say on the page whether there are any.",
    ),
    "refused.screen_birds": (
        "还要翻奖码，请在页面上记。",
        "Birds are still to be drawn: enter them on the page.",
    ),
    "refused.screen_draw": (
        "这种打法流局还要说明别的，请在页面上记。",
        "These rules ask for more at a draw: record it on the page.",
    ),
    "refused.screen_kong": (
        "没有说是谁打出的，请在页面上记这个杠。",
        "Nobody said who fed this kong: record it on the page.",
    ),
    "refused.screen_kong_tile": (
        "看不清杠的是哪四张，请在页面上选。",
        "Which four tiles the kong is of cannot be seen: choose them on the page.",
    ),
    "refused.camera_off": (
        "没有接摄像头；请用手机拍照，或用 paizhuo serve --camera 启动。",
        "There is no camera here; take the photo with a phone, or start `paizhuo serve --camera`.",
    ),
    "refused.camera_opening": (
        "摄像头正在启动；请稍后再试。",
        "The camera is starting; try again in a moment.",
    ),
    "refused.no_photo": ("没有收到照片；请选一张。", "No photo arrived; choose one."),
    "refused.cannot_enrol": (
        "还不能登记 {tile}；只登记万、筒、条、东南西北、中发白和 1f–8f 八张花。",
        "{tile} cannot be enrolled; only characters, dots, bamboos, winds, dragons and the eight "
        "flowers 1f–8f.",
    ),
    "refused.wrong_order": (
        "{count} 张里只有 {agreed} 张和说的顺序一样，看到的是：{seen}。请检查顺序，"
        "或用 --order 写明。",
        "only {agreed} of {count} tiles are what the order says; seen: {seen}. Check the order, or "
        "write it with --order.",
    ),
    "refused.no_tiles": (
        "照片里没有找到麻将牌；请把手牌摆平、拍近一点再试，或点选牌。",
        "There are no mahjong tiles in this photo; lay the hand flat and come closer, "
        "or tap the tiles in.",
    ),
    "refused.photos_full": (
        "照片的 {room} MB 已用完，都是各局的凭证，这张没有留；请删掉一些旧照片，或调大 "
        "PAIZHUO_PHOTOS_MB。不用照片也能记分。",
        "The {room} MB for photos are used up by photos of deals, so this one was not kept; "
        "delete old ones or raise PAIZHUO_PHOTOS_MB. Scores can be recorded without a photo.",
    ),
    "refused.no_such_photo": (
        "没有这张照片；请重新拍。",
        "There is no such photo; take it again.",
    ),
    "refused.damaged_photo": (
        "留下的这张照片已损坏，从它学不到牌；账不受影响。",
        "The photo that was kept is damaged and teaches nothing; the scores are not touched.",
    ),
    "refused.cannot_keep": (
        "照片存不下：{why}；请腾出空间或检查存储卡，也可以点选牌。",
        "The photo cannot be kept: {why}; free some space or check the card, or tap the tiles in.",
    ),
    "refused.bad_picture_name": (
        "不会写“{name}”这种图片；请用 .jpg 或 .png。",
        "{name} is no kind of picture that can be written; use .jpg or .png.",
    ),
    "refused.cannot_write": ("写不了 {name}：{why}。", "Cannot write {name}: {why}."),
    "refused.port_taken": (
        "在 {host}:{port} 开不了服务：{why}；请换一个 --port。",
        "Cannot listen on {host}:{port}: {why}; choose another --port.",
    ),
    "refused.not_a_file": (
        "{database} 不是 SQLite 文件；请用数据库自己的备份工具。",
        "{database} is no SQLite file; use your database's own tool for backups.",
    ),
    "refused.no_backup": ("没有 {file} 这个备份。", "There is no backup {file}."),
    "refused.bad_backup": (
        "{file} 不是好的备份（{why}），账本没有动；请换一个备份。",
        "{file} is no good backup ({why}), the ledger was left alone; choose another one.",
    ),
    "refused.ledger_in_use": (
        "{file} 正由一个 paizhuo serve 使用，没有动它；请先停掉它（sudo systemctl stop paizhuo）。",
        "A `paizhuo serve` runs on {file}, which was left alone; stop it first "
        "(sudo systemctl stop paizhuo).",
    ),
    "refused.nothing_to_undo": (
        "没有这么多步可以撤销。",
        "There are not that many steps to undo.",
    ),
}
