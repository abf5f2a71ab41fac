import { readableText } from '../people/typed-text.ts'
import { MINUTE_MS } from '../time/duration.ts'

/** What a text to our number requests; anything else is answered with one help text. */
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
  'stop, stops, stopall, unsubscribe, revoke, optout, opt out, opting out, opt me out, leave me alone, take me off, remove me',
  'dont text, dont message, dont contact, never text',
  'arrêt, arret, arrête, arrete, arrêtez, arretez, arrêter, arreter, désabonner, desabonner, désinscrire, laissez moi tranquille',
  'stopp, stoppen, abmelden, abbestellen, aufhören, aufhoeren, hör auf, hoer auf, hören sie auf, mich in ruhe, keine sms, keine nachrichten',
  'band karo, band kar do, band kijiye, bandh karo, mat bhejo, rok do, roko',
  'berhenti, hentikan, kāti, kati, kaati',
].flatMap((language) => language.split(', '))
/** Written without blanks, or with many endings. */
const STOPS_IN_OTHER_SCRIPTS = /बंद|बन्द|रोक|मत भेज|停止|退订|退訂|取消订阅|நிறுத்து/u
/** These only with a word for our texts: 'cancel tomorrow' asks for something else. */
const ENDS = new Set(['stop', 'cancel', 'end', 'quit', 'delete', 'remove', 'no', 'without'])
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
/** With one of these, a word that stands alone still does. */
const POLITE = new Set([
  'please',
  'pls',
  'plz',
  'kindly',
  'now',
  'thanks',
  'thank',
  'you',
  'thx',
  'ok',
  'okay',
  'hi',
  'bitte',
  'svp',
])
/** Right before it, or with one word between, in the same sentence. */
const NOT = / (?:not|dont|doesnt|never|wont|cannot|cant|without|ne|nicht)(?: [a-z]+)? $/u

/** Digits of the code in an announcement. */
export const SKIP_CODE_DIGITS = 4

/** Longer texts are about something else. */
const MOST_WORDS = 12

/**
 * Reads what a text asks for, whatever its case and marks. A polite 'please' may stand anywhere, and a slip of the finger in a
 * word for STOP that stands alone counts; START counts to the letter, for texts must not begin by accident. In doubt
 * texts stop, for calls stay on; but a text with the code of a call skips that call unless it clearly asks for more.
 */
export function textKeyword(body: string): TextKeyword {
  const text = plainWords(body)
  const words = text.split(' ').filter((word) => /\p{L}/u.test(word))
  const [first = ''] = words
  const skips = asksFor('skip', text)
  if (skips && textedDigits(body) !== null) return clearlyStops(text, words) ? 'stop' : 'skip'
  if (asksToStop(text, words)) return 'stop'
  if (skips) return 'skip'
  return (words.length === 1 ? WHOLE[first] : undefined) ?? 'other'
}

function asksToStop(text: string, words: readonly string[]): boolean {
  const bare = words.filter((word) => !POLITE.has(word))
  const [first = ''] = bare
  if (bare.length === 1 && (WHOLE[first] === 'stop' || first === 'remove')) return true
  if (bare.length === 1 && !/[0-9]/.test(text) && isSlipOfStop(first)) return true
  if (clearlyStops(text, words)) return true
  return words.length <= MOST_WORDS && asksFor('stop', text)
}

/** Not just a 'stop' somewhere: the first word or the last, with a word for our texts, or in so many words. */
function clearlyStops(text: string, words: readonly string[]): boolean {
  const [first = ''] = words
  if (STOPS.includes(first)) return true
  if (words.length > MOST_WORDS) return false
  const ends = words.findIndex(
    (word, at) => ENDS.has(word) && words.slice(at + 1, at + 5).some((next) => TEXTS.has(next)),
  )
  if (ends >= 0 && asksFor(words[ends]!, text)) return true
  if (words.at(-1) === 'stop' && asksFor('stop', text)) return true
  return STOPS.some((request) => request !== 'stop' && asksFor(request, text)) || STOPS_IN_OTHER_SCRIPTS.test(text)
}

/** Whether a text has these words, and no 'don't' before them. */
function asksFor(words: string, text: string): boolean {
  const at = ` ${text} `.indexOf(` ${words} `)
  return at >= 0 && !NOT.test(` ${text.slice(0, at)}`)
}

/** Lower-case words, and a bar where a sentence ends, with one blank between: no apostrophes, digits apart from letters. */
function plainWords(body: string): string {
  return readableText(body)
    .toLowerCase()
    .replaceAll(/(\p{L})['’](\p{L})/gu, '$1$2')
    .replaceAll(/(?<=\p{L})(?=[0-9])|(?<=[0-9])(?=\p{L})/gu, ' ')
    .replaceAll(/[.,;:!?\n]+/g, ' | ')
    .replaceAll(/[^\p{L}\p{M}0-9|]+/gu, ' ')
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
  const text = readableText(body)
  const groups = text.match(/[0-9]+/g) ?? []
  const joined = (text.match(/[0-9]+(?:[ .-][0-9]+)+/g) ?? []).map((number) => number.replaceAll(/[^0-9]/g, ''))
  return [...groups, ...joined].find(({ length }) => length === SKIP_CODE_DIGITS) ?? groups[0] ?? null
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

/** How long before a call the text is sent; a call planned later than that isn't announced. */
export const ANNOUNCED_BEFORE_MS = 15 * MINUTE_MS

/** Its text. `code`: the digits that a SKIP of this call needs. */
export function announcement(time: string, city: string, code: string): string {
  return `Reveille will call you at ${time} (${city} time). Reply SKIP ${code} to skip it. STOP ends texts, not calls.`
}
