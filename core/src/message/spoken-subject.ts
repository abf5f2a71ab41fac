import type { Goal, Struggle } from '../preferences/preferences.ts'
import type { MessageRequest } from './call-message.ts'
import { speakable } from './free-text.ts'
import { DESCRIPTION_LEAD, GOAL_TEXTS, OWN_GOAL_LEADS, UNSPEAKABLE_GOAL } from './goal-texts.ts'
import { countWords } from './spoken-length.ts'
import { OWN_STRUGGLE_LEADS, STRUGGLE_TEXTS, UNSPEAKABLE_STRUGGLE } from './struggle-texts.ts'
import { rotation, variant } from './variants.ts'

/** What can be said about a goal or a struggle. */
export type Subject = {
  /** Its name in the history. */
  label: string
  /** The person's own words are cut to so many, with what leads to them; our lines fit as they are. */
  text: (words: number) => string
  isOwn: boolean
}

/** The most of a person's own text that one sentence holds. */
const OWN_WORDS = { chars: 100, words: 11 }
/** A description is said whole or not at all, in the room of one of our lines. */
const WHOLE_DESCRIPTION = { chars: 100, words: 10 }

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

/** What is said about today's goal. `round`: how often its turn has come. */
export function spokenGoal(
  { goals, otherGoal, goalDescription, seed }: MessageRequest,
  day: number,
): Subject & { subject: Goal; round: number } {
  const { item: subject, round } = rotation(goals.length > 0 ? goals : (['other'] as const), day)
  if (subject === 'other') {
    const lead = variant(OWN_GOAL_LEADS, round, `${seed} goal`)
    const own = { written: otherGoal, unspeakable: UNSPEAKABLE_GOAL, unnamed: 'Your own goal' }
    return { subject, round, ...ownSubject(lead, own) }
  }
  const described = subject === goals[0] ? describedGoal(goalDescription) : []
  const text = variant([...GOAL_TEXTS[subject], ...described], round, `${seed} goal`)
  return { subject, round, text: () => text, label: GOAL_LABELS[subject], isOwn: false }
}

/** The description is used when its first sentence fits whole: half a thought would sound odd. */
function describedGoal(description: string | null): string[] {
  const [firstSentence = ''] = (description ?? '').split(/(?<=[.!?])\s|\n/)
  const spoken = speakable(firstSentence, WHOLE_DESCRIPTION)
  return spoken !== '' && spoken === speakable(firstSentence, { chars: 500, words: 500 })
    ? [`${DESCRIPTION_LEAD}${spoken}.`]
    : []
}

/** What is said about today's struggle. */
export function spokenStruggle({ goals, struggles, otherStruggle, seed }: MessageRequest, day: number): Subject {
  const metAll = Math.max(1, goals.length) * Math.max(1, struggles.length)
  const subjects = struggles.length > 0 ? struggles : (['other'] as const)
  const { item: subject, round } = rotation(subjects, day, Math.floor(day / metAll))
  if (subject !== 'other') {
    const text = variant(STRUGGLE_TEXTS[subject], round, `${seed} struggle`)
    return { text: () => text, label: STRUGGLE_LABELS[subject], isOwn: false }
  }
  const lead = variant(OWN_STRUGGLE_LEADS, round, `${seed} struggle`)
  const own = { written: otherStruggle, unspeakable: UNSPEAKABLE_STRUGGLE, unnamed: 'Your own struggle' }
  return ownSubject(lead, own)
}

function ownSubject(
  lead: string,
  { written, unspeakable, unnamed }: { written: string | null; unspeakable: string; unnamed: string },
): Subject {
  return {
    label: speakable(written, OWN_WORDS) || unnamed,
    text: (words) => {
      const room = Math.min(OWN_WORDS.words, words - countWords(lead))
      return `${lead}${speakable(written, { ...OWN_WORDS, words: room }) || unspeakable}.`
    },
    isOwn: true,
  }
}
