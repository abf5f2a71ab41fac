import { CALL_KINDS } from '../calls/call-lifecycle.ts'
import { SNOOZE_MINUTES } from '../calls/next-step.ts'
import { EVERY_TASK, PROOFS } from '../calls/proof.ts'
import type { VoiceId } from '../speech/voices.ts'
import type { LocalTime } from '../time/calendar.ts'
import { WEEKDAYS } from '../time/weekday.ts'
import type { CallMessage, MessageRequest } from './call-message.ts'
import { composeCall } from './compose-call.ts'
import { fillLine } from './fill-line.ts'
import { OWN } from './own-words/own-units.ts'
import type { Sentence } from './sentence.ts'
import { VOICE_LINES } from './voices/all-voices.ts'

/**
 * The sentences of a voice without names and own words, to synthesize ahead of calls. What most calls say comes first:
 * keys, times in steps of five minutes, days, then lines. Leaves out times and numbers that hardly any call says.
 */
export function everySharedSentence(voiceId: VoiceId): string[] {
  const anybody: MessageRequest = { ...ANYBODY, voiceId }
  const calls = requestsOf(anybody).map(composeCall)
  const sentences = [
    ...calls.flatMap(aroundTheMessage),
    ...TIMES.flatMap((localTime) => fillLine('{time}', { ...anybody, localTime })),
    ...WEEKDAYS.flatMap((weekday) => fillLine('{day}', { ...anybody, weekday })),
    ...calls.flatMap(({ message }) => message),
    ...linesIn(VOICE_LINES[voiceId])
      .flatMap((line) => filled(line, anybody))
      .filter(({ text }) => !text.includes(OWN)),
  ]
  return [...new Set(sentences.filter(({ isPersonal }) => !isPersonal).map(({ text }) => text))]
}

/** A first call on a Thursday morning, to somebody without a name who's had calls before. */
export const ANYBODY: MessageRequest = {
  name: '',
  spokenName: null,
  voiceId: 'liam',
  goals: ['exercise'],
  otherGoal: null,
  goalDescription: null,
  struggles: ['snooze'],
  otherStruggle: null,
  kind: 'first',
  attempt: 1,
  tryNumber: 1,
  localDate: '2027-01-14',
  localTime: '06:30',
  weekday: 'thu',
  occasion: null,
  nextCallWeekday: 'fri',
  snoozesLeft: 3,
  snoozeMinutes: 9,
  proof: 'gentle',
  tasks: [],
  isTriedAgain: true,
  isCheckedAgain: false,
  saysHowToStop: false,
  recorded: false,
  note: null,
  dateOrder: 'day-first',
  seed: '',
}

/** Calls that together say every line about keys. Each differs from the usual one in one respect. */
function requestsOf(usual: MessageRequest): MessageRequest[] {
  const changes: Partial<MessageRequest>[] = [
    {},
    ...CALL_KINDS.map((kind) => ({ kind })),
    ...SNOOZE_MINUTES.map((snoozeMinutes) => ({ snoozeMinutes, snoozesLeft: snoozeMinutes === 0 ? 0 : 3 })),
    ...PROOFS.flatMap((proof) =>
      [...WEEKDAYS, 'later' as const, null].map((nextCallWeekday) => ({ proof, nextCallWeekday })),
    ),
    { snoozesLeft: 0 },
    { isTriedAgain: false },
    { isCheckedAgain: true },
    { saysHowToStop: true },
    { recorded: true },
    { tasks: EVERY_TASK },
    { tasks: EVERY_TASK.toReversed() },
  ]
  return changes.map((change) => ({ ...usual, ...change }))
}

const aroundTheMessage = ({ message: _lines, taskPrompts, spokeOf: _label, ...parts }: CallMessage): Sentence[] => [
  ...Object.values(parts).flat(),
  ...taskPrompts.flat(),
]

/** Most people set times in steps of five minutes. */
const TIMES: readonly LocalTime[] = Array.from({ length: 24 * 12 }, (_, index) => {
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${pad(Math.floor(index / 12))}:${pad((index % 12) * 5)}` as LocalTime
})

function linesIn(lists: object): string[] {
  return Object.values(lists).flatMap((value: string | object) =>
    typeof value === 'string' ? [value] : linesIn(value),
  )
}

/** One time for each value of `{part}`: morning, afternoon, evening and day. */
const PARTS_OF_DAY: readonly LocalTime[] = ['06:30', '13:00', '19:00', '02:00']

/** A line with each value of its tokens, except time and day, which are sentences of their own. */
function filled(line: string, anybody: MessageRequest): Sentence[] {
  return PARTS_OF_DAY.flatMap((localTime) =>
    SNOOZE_MINUTES.filter((minutes) => minutes > 0).flatMap((snoozeMinutes) =>
      fillLine(line, { ...anybody, localTime, snoozeMinutes }),
    ),
  )
}
