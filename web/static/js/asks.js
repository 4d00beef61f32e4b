// What a rule set asks besides: how it was won, flowers, birds, first discards, who drew last …

import {change, chip, details, draft, field, openDetails, page, person, seatChips, sheet, t, tileName, words} from "./entry.js"
import {flagsThatFit, isKong, newWin, robbed, winningTile} from "./draft.js"
import {h} from "./dom.js"
import {drawBeside} from "./hand.js"
import {face, keyboard} from "./tiles.js"

// ---- how it was won ------------------------------------------------------------------------

export function drawHow() {
  const win = draft.wins[draft.active]
  if (!win || win.seat === null || !draft.wins.some((one) => one.tiles.length)) return []
  const others = page.names.map((_, seat) => seat).filter((seat) => !draft.wins.some((one) => one.seat === seat))
  const how = (by, from, label, kind = null) => {
    const on = draft.by === by && draft.from === from && draft.robbed === kind
    return h(`button.how${on ? ".on" : ""}`, {
      type: "button", "data-key": `how-${by}-${from}-${kind}`, "aria-pressed": String(on),
      onclick: () => change(() => {
        Object.assign(draft, {by, from, robbed: kind})
        for (const one of draft.wins) one.flags = one.flags.filter((flag) => flagsThatFit(draft, page, one).includes(flag))
      }),
    }, label)
  }
  const tile = winningTile(draft)
  const recorded = tile ? robbed(draft, page, tile) : []
  if (draft.by === "robbed_kong") openDetails("rob")
  const elsewhere = page.robbable.map((kind) => [kind, others.filter((seat) => !recorded.some((one) => one.seat === seat && one.kind === kind))])
  return [
    h("h2", null, t("deal.how")),
    h("div.hows", null,
      draft.wins.length === 1 && how("self_draw", null, t("how.self_draw")),
      page.discard_wins && others.map((seat) => how("discard", seat, [person(seat), " ", t("how.discard")])),
      recorded.map(({seat, kind}) => how("robbed_kong", seat, [t("how.robbed_kong"), " ", person(seat), " ", face(tile, words, "small")], kind))),
    details("rob", t("how.robbed_kong"),
      elsewhere.map(([kind, seats]) => h("div.hows", null, seats.map((seat) =>
        how("robbed_kong", seat, [person(seat), " ", page.robbable.length > 1 ? t(`robbed.${kind}`) : t("how.robbed_kong")], kind))))),
    drawWinners(others),
  ]
}

// Several can win on one tile, where the rule set allows it.
function drawWinners(others) {
  const more = !page.one_winner && ["discard", "robbed_kong"].includes(draft.by) && others.some((seat) => seat !== draft.from)
  if (!more && draft.wins.length < 2) return null
  return h("div.chips.winners", null,
    more && h("button.button.plain", {type: "button", "data-key": "one-more", onclick: () => change(() => {
      draft.wins.push(newWin(null))
      draft.active = draft.wins.length - 1
      draft.mode = "change"
    })}, t("deal.one_more_winner")),
    draft.wins.length > 1 && draft.active > 0 && h("button.button.plain", {type: "button", "data-key": "drop-winner", onclick: () => change(() => {
      draft.wins.splice(draft.active, 1)
      draft.active = 0
    })}, t("deal.drop_winner")))
}

// ---- the rest ------------------------------------------------------------------------------

export function drawMore() {
  const asks = (name) => page.asks.includes(name)
  const win = draft.wins[draft.active]
  const ready = win && win.seat !== null && draft.by !== null
  const set = (target, name) => (value) => change(() => (target[name] = value))
  const always = []
  const seldom = []
  if (win && win.seat !== null && asks("flowers"))
    always.push(field(t("deal.flowers"), drawBeside(t("deal.flowers"), win.flowers, page.flowers, () => (win.no_flowers = false)),
      !win.flowers.tiles.length && chip(t("deal.no_flowers"), win.no_flowers, () => change(() => (win.no_flowers = !win.no_flowers)), {"data-key": "no-flowers"})))
  if (ready) {
    const flags = flagsThatFit(draft, page, win)
    if (flags.length) always.push(h("div.chips", null, flags.map((flag) => chip(t(`flag.${flag}`), win.flags.includes(flag), () => change(() => {
      win.flags = win.flags.includes(flag) ? win.flags.filter((one) => one !== flag) : [...win.flags, flag]
    }), {"data-key": `flag-${flag}`}))))
    const kongs = draft.melds[win.seat].map((meld, number) => ({meld, number})).filter(({meld}) => isKong(meld.type))
    if (win.flags.includes("kong_bloom") && kongs.length > 1)
      always.push(field(t("deal.which_kong"), h("div.chips", null, kongs.map(({meld, number}) =>
        chip(face(meld.tiles[0], words, "small"), (win.kong_index ?? kongs.at(-1).number) === number, () => change(() => (win.kong_index = number)))))))
    if (asks("birds")) always.push(field(t("deal.birds"), drawBeside(t("deal.birds"), draft.birds, page.tiles)))
    if (asks("wall_remaining"))
      always.push(field(t("deal.wall_remaining"), h("input", {type: "number", inputmode: "numeric", min: 0, max: 136, "data-key": "wall",
        value: draft.wall_remaining ?? "", onchange: (event) => change(() => (draft.wall_remaining = event.target.value === "" ? null : Number(event.target.value)))})))
    if (asks("wall_exhausted")) seldom.push(chip(t("deal.wall_exhausted"), draft.wall_exhausted, () => change(() => (draft.wall_exhausted = !draft.wall_exhausted))))
    if (asks("passed_tile") && draft.by === "discard")
      seldom.push(field(t("deal.passed_tile"), oneTile(win.passed_tile, t("deal.passed_tile"), set(win, "passed_tile"))))
    if (asks("twelve_tile_log")) seldom.push(field(t("deal.twelve"), drawTwelve()))
  }
  if (asks("first_discards") && (ready || page.outcome === "draw"))
    seldom.push(field(t("deal.first_discards"), oneTile(draft.first_discard, t("deal.first_discards"), set(draft, "first_discard"))))
  if (asks("last_drawer") && page.outcome === "draw") always.push(field(t("deal.last_drawer"), seatChips(draft.last_drawer, set(draft, "last_drawer"))))
  return [always.length > 0 && h("div.always", null, always), seldom.length > 0 && details("seldom", t("deal.more"), seldom)]
}

const oneTile = (tile, title, onchange) => h("div.strip", null,
  tile ? h("button.strip-tile", {type: "button", "aria-label": t("deal.remove_tile", {tile: tileName(tile)}), onclick: () => onchange(null)}, face(tile, words))
    : h("button.strip-tile.add", {type: "button", "aria-label": t("deal.add"), onclick: () => pickTile(title, onchange)}, "+"))

const pickTile = (title, onpick) => sheet(title, (close) => keyboard(page.tiles, words, (tile) => {
  onpick(tile)
  close()
}))

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
