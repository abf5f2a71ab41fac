import { expect, test } from 'vitest'
import { UnreachableError } from '../api/api-failure.ts'
import { isPassing, isSilenced } from './passing-errors.ts'

test.each([
  ['Request timeout', true],
  ['Network request failed', true],
  ['Failed to fetch', true],
  ['NetworkError when attempting to fetch resource.', true],
  ['Load failed', true],
  ['x is not a function', false],
])('SHELL-8 the error fallback ignores "%s": %s', (message, ignored) => {
  expect(isPassing(new Error(message))).toBe(ignored)
})

test.each([
  [new Error('SMS send timeout'), true],
  [new Error('reCAPTCHA was lost'), true],
  [new Error('Network Error'), true],
  [new TypeError('Failed to fetch'), true],
  [new TypeError('NetworkError when attempting to fetch resource.'), true],
  [new TypeError('Load failed'), true],
  [new UnreachableError('POST', false, null), true],
  [new DOMException('The operation was aborted.', 'AbortError'), true],
  ['cancelled', true],
  [new Error('x is not a function'), false],
])('SHELL-9 the unhandled rejection %s is silenced: %s', (reason, silenced) => {
  expect(isSilenced(reason)).toBe(silenced)
})
