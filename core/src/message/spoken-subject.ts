import type { Goal, Struggle } from '../preferences/preferences.ts'
import type { MessageRequest } from './call-message.ts'
import { speakable } from './free-text.ts'
import { DESCRIPTION_LEAD, GOAL_TEXTS, OWN_GOAL_LEADS, UNSPEAKABLE_GOAL } from './goal-texts.ts'
import { OWN_STRUGGLE_ANSWERS, OWN_STRUGGLE_LEADS, STRUGGLE_TEXTS, UNSPEAKABLE_STRUGGLE } from './struggle-texts.ts'
import { rotation, variant } from './variants.ts'

/** The most of a person's own text that keeps the sentence under 20 words and the call under 45 seconds. */
const OWN_WORDS = { chars: 100, words: 11 }

const GOAL_LABELS: Record<Exclude<Goal, 'other'>, string> = {
  exercise: 'Exercise',
  productivity: 'Productivity',
  study: 'Study',
  meditation: 'Meditation',
  creative: 'Creative work',
}

const STRUGGLE_LABELS: Record<Exclude<Struggle, 'other'>, string> = {
  tired: 'Waking up tired',
  lack_of_motivation: 'Lack of motivation',
  snooze: 'Hitting snooze',
  stay_up_late: 'Staying up late',
}

/** What is said about today's goal; `label` is its name in the history. */
export function spokenGoal({ goals, otherGoal, goalDescription, seed }: MessageRequest, day: number) {
  const { item: subject, round } = rotation(goals.length > 0 ? goals : (['other'] as const), day)
  if (subject === 'other') {
    const own = speakable(otherGoal, OWN_WORDS)
    const lead = variant(OWN_GOAL_LEADS, round, `${seed} goal`)
    return { subject, round, text: `${lead}${own || UNSPEAKABLE_GOAL}.`, label: own || 'Your own goal' }
  }
  const described = subject === goals[0] ? describedGoal(goalDescription) : []
  const text = variant([...GOAL_TEXTS[subject], ...described], round, `${seed} goal`)
  return { subject, round, text, label: GOAL_LABELS[subject] }
}

/** The description is used when its first sentence fits whole: half a thought would sound odd. */
function describedGoal(description: string | null): string[] {
  const [firstSentence = ''] = (description ?? '').split(/(?<=[.!?])\s|\n/)
  const spoken = speakable(firstSentence, OWN_WORDS)
  return spoken !== '' && spoken === speakable(firstSentence, { chars: 500, words: 500 })
    ? [`${DESCRIPTION_LEAD}${spoken}.`]
    : []
}

/** What is said about today's struggle. */
export function spokenStruggle({ goals, struggles, otherStruggle, seed }: MessageRequest, day: number) {
  const metAll = Math.max(1, goals.length) * Math.max(1, struggles.length)
  const subjects = struggles.length > 0 ? struggles : (['other'] as const)
  const { item: subject, round } = rotation(subjects, day, Math.floor(day / metAll))
  if (subject !== 'other') {
    return { text: variant(STRUGGLE_TEXTS[subject], round, `${seed} struggle`), label: STRUGGLE_LABELS[subject] }
  }
  const own = speakable(otherStruggle, OWN_WORDS)
  const lead = variant(OWN_STRUGGLE_LEADS, round, `${seed} struggle`)
  const answer = variant(OWN_STRUGGLE_ANSWERS, round, `${seed} answer`)
  return { text: `${lead}${own || UNSPEAKABLE_STRUGGLE}. ${answer}`, label: own || 'Your own struggle' }
}
