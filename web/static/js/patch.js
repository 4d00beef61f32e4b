// Makes a piece of the page look like a fresh one and touches only what differs: the focus, an
// opened <details> and the place where one reads stay. Children with a data-id are known by it.

export function patch(old, fresh) {
  if (old.isEqualNode(fresh)) return
  if (old.nodeName !== fresh.nodeName) return old.replaceWith(fresh)
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.data = fresh.data
    return
  }
  for (const {name} of [...old.attributes]) if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name)
  for (const {name, value} of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value)
  const known = new Map([...old.children].filter((child) => child.dataset.id).map((child) => [child.dataset.id, child]))
  let at = old.firstChild
  for (const child of [...fresh.childNodes]) {
    const id = child.dataset?.id
    const match = id ? known.get(id) : at && !at.dataset?.id ? at : null
    if (match === at && at) at = at.nextSibling
    else old.insertBefore(match ?? child, at)
    if (match) patch(match, child)
  }
  while (at) {
    const next = at.nextSibling
    at.remove()
    at = next
  }
}
