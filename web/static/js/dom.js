// Elements, and the sheet that slides up from the bottom edge.

const SVG = new Set(["svg", "use", "image", "polygon", "path", "g", "rect"])

// h("button.big", {onclick, "aria-label": "…"}, child, …): null children are left out.
export function h(kind, props, ...children) {
  const [tag, ...classes] = kind.split(".")
  const element = SVG.has(tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", tag)
    : document.createElement(tag || "div")
  if (classes.length) element.setAttribute("class", classes.join(" "))
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value)
    else element.setAttribute(name, value === true ? "" : value)
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false))
  return element
}

// Redraws a container and gives the focus back to the element with the same data-key.
export function redraw(container, ...children) {
  const key = container.contains(document.activeElement) ? document.activeElement.dataset.key : null
  container.replaceChildren(...children.flat(Infinity).filter(Boolean))
  if (key) container.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({preventScroll: true})
}

// Shows a sheet; draw(close) gives its content and may be called again through the returned function.
export function openSheet(title, closeLabel, draw) {
  const body = h("div.sheet-body")
  const dialog = h("dialog.sheet", {"aria-label": title},
    h("header.sheet-head", null, h("h2", null, title),
      h("button.icon-button", {type: "button", "aria-label": closeLabel, onclick: () => dialog.close()},
        h("svg", {viewBox: "0 0 24 24", "aria-hidden": "true"}, h("path", {d: "M6 6l12 12M18 6L6 18"})))),
    body)
  const close = () => dialog.close()
  const draws = () => redraw(body, draw(close))
  dialog.addEventListener("click", (event) => event.target === dialog && close())
  dialog.addEventListener("close", () => dialog.remove())
  draws()
  document.body.append(dialog)
  dialog.showModal()
  return draws
}
