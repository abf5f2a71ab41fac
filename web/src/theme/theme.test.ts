import { expect, test } from 'vitest'
import { forcedTheme } from './theme.ts'

test.each([
  ['auto', 12, null],
  ['auto', 19, null],
  ['auto', 20, 'dark'],
  ['auto', 5, 'dark'],
  ['auto', 6, null],
  ['light', 23, 'light'],
  ['dark', 12, 'dark'],
] as const)('the theme %s at %i o’clock forces %s', (theme, hour, forced) => {
  expect(forcedTheme(theme, hour)).toBe(forced)
})
