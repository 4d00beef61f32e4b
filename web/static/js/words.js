// The reader's words for everything, from the one catalogue that pages and refusals use too.

export async function loadWords(url) {
  const {text, names} = await (await fetch(url)).json()
  return {
    names,
    t: (key, values = {}) => text[key].replace(/\{(\w+)\}/g, (_, name) => values[name]),
  }
}
