// Requests to our own server. A refusal is thrown with its sentence in the reader's language.

export const language = document.documentElement.lang.startsWith("zh") ? "zh" : "en"

export class Refused extends Error {
  // question: what the hand lacks, and which tile may have been misread.
  constructor(code, message, question) {
    super(message)
    this.code = code
    this.question = question
  }
}

async function send(url, options, lost) {
  let answer
  try {
    answer = await fetch(url, {method: "POST", ...options})
  } catch {
    throw new Refused("lost", lost)
  }
  if (answer.ok) return answer
  const refusal = await answer.json().catch(() => null)
  if (refusal?.error === "pin_needed") {
    const {letIn} = await import("./door.js")
    if (await letIn(language)) return send(url, options, lost)
  }
  throw new Refused(refusal?.error ?? "lost", refusal?.message?.[language] ?? lost, refusal?.verify?.message?.[language])
}

export const postJson = (url, document, lost) =>
  send(url, {headers: {"Content-Type": "application/json"}, body: JSON.stringify(document)}, lost)

export function postPhoto(url, file, lost) {
  const body = new FormData()
  body.append("photo", file)
  return send(url, {body}, lost)
}
