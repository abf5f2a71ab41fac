import { expect, test } from 'vitest'
import { dawnAt, tonightWords } from './next-call-sky.tsx'

test.each([
  [null, 0],
  [13, 0],
  [12, 1],
  [8, 1],
  [4, 2],
  [2, 2],
  [1, 3],
  [0.5, 3],
  [1 / 12, 4],
  [0.05, 4],
  [0, 4],
])('DASH-4 the sky brightens: %s hours before the call it is at step %s', (hours, dawn) => {
  expect(dawnAt(hours === null ? null : hours * 3_600_000)).toBe(dawn)
})

const at = (hour: number, minute = 0) => new Date(2027, 0, 15, hour, minute)
const checkedAt = at(22, 41).toISOString()
const CLEAR = { troubled: false, checkedAt, unsure: null, wasSilent: false }
const ASK = 'If you have to be up, set a backup alarm.'

test('DASH-4 from 8 PM to 4 AM the dashboard says that tonight is all clear, and when that was checked', () => {
  for (const [night, words] of [
    [at(20), '7:55 PM'],
    [at(23, 59), '11:54 PM'],
    [at(0), '11:55 PM'],
    [at(3, 59), '3:54 AM'],
  ] as const) {
    const justNow = new Date(night.getTime() - 5 * 60_000).toISOString()
    expect(tonightWords({ ...CLEAR, checkedAt: justNow }, null, night)).toBe(`Tonight: all clear, checked ${words}`)
  }
  for (const day of [at(4), at(12), at(19, 59)]) expect(tonightWords(CLEAR, null, day)).toBe(null)
})

test("DASH-4 a night after a sample that didn't ring out loud isn't clear", () => {
  const words = "Your phone didn't ring out loud last time."
  expect(tonightWords({ ...CLEAR, wasSilent: true }, null, at(22))).toBe(words)
  expect(tonightWords({ ...CLEAR, wasSilent: true }, null, at(12))).toBe(null)
})

test('DASH-4 an unconfirmed night is never clear: it names what is silent since when, and a backup alarm', () => {
  const unsure = (part: 'worker' | 'carrier' | 'plan', since: string | null = at(21, 5).toISOString()) =>
    tonightWords({ ...CLEAR, unsure: { part, since } }, null, at(22, 41))
  const words = (last: string) => `We can't confirm your next call. ${last} on Jan 15, 2027, 9:05 PM. ${ASK}`
  expect(unsure('worker')).toBe(words('Our dialer last reported'))
  expect(unsure('carrier')).toBe(words('The phone network last answered us'))
  expect(unsure('plan')).toBe(words('We last planned your calls'))
  expect(unsure('carrier', null)).toBe(`We can't confirm your next call. ${ASK}`)
  const silence = { lastHeard: null, failing: false, isLong: true }
  expect(tonightWords(CLEAR, silence, at(22))).toBe(`We can't confirm your next call. ${ASK}`)
  expect(tonightWords(CLEAR, { ...silence, isLong: false }, at(22))).toBe(null) // for a minute it says that it reconnects
  expect(tonightWords({ ...CLEAR, troubled: true }, null, at(22))).toBe(null) // its banner says more
})
