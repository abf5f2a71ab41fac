import { isUntold, OPTION_NAMES, type Goal, type Struggle } from '../preferences/preferences.ts'
import type { MessageRequest } from './call-message.ts'
import { fillLine } from './fill-line.ts'
import { inLead, OWN, ownUnits } from './own-words/own-units.ts'
import { personalSentence, sentencesOf, sharedSentences, type Sentence } from './sentence.ts'
import { countWords } from './spoken-length.ts'
import { rotation, variant } from './variants.ts'
import { VOICE_LINES } from './voices/all-voices.ts'

/** What a first call says about a goal or a struggle, and its label in the history. */
export type Reason = { sentences: Sentence[]; label: string }

/** The reasons of a first call. `ours` replaces the person's own words if they don't fit. */
export type Reasons = { why: Reason; ours: Reason; struggle: Reason | null }

/** The longest sentence with own words, in words, unless even the shortest lead exceeds it. */
const LONGEST_OWN_SENTENCE = 22

/**
 * Why to get up, and how to get past the struggle. Even days take the next unit of the person's own goals, odd days one of
 * their own struggles; the voice's lines fill the rest. In a recorded call the announcement takes the struggle's place,
 * and an own struggle becomes the reason.
 */
export function reasonsOf(request: MessageRequest, day: number): Reasons {
  const { goals, struggles, otherGoal, goalDescription, otherStruggle, dateOrder, recorded } = request
  const ownGoals = ownUnits([goals.includes('other') ? otherGoal : null, goalDescription], dateOrder)
  const ownStruggles = ownUnits([struggles.includes('other') ? otherStruggle : null], dateOrder)
  const isGoalsDay = day % 2 === 0
  const pair = Math.floor(day / 2)
  const { goalLeads, struggleLeads, why, struggles: past } = VOICE_LINES[request.voiceId]

  const ownGoal = isGoalsDay ? ownReason(ownGoals, goalLeads, pair) : null
  const ownStruggle = isGoalsDay ? null : ownReason(ownStruggles, struggleLeads, pair)
  const isWhyShared = ownGoals.length > 0 || (recorded && ownStruggles.length > 0)
  const ourWhy = ourReason(request, {
    chosen: goals,
    lists: why,
    turn: isWhyShared ? pair : day,
    unnamed: isUntold(request) ? '' : 'Your own goal',
  })
  const said = { ours: ourWhy, why: ownGoal ?? ourWhy }
  if (recorded) return { ...said, why: ownGoal ?? ownStruggle ?? ourWhy, struggle: null }

  const turn = ownStruggles.length > 0 ? pair : day
  const shift = Math.floor(turn / (named(goals).length * named(struggles).length || 1)) // each goal meets each struggle
  const ourStruggle = () =>
    ourReason(request, {
      chosen: struggles,
      lists: past,
      turn,
      shift,
      unnamed: isUntold(request) ? '' : 'Your own struggle',
    })
  return { ...said, struggle: ownStruggle ?? ourStruggle() }
}

/** The next unit, in one of the voice's leads. Every unit has its turn before one repeats. */
function ownReason(units: readonly string[], leads: readonly string[], turn: number): Reason | null {
  const unit = units[turn % units.length]
  if (unit === undefined) return null
  const room = LONGEST_OWN_SENTENCE - countWords(unit)
  const short = leads.filter((lead) => wordsBeside(lead) <= room)
  const shortest = leads.toSorted((a, b) => wordsBeside(a) - wordsBeside(b)).slice(0, 1)
  const lead = variant(short.length > 0 ? short : shortest, turn, unit)
  const sentences = sentencesOf(lead).flatMap((sentence) =>
    sentence.includes(OWN) ? personalSentence(inLead(sentence, unit)) : sharedSentences(sentence),
  )
  return { sentences, label: unit }
}

/** Of the sentence with the own words. */
const wordsBeside = (lead: string): number =>
  countWords(
    sentencesOf(lead)
      .find((sentence) => sentence.includes(OWN))!
      .replace(OWN, ''),
  )

type OurLines<T extends string> = {
  chosen: readonly (T | 'other')[]
  lists: Record<T | 'any', readonly string[]>
  /** How many of these lines came before. */
  turn: number
  shift?: number
  /** The label in the history if the person chose only 'other'. */
  unnamed: string
}

/** One of the voice's lines. The person's choices take turns, and each gets its share of the general lines. */
function ourReason<T extends Exclude<Goal | Struggle, 'other'>>(
  request: MessageRequest,
  { chosen, lists, turn, shift, unnamed }: OurLines<T>,
): Reason {
  const subjects = named<T>(chosen)
  if (subjects.length === 0) {
    return { sentences: fillLine(variant(lists.any, turn, `${request.seed} ${unnamed}`), request), label: unnamed }
  }
  const { item, round } = rotation(subjects, turn, shift)
  const share = lists.any.filter((_line, index) => index % subjects.length === subjects.indexOf(item))
  const line = variant([...lists[item], ...share], round, `${request.seed} ${item}`)
  return { sentences: fillLine(line, request), label: OPTION_NAMES[item] }
}

const named = <T extends string>(chosen: readonly (T | 'other')[]) =>
  chosen.filter((choice): choice is T => choice !== 'other')
