// The table page, kept up to date: a stream of server-sent events, or where the server has no
// stream left, asking again every few seconds. A lost connection says so.

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
let heardAt = Date.now()

function heard() {
  heardAt = Date.now()
  lost.hidden = true
}

function show(markup, shown) {
  seq = shown
  const fresh = table.cloneNode(false)
  fresh.innerHTML = markup // our own server's, where names are escaped
  patch(table, fresh)
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
    else lost.hidden = false
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
    lost.hidden = false
  }
}

// A phone that slept, or a network that went without a word.
function check() {
  if (Date.now() - heardAt < SILENCE_MS || document.hidden) return
  lost.hidden = false
  if (!asking) listen()
}

setInterval(check, CHECK_MS)
document.addEventListener("visibilitychange", check)
addEventListener("online", listen)
addEventListener("offline", () => (lost.hidden = false))
addEventListener("pagehide", stop)
addEventListener("pageshow", (event) => event.persisted && listen())
listen()
