import { expect, test } from 'vitest'
import { CALL_KINDS } from '../calls/call-lifecycle.ts'
import { VOICE_IDS } from '../speech/voices.ts'
import { composeParts } from './compose-call.ts'
import { textOf } from './sentence.ts'
import { ada, YEAR } from './test-data/ada.ts'
import { said } from './test-data/said.ts'
import { VOICE_LINES } from './voices/all-voices.ts'

test.each([
  ['first', 'Reveille wake-up call for Ada.'],
  ['retry', 'Reveille wake-up call for Ada.'],
  ['snooze', 'Reveille wake-up call for Ada.'],
  ['sample', 'Reveille wake-up call for Ada.'],
  ['wake-check', 'Reveille wake check for Ada.'],
  ['second-check', 'Reveille second check for Ada.'],
] as const)('WAKE-1 a %s call begins with who calls whom, and why', (kind, name) => {
  expect(said({ kind }).name).toBe(name)
  expect(said({ kind, name: '' }).name).toBe(name.replace('Ada', 'you'))
})

const { asks, reminders, partings } = VOICE_LINES.liam
const nine = (line: string) => line.replace('{minutes}', 'nine').replace('{Minutes}', 'Nine')

test.each([
  ['a snooze', {}, nine(asks.withSnooze), true],
  ['a long snooze', { snoozeMinutes: 15 }, asks.withSnooze.replace('{minutes}', 'fifteen'), true],
  ['none once they are used up', { snoozesLeft: 0 }, asks.withoutSnooze, false],
  ['none where the schedule has none', { snoozesLeft: 0, snoozeMinutes: 0 }, asks.withoutSnooze, false],
  ['none in a second check', { kind: 'second-check' }, asks.withoutSnooze, false],
  ['only 1 in a sample', { kind: 'sample' }, asks.sample, false],
] as const)('WAKE-3 a call offers %s', (_case, change, ask, snoozes) => {
  const { message, shortAsk, onlyTheseKeys } = said(change)
  expect(textOf(composeParts({ ...ada, ...change }).message.ask)).toBe(ask)
  expect(message.endsWith(ask)).toBe(true)
  expect(reminders[snoozes ? 'withSnooze' : 'withoutSnooze'].map(nine)).toContain(shortAsk)
  expect(onlyTheseKeys).toBe(snoozes ? 'Only 1, 2 and 0 work here.' : 'Only 1 and 0 work here.')
})

test('WAKE-3 the offer is in the words of each voice, and all its variants occur', () => {
  const dates = YEAR.slice(0, 6)
  for (const voiceId of VOICE_IDS) {
    const own = VOICE_LINES[voiceId]
    const heard = dates.map((localDate) => said({ voiceId, localDate }))
    expect(heard[0]!.message.endsWith(nine(own.asks.withSnooze))).toBe(true)
    expect(new Set(heard.map(({ shortAsk }) => shortAsk))).toEqual(new Set(own.reminders.withSnooze.map(nine)))
    expect(new Set(heard.map(({ parting }) => parting))).toEqual(new Set(own.partings.again))
  }
})

test('WAKE-3 9 is named only in the menu that 0 opens, with the call it skips', () => {
  for (const kind of CALL_KINDS) {
    for (const nextCallWeekday of ['tue', null] as const) {
      const { menu, spokeOf: _spokeOf, taskPrompts: _prompts, ...others } = said({ kind, nextCallWeekday })
      expect(Object.values(others).join(' ')).not.toMatch(/9|nine to/)
      const skips = nextCallWeekday !== null && kind !== 'sample'
      expect(menu).toBe(
        `Press ${skips ? "9 to skip Tuesday's call, " : ''}3 to hear this again, 0 to stop all calls, or 1 if you're up.`,
      )
    }
  }
})

