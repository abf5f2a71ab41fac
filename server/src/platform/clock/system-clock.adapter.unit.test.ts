import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from './system-clock.adapter.ts'

const DUE_AT = Date.parse('2027-01-15T05:30Z')
const clock = systemClock(pino({ level: 'silent' }))

beforeEach(() => void vi.useFakeTimers({ now: DUE_AT - 3_000 }))
afterEach(() => void vi.useRealTimers())

/** Whether a wait for the due instant has ended. */
function waiting(): () => boolean {
  let isOver = false
  void clock.until(DUE_AT).then(() => {
    isOver = true
  })
  return () => isOver
}

test('CALL-1 I4 a timer that fires a millisecond early keeps waiting', async () => {
  const isOver = waiting()
  await vi.advanceTimersByTimeAsync(2_000)
  vi.setSystemTime(DUE_AT - 1_001) // from here on the timers run ahead of the clock
  await vi.advanceTimersByTimeAsync(1_000)
  expect({ now: Date.now() - DUE_AT, isOver: isOver() }).toEqual({ now: -1, isOver: false })
  await vi.advanceTimersByTimeAsync(1)
  expect(isOver()).toBe(true)
})

test('CALL-1 a clock set back by an hour and corrected a minute later delays nothing by an hour', async () => {
  const isOver = waiting()
  vi.setSystemTime(DUE_AT - 3_600_000)
  await vi.advanceTimersByTimeAsync(2_000)
  vi.setSystemTime(DUE_AT + 60_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isOver()).toBe(true)
})

test.each([
  ['a quick answer from a clock like ours', 0, 5, true],
  ['a quick answer from a clock half a second behind', -500, 5, false],
  ['a quick answer from a clock half a second ahead', 500, 5, false],
  ['an answer that took two seconds, from a clock like ours', -1_900, 2_000, true],
  ['an answer that took two seconds, from a clock two hours behind', -7_200_000, 2_000, false],
  ['an answer that took two seconds, from a clock half a second ahead', 500, 2_000, false],
])('CALL-1 %s decides whether our clock is trusted', (_what, aheadMs, tookMs, expected) => {
  expect(clock.agreesWith(Date.now() + aheadMs, tookMs)).toBe(expected)
})
