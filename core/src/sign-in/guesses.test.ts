import { expect, test } from 'vitest'
import { minutes } from '../time/duration.ts'
import { gapAfterTexts } from './guesses.ts'

test('S74 the first texts need no wait, then the waits double up to an hour', () => {
  const gaps = [0, 4, 5, 6, 7, 8, 20].map((unused) => gapAfterTexts(unused, 5))
  expect(gaps.slice(0, 2)).toEqual([0, 0])
  expect(gaps.slice(2).map(minutes)).toEqual(['8 minutes', '16 minutes', '32 minutes', '60 minutes', '60 minutes'])
})
