import { readableText } from '../people/typed-text.ts'
import { MINUTE_MS } from '../time/duration.ts'

/** What a text to our number asks for. `other` gets the help text. */
export type TextKeyword = 'skip' | 'stop' | 'start' | 'help' | 'other'

/** Words that, alone in a text, the carrier acts on by itself (Twilio's Advanced Opt-Out). We read them alike. */
const WHOLE = {
  stop: ['stop', 'stopall', 'unsubscribe', 'revoke', 'optout', 'cancel', 'end', 'quit'],
  start: ['start', 'unstop', 'yes'],
  help: ['help', 'info'],
}
const wholeKeyword = (word: string) => (['stop', 'start', 'help'] as const).find((one) => WHOLE[one].includes(word))

/**
 * Anywhere in a short text, each of these asks us to stop: the law accepts any reasonable wording (47 CFR 64.1200(a)(10)).
 * In the languages of the countries that we call first. Pages import a time from this file, and leave out a pure list.
 */
const STOPS = /* @__PURE__ */ [
  'stop, stops, stopall, unsubscribe, revoke, optout, opt out, opting out, opt me out, leave me alone, take me off, remove me',
  'dont text, dont message, dont contact, never text',
  'arrêt, arret, arrête, arrete, arrêtez, arretez, arrêter, arreter, désabonner, desabonner, désinscrire, laissez moi tranquille',
  'stopp, stoppen, abmelden, abbestellen, aufhören, aufhoeren, hör auf, hoer auf, hören sie auf, mich in ruhe, keine sms, keine nachrichten',
  'band karo, band kar do, band kijiye, bandh karo, mat bhejo, rok do, roko',
  'berhenti, hentikan, kāti, kati, kaati',
].flatMap((language) => language.split(', '))
/** Parts of words, because these scripts have no blanks or many endings. */
const STOPS_IN_OTHER_SCRIPTS = /बंद|बन्द|रोक|मत भेज|停止|退订|退訂|取消订阅|நிறுத்து/u
/** These stop texts only beside a word for them: 'cancel tomorrow' asks for something else. */
const ENDS = new Set(['stop', 'cancel', 'end', 'quit', 'delete', 'remove', 'no', 'without'])
const TEXTS = /* @__PURE__ */ 'text texts texting message messages messaging sms reminders subscription'.split(' ')
/** A word still counts as alone beside these. */
const POLITE = /* @__PURE__ */ 'please pls plz kindly now thanks thank you thx ok okay hi bitte svp'.split(' ')
/** A negation of the next word or the one after it, in the same sentence. */
const NOT = / (?:not|dont|doesnt|never|wont|cannot|cant|without|ne|nicht)(?: [a-z]+)? $/u

export const SKIP_CODE_DIGITS = 4

/** A longer text is about something else. */
const MOST_WORDS = 12

/**
 * Reads what a text asks for. A lone word for STOP may have a typo; START may not, since texts mustn't start by accident.
 * In doubt texts stop, which leaves calls on. A text with a call's code skips that call unless it clearly says stop.
 */
export function textKeyword(body: string): TextKeyword {
  const text = plainWords(body)
  const words = text.split(' ').filter((word) => /\p{L}/u.test(word))
  const [first = ''] = words
  const skips = asksFor('skip', text)
  if (skips && textedDigits(body) !== null) return clearlyStops(text, words) ? 'stop' : 'skip'
  if (asksToStop(text, words)) return 'stop'
  if (skips) return 'skip'
  return (words.length === 1 ? wholeKeyword(first) : undefined) ?? 'other'
}

function asksToStop(text: string, words: readonly string[]): boolean {
  const bare = words.filter((word) => !POLITE.includes(word))
  const [first = ''] = bare
  if (bare.length === 1 && (WHOLE.stop.includes(first) || first === 'remove')) return true
  if (bare.length === 1 && !/[0-9]/.test(text) && isTypoOfStop(first)) return true
  if (clearlyStops(text, words)) return true
  return words.length <= MOST_WORDS && asksFor('stop', text)
}

/** A 'stop' as the first or last word, beside a word for our texts, or in an unmistakable phrase. */
function clearlyStops(text: string, words: readonly string[]): boolean {
  const [first = ''] = words
  if (STOPS.includes(first)) return true
  if (words.length > MOST_WORDS) return false
  const ends = words.findIndex(
    (word, at) => ENDS.has(word) && words.slice(at + 1, at + 5).some((next) => TEXTS.includes(next)),
  )
  if (ends >= 0 && asksFor(words[ends]!, text)) return true
  if (words.at(-1) === 'stop' && asksFor('stop', text)) return true
  return STOPS.some((request) => request !== 'stop' && asksFor(request, text)) || STOPS_IN_OTHER_SCRIPTS.test(text)
}

/** Whether a text has these words, without a negation before them. */
function asksFor(words: string, text: string): boolean {
  const at = ` ${text} `.indexOf(` ${words} `)
  return at >= 0 && !NOT.test(` ${text.slice(0, at)}`)
}

/** Lower-case words separated by blanks, without apostrophes, digits apart from letters, a bar for each end of a sentence. */
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

/** A typo has one letter wrong, missing, added, or swapped with its neighbor. */
const isTypoOfStop = (word: string) =>
  ['stop', 'stopall', 'unsubscribe', 'cancel', 'optout'].some((meant) => isOneLetterOff(word, meant))

function isOneLetterOff(word: string, meant: string): boolean {
  if (Math.abs(word.length - meant.length) > 1) return false
  let same = 0
  while (same < meant.length && word[same] === meant[same]) same++
  const [left, right] = [word.slice(same), meant.slice(same)]
  const rest = [
    [left.slice(1), right], // added
    [left, right.slice(1)], // missing
    [left.slice(1), right.slice(1)], // wrong
    [`${left[1] ?? ''}${left[0] ?? ''}${left.slice(2)}`, right], // swapped
  ]
  return rest.some(([ours, theirs]) => ours === theirs)
}

export const isCarrierWord = (body: string): boolean => wholeKeyword(body.trim().toLowerCase()) !== undefined

/** The announcement's code in a text, or else its first digits; null without digits. */
export function textedDigits(body: string): string | null {
  const text = readableText(body)
  const groups = text.match(/[0-9]+/g) ?? []
  const joined = (text.match(/[0-9]+(?:[ .-][0-9]+)+/g) ?? []).map((number) => number.replaceAll(/[^0-9]/g, ''))
  return [...groups, ...joined].find(({ length }) => length === SKIP_CODE_DIGITS) ?? groups[0] ?? null
}

/** Each fits one text. `when`: the skipped call's local day and time. `isLast`: no call follows it. */
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

/** How long before a call we announce it by text. A call planned later isn't announced. */
export const ANNOUNCED_BEFORE_MS = 15 * MINUTE_MS

export function announcement(time: string, city: string, code: string): string {
  return `Reveille will call you at ${time} (${city} time). Reply SKIP ${code} to skip it. STOP ends texts, not calls.`
}
