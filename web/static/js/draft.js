// The deal as it is being entered: plain values and functions, no page.

const SUITS = "mps"

export function newDraft(page) {
  const draft = {
    number: page.number,
    wins: page.outcome === "win" ? [newWin(null)] : [],
    active: 0,
    by: null,
    from: null,
    robbed: null,
    melds: page.names.map(() => []),
    kongs: [],
    mode: "winning",
    birds: newHand(),
    wall_remaining: null,
    wall_exhausted: false,
    first_discard: null,
    last_drawer: null,
    hands: page.outcome === "draw" && page.asks.includes("hands_at_draw") ? page.names.map(() => newHand()) : [],
    twelve: [],
    offender: null,
    photos: {},
  }
  takeKongs(draft, page)
  return draft
}

// A hand, or tiles beside it: {tile, doubtful, runners, group}, and of one that was read in a
// photo which photo, and its place in that photo's `seen`.
const newHand = () => ({tiles: [], photo: null, problems: []})

export const newWin = (seat) => ({
  ...newHand(),
  seat,
  winning: null,
  flags: [],
  flowers: newHand(),
  no_flowers: false,
  kong_index: null,
  passed_tile: null,
})

export const typed = (tile) => ({tile, doubtful: false, runners: []})
const apart = (text) => (text ? text.split(" ").map(typed) : [])

// The draft of a deal that was settled before: toDeal makes that deal of it again.
export function fromDeal(page) {
  const {melds, wins = [], hands_at_draw: hands = [], first_discards: discards, twelve_tile_log: twelve = [], birds = [], ...deal} = page.deal
  const draft = {...newDraft(page), mode: "change", twelve}
  for (const name of ["wall_remaining", "wall_exhausted", "last_drawer", "offender"]) draft[name] = deal[name] ?? draft[name]
  draft.melds = melds.map((row) => row.map(({tiles, as: stands, from = null, ...meld}) =>
    ({...meld, from, tiles: tiles.split(" "), ...(stands ? {as: stands.split(" ")} : {})})))
  for (const {seat, concealed} of draft.hands.length ? hands : []) draft.hands[seat].tiles = apart(concealed)
  draft.birds.tiles = birds.map(typed)
  if (discards?.every((tile) => tile === discards[0])) draft.first_discard = discards[0]
  if (page.photo) draft.photos[page.photo.name] = {...page.photo, seen: []}
  const kept = page.photo?.name ?? null
  if (page.outcome === "win") {
    const [{by, from = null, robbed = "added_kong"}] = wins
    Object.assign(draft, {by, from, robbed: by === "robbed_kong" ? robbed : null})
    draft.wins = wins.map(({seat, concealed, winning_tile: won, flowers, ...win}) => {
      const tiles = [...apart(concealed), typed(won)]
      return {...newWin(seat), ...win, tiles, winning: tiles.length - 1,
        flowers: {...newHand(), tiles: (flowers ?? []).map(typed)}, no_flowers: flowers?.length === 0}
    })
    draft.wins[0].photo = kept
  } else if (draft.hands.length) draft.hands[0].photo = kept
  return draft
}

// The hand being edited: that of the active winner, or of a seat at a draw.
export const handOf = (draft) => draft.wins[draft.active] ?? draft.hands[draft.active] ?? null
export const seatOf = (draft) => (draft.wins.length ? draft.wins[draft.active]?.seat : draft.active)

// The tile that all winners win on lies in the first one's hand.
const sharedTile = (draft) => draft.wins[0]?.tiles[draft.wins[0].winning]?.tile ?? null
const isLater = (draft) => draft.wins.indexOf(handOf(draft)) > 0

// What a winner wins on: a tile of his own hand, or of a later winner that of the first.
export function winningTile(draft) {
  const hand = handOf(draft)
  if (hand.winning !== null) return hand.tiles[hand.winning].tile
  return isLater(draft) ? sharedTile(draft) : null
}

export const needsWinning = (draft) => draft.wins.length > 0 && handOf(draft).winning === null && !isLater(draft)

export function tilesWanted(draft, number = draft.active) {
  const seat = draft.wins.length ? draft.wins[number].seat : number
  const melds = seat === null || seat === undefined ? 0 : draft.melds[seat].length
  const takes = draft.wins.length && (number === 0 || draft.wins[number].winning !== null)
  return (takes ? 14 : 13) - 3 * melds
}

// ---- photos --------------------------------------------------------------------------------

export const isFlower = (tile) => /^\d+f$/.test(tile)

