// The page that enters one deal: winner, tiles, how, settlement, confirm.

import {h, openSheet, redraw} from "./dom.js"
import {backToHand, chowFrom, defaultFeeder, flagsThatFit, fromDeal, handOf, isFed, isKong, lacks, meldsWith, moveToMeld,
  newDraft, newWin, removeTile, seatOf, takeReading, takeSeen, tilesWanted, toDeal, toggleJoker, typed} from "./draft.js"
import {Refused, language, postJson, postPhoto} from "./server.js"
import {face, faceAt, keyboard} from "./tiles.js"
import {loadWords} from "./words.js"

const main = document.getElementById("deal")
const page = JSON.parse(main.dataset.page)
const words = await loadWords(page.urls.words)
const {t} = words
const STORE = `deal ${page.urls.confirm} ${page.after} ${page.outcome}`

const draft = JSON.parse(sessionStorage.getItem(STORE)) ?? (page.deal ? fromDeal(page) : newDraft(page))
if (page.seen && draft.seen !== page.seen.key) takeSeen(draft, page)
const view = {reading: null, refusal: null, question: null, photoRefusal: null, settled: null, confirming: false}
let asked = 0

const parts = {}
for (const name of ["who", "hand", "how", "more", "melds", "result", "dock"]) parts[name] = h(`section.part-${name}`)
const {result, dock, ...entry} = parts
main.replaceChildren(h("div.entry", null, Object.values(entry)), h("div.outcome", null, result), dock)

// ---- small pieces -------------------------------------------------------------------------

const person = (seat) => h("span.person", {translate: "no"}, page.names[seat])
const chip = (label, on, onclick, props = {}) =>
  h(`button.chip${on ? ".on" : ""}`, {type: "button", "aria-pressed": String(Boolean(on)), onclick, ...props}, label)
const seatChips = (chosen, onpick, leave = []) =>
  h("div.chips", null, page.names.map((_, seat) => leave.includes(seat) ? null :
    chip(person(seat), chosen === seat, () => onpick(seat), {"data-key": `seat-${seat}`})))
const field = (label, ...children) => h("div.field", {role: "group", "aria-label": label}, h("span.field-name", null, label), children)
const sheet = (title, draw) => openSheet(title, t("nav.close"), draw)

function change(act) {
  act()
  sessionStorage.setItem(STORE, JSON.stringify(draft))
  draw()
  settle()
}

// ---- winner -------------------------------------------------------------------------------

function drawWho() {
  if (page.outcome === "false_win")
    return [h("h2", null, t("deal.who_false")), seatChips(draft.offender, (seat) => change(() => (draft.offender = seat)))]
  if (page.outcome === "draw") return draft.hands.length ? [h("h2", null, t("deal.hands")),
    seatChips(draft.active, (seat) => change(() => (draft.active = seat)))] : []
  const win = draft.wins[draft.active]
  const taken = draft.wins.filter((one) => one !== win).map((one) => one.seat)
  return [
    h("h2", null, t("deal.who")),
    draft.wins.length > 1 && h("div.tabs", null, draft.wins.map((one, number) =>
      chip(one.seat === null ? t("deal.winner_n", {n: number + 1}) : person(one.seat), number === draft.active,
        () => change(() => (draft.active = number))))),
    h("div.seats", null, page.names.map((_, seat) =>
      h(`button.seat-button${win.seat === seat ? ".on" : ""}`, {
        type: "button", "data-key": `who-${seat}`, "aria-pressed": String(win.seat === seat), disabled: taken.includes(seat),
        onclick: () => change(() => {
          win.seat = seat
          if (draft.from === seat) draft.by = draft.from = null
        }),
      }, h("small", null, t(`wind.${page.seat_winds[seat]}`), seat === page.dealer && h("b.dealer-mark", null, t("table.dealer_short"))),
      person(seat)))),
  ]
}

// ---- tiles --------------------------------------------------------------------------------

async function readPhoto(file) {
  view.reading = URL.createObjectURL(file)
  view.photoRefusal = null
  draw()
  try {
    const answer = await postPhoto(page.urls.photos, file, t("lost"))
    const reading = await answer.json()
    view.reading = null
    change(() => takeReading(draft, reading))
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused
    view.reading = null
    view.photoRefusal = refused.message
    draw()
  }
}

const photoInput = (label, kind, capture) => h(`label.button.${kind}`, null, label,
  h("input.visually-hidden", {type: "file", accept: "image/*", capture, onchange: (event) => event.target.files[0] && readPhoto(event.target.files[0])}))

