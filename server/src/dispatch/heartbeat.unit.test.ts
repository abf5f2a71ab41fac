import { expect, test } from 'vitest'
import { clockCheck } from './heartbeat.ts'

const QUICK = 5
const SLOW = 2_000

function clockOf() {
  const times = { now: 1_000_000, monotonic: 0, agrees: true }
  const check = clockCheck({
    now: () => times.now,
    monotonic: () => times.monotonic,
    agreesWith: () => times.agrees,
  })
  return { times, check, judge: (tookMs: number) => check.judge(times.now, tookMs) }
}

test('CALL-1 a clock is not trusted before it is compared with the database’s', () => {
  const { check, judge } = clockOf()
  expect(check.isTrusted()).toBe(false)
  expect([judge(QUICK), check.isTrusted()]).toEqual(['right', true])
})

test('CALL-1 the first answer, however slow, exposes a wrong clock', () => {
  const { check, judge, times } = clockOf()
  times.agrees = false
  expect([judge(SLOW), check.isTrusted()]).toEqual(['wrong', false])
  times.agrees = true
  expect([judge(SLOW), check.isTrusted()]).toEqual(['unsure', false])
  expect([judge(QUICK), check.isTrusted()]).toEqual(['right', true])
})

test('CALL-1 a database that is always slow stops no worker', () => {
  const { check, judge } = clockOf()
  expect([judge(SLOW), check.isTrusted()]).toEqual(['right', true])
  expect([judge(SLOW), check.isTrusted()]).toEqual(['unsure', true])
})

test('CALL-1 a clock that was set is not trusted until it is compared again', () => {
  const { check, judge, times } = clockOf()
  judge(QUICK)
  Object.assign(times, { now: times.now + 5_000, monotonic: 5_000 })
  expect(check.isTrusted()).toBe(true)
  times.now += 3_600_000
  expect(check.isTrusted()).toBe(false)
  judge(QUICK)
  expect(check.isTrusted()).toBe(true)
})
