// The live picture of this device's camera over the whole page, and the photo taken of it.
// Browsers allow it on https and on the computer itself; elsewhere the camera app takes photos.

import {h} from "./dom.js"

export const canLook = Boolean(navigator.mediaDevices?.getUserMedia)

const WANTED = {audio: false, video: {facingMode: "environment", width: {ideal: 3840}, height: {ideal: 2160}}}
const QUALITY = 0.92
const REASONS = {NotAllowedError: "denied", NotFoundError: "none", OverconstrainedError: "none"}

// Resolves to the photo as a File, or to null where there is none after all.
export function takePhoto(t) {
  return new Promise((done) => {
    let stream = null
    const video = h("video", {autoplay: true, playsinline: true, muted: true, "aria-label": t("finder.picture")})
    const shutter = h("button.shutter", {type: "button", disabled: true, "aria-label": t("finder.take"), onclick: async () => {
      shutter.disabled = true
      finish(await still(video))
    }})
    const said = h("p.finder-hint", {role: "status"}, t("finder.hint"))
    const dialog = h("dialog.viewfinder", {"aria-label": t("deal.camera")}, video,
      h("div.finder-bar", null, said, shutter,
        h("button.button", {type: "button", onclick: () => dialog.close()}, t("nav.close"))))
    const finish = (file) => {
      done(file)
      dialog.close()
    }
    dialog.addEventListener("close", () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
      dialog.remove()
      done(null)
    })
    video.addEventListener("playing", () => {
      shutter.disabled = false
      shutter.focus()
    })
    document.body.append(dialog)
    dialog.showModal()
    navigator.mediaDevices.getUserMedia(WANTED).then((found) => {
      stream = found
      if (dialog.isConnected) video.srcObject = stream
      else for (const track of stream.getTracks()) track.stop()
    }, (error) => {
      said.className = "refusal"
      said.textContent = t(`finder.${REASONS[error.name] ?? "busy"}`)
    })
  })
}

async function still(video) {
  const canvas = document.createElement("canvas")
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext("2d").drawImage(video, 0, 0)
  const photo = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY))
  return new File([photo], "photo.jpg", {type: "image/jpeg"})
}
