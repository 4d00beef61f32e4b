// One hand: its photo with what was read drawn over it, its tiles, and which of them won.

import {chip, change, draft, field, page, sheet, t, tileName, view, words} from "./entry.js"
import {addReading, backToHand, handOf, isFed, isFlower, meldsApart, meldsWith, moveToMeld, needsWinning, removeTile, seatOf, setTile,
  takeReading, tilesWanted, typed, winningTile} from "./draft.js"
import {h} from "./dom.js"
import {editMeld} from "./melds.js"
import {language} from "./server.js"
import {photoOf, progress, readDemo, sources} from "./sources.js"
import {face, faceAt, keyboard} from "./tiles.js"

export function drawHand(redrawHand) {
  const hand = handOf(draft)
  if (!hand || (draft.wins.length && hand.seat === null)) return []
  const take = (reading) => change(() => takeReading(draft, reading))
  const empty = !hand.tiles.length
  return [
    h("div.hand-head", null, h("h2", null, draft.wins.length ? t("deal.tiles") : t("deal.tiles_of", {name: page.names[seatOf(draft)]})), count(hand)),
    progress(view),
    !view.reading && photoOf(hand) && drawPhoto(hand, photoOf(hand)),
    hand.problems.map((message) => h("p.hint.warn", null, message[language])),
    !empty && drawStrip(hand),
    view.hint && h("p.hint.warn", {role: "status"}, view.hint),
    h("div.sources", null,
      sources(view, redrawHand, take, {first: empty, seat: seatOf(draft)}),
      h("button.button.plain", {type: "button", "data-key": "tap", onclick: addTiles}, empty ? t("deal.tap") : t("deal.add")),
      empty && h("button.button.plain", {type: "button", "data-key": "demo", onclick: () => readDemo(view, redrawHand, take)}, t("deal.demo"))),
  ]
}

function count(hand) {
  const wanted = tilesWanted(draft)
  return h(`span.count${hand.tiles.length === wanted ? ".full" : ""}`, null, `${hand.tiles.length} / ${wanted}`)
}

// ---- tiles in a row ------------------------------------------------------------------------

function drawStrip(hand) {
  const winners = draft.wins.length > 0
  const waiting = needsWinning(draft)
  return [
    winners && draft.wins[0] === hand && h("div.tabs.modes", null,
      chip(t("deal.mode_winning"), draft.mode === "winning", () => change(() => (draft.mode = "winning"))),
      chip(t("deal.mode_change"), draft.mode === "change", () => change(() => (draft.mode = "change")))),
    h("div.strip", {"data-drop": "hand"},
      hand.tiles.map((one, number) => number !== hand.winning && stripTile(hand, one, number)),
      winners && h("div.winning-place", {"data-drop": "winning"}, winningPlace(hand))),
    hand.tiles.some((one) => one.doubtful) && h("p.hint.warn", null, t("deal.doubtful_hint")),
    winners && waiting && h("p.hint", null, t("deal.pick_winning")),
    drawApart(hand),
  ]
}

function stripTile(hand, one, number) {
  const winning = number === hand.winning
  return h(`button.strip-tile${one.doubtful ? ".doubtful" : ""}${winning ? ".winning" : ""}`, {
    type: "button", "data-key": `tile-${number}`, "data-drag": `tile ${number}`, onclick: () => tapTile(hand, number),
    "aria-label": [tileName(one.tile), one.doubtful && t("deal.doubtful"), winning && t("deal.winning")].filter(Boolean).join(", "),
  }, face(one.tile, words), winning && h("span.flag", null, t("deal.winning_short")))
}

// The tile that won: his own, that of the first winner, or a place to put one.
function winningPlace(hand) {
  if (hand.winning !== null) return stripTile(hand, hand.tiles[hand.winning], hand.winning)
  const shared = winningTile(draft)
  if (shared) return h("div.strip-tile.winning", {role: "img", "aria-label": `${tileName(shared)}, ${t("deal.winning")}`},
    face(shared, words), h("span.flag", null, t("deal.winning_short")))
  return h("button.strip-tile.add", {type: "button", "data-key": "winning-place", "aria-label": t("deal.mode_winning"),
    onclick: () => change(() => (draft.mode = "winning"))}, t("deal.winning_short"))
}

