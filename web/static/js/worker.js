// Keeps the last pages and what they are made of, for when the device cannot be reached. Nothing
// is queued: whatever would change something goes to the server or fails.

const KEPT = "paizhuo-1"
const PATIENCE_MS = 4000
const MOST_PAGES = 40
// What the pages with scores are made of; they came before this worker, the first time.
const MADE_OF = [
  "/static/style.css",
  "/static/dark.css",
  "/static/js/app.js",
  "/static/js/device.js",
  "/static/js/live.js",
  "/static/js/patch.js",
  "/static/js/server.js",
  "/static/js/voice.js",
  "/tiles.svg",
]

const isPage = (request) => request.mode === "navigate"
const isMade = (url) => /^\/(static\/|tiles\.svg|icons\/|\w+\.webmanifest)/.test(url.pathname)

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(MADE_OF)))
  self.skipWaiting()
})
self.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name)
      await self.clients.claim()
      const cache = await caches.open(KEPT)
      for (const page of await self.clients.matchAll()) await cache.add(page.url)
    })(),
  ),
)

self.addEventListener("fetch", (event) => {
  const {request} = event
  const url = new URL(request.url)
  if (request.method !== "GET" || url.origin !== location.origin) return
  if (isPage(request) || isMade(url)) event.respondWith(answer(event, request))
})

// A live page as it is now, in the place of how it was when it was opened.
self.addEventListener("message", (event) => event.waitUntil(renew(event.data)))

async function answer(event, request) {
  const coming = fetch(request).then((fresh) => {
    const copy = fresh.ok && !fresh.redirected ? fresh.clone() : null
    if (copy) event.waitUntil(keep(request, copy))
    return fresh
  })
  try {
    return await soon(coming, request)
  } catch {
    const old = await (await caches.open(KEPT)).match(request, {ignoreVary: true})
    if (!old) return coming
    return isPage(request) ? dated(old) : old
  }
}

// A page that does not answer for a while is taken for lost, if there is a kept one.
function soon(coming, request) {
  if (!isPage(request)) return coming
  return Promise.race([coming, new Promise((_, lost) => setTimeout(() => lost(new Error("silent")), PATIENCE_MS))])
}

async function keep(request, response) {
  const cache = await caches.open(KEPT)
  await cache.put(request, response)
  if (!isPage(request)) return
  const pages = (await cache.keys()).filter((one) => !isMade(new URL(one.url)))
  for (const one of pages.slice(0, -MOST_PAGES)) await cache.delete(one)
}

async function renew({url, page}) {
  const cache = await caches.open(KEPT)
  const old = await cache.match(url, {ignoreVary: true})
  if (!old) return
  const headers = new Headers(old.headers)
  headers.set("X-Kept", new Date().toISOString())
  await cache.put(url, new Response(page, {headers}))
}

// The page as it was kept, telling when that was.
async function dated(old) {
  const moment = old.headers.get("X-Kept") ?? old.headers.get("Date")
  const text = (await old.text()).replace(/<html( data-kept="[^"]*")?/, `<html data-kept="${moment}"`)
  return new Response(text, {headers: old.headers})
}
