// The camera's page: the preview while somebody looks, the boxes marked on it by dragging, and
// what is being read, if that is wanted.

import {h} from "./dom.js"
import {Refused, language, postJson} from "./server.js"
import {faceAt} from "./tiles.js"
import {loadWords} from "./words.js"

const FRAME_MS = 200
const AGAIN_MS = 2_000
const LIVE_MS = 500

const element = (id) => document.getElementById(id)
const urls = JSON.parse(element("camera").dataset.page)
const {t} = await loadWords(urls.words)
const view = element("view")
const [image, drawing] = view.children
let regions = {}
let place = null
let drag = null
let seen = null
let watching = false
let shown = null

const wait = (ms) => new Promise((done) => setTimeout(done, ms))
const visible = () => document.hidden ? new Promise((done) => document.addEventListener("visibilitychange", done, {once: true})) : null

async function ask(url) {
  const answer = await fetch(url)
  if (answer.ok) return answer
  const refusal = await answer.json().catch(() => null)
  throw new Refused(refusal?.error ?? "lost", refusal?.message?.[language] ?? t("lost"))
}

function say(message, works) {
  const line = element("condition")
  if (line.textContent !== message) line.textContent = message
  line.className = works ? "hint" : "refusal"
}

// ---- the preview ---------------------------------------------------------------------------

async function look() {
  for (;;) {
    await visible()
    const began = performance.now()
    try {
      const frame = await (await ask(urls.preview)).blob()
      const url = URL.createObjectURL(frame)
      image.src = url
      await image.decode()
      if (shown) URL.revokeObjectURL(shown)
      else await learn()
      shown = url
      view.hidden = false
      draw()
    } catch (error) {
      say(error instanceof Refused ? error.message : t("lost"), false)
      view.hidden = true
      shown = null
      await wait(AGAIN_MS)
    }
    await wait(FRAME_MS - (performance.now() - began))
  }
}

async function learn() {
  const state = await (await ask(urls.state)).json()
  regions = state.regions
  say(state.message[language], state.code === "ok")
}

// ---- what lies on it -----------------------------------------------------------------------

function draw() {
  const [wide, high] = [image.naturalWidth, image.naturalHeight]
  drawing.setAttribute("viewBox", `0 0 ${wide} ${high}`)
  const box = ([left, top, right, bottom], kind, name) =>
    h(`rect.${kind}`, {x: left * wide, y: top * high, width: (right - left) * wide, height: (bottom - top) * high, "data-region": name})
  const tile = ({tile, quad, doubtful}) => {
    const corners = quad.map(([x, y]) => [x * wide, y * high])
    const height = Math.hypot(corners[0][0] - corners[3][0], corners[0][1] - corners[3][1])
    const x = corners.reduce((sum, [at]) => sum + at, 0) / 4
    const y = Math.min(...corners.map(([, at]) => at))
    return h(`g.seen${doubtful ? ".doubtful" : ""}`, {"data-tile": tile},
      h("polygon", {points: corners.map((corner) => corner.join(",")).join(" ")}), faceAt(tile, x - height * 0.375, y - height, height))
  }
  drawing.replaceChildren(
    ...Object.entries(regions).map(([name, corners]) => box(corners, name === place ? "region.on" : "region", name)),
    ...(drag ? [box(corners(drag), "region.on")] : []),
    ...(watching && seen ? seen.tiles.map(tile) : []))
}

const corners = ([x, y, toX, toY]) => [Math.min(x, toX), Math.min(y, toY), Math.max(x, toX), Math.max(y, toY)]

function at(event) {
  const {left, top, width, height} = drawing.getBoundingClientRect()
  const share = (value) => Math.min(1, Math.max(0, value))
  return [share((event.clientX - left) / width), share((event.clientY - top) / height)]
}

// ---- marking -------------------------------------------------------------------------------

const chips = [...document.querySelectorAll("[data-place]")]

function choose(name) {
  place = name
  for (const chip of chips) {
    chip.classList.toggle("on", chip.dataset.place === place)
    chip.setAttribute("aria-pressed", String(chip.dataset.place === place))
  }
  element("unmark").hidden = place === null || !regions[place]
  view.classList.toggle("marking", place !== null)
  draw()
}

async function mark(box) {
  const line = element("refusal")
  line.hidden = true
  try {
    const answer = await postJson(urls.regions, {name: place, box}, t("lost"))
    regions = (await answer.json()).regions
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    line.textContent = error.message
    line.hidden = false
  }
  choose(place)
}

for (const chip of chips) chip.addEventListener("click", () => choose(place === chip.dataset.place ? null : chip.dataset.place))
element("unmark").addEventListener("click", () => mark(null))
drawing.addEventListener("pointerdown", (event) => {
  if (place === null) return
  drawing.setPointerCapture(event.pointerId)
  drag = [...at(event), ...at(event)]
})
drawing.addEventListener("pointermove", (event) => {
  if (!drag) return
  drag.splice(2, 2, ...at(event))
  draw()
})
drawing.addEventListener("pointerup", () => {
  if (!drag) return
  const box = corners(drag)
  drag = null
  mark(box)
})
drawing.addEventListener("pointercancel", () => (drag = null))

// ---- what is being read --------------------------------------------------------------------

async function watch() {
  const problems = element("problems")
  while (watching) {
    await visible()
    try {
      seen = await (await ask(urls.live)).json()
      problems.textContent = seen.problems.map((each) => each[language]).join(" ")
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      seen = null
      problems.textContent = error.message
    }
    problems.hidden = !problems.textContent
    draw()
    await wait(seen ? LIVE_MS : AGAIN_MS)
  }
  problems.hidden = true
  draw()
}

element("watch").addEventListener("click", (event) => {
  watching = !watching
  event.target.classList.toggle("on", watching)
  event.target.setAttribute("aria-pressed", String(watching))
  if (watching) watch()
})

const keeps = [...document.querySelectorAll("[data-keep]")]

async function calibrate(keep) {
  const line = element("calibration")
  for (const button of keeps) button.disabled = true
  line.textContent = t("camera.calibrating")
  try {
    await postJson(urls.calibration, {keep}, t("lost"))
    location.reload()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    line.textContent = error.message
    for (const button of keeps) button.disabled = false
  }
}

for (const button of keeps) {
  button.addEventListener("click", () => calibrate(button.dataset.keep))
  button.disabled = false // until now a press would have been lost
}

look()
