import { KnownFailure, type FailureReason } from '../../../api/api-failure.ts'

type Meaning = { reason: FailureReason; words: string }

const INVALID_NUMBER: Meaning = { reason: 'number-invalid', words: 'Invalid phone number' }
const TOO_SHORT: Meaning = { reason: 'number-too-short', words: 'Phone number too short' }
const TOO_MANY: Meaning = { reason: 'too-many-requests', words: 'Please wait a few minutes before you try again.' }
const NO_QUOTA: Meaning = { reason: 'quota-used-up', words: 'SMS service quota used up' }
const TIMED_OUT: Meaning = { reason: 'timed-out', words: 'The request timed out.' }
const NO_PERSON: Meaning = {
  reason: 'captcha-required',
  words: "The captcha didn't work. Please try again.",
}
const WRONG_CODE: Meaning = { reason: 'code-wrong', words: 'Invalid verification code' }
const EXPIRED: Meaning = { reason: 'code-expired', words: 'The code expired.' }
const UNKNOWN: Meaning = { reason: 'internal', words: '' }

/** The meaning of the library's error codes (PHONE-6, PHONE-7). */
const MEANINGS: Record<string, Meaning> = {
  'auth/invalid-phone-number': INVALID_NUMBER,
  'auth/missing-phone-number': INVALID_NUMBER,
  'auth/too-many-requests': TOO_MANY,
  'auth/quota-exceeded': NO_QUOTA,
  'auth/error-code:-39': NO_QUOTA,
  'auth/timeout': TIMED_OUT,
  'auth/network-request-failed': TIMED_OUT,
  'auth/captcha-check-failed': NO_PERSON,
  'auth/invalid-app-credential': NO_PERSON,
  'auth/missing-app-credential': NO_PERSON,
  'auth/invalid-verification-code': WRONG_CODE,
  'auth/missing-verification-code': WRONG_CODE,
  'auth/code-expired': EXPIRED,
  'auth/session-expired': EXPIRED,
  'auth/invalid-verification-id': EXPIRED,
  'auth/missing-verification-id': EXPIRED,
}

/**
 * The same failure as the screen and a person read it. An unlisted one has no words, so that the screen's own words are
 * used; errors from elsewhere pass unchanged.
 */
export function inPlainWords(error: unknown): unknown {
  const code = codeOf(error)
  if (code === null) return error
  // Google identifies a short number in the message alone: 'Firebase: TOO_SHORT (auth/invalid-phone-number).'
  const short = error instanceof Error && error.message.includes('TOO_SHORT')
  const { reason, words } = short ? TOO_SHORT : (MEANINGS[code] ?? UNKNOWN)
  return new KnownFailure(reason, words, { cause: error })
}

function codeOf(error: unknown): string | null {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null
  return typeof code === 'string' && code.startsWith('auth/') ? code : null
}
