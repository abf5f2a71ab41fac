import { describe, expect, test } from 'vitest'
import { UNTOLD } from '../preferences/preferences.ts'
import { VOICE_IDS } from '../speech/voices.ts'
import type { MessageRequest } from './call-message.ts'
import { composeParts } from './compose-call.ts'
import { ownUnits } from './own-words/own-units.ts'
import { countWords } from './spoken-length.ts'
import { ada, YEAR } from './test-data/ada.ts'
import { VOICE_LINES } from './voices/all-voices.ts'

const mornings = (person: Partial<MessageRequest>, count = 30) =>
  YEAR.slice(0, count).map((localDate) => composeParts({ ...ada, ...person, localDate }))

/** The own words of each morning, null where there are none. */
const ownWords = (person: Partial<MessageRequest>, count = 30) =>
  mornings(person, count).map(({ message }) => {
    const [own = null, ...more] = Object.values(message)
      .flat()
      .filter(({ isPersonal }) => isPersonal)
    expect(more).toEqual([])
    return own?.text ?? null
  })

const own = {
  goal: { goals: ['other'], otherGoal: 'I want to write to my brother' },
  described: { goalDescription: 'I want to write to my brother' },
  struggle: { struggles: ['other'], otherStruggle: 'I lie there scrolling' },
} as const

describe.each(VOICE_IDS)('WAKE-32 %s says own words', (voiceId) => {
  test.each([
    ['a goal', own.goal],
    ['what a goal means', own.described],
    ['a struggle', own.struggle],
    ['a goal in a recorded call', { ...own.goal, recorded: true }],
    ['a struggle in a recorded call', { ...own.struggle, recorded: true }],
  ] as const)('on 15 of 30 mornings, when they are %s', (_case, person) => {
    const heard = ownWords({ voiceId, ...person })
    expect(heard.filter((text) => text !== null).length).toBe(15)
    expect(
      heard.filter((text) => text !== null && !/(write to your brother|you lie there scrolling)\.$/.test(text)),
    ).toEqual([])
  })

  test.each([false, true])('every morning, when they are a goal and a struggle (recorded: %s)', (recorded) => {
    const both = { voiceId, ...own.goal, ...own.struggle, recorded }
    const heard = ownWords(both)
    expect(heard.filter((text) => text?.includes('brother')).length).toBe(15)
    expect(heard.filter((text) => text?.includes('scrolling')).length).toBe(15)
    for (const { message } of mornings(both)) if (recorded) expect(message.struggle).toEqual([])
  })

  test('after its own lead-ins, in sentences that are easy to follow', () => {
    const { goalLeads, struggleLeads } = VOICE_LINES[voiceId]
    const lead = (person: Partial<MessageRequest>) =>
      new Set(ownWords({ voiceId, ...person }, 60).flatMap((text) => (text === null ? [] : [text.replace(/:.*/, ':')])))
    for (const [heard, leads] of [
      [lead(own.goal), goalLeads],
      [lead(own.struggle), struggleLeads],
    ] as const) {
      expect([...heard].filter((one) => !leads.some((line) => line.includes(one)))).toEqual([])
      expect(heard.size).toBeGreaterThan(2)
    }
    const shortest = Math.min(...goalLeads.map((line) => countWords(line) - 1))
    for (const text of ownWords({ voiceId, goalDescription: LONG }, 60)) {
      if (text !== null) expect(countWords(text)).toBeLessThanOrEqual(Math.max(22, 18 + shortest))
    }
  })
})

const LONG =
  'I want to be able to play with my kids without running out of breath. I promised my wife that we would hike the whole ' +
  'coast this summer, and I would like to keep that promise for once. My brother thinks that I will give up again before ' +
  'spring, so I am going to surprise him. There is a marathon in October and I would love to be there at the start. It is ' +
  'good to have one hour of the day that belongs only to me. I sleep better when I was out early. I want my old jeans to fit me again this year'

test('WAKE-32 from a text of 500 characters, all units are said before any repeats, recorded or not', () => {
  const units = ownUnits([LONG], 'day-first')
  expect(LONG.length).toBeGreaterThan(480)
  expect(units.length).toBeGreaterThan(6)
  for (const recorded of [false, true]) {
    const heard = ownWords({ goalDescription: LONG, recorded }, 4 * units.length).filter((text) => text !== null)
    const said = heard.map((text) => units.findIndex((unit) => text.endsWith(`${unit}.`)))
    expect(said).toEqual([...said.slice(0, units.length), ...said.slice(0, units.length)])
    expect(said.slice(0, units.length).toSorted((a, b) => a - b)).toEqual(units.map((_unit, index) => index))
  }
})

test('WAKE-32 own words that no voice can say, or that were not chosen, stay unsaid', () => {
  expect(ownWords({ otherGoal: 'I want to write to my brother', otherStruggle: 'I lie there scrolling' })).toEqual(
    Array(30).fill(null),
  )
  expect(ownWords({ goals: ['other'], otherGoal: '学习中文', struggles: ['other'], otherStruggle: '!' })).toEqual(
    Array(30).fill(null),
  )
})

test('HIST-1 a call is stored with what it mentioned, own words as spoken', () => {
  const filed = mornings({ ...own.goal, ...own.struggle }, 2).map(({ spokeOf }) => spokeOf)
  expect(filed.toSorted()).toEqual([
    'Your own goal / you lie there scrolling',
    'you want to write to your brother / Your own struggle',
  ])
})

test("HIST-1 PREF-1 a person who chose only a voice hears that voice's own lines, stored under no goal or struggle", () => {
  for (const { message, spokeOf } of mornings(UNTOLD, 2)) {
    expect(spokeOf).toBe('')
    expect(message.why.length).toBeGreaterThan(0)
    expect(
      Object.values(message)
        .flat()
        .filter(({ isPersonal }) => isPersonal),
    ).toEqual([])
  }
})

test('CALL-6 over a year each goal is paired with each struggle', () => {
  const goals = ['exercise', 'study', 'creative'] as const
  const struggles = ['tired', 'snooze', 'stay_up_late'] as const
  expect(new Set(mornings({ goals, struggles }, 365).map(({ spokeOf }) => spokeOf)).size).toBe(9)
  expect(
    new Set(mornings({ goals: goals.slice(0, 2), struggles: struggles.slice(0, 2) }, 365).map(({ spokeOf }) => spokeOf))
      .size,
  ).toBe(4)
})

test('CALL-6 several goals take turns, and each gets only its own lines', () => {
  const goals = ['exercise', 'study'] as const
  const { why } = VOICE_LINES.liam
  const heard = mornings({ goals }, 60).map(
    ({ message, spokeOf }) => [spokeOf, message.why.map(({ text }) => text).join(' ')] as const,
  )
  for (const [index, [spokeOf, text]] of heard.entries()) {
    const [goal, other] = spokeOf.startsWith('Exercise') ? goals : goals.toReversed()
    expect([...why[goal!], ...why.any]).toContain(text)
    expect(why[other!]).not.toContain(text)
    expect(heard[index + 1]?.[0].split(' / ')[0]).not.toBe(spokeOf.split(' / ')[0])
  }
})

test("CALL-6 a goal that can't be spoken leaves its turns to the other one", () => {
  const heard = mornings({ goals: ['other', 'exercise'], otherGoal: '学习' }).map(({ spokeOf }) => spokeOf)
  expect(new Set(heard)).toEqual(new Set(['Exercise / I keep hitting snooze']))
})
