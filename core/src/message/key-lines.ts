import { SECOND_CHECK_AFTER_MS } from '../calls/next-step.ts'
import { solutionOf, type Task } from '../calls/proof.ts'
import { inWords } from '../time/duration.ts'
import { type Weekday, weekdayName } from '../time/weekday.ts'
import type { MessageRequest } from './call-message.ts'
import { spokenDigits, spokenNumber } from './spoken-number.ts'
import { variant } from './variants.ts'
import { VOICE_LINES } from './voices/all-voices.ts'

export const RECORDING_LINE = 'This call is recorded, as you agreed.'

const STOP_LINE = 'Press 0 twice to stop all calls.'

/** Offers only keys that work in this call. */
export function askLine(request: MessageRequest): string {
  const { asks } = VOICE_LINES[request.voiceId]
  const ask = request.kind === 'sample' ? asks.sample : asks[offered(request)]
  return request.saysHowToStop ? `${ask} ${STOP_LINE}` : ask
}

export function shortAskLine(request: MessageRequest, turn: number): string {
  const { reminders } = VOICE_LINES[request.voiceId]
  return variant(reminders[offered(request)], turn, `${request.seed} reminder`)
}

/** After 0. */
export function menuLine({ kind, nextCallWeekday }: MessageRequest): string {
  const rest = "3 to hear this again, 0 to stop all calls, or 1 if you're up."
  const skips = kind !== 'sample' && nextCallWeekday !== null
  return skips ? `Press 9 to skip ${callOf(nextCallWeekday)}, ${rest}` : `Press ${rest}`
}

const callOf = (day: Weekday | 'later') => (day === 'later' ? 'your next call' : `${weekdayName(day)}'s call`)

/** After a key without an effect. */
export function onlyTheseKeysLine(request: MessageRequest): string {
  return offersSnooze(request) ? 'Only 1, 2 and 0 work here.' : 'Only 1 and 0 work here.'
}

/** After 2. Empty if the schedule has no snooze. */
export function snoozedLine({ kind, snoozeMinutes }: MessageRequest): string {
  return kind === 'sample' || snoozeMinutes === 0
    ? ''
    : `Snoozed. I'll call again in ${spokenNumber(snoozeMinutes)} minutes.`
}

/** After 2 when no snooze is left. Empty if the schedule has no snooze. */
export function noSnoozesLine({ kind, snoozeMinutes }: MessageRequest): string {
  return kind === 'sample' || snoozeMinutes === 0 ? '' : "No snoozes left. Press 1 when you're up."
}

/** After 9. Empty if there's no call to skip. Only Gentle is proven by a key; for the others a task follows. */
export function skippedLine({ kind, nextCallWeekday, proof }: MessageRequest): string {
  if (kind === 'sample' || nextCallWeekday === null) return ''
  return `Done. I've skipped ${callOf(nextCallWeekday)}${proof === 'gentle' ? ', and this one counts as answered' : ''}.`
}

/** The last words after silence, or after the last wrong answer. */
export function partingLine({ kind, voiceId, isTriedAgain, seed }: MessageRequest, turn: number): string {
  if (kind === 'sample') return 'That was your sample call.'
  return variant(VOICE_LINES[voiceId].partings[isTriedAgain ? 'again' : 'last'], turn, `${seed} parting`)
}

/** What Strict adds to the goodbye. */
export function secondCheckLine({ isCheckedAgain }: MessageRequest): string {
  return isCheckedAgain ? `I'll check again in ${inWords(SECOND_CHECK_AFTER_MS)}.` : ''
}

/** The prompt of a round, from 1. Every later round follows a wrong answer. */
export function taskPrompt(task: Task, round: number): string {
  if (task.kind === 'digits')
    return `${round === 1 ? 'Good' : 'Not quite'}. Now type: ${spokenDigits(solutionOf(task))}`
  const sum = `What's ${spokenNumber(task.a)} plus ${spokenNumber(task.b)}? Type the answer.`
  return round === 1 ? sum : `Not quite. ${sum}`
}

const offered = (request: MessageRequest) => (offersSnooze(request) ? 'withSnooze' : 'withoutSnooze')

function offersSnooze({ kind, snoozesLeft }: MessageRequest): boolean {
  return kind !== 'sample' && kind !== 'second-check' && snoozesLeft > 0
}
