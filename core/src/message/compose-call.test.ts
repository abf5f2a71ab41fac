import { describe, expect, test } from 'vitest'
import { GOALS, STRUGGLES, type Goal, type Struggle } from '../preferences/preferences.ts'
import { VOICE_IDS } from '../speech/voices.ts'
import type { CallMessage, MessageRequest } from './call-message.ts'
import { composeCall } from './compose-call.ts'
import { GOAL_TEXTS, OWN_GOAL_LEADS } from './goal-texts.ts'
import { GOODBYES } from './goodbye-texts.ts'
import { GREETINGS } from './greeting-texts.ts'
import { CHECK_COMES_ONCE, OPENINGS } from './opening-texts.ts'
import { SNOOZE_STEPS, STEP_TEXTS, WAKE_CHECK_STEPS } from './step-texts.ts'
import { OWN_STRUGGLE_ANSWERS, OWN_STRUGGLE_LEADS, STRUGGLE_TEXTS } from './struggle-texts.ts'

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

const WEEKDAYS = ['thu', 'fri', 'sat', 'sun', 'mon', 'tue', 'wed'] as const
const YEAR = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2027, 0, 14 + day)).toISOString().slice(0, 10))

/** The messages of a year of mornings; the weekday and the time stay, so that only the variants can differ. */
const year = (person: Partial<MessageRequest>, mornings = YEAR): CallMessage[] =>
  mornings.map((localDate) => composeCall({ ...ada, ...person, localDate }))

const words = (text: string) => text.split(' ')
const sentences = (text: string) => text.split(/(?<=[.!?]) /)
const subsets = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: 2 ** items.length - 1 }, (_, n) => items.filter((_item, i) => ((n + 1) >> i) & 1))

/** Everything that must hold of any message; cheap enough for hundreds of thousands. */
function problemsOf(message: string): string[] {
  const count = words(message).length
  const longest = Math.max(...sentences(message).map((sentence) => words(sentence).length))
  return [
    ...(count < 55 || count > 110 ? [`${count} words`] : []),
    ...(longest > 20 ? [`a sentence of ${longest} words`] : []),
    ...(/[{}<>[\]]|\b(undefined|null|NaN|object)\b/.test(message) ? ['an unfilled slot'] : []),
    ...(/ [.,!?:]|\s\s|[.,!?:]{2}|[^.!?]$/.test(message) ? ['odd punctuation'] : []),
  ]
}

test('CALL-6 says its parts in order: name, time, greeting, goal, struggle, first step, keys, how to stop', () => {
  const { message, spokeOf } = composeCall(ada)
  expect(message).toMatch(
    /^Reveille for Ada\. It is six thirty on Thursday morning\. .*Liam.* First step: .* Press 1 when you are up, 2 to snooze for 9 minutes, 9 to skip Friday\. 0 twice stops all calls\.$/,
  )
  expect(spokeOf).toBe('Exercise / Hitting snooze')
})

test.each([
  ['first', GREETINGS.liam, [...GOAL_TEXTS.exercise, ...STRUGGLE_TEXTS.snooze, ...STEP_TEXTS.exercise]],
  ['retry', OPENINGS.retry, [...GOAL_TEXTS.exercise, ...STRUGGLE_TEXTS.snooze, ...STEP_TEXTS.exercise]],
  ['snooze', OPENINGS.snooze, [...GOAL_TEXTS.exercise, ...STRUGGLE_TEXTS.snooze, ...SNOOZE_STEPS]],
  ['wake-check', OPENINGS['wake-check'], [...GOAL_TEXTS.exercise, ...WAKE_CHECK_STEPS, CHECK_COMES_ONCE]],
] as const)(
  'CALL-6 a %s call says its own lines, and beside them the name, time and keys alone',
  (kind, hello, lines) => {
    const known = [...hello.map((line) => line.replaceAll('{part}', 'morning')), ...lines]
    for (const { message } of year({ kind, streak: 4 }, YEAR.slice(0, 20))) {
      const rest = known.reduce((text, line) => text.replace(`${line} `, ''), message)
      expect(rest).toBe(
        'Reveille for Ada. It is six thirty on Thursday morning. Press 1 when you are up, 2 to snooze for 9 minutes, 9 to skip Friday. 0 twice stops all calls.',
      )
    }
  },
)