// A photo enters the draft: who may look at its tiles again finds there what each was read as and
// what it is.
function keepPhoto(draft, hand, reading) {
  const left = [...draft.wins, ...draft.hands, draft.birds, ...draft.wins.map((win) => win.flowers)]
  if (left.filter((one) => one.photo === hand.photo).length === 1) delete draft.photos[hand.photo]
  hand.photo = reading.photo
  hand.problems = reading.problems.map((problem) => problem.message)
  draft.photos[reading.photo] = {
    name: reading.photo,
    url: reading.photo_url,
    width: reading.width,
    height: reading.height,
    seen: reading.tiles.map(({tile, quad, confidence}) => ({quad, read: tile, confidence, tile})),
  }
  return reading.tiles.map((one, number) => ({
    tile: one.tile,
    doubtful: reading.doubtful.includes(number) || one.tile === "back",
    runners: one.runners_up.map(([runner]) => runner),
    group: `${one.row} ${one.group}`,
    photo: reading.photo,
    seen: number,
  }))
}

// A reading becomes the hand; a tile that lies apart, alone, is taken for the winning one, melds
// that are known are found again, and flowers, which are no part of the hand, are his flowers.
export function takeReading(draft, reading) {
  const hand = handOf(draft)
  const tiles = keepPhoto(draft, hand, reading)
  const flowers = tiles.filter((one) => isFlower(one.tile))
  if (flowers.length && hand.flowers) Object.assign(hand, {flowers: {...newHand(), tiles: flowers}, no_flowers: false})
  hand.tiles = withoutMelds(draft, tiles.filter((one) => !isFlower(one.tile)))
  hand.winning = null
  if (!draft.wins.length) return
  const alone = groupsOf(hand).filter((numbers) => numbers.length === 1)
  if (groupsOf(hand).length > 1 && alone.length === 1) {
    const [[number]] = alone
    if (!isLater(draft) || hand.tiles[number].tile === sharedTile(draft)) hand.winning = number
  }
  draft.mode = needsWinning(draft) ? "winning" : "change"
}

// A reading is added to tiles beside the hand: birds, or a winner's flowers.
export function addReading(draft, beside, reading, fits) {
  const tiles = keepPhoto(draft, beside, reading).filter((one) => fits(one.tile))
  beside.tiles = [...beside.tiles, ...tiles]
}

// The tiles of a hand as gaps part them, by number.
function groupsOf(hand) {
  const groups = new Map()
  hand.tiles.forEach(({group}, number) => group !== undefined && groups.set(group, [...(groups.get(group) ?? []), number]))
  return [...groups.values()]
}

// What is left of a photo's tiles once the melds of that player, which lie in it too, are taken.
function withoutMelds(draft, tiles) {
  let left = tiles
  for (const meld of draft.melds[seatOf(draft)] ?? []) {
    const [found] = groupsOf({tiles: left}).map((numbers) => numbers.map((number) => left[number])).filter((group) => isMeld(meld, group))
    if (!found) continue
    meld.parts = found
    left = left.filter((one) => !found.includes(one))
  }
  return left
}

function isMeld(meld, group) {
  const seen = group.map((one) => one.tile)
  if (seen.length !== meld.tiles.length) return false
  if (isKong(meld.type)) return seen.includes(meld.tiles[0]) && seen.every((tile) => tile === meld.tiles[0] || tile === "back")
  return [...seen].sort().join() === [...meld.tiles].sort().join()
}

// Groups of a photo that lie apart and are a meld of the rule set: [{type, tiles, numbers}].
export function meldsApart(hand, types) {
  const groups = groupsOf(hand)
  const longest = Math.max(0, ...groups.map((numbers) => numbers.length))
  return groups.filter((numbers) => numbers.length > 2 && numbers.length < longest && !numbers.includes(hand.winning)).flatMap((numbers) =>
    meldsWith(hand, numbers[0], types).filter((meld) => meld.numbers.length === numbers.length && meld.numbers.every((one) => numbers.includes(one))))
}

// A person says what a tile is.
export function setTile(draft, one, tile) {
  Object.assign(one, {tile, doubtful: false})
  name(draft, one, tile)
}

// A photo that was taken again is no longer kept, and its tiles need no name.
function name(draft, one, tile) {
  const seen = draft.photos[one.photo]?.seen
  if (seen) seen[one.seen].tile = tile
}

// What the photos were read as and what they are: {name: {width, tiles: [{quad, read, confidence, tile}]}}.
export const namedTiles = (draft) =>
  Object.values(draft.photos).map(({name, width, seen}) => ({photo: name, width, tiles: seen.filter((one) => one.tile !== null && one.tile !== "?")}))
    .filter(({tiles}) => tiles.length)

// The photo that is kept with the deal.
export const evidence = (draft) =>
  [...draft.wins, ...draft.hands, draft.birds, ...draft.wins.map((win) => win.flowers)].find((hand) => hand.photo)?.photo ?? null

