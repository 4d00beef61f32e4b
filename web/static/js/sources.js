// Where a photo comes from: the live picture of this device's camera, its camera app, a file, or
// the table's own camera; and reading it, so that nothing is lost when that fails.

import {draft, page, t} from "./entry.js"
import {h} from "./dom.js"
import {Refused, postJson, postPhoto} from "./server.js"
import {canLook, takePhoto} from "./viewfinder.js"

// The buttons. `part` shows what becomes of the photo in {reading, photoRefusal, retry}, `show`
// draws that part again, and `take` is given the reading. `first`: there is no photo yet.
export function sources(part, show, take, {first, seat}) {
  const read = (file) => readInto(part, show, take, () => postPhoto(page.urls.photos, file, t("lost")), URL.createObjectURL(file))
  const look = async () => {
    const file = await takePhoto(t)
    if (file) await read(file)
  }
  const capture = () => {
    const url = seat === null || seat === undefined ? page.urls.capture : `${page.urls.capture}?seat=${seat}`
    return readInto(part, show, take, () => postJson(url, {}, t("lost")), null)
  }
  const kinds = [canLook && "live", page.table_camera && "table", "app", "file"].filter(Boolean)
  const kind = (name) => (first && name === kinds[0] ? "primary" : "plain")
  const file = (name, label, camera) => h(`label.button.${kind(name)}`, null, label,
    h("input.visually-hidden", {type: "file", accept: "image/*", capture: camera, "data-key": name,
      onchange: (event) => event.target.files[0] && read(event.target.files[0])}))
  const button = (name, label, onclick) => h(`button.button.${kind(name)}`, {type: "button", "data-key": name, onclick}, label)
  return [
    part.retry && h("button.button.primary", {type: "button", "data-key": "retry", onclick: part.retry}, t("deal.read_again")),
    canLook && button("live", first ? t("deal.camera") : t("deal.again"), look),
    page.table_camera && button("table", t("deal.table_camera"), capture),
    file("app", canLook ? t("deal.camera_app") : first ? t("deal.camera") : t("deal.again"), "environment"),
    file("file", t("deal.album")),
  ]
}

// The demo photo of a household that wants to see what happens.
export async function readDemo(part, show, take) {
  const picture = page.urls.demo
  await readInto(part, show, take, async () => {
    const answer = await fetch(picture).catch(() => {
      throw new Refused("lost", t("lost"))
    })
    return postPhoto(page.urls.photos, new File([await answer.blob()], "demo.jpg", {type: "image/jpeg"}), t("lost"))
  }, picture)
}

async function readInto(part, show, take, send, picture) {
  Object.assign(part, {reading: {picture}, photoRefusal: null, retry: null})
  show()
  try {
    const reading = await (await send()).json()
    part.reading = null
    take(reading)
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused
    // A photo that never arrived can be sent again as it is.
    const retry = refused.code === "lost" ? () => readInto(part, show, take, send, picture) : null
    Object.assign(part, {reading: null, photoRefusal: refused.message, retry})
    show()
  }
}

// What shows of a photo on its way.
export const progress = (part) => [
  part.reading && h("figure.photo.reading", null, part.reading.picture && h("img", {src: part.reading.picture, alt: ""}),
    h("figcaption", {role: "status"}, t("deal.reading"))),
  part.photoRefusal && h("p.refusal", {role: "alert"}, part.photoRefusal),
]

export const photoOf = (hand) => draft.photos[hand.photo] ?? null
