// What the library's error codes mean, in words that phone-failures.ts sorts (PHONE-6, PHONE-7).
const PLAIN_WORDS: Record<string, string> = {
  'auth/invalid-phone-number': 'Invalid phone number',
  'auth/missing-phone-number': 'Invalid phone number',
  'auth/too-many-requests': 'There were too many attempts with this number.',
  'auth/quota-exceeded': 'SMS service quota used up',
  'auth/error-code:-39': 'SMS service quota used up',
  'auth/timeout': 'The request timed out.',
  'auth/network-request-failed': 'The request timed out.',
  'auth/captcha-check-failed': 'The check that you are a person failed. Please try again.',
  'auth/invalid-app-credential': 'The check that you are a person failed. Please try again.',
  'auth/missing-app-credential': 'The check that you are a person failed. Please try again.',
  'auth/invalid-verification-code': 'Invalid verification code',
  'auth/missing-verification-code': 'Invalid verification code',
  'auth/code-expired': 'The code expired.',
  'auth/session-expired': 'The code expired.',
  'auth/invalid-verification-id': 'The code expired.',
  'auth/missing-verification-id': 'The code expired.',
}

/**
 * The same failure as a person can read it. One that is not in the table says nothing, so that the screen's own words
 * stand in its place; what is no error of the library stays as it is.
 */
export function inPlainWords(error: unknown): unknown {
  const code = codeOf(error)
  if (code === null) return error
  // Google tells a short number apart in the message alone: 'Firebase: TOO_SHORT (auth/invalid-phone-number).'
  const short = error instanceof Error && error.message.includes('TOO_SHORT')
  return new Error(short ? 'Phone number too short' : (PLAIN_WORDS[code] ?? ''), { cause: error })
}

function codeOf(error: unknown): string | null {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null
  return typeof code === 'string' && code.startsWith('auth/') ? code : null
}
