import type { VoiceId } from '../speech/voices.ts'

/** `other` comes with the person's own text. */
export const GOALS = ['exercise', 'productivity', 'study', 'meditation', 'creative', 'other'] as const
export type Goal = (typeof GOALS)[number]

/** `other` comes with the person's own text. */
export const STRUGGLES = ['tired', 'lack_of_motivation', 'snooze', 'stay_up_late', 'other'] as const
export type Struggle = (typeof STRUGGLES)[number]

export const OPTION_NAMES: Record<Goal | Struggle, string> = {
  exercise: 'Exercise',
  productivity: 'Productivity',
  study: 'Study',
  meditation: 'Meditation',
  creative: 'Creative work',
  tired: "I'm still tired",
  lack_of_motivation: "I can't find the motivation",
  snooze: 'I keep hitting snooze',
  stay_up_late: 'I stay up late',
  other: 'Something else',
}

export type Preferences = {
  /** Never empty, and neither are `struggles`. */
  goals: Goal[]
  otherGoal: string | null
  goalDescription: string | null
  struggles: Struggle[]
  otherStruggle: string | null
  voice: VoiceId
  customVoice: string | null
}

/** Until a person tells us why they get up: only a voice is chosen, and calls use its own words. */
export const UNTOLD = {
  goals: ['other'],
  otherGoal: null,
  goalDescription: null,
  struggles: ['other'],
  otherStruggle: null,
} satisfies Partial<Preferences>

/** No page can save an 'other' without words. */
export const isUntold = ({ goals, otherGoal }: { goals: readonly Goal[]; otherGoal: string | null }): boolean =>
  goals.includes('other') && otherGoal === null

/** In characters. */
export const TEXT_LIMITS = { otherGoal: 100, goalDescription: 500, otherStruggle: 100, customVoice: 50 } as const
