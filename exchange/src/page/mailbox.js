// @ts-check
import { clockTime, element, find, post } from './element.js'

/** @import { Mail, Text } from './connection.js' */

/** Digits that aren't a port, a price or a part of a phone number. */
const standingAlone = /(?<![\d+:/.,$€£-]|\d )\d{4,8}(?![\d:/-]|[.,]\d| \d)/g

/**
 * The first code in a text. A year isn't one.
 * @param {string} words
 */
const codeIn = (words) => words.match(standingAlone)?.find((digits) => !/^(?:19|20)\d\d$/.test(digits))

/** The ids of the messages on the page. */
const shown = new Set()

/** The number that was texted last. Never replaces a typed number. */
let suggested = ''

/**
 * Adds new messages on top without redrawing the others, so that a selection stays.
 * @param {Text[]} texts
 * @param {Mail[]} mails
 */
export function showMessages(texts, mails) {
  const messages = [...texts.map(ofText), ...mails.map(ofMail)].toSorted((one, other) => one.at - other.at)
  for (const message of messages) {
    if (shown.has(message.id)) continue
    shown.add(message.id)
    find('messages').prepend(card(message))
    clamp(find('messages').firstElementChild)
    if (message.kind === 'Text' && !message.isOwn) suggestSender(message.to)
  }
  find('inbox-empty').hidden = shown.size > 0
  find('inbox-count').textContent =
    shown.size === 0 ? '' : `${counted(mails.length, 'email')}, ${counted(texts.length, 'text')}`
}

/**
 * @typedef {{ kind: 'Text' | 'Email', id: string, at: number, from: string, to: string, subject: string, text: string,
 *   htmlAddress: string | null, isOwn: boolean }} Message
 */

/** @param {Text} text @returns {Message} */
const ofText = (text) => ({
  kind: 'Text',
  id: text.sid,
  at: text.createdAt,
  from: text.from,
  to: text.to,
  subject: '',
  text: text.body,
  htmlAddress: null,
  isOwn: text.direction === 'inbound',
})

/** @param {Mail} mail @returns {Message} */
const ofMail = (mail) => ({
  kind: 'Email',
  id: mail.id,
  at: mail.at,
  from: mail.from,
  to: mail.to.join(', '),
  subject: mail.subject,
  text: mail.text || '(no plain text)',
  htmlAddress: mail.html ? `sandbox/mails/${mail.id}/html` : null,
  isOwn: false,
})

/** @param {Message} message */
function card(message) {
  const found = message.isOwn ? undefined : codeIn(`${message.subject}\n${message.text}`)
  const about = element(
    'p',
    { class: 'about' },
    element('span', { class: `kind ${message.kind.toLowerCase()}` }, message.isOwn ? 'Sent' : message.kind),
    element('span', { class: 'to' }, message.isOwn ? `from ${message.from}` : `to ${message.to}`),
    element('time', { datetime: new Date(message.at).toISOString() }, clockTime(message.at)),
  )
  const parts = [about]
  if (message.subject) parts.push(element('h3', {}, message.subject))
  parts.push(element('p', { class: 'words' }, message.text.trim()))
  const tools = element('p', { class: 'tools' })
  if (found) tools.append(copyButton(found))
  if (message.htmlAddress) tools.append(htmlLink(message.htmlAddress))
  if (tools.childNodes.length > 0) parts.push(tools)
  return element('li', { class: message.isOwn ? 'message own' : 'message' }, ...parts)
}

/** Cuts a long text, since two would fill the box, and offers the rest. @param {Element | null} message */
function clamp(message) {
  const words = message?.querySelector('.words')
  if (!words) return
  words.classList.add('cut')
  if (words.scrollHeight <= words.clientHeight) return words.classList.remove('cut')
  const more = element('button', { type: 'button', class: 'more', 'aria-expanded': 'false' }, 'Show all')
  more.addEventListener('click', () => {
    const isCut = words.classList.toggle('cut')
    more.setAttribute('aria-expanded', String(!isCut))
    more.textContent = isCut ? 'Show all' : 'Show less'
  })
  words.after(more)
}

/** @param {string} digits */
function copyButton(digits) {
  const button = element('button', { type: 'button', class: 'copy' })
  const words = element('span', { class: 'copy-word' }, 'Copy')
  button.append(element('span', { class: 'code' }, digits), words)
  button.addEventListener('click', async () => {
    words.textContent = (await isCopied(digits)) ? 'Copied' : 'Select it'
    setTimeout(() => (words.textContent = 'Copy'), 1_500)
  })
  return button
}

/** @param {string} digits */
async function isCopied(digits) {
  try {
    await navigator.clipboard.writeText(digits)
    return true
  } catch {
    return false // a browser may deny access to the clipboard
  }
}

/** @param {string} address */
const htmlLink = (address) =>
  element('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, 'View HTML version')

/** @param {string} number */
function suggestSender(number) {
  const field = /** @type {HTMLInputElement} */ (find('reply-from'))
  if (field.value === suggested) field.value = number
  suggested = number
}

/**
 * @param {number} count
 * @param {string} word
 */
const counted = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`

/** Sets up the form that sends a text. */
export function makeReplyForm() {
  find('reply').addEventListener('submit', (event) => {
    event.preventDefault()
    const fields = new FormData(/** @type {HTMLFormElement} */ (event.target))
    void sendReply(String(fields.get('from')), String(fields.get('body')))
  })
}

/**
 * @param {string} from
 * @param {string} body
 */
async function sendReply(from, body) {
  const response = await post(`sandbox/phones/${encodeURIComponent(from)}/texts`, { body })
  find('reply-result').textContent = response.ok ? `Sent from ${from}.` : "The text wasn't accepted."
  if (response.ok) /** @type {HTMLInputElement} */ (find('reply-body')).value = ''
}
