import { MINUTE_MS } from '../time/duration.ts'

/** What a text to our number requests (CALL-9); anything else is answered with one help text. */
export type TextKeyword = 'skip' | 'stop' | 'start' | 'help' | 'other'

// The carrier takes a text for one of its words only when it is nothing else (Twilio, Advanced Opt-Out). Those that nobody begins
// a sentence with for another reason also count with more behind them, as the law wants (47 CFR 64.1200(a)(10)).
const STOP_FIRST = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'REVOKE', 'OPTOUT'])
const WHOLE: Readonly<Record<string, TextKeyword>> = {
  CANCEL: 'stop',
  END: 'stop',
  QUIT: 'stop',
  START: 'start',
  UNSTOP: 'start',
  YES: 'start',
  HELP: 'help',
  INFO: 'help',
}

/** Reads the first word, or the only one, ignoring case and surrounding characters. 'Opt out' counts as one word. */
export function textKeyword(body: string): TextKeyword {
  const words = (body.match(/opt[^a-z]out\b|[a-z]+/gi) ?? []).map((word) => word.replace(/[^a-z]/i, '').toUpperCase())
  const [first = ''] = words
  if (STOP_FIRST.has(first)) return 'stop'
  if (first === 'SKIP') return 'skip'
  return (words.length === 1 ? WHOLE[first] : undefined) ?? 'other'
}

/** Whether the carrier, too, takes such a text for one of its words: one word, and nothing else. */
export function isOneWord(body: string): boolean {
  return /^[a-z]+$/i.test(body.trim())
}

/** The digits of a text, the code of an announcement perhaps; null without any. */
export function textedDigits(body: string): string | null {
  return /[0-9]+/.exec(body)?.[0] ?? null
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
