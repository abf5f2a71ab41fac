import { type FailureReason, KnownError } from '../../../api/api-failure.ts'

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

/** The meaning of the library's error codes. */
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

/** Translates the library's error. An unlisted code has no words, so the screen uses its own; other errors pass unchanged. */
export function inPlainWords(error: unknown): unknown {
  const code = codeOf(error)
  if (code === null) return error
  // Google identifies a short number in the message alone: 'Firebase: TOO_SHORT (auth/invalid-phone-number).'
  const short = error instanceof Error && error.message.includes('TOO_SHORT')
  const { reason, words } = short ? TOO_SHORT : (MEANINGS[code] ?? UNKNOWN)
  return new KnownError(reason, words, { cause: error })
}

function codeOf(error: unknown): string | null {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null
  return typeof code === 'string' && code.startsWith('auth/') ? code : null
}

// From the specification, section 9, in ms.
const SEND_WITHIN_MS = 30_000
const CONFIRM_WITHIN_MS = 15_000
const TOKEN_WITHIN_MS = 10_000

/** The library's pending confirmation; `confirm` rejects a wrong code. */
export type SentCode = { confirm(code: string): Promise<{ user: ProvenPhone }> }
type ProvenPhone = { getIdToken(forceRefresh: boolean): Promise<string> }

/** Proves one number. A correct code is remembered: if our server can't be reached, the next try only needs a new token. */
export function firebaseToken() {
  let sent: SentCode | null = null
  let proven: { code: string; user: ProvenPhone } | null = null
  return {
    /** Throws with the words for a failed sending. */
    async send(text: () => Promise<SentCode>): Promise<void> {
      proven = null
      sent = null
      sent = await inTime(text(), SEND_WITHIN_MS, 'SMS send timeout')
    },
    /** The ID token for the server. Throws with the words for a failed verification. */
    async of(code: string): Promise<string> {
      const again = proven?.code === code
      if (proven === null || !again) proven = { code, user: await confirm(sent, code) }
      return tokenOf(proven.user, again)
    },
    isUnderWay: () => sent !== null,
    /** Going back to the number resets everything. */
    forget(): void {
      sent = null
      proven = null
    },
  }
}

async function confirm(sent: SentCode | null, code: string): Promise<ProvenPhone> {
  if (sent === null) throw new Error('No confirmation result available')
  const { user } = await inTime(sent.confirm(code), CONFIRM_WITHIN_MS, 'Code verification timeout')
  return user
}

/** `forceRefresh` after the first: the server accepts each token once. */
async function tokenOf(user: ProvenPhone, forceRefresh: boolean): Promise<string> {
  const asked = user.getIdToken(forceRefresh).catch((cause: unknown) => {
    throw new Error(NO_TOKEN, { cause })
  })
  const token = await inTime(asked, TOKEN_WITHIN_MS, 'Token request timeout')
  if (token === '') throw new Error(NO_TOKEN)
  return token
}

const NO_TOKEN = 'Failed to get Firebase token'

async function inTime<T>(work: Promise<T>, limitMs: number, words: string): Promise<T> {
  try {
    return await within(limitMs, words, work)
  } catch (error) {
    throw inPlainWords(error)
  }
}

/** The result of `work`, or a failure with these words when it takes longer than `ms`. */
async function within<T>(ms: number, words: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new KnownError('timed-out', words)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
