// The device's card, kept up to date on every page: at once where the page has a live stream,
// which passes its announcements on, else by asking every few seconds.

import {patch} from "./patch.js"

const ASK_MS = document.getElementById("live") ? 10_000 : 2_000

const aside = document.getElementById("device")
let seen = aside.dataset.seen
let asking = false

async function ask() {
  if (asking || document.hidden) return
  asking = true
  try {
    const url = aside.dataset.card
    const answer = await fetch(`${url}${url.includes("?") ? "&" : "?"}seen=${seen}`)
    if (answer.ok && answer.status !== 204) {
      seen = answer.headers.get("ETag").replaceAll('"', "")
      const fresh = aside.cloneNode(false)
      fresh.innerHTML = await answer.text() // our own server's, where names are escaped
      patch(aside, fresh)
    }
  } catch {
    // The page says itself that the table is lost.
  } finally {
    asking = false
  }
}

document.addEventListener("device", ask)
document.addEventListener("visibilitychange", ask)
setInterval(ask, ASK_MS)
