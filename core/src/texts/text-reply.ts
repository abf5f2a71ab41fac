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
  stopped: 'Reveille sends no more texts. Your calls stay on. Text START to get texts again.',
  started:
    'Reveille texts are on again. Reply SKIP and the 4 digits of an announcement to skip that call, STOP to end texts.',
  skipped: (when: string, isLast: boolean) =>
    `Skipped: Reveille does not call you on ${when}.${isLast ? '' : ' The call after it is on.'}`,
  nothingToSkip: 'There is no announced call that could still be skipped. Your calls are as you set them.',
  skipNeedsCode: 'To skip a call, reply SKIP and the 4 digits from our text about it. Your calls are as you set them.',
  help: 'Reveille: reply SKIP and the 4 digits of our text to skip that call, STOP to end texts (your calls stay on), START for texts again.',
} as const

/** How long before a call the text is sent; a call planned later than that is not announced (CALL-9). */
export const ANNOUNCED_BEFORE_MS = 15 * MINUTE_MS

/** Its text. `code`: the digits that a SKIP of this call needs. */
export function announcement(time: string, city: string, code: string): string {
  return `Reveille calls you at ${time} (${city}). Reply SKIP ${code} to skip this call, STOP to end texts.`
}
