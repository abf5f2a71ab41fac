// @ts-check
import { clockTime, element, find } from './element.js'

/** @import { Entry } from './connection.js' */

let next = 0

/**
 * Adds the new entries, newest on top.
 * @param {Entry[]} entries
 */
export function showLog(entries) {
  for (const entry of entries) {
    if (entry.index < next) continue
    next = entry.index + 1
    const row = element(
      'tr',
      { class: /error|failed|refused/.test(entry.kind) ? 'bad' : '' },
      element('td', {}, clockTime(entry.at)),
      element('td', {}, entry.kind),
      element('td', {}, about(entry)),
    )
    find('log').prepend(row)
  }
}

/** @param {Entry} entry */
function about({ index: _index, at: _at, kind: _kind, ...details }) {
  const parameters = /** @type {Record<string, string>} */ (details['parameters'] ?? {})
  const { CallStatus, SequenceNumber, Digits, AnsweredBy, MessageStatus } = parameters
  const words = { ...details, parameters: undefined, CallStatus, SequenceNumber, Digits, AnsweredBy, MessageStatus }
  return Object.entries(words)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}
