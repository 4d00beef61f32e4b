// The deal as it is being entered: plain values and functions, no page.

const SUITS = "mps"

export function newDraft(page) {
  return {
    wins: page.outcome === "win" ? [newWin(null)] : [],
    active: 0,
    by: null,
    from: null,
    robbed: null,
    melds: page.names.map(() => []),
    mode: "winning",
    birds: [],
    wall_remaining: null,
    wall_exhausted: false,
    first_discard: null,
    last_drawer: null,
    hands: page.outcome === "draw" && page.fields.includes("hands_at_draw") ? page.names.map(() => newHand()) : [],
    twelve: [],
    offender: null,
  }
}

export const typed = (tile) => ({tile, quad: null, doubtful: false, runners: []})
const apart = (text) => (text ? text.split(" ").map(typed) : [])

// The draft of a deal that was settled before: toDeal makes that deal of it again.
export function fromDeal(page) {
  const {melds, wins = [], hands_at_draw: hands = [], first_discards: discards, twelve_tile_log: twelve = [], ...deal} = page.deal
  const draft = {...newDraft(page), mode: "change", twelve}
  for (const name of Object.keys(draft)) draft[name] = deal[name] ?? draft[name]
  draft.melds = melds.map((row) => row.map(({tiles, as: stands, from = null, ...meld}) =>
    ({...meld, from, tiles: tiles.split(" "), ...(stands ? {as: stands.split(" ")} : {})})))
  for (const {seat, concealed} of hands) draft.hands[seat].tiles = apart(concealed)
  if (discards?.every((tile) => tile === discards[0])) draft.first_discard = discards[0]
  if (page.outcome !== "win") return draft
  const [{by, from = null, robbed = "added_kong"}] = wins
  Object.assign(draft, {by, from, robbed: by === "robbed_kong" ? robbed : null})
  draft.wins = wins.map(({seat, concealed, winning_tile: won, ...win}, number) => {
    const tiles = [...apart(concealed), typed(won)]
    return {...newWin(seat), ...win, tiles, winning: tiles.length - 1, photo: number ? null : page.photo}
  })
  return draft
}

const newHand = () => ({tiles: [], photo: null, problems: []})

export const newWin = (seat) => ({
  ...newHand(),
  seat,
  winning: null,
  flags: [],
  flowers: null,
  kong_index: null,
  passed_tile: null,
})

// The hand being edited: that of the active winner, or of a seat at a draw.
export const handOf = (draft) => draft.wins[draft.active] ?? draft.hands[draft.active] ?? null
export const seatOf = (draft) => (draft.wins.length ? draft.wins[draft.active]?.seat : draft.active)

export function tilesWanted(draft) {
  const seat = seatOf(draft)
  const melds = seat === null || seat === undefined ? 0 : draft.melds[seat].length
  return (draft.wins.length ? 14 : 13) - 3 * melds
}

// A reading becomes the hand; a tile that lies apart, alone, is taken for the winning one, and
// flowers, which are no part of the hand, for his flowers.
export function takeReading(draft, reading) {
  const hand = handOf(draft)
  hand.photo = {name: reading.photo, url: reading.photo_url, width: reading.width, height: reading.height}
  const seen = reading.tiles.map((one, number) => ({...one, doubtful: reading.doubtful.includes(number) || one.tile === "back"}))
  const flowers = seen.filter((one) => one.tile.endsWith("f")).map((one) => one.tile)
  if (flowers.length) hand.flowers = flowers
  const tiles = seen.filter((one) => !one.tile.endsWith("f"))
  hand.tiles = tiles.map(({tile, quad, doubtful, runners_up}) => ({tile, quad, doubtful, runners: runners_up.map(([runner]) => runner)}))
  hand.problems = reading.problems.map((problem) => problem.message)
  const groups = new Map()
  tiles.forEach((one, number) => {
    const group = `${one.row} ${one.group}`
    groups.set(group, [...(groups.get(group) ?? []), number])
  })
  const alone = [...groups.values()].filter((numbers) => numbers.length === 1)
  if (draft.wins.length) hand.winning = groups.size > 1 && alone.length === 1 ? alone[0][0] : null
  draft.mode = hand.winning === null ? "winning" : "change"
}

// A win that a button proposed, as the table's camera saw it, begins the draft anew.
export function takeSeen(draft, page) {
  const {key, seat, feeder, reading} = page.seen
  Object.assign(draft, newDraft(page), {seen: key})
  draft.wins[0].seat = seat
  if (reading) takeReading(draft, reading)
  if (feeder !== null) Object.assign(draft, {by: "discard", from: feeder})
}

export function removeTile(hand, number) {
  hand.tiles.splice(number, 1)
  if (hand.winning === number) hand.winning = null
  else if (hand.winning > number) hand.winning -= 1
}

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
  for (const number of [...meld.numbers].sort((one, other) => other - one)) removeTile(hand, number)
  const seat = seatOf(draft)
  const added = {type: meld.type, tiles: meld.tiles, from: defaultFeeder(meld.type, seat, draft.melds.length)}
  draft.melds[seat].push(added)
  return added
}

