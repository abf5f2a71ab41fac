import { MINUTE_MS } from '../time/duration.ts'

/** What a text to our number requests (CALL-9); anything else is answered with one help text. */
export type TextKeyword = 'skip' | 'stop' | 'start' | 'other'

// The carrier itself treats these as STOP and START, so we must too: we never teach them for anything else.
const STOP = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])
const START = new Set(['START', 'UNSTOP', 'YES'])

/** Reads the first word, ignoring case and surrounding characters. 'Opt out' counts as one (47 CFR 64.1200(a)(10)). */
export function textKeyword(body: string): TextKeyword {
  const [first = ''] = /opt[^a-z]out\b|[a-z]+/i.exec(body) ?? []
  const word = first.replace(/[^a-z]/i, '').toUpperCase()
  if (STOP.has(word)) return 'stop'
  if (START.has(word)) return 'start'
  return word === 'SKIP' ? 'skip' : 'other'
}

/** The digits of a text, the code of an announcement perhaps; null without any. */
export function textedDigits(body: string): string | null {
  return /[0-9]+/.exec(body)?.[0] ?? null
}

/** Our replies, one text each. `when` is the skipped call's local day and time; `isLast`: no other follows. */
export const TEXT_REPLIES = {
  stopped: 'Reveille texts are off. Your calls stay on. Text START to turn texts back on.',
  started:
    'Reveille texts are back on. Reply SKIP and the 4 digits of a reminder to skip that call, STOP to end texts.',
  skipped: (when: string, isLast: boolean) =>
    `Done. We won't call on ${when}.${isLast ? '' : ' Your next call is still on.'}`,
  nothingToSkip: "There's no upcoming call to skip. Your schedule hasn't changed.",
  skipNeedsCode: "To skip a call, reply SKIP and the 4 digits from our text about it. Your schedule hasn't changed.",
  help: 'Reveille: reply SKIP and the 4 digits of our text to skip that call, STOP to end texts (your calls stay on), START to turn texts back on.',
} as const

/** How long before a call the text is sent; a call planned later than that is not announced (CALL-9). */
export const ANNOUNCED_BEFORE_MS = 15 * MINUTE_MS

/** Its text. `code`: the digits that a SKIP of this call needs. */
export function announcement(time: string, city: string, code: string): string {
  return `Reveille will call you at ${time} (${city} time). Reply SKIP ${code} to skip this call, STOP to end texts.`
}
