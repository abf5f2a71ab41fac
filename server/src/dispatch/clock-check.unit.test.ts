import { expect, test } from 'vitest'
import { trustInClock } from './clock-check.ts'

const QUICK = 5
const SLOW = 2_000

function clockOf() {
  const times = { now: 1_000_000, monotonic: 0, agrees: true }
  const trust = trustInClock({
    now: () => times.now,
    monotonic: () => times.monotonic,
    agreesWith: () => times.agrees,
  })
  return { times, trust, judge: (tookMs: number) => trust.judge(times.now, tookMs) }
}

test('CALL-1 a clock is not decided by before it was compared with the database’s', () => {
  const { trust, judge } = clockOf()
  expect(trust.isGiven()).toBe(false)
  expect([judge(QUICK), trust.isGiven()]).toEqual(['right', true])
})

test('CALL-1 a first answer, however slow, shows a clock that is wrong', () => {
  const { trust, judge, times } = clockOf()
  times.agrees = false
  expect([judge(SLOW), trust.isGiven()]).toEqual(['wrong', false])
  times.agrees = true
  expect([judge(SLOW), trust.isGiven()]).toEqual(['unsure', false])
  expect([judge(QUICK), trust.isGiven()]).toEqual(['right', true])
})

test('CALL-1 a database that is always slow stops nobody', () => {
  const { trust, judge } = clockOf()
  expect([judge(SLOW), trust.isGiven()]).toEqual(['right', true])
  expect([judge(SLOW), trust.isGiven()]).toEqual(['unsure', true])
})

test('CALL-1 a clock that is set is not decided by until it was compared again', () => {
  const { trust, judge, times } = clockOf()
  judge(QUICK)
  Object.assign(times, { now: times.now + 5_000, monotonic: 5_000 })
  expect(trust.isGiven()).toBe(true)
  times.now += 3_600_000
  expect(trust.isGiven()).toBe(false)
  judge(QUICK)
  expect(trust.isGiven()).toBe(true)
})
