// What the parts of the deal page share: the page's data, the draft, how it changes and is kept.

import {fromDeal, newDraft, takeKongs, takeSeen} from "./draft.js"
import {h, openSheet} from "./dom.js"
import {loadWords} from "./words.js"

export const main = document.getElementById("deal")
export const page = JSON.parse(main.dataset.page)
export const words = await loadWords(page.urls.words).catch((error) => {
  main.querySelector(".unreached").hidden = false
  throw error
})
export const {t} = words

// The draft outlives a reload and a phone that slept; each kind of ending has its own.
const STORE = `draft ${page.urls.confirm} ${page.outcome}`
export const draft = JSON.parse(sessionStorage.getItem(STORE)) ?? fresh()
takeKongs(draft, page)
if (page.seen && draft.seen !== page.seen.key) takeSeen(draft, page)

// What shows besides the draft; `old` is the number of the deal that was entered when another
// phone has recorded one meanwhile.
export const view = {reading: null, photoRefusal: null, retry: null, refusal: null, question: null, lost: false, settled: null,
  confirming: false, hint: null, old: draft.number === page.number ? null : draft.number}

function fresh() {
  return page.deal ? fromDeal(page) : newDraft(page)
}

const watchers = []
export const onChange = (watcher) => watchers.push(watcher)

export function change(act) {
  view.hint = null
  act()
  keep()
  for (const watcher of watchers) watcher()
}

export const keep = () => sessionStorage.setItem(STORE, JSON.stringify(draft))
export const forget = () => sessionStorage.removeItem(STORE)

export function startOver() {
  forget()
  view.old = view.photoRefusal = view.retry = null
  for (const name of Object.keys(draft)) delete draft[name]
  change(() => Object.assign(draft, fresh()))
}

// Somebody recorded something meanwhile: what was entered stays, at the table as it is now.
// Returns whether it can still be recorded.
export async function catchUp() {
  const answer = await fetch(location.href)
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("deal")
  if (!found) return false
  const {key, ...now} = JSON.parse(found.dataset.page)
  if (now.number !== page.number) view.old ??= page.number
  Object.assign(page, now)
  change(() => takeKongs(draft, page))
  return true
}

// ---- small pieces --------------------------------------------------------------------------

export const person = (seat) => h("span.person", {translate: "no"}, page.names[seat])
export const chip = (label, on, onclick, props = {}) =>
  h(`button.chip${on ? ".on" : ""}`, {type: "button", "aria-pressed": String(Boolean(on)), onclick, ...props}, label)
export const seatChips = (chosen, onpick, leave = []) =>
  h("div.chips", null, page.names.map((_, seat) => leave.includes(seat) ? null :
    chip(person(seat), chosen === seat, () => onpick(seat), {"data-key": `seat-${seat}`})))
export const field = (label, ...children) => h("div.field", {role: "group", "aria-label": label}, h("span.field-name", null, label), children)
export const sheet = (title, draw) => openSheet(title, t("nav.close"), draw)
export const tileName = (tile) => words.names[tile] ?? tile

// A <details> that stays open while the page is redrawn around it.
const opened = new Set()
export const openDetails = (name) => opened.add(name)
export const details = (name, title, ...children) => h(`details.${name}`, {
  open: opened.has(name),
  ontoggle: (event) => (event.target.open ? opened.add(name) : opened.delete(name)),
}, h("summary", null, title), children)
