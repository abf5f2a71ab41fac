import { expect, test } from 'vitest'
import { waitInWords } from '../limits/used-up.http.ts'

test.each([
  [1, 'in a minute'],
  [60, 'in a minute'],
  [61, 'in 2 minutes'],
  [3600, 'in 60 minutes'],
  [90 * 60, 'in 90 minutes'],
  [90 * 60 + 1, 'in 2 hours'],
  [20 * 3600 + 1, 'in 21 hours'],
  [24 * 3600, 'in 24 hours'],
])('CODE-3 CALL-12 a wait of %i s reads %s', (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words)
})
