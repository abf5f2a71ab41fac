import { expect, test } from 'vitest'
import { firstImpression, type SessionEvidence } from './session-evidence.ts'

const nothing: SessionEvidence = { referrerPath: null, cookie: false, flag: false }

test.each([
  ['AUTH-1 a private page renders as signed in', '/dashboard', nothing, { shows: 'signed-in', asks: true }],
  [
    'AUTH-2 help after a private page counts as signed in',
    '/help',
    { ...nothing, referrerPath: '/account' },
    { shows: 'signed-in', asks: false },
  ],
  [
    'AUTH-2 help with the cookie counts as signed in',
    '/help',
    { ...nothing, cookie: true },
    { shows: 'signed-in', asks: false },
  ],
  [
    'AUTH-2 help with the flag counts as signed in',
    '/help',
    { ...nothing, flag: true },
    { shows: 'signed-in', asks: false },
  ],
  [
    'AUTH-2 help without any sign asks',
    '/help',
    { ...nothing, referrerPath: '/terms' },
    { shows: 'signed-out', asks: true },
  ],
  [
    'AUTH-3 landing without any sign is signed out and asks nothing',
    '/',
    nothing,
    { shows: 'signed-out', asks: false },
  ],
  ['AUTH-3 a cookie without the flag loads', '/login', { ...nothing, cookie: true }, { shows: 'loading', asks: true }],
  [
    'AUTH-3 with the flag it does not wait',
    '/signup',
    { ...nothing, cookie: true, flag: true },
    { shows: 'signed-out', asks: true },
  ],
  ['AUTH-10 any other page asks', '/terms', nothing, { shows: 'signed-out', asks: true }],
  ['AUTH-10 an unknown path asks', '/nowhere', { ...nothing, cookie: true }, { shows: 'signed-out', asks: true }],
] as const)('%s', (_case, path, evidence, expected) => {
  expect(firstImpression(path, evidence)).toEqual(expected)
})
