import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CALL_KINDS } from '../calls/call-lifecycle.ts'
import { GOALS, STRUGGLES } from '../preferences/preferences.ts'
import { VOICE_IDS } from '../speech/voices.ts'
import { WEEKDAYS } from '../time/weekday.ts'
import type { MessageRequest } from './call-message.ts'
import { messageParts } from './message-parts.ts'
import { BUDGET, countWords, secondsToSay } from './spoken-length.ts'
import { ada, YEAR } from './test-data/ada.ts'
import { said } from './test-data/said.ts'

const STOP_LINE = ' Press 0 twice to stop all calls.'
const [EARCON_S, PAUSE_S] = [1.2, 0.2]

/** How long a call lasts in which nobody presses a key, by our clock from the first answer. */
function silentCallS(request: MessageRequest): number {
  const { name, shortAsk, called, shortStep, parting } = said(request)
  const { greeting, ask, ...others } = messageParts(request).parts
  const { recording, streak, why, struggle, step } = others
  const message = secondsToSay([recording, greeting, streak, why, struggle, step, ask])
  const reminder = (...parts: string[]) => PAUSE_S + EARCON_S + PAUSE_S + secondsToSay(parts) + 3
  const opening = PAUSE_S + secondsToSay([name]) + PAUSE_S + EARCON_S + PAUSE_S + message + 4
  return opening + reminder(called, shortAsk) + reminder(shortStep, shortAsk) + PAUSE_S + secondsToSay([parting])
}

/** Every part that is too long, with its words. */
function excesses(request: MessageRequest): string[] {
  const { parts } = messageParts(request)
  const { name, shortAsk, shortStep, parting } = said(request)
  const opens = { first: 'greeting', sample: 'greeting', retry: 'openerAndStep', snooze: 'openerAndStep' } as const
  const opening = request.kind in opens ? opens[request.kind as keyof typeof opens] : 'checkOpener'
  const isFirst = opening === 'greeting'
  const lengths = [
    [parts.greeting, BUDGET[opening]],
    [parts.why, isFirst ? BUDGET.why : BUDGET.reason],
    [parts.struggle, BUDGET.struggle],
    [parts.step, BUDGET.step],
    [parts.ask.replace(STOP_LINE, ''), BUDGET.ask],
    [shortAsk, BUDGET.shortAsk],
    [shortStep, BUDGET.shortStep],
    [parting, BUDGET.parting],
    [name.replace(/ \S+$/, ''), 5],
  ] as const
  const { greeting, streak, why, struggle, step } = parts
  const speech = secondsToSay([greeting, streak, why, struggle, step])
  const whole = silentCallS(request)
  return [
    ...lengths.filter(([text, most]) => countWords(text) > most).map(([text]) => text),
    ...(speech > 18 ? [`${speech} s from greeting to step: ${said(request).message}`] : []),
    ...(whole > 52 ? [`${whole} s in silence: ${said(request).message}`] : []),
  ]
}

test.each([
  ['nothing', '', 0],
  ['plain words', "Press 1 when you're up.", 5],
  ['two words in one', "It's six forty-five, a wake-up call", 8],
  ['a sign that is no word', 'rest - then run', 3],
  ['numbers', '9 or 45 or 204', 9],
  ['a word without an end', 'a'.repeat(30), 5],
])('WAKE-2 counts %s as they are said', (_case, text, count) => {
  expect(countWords(text)).toBe(count)
})

test('WAKE-2 counts seconds at 165 words a minute, with a pause between two parts and none around an empty one', () => {
  expect(secondsToSay(['one two three four five six seven eight nine ten eleven', '', 'one'])).toBeCloseTo(
    12 / 2.75 + 0.2,
  )
  expect(secondsToSay(['', ''])).toBe(0)
})

// All lines of a list come up in 90 days; `check-messages` has a year of everybody. A loaded machine may need a while.
describe('WAKE-2 on all mornings', { timeout: 120_000 }, () => {
  const own = { otherGoal: 'learn to cook before I move out', otherStruggle: 'I lie there scrolling my phone' }
  const longest = { localTime: '12:45', weekday: 'wed', snoozeMinutes: 15, streak: 20 } as const

  test.each(CALL_KINDS)(
    'no part of a %s call is longer than people follow, for any voice, goal and struggle',
    (kind) => {
      for (const [index, voiceId] of VOICE_IDS.entries()) {
        for (const goal of GOALS) {
          for (const struggle of STRUGGLES) {
            const person = { voiceId, goals: [goal], struggles: [struggle], seed: `${goal}${struggle}`, ...own }
            const flags = { recorded: index % 2 === 0, saysHowToStop: index % 3 === 0, isTriedAgain: index % 2 === 1 }
            const request = { ...ada, ...person, ...longest, ...flags, kind }
            const found = YEAR.slice(0, 90).flatMap((localDate) => excesses({ ...request, localDate }))
            expect({ voiceId, goal, struggle, found }).toEqual({ voiceId, goal, struggle, found: [] })
          }
        }
      }
    },
  )
})

const freeText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom('run', 'a-b-c-d', '25000', '6:30', 'uncharacteristically', 'the', 'x,', 'go.'),
        fc.string(),
      ),
      {
        maxLength: 40,
      },
    )
    .map((words) => words.join(' ')),
)

test('WAKE-2 nothing that a person may write or choose makes any part of a call too long', () => {
  const request = fc.record({
    name: freeText,
    otherGoal: freeText,
    otherStruggle: freeText,
    goalDescription: freeText,
    goals: fc.subarray([...GOALS]),
    struggles: fc.subarray([...STRUGGLES]),
    kind: fc.constantFrom(...CALL_KINDS),
    voiceId: fc.constantFrom(...VOICE_IDS),
    localDate: fc.constantFrom(...YEAR),
    localTime: fc.constantFrom('00:00', '06:30', '07:05', '12:45', '18:00', null),
    weekday: fc.constantFrom(...WEEKDAYS),
    snoozeMinutes: fc.constantFrom(5, 9, 15),
    snoozesLeft: fc.nat({ max: 3 }),
    recorded: fc.boolean(),
    saysHowToStop: fc.boolean(),
    isTriedAgain: fc.boolean(),
    streak: fc.nat({ max: 1000 }),
    seed: fc.string(),
  })
  fc.assert(
    fc.property(request, (chosen) => {
      expect(excesses({ ...ada, ...chosen })).toEqual([])
    }),
    { numRuns: 3000 },
  )
})
