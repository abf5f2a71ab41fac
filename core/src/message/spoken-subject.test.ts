import { expect, test } from 'vitest'
import { GOALS, STRUGGLES } from '../preferences/preferences.ts'
import type { MessageRequest } from './call-message.ts'
import { composeCall } from './compose-call.ts'
import { GOAL_TEXTS } from './goal-texts.ts'
import { spokenGoal, spokenStruggle } from './spoken-subject.ts'

const ada: MessageRequest = {
  name: 'Ada',
  voiceId: 'liam',
  goals: ['exercise'],
  otherGoal: null,
  goalDescription: null,
  struggles: ['snooze'],
  otherStruggle: null,
  kind: 'first',
  localDate: '2027-01-14',
  localTime: '06:30',
  weekday: 'thu',
  nextCallWeekday: 'fri',
  snoozesLeft: 3,
  streak: 0,
  recorded: false,
  seed: '1',
}
const mornings = Array.from({ length: 60 }, (_, day) => 20_000 + day)
const goalsOf = (person: Partial<MessageRequest>) => mornings.map((day) => spokenGoal({ ...ada, ...person }, day))

test('HIST-1 the history names each goal and each struggle in words of its own', () => {
  const named = [
    ...GOALS.map((goal) => spokenGoal({ ...ada, goals: [goal] }, 1).label),
    ...STRUGGLES.map((struggle) => spokenStruggle({ ...ada, struggles: [struggle] }, 1).label),
  ]
  expect(named.filter((label) => !/^[A-Z][a-z]+( [a-z]+)*$/.test(label))).toEqual([])
  expect(new Set(named).size).toBe(GOALS.length + STRUGGLES.length)
})

test("HIST-1 own words are named and spoken as they are, and without any it is 'your own'", () => {
  const own = { goals: ['other'], otherGoal: 'paint', struggles: ['other'], otherStruggle: 'the cold' } as const
  expect(spokenGoal({ ...ada, ...own }, 1)).toMatchObject({ label: 'paint', text: expect.stringMatching(/ paint\.$/) })
  const struggle = spokenStruggle({ ...ada, ...own }, 1)
  expect(struggle).toMatchObject({ label: 'the cold', text: expect.stringMatching(/ the cold\. [A-Z].*\.$/) })
  const none = { ...ada, goals: [], struggles: [] }
  expect([spokenGoal(none, 1).label, spokenStruggle(none, 1).label]).toEqual(['Your own goal', 'Your own struggle'])
})

test('CALL-6 the description belongs to the first goal, and only its first sentence or line is said', () => {
  for (const goalDescription of ['Pass the exam\nand more. Really', 'Pass the exam. And more']) {
    const described = goalsOf({ goals: ['study', 'exercise'], goalDescription })
    const heard = new Set(described.map(({ text }) => text.split('own words: ')[1]))
    expect(heard).toEqual(new Set([undefined, 'Pass the exam.']))
    const exercise = described.filter(({ subject }) => subject === 'exercise').map(({ text }) => text)
    expect(exercise.filter((text) => !GOAL_TEXTS.exercise.includes(text))).toEqual([])
  }
  for (const goalDescription of [null, '', '???'])
    expect(goalsOf({ goalDescription }).filter(({ text }) => text.includes('own words: '))).toEqual([])
})

test('CALL-6 people with the same goal hear other lines on the same morning, and other steps, greetings and goodbyes', () => {
  const people = Array.from({ length: 40 }, (_, id) => String(id))
  const own = { otherGoal: 'paint', otherStruggle: 'the cold' }
  const said = (more: Partial<MessageRequest>, part: (person: MessageRequest) => string) =>
    new Set(people.map((seed) => part({ ...ada, ...own, ...more, seed }))).size
  expect(said({}, (person) => spokenGoal(person, 1).text)).toBeGreaterThan(4)
  expect(said({ goals: ['other'] }, (person) => spokenGoal(person, 1).text)).toBeGreaterThan(4)
  expect(said({}, (person) => spokenStruggle(person, 1).text)).toBeGreaterThan(4)
  const ownStruggle = { struggles: ['other'] } as const
  const parts = (index: number) => (person: MessageRequest) =>
    spokenStruggle(person, 1).text.split('the cold. ')[index]!
  for (const index of [0, 1]) expect(said(ownStruggle, parts(index))).toBeGreaterThan(4)
  expect(said({}, (person) => composeCall(person).closing)).toBeGreaterThan(4)
  const sentence = (index: number) => (person: MessageRequest) =>
    composeCall(person)
      .message.split(/(?<=[.!?]) /)
      .at(index)!
  for (const kind of ['first', 'retry'] as const) expect(said({ kind }, sentence(2))).toBeGreaterThan(4)
  for (const kind of ['first', 'snooze'] as const) expect(said({ kind }, sentence(-3))).toBeGreaterThan(4)
  expect(said({ kind: 'wake-check' }, sentence(-4))).toBeGreaterThan(4)
})
