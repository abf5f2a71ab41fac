// @ts-check

/**
 * Creates an element. Strings become text, never markup.
 * @param {string} name
 * @param {Record<string, unknown>} properties
 * @param {(Node | string)[]} children
 */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), /** @type {EventListener} */ (value))
    else if (key === 'class') made.className = String(value)
    else if (value !== false && value !== undefined) made.setAttribute(key, String(value))
  }
  made.append(...children)
  return made
}

/** @param {string} id */
export function find(id) {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the page has no #${id}`)
  return found
}

/** @param {string} address @param {object} body */
export const post = (address, body) =>
  fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** @param {number} at */
export const clockTime = (at) => new Date(at).toLocaleTimeString([], { hour12: false })