// Only the previous player feeds a chow; who fed anything else has to be said.
export const defaultFeeder = (type, seat, players) => (type === "chow" ? (seat + players - 1) % players : null)
export const isFed = (type) => type !== "concealed_kong"
export const isKong = (type) => type.endsWith("kong")

export function backToHand(draft, seat, number) {
  const [meld] = draft.melds[seat].splice(number, 1)
  if (seat === seatOf(draft)) handOf(draft).tiles.push(...meld.tiles.map(typed))
}

// A joker takes the place of a tile of a meld, or gives it back; `as` says what the meld stands for.
export function toggleJoker(meld, at) {
  const stands = meld.as ?? meld.tiles
  meld.tiles = meld.tiles.map((tile, place) => (place !== at ? tile : tile === "X" ? stands[at] : "X"))
  if (meld.tiles.includes("X")) meld.as = stands
  else delete meld.as
}

// What has to be said before the server can settle, as a catalogue key, or null.
export function lacks(draft, page) {
  if (page.outcome === "false_win") return draft.offender === null ? "need.offender" : null
  if (draft.melds.some((row) => row.some((meld) => isFed(meld.type) && meld.from === null))) return "need.feeder"
  for (const win of draft.wins) {
    if (win.seat === null) return "need.winner"
    if (!win.tiles.length) return "need.tiles"
    if (win.winning === null) return "need.winning"
    if (win.flowers === null && page.fields.includes("flowers")) return "need.flowers"
  }
  if (draft.wins.length && draft.by === null) return "need.how"
  return null
}

const text = (tiles) => tiles.join(" ")

// The deal in the format of the API; dealer, players and round wind are the table's.
export function toDeal(draft, page) {
  const deal = {
    outcome: page.outcome,
    melds: draft.melds.map((row) =>
      row.map(({from, tiles, as: stands, ...meld}) => ({
        ...meld,
        tiles: text(tiles),
        ...(stands ? {as: text(stands)} : {}),
        ...(isFed(meld.type) ? {from} : {}),
      })),
    ),
  }
  if (draft.wins.length) deal.wins = draft.wins.map((win) => toWin(draft, page, win))
  const shown = draft.hands.map((hand, seat) => ({seat, concealed: text(hand.tiles.map((one) => one.tile))}))
  if (shown.some((hand) => hand.concealed)) deal.hands_at_draw = shown.filter((hand) => hand.concealed)
  if (draft.birds.length) deal.birds = draft.birds
  if (draft.wall_remaining !== null) deal.wall_remaining = draft.wall_remaining
  if (draft.wall_exhausted) deal.wall_exhausted = true
  if (draft.first_discard) deal.first_discards = page.names.map(() => draft.first_discard)
  if (draft.last_drawer !== null) deal.last_drawer = draft.last_drawer
  if (draft.twelve.length) deal.twelve_tile_log = draft.twelve
  if (draft.offender !== null) deal.offender = draft.offender
  return deal
}

function toWin(draft, page, win) {
  const shared = draft.wins[0]
  const winning = shared.tiles[shared.winning].tile
  const entry = {
    seat: win.seat,
    concealed: text(win.tiles.filter((_, number) => number !== win.winning).map((one) => one.tile)),
    winning_tile: win === shared ? winning : win.tiles[win.winning].tile,
    by: draft.by,
  }
  if (draft.by !== "self_draw") entry.from = draft.from
  if (draft.by === "robbed_kong" && draft.robbed) entry.robbed = draft.robbed
  if (win.flags.length) entry.flags = win.flags
  if (win.flowers !== null) entry.flowers = win.flowers
  if (win.kong_index !== null) entry.kong_index = win.kong_index
  if (win.passed_tile !== null) entry.passed_tile = win.passed_tile
  if (win.logged_kongs) entry.logged_kongs = win.logged_kongs
  return entry
}

// The flags that can be true of a win as it stands; the server judges those that are set.
export function flagsThatFit(draft, page, win) {
  const fits = {
    kong_bloom: draft.by === "self_draw" && win.seat !== null && draft.melds[win.seat].some((meld) => isKong(meld.type)),
    flower_bloom: draft.by === "self_draw" && win.flowers?.length > 0,
    last_tile: draft.by === "self_draw",
    kong_discard: draft.by === "discard",
    heavenly: draft.by === "self_draw" && win.seat === page.dealer,
    earthly: win.seat !== page.dealer && page.earthly.includes(draft.by) && (draft.by !== "discard" || draft.from === page.dealer),
    human: draft.by === "discard" && draft.from === page.dealer,
  }
  return page.flags.filter((flag) => fits[flag])
}
