import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutOff, LONGEST_TALK_S, RING_S } from './call-times.ts'
import {
  ASK_ABOUT_PLACED_AFTER_MS,
  ASK_FOR_MS,
  BELIEVE_NONE_AFTER_MS,
  FEWEST_ASKS,
  nextAskAt,
  surelyOverAt,
} from './in-doubt-policy.ts'

const dueAt = Date.parse('2027-01-15T06:30Z')
const SECOND_MS = 1000
const MINUTE_MS = 60_000

/** Every instant we ask the carrier about a call marked at `markedAt` that is never resolved. */
function instants(markedAt: number): number[] {
  const asked: number[] = []
  const next = (now: number) => nextAskAt({ markedAt, dueAt, asks: asked.length }, now)
  for (let at = next(markedAt); at !== null; at = next(at)) asked.push(at)
  return asked
}

test("CALL-3 the carrier is asked after 5, 15 and 35 s, and as soon as its 'no such call' can be trusted", () => {
  const first = instants(dueAt)
    .slice(0, 4)
    .map((at) => (at - dueAt) / SECOND_MS)
  expect(first).toEqual([5, 15, 35, 46])
  expect(first[3]! * SECOND_MS).toBeGreaterThanOrEqual(BELIEVE_NONE_AFTER_MS)
})

test('CALL-5 the carrier is asked exactly at the cut-off, when the person is told', () => {
  expect(instants(dueAt)).toContain(cutOff(dueAt))
})

test('CALL-14 the carrier is asked 2 minutes after the cut-off, when the line is freed', () => {
  expect(instants(dueAt)).toContain(cutOff(dueAt) + 2 * MINUTE_MS)
})

test('CALL-5 after the cut-off the carrier is asked at 15, 30 and 60 minutes, then hourly for a day', () => {
  const late = instants(dueAt)
    .map((at) => (at - cutOff(dueAt)) / MINUTE_MS)
    .filter((minutes) => minutes > 2)
  expect(late.slice(0, 4)).toEqual([15, 30, 60, 120])
  expect(late.at(-1)).toBe(24 * 60)
  expect(late).toHaveLength(2 + 24)
})

test('CALL-3 after more than a day down, the carrier is asked once a minute, thirty times in all, before giving up', () => {
  const back = cutOff(dueAt) + ASK_FOR_MS + 10 * 60 * MINUTE_MS
  const next = (asks: number) => nextAskAt({ markedAt: dueAt, dueAt, asks }, back)
  expect(next(1)).toBe(back + MINUTE_MS)
  expect(next(29)).toBe(back + MINUTE_MS)
  expect(next(30)).toBeNull()
})

test('CALL-3 the next lookup always lies ahead, within 20 s until the cut-off, and lookups end after a day', () => {
  const marked = fc.integer({ min: -600, max: 600_000 })
  const age = fc.oneof(fc.nat({ max: 10 * MINUTE_MS }), fc.nat({ max: 26 * 60 * MINUTE_MS }))
  let [early, given] = [0, 0]
  fc.assert(
    fc.property(marked, age, (late, after) => {
      const markedAt = dueAt + late
      const now = markedAt + after
      const next = nextAskAt({ markedAt, dueAt, asks: FEWEST_ASKS }, now)
      if (now < cutOff(dueAt)) early++
      if (next === null) given++
      if (next === null) expect(now).toBeGreaterThan(cutOff(dueAt) + ASK_FOR_MS - 60 * MINUTE_MS)
      else expect(next).toBeGreaterThan(now)
      if (now < cutOff(dueAt)) expect(next! - now).toBeLessThanOrEqual(20 * SECOND_MS)
    }),
    { numRuns: 1000 },
  )
  expect(early).toBeGreaterThan(100)
  expect(given).toBeGreaterThan(0)
})

test("CALL-3 'no such call' is not trusted for 45 s, since the carrier's list may lag", () => {
  expect(BELIEVE_NONE_AFTER_MS).toBeGreaterThanOrEqual(45 * SECOND_MS)
})

test('CALL-14 the line of a placed call is held while it may ring or talk, and at most a minute longer', () => {
  const isHeld = (over: number, from: number, seconds: number) =>
    over >= from + seconds * SECOND_MS && over <= from + (seconds + 60) * SECOND_MS
  expect(isHeld(surelyOverAt(dueAt, null), cutOff(dueAt), RING_S)).toBe(true)
  expect(isHeld(surelyOverAt(dueAt, dueAt + 9_000), dueAt + 9_000, LONGEST_TALK_S)).toBe(true)
})

test('CALL-10 the carrier is asked about an accepted call within two minutes of when ringing must be over', () => {
  expect(ASK_ABOUT_PLACED_AFTER_MS).toBeGreaterThan(RING_S * SECOND_MS)
  expect(ASK_ABOUT_PLACED_AFTER_MS).toBeLessThanOrEqual(2 * MINUTE_MS)
})
