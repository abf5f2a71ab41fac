import { readableText } from '../people/typed-text.ts'
import { MINUTE_MS } from '../time/duration.ts'

/** What a text to our number requests (CALL-9); anything else is answered with one help text. */
export type TextKeyword = 'skip' | 'stop' | 'start' | 'help' | 'other'

/** Each alone in a text, the carrier takes for its own (Twilio, Advanced Opt-Out), and so do we. */
const WHOLE: Readonly<Record<string, TextKeyword>> = {
  stop: 'stop',
  stopall: 'stop',
  unsubscribe: 'stop',
  revoke: 'stop',
  optout: 'stop',
  cancel: 'stop',
  end: 'stop',
  quit: 'stop',
  start: 'start',
  unstop: 'start',
  yes: 'start',
  help: 'help',
  info: 'help',
}

/**
 * Wherever one of these stands in a short text, it asks to end our texts, in any reasonable wording (47 CFR 64.1200(a)(10)): in
 * the languages of the countries that we call first.
 */
const STOPS = [
  'stop, stops, stopall, unsubscribe, revoke, optout, opt out, opting out, leave me alone, take me off, remove me, no more',
  'dont text, dont message, dont contact, never text',
  'arrêt, arret, arrête, arrete, arrêtez, arretez, désabonner, desabonner, désinscrire',
  'stopp, stoppen, abmelden, abbestellen, aufhören, aufhoeren, keine sms, keine nachrichten',
  'band karo, band kar do, band kijiye, bandh karo, mat bhejo, rok do, roko',
  'berhenti, hentikan, kāti, kati, kaati',
].flatMap((language) => language.split(', '))
/** Written without blanks, or with many endings. */
const STOPS_IN_OTHER_SCRIPTS = /बंद|बन्द|रोक|मत भेज|停止|退订|退訂|取消订阅|நிறுத்து/u
/** These only with a word for our texts: 'cancel tomorrow' asks for something else. */
const ENDS = new Set(['cancel', 'end', 'quit', 'delete', 'no', 'without'])
const TEXTS = new Set([
  'text',
  'texts',
  'texting',
  'message',
  'messages',
  'messaging',
  'sms',
  'reminders',
  'subscription',
])
/** Right before it, or with one word between. */
const NOT = / (?:not|dont|doesnt|never|wont|cannot|cant|without|ne|nicht)(?: [a-z]+)? $/u

/** Digits of the code in an announcement. */
export const SKIP_CODE_DIGITS = 4

/** Longer texts are about something else. */
const MOST_WORDS = 12

/**
 * Reads what a text asks for, whatever its case and marks. A polite 'please' may stand anywhere, and a slip of the finger in a
 * word for STOP that stands alone counts; START counts to the letter, for texts must not begin by accident. In doubt
 * texts stop: calls stay on.
 */
export function textKeyword(body: string): TextKeyword {
  const text = plainWords(body)
  const words = text.split(' ').filter((word) => /\p{L}/u.test(word))
  const [first = ''] = words
  if (first === 'skip') return 'skip'
  if (asksToStop(text, words)) return 'stop'
  if (asksFor('skip', text)) return 'skip'
  return (words.length === 1 ? WHOLE[first] : undefined) ?? 'other'
}

function asksToStop(text: string, words: readonly string[]): boolean {
  const [first = '', ...others] = words
  if (WHOLE[first] === 'stop' && (others.length === 0 || STOPS.includes(first))) return true
  if (words.length > MOST_WORDS) return false
  if (words.length === 1 && !/[0-9]/.test(text) && isSlipOfStop(first)) return true
  const ends = words.findIndex((word) => ENDS.has(word))
  if (ends >= 0 && words.slice(ends + 1, ends + 5).some((word) => TEXTS.has(word))) return true
  return STOPS.some((request) => asksFor(request, text)) || STOPS_IN_OTHER_SCRIPTS.test(text)
}

/** Whether a text has these words, and no 'don't' before them. */
function asksFor(words: string, text: string): boolean {
  const at = ` ${text} `.indexOf(` ${words} `)
  return at >= 0 && !NOT.test(` ${text.slice(0, at)}`)
}

/** Lower-case words with one blank between them: contractions without apostrophes, and digits apart from letters. */
function plainWords(body: string): string {
  return readableText(body)
    .toLowerCase()
    .replaceAll(/(\p{L})['’](\p{L})/gu, '$1$2')
    .replaceAll(/(?<=\p{L})(?=[0-9])|(?<=[0-9])(?=\p{L})/gu, ' ')
    .replaceAll(/[^\p{L}\p{M}0-9]+/gu, ' ')
    .replaceAll(/\bdo not\b/g, 'dont')
    .trim()
}

/** One letter wrong, missing, too many, or swapped with its neighbor. */
const isSlipOfStop = (word: string) =>
  ['stop', 'stopall', 'unsubscribe', 'cancel', 'optout'].some((meant) => isOneLetterOff(word, meant))

function isOneLetterOff(word: string, meant: string): boolean {
  if (Math.abs(word.length - meant.length) > 1) return false
  let same = 0
  while (same < meant.length && word[same] === meant[same]) same++
  const [left, right] = [word.slice(same), meant.slice(same)]
  const rest = [
    [left.slice(1), right], // one more
    [left, right.slice(1)], // one less
    [left.slice(1), right.slice(1)], // another one
    [`${left[1] ?? ''}${left[0] ?? ''}${left.slice(2)}`, right], // two swapped
  ]
  return rest.some(([ours, theirs]) => ours === theirs)
}

/** Whether the carrier, too, takes such a text for one of its words: that word, and nothing else. */
export function isCarrierWord(body: string): boolean {
  return Object.hasOwn(WHOLE, body.trim().toLowerCase())
}

/** The code of an announcement that a text names, or the digits that it has instead; null without any. */
export function textedDigits(body: string): string | null {
  const numbers = (readableText(body).match(/[0-9]+(?:[ .-][0-9]+)*/g) ?? []).map((number) =>
    number.replaceAll(/[^0-9]/g, ''),
  )
  return numbers.find(({ length }) => length === SKIP_CODE_DIGITS) ?? numbers[0] ?? null
}

/** Our replies, one text each. `when` is the skipped call's local day and time; `isLast`: no other follows. */
export const TEXT_REPLIES = {
  stopped: 'Reveille texts are off. Your calls stay on. Text START to turn texts back on.',
  started:
    'Reveille texts are back on. Reply SKIP and the 4 digits from a reminder to skip that call, STOP to end texts.',
  skipped: (when: string, isLast: boolean) =>
    `Done. We won't call on ${when}.${isLast ? '' : ' Your next call is still on.'}`,
  nothingToSkip: "There's no upcoming call to skip. Your schedule hasn't changed.",
  skipNeedsCode: "To skip a call, reply SKIP and the 4 digits from our text about it. Your schedule hasn't changed.",
  help: 'Reveille: reply SKIP and the 4 digits from our text to skip that call, STOP to end texts (your calls stay on), START to turn texts back on.',
} as const

/** How long before a call the text is sent; a call planned later than that is not announced (CALL-9). */
export const ANNOUNCED_BEFORE_MS = 15 * MINUTE_MS

/** Its text. `code`: the digits that a SKIP of this call needs. */
export function announcement(time: string, city: string, code: string): string {
  return `Reveille will call you at ${time} (${city} time). Reply SKIP ${code} to skip it. STOP ends texts, not calls.`
}