// A win that a button proposed, as the table's camera saw it, begins the draft anew.
export function takeSeen(draft, page) {
  const {key, seat, feeder, reading} = page.seen
  Object.assign(draft, newDraft(page), {seen: key})
  draft.wins[0].seat = seat
  if (reading) takeReading(draft, reading)
  if (feeder !== null) Object.assign(draft, {by: "discard", from: feeder})
}

export function removeTile(draft, hand, number) {
  const [one] = hand.tiles.splice(number, 1)
  name(draft, one, null)
  moveWinning(hand, number)
}

function moveWinning(hand, number) {
  if (hand.winning === number) hand.winning = null
  else if (hand.winning > number) hand.winning -= 1
}

// ---- melds ---------------------------------------------------------------------------------

const rank = (tile) => (SUITS.includes(tile.at(-1)) ? Number(tile[0]) : 0)
const shifted = (tile, by) => `${rank(tile) + by}${tile.at(-1)}`

// The chow that begins with a tile, or null.
export const chowFrom = (tile) => (rank(tile) >= 1 && rank(tile) <= 7 ? [0, 1, 2].map((by) => shifted(tile, by)) : null)

// The melds of the rule set that a tile of the hand can be part of: {type, tiles, numbers}.
export function meldsWith(hand, number, types) {
  const free = hand.tiles.map((one, index) => ({tile: one.tile, index})).filter((one) => one.index !== hand.winning)
  const pick = (tiles) => {
    const left = [...free]
    const numbers = []
    for (const tile of tiles) {
      const at = left.findIndex((one) => one.tile === tile && (tile !== hand.tiles[number].tile || numbers.length || one.index === number))
      if (at < 0) return null
      numbers.push(left.splice(at, 1)[0].index)
    }
    return numbers.includes(number) ? numbers : null
  }
  const found = []
  const offer = (type, tiles, looks = tiles) => {
    const numbers = types.includes(type) ? pick(looks) : null
    if (numbers) found.push({type, tiles, numbers})
  }
  const tile = hand.tiles[number].tile
  if (number === hand.winning || tile === "?" || tile === "back") return found
  for (const start of rank(tile) ? [-2, -1, 0].map((by) => shifted(tile, by)) : []) {
    const run = chowFrom(start)
    if (run) offer("chow", run, [tile, ...run.filter((one) => one !== tile)])
  }
  offer("pung", Array(3).fill(tile))
  const four = Array(4).fill(tile)
  for (const type of ["exposed_kong", "added_kong", "concealed_kong"]) offer(type, four)
  offer("concealed_kong", four, [tile, tile, tile, "back"])
  offer("concealed_kong", four, [tile, tile, "back", "back"])
  return found
}

export function moveToMeld(draft, meld) {
  const hand = handOf(draft)
  const seat = seatOf(draft)
  const parts = [...meld.numbers].sort((one, other) => other - one).map((number) => {
    const [one] = hand.tiles.splice(number, 1)
    moveWinning(hand, number)
    return one
  })
  const added = {type: meld.type, tiles: meld.tiles, from: defaultFeeder(meld.type, seat, draft.melds.length), parts: parts.reverse()}
  draft.melds[seat].push(added)
  return added
}

// Only the previous player feeds a chow; who fed anything else has to be said.
export const defaultFeeder = (type, seat, players) => (type === "chow" ? (seat + players - 1) % players : null)
export const isFed = (type) => type !== "concealed_kong"
export const isKong = (type) => type.endsWith("kong")

export function backToHand(draft, seat, number) {
  const [meld] = draft.melds[seat].splice(number, 1)
  if (seat === seatOf(draft)) handOf(draft).tiles.push(...(meld.parts ?? meld.tiles.map(typed)))
}

// A joker takes the place of a tile of a meld, or gives it back; `as` says what the meld stands for.
export function toggleJoker(meld, at) {
  const stands = meld.as ?? meld.tiles
  meld.tiles = meld.tiles.map((tile, place) => (place !== at ? tile : tile === "X" ? stands[at] : "X"))
  if (meld.tiles.includes("X")) meld.as = stands
  else delete meld.as
}

// Kongs that were recorded while the deal runs are melds of it; one that was taken back is not.
export function takeKongs(draft, page) {
  const now = page.kongs.map((kong) => kong.seq)
  draft.melds = draft.melds.map((row) => row.filter(({seq}) => seq === undefined || now.includes(seq)))
  for (const {seq, seat, meld} of page.kongs)
    if (!draft.kongs.includes(seq)) draft.melds[seat].push({from: null, ...meld, tiles: meld.tiles.split(" "), seq})
  draft.kongs = now
}

