import { expect, test } from 'vitest'
import { firstFault } from './details-faults.ts'

const complete = { name: 'Mara', email: 'mara@example.com', accepted: true }

test.each([
  ['a name of spaces', { ...complete, name: '  ' }, 'Name required', 'Please enter your full name.'],
  ['an email of spaces', { ...complete, email: ' ' }, 'Email required', 'Please enter your email address.'],
  ['no email', { ...complete, email: '' }, 'Email required', 'Please enter your email address.'],
  [
    'terms not accepted',
    { ...complete, accepted: false },
    'Terms acceptance required',
    'You must accept the Terms & Conditions and Privacy Policy to create an account.',
  ],
])('SIGNUP-1 %s is reported', (_case, details, title, message) => {
  expect(firstFault(details)?.complaint).toEqual({ title, message })
})

test('SIGNUP-1 complete details have no fault', () => {
  expect(firstFault(complete)).toBeNull()
})
