import type { CallKind } from '../calls/call-lifecycle.ts'
import type { Goal, Struggle } from '../preferences/preferences.ts'
import type { VoiceId } from '../speech/voices.ts'
import type { LocalDate, LocalTime } from '../time/calendar.ts'
import type { Weekday } from '../time/weekday.ts'

/** The input of a message. Free text is as the person wrote it; the composer makes it speakable. */
export type MessageRequest = {
  name: string
  voiceId: VoiceId
  goals: readonly Goal[]
  otherGoal: string | null
  goalDescription: string | null
  struggles: readonly Struggle[]
  otherStruggle: string | null
  kind: CallKind
  localDate: LocalDate
  /** Null when the person's location is unknown: then neither time nor day is said. */
  localTime: LocalTime | null
  weekday: Weekday
  /** The day that key 9 would skip; null without a next call: then 9 is not offered. */
  nextCallWeekday: Weekday | null
  /** How many snoozes are left for this occurrence; at 0 key 2 is not offered. */
  snoozesLeft: number
  /** Mornings answered in a row before this one. */
  streak: number
  /** The call is recorded, which is announced at its start (CALL-13). */
  recorded: boolean
  /** Anything that differs between people, such as the person's id. */
  seed: string
}

/** Everything a call may say, in plain text. */
export type CallMessage = {
  /** The whole message (CALL-6). */
  message: string
  /** Said before the message repeats after silence (CALL-7). */
  repeatLead: string
  /** After 1. */
  closing: string
  /** After 2. */
  snoozed: string
  /** After 9. */
  skipped: string
  /** After a key without a meaning, or 2 and 9 where they are not offered. */
  choices: string
  /** After the first 0. */
  stopConfirm: string
  /** After 0 and 0. */
  stopped: string
  /** What the message spoke of, for the history's 'Goal/Struggle' line (HIST-1). */
  spokeOf: string
}