// Kongs of others that can have been robbed of a tile: [{seat, kind}].
export const robbed = (draft, page, tile) => draft.melds.flatMap((row, seat) => row.filter((meld) =>
  meld.type === "added_kong" && meld.tiles[0] === tile && page.robbable.includes(meld.type) && !draft.wins.some((win) => win.seat === seat))
  .map((meld) => ({seat, kind: meld.type})))

// ---- the deal ------------------------------------------------------------------------------

// What has to be said before the server can settle, as a catalogue key, or null.
export function lacks(draft, page) {
  if (page.outcome === "false_win") return draft.offender === null ? "need.offender" : null
  if (draft.melds.some((row) => row.some((meld) => isFed(meld.type) && meld.from === null))) return "need.feeder"
  for (const [number, win] of draft.wins.entries()) {
    if (win.seat === null) return "need.winner"
    if (!win.tiles.length) return "need.tiles"
    if (number === 0 && win.winning === null) return "need.winning"
    if (page.asks.includes("flowers") && !win.flowers.tiles.length && !win.no_flowers) return "need.flowers"
  }
  if (draft.wins.length && draft.by === null) return "need.how"
  if (draft.wins.length && page.asks.includes("wall_remaining") && draft.wall_remaining === null) return "need.wall"
  if (draft.hands.some((hand) => !hand.tiles.length)) return "need.hands"
  if (page.outcome === "draw" && page.asks.includes("last_drawer") && draft.last_drawer === null) return "need.last_drawer"
  return null
}

const text = (tiles) => tiles.join(" ")
const names = (tiles) => tiles.map((one) => one.tile)

// The deal in the format of the API; dealer, players and round wind are the table's.
export function toDeal(draft, page) {
  const deal = {
    outcome: page.outcome,
    melds: draft.melds.map((row) =>
      row.map(({from, tiles, as: stands, parts, seq, ...meld}) => ({
        ...meld,
        tiles: text(tiles),
        ...(stands ? {as: text(stands)} : {}),
        ...(isFed(meld.type) ? {from} : {}),
      })),
    ),
  }
  if (draft.wins.length) deal.wins = draft.wins.map((win) => toWin(draft, page, win))
  const shown = draft.hands.map((hand, seat) => ({seat, concealed: text(names(hand.tiles))}))
  if (shown.some((hand) => hand.concealed)) deal.hands_at_draw = shown.filter((hand) => hand.concealed)
  if (draft.birds.tiles.length) deal.birds = names(draft.birds.tiles)
  if (draft.wall_remaining !== null) deal.wall_remaining = draft.wall_remaining
  if (draft.wall_exhausted) deal.wall_exhausted = true
  if (draft.first_discard) deal.first_discards = page.names.map(() => draft.first_discard)
  if (draft.last_drawer !== null) deal.last_drawer = draft.last_drawer
  if (draft.twelve.length) deal.twelve_tile_log = draft.twelve
  if (draft.offender !== null) deal.offender = draft.offender
  return deal
}

function toWin(draft, page, win) {
  const entry = {
    seat: win.seat,
    concealed: text(names(win.tiles.filter((_, number) => number !== win.winning))),
    winning_tile: win.winning === null ? sharedTile(draft) : win.tiles[win.winning].tile,
    by: draft.by,
  }
  if (draft.by !== "self_draw") entry.from = draft.from
  if (draft.by === "robbed_kong" && draft.robbed) entry.robbed = draft.robbed
  if (win.flags.length) entry.flags = win.flags
  if (win.flowers.tiles.length || win.no_flowers) entry.flowers = names(win.flowers.tiles)
  if (win.kong_index !== null) entry.kong_index = win.kong_index
  if (win.passed_tile !== null) entry.passed_tile = win.passed_tile
  if (win.logged_kongs) entry.logged_kongs = win.logged_kongs
  return entry
}

// The flags that can be true of a win as it stands; the server judges those that are set. A deal
// that is corrected keeps those it has, asked for or not.
export function flagsThatFit(draft, page, win) {
  const fits = {
    kong_bloom: draft.by === "self_draw" && win.seat !== null && draft.melds[win.seat].some((meld) => isKong(meld.type)),
    flower_bloom: draft.by === "self_draw" && win.flowers.tiles.length > 0,
    last_tile: draft.by === "self_draw",
    kong_discard: draft.by === "discard",
    heavenly: draft.by === "self_draw" && win.seat === page.dealer,
    earthly: win.seat !== page.dealer && page.earthly.includes(draft.by) && (draft.by !== "discard" || draft.from === page.dealer),
    human: draft.by === "discard" && draft.from === page.dealer,
  }
  return [...new Set([...page.flags, ...win.flags])].filter((flag) => fits[flag])
}
