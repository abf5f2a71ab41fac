import { FirebaseError } from '@firebase/app'
import { expect, test } from 'vitest'
import { sendingFailure, verifyingFailure } from '../phone-failures.ts'
import { inPlainWords } from './firebase-failures.ts'

const firebase = (code: string, words = 'Error') => new FirebaseError(code, `Firebase: ${words} (${code}).`)

test.each([
  ['an invalid number', firebase('auth/invalid-phone-number'), 'Invalid phone number'],
  ['no number', firebase('auth/missing-phone-number'), 'Invalid phone number'],
  ['a short number', firebase('auth/invalid-phone-number', 'TOO_SHORT'), 'Phone number too short'],
  ['a long number', firebase('auth/invalid-phone-number', 'TOO_LONG'), 'Invalid phone number'],
  ['too many requests', firebase('auth/too-many-requests'), 'Too many attempts'],
  ['a used up quota', firebase('auth/quota-exceeded'), 'Service temporarily unavailable'],
  ['a time-out', firebase('auth/timeout'), 'Connection timeout'],
  ['no network', firebase('auth/network-request-failed'), 'Connection timeout'],
  ['a captcha refused', firebase('auth/captcha-check-failed'), 'Failed to send code'],
  ['anything else', firebase('auth/internal-error'), 'Failed to send code'],
])('PHONE-6 sending by Firebase fails by %s', (_case, error, title) => {
  expect(sendingFailure(inPlainWords(error)).title).toBe(title)
})

test.each([
  ['a wrong code', firebase('auth/invalid-verification-code'), 'Invalid verification code'],
  ['an expired code', firebase('auth/code-expired'), 'Code expired'],
  ['a code of another time', firebase('auth/invalid-verification-id'), 'Code expired'],
  ['too many requests', firebase('auth/too-many-requests'), 'Too many attempts'],
  ['a time-out', firebase('auth/timeout'), 'Connection timeout'],
  ['anything else', firebase('auth/internal-error'), 'Verification failed'],
])('PHONE-7 verifying by Firebase fails by %s', (_case, error, title) => {
  expect(verifyingFailure(inPlainWords(error), 'text').title).toBe(title)
})

test.each(['auth/internal-error', 'auth/captcha-check-failed', 'auth/too-many-requests', 'auth/argument-error'])(
  'PHONE-6 PHONE-7 %s is not told in words for programmers',
  (code) => {
    const known = inPlainWords(firebase(code))
    const words = [sendingFailure(known), verifyingFailure(known, 'text')].map(({ message }) => message)
    for (const message of words) {
      expect(message).toMatch(/[.]$/)
      expect(message).not.toMatch(/Firebase|auth\//)
    }
  },
)

test('PHONE-7 what the server refuses keeps its own words', () => {
  const refusal = new Error('Verification failed. Please verify the number you entered.')
  expect(inPlainWords(refusal)).toBe(refusal)
})
