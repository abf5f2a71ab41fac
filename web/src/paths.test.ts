import { expect, test } from 'vitest'
import { isPrivate, ownPath } from './paths.ts'

test.each([
  ['one of our pages', '/schedule-call', '/schedule-call'],
  ['a page with a query', '/schedule-call?id=7', '/schedule-call?id=7'],
  ['another origin', 'https://evil.example/dashboard', null],
  ['another origin without a scheme', '//evil.example/dashboard', null],
  ['another origin in disguise', '/\\evil.example', null],
  ['a relative path', 'dashboard', null],
  ['a path that is not a page', '/api/auth/logout', null],
  ['a line break', '/dashboard\n', null],
  ['nothing', '', null],
  ['no value', null, null],
])('SHELL-12 PHONE-8 only our own pages are return addresses: %s', (_case, address, expected) => {
  expect(ownPath(address)).toBe(expected)
})

test.each([
  ['/dashboard', true],
  ['/dashboard/anything', true],
  ['/account', true],
  ['/otp-verification', true],
  ['/phone-verification-twilio', true],
  ['/', false],
  ['/help', false],
  ['/firebase-test', false],
  ['/dashboards', false],
])('AUTH-1 %s is private: %s', (path, expected) => {
  expect(isPrivate(path)).toBe(expected)
})