async function readDemo() {
  const answer = await fetch(page.urls.demo)
  await readPhoto(new File([await answer.blob()], "demo.jpg", {type: "image/jpeg"}))
}

function drawHand() {
  const hand = handOf(draft)
  if (!hand || (draft.wins.length && hand.seat === null)) return []
  return [
    h("div.hand-head", null, h("h2", null, t("deal.tiles")),
      count(hand)),
    view.reading ? h("figure.photo.reading", null, h("img", {src: view.reading, alt: ""}), h("figcaption", {role: "status"}, t("deal.reading")))
      : hand.photo && drawPhoto(hand),
    view.photoRefusal && h("p.refusal", {role: "alert"}, view.photoRefusal),
    hand.problems.map((message) => h("p.hint.warn", null, message[language])),
    hand.tiles.length > 0 && drawStrip(hand),
    h("div.sources", null,
      photoInput(hand.photo ? t("deal.again") : t("deal.camera"), hand.tiles.length ? "plain" : "primary", "environment"),
      photoInput(t("deal.album"), "plain"),
      h("button.button.plain", {type: "button", "data-key": "tap", onclick: addTiles}, hand.tiles.length ? t("deal.add") : t("deal.tap")),
      !hand.tiles.length && h("button.button.plain", {type: "button", onclick: readDemo}, t("deal.demo"))),
  ]
}

function count(hand) {
  const wanted = tilesWanted(draft)
  return h(`span.count${hand.tiles.length === wanted ? ".full" : ""}`, null, `${hand.tiles.length} / ${wanted}`)
}

function drawStrip(hand) {
  const choosing = draft.wins.length > 0
  return [
    choosing && h("div.tabs.modes", null,
      chip(t("deal.mode_winning"), draft.mode === "winning", () => change(() => (draft.mode = "winning"))),
      chip(t("deal.mode_change"), draft.mode === "change", () => change(() => (draft.mode = "change")))),
    h("div.strip", null,
      hand.tiles.map((one, number) => h(`button.strip-tile${one.doubtful ? ".doubtful" : ""}${number === hand.winning ? ".winning" : ""}`, {
        type: "button", "data-key": `tile-${number}`, onclick: () => tapTile(number),
        "aria-label": [words.names[one.tile] ?? one.tile, one.doubtful && t("deal.doubtful"), number === hand.winning && t("deal.winning")].filter(Boolean).join(", "),
      }, face(one.tile, words), number === hand.winning && h("span.flag", null, t("deal.winning_short"))))),
    hand.tiles.some((one) => one.doubtful) && h("p.hint.warn", null, t("deal.doubtful_hint")),
    choosing && hand.winning === null && h("p.hint", null, t("deal.pick_winning")),
  ]
}

// The photo, close to the tiles, each outlined with what was read drawn beside it.
function drawPhoto(hand) {
  const seen = hand.tiles.map((one, number) => ({...one, number})).filter((one) => one.quad)
  const points = seen.flatMap((one) => one.quad)
  if (!points.length) return h("figure.photo", null, h("img", {src: hand.photo.url, alt: t("deal.photo")}))
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const size = Math.sqrt(seen.reduce((sum, one) => sum + area(one.quad), 0) / seen.length)
  const left = Math.max(0, Math.min(...xs) - size)
  const top = Math.max(0, Math.min(...ys) - size * 1.6)
  const width = Math.min(hand.photo.width, Math.max(...xs) + size) - left
  const height = Math.min(hand.photo.height, Math.max(...ys) + size * 1.6) - top
  return h("figure.photo", null,
    h("svg", {viewBox: `${left} ${top} ${width} ${height}`, role: "group", "aria-label": t("deal.photo")},
      h("image", {href: hand.photo.url, width: hand.photo.width, height: hand.photo.height, preserveAspectRatio: "none"}),
      seen.map((one) => {
        const x = one.quad.reduce((sum, [at]) => sum + at, 0) / 4
        const y = Math.min(...one.quad.map(([, at]) => at))
        return h(`g.seen${one.doubtful ? ".doubtful" : ""}${one.number === hand.winning ? ".winning" : ""}`,
          {onclick: () => tapTile(one.number), "data-tile": one.tile},
          h("polygon", {points: one.quad.map((corner) => corner.join(",")).join(" "), "stroke-width": size * 0.06}),
          faceAt(one.tile, x - size * 0.42, y - size * 1.2, size * 1.12))
      })))
}

