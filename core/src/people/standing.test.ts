import { expect, test } from 'vitest'
import { DAY_MS } from '../time/duration.ts'
import { standingOf } from './standing.ts'

const NOW = Date.parse('2027-01-15T06:30:00Z')

test.each([
  ['a number of a week and three mornings', 7 * DAY_MS, 3, 0],
  ['a number of a week, no morning yet', 7 * DAY_MS, 2, 1],
  ['a number a moment short of a week, three mornings', 7 * DAY_MS - 1, 3, 1],
  ['a new number', 0, 0, 2],
])('S84 %s', (_who, ageMs, answered, standing) => {
  expect(standingOf({ numberSince: NOW - ageMs, answered }, NOW)).toBe(standing)
})

test('S84 somebody whose number nobody remembers being proven is up by their mornings alone', () => {
  expect(standingOf({ numberSince: null, answered: 3 }, NOW)).toBe(1)
})
