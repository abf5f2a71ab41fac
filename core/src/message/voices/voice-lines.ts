import type { Goal, Struggle } from '../../preferences/preferences.ts'

/**
 * What a voice says, written for it alone (docs/waking.md). Each sentence is spoken as a clip of its own, so a line may hold
 * several. Tokens: `{time}` 'Six thirty.' and `{day}` 'Tuesday.' are whole sentences; `{part}` is morning, afternoon or
 * evening; `{minutes}` and `{Minutes}` are the length of a snooze, 'nine'. No line holds a name.
 */
export type VoiceLines = {
  /** 30 that open a first call: the voice's name, `{time}`, now and then `{day}` before it. */
  greetings: readonly string[]
  /** Instead of a greeting, on a day that has one. The same tokens. */
  occasions: Occasions
  /** Before a goal in the person's own words, in the second person: each ends with a colon. */
  goalLeads: readonly string[]
  /** Before a struggle in the person's own words: 'If …' or 'When …', ends with a colon. */
  struggleLeads: readonly string[]
  /** Twelve reasons for each goal, and 18 for any. */
  why: Record<Exclude<Goal, 'other'> | 'any', readonly string[]>
  /** Twelve ways past each struggle, in the form 'If …, …', and 18 for any. */
  struggles: Record<Exclude<Struggle, 'other'> | 'any', readonly string[]>
  /** 30 movements for the next ten seconds. */
  steps: readonly string[]
  /** 15 movements of a few words, for a reminder. */
  shortSteps: readonly string[]
  /** Openers of a retry, with a step: three for each try. `last` opens whichever try is the last. */
  retries: Record<'second' | 'third' | 'fourth' | 'last', readonly string[]>
  /** Nine openers of a call after a snooze, with a step. */
  snoozes: readonly string[]
  /** Nine openers of a wake check. */
  wakeChecks: readonly string[]
  /** Six openers of Strict's second check. */
  secondChecks: readonly string[]
  /** 15 short reasons of a retry or a snoozed call, for any goal. */
  reasons: readonly string[]
  /** What to press, literally. */
  asks: Record<'withSnooze' | 'withoutSnooze' | 'sample', string>
  /** The same, shorter, after silence: three with the snooze on offer, three without. */
  reminders: Record<'withSnooze' | 'withoutSnooze', readonly string[]>
  /** The last words after silence: two that say when the next call comes, two that none comes. */
  partings: Record<'again' | 'last', readonly string[]>
  /** 30 goodbyes to somebody who is up. */
  goodbyes: readonly string[]
}

export type Occasions = {
  /** The person's first call ever. */
  firstCall: string
  /** After a morning that was missed or not confirmed. */
  afterMissed: readonly [string, string]
  /** After three or more days without a call. */
  afterPause: string
  /** So many days proven in a row before this one. */
  streak: Record<Streak, string>
  /** The clocks changed last night. */
  clocksForward: string
  clocksBack: string
}

/** Runs of answered days that a greeting mentions. */
export const STREAKS = [3, 7, 14, 30, 50, 100] as const
export type Streak = (typeof STREAKS)[number]
