import type { Goal, Struggle } from '../../preferences/preferences.ts'

/**
 * A voice's own lines, of one or more sentences. Each sentence is a clip. Tokens: `{time}` ('Six thirty.') and `{day}`
 * ('Tuesday.') are whole sentences, `{part}` is morning, afternoon or evening, `{minutes}` and `{Minutes}` are a snooze's
 * length ('nine'). No line contains a person's name.
 */
export type VoiceLines = {
  /** 30 openings of a first call: the voice's name and `{time}`, sometimes after `{day}`. */
  greetings: readonly string[]
  /** Replace the greeting on a special day, with its tokens. */
  occasions: Occasions
  /** Around a goal in the person's own words (`{own}`), in the second person, after a colon. */
  goalLeads: readonly string[]
  /** Quote a struggle (`{own}`), and end with an order: what a person half asleep hears last is what they do. */
  struggleLeads: readonly string[]
  /** 12 reasons for each goal and 18 for any. */
  why: Record<Exclude<Goal, 'other'> | 'any', readonly string[]>
  /** 12 ways past each struggle and 18 past any, as 'If …, …'. */
  struggles: Record<Exclude<Struggle, 'other'> | 'any', readonly string[]>
  /** 30 movements for the next ten seconds. */
  steps: readonly string[]
  /** 15 short movements for a reminder. */
  shortSteps: readonly string[]
  /** Openers of a retry with a step, three for each try. `last` opens the last try, whatever its number. */
  retries: Record<'second' | 'third' | 'fourth' | 'last', readonly string[]>
  /** 9 openers of a snooze call, with a step. */
  snoozes: readonly string[]
  /** 9 openers of a wake check. */
  wakeChecks: readonly string[]
  /** 6 openers of Strict's second check. */
  secondChecks: readonly string[]
  /** 15 short reasons for a retry or a snooze call, for any goal. */
  reasons: readonly string[]
  /** Which keys to press. */
  asks: Record<'withSnooze' | 'withoutSnooze' | 'sample', string>
  /** Shorter asks after silence, three of each. */
  reminders: Record<'withSnooze' | 'withoutSnooze', readonly string[]>
  /** The last words after silence: two that announce another call, two that don't. */
  partings: Record<'again' | 'last', readonly string[]>
  /** 30 goodbyes to a person who's up. */
  goodbyes: readonly string[]
}

export type Occasions = {
  /** The person's first call ever. */
  firstCall: string
  /** After a missed or unconfirmed morning. */
  afterMissed: readonly [string, string]
  /** After three or more days without a call. */
  afterPause: string
  /** By the number of answered mornings in a row before this one. */
  streak: Record<Streak, string>
  /** The clocks changed last night. */
  clocksForward: string
  clocksBack: string
}

/** The lengths of a streak that a greeting mentions. */
export const STREAKS = [3, 7, 14, 30, 50, 100] as const
export type Streak = (typeof STREAKS)[number]
