import type { CallKind } from '../calls/call-lifecycle.ts'
import type { Goal, Struggle } from '../preferences/preferences.ts'
import type { VoiceId } from '../speech/voices.ts'
import type { LocalDate, LocalTime } from '../time/calendar.ts'
import type { Weekday } from '../time/weekday.ts'

/** What a message is made of. Free texts come as the person wrote them; the composer makes them speakable. */
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
  /** Null when nobody knows where the person is: then neither the time nor the day is said. */
  localTime: LocalTime | null
  weekday: Weekday
  /** The day that key 9 would skip; null when there is no next call, and then 9 is not offered. */
  nextCallWeekday: Weekday | null
  /** How often key 2 may still be pressed for this occurrence; at 0 it is not offered. */
  snoozesLeft: number
  /** Mornings answered in a row before this one. */
  streak: number
  /** The call is recorded, which is said at its start (CALL-13). */
  recorded: boolean
  /** Anything that differs between people, such as the user's id. */
  seed: string
}

/** Everything a call may say, in plain text. */
export type CallMessage = {
  /** The whole message (CALL-6). */
  message: string
  /** Said before the message is repeated after silence (CALL-7). */
  repeatLead: string
  /** After 1. */
  closing: string
  /** After 2. */
  snoozed: string
  /** After 9. */
  skipped: string
  /** After a key that means nothing, or 2 and 9 where they are not offered. */
  choices: string
  /** After the first 0. */
  stopConfirm: string
  /** After 0 and 0. */
  stopped: string
  /** What the message spoke of, for the history's 'Goal/Struggle' line (HIST-1). */
  spokeOf: string
}
