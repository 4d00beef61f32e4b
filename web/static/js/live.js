// The table page, or the club's, kept up to date: a stream of server-sent events, or where the
// server has no stream left, asking again every few seconds. A lost connection says so, and of
// when the scores are that it leaves on the screen.

import {clock} from "./app.js"
import {patch} from "./patch.js"

const SILENCE_MS = 25_000 // the server says something every ten seconds
const CHECK_MS = 5_000
const ASK_MS = 2_000
const STREAM_AGAIN_MS = 30_000

const table = document.getElementById("live")
const lost = document.getElementById("lost")
const {events, now} = table.dataset
let seq = table.dataset.seq
let source = null
let asking = null
const {kept} = document.documentElement.dataset
let heardAt = kept ? Date.parse(kept) : Date.now()

function heard() {
  heardAt = Date.now()
  lost.hidden = true
  delete document.documentElement.dataset.kept
}

function silent() {
  if (lost.hidden) lost.textContent = lost.dataset.said.replace("{time}", clock(heardAt))
  lost.hidden = false
}

function show(markup, shown) {
  seq = shown
  const fresh = table.cloneNode(false)
  fresh.innerHTML = markup // our own server's, where names are escaped
  patch(table, fresh)
  document.dispatchEvent(new Event("shown"))
  const page = `<!doctype html>${document.documentElement.outerHTML}`
  navigator.serviceWorker?.controller?.postMessage({url: location.href, page})
}

const after = (url) => `${url}${url.includes("?") ? "&" : "?"}after=${seq}`

function listen() {
  stop()
  source = new EventSource(after(events))
  source.addEventListener("open", heard)
  source.addEventListener("beat", heard)
  source.addEventListener("device", () => document.dispatchEvent(new Event("device")))
  source.addEventListener("table", (event) => {
    heard()
    show(event.data, event.lastEventId)
  })
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) ask(Date.now() + STREAM_AGAIN_MS)
    else silent()
  })
}

function stop() {
  source?.close()
  clearTimeout(asking)
  asking = null
}

async function ask(until) {
  stop()
  const mine = (asking = setTimeout(() => (Date.now() < until ? ask(until) : listen()), ASK_MS))
  try {
    const answer = await fetch(after(now))
    if (!answer.ok) throw new Error(answer.status)
    const markup = answer.status === 204 ? null : await answer.text()
    if (mine !== asking) return
    heard()
    if (markup !== null) show(markup, answer.headers.get("ETag").replaceAll('"', ""))
  } catch {
    silent()
  }
}

// A phone that slept, or a network that went without a word.
function check() {
  if (Date.now() - heardAt < SILENCE_MS || document.hidden) return
  silent()
  if (!asking) listen()
}

setInterval(check, CHECK_MS)
document.addEventListener("visibilitychange", check)
addEventListener("online", listen)
addEventListener("offline", silent)
addEventListener("pagehide", stop)
addEventListener("pageshow", (event) => event.persisted && listen())
if (kept) silent()
listen()
