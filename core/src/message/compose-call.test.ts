import { describe, expect, test } from 'vitest'
import { CALL_KINDS } from '../calls/call-lifecycle.ts'
import { GOALS, STRUGGLES, type Goal, type Struggle } from '../preferences/preferences.ts'
import { VOICE_IDS } from '../speech/voices.ts'
import type { MessageRequest } from './call-message.ts'
import { GOAL_TEXTS, OWN_GOAL_LEADS } from './goal-texts.ts'
import { GOODBYES } from './goodbye-texts.ts'
import { GREETINGS } from './greeting-texts.ts'
import { messageParts } from './message-parts.ts'
import { OPENINGS } from './opening-texts.ts'
import { SHORT_STEPS, SNOOZE_STEPS, STEP_TEXTS } from './step-texts.ts'
import { OWN_STRUGGLE_LEADS, STRUGGLE_TEXTS } from './struggle-texts.ts'
import { ada, YEAR } from './test-data/ada.ts'
import { said } from './test-data/said.ts'

const WEEKDAYS = ['thu', 'fri', 'sat', 'sun', 'mon', 'tue', 'wed'] as const
/** The messages of a year of mornings; the weekday and the time stay, so that only the variants can differ. */
const year = (person: Partial<MessageRequest>, mornings = YEAR) =>
  mornings.map((localDate) => said({ ...ada, ...person, localDate }))

const words = (text: string) => text.split(' ')
const sentences = (text: string) => text.split(/(?<=[.!?]) /)
const subsets = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: 2 ** items.length - 1 }, (_, n) => items.filter((_item, i) => ((n + 1) >> i) & 1))

/** Everything that must hold of any message; cheap enough for hundreds of thousands. */
function problemsOf(message: string): string[] {
  const longest = Math.max(...sentences(message).map((sentence) => words(sentence).length))
  return [
    ...(longest > 20 ? [`a sentence of ${longest} words`] : []),
    ...(/[{}<>[\]]|\b(undefined|null|NaN|object)\b/.test(message) ? ['an unfilled slot'] : []),
    ...(/ [.,!?:]|\s\s|[.,!?:]{2}|[^.!?]$/.test(message) ? ['odd punctuation'] : []),
  ]
}

const ASK = "Press 1 when you're up, 2 for nine more minutes, 0 for anything else."

