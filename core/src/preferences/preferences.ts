/** What a sleeper may be working towards; `other` comes with words of their own. */
export const GOALS = ['exercise', 'productivity', 'study', 'meditation', 'creative', 'other'] as const
export type Goal = (typeof GOALS)[number]

/** What keeps a sleeper in bed; `other` comes with words of their own. */
export const STRUGGLES = ['tired', 'lack_of_motivation', 'snooze', 'stay_up_late', 'other'] as const
export type Struggle = (typeof STRUGGLES)[number]

/** Longest free texts, in characters. */
export const TEXT_LIMITS = { otherGoal: 100, goalDescription: 500, otherStruggle: 100, customVoice: 50 } as const
