import { expect, test } from 'vitest'
import { isPumping } from './text-pumping.ts'

test.each([
  ['too few to tell', { sent: 19, used: 0 }, false],
  ['nobody enters what was sent', { sent: 20, used: 0 }, true],
  ['hardly anybody does', { sent: 100, used: 29 }, true],
  ['most people do', { sent: 100, used: 30 }, false],
])('S35 texts are pumped? %s', (_case, codes, expected) => {
  expect(isPumping(codes)).toBe(expected)
})