const area = (quad) => Math.abs(quad.reduce((sum, [x, y], at) => {
  const [nextX, nextY] = quad[(at + 1) % quad.length]
  return sum + x * nextY - nextX * y
}, 0)) / 2

function tapTile(number) {
  const hand = handOf(draft)
  if (draft.wins.length && draft.mode === "winning")
    return change(() => {
      hand.winning = number
      draft.mode = "change"
    })
  const one = hand.tiles[number]
  const become = (tile, close) => {
    change(() => Object.assign(one, {tile, doubtful: false, chosen: true}))
    close()
  }
  return sheet(t("deal.this_tile", {tile: words.names[one.tile] ?? one.tile}), (close) => [
    one.runners.length > 0 && field(t("deal.perhaps"), h("div.runners", null, [one.tile, ...one.runners.filter((tile) => tile !== one.tile)].map((tile) =>
      h(`button.key${tile === one.tile ? ".on" : ""}`, {type: "button", onclick: () => become(tile, close)}, face(tile, words))))),
    field(t("deal.is_really"), keyboard(page.tiles, words, (tile) => become(tile, close), [one.tile])),
    h("div.sheet-acts", null,
      draft.wins.length > 0 && number !== hand.winning && h("button.button", {type: "button", onclick: () => {
        change(() => (hand.winning = number))
        close()
      }}, t("deal.make_winning")),
      meldsWith(hand, number, page.melds).map((meld) => h("button.button.meld-offer", {type: "button", onclick: () => {
        close()
        let added
        change(() => (added = moveToMeld(draft, meld)))
        if (isFed(added.type) && added.from === null) editMeld(seatOf(draft), draft.melds[seatOf(draft)].indexOf(added))
      }}, t(`meld.${meld.type}`), h("span.tiles", null, meld.tiles.map((tile) => face(tile, words, "small"))))),
      h("button.button.danger", {type: "button", onclick: () => {
        change(() => removeTile(hand, number))
        close()
      }}, t("deal.remove"))),
  ])
}

function addTiles() {
  const hand = handOf(draft)
  const redrawSheet = sheet(t("deal.tap"), (close) => [
    h("div.strip.typed", null, hand.tiles.map((one, number) => h("button.strip-tile", {type: "button", "aria-label": t("deal.remove_tile", {tile: words.names[one.tile] ?? one.tile}),
      onclick: () => {
        change(() => removeTile(hand, number))
        redrawSheet()
      }}, face(one.tile, words))), count(hand)),
    keyboard(page.tiles, words, (tile) => {
      change(() => {
        hand.tiles.push(typed(tile))
        if (draft.wins.length) draft.mode = hand.winning === null ? "winning" : "change"
      })
      redrawSheet()
    }),
    h("button.button.primary.wide", {type: "button", onclick: close}, t("deal.done")),
  ])
}

// ---- how ----------------------------------------------------------------------------------

function drawHow() {
  const win = draft.wins[draft.active]
  if (!win || win.seat === null || !draft.wins.some((one) => one.tiles.length)) return []
  const others = page.names.map((_, seat) => seat).filter((seat) => !draft.wins.some((one) => one.seat === seat))
  const how = (by, from, label, robbed = null) => {
    const on = draft.by === by && draft.from === from && draft.robbed === robbed
    return h(`button.how${on ? ".on" : ""}`, {
      type: "button", "data-key": `how-${by}-${from}-${robbed}`, "aria-pressed": String(on),
      onclick: () => change(() => {
        Object.assign(draft, {by, from, robbed})
        for (const one of draft.wins) one.flags = one.flags.filter((flag) => flagsThatFit(draft, page, one).includes(flag))
      }),
    }, label)
  }
  return [
    h("h2", null, t("deal.how")),
    h("div.hows", null,
      draft.wins.length === 1 && how("self_draw", null, t("how.self_draw")),
      page.discard_wins && others.map((seat) => how("discard", seat, [person(seat), " ", t("how.discard")]))),
    h("details.rob", {open: draft.by === "robbed_kong"}, h("summary", null, t("how.robbed_kong")),
      page.robbable.map((kind) => h("div.hows", null, others.map((seat) =>
        how("robbed_kong", seat, [person(seat), " ", page.robbable.length > 1 ? t(`robbed.${kind}`) : t("how.robbed_kong")], kind))))),
  ]
}

// ---- what the rule set asks besides --------------------------------------------------------

