import { expect, test } from 'vitest'
import { CALL_KINDS } from '../calls/call-lifecycle.ts'
import { GOALS, STRUGGLES } from '../preferences/preferences.ts'
import type { MessageRequest } from './call-message.ts'
import { GOAL_TEXTS } from './goal-texts.ts'
import { messageParts, type MessageParts } from './message-parts.ts'
import { spokenGoal, spokenStruggle } from './spoken-subject.ts'
import { ada } from './test-data/ada.ts'
import { said as saidBy } from './test-data/said.ts'

const ROOM = 20

const mornings = Array.from({ length: 60 }, (_, day) => 20_000 + day)
const goalsOf = (person: Partial<MessageRequest>) =>
  mornings.map((day) => {
    const goal = spokenGoal({ ...ada, ...person }, day)
    return { ...goal, text: goal.text(ROOM) }
  })

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
  for (const [{ label, text }, words] of [
    [spokenGoal({ ...ada, ...own }, 1), 'paint'],
    [spokenStruggle({ ...ada, ...own }, 1), 'the cold'],
  ] as const) {
    expect(label).toBe(words)
    expect(text(ROOM)).toMatch(new RegExp(`^[A-Z].+: ${words}\\.$`))
  }
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
  expect(said({}, (person) => spokenGoal(person, 1).text(ROOM))).toBeGreaterThan(4)
  expect(said({ goals: ['other'] }, (person) => spokenGoal(person, 1).text(ROOM))).toBeGreaterThan(4)
  expect(said({}, (person) => spokenStruggle(person, 1).text(ROOM))).toBeGreaterThan(4)
  expect(said({ struggles: ['other'] }, (person) => spokenStruggle(person, 1).text(ROOM))).toBeGreaterThan(4)
  expect(said({}, (person) => saidBy(person).closing)).toBeGreaterThan(4)
  expect(said({}, (person) => saidBy(person).shortStep)).toBeGreaterThan(4)
  const part = (name: keyof MessageParts) => (person: MessageRequest) => messageParts(person).parts[name]
  for (const kind of CALL_KINDS) expect(said({ kind }, part('greeting'))).toBeGreaterThan(4)
  expect(said({}, part('step'))).toBeGreaterThan(4)
})

test('CALL-6 own words are cut to the room that is left, at the end of a word', () => {
  const own = { goals: ['other'], otherGoal: 'be at my desk before anybody else has a question for me' } as const
  const { text } = spokenGoal({ ...ada, ...own }, 1)
  const heard = [20, 14, 12].map((words) => text(words).split(': ')[1])
  expect(heard[0]).toBe('be at my desk before anybody else has a question.')
  expect(heard.map((words) => heard[0]!.startsWith(words!.slice(0, -1)))).toEqual([true, true, true])
  expect(new Set(heard).size).toBeGreaterThan(1)
})
