// Dragging with a finger, a pen or a mouse: from what has data-drag to what has data-drop.

const FAR_ENOUGH = 8
// So near to the upper or lower edge the page moves on, so many pixels with each movement.
const EDGE = 90
const STEP = 14

// `drop` is given both values once something was let go over a place for it.
export function dragging(container, drop) {
  let held = null

  const placeUnder = ({clientX, clientY}) =>
    document.elementsFromPoint(clientX, clientY).map((element) => element.closest("[data-drop]")).find(Boolean) ?? null

  function aim(place) {
    if (place === held.place) return
    held.place?.classList.remove("over")
    place?.classList.add("over")
    held.place = place
  }

  function lift() {
    const {source} = held
    const box = source.getBoundingClientRect()
    held.ghost = source.cloneNode(true)
    held.ghost.classList.add("ghost")
    held.ghost.style.width = `${box.width}px`
    held.ghost.style.height = `${box.height}px`
    held.by = [held.x - box.left, held.y - box.top]
    // In the page, not in the part that may be drawn again.
    document.body.append(held.ghost)
    source.setPointerCapture(held.pointer)
    container.classList.add("dragging")
  }

  function release() {
    if (!held) return
    held.ghost?.remove()
    held.place?.classList.remove("over")
    container.classList.remove("dragging")
    held = null
  }

  container.addEventListener("pointerdown", (event) => {
    const source = event.target.closest("[data-drag]")
    if (source && event.button === 0 && !held) held = {source, pointer: event.pointerId, x: event.clientX, y: event.clientY, ghost: null, place: null}
  })
  container.addEventListener("pointermove", (event) => {
    if (held?.pointer !== event.pointerId) return
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR_ENOUGH) return
      lift()
    }
    held.ghost.style.translate = `${event.clientX - held.by[0]}px ${event.clientY - held.by[1]}px`
    if (event.clientY < EDGE) scrollBy(0, -STEP)
    else if (event.clientY > innerHeight - EDGE) scrollBy(0, STEP)
    aim(placeUnder(event))
  })
  container.addEventListener("pointerup", (event) => {
    if (held?.pointer !== event.pointerId) return
    const {ghost, source, place} = held
    release()
    if (!ghost) return
    // The tap that ends a drag is none.
    const swallow = (click) => (click.preventDefault(), click.stopPropagation())
    addEventListener("click", swallow, {capture: true, once: true})
    setTimeout(() => removeEventListener("click", swallow, {capture: true}))
    if (place) drop(source.dataset.drag, place.dataset.drop)
  })
  container.addEventListener("pointercancel", release)
}