const pickTile = (title, tiles, onpick) => sheet(title, (close) => keyboard(tiles, words, (tile) => {
  onpick(tile)
  close()
}))

const tileList = (tiles, title, choices, onchange) => h("div.strip", null,
  tiles.map((tile, number) => h("button.strip-tile", {type: "button", "aria-label": t("deal.remove_tile", {tile: words.names[tile]}),
    onclick: () => onchange(tiles.filter((_, at) => at !== number))}, face(tile, words))),
  h("button.strip-tile.add", {type: "button", "aria-label": t("deal.add"), onclick: () => pickTile(title, choices, (tile) => onchange([...tiles, tile]))}, "+"))

const oneTile = (tile, title, choices, onchange) => h("div.strip", null,
  tile ? h("button.strip-tile", {type: "button", "aria-label": t("deal.remove_tile", {tile: words.names[tile]}), onclick: () => onchange(null)}, face(tile, words))
    : h("button.strip-tile.add", {type: "button", "aria-label": t("deal.add"), onclick: () => pickTile(title, choices, onchange)}, "+"))

function drawMore() {
  const asks = (name) => page.fields.includes(name)
  const win = draft.wins[draft.active]
  const ready = win && win.seat !== null && draft.by !== null
  const set = (target, name) => (value) => change(() => (target[name] = value))
  const always = []
  const seldom = []
  if (win && win.seat !== null && asks("flowers"))
    always.push(field(t("deal.flowers"), tileList(win.flowers ?? [], t("deal.flowers"), page.flowers, set(win, "flowers")),
      chip(t("deal.no_flowers"), win.flowers?.length === 0, () => change(() => (win.flowers = win.flowers?.length === 0 ? null : [])))))
  if (ready) {
    const flags = flagsThatFit(draft, page, win)
    if (flags.length) always.push(h("div.chips", null, flags.map((flag) => chip(t(`flag.${flag}`), win.flags.includes(flag), () => change(() => {
      win.flags = win.flags.includes(flag) ? win.flags.filter((one) => one !== flag) : [...win.flags, flag]
    })))))
    const kongs = draft.melds[win.seat].map((meld, number) => ({meld, number})).filter(({meld}) => isKong(meld.type))
    if (win.flags.includes("kong_bloom") && kongs.length > 1)
      always.push(field(t("deal.which_kong"), h("div.chips", null, kongs.map(({meld, number}) =>
        chip(face(meld.tiles[0], words, "small"), (win.kong_index ?? kongs.at(-1).number) === number, () => change(() => (win.kong_index = number)))))))
    if (asks("birds") && page.asks_birds) {
      always.push(field(t("deal.birds"), tileList(draft.birds, t("deal.birds"), page.tiles, set(draft, "birds"))))
      seldom.push(field(t("deal.wall_remaining"), h("input", {type: "number", inputmode: "numeric", min: 0, max: 136, "data-key": "wall",
        value: draft.wall_remaining ?? "", onchange: (event) => change(() => (draft.wall_remaining = event.target.value === "" ? null : Number(event.target.value)))})))
      seldom.push(chip(t("deal.wall_exhausted"), draft.wall_exhausted, () => change(() => (draft.wall_exhausted = !draft.wall_exhausted))))
    }
    if (page.has_passed_win && draft.by === "discard")
      seldom.push(field(t("deal.passed_tile"), oneTile(win.passed_tile, t("deal.passed_tile"), page.tiles, set(win, "passed_tile"))))
    if (asks("twelve_tile_log")) seldom.push(field(t("deal.twelve"), drawTwelve()))
    if (!page.one_winner && draft.by !== "self_draw" && draft.wins.length < page.names.length - 1)
      seldom.push(h("button.button.plain", {type: "button", onclick: () => change(() => {
        draft.wins.push(newWin(null))
        draft.active = draft.wins.length - 1
        draft.mode = "winning"
      })}, t("deal.one_more_winner")))
    if (draft.wins.length > 1)
      seldom.push(h("button.button.plain", {type: "button", onclick: () => change(() => {
        draft.wins.splice(draft.active, 1)
        draft.active = 0
      })}, t("deal.drop_winner")))
  }
  if (asks("first_discards") && (ready || page.outcome === "draw"))
    seldom.push(field(t("deal.first_discards"), oneTile(draft.first_discard, t("deal.first_discards"), page.tiles, set(draft, "first_discard"))))
  if (asks("last_drawer") && page.outcome === "draw") always.push(field(t("deal.last_drawer"), seatChips(draft.last_drawer, set(draft, "last_drawer"))))
  return [always.length > 0 && h("div.always", null, always), seldom.length > 0 && details("seldom", t("deal.more"), seldom)]
}

