import { certainDay } from '../time/calendar.ts'
import { capitalized, numberInWords } from '../time/duration.ts'
import { weekdayName } from '../time/weekday.ts'
import type { MessageRequest } from './call-message.ts'
import { spokenName } from './free-text.ts'
import { GREETINGS } from './greeting-texts.ts'
import { askLine, RECORDING_LINE } from './key-lines.ts'
import { isFollowUp, OPENINGS } from './opening-texts.ts'
import { personalSentence, sharedSentences, type Sentence } from './sentence.ts'
import { BUDGET, countWords } from './spoken-length.ts'
import { spokenNumber } from './spoken-number.ts'
import { spokenGoal, spokenStruggle, type Subject } from './spoken-subject.ts'
import { partOfDay, spokenTime } from './spoken-time.ts'
import { SNOOZE_STEPS, STEP_TEXTS } from './step-texts.ts'
import { variant } from './variants.ts'

/** What a message is made of, in the order in which it is said; what is empty is left out. */
export type MessageParts = {
  recording: string
  /** The greeting with day and time, or in a follow-up why it comes. */
  greeting: string
  streak: string
  why: string
  struggle: string
  step: string
  ask: string
}

type ComposedParts = { parts: MessageParts; spokeOf: string }

/** The parts of a message, and what it speaks of. */
export function messageParts(request: MessageRequest): ComposedParts {
  const day = certainDay(request.localDate)
  switch (request.kind) {
    case 'first':
    case 'sample':
      return firstParts(request, day)
    case 'retry':
    case 'snooze':
      return followUpParts(request, day)
    case 'wake-check':
    case 'second-check':
      return { parts: { ...always(request), greeting: opener(request, day) }, spokeOf: '' }
  }
}

/** The message as it is said. */
export function inOrder({ recording, greeting, streak, why, struggle, step, ask }: MessageParts): Sentence[] {
  const own = (text: string) => (/: /.test(text) ? [personalSentence(text)] : sharedSentences(text))
  return [
    ...[recording, greeting, streak].flatMap(sharedSentences),
    ...[why, struggle].flatMap(own),
    ...[step, ask].flatMap(sharedSentences),
  ]
}

const always = (request: MessageRequest): MessageParts => ({
  recording: request.recorded ? RECORDING_LINE : '',
  greeting: '',
  streak: '',
  why: '',
  struggle: '',
  step: '',
  ask: askLine(request),
})

function firstParts(request: MessageRequest, day: number): ComposedParts {
  const [goal, struggle] = [spokenGoal(request, day), spokenStruggle(request, day)]
  const said = {
    ...always(request),
    greeting: [hello(request, day), ...timeLine(request)].join(' '),
    step: variant(STEP_TEXTS[goal.subject], goal.round, `${request.seed} step`),
  }
  const { recording, step } = said
  const room = BUDGET.speech - wordsOfLongName(request) - countWords([recording, said.greeting, step].join(' '))
  const reasons = request.recorded ? oneReason(goal, struggle, room) : bothReasons(goal, struggle, room)
  const { spokeOf, why } = reasons
  const left = room - countWords([why, reasons.struggle].join(' '))
  const streak = streakLine(request)
  return {
    parts: { ...said, why, struggle: reasons.struggle, streak: countWords(streak) <= left ? streak : '' },
    spokeOf,
  }
}

type Reasons = { why: string; struggle: string; spokeOf: string }

function bothReasons(goal: Subject, struggle: Subject, room: number): Reasons {
  const least = Math.min(countWords(struggle.text(BUDGET.struggle)), Math.floor(room / 2))
  const why = goal.text(Math.min(BUDGET.why, room - least))
  return {
    why,
    struggle: struggle.text(Math.min(BUDGET.struggle, room - countWords(why))),
    spokeOf: `${goal.label} / ${struggle.label}`,
  }
}

/** The announcement of a recording takes the struggle's place; words of the person's own are said all the same. */
function oneReason(goal: Subject, struggle: Subject, room: number): Reasons {
  const subject = struggle.isOwn ? struggle : goal
  return { why: subject.text(Math.min(BUDGET.why, room)), struggle: '', spokeOf: subject.label }
}

function followUpParts(request: MessageRequest, day: number): ComposedParts {
  const goal = spokenGoal(request, day)
  const step =
    request.kind === 'snooze'
      ? variant(SNOOZE_STEPS, day, `${request.seed} step`)
      : variant(STEP_TEXTS[goal.subject], goal.round, `${request.seed} step`)
  const greetingAndStep = `${opener(request, day)} ${step}`
  return {
    parts: { ...always(request), greeting: greetingAndStep, why: goal.text(BUDGET.reason) },
    spokeOf: goal.label,
  }
}

function hello({ kind, voiceId, localTime, seed }: MessageRequest, day: number): string {
  return variant(GREETINGS[voiceId], day, `${seed} ${kind} hello`).replaceAll('{part}', partOfDay(localTime))
}

function opener({ kind, snoozeMinutes, seed }: MessageRequest, day: number): string {
  if (!isFollowUp(kind)) return ''
  const snooze = `${spokenNumber(snoozeMinutes)} minutes`
  return variant(OPENINGS[kind], day, `${seed} ${kind} hello`)
    .replaceAll('{snooze}', snooze)
    .replaceAll('{Snooze}', capitalized(snooze))
}

function timeLine({ localTime, weekday }: MessageRequest): string[] {
  return localTime === null ? [] : [`It's ${weekdayName(weekday)}, ${spokenTime(localTime)}.`]
}

/** Said at three, five and seven mornings, then every tenth: rare enough to mean something. */
function streakLine({ kind, streak }: MessageRequest): string {
  const isSpecial = streak === 3 || streak === 5 || streak === 7 || (streak > 0 && streak % 10 === 0)
  return kind === 'first' && isSpecial ? `You've answered ${numberInWords(streak)} mornings in a row.` : ''
}

/** A name is said twice outside the message: what it takes beyond two words has its place in here. */
function wordsOfLongName({ name }: MessageRequest): number {
  return 2 * Math.max(0, countWords(spokenName(name)) - 2)
}
