import type { MessageRequest } from '../../core/src/message/call-message.ts'
import { composeCall } from '../../core/src/message/compose-call.ts'
import { textOf } from '../../core/src/message/sentence.ts'
import { VOICE_IDS, VOICES } from '../../core/src/speech/voices.ts'

type Person = Omit<MessageRequest, 'voiceId' | 'kind' | 'attempt' | 'tryNumber'>

const anyone = {
  otherGoal: null,
  goalDescription: null,
  otherStruggle: null,
  note: null,
  dateOrder: 'month-first',
  occasion: null,
  nextCallWeekday: null,
  snoozesLeft: 3,
  snoozeMinutes: 9,
  proof: 'gentle',
  tasks: [],
  isTriedAgain: true,
  isCheckedAgain: false,
  saysHowToStop: false,
  recorded: false,
  spokenName: null,
} as const satisfies Partial<Person>

/** Three people on mornings when their custom texts, if any, are used. */
const PEOPLE: { who: string; person: Person }[] = [
  {
    who: 'Sam, who wants to exercise and hits snooze. Thursday, 6:30.',
    person: {
      ...anyone,
      name: 'Sam',
      goals: ['exercise'],
      struggles: ['snooze'],
      localDate: '2027-01-14',
      localTime: '06:30',
      weekday: 'thu',
      seed: '1',
    },
  },
  {
    who: "Maya, who wrote 'I want to finish my thesis before the baby comes', lacks motivation, and was up seven days in a row. Monday, 6:00.",
    person: {
      ...anyone,
      name: 'Maya',
      goals: ['study', 'other'],
      otherGoal: 'I want to finish my thesis before the baby comes',
      struggles: ['lack_of_motivation'],
      occasion: 7,
      localDate: '2027-01-18',
      localTime: '06:00',
      weekday: 'mon',
      seed: '2',
    },
  },
  {
    who: "Noah, who makes music and wrote 'I lie there scrolling on my phone'. Wednesday, 5:45, with five minutes of snooze.",
    person: {
      ...anyone,
      name: 'Noah',
      goals: ['creative'],
      struggles: ['other'],
      otherStruggle: 'I lie there scrolling on my phone',
      snoozeMinutes: 5,
      localDate: '2027-01-13',
      localTime: '05:45',
      weekday: 'wed',
      seed: '3',
    },
  },
]

const KINDS = [
  ['first', 'First call'],
  ['retry', 'Second try'],
  ['snooze', 'After a snooze'],
  ['wake-check', 'Wake check'],
] as const

/** Complete messages of every voice to three people, in Markdown. */
export function messagesPage(): string {
  const people = PEOPLE.map(({ who }, index) => `${index + 1}. ${who}`)
  const voices = VOICE_IDS.map((voiceId) => {
    const messages = PEOPLE.map(({ person }) => {
      const calls = KINDS.map(([kind, title], index) => {
        const { name, message } = composeCall({ ...person, voiceId, kind, attempt: index + 1, tryNumber: 2 })
        return `- **${title}**: ${textOf(name)} ♪ ${textOf(message)}`
      })
      return [`To ${person.name}:`, '', ...calls].join('\n')
    })
    return [`## ${VOICES[voiceId].name}`, ...messages].join('\n\n')
  })
  const intro =
    'What a call says before it waits for a key: all voices, four kinds of call, three people. The lines are in\n' +
    '`core/src/message/voices`; docs/waking.md explains how they are chosen.'
  return `${['# Seventy-two messages', intro, people.join('\n'), ...voices].join('\n\n')}`
}
