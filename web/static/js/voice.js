// Says the result aloud when a deal arrives, where the reader of this phone wants it.

const said = () => document.getElementById("said")
const KEY = "voice"
let told = Number(said().dataset.seq)

const wanted = () => localStorage.getItem(KEY) === "on"

function show() {
  for (const button of document.querySelectorAll(".voice")) {
    button.hidden = false
    button.setAttribute("aria-pressed", String(wanted()))
    button.classList.toggle("on", wanted())
  }
}

function speak(text) {
  const speech = new SpeechSynthesisUtterance(text)
  speech.lang = document.documentElement.lang.startsWith("zh") ? "zh-CN" : "en"
  speechSynthesis.cancel()
  speechSynthesis.speak(speech)
}

function hear() {
  show() // what was drawn anew does not know the choice
  const seq = Number(said().dataset.seq)
  if (seq > told && wanted()) speak(said().textContent)
  told = seq
}

if ("speechSynthesis" in window) {
  show()
  document.addEventListener("shown", hear)
  document.addEventListener("click", ({target}) => {
    if (!target.closest(".voice")) return
    localStorage.setItem(KEY, wanted() ? "off" : "on")
    show()
    if (wanted()) speak(said().textContent) // a phone speaks only after it was touched once
  })
}
