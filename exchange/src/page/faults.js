// @ts-check
import { element, find, post } from './element.js'

/**
 * @typedef {{ id: string, fault: string, to: string | null, times: number | null }} Fault
 */

/** Sets up the form that adds faults. */
export async function makeFaultForm() {
  const { known } = await (await fetch('sandbox/faults')).json()
  find('fault-name').append(...known.map((/** @type {string} */ name) => element('option', { value: name }, name)))
  find('fault-form').addEventListener('submit', (event) => {
    event.preventDefault()
    const fields = new FormData(/** @type {HTMLFormElement} */ (event.target))
    void setFault(fields)
  })
}

let shown = ''

/** @param {Fault[]} faults */
export function showFaults(faults) {
  const key = JSON.stringify(faults)
  if (key === shown) return
  shown = key
  find('faults').replaceChildren(...faults.map(row))
  find('faults-empty').hidden = faults.length > 0
}

/** @param {FormData} fields */
async function setFault(fields) {
  const fault = String(fields.get('fault'))
  const to = String(fields.get('to'))
  await post('sandbox/faults', {
    fault,
    to: to === '' ? null : to,
    what: fault.startsWith('text-') ? 'text' : 'call',
    times: Number(fields.get('times')),
    delayMs: Number(fields.get('delayMs')),
  })
}

/** @param {Fault} fault */
function row({ id, fault, to, times }) {
  const remove = () => void fetch(`sandbox/faults/${id}`, { method: 'DELETE' })
  const words = `${fault}, ${to ?? 'any number'}, ${times === null ? 'always' : `${times} more`}`
  const label = `Remove ${fault}`
  return element(
    'li',
    {},
    element('span', {}, words),
    element('button', { type: 'button', 'aria-label': label, onclick: remove }, 'Remove'),
  )
}