test('WAKE-3 how to stop all calls is said last, and only when asked for', () => {
  for (const kind of CALL_KINDS) {
    const [tells, keepsQuiet] = [said({ kind, saysHowToStop: true }), said({ kind })]
    expect(tells.message).toMatch(/[.] Press 0 twice to stop all calls\.$/)
    expect(keepsQuiet.message).not.toMatch(/stop/)
    expect([tells.shortStep, keepsQuiet.shortStep === '']).toEqual(['', false])
  }
})

test('WAKE-5 reminders say the name, then a step; the parting line says whether another call follows', () => {
  const { called, shortStep, parting } = said()
  expect(called).toBe('Ada?')
  expect(VOICE_LINES.liam.shortSteps).toContain(shortStep)
  expect(partings.again).toContain(parting)
  expect(partings.last).toContain(said({ isTriedAgain: false }).parting)
  expect(said({ kind: 'sample', isTriedAgain: false }).parting).toBe('That was your sample call.')
})

test("WAKE-28 the snooze length is the schedule's, wherever it is named", () => {
  const mornings = Array.from({ length: 9 }, (_, day) => `2027-01-${10 + day}`)
  for (const [snoozeMinutes, words] of [
    [5, 'five'],
    [15, 'fifteen'],
  ] as const) {
    for (const localDate of mornings) {
      const { snoozed, message } = said({ kind: 'snooze', snoozeMinutes, localDate })
      expect(snoozed).toBe(`Snoozed. I'll call again in ${words} minutes.`)
      expect(message).toContain(asks.withSnooze.replace('{minutes}', words))
      expect(message).not.toMatch(/\bnine\b|[{}]/i)
    }
  }
  expect(said({ snoozeMinutes: 0, snoozesLeft: 0 }).snoozed).toBe('')
})

test('CALL-7 2 without a snooze left is answered with the keys that work', () => {
  expect(said().noSnoozes).toBe("No snoozes left. Press 1 when you're up.")
})

test('WAKE-7 9 names what it skipped, and says the call counts as answered only where no task follows', () => {
  expect(said().skipped).toBe("Done. I've skipped Friday's call, and this one counts as answered.")
  for (const proof of ['firm', 'strict'] as const)
    expect(said({ proof }).skipped).toBe("Done. I've skipped Friday's call.")
})

test('WAKE-7 SHIFT-3 a call of a rotation that is weeks away is offered and skipped without a weekday', () => {
  const { menu, skipped } = said({ nextCallWeekday: 'later' })
  expect(menu).toMatch(/^Press 9 to skip your next call, /)
  expect(skipped).toBe("Done. I've skipped your next call, and this one counts as answered.")
})

test('CALL-8 lines that cannot occur have no words and are not rendered', () => {
  const { snoozed, noSnoozes, skipped } = said({ kind: 'sample' })
  expect([snoozed, noSnoozes, skipped]).toEqual(['', '', ''])
  expect(said({ snoozeMinutes: 0, snoozesLeft: 0 })).toMatchObject({ snoozed: '', noSnoozes: '' })
  expect(said({ nextCallWeekday: null }).skipped).toBe('')
})

test('WAKE-7 WAKE-9 every round has a task, said so that it can be typed', () => {
  const tasks = [
    { kind: 'digits', digits: '473' },
    { kind: 'digits', digits: '916' },
  ] as const
  expect(said({ proof: 'firm', tasks }).taskPrompts).toEqual([
    'Good. Now type: four. Seven. Three.',
    'Not quite. Now type: nine. One. Six.',
  ])
  const sums = [
    { kind: 'sum', a: 26, b: 7 },
    { kind: 'sum', a: 21, b: 9 },
  ] as const
  expect(said({ proof: 'strict', tasks: sums }).taskPrompts).toEqual([
    "What's twenty-six plus seven? Type the answer.",
    "Not quite. What's twenty-one plus nine? Type the answer.",
  ])
  expect(said().taskPrompts).toEqual([])
})

test('WAKE-9 the goodbye announces the second check when one follows', () => {
  const goodbye = said().closing
  expect(said({ isCheckedAgain: true }).closing).toBe(`${goodbye} I'll check again in ten minutes.`)
})
