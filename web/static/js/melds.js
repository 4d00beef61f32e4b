// Melds and kongs: the winners' and, where somebody has to pay or be paid for them, the others'.

import {change, chip, details, draft, field, openDetails, page, person, seatChips, sheet, t, words} from "./entry.js"
import {backToHand, chowFrom, defaultFeeder, isFed, isKong, seatOf, toggleJoker} from "./draft.js"
import {h} from "./dom.js"
import {face, keyboard} from "./tiles.js"

export function drawMelds() {
  const won = page.outcome === "win"
  if (won && !draft.wins.some((win) => win.seat !== null && (win.tiles.length || draft.melds[win.seat].length))) return []
  const winners = draft.wins.map((win) => win.seat).filter((seat) => seat !== null)
  const others = page.names.map((_, seat) => seat).filter((seat) => !winners.includes(seat))
  if (others.some((seat) => draft.melds[seat].length)) openDetails("others")
  return [
    won && [h("h2", null, t("deal.melds")), winners.map(meldRow)],
    details("others", won ? t("deal.other_melds") : t("deal.all_melds"), others.map(meldRow)),
  ]
}

const meldRow = (seat) => h("div.meld-row", {"data-drop": `melds ${seat}`}, person(seat),
  h("div.meld-list", null, draft.melds[seat].map((meld, number) => {
    const asked = isFed(meld.type) && meld.from === null
    return h(`button.meld${asked ? ".doubtful" : ""}`, {type: "button", "data-key": `meld-${seat}-${number}`, "data-drag": `meld ${seat} ${number}`, onclick: () => editMeld(seat, number)},
      h("span.tiles", null, meld.tiles.map((tile, at) => face(meld.type === "concealed_kong" && (at === 0 || at === 3) ? "back" : tile, words, "small"))),
      h("small", null, t(`meld.${meld.type}`), isFed(meld.type) && meld.from !== null && [" · ", person(meld.from)]))
  })),
  h("button.button.plain", {type: "button", "aria-label": t("deal.add_meld"), onclick: () => addMeld(seat)}, "+"))

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

export function editMeld(seat, number) {
  const meld = draft.melds[seat][number]
  const same = page.melds.filter((type) => type !== "chow" && isKong(type) === isKong(meld.type))
  const redrawSheet = sheet(t("deal.this_meld"), (close) => {
    const set = (name, value) => {
      change(() => (value === undefined ? delete meld[name] : (meld[name] = value)))
      redrawSheet()
    }
    const jokers = page.asks.includes("as") && !isKong(meld.type)
    return [
      h("span.tiles", null, meld.tiles.map((tile, at) => h("button.key.meld-tile", {
        type: "button", disabled: !jokers, "data-key": `joker-${at}`,
        onclick: () => {
          change(() => toggleJoker(meld, at))
          redrawSheet()
        }}, face(tile, words)))),
      jokers && h("p.hint", null, t("deal.joker_hint")),
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