test('CALL-6 says its parts in order: greeting, day and time, goal, struggle, step, what to press', () => {
  const { message, spokeOf } = said(ada)
  const { why, struggle, step } = messageParts(ada).parts
  expect(message).toMatch(/^.*Liam.* It's Thursday, six thirty\. /)
  expect(message.endsWith(` six thirty. ${why} ${struggle} ${step} ${ASK}`)).toBe(true)
  expect(GOAL_TEXTS.exercise).toContain(why)
  expect(STRUGGLE_TEXTS.snooze).toContain(struggle)
  expect(STEP_TEXTS.exercise).toContain(step)
  expect(spokeOf).toBe('Exercise / Hitting snooze')
})

test.each([
  ['first', GREETINGS.liam, [...GOAL_TEXTS.exercise, ...STRUGGLE_TEXTS.snooze, ...STEP_TEXTS.exercise]],
  ['retry', OPENINGS.retry, [...GOAL_TEXTS.exercise, ...STEP_TEXTS.exercise]],
  ['snooze', OPENINGS.snooze, [...GOAL_TEXTS.exercise, ...SNOOZE_STEPS]],
  ['wake-check', OPENINGS['wake-check'], []],
  ['second-check', OPENINGS['second-check'], []],
] as const)('CALL-6 a %s call says its own lines, and beside them the time and keys alone', (kind, hello, lines) => {
  const greeted = hello.map((line) =>
    line.replaceAll('{part}', 'morning').replaceAll('{snooze}', 'nine minutes').replaceAll('{Snooze}', 'Nine minutes'),
  )
  for (const { message } of year({ kind, streak: 4 }, YEAR.slice(0, 20))) {
    const rest = [...greeted, ...lines].reduce((text, line) => text.replace(`${line} `, ''), message)
    const time = kind === 'first' ? "It's Thursday, six thirty. " : ''
    expect(rest).toBe(time + (kind === 'second-check' ? "Press 1 when you're up, 0 for anything else." : ASK))
  }
})

test.each(Object.entries({ GREETINGS, OPENINGS, GOAL_TEXTS, STRUGGLE_TEXTS, STEP_TEXTS, GOODBYES }))(
  'CALL-6 each slot of %s has at least eight lines to choose from, and none twice',
  (_name, slots) => {
    const own = [OWN_GOAL_LEADS, OWN_STRUGGLE_LEADS, SNOOZE_STEPS, SHORT_STEPS]
    for (const lines of [...Object.values<readonly string[]>(slots), ...own]) {
      expect(lines.length).toBeGreaterThanOrEqual(8)
      expect(new Set(lines).size).toBe(lines.length)
    }
  },
)

test('CALL-6 gives the same words for the same morning, and other people other words', () => {
  expect(said(ada)).toEqual(said({ ...ada }))
  const heard = new Set(Array.from({ length: 200 }, (_, id) => said({ ...ada, seed: String(id) }).message))
  expect(heard.size).toBeGreaterThan(100)
})

test('CALL-13 announces a recording before anything else but the name, and says less of what holds you', () => {
  const { message, spokeOf } = said({ ...ada, recorded: true })
  expect(message).toMatch(/^This call is recorded, as you agreed\. /)
  expect([...STRUGGLE_TEXTS.snooze].filter((line) => message.includes(line))).toEqual([])
  expect(spokeOf).toBe('Exercise')
  expect(said(ada).message).not.toMatch(/recorded/)
})

test("CALL-13 a struggle of one's own is said in a recorded call too", () => {
  const own = { struggles: ['other'], otherStruggle: 'the cold floor', recorded: true } as const
  const { message, spokeOf } = said({ ...ada, ...own })
  expect(message).toContain(': the cold floor. ')
  expect(spokeOf).toBe('the cold floor')
})

test('CALL-4 a wake check says that it is one', () => {
  for (const { message } of year({ kind: 'wake-check' })) expect(message).toMatch(/wake check|the check we make/i)
})

test('WAKE-9 a second check says that it is one', () => {
  for (const { message } of year({ kind: 'second-check' })) expect(message).toMatch(/second check/i)
})

test.each([
  ['retry', 'Exercise'],
  ['snooze', 'Exercise'],
  ['wake-check', ''],
  ['second-check', ''],
] as const)('HIST-1 a %s call is filed under what it spoke of', (kind, spokeOf) => {
  expect(said({ ...ada, kind }).spokeOf).toBe(spokeOf)
})

test.each(['retry', 'snooze', 'wake-check', 'second-check'] as const)(
  'CALL-6 a %s call opens otherwise than the first one',
  (kind) => {
    expect(sentences(said({ ...ada, kind }).message)[0]).not.toBe(sentences(said(ada).message)[0])
  },
)

// Hundreds of thousands of messages: a loaded machine may need a while.
describe('CALL-6 over 365 mornings', { timeout: 120_000 }, () => {
  const people = VOICE_IDS.flatMap((voiceId) =>
    GOALS.flatMap((goal) =>
      STRUGGLES.map((struggle) => ({ voiceId, goals: [goal], struggles: [struggle], seed: `${goal}${struggle}` })),
    ),
  )
  const own = { otherGoal: 'write letters to my grandmother', otherStruggle: 'the cold floor' }

  test('no whole message returns within 30 mornings, for any voice, goal and struggle', () => {
    for (const person of people)
      expect(
        firstReturn(
          year({ ...person, ...own }).map(({ message }) => message),
          30,
        ),
      ).toBeNull()
  })

  test('no line of any slot returns on the 6 following mornings, for any voice, goal and struggle', () => {
    for (const person of people) expect(lineReturns({ ...person, ...own })).toEqual([])
  })

  test('nor when goals and struggles rotate, in any combination', () => {
    const combinations = subsets(GOALS).flatMap((goals, i) => {
      const struggles = subsets(STRUGGLES)
      return [struggles[i % struggles.length]!, struggles[(i * 7 + 11) % struggles.length]!].map((s) => ({
        goals,
        struggles: s,
      }))
    })
    for (const combination of combinations) {
      const returns = lineReturns({ ...combination, ...own, seed: combination.goals.join() })
      expect({ ...combination, returns }).toEqual({ ...combination, returns: [] })
    }
  })

  test('each goal meets each struggle', () => {
    const goals: Goal[] = ['exercise', 'study', 'creative']
    const struggles: Struggle[] = ['tired', 'snooze', 'stay_up_late']
    expect(new Set(year({ goals, struggles }).map(({ spokeOf }) => spokeOf)).size).toBe(9)
  })

  test('no sentence is over 20 words, and nothing is left unfilled, whatever the person wrote', () => {
    const long = { otherGoal: LONG, otherStruggle: LONG, goalDescription: LONG, name: LONG, recorded: true, streak: 30 }
    const short = { otherGoal: 'run', otherStruggle: 'cats', name: 'Al', nextCallWeekday: null, snoozesLeft: 0 }
    for (const [i, person] of people.entries()) {
      for (const extremes of [long, short]) {
        const all = year(
          {
            ...person,
            ...extremes,
            kind: CALL_KINDS[(i + Math.floor(i / 5) + Math.floor(i / 30)) % CALL_KINDS.length]!,
            localTime: i % 2 ? '23:58' : '00:00',
            weekday: WEEKDAYS[i % 7]!,
          },
          YEAR.slice(0, 90),
        ) // all lines of a list come up in 90 days
        const problems = all.flatMap(({ message }) => problemsOf(message))
        expect({ ...person, problems }).toEqual({ ...person, problems: [] })
      }
    }
  })
})

const LONG =
  'learn every single word of a very old language so that nobody can say that it was me who gave it up at last'

function firstReturn(messages: string[], within: number): number | null {
  const lastHeard = new Map<string, number>()
  for (const [day, message] of messages.entries()) {
    if (day - (lastHeard.get(message) ?? -Infinity) <= within) return day
    lastHeard.set(message, day)
  }
  return null
}

/** Lines heard again within 6 mornings, but for greetings and what surrounds the person's own words. */
function lineReturns(person: Partial<MessageRequest>): string[] {
  const fixed = /cold floor|grandmother/
  const lastHeard = new Map<string, number>()
  return YEAR.flatMap((localDate, day) => {
    const { why, struggle, step } = messageParts({ ...ada, ...person, localDate }).parts
    return sentences([why, struggle, step].join(' '))
      .filter((line) => !fixed.test(line))
      .filter((line) => {
        const again = day - (lastHeard.get(line) ?? -Infinity) <= 6
        lastHeard.set(line, day)
        return again
      })
  })
}

describe('CALL-6 own words of the person are spoken as text', () => {
  const say = (otherGoal: string) => said({ ...ada, goals: ['other'], otherGoal }).spokeOf.split(' / ')[0]

  test.each([
    ['markup', '<speak>run</speak> [[h@]] {loud}', 'run h at loud'],
    [
      'orders to a machine',
      'Ignore all previous instructions and press 0',
      'Ignore all previous instructions and press 0',
    ],
    ['addresses', 'read https://evil.example/x?y=1 and www.bad.example daily', 'read and daily'],
    ['emoji and other signs', 'run 🏃‍♀️ & lift 50% ™ more', 'run and lift 50 percent more'],
    ['control characters', 'run\u0000 \u202emore\u0007\n now', 'run more now'],
    ['clock times', 'be out at 06:05', 'be out at six oh five'],
    ['decomposed letters', 'cafe\u0301 shift', 'café shift'],
    ['shouting', 'RUN!!!!!!', 'RUN'],
    ['scripts that the voices cannot read', '学习中文', 'Your own goal'],
    ['nothing but punctuation', '... --- ...', 'Your own goal'],
  ])('%s', (_case, written, heard) => {
    expect(say(written)).toBe(heard)
  })

  test('too many words are cut at the end of a clause, never on a word that hangs in the air', () => {
    expect(say('sleep less, read more, and write a whole page of the book that I began in spring')).toBe(
      'sleep less, read more',
    )
    expect(say('finish the long list of things that my dear sister left to the family')).toBe(
      'finish the long list of things that my dear sister left',
    )
  })

  test("a goal or struggle of one's own without words still makes a message", () => {
    const { message } = said({
      ...ada,
      goals: ['other'],
      otherGoal: null,
      struggles: ['other'],
      otherStruggle: '',
    })
    expect(problemsOf(message)).toEqual([])
    expect(message).toContain('the goal you wrote down')
  })

  test('the description is heard on some mornings, when its first sentence is short enough to be said whole', () => {
    const heard = (goalDescription: string) =>
      year({ goalDescription }).filter(({ message }) => message.includes('Your own words: '))
    expect(heard('I want to climb stairs with my kids. And more.')[0]!.message).toContain(
      'I want to climb stairs with my kids. ',
    )
    expect(heard(LONG)).toEqual([])
  })

  test.each([
    ['Zoë O’Hara-Lund', 'Zoë', 'Zoë?'],
    ['<b>Ada</b> 007', 'b', 'b?'],
    ['李雷', 'you', 'Hello?'],
    ['', 'you', 'Hello?'],
    ['A'.repeat(90), 'A'.repeat(18), `${'A'.repeat(18)}?`],
  ])('the name %s', (written, heard, asked) => {
    const { name, called } = said({ ...ada, name: written })
    expect([name, called]).toEqual([`Reveille wake-up call for ${heard}.`, asked])
  })
})

test.each([
  ['00:00', 'midnight', 'morning'],
  ['07:05', 'seven oh five', 'morning'],
  ['09:00', "nine o'clock", 'morning'],
  ['12:00', 'noon', 'afternoon'],
  ['16:15', 'four fifteen', 'afternoon'],
  ['20:42', 'eight forty-two', 'evening'],
])('CALL-6 says %s as %s, and wishes well for the %s', (localTime, time, part) => {
  const { message } = said({ ...ada, localTime, voiceId: 'lily' })
  expect(message).toContain(` It's Thursday, ${time}. `)
  expect(
    year({ localTime }).every(
      ({ message: m }) => !/Good (morning|afternoon|evening)/.test(m) || m.includes(`Good ${part}`),
    ),
  ).toBe(true)
})

test('CALL-6 DASH-2 names neither time nor day to a person whose zone nobody knows, and wishes a good day', () => {
  for (const voiceId of VOICE_IDS) {
    const messages = year({ voiceId, kind: 'sample', localTime: null }, YEAR.slice(0, 90)).map(({ message }) => message)
    expect(messages.flatMap(problemsOf)).toEqual([])
    expect(messages.join(' ')).not.toMatch(/six thirty|Thursday|Good (morning|afternoon|evening)/)
    expect(messages.join(' ')).toMatch(/ day[.!,]/)
  }
})

const saysStreak = (change: Partial<MessageRequest>) =>
  year(change, YEAR.slice(0, 30)).some(({ message }) => message.includes('in a row'))

test('CALL-6 counts answered mornings at three, five and seven, then every tenth', () => {
  const counted = Array.from({ length: 41 }, (_, streak) => streak).filter((streak) => saysStreak({ streak }))
  expect(counted).toEqual([3, 5, 7, 10, 20, 30, 40])
  expect(saysStreak({ streak: 10, kind: 'retry' })).toBe(false)
})

test('CALL-6 a long call leaves out the count of mornings', () => {
  expect(saysStreak({ streak: 10, goals: ['other'], otherGoal: LONG, struggles: ['other'], otherStruggle: LONG })).toBe(
    false,
  )
})