// Groups that lie apart in the photo may be melds: whoever knows taps them.
function drawApart(hand) {
  if (!draft.wins.length) return null
  const found = meldsApart(hand, page.melds)
  return found.length > 0 && field(t("deal.apart"), h("div.chips", null, found.map((meld) => meldButton(meld, () => {}))))
}

function meldButton(meld, close) {
  return h("button.button.meld-offer", {type: "button", onclick: () => {
    close()
    put(meld)
  }}, t(`meld.${meld.type}`), h("span.tiles", null, meld.tiles.map((tile) => face(tile, words, "small"))))
}

function put(meld) {
  const seat = seatOf(draft)
  let added
  change(() => (added = moveToMeld(draft, meld)))
  if (isFed(added.type) && added.from === null) editMeld(seat, draft.melds[seat].indexOf(added))
}

// What was let go where: tiles between the hand, the melds and the place of the winning tile.
export function dropped(what, place) {
  const [kind, ...numbers] = what.split(" ")
  const [target, row] = place.split(" ")
  const hand = handOf(draft)
  const seat = seatOf(draft)
  if (kind === "meld") {
    const [owner, number] = numbers.map(Number)
    if (target === "hand" && owner === seat) change(() => backToHand(draft, owner, number))
    return
  }
  const number = Number(numbers[0])
  if (target === "winning") setWinning(hand, number)
  else if (target === "hand" && number === hand.winning) setWinning(hand, null)
  else if (target === "melds" && Number(row) === seat) offerMelds(hand, number)
}

function setWinning(hand, number) {
  change(() => {
    hand.winning = number
    draft.mode = needsWinning(draft) ? "winning" : "change"
  })
}

function offerMelds(hand, number) {
  const offers = meldsWith(hand, number, page.melds)
  if (offers.length === 1) put(offers[0])
  else if (offers.length) sheet(t("deal.which_meld"), (close) => h("div.sheet-acts", null, offers.map((meld) => meldButton(meld, close))))
  else change(() => (view.hint = t("deal.no_meld", {tile: tileName(hand.tiles[number].tile)})))
}

// ---- the photo -----------------------------------------------------------------------------

// Close to the tiles, each outlined with what it is taken for drawn beside it.
function drawPhoto(hand, photo) {
  const inHand = new Map(hand.tiles.map((one, number) => [one.photo === photo.name ? one.seen : null, {held: one, number}]))
  const melds = draft.melds[seatOf(draft)] ?? []
  const seen = photo.seen.map((one, at) => ({...one, at, ...inHand.get(at)})).filter((one) => one.tile !== null)
  const points = seen.flatMap((one) => one.quad)
  if (!points.length) return h("figure.photo", null, h("img", {src: photo.url, alt: t("deal.photo")}))
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]))
  const size = Math.sqrt(seen.reduce((sum, one) => sum + area(one.quad), 0) / seen.length)
  const left = Math.max(0, Math.min(...xs) - size)
  const top = Math.max(0, Math.min(...ys) - size * 1.6)
  const width = Math.min(photo.width, Math.max(...xs) + size) - left
  const height = Math.min(photo.height, Math.max(...ys) + size * 1.6) - top
  const tap = ({at, number}) => {
    if (number !== undefined) return tapTile(hand, number)
    const meld = melds.findIndex(({parts}) => parts?.some((one) => one.photo === photo.name && one.seen === at))
    if (meld >= 0) editMeld(seatOf(draft), meld)
  }
  return h("figure.photo", null,
    h("svg", {viewBox: `${left} ${top} ${width} ${height}`, role: "group", "aria-label": t("deal.photo")},
      h("image", {href: photo.url, width: photo.width, height: photo.height, preserveAspectRatio: "none"}),
      seen.map((one) => {
        const x = one.quad.reduce((sum, [at]) => sum + at, 0) / 4
        const y = Math.min(...one.quad.map(([, at]) => at))
        const winning = one.number !== undefined && one.number === hand.winning
        return h(`g.seen${one.held?.doubtful ? ".doubtful" : ""}${winning ? ".winning" : ""}`, {onclick: () => tap(one), "data-tile": one.tile},
          // The face above a tile and the tile are one thing to tap, with no gap between.
          h("rect", {x: x - size * 0.42, y: y - size * 1.2, width: size * 0.84, height: size * 1.4, fill: "transparent"}),
          h("polygon", {points: one.quad.map((corner) => corner.join(",")).join(" "), "stroke-width": size * 0.06}),
          faceAt(one.tile, x - size * 0.42, y - size * 1.2, size * 1.12))
      })))
}

