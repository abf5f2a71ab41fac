import { expect, test } from 'vitest'
import { detailsFaults, type DetailsFaults } from './details-faults.ts'

const complete = { name: 'Mara', email: 'mara@example.com', accepted: true }

const NONE: DetailsFaults = { name: null, email: null, terms: null }

test.each([
  ['a name of spaces', { name: '  ' }, { name: { title: 'Name required', message: 'Please enter your full name.' } }],
  [
    'an email of spaces',
    { email: ' ' },
    { email: { title: 'Email required', message: 'Please enter your email address.' } },
  ],
  ['no email', { email: '' }, { email: { title: 'Email required', message: 'Please enter your email address.' } }],
  ['an email without a host', { email: 'mara@' }, { email: { message: "That doesn't look like an email address." } }],
  [
    'terms not accepted',
    { accepted: false },
    {
      terms: {
        title: 'Terms acceptance required',
        message: 'You must accept the Terms & Conditions and Privacy Policy to create an account.',
      },
    },
  ],
])('SIGNUP-1 %s is reported', (_case, wrong, faults) => {
  expect(detailsFaults({ ...complete, ...wrong })).toEqual({ ...NONE, ...faults })
})

test('SIGNUP-1 complete details have no fault', () => {
  expect(detailsFaults(complete)).toEqual(NONE)
})
