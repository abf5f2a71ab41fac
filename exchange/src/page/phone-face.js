// @ts-check
import { element, find } from './element.js'
import { isUnlocked } from './sound.js'

/** @import { Call } from './connection.js' */

export const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#']

const endings = /** @type {Record<string, string>} */ ({
  completed: 'Call ended',
  busy: 'Declined',
  'no-answer': 'Nobody answered',
  canceled: 'The caller hung up',
  failed: 'The call failed',
})

/** What the product's contact card names its number, once somebody has saved it. */
const CONTACT = 'Reveille wake-up call'

/** '+12025550100' → '+1 202 555 0100'. @param {string} number */
const spaced = (number) => number.replace(/^\+(1|\d\d)(\d{3})(\d{3})(\d+)$/, '+$1 $2 $3 $4')

/** @param {Call} call */
export const isOpen = (call) => call.status === 'ringing' || call.status === 'in-progress'

/**
 * Shows one call on the phone.
 * @param {Call} call
 * @param {boolean} isHeld by this page
 * @param {HTMLElement[]} buttons
 */
export function drawCall(call, isHeld, buttons) {
  const isRinging = call.status === 'ringing'
  const title = isRinging ? 'Incoming call' : (endings[call.status] ?? 'Connected')
  find('phone').dataset['state'] = isOpen(call) ? call.status : 'idle'
  find('phone-state').textContent = title
  find('phone-name').textContent = CONTACT
  find('phone-number').textContent = spaced(call.from)
  find('phone-detail').textContent = detailOf(call, isHeld)
  find('keypad').hidden = !(call.status === 'in-progress' && isHeld)
  find('actions').replaceChildren(...buttons)
  find('announcer').textContent = isRinging ? `Incoming call from ${CONTACT} to ${call.to}` : title
  document.title = isRinging ? `Ringing: ${call.to}` : 'Pretend carrier'
  if (isRinging) clearCaptions()
  if (isRinging || !isHeld) note(isRinging && !isUnlocked() ? 'Click anywhere once to hear the ring.' : '')
}

/**
 * Shows open calls beside the one on the phone.
 * @param {Call[]} calls
 * @param {(call: Call) => HTMLElement[]} buttonsFor
 */
export function drawOthers(calls, buttonsFor) {
  const rows = calls.map((call) =>
    element('div', { class: 'other-call' }, element('span', {}, `${call.to} (${call.status})`), ...buttonsFor(call)),
  )
  find('other-calls').replaceChildren(...rows)
}

/**
 * @param {Call} call
 * @param {boolean} isHeld
 */
function detailOf(call, isHeld) {
  if (call.status === 'in-progress' && !isHeld) return 'Answered in another tab'
  return call.answeredAt === null ? `to ${call.to}` : `to ${call.to}, ${talkTime(call)}`
}

/** @param {Call} call */
export function drawTalkTime(call) {
  find('phone-detail').textContent = detailOf(call, true)
}

/** @param {Call} call */
function talkTime(call) {
  const soFar = Math.max(0, Math.floor((Date.now() - (call.answeredAt ?? Date.now())) / 1_000))
  const seconds = call.durationSeconds ?? soFar
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/**
 * @param {string} words
 * @param {'answer' | 'decline'} kind
 * @param {() => void} onclick
 */
export const actionButton = (words, kind, onclick) =>
  element('button', { class: `action ${kind}`, type: 'button', onclick }, words)

/** @param {(key: string) => void} press */
export function drawKeypad(press) {
  const names = /** @type {Record<string, string>} */ ({ '*': 'star', '#': 'hash' })
  const buttons = keys.map((key) =>
    element(
      'button',
      { class: 'key', type: 'button', 'data-key': key, 'aria-label': names[key] ?? key, onclick: () => press(key) },
      key,
    ),
  )
  find('keypad').append(...buttons)
}

/** @param {string} key */
export function flash(key) {
  const button = find('keypad').querySelector(`[data-key="${CSS.escape(key)}"]`)
  button?.classList.add('pressed')
  setTimeout(() => button?.classList.remove('pressed'), 150)
}

/** @type {ReturnType<typeof setTimeout>[]} */
let coming = []

/**
 * Shows a text sentence by sentence while it's heard.
 * @param {string} text
 * @param {number} ms that hearing it takes
 */
export function caption(text, ms) {
  stopCaptions()
  let before = 0
  for (const sentence of text.split(/(?<=[.!?])\s+/)) {
    const after = (ms * before) / text.length
    if (before === 0) addCaption(sentence)
    else coming.push(setTimeout(() => addCaption(sentence), after))
    before += sentence.length + 1
  }
}

/** A code's digits are texts of their own, but one line. @param {string} sentence */
function addCaption(sentence) {
  const captions = find('captions')
  const last = captions.lastElementChild
  const isDigits = (/** @type {string | null | undefined} */ words) => /^\d( \d)*$/.test(words ?? '')
  if (last && isDigits(last.textContent) && isDigits(sentence)) last.append(` ${sentence}`)
  else captions.append(element('p', {}, sentence))
  captions.scrollTop = captions.scrollHeight
}

/** Drops what hasn't been heard yet. */
export function stopCaptions() {
  for (const timer of coming) clearTimeout(timer)
  coming = []
}

export function clearCaptions() {
  stopCaptions()
  find('captions').replaceChildren()
}

/** @param {string} text */
export function note(text) {
  find('sound-note').textContent = text
}

/** @param {number} loudness of what is heard, 0 to 1 */
export function showLoudness(loudness) {
  find('phone').style.setProperty('--loudness', String(Math.min(1, loudness * 5)))
}
