/** What a text to our number asks for (CALL-9); anything else gets one text of help. */
export type TextKeyword = 'skip' | 'stop' | 'start' | 'other'

// The carrier itself counts these as STOP and START, so we must too: they are never taught for anything else.
const STOP = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])
const START = new Set(['START', 'UNSTOP', 'YES'])

/** Reads the first word, whatever its case and whatever stands around it. */
export function textKeyword(body: string): TextKeyword {
  const word = /[A-Za-z]+/.exec(body)?.[0].toUpperCase() ?? ''
  if (STOP.has(word)) return 'stop'
  if (START.has(word)) return 'start'
  return word === 'SKIP' ? 'skip' : 'other'
}

/** What we answer, in one text each. `when` is the skipped call's local day and time; `isLast`: no other follows it. */
export const TEXT_REPLIES = {
  stopped: 'Reveille sends no more texts. Your calls stay on. Text START to get texts again.',
  started: 'Reveille texts are on again. Reply SKIP to an announcement to skip that call, STOP to end texts.',
  skipped: (when: string, isLast: boolean) =>
    `Skipped: Reveille does not call you on ${when}.${isLast ? '' : ' The call after it is on.'}`,
  nothingToSkip: 'There is no announced call that could still be skipped. Your calls are as you set them.',
  help: 'Reveille: reply SKIP to skip the call that we announced, STOP to end texts (your calls stay on), START for texts again.',
} as const

/** The text before a call (CALL-9). */
export function announcement(time: string, city: string): string {
  return `Reveille calls you at ${time} (${city}). Reply SKIP to skip this call, STOP to end texts.`
}
