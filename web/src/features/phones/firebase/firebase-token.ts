import { KnownError } from '../../../api/api-failure.ts'

const REASONS: Record<string, keyof typeof WORDS> = {
  'auth/invalid-phone-number': 'number-invalid',
  'auth/missing-phone-number': 'number-invalid',
  'auth/too-many-requests': 'too-many-requests',
  'auth/quota-exceeded': 'quota-used-up',
  'auth/error-code:-39': 'quota-used-up',
  'auth/timeout': 'timed-out',
  'auth/network-request-failed': 'timed-out',
  'auth/captcha-check-failed': 'captcha-required',
  'auth/invalid-app-credential': 'captcha-required',
  'auth/missing-app-credential': 'captcha-required',
  'auth/invalid-verification-code': 'code-wrong',
  'auth/missing-verification-code': 'code-wrong',
  'auth/code-expired': 'code-expired',
  'auth/session-expired': 'code-expired',
  'auth/invalid-verification-id': 'code-expired',
  'auth/missing-verification-id': 'code-expired',
}

const WORDS = {
  'number-invalid': 'Invalid phone number',
  'number-too-short': 'Phone number too short',
  'too-many-requests': 'Please wait a few minutes before you try again.',
  'quota-used-up': 'SMS service quota used up',
  'timed-out': 'The request timed out.',
  'captcha-required': "The captcha didn't work. Please try again.",
  'code-wrong': 'Invalid verification code',
  'code-expired': 'The code expired.',
  internal: '', // the screen's own words
} as const

/** Translates the library's error; other errors pass unchanged. */
export function inPlainWords(error: unknown): unknown {
  const code = codeOf(error)
  if (code === null) return error
  // Google identifies a short number in the message alone: 'Firebase: TOO_SHORT (auth/invalid-phone-number).'
  const short = error instanceof Error && error.message.includes('TOO_SHORT')
  const reason = short ? 'number-too-short' : (REASONS[code] ?? 'internal')
  return new KnownError(reason, WORDS[reason], { cause: error })
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

/** The result of `work`, or a failure with these words when it takes longer. */
async function inTime<T>(work: Promise<T>, limitMs: number, words: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new KnownError('timed-out', words)), limitMs)
  })
  try {
    return await Promise.race([work, late])
  } catch (error) {
    throw inPlainWords(error)
  } finally {
    clearTimeout(timer)
  }
}
