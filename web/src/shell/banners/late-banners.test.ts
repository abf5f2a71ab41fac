import { expect, test } from 'vitest'
import { clockWords } from './late-banners.tsx'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [0, null],
  [5 * MINUTE, null],
  [-5 * MINUTE, null],
  [-5 * MINUTE - 20_000, "Your device's clock is five minutes ahead"],
  [17 * MINUTE, "Your device's clock is 17 minutes behind"],
  [-HOUR + 20_000, "Your device's clock is an hour ahead"],
  [-3 * HOUR - 10 * MINUTE, "Your device's clock is three hours ahead"],
  [DAY - 9 * MINUTE, "Your device's clock is a day behind"],
  [-DAY - 1, "Your device's clock is a day ahead"],
  [-2 * DAY, "Your device's clock is two days ahead"],
  [7 * DAY, "Your device's clock is a week behind"],
  [366 * DAY, "Your device's clock is a year behind"],
  [-731 * DAY, "Your device's clock is two years ahead"],
])('SHELL-18 the banner says how far off the device’s clock is, if by more than five minutes: %s', (offset, words) => {
  expect(clockWords(offset)).toBe(words)
})
