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

/** The input of a message. Free text is as the person wrote it. */
export type MessageRequest = {
  name: string
  /** How the person wants to be called; null for the first name. */
  spokenName: string | null
  voiceId: VoiceId
  goals: readonly Goal[]
  otherGoal: string | null
  goalDescription: string | null
  struggles: readonly Struggle[]
  otherStruggle: string | null
  /** What the person wants to hear this morning. */
  note: string | null
  /** How the person writes dates. */
  dateOrder: DateOrder
  kind: CallKind
  /** From 1, within the occurrence. */
  attempt: number
  /** Which try this is. The first call is 1; snoozes and second checks don't count. */
  tryNumber: number
  localDate: LocalDate
  /** Null when the person's zone is unknown. The call then says neither time nor day. */
  localTime: LocalTime | null
  weekday: Weekday
  /** What's special about this morning. */
  occasion: Occasion | null
  /** The day that key 9 skips: 'later' if its weekday wouldn't tell which, null without a next call. */
  nextCallWeekday: Weekday | 'later' | null
  snoozesLeft: number
  /** 0 when the schedule has no snooze. */
  snoozeMinutes: number
  proof: Proof
  /** What the person types to prove that they're up, one task per round; empty for Gentle. */
  tasks: readonly Task[]
  /** Another call follows silence. The parting line says so, or that this was the last try. */
  isTriedAgain: boolean
  /** A second check follows a proof. The goodbye says so. */
  isCheckedAgain: boolean
  /** The ask says how to stop all calls: in a sample and in the first three calls to a number. */
  saysHowToStop: boolean
  /** The call is recorded, and announces it at its start. */
  recorded: boolean
  /** Varies the lines between people, such as the person's id. */
  seed: string
}

/** Everything that a call may say, within the budgets of docs/waking.md. Parts without sentences are left out. */
export type CallMessage = Record<ScriptPart, Sentence[]> & {
  taskPrompts: Sentence[][]
  /** What the message spoke of, for the history's 'Goal/Struggle' line. */
  spokeOf: string
}

/** What's special about a morning and gets a greeting of its own. A number is a streak. */
export type Occasion = Exclude<keyof Occasions, 'streak'> | Streak

/** Longer than a weekend. */
const PAUSE_DAYS = 3

/** `rung`: what rang before. `clocksMoved`: by how many minutes the clocks went forward since the day before. */
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
