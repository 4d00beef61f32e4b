// Tile faces, and the keyboard that taps tiles in.

import {h} from "./dom.js"

const symbol = (tile) => (tile === "?" ? "tunknown" : `t${tile}`)
const ROWS = [(tile) => tile.endsWith("m"), (tile) => tile.endsWith("p"), (tile) => tile.endsWith("s"),
  (tile) => /^[ESWNCFPX]$/.test(tile), (tile) => tile.endsWith("f")]

// `words` is the page's catalogue: {names: {tile: name}, t(key, values)}.
export const face = (tile, words, kind = "") =>
  h(`svg.tile${kind && "."}${kind}`, {role: "img", "aria-label": words.names[tile] ?? tile},
    h("use", {href: `/tiles.svg#${symbol(tile)}`}))

// Draws a tile inside another drawing, in its units.
export const faceAt = (tile, x, y, height) =>
  h("use", {href: `/tiles.svg#${symbol(tile)}`, x, y, height, width: height * 0.75})

export function keyboard(tiles, words, onpick, picked = []) {
  return h("div.keyboard", {role: "group", "aria-label": words.t("deal.keyboard")},
    ROWS.map((belongs) => tiles.filter(belongs)).filter((row) => row.length).map((row) =>
      h("div.keyboard-row", null, row.map((tile) =>
        h(`button.key${picked.includes(tile) ? ".on" : ""}`, {type: "button", "data-key": `key-${tile}`, onclick: () => onpick(tile)},
          face(tile, words))))))
}
