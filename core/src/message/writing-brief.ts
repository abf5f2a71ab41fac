import { certainDay } from '../time/calendar.ts'
import { VOICES } from '../speech/voices.ts'
import { weekdayName } from '../time/weekday.ts'
import type { MessageRequest } from './call-message.ts'
import { speakable } from './free-text.ts'
import { spokenGoal, spokenStruggle } from './spoken-subject.ts'
import { partOfDay } from './spoken-time.ts'

/** All that a writer is told. No name, number, address or time: it needs none of them for three sentences. */
export type WritingBrief = {
  voice: { manner: string; example: string }
  goal: string
  /** The person's own words for it, cleaned and cut; null when it is one of ours. */
  goalInOwnWords: string | null
  struggle: string
  struggleInOwnWords: string | null
  partOfDay: string
  weekday: string
}

const OWN_WORDS = { chars: 120, words: 24 }

/** What today's message is about, for whoever writes parts of it in advance. */
export function writingBrief(request: MessageRequest): WritingBrief {
  const day = certainDay(request.localDate)
  const [goal, struggle] = [spokenGoal(request, day), spokenStruggle(request, day)]
  const { personalityTrait, line } = VOICES[request.voiceId]
  const own = (text: string | null) => speakable(text, OWN_WORDS) || null
  return {
    voice: { manner: personalityTrait, example: line },
    goal: goal.subject,
    goalInOwnWords: own(goal.subject === 'other' ? request.otherGoal : request.goalDescription),
    struggle: struggle.subject,
    struggleInOwnWords: struggle.subject === 'other' ? own(request.otherStruggle) : null,
    partOfDay: partOfDay(request.localTime),
    weekday: weekdayName(request.weekday),
  }
}
