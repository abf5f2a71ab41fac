import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CALL_KINDS } from '../calls/call-lifecycle.ts'
import { GOALS, STRUGGLES } from '../preferences/preferences.ts'
import { VOICE_IDS, type VoiceId } from '../speech/voices.ts'
import { WEEKDAYS } from '../time/weekday.ts'
import type { MessageRequest, Occasion } from './call-message.ts'
import { composeParts } from './compose-call.ts'
import { sharedSentences, textOf, type Sentence } from './sentence.ts'
import { countWords, isWithinLimits, secondsToSay } from './spoken-length.ts'
import { ada, YEAR } from './test-data/ada.ts'
import { BUDGET } from './test-data/line-rules.ts'
import { silentCallS } from './test-data/silent-call.ts'
import { STYLE_SHEETS } from './voices/style-sheets.ts'
import { STREAKS } from './voices/voice-lines.ts'

const STOP_LINE = ' Press 0 twice to stop all calls.'
const isFirst = ({ kind }: MessageRequest) => kind === 'first' || kind === 'sample'

/** Every part that is too long, with its words. */
function excesses(request: MessageRequest): string[] {
  const call = composeParts(request)
  const { greeting, why, struggle, step, ask } = call.message
  const { pace } = STYLE_SHEETS[request.voiceId]
  const isCheck = request.kind === 'wake-check' || request.kind === 'second-check'
  const limits: [Sentence[], number][] = [
    [call.shortAsk, BUDGET.shortAsk],
    [call.shortStep, BUDGET.shortStep],
    [call.parting, BUDGET.parting],
    ...(isFirst(request)
      ? []
      : [
          [greeting, isCheck ? BUDGET.checkOpener : BUDGET.openerAndStep] satisfies [Sentence[], number],
          [why, BUDGET.reason] satisfies [Sentence[], number],
        ]),
  ]
  const speechS = (countWords([greeting, why, struggle, step].map(textOf).join(' ')) * 60) / pace
  const silentS = silentCallS(call, request.voiceId)
  return [
    ...limits.map(([part, most]) => [textOf(part), most] as const),
    [textOf(ask).replace(STOP_LINE, ''), BUDGET.ask] as const,
    [textOf(call.name).replace(/ for .*$/, ' for'), 5] as const,
    [textOf(call.called), 4] as const,
  ]
    .filter(([text, most]) => countWords(text) > most)
    .map(([text]) => text)
    .concat(speechS > 18 ? [`${speechS} s from greeting to step`] : [])
    .concat(silentS > 52 ? [`${silentS} s in silence`] : [])
}

test.each([
  ['nothing', '', 0],
  ['plain words', "Press 1 when you're up.", 5],
  ['two words in one', "It's six forty-five, a wake-up call", 8],
  ['a symbol that is not a word', 'rest - then run', 3],
  ['numbers', '9 or 45 or 204', 9],
  ['a word without an end', 'a'.repeat(30), 5],
])('WAKE-2 counts %s the way they are spoken', (_case, text, count) => {
  expect(countWords(text)).toBe(count)
})

test('WAKE-2 counts seconds at the pace of a voice, with a pause between two texts and none around an empty one', () => {
  expect(secondsToSay(['one two three four five six seven eight nine ten eleven', '', 'one'], 165)).toBeCloseTo(
    12 / 2.75 + 0.2,
  )
  expect(secondsToSay(['one two', 'three four'], 240)).toBeCloseTo(1.2)
  expect(secondsToSay(['', ''], 165)).toBe(0)
})

const words = (count: number) => sharedSentences(Array.from({ length: count }, () => 'up').join(' '))

test('WAKE-2 a call without a key takes at most 52 s, with its notes, waits and pauses', () => {
  const around = { name: words(2), called: words(1), shortAsk: words(3), shortStep: words(4), parting: words(5) }
  const silent = { recording: [], note: [], why: [], struggle: [], step: [] }
  const asking = (count: number) => ({ ...silent, greeting: words(10), ask: words(count) })
  // At one word a second: 36 s of words, 15.2 s of notes and waits, three pauses of 0.2 s between texts.
  expect(isWithinLimits(asking(8), around, 60)).toBe(true)
  expect(isWithinLimits(asking(9), around, 60)).toBe(false)
})

test('WAKE-2 18 s from greeting to step are short enough, and one word more is not', () => {
  const around = { name: [], called: [], shortAsk: [], shortStep: [], parting: [] }
  const before = { recording: words(2), greeting: words(4), note: words(3), why: words(2), struggle: words(2) }
  const saying = (count: number) => ({ ...before, step: words(count), ask: words(2) })
  expect(isWithinLimits(saying(7), around, 60)).toBe(true)
  expect(isWithinLimits(saying(8), around, 60)).toBe(false)
})