test.each(Object.entries({ GREETINGS, OPENINGS, GOAL_TEXTS, STRUGGLE_TEXTS, STEP_TEXTS, GOODBYES }))(
  'CALL-6 each slot of %s has at least eight lines to choose from, and none twice',
  (_name, slots) => {
    const own = [OWN_GOAL_LEADS, OWN_STRUGGLE_LEADS, OWN_STRUGGLE_ANSWERS, SNOOZE_STEPS, WAKE_CHECK_STEPS]
    for (const lines of [...Object.values<readonly string[]>(slots), ...own]) {
      expect(lines.length).toBeGreaterThanOrEqual(8)
      expect(new Set(lines).size).toBe(lines.length)
    }
  },
)

test('CALL-6 gives the same words for the same morning, and other people other words', () => {
  expect(composeCall(ada)).toEqual(composeCall({ ...ada }))
  const heard = new Set(Array.from({ length: 200 }, (_, id) => composeCall({ ...ada, seed: String(id) }).message))
  expect(heard.size).toBeGreaterThan(100)
})

test.each([
  [
    '9 only when there is a next call',
    { nextCallWeekday: null },
    'Press 1 when you are up, 2 to snooze for 9 minutes.',
  ],
  ['2 only while snoozes are left', { snoozesLeft: 0 }, 'Press 1 when you are up, 9 to skip Friday.'],
  ['only 1 in a sample', { kind: 'sample' }, 'Press 1 when you are up.'],
] as const)('CALL-6 offers %s, in the message and when the choices are repeated', (_case, change, keys) => {
  const { message, choices } = composeCall({ ...ada, ...change })
  for (const text of [message, choices]) expect(text).toMatch(new RegExp(`\\. ${keys} 0 twice stops all calls\\.$`))
})

test('CALL-13 announces a recording before anything else but the name', () => {
  expect(composeCall({ ...ada, recorded: true }).message).toMatch(/^Reveille for Ada\. This call is recorded/)
  expect(composeCall(ada).message).not.toMatch(/recorded/)
})

test('CALL-4 a wake check says that it is one and that it is not repeated', () => {
  for (const { message } of year({ kind: 'wake-check' })) {
    expect(message).toMatch(/wake check|the check we make/i)
    expect(message).toContain('This check comes once, and is not repeated')
  }
})

test('CALL-4 HIST-1 a wake check speaks of the goal, no more of the struggle', () => {
  expect(composeCall({ ...ada, kind: 'wake-check' }).spokeOf).toBe('Exercise')
})

test.each(['retry', 'snooze', 'wake-check'] as const)('CALL-6 a %s call opens otherwise than the first one', (kind) => {
  const first = sentences(composeCall(ada).message)[2]
  expect(sentences(composeCall({ ...ada, kind }).message)[2]).not.toBe(first)
})

