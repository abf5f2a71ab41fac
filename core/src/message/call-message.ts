import type { CallKind } from '../calls/call-lifecycle.ts'
import type { ScriptPart } from '../calls/call-script.ts'
import { morningsOf, streakOf, type RungOccurrence } from '../calls/progress.ts'
import type { Proof, Task } from '../calls/proof.ts'
import type { Goal, Struggle } from '../preferences/preferences.ts'
import type { VoiceId } from '../speech/voices.ts'
import { daysBetween, type LocalDate, type LocalTime } from '../time/calendar.ts'
import type { Weekday } from '../time/weekday.ts'
import type { DateOrder } from './own-words/spoken-date.ts'
import type { Sentence } from './sentence.ts'
import { STREAKS, type Occasions, type Streak } from './voices/voice-lines.ts'

/** The input of a message. Free text is as the person wrote it; the composer makes it speakable. */
export type MessageRequest = {
  name: string
  /** How the person wants their name said; null for the first name. */
  spokenName: string | null
  voiceId: VoiceId
  goals: readonly Goal[]
  otherGoal: string | null
  goalDescription: string | null
  struggles: readonly Struggle[]
  otherStruggle: string | null
  /** What the person wants to be told this morning (WAKE-26). */
  note: string | null
  /** How the person writes dates. */
  dateOrder: DateOrder
  kind: CallKind
  /** Which call of its occurrence this is, from 1. */
  attempt: number
  /** Which try to reach the person: the first call is the first, and snoozes and second checks are none (WAKE-10). */
  tryNumber: number
  localDate: LocalDate
  /** Null when the person's location is unknown: then neither time nor day is said. */
  localTime: LocalTime | null
  weekday: Weekday
  /** What is special about this morning. */
  occasion: Occasion | null
  /** The day that key 9 would skip; null without a next call: then 9 is not offered. */
  nextCallWeekday: Weekday | null
  /** How many snoozes are left for this occurrence; at 0 key 2 is not offered. */
  snoozesLeft: number
  /** How long a snooze lasts; 0 when this schedule has none. */
  snoozeMinutes: number
  proof: Proof
  /** What the person types to prove that they are up, in the order of the rounds; empty for a gentle proof. */
  tasks: readonly Task[]
  /** After silence another call follows: the parting line says so, or that this was the last try. */
  isTriedAgain: boolean
  /** After a proof a second check follows: the goodbye says so. */
  isCheckedAgain: boolean
  /** How to stop all calls is said: in a sample, and in the first three calls to a number (WAKE-3). */
  saysHowToStop: boolean
  /** The call is recorded, which is announced at its start (CALL-13). */
  recorded: boolean
  /** Anything that differs between people, such as the person's id. */
  seed: string
}

/** Everything a call may say, sentence by sentence, within the budgets of docs/waking.md. A part without any is not said. */
export type CallMessage = Record<ScriptPart, Sentence[]> & {
  /** One prompt for each task of the request. */
  taskPrompts: Sentence[][]
  /** What the message spoke of, for the history's 'Goal/Struggle' line (HIST-1). */
  spokeOf: string
}

/** What is special about a morning: a greeting of its own says it. A number is a streak. */
export type Occasion = Exclude<keyof Occasions, 'streak'> | Streak

/** A weekend is no pause. */
const PAUSE_DAYS = 3

/**
 * The occasion of a morning, or null. `rung`: what rang before; `clocksMoved`: by how many minutes the clocks are ahead of
 * where they were a day before.
 */
export function occasionOf(
  rung: readonly RungOccurrence[],
  { localDate, clocksMoved }: { localDate: LocalDate; clocksMoved: number },
): Occasion | null {
  const mornings = [...morningsOf(rung)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const last = mornings.at(-1)
  if (last === undefined) return 'firstCall'
  if (clocksMoved !== 0) return clocksMoved > 0 ? 'clocksForward' : 'clocksBack'
  const [date, outcome] = last
  if (daysBetween(date, localDate) > PAUSE_DAYS) return 'afterPause'
  if (outcome !== 'answered') return 'afterMissed'
  const streak = streakOf(rung)
  return STREAKS.find((said) => said === streak) ?? null
}
