// Asks for the PIN of the house where the server says that a change needs it.

import {h, openSheet} from "./dom.js"
import {loadWords} from "./words.js"

// Resolves to whether this browser was let in; not, where the sheet was closed.
export async function letIn(language) {
  const {t} = await loadWords(`/words/${language}.json`)
  let inside = false
  const line = h("p.refusal", {role: "alert", hidden: true})
  const pin = h("input", {type: "password", inputmode: "numeric", autocomplete: "current-password", required: true, autofocus: true})
  const give = async (event) => {
    event.preventDefault()
    const answer = await fetch("/api/pin", {
      method: "POST",
      headers: {"Content-Type": "application/json"},
      body: JSON.stringify({pin: pin.value}),
    }).catch(() => null)
    inside = Boolean(answer?.ok)
    if (inside) return dialog.close()
    line.textContent = (await answer?.json().catch(() => null))?.message?.[language] ?? t("lost")
    line.hidden = false
    pin.value = ""
    pin.focus()
  }
  const form = h("form.step", {onsubmit: give},
    h("p", null, t("door.why")),
    line,
    h("label.field", null, h("span.field-name", null, t("door.pin")), pin),
    h("button.button.primary.wide", null, t("door.go")))
  openSheet(t("door.title"), t("nav.close"), () => form)
  const dialog = form.closest("dialog")
  return new Promise((done) => dialog.addEventListener("close", () => done(inside)))
}
