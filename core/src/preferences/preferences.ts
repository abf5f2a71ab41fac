import type { VoiceId } from '../speech/voices.ts'

/** What a person may be working towards; `other` comes with their own text. */
export const GOALS = ['exercise', 'productivity', 'study', 'meditation', 'creative', 'other'] as const
export type Goal = (typeof GOALS)[number]

/** What keeps a person in bed; `other` comes with their own text. */
export const STRUGGLES = ['tired', 'lack_of_motivation', 'snooze', 'stay_up_late', 'other'] as const
export type Struggle = (typeof STRUGGLES)[number]

/** What each goal and struggle is called, wherever it's named (PREF-2, PREF-3). */
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

/** A person's goals, struggles and voice (PREF-1). */
export type Preferences = {
  /** At least one; the same holds for struggles. */
  goals: Goal[]
  otherGoal: string | null
  goalDescription: string | null
  struggles: Struggle[]
  otherStruggle: string | null
  voice: VoiceId
  customVoice: string | null
}

/** Maximum length of free text, in characters. */
export const TEXT_LIMITS = { otherGoal: 100, goalDescription: 500, otherStruggle: 100, customVoice: 50 } as const