test('CALL-7 has words for every key', () => {
  const { snoozed, skipped, stopConfirm, stopped, closing, repeatLead } = composeCall(ada)
  expect(snoozed).toContain('9 minutes')
  expect(skipped).toContain('Friday')
  expect(stopConfirm).toContain('Press 0 again')
  expect(stopped).toContain('stopped')
  for (const said of [closing, repeatLead]) expect(said).toMatch(/^[A-Z].{10,}[.!]$/)
  expect(composeCall({ ...ada, nextCallWeekday: null }).skipped).toContain('Your next call is skipped')
})

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

  test('every message has 55 to 110 words and no sentence over 20, whatever the person wrote', () => {
    const long = { otherGoal: LONG, otherStruggle: LONG, goalDescription: LONG, name: LONG, recorded: true, streak: 30 }
    const short = { otherGoal: 'run', otherStruggle: 'cats', name: 'Al', nextCallWeekday: null, snoozesLeft: 0 }
    const kinds = ['first', 'retry', 'snooze', 'wake-check', 'sample'] as const
    for (const [i, person] of people.entries()) {
      for (const extremes of [long, short]) {
        const all = year(
          {
            ...person,
            ...extremes,
            kind: kinds[(i + Math.floor(i / 5) + Math.floor(i / 30)) % 5]!,
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

/** Lines heard again within 6 mornings, but for the ones that every message has. */
function lineReturns(person: Partial<MessageRequest>): string[] {
  const fixed =
    /^(Reveille for|It is six thirty|Press 1|0 twice|Good morning|Bill (next door )?here|Teo here|Lily here|Sergeant|First Light Radio!|This is the Sergeant|It is Bill|Hi, |Hello, )|cold floor|grandmother/
  const lastHeard = new Map<string, number>()
  return year(person).flatMap(({ message }, day) =>
    sentences(message)
      .filter((line) => !fixed.test(line))
      .filter((line) => {
        const again = day - (lastHeard.get(line) ?? -Infinity) <= 6
        lastHeard.set(line, day)
        return again
      }),
  )
}

describe('CALL-6 own words of the person are spoken as text', () => {
  const say = (otherGoal: string) => composeCall({ ...ada, goals: ['other'], otherGoal }).spokeOf.split(' / ')[0]

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
    const { message } = composeCall({
      ...ada,
      goals: ['other'],
      otherGoal: null,
      struggles: ['other'],
      otherStruggle: '',
    })
    expect(problemsOf(message)).toEqual([])
    expect(message).toContain('the goal you wrote down for yourself')
  })

  test('the description is heard on some mornings, when its first sentence is short enough to be said whole', () => {
    const heard = (goalDescription: string) =>
      year({ goalDescription }).filter(({ message }) => message.includes('own words: '))
    expect(heard('I want to climb stairs with my kids. And more.')[0]!.message).toContain(
      'I want to climb stairs with my kids. ',
    )
    expect(heard(LONG)).toEqual([])
  })

  test.each([
    ['Zoë O’Hara-Lund', "Zoë O'Hara-Lund"],
    ['<b>Ada</b> 007', 'b Ada b'],
    ['李雷', 'you'],
    ['', 'you'],
    ['A'.repeat(90), 'A'.repeat(30)],
  ])('the name %s', (written, heard) => {
    expect(sentences(composeCall({ ...ada, name: written }).message)[0]).toBe(`Reveille for ${heard}.`)
  })
})

test.each([
  ['00:00', 'midnight', 'morning'],
  ['07:05', 'seven oh five', 'morning'],
  ['09:00', "nine o'clock", 'morning'],
  ['12:00', 'noon', 'afternoon'],
  ['16:15', 'four fifteen', 'afternoon'],
  ['20:42', 'eight forty two', 'evening'],
])('CALL-6 says %s as %s in the %s, and wishes well for that part of the day', (localTime, time, part) => {
  const { message } = composeCall({ ...ada, localTime, voiceId: 'lily' })
  expect(message).toContain(`It is ${time} on Thursday ${part}.`)
  expect(
    year({ localTime }).every(
      ({ message: m }) => !/Good (morning|afternoon|evening)/.test(m) || m.includes(`Good ${part}`),
    ),
  ).toBe(true)
})

test('CALL-6 DASH-2 names neither time nor day to a person whose zone nobody knows, and wishes a good day', () => {
  expect(composeCall({ ...ada, kind: 'sample', localTime: null }).message).toMatch(
    new RegExp(`^Reveille for Ada\\. (${GREETINGS.liam.map((line) => line.replaceAll('{part}', 'day')).join('|')}) `),
  )
  for (const voiceId of VOICE_IDS) {
    const messages = year({ voiceId, kind: 'sample', localTime: null }, YEAR.slice(0, 90)).map(({ message }) => message)
    expect(messages.flatMap(problemsOf)).toEqual([])
    expect(messages.join(' ')).not.toMatch(/six thirty|Thursday|Good (morning|afternoon|evening)/)
  }
})

test('CALL-6 counts answered mornings at three, five and seven, then every tenth', () => {
  const said = Array.from({ length: 41 }, (_, streak) => streak).filter((streak) =>
    composeCall({ ...ada, streak }).message.includes('in a row'),
  )
  expect(said).toEqual([3, 5, 7, 10, 20, 30, 40])
  expect(composeCall({ ...ada, streak: 10, kind: 'retry' }).message).not.toContain('in a row')
})

test('CALL-6 a long call leaves out the count of mornings', () => {
  const wordy = { name: LONG, goals: ['other'], otherGoal: LONG, struggles: ['other'], otherStruggle: LONG } as const
  const both = year({ ...wordy, streak: 10, recorded: true }, YEAR.slice(0, 30)).map(({ message }) => message)
  expect(both.flatMap(problemsOf)).toEqual([])
  expect(new Set(both.map((message) => message.includes('in a row')))).toEqual(new Set([true, false]))
})
