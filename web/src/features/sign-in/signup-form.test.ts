import { expect, test } from 'vitest'
import { hasSignupCode } from './signup-form.tsx'

const SENT_AT = Date.parse('2027-01-15T06:30:00Z')
const sent = { sentTo: 'a@example.com', sentAt: SENT_AT, sentFor: 'signup' } as const
const MINUTES = 60_000

test.each([
  ['one just sent', sent, 0, true],
  ['one from almost ten minutes ago', sent, 10 * MINUTES - 1, true],
  ['one from ten minutes ago', sent, 10 * MINUTES, false],
  ['one sent to another address', { ...sent, sentTo: 'b@example.com' }, 0, false],
  ['one for logging in', { ...sent, sentFor: 'login' } as const, 0, false],
  ['none', { sentTo: null, sentAt: 0, sentFor: null }, 0, false],
])('LOGIN-7 CODE-2 signing up accepts the code already sent while it is valid: %s', (_case, draft, later, isTaken) => {
  expect(hasSignupCode(draft, 'a@example.com', SENT_AT + later)).toBe(isTaken)
})
