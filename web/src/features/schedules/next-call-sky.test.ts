import { expect, test } from 'vitest'
import { dawnAt } from './next-call-sky.tsx'

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