// A <details> that stays open while the page is redrawn around it.
const opened = new Set()
const details = (name, title, ...children) => h(`details.${name}`, {
  open: opened.has(name),
  ontoggle: (event) => (event.target.open ? opened.add(name) : opened.delete(name)),
}, h("summary", null, title), children)

function drawTwelve() {
  const seats = page.names.map((_, seat) => seat)
  const select = (entry, name, leave) => h("select", {"aria-label": t(`deal.${name}`), onchange: (event) => change(() => (entry[name] = Number(event.target.value)))},
    seats.filter((seat) => seat !== leave).map((seat) => h("option", {value: seat, selected: entry[name] === seat}, page.names[seat])))
  return [
    draft.twelve.map((entry, number) => h("div.twelve", null, select(entry, "beneficiary", entry.feeder), "←", select(entry, "feeder", entry.beneficiary),
      h("button.button.plain", {type: "button", onclick: () => change(() => draft.twelve.splice(number, 1))}, t("deal.remove")))),
    h("button.button.plain", {type: "button", onclick: () => change(() => draft.twelve.push({beneficiary: draft.wins[0].seat, feeder: (draft.wins[0].seat + 1) % page.names.length}))}, t("deal.twelve_add")),
  ]
}

// ---- melds --------------------------------------------------------------------------------

function drawMelds() {
  if (page.outcome === "win" && !draft.wins.some((win) => win.seat !== null && (win.tiles.length || draft.melds[win.seat].length))) return []
  const winners = draft.wins.map((win) => win.seat)
  const row = (seat) => h("div.meld-row", null, person(seat),
    h("div.meld-list", null, draft.melds[seat].map((meld, number) =>
      h(`button.meld${isFed(meld.type) && meld.from === null ? ".doubtful" : ""}`, {type: "button", "data-key": `meld-${seat}-${number}`, onclick: () => editMeld(seat, number)},
        h("span.tiles", null, meld.tiles.map((tile, at) => face(meld.type === "concealed_kong" && (at === 0 || at === 3) ? "back" : tile, words, "small"))),
        h("small", null, t(`meld.${meld.type}`), isFed(meld.type) && meld.from !== null && [" · ", person(meld.from)])))),
    h("button.button.plain", {type: "button", "aria-label": t("deal.add_meld"), onclick: () => addMeld(seat)}, "+"))
  const others = page.names.map((_, seat) => seat).filter((seat) => !winners.includes(seat))
  const shown = draft.melds.some((melds, seat) => melds.length && !winners.includes(seat))
  if (shown) opened.add("others")
  return [
    page.outcome === "win" && [h("h2", null, t("deal.melds")), winners.filter((seat) => seat !== null).map(row)],
    details("others", page.outcome === "win" ? t("deal.other_melds") : t("deal.all_melds"), others.map(row)),
  ]
}

function addMeld(seat) {
  const made = {type: page.melds.find((type) => type !== "chow") ?? page.melds[0]}
  const redrawSheet = sheet(t("deal.add_meld"), (close) => [
    h("div.chips", null, page.melds.map((type) => chip(t(`meld.${type}`), made.type === type, () => {
      made.type = type
      redrawSheet()
    }))),
    keyboard(page.tiles.filter((tile) => made.type !== "chow" || chowFrom(tile)), words, (tile) => {
      const tiles = made.type === "chow" ? chowFrom(tile) : Array(isKong(made.type) ? 4 : 3).fill(tile)
      close()
      change(() => draft.melds[seat].push({type: made.type, tiles, from: defaultFeeder(made.type, seat, page.names.length)}))
      if (isFed(made.type) && made.type !== "chow") editMeld(seat, draft.melds[seat].length - 1)
    }),
    made.type === "chow" && h("p.hint", null, t("deal.chow_lowest")),
  ])
}

