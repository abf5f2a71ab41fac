// @ts-check
import { connect } from './connection.js'
import { clockTime, element, find } from './element.js'
import { makeFaultForm, showFaults } from './faults.js'
import { makeReplyForm, showMessages } from './mailbox.js'
import { caption } from './phone-face.js'
import { Phone } from './phone.js'
import { unlockOnGesture } from './sound.js'

/** @import { Entry } from './connection.js' */

unlockOnGesture()
makeReplyForm()
void makeFaultForm()

const phone = new Phone((message) => line.send(message))
const line = connect({
  onState({ phoneNumber, calls, texts, mails, log, faults }) {
    find('connection').textContent = `Caller ID ${phoneNumber}`
    phone.show(calls)
    showMessages(texts, mails)
    showLog(log)
    showFaults(faults)
  },
  onFrame: (frame) => phone.play(frame),
  onSay: (words) => phone.say(words),
  onCaption: caption,
  onSilence: () => phone.silence(),
  onConnection(isConnected) {
    if (!isConnected) find('connection').textContent = "The sandbox isn't running. Trying again…"
  },
})

let nextEntry = 0

/**
 * Adds the new entries, newest on top.
 * @param {Entry[]} entries
 */
function showLog(entries) {
  for (const entry of entries) {
    if (entry.index < nextEntry) continue
    nextEntry = entry.index + 1
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