const area = (quad) => Math.abs(quad.reduce((sum, [x, y], at) => {
  const [nextX, nextY] = quad[(at + 1) % quad.length]
  return sum + x * nextY - nextX * y
}, 0)) / 2

// ---- one tile ------------------------------------------------------------------------------

function tapTile(hand, number) {
  if (draft.wins[0] === hand && draft.mode === "winning") return setWinning(hand, number)
  const one = hand.tiles[number]
  sheet(tileName(one.tile), (close) => [
    ...whatItIs(one, page.tiles, close),
    h("div.sheet-acts", null,
      draft.wins[0] === hand && number !== hand.winning && h("button.button", {type: "button", onclick: () => {
        setWinning(hand, number)
        close()
      }}, t("deal.make_winning")),
      meldsWith(hand, number, page.melds).map((meld) => meldButton(meld, close)),
      removeButton(hand, number, close)),
  ])
}

const removeButton = (row, number, close) => h("button.button.danger", {type: "button", onclick: () => {
  change(() => removeTile(draft, row, number))
  close()
}}, t("deal.remove"))

// A tile's runners-up, and all the tiles it can be.
function whatItIs(one, tiles, close) {
  const become = (tile) => {
    change(() => setTile(draft, one, tile))
    close()
  }
  return [
    one.runners.length > 0 && field(t("deal.perhaps"), h("div.runners", null, [one.tile, ...one.runners.filter((tile) => tile !== one.tile)].map((tile) =>
      h(`button.key${tile === one.tile ? ".on" : ""}`, {type: "button", "aria-pressed": String(tile === one.tile), onclick: () => become(tile)}, face(tile, words))))),
    field(t("deal.is_really"), keyboard(tiles, words, become, [one.tile])),
  ]
}

function addTiles() {
  const hand = handOf(draft)
  typeIn(t("deal.tap"), hand, page.tiles, () => {
    if (draft.wins.length) draft.mode = needsWinning(draft) ? "winning" : "change"
  }, () => count(hand))
}

// Tiles tapped in, one after another. `after` is what else a tile changes, `below` what else the
// sheet holds.
function typeIn(title, row, choices, after, counted, below = () => []) {
  const redrawSheet = sheet(title, (close) => [
    h("div.strip.typed", null, row.tiles.map((one, number) => h("button.strip-tile", {type: "button", "aria-label": t("deal.remove_tile", {tile: tileName(one.tile)}),
      onclick: () => {
        change(() => removeTile(draft, row, number))
        redrawSheet()
      }}, face(one.tile, words))), counted()),
    keyboard(choices, words, (tile) => {
      change(() => {
        row.tiles.push(typed(tile))
        after()
      })
      redrawSheet()
    }),
    below(() => redrawSheet()),
    h("button.button.primary.wide", {type: "button", "data-key": "done", onclick: close}, t("deal.done")),
  ])
}

// ---- tiles beside the hand -----------------------------------------------------------------

// Birds or flowers: tapped in or photographed, and changed like the tiles of a hand.
export const drawBeside = (title, row, choices, after = () => {}) => h("div.strip", null,
  row.tiles.map((one, number) => h(`button.strip-tile${one.doubtful ? ".doubtful" : ""}`, {
    type: "button", "aria-label": [tileName(one.tile), one.doubtful && t("deal.doubtful")].filter(Boolean).join(", "),
    onclick: () => sheet(tileName(one.tile), (close) => [
      ...whatItIs(one, choices, close),
      h("div.sheet-acts", null, removeButton(row, number, close)),
    ])}, face(one.tile, words))),
  h("button.strip-tile.add", {type: "button", "aria-label": t("deal.add"), onclick: () => addBeside(title, row, choices, after)}, "+"))

function addBeside(title, row, choices, after) {
  const part = {reading: null, photoRefusal: null, retry: null}
  const fits = (tile) => isFlower(tile) === choices.every(isFlower)
  typeIn(title, row, choices, after, () => null, (redrawSheet) => [
    progress(part),
    h("div.sources", null, sources(part, redrawSheet, (reading) => {
      change(() => {
        addReading(draft, row, reading, fits)
        after()
      })
      redrawSheet()
    }, {first: false, seat: null})),
  ])
}
