import { expect, test } from 'vitest'
import { minutes } from '../time/duration.ts'
import { gapAfterTexts, isPumping } from './one-time-code.ts'

test('S74 the first texts need no wait, then waits double up to an hour', () => {
  const gaps = [0, 4, 5, 6, 7, 8, 20].map((unused) => gapAfterTexts(unused, 5))
  expect(gaps.slice(0, 2)).toEqual([0, 0])
  expect(gaps.slice(2).map(minutes)).toEqual(['8 minutes', '16 minutes', '32 minutes', '60 minutes', '60 minutes'])
})

test.each([
  ['too few codes to tell', { sent: 19, used: 0 }, false],
  ['nobody enters what was sent', { sent: 20, used: 0 }, true],
  ['hardly anybody enters one', { sent: 100, used: 29 }, true],
  ['enough people enter one', { sent: 100, used: 30 }, false],
])('S35 detects SMS pumping when %s', (_case, codes, expected) => {
  expect(isPumping(codes)).toBe(expected)
})