// Slow on a loaded machine.
test.each(VOICE_IDS)('WAKE-2 no message of %s is too long on any day of a year', { timeout: 120_000 }, (voiceId) => {
  const own = { otherGoal: 'learn to cook before I move out', otherStruggle: 'I lie there scrolling my phone' }
  const longest = { localTime: '12:45', weekday: 'wed', snoozeMinutes: 15, name: 'Anna-Maria' } as const
  for (const goal of GOALS) {
    for (const [index, struggle] of STRUGGLES.entries()) {
      const person = { voiceId, goals: [goal], struggles: [struggle], seed: `${goal}${struggle}`, ...own, ...longest }
      // Each struggle gets 73 days in a row, different ones for each goal, so each pair meets every mix of flags.
      for (const [day, localDate] of YEAR.entries()) {
        if ((Math.floor(day / 73) + GOALS.indexOf(goal)) % STRUGGLES.length !== index) continue
        const flags = {
          recorded: (day + index) % 4 === 0,
          saysHowToStop: day % 3 === 0,
          isTriedAgain: day % 2 === 1,
          occasion: day % 5 === 0 ? STREAKS[day % STREAKS.length]! : null,
        }
        const found = excesses({ ...ada, ...person, ...flags, localDate })
        expect({ goal, struggle, localDate, found }).toEqual({ goal, struggle, localDate, found: [] })
      }
    }
  }
})

test.each(VOICE_IDS)('WAKE-2 no later call of a morning by %s is too long', (voiceId) => {
  for (const kind of CALL_KINDS.filter((one) => one !== 'first')) {
    for (let attempt = 1; attempt <= 5; attempt++) {
      const request = { ...ada, voiceId, kind, attempt, tryNumber: attempt, snoozeMinutes: 15, recorded: true }
      const found = YEAR.slice(0, 90).flatMap((localDate) =>
        excesses({ ...request, localDate, saysHowToStop: attempt < 4, isTriedAgain: attempt < 5 }),
      )
      expect({ kind, found }).toEqual({ kind, found: [] })
    }
  }
})

/** First calls that give the voice's own reasons to somebody who has been called before. */
const ordinary = (voiceId: VoiceId, more: Partial<MessageRequest> = {}) =>
  YEAR.slice(0, 30).map((localDate) => composeParts({ ...ada, voiceId, localDate, ...more }).message)

test.each(VOICE_IDS)('WAKE-2 an ordinary call of %s has room for every part', (voiceId) => {
  for (const parts of ordinary(voiceId)) {
    const { recording, note, ...said } = parts
    expect(Object.entries(said).filter(([, sentences]) => sentences.length === 0)).toEqual([])
    expect([recording, note]).toEqual([[], []])
  }
})

test('WAKE-2 when time is short the occasion is dropped first, then the struggle, and never part of a sentence', () => {
  const unit = 'finish the book about my family and the long way that all of us came to this country'
  const [roomy, full] = [{ occasion: 7 } as const, { occasion: 7, goals: ['other'], otherGoal: unit } as const]
  const dates = YEAR.slice(0, 60)
  const said = (voiceId: VoiceId, more: Partial<MessageRequest>) =>
    dates.map((localDate) => composeParts({ ...ada, voiceId, localDate, ...more }).message)
  for (const voiceId of VOICE_IDS) {
    const streak = (parts: { greeting: Sentence[] }) => /seven/i.test(textOf(parts.greeting))
    expect(said(voiceId, roomy).filter(streak).length).toBeGreaterThan(55)
    const own = said(voiceId, full).filter(({ why }) => why.some(({ isPersonal }) => isPersonal))
    expect(own.length).toBe(30)
    for (const { why, step } of own) {
      expect(textOf(why)).toMatch(/came to this country\.$/)
      expect(step.length).toBeGreaterThan(0)
    }
    if (voiceId === 'bill') expect(own.filter(({ struggle }) => struggle.length === 0).length).toBeGreaterThan(5)
  }
})

const OCCASIONS: (Occasion | null)[] = [
  null,
  'firstCall',
  'afterMissed',
  'afterPause',
  'clocksForward',
  'clocksBack',
  ...STREAKS,
]

const freeText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom('run', 'a-b-c-d', '25000', '6:30', 'uncharacteristically', 'the', 'x,', 'go.'),
        fc.string(),
      ),
      { maxLength: 40 },
    )
    .map((words) => words.join(' ')),
)

test('WAKE-2 nothing a person writes or chooses makes any part of a call too long', { timeout: 60_000 }, () => {
  const request = fc.record({
    name: freeText,
    otherGoal: freeText,
    otherStruggle: freeText,
    goalDescription: freeText,
    goals: fc.subarray([...GOALS]),
    struggles: fc.subarray([...STRUGGLES]),
    kind: fc.constantFrom(...CALL_KINDS),
    attempt: fc.integer({ min: 1, max: 9 }),
    tryNumber: fc.integer({ min: 1, max: 9 }),
    voiceId: fc.constantFrom(...VOICE_IDS),
    localDate: fc.constantFrom(...YEAR),
    localTime: fc.constantFrom('00:00', '06:30', '07:05', '12:45', '18:00', null),
    weekday: fc.constantFrom(...WEEKDAYS),
    occasion: fc.constantFrom(...OCCASIONS),
    snoozeMinutes: fc.constantFrom(5, 9, 15),
    snoozesLeft: fc.nat({ max: 3 }),
    recorded: fc.boolean(),
    saysHowToStop: fc.boolean(),
    isTriedAgain: fc.boolean(),
    seed: fc.string(),
  })
  fc.assert(
    fc.property(request, (chosen) => {
      expect(excesses({ ...ada, ...chosen })).toEqual([])
    }),
    { numRuns: 2000 },
  )
})