function editMeld(seat, number) {
  const meld = draft.melds[seat][number]
  const same = page.melds.filter((type) => type !== "chow" && isKong(type) === isKong(meld.type))
  const redrawSheet = sheet(t("deal.this_meld"), (close) => {
    const set = (name, value) => {
      change(() => (value === undefined ? delete meld[name] : (meld[name] = value)))
      redrawSheet()
    }
    return [
      h("span.tiles", null, meld.tiles.map((tile, at) => h("button.key.meld-tile", {
        type: "button", disabled: !page.fields.includes("as") || isKong(meld.type), "data-key": `joker-${at}`,
        onclick: () => {
          change(() => toggleJoker(meld, at))
          redrawSheet()
        }}, face(tile, words)))),
      page.fields.includes("as") && !isKong(meld.type) && h("p.hint", null, t("deal.joker_hint")),
      meld.type !== "chow" && same.length > 1 && h("div.chips", null, same.map((type) => chip(t(`meld.${type}`), meld.type === type, () => set("type", type)))),
      isFed(meld.type) && meld.type !== "chow" && field(t("deal.fed_by"), seatChips(meld.from, (from) => {
        change(() => (meld.from = from))
        close()
      }, [seat])),
      isKong(meld.type) && chip(t("deal.not_replaced"), meld.replaced === false, () => set("replaced", meld.replaced === false ? undefined : false)),
      draft.by === "discard" && page.claimable.includes(meld.type) && !draft.wins.some((win) => win.seat === seat) &&
        chip(t("deal.claims_winning_tile"), meld.claims_winning_tile, () => set("claims_winning_tile", meld.claims_winning_tile ? undefined : true)),
      h("div.sheet-acts", null,
        draft.wins.length > 0 && seat === seatOf(draft) && h("button.button", {type: "button", onclick: () => {
          change(() => backToHand(draft, seat, number))
          close()
        }}, t("deal.back_to_hand")),
        h("button.button.danger", {type: "button", onclick: () => {
          change(() => draft.melds[seat].splice(number, 1))
          close()
        }}, t("deal.remove"))),
    ]
  })
}

// ---- settlement ---------------------------------------------------------------------------

async function settle() {
  const turn = (asked += 1)
  view.refusal = view.settled = null
  if (lacks(draft, page)) return drawResult()
  try {
    const answer = await postJson(page.urls.preview, {deal: toDeal(draft, page)}, t("lost"))
    const settled = await answer.text()
    if (turn === asked) view.settled = settled
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused
    if (turn === asked) [view.refusal, view.question] = [refused.message, refused.question]
  }
  if (turn === asked) drawResult()
}

async function confirm() {
  view.confirming = true
  drawResult()
  try {
    const photo = draft.wins[0]?.photo?.name ?? null
    await postJson(page.urls.confirm, {deal: toDeal(draft, page), photo, key: page.key, after: page.after}, t("lost"))
    sessionStorage.removeItem(STORE)
    await teach()
    location.assign(page.urls.table)
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused
    view.confirming = false
    ;[view.refusal, view.question] = [refused.message, refused.question]
    drawResult()
  }
}

// What a person called a tile of the photo is remembered for the household's own set; the deal is
// booked by now, whatever becomes of this.
async function teach() {
  const {photo, tiles} = draft.wins[0] ?? {}
  const chosen = (tiles ?? []).filter((one) => one.chosen && one.quad).map(({tile, quad}) => ({tile, quad}))
  if (!photo || !chosen.length) return
  await postJson(page.urls.teach, {photo: photo.name, width: photo.width, tiles: chosen}, t("lost")).catch(() => {})
}

function drawResult() {
  const lacking = lacks(draft, page)
  redraw(parts.result,
    view.refusal && h("p.refusal", {role: "alert"}, view.refusal),
    view.refusal && view.question && h("p.question", {role: "status"}, view.question))
  // The fragment comes from our own server, where names are escaped.
  if (view.settled) parts.result.insertAdjacentHTML("beforeend", view.settled)
  redraw(parts.dock,
    // The same four numbers where the thumb is, so that nobody has to scroll to see them.
    view.settled && h("div.sums", {"aria-hidden": "true"}, [...parts.result.querySelectorAll(".four-seat")].map((seat) => h("span", null, [...seat.cloneNode(true).childNodes]))),
    h("button.button.primary.wide", {type: "button", disabled: !view.settled || view.confirming, "data-key": "confirm", onclick: confirm},
      lacking ? t(lacking) : t("deal.confirm")))
}

function draw() {
  redraw(parts.who, drawWho())
  redraw(parts.hand, drawHand())
  redraw(parts.how, drawHow())
  redraw(parts.more, drawMore())
  redraw(parts.melds, drawMelds())
}

parts.dock.classList.add("dock")
draw()
drawResult()
settle()
