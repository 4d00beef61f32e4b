// On every page: the worker that keeps the last scores readable, and the word that they are kept
// ones. Browsers have such workers only on secure addresses and on the device itself.

import {language} from "./server.js"

const kept = document.documentElement.dataset.kept
const line = document.getElementById("kept")

// When the scores on this page were true, as one reads it off a clock.
export function clock(moment) {
  const then = new Date(moment)
  const today = then.toDateString() === new Date().toDateString()
  const style = today ? {timeStyle: "short"} : {dateStyle: "medium", timeStyle: "short"}
  return then.toLocaleString(language === "zh" ? "zh-CN" : "en-GB", style)
}

if (kept && !document.getElementById("live")) {
  line.textContent = line.dataset.said.replace("{time}", clock(kept))
  line.hidden = false
}
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js")

// Copies what is to be pasted elsewhere.
for (const button of document.querySelectorAll("[data-copies]")) {
  if (!navigator.clipboard) continue
  button.hidden = false
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent)
    button.textContent = button.dataset.done
  })
}
for (const button of document.querySelectorAll("[data-prints]")) {
  button.hidden = false
  button.addEventListener("click", () => print())
}
