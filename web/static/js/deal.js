// The page that enters one deal: winner, tiles, how, settlement, confirm.

import {redraw, h} from "./dom.js"
import {drawHow, drawMore} from "./asks.js"
import {dragging} from "./drag.js"
import {evidence, lacks, namedTiles, newWin, tilesWanted, toDeal} from "./draft.js"
import {catchUp, change, chip, draft, forget, main, onChange, page, person, seatChips, startOver, t, view} from "./entry.js"
import {drawHand, dropped} from "./hand.js"
import {drawMelds} from "./melds.js"
import {Refused, postJson} from "./server.js"

let asked = 0

const parts = {}
for (const name of ["notice", "who", "hand", "how", "more", "melds", "result", "dock"]) parts[name] = h(`section.part-${name}`)
const {result, dock, ...entry} = parts
main.replaceChildren(h("div.entry", null, Object.values(entry)), h("div.outcome", null, result), dock)

// ---- who ----------------------------------------------------------------------------------

function drawNotice() {
  const started = draft.wins.some((win) => win.seat !== null) || draft.hands.some((hand) => hand.tiles.length) || draft.offender !== null
  return [
    view.old !== null && h("p.refusal", {role: "alert"}, t("deal.old", {n: view.old})),
    started && h("button.button.plain.start-over", {type: "button", "data-key": "start-over", onclick: startOver}, t("deal.start_over")),
  ]
}

function drawWho() {
  if (page.outcome === "false_win")
    return [h("h2", null, t("deal.who_false")), seatChips(draft.offender, (seat) => change(() => (draft.offender = seat)))]
  if (page.outcome === "draw") return draft.hands.length ? [h("h2", null, t("deal.hands")), drawHands()] : []
  const win = draft.wins[draft.active]
  const taken = draft.wins.filter((one) => one !== win).map((one) => one.seat)
  if (win !== draft.wins[0]) taken.push(draft.from)
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
          if (draft.from === seat) draft.by = draft.from = draft.robbed = null
        }),
      }, h("small", null, t(`wind.${page.seat_winds[seat]}`), seat === page.dealer && h("b.dealer-mark", null, t("table.dealer_short"))),
      person(seat)))),
  ]
}

// Every hand at a draw, one after the other, and which of them are whole.
const drawHands = () => h("div.chips", null, page.names.map((_, seat) => {
  const [has, wanted] = [draft.hands[seat].tiles.length, tilesWanted(draft, seat)]
  return chip([person(seat), " ", h(`span.count${has === wanted ? ".full" : ""}`, null, `${has} / ${wanted}`)], draft.active === seat,
    () => change(() => (draft.active = seat)), {"data-key": `seat-${seat}`})
}))

// ---- settlement ---------------------------------------------------------------------------

async function settle() {
  const turn = (asked += 1)
  Object.assign(view, {refusal: null, question: null, settled: null, lost: false})
  if (lacks(draft, page)) return drawResult()
  try {
    const answer = await postJson(page.urls.preview, {deal: toDeal(draft, page), kongs_entered: true}, t("lost"))
    const settled = await answer.text()
    if (turn === asked) view.settled = settled
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused
    if (turn === asked) refuse(refused)
  }
  if (turn === asked) drawResult()
}

const refuse = (refused) => Object.assign(view, {refusal: refused.message, question: refused.question, lost: refused.code === "lost"})

async function confirm() {
  view.confirming = true
  drawResult()
  try {
    await postJson(page.urls.confirm, {deal: toDeal(draft, page), kongs_entered: true, photo: evidence(draft), key: page.key, after: page.after}, t("lost"))
    forget()
    await teach()
    location.assign(page.urls.table)
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused
    view.confirming = false
    if (refused.code === "stale" && (await catchUp().catch(() => false))) {
      await settle()
      view.refusal = t("deal.caught_up")
    } else refuse(refused)
    drawResult()
  }
}

// What the tiles of the photos were read as and what they are is kept beside the photos; the deal
// is booked by now, whatever becomes of this.
const teach = () => Promise.all(namedTiles(draft).map((named) => postJson(page.urls.teach, named, t("lost")).catch(() => {})))

function drawResult() {
  const lacking = lacks(draft, page)
  redraw(result,
    view.refusal && h("p.refusal", {role: "alert"}, view.refusal),
    view.refusal && view.question && h("p.question", {role: "status"}, view.question))
  // The fragment comes from our own server, where names are escaped.
  if (view.settled) result.insertAdjacentHTML("beforeend", view.settled)
  redraw(dock,
    // The same four numbers where the thumb is, so that nobody has to scroll to see them.
    view.settled && h("div.sums", {"aria-hidden": "true"}, [...result.querySelectorAll(".four-seat")].map((seat) => h("span", null, [...seat.cloneNode(true).childNodes]))),
    view.lost && !view.settled ? h("button.button.primary.wide", {type: "button", "data-key": "settle-again", onclick: settle}, t("deal.try_again"))
      : h("button.button.primary.wide", {type: "button", disabled: !view.settled || view.confirming, "data-key": "confirm", onclick: confirm},
        lacking ? t(lacking) : t("deal.confirm")))
}

function draw() {
  redraw(parts.notice, drawNotice())
  redraw(parts.who, drawWho())
  drawHandPart()
  redraw(parts.how, drawHow())
  redraw(parts.more, drawMore())
  redraw(parts.melds, drawMelds())
}

const drawHandPart = () => redraw(parts.hand, drawHand(drawHandPart))

dock.classList.add("dock")
dragging(main, dropped)
onChange(draw)
onChange(settle)
addEventListener("online", () => view.lost && settle())
draw()
drawResult()
settle()
