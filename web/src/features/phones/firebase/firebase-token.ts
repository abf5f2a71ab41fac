import { inPlainWords } from './firebase-failures.ts'
import { within } from './within.ts'

// From the specification, section 9, in ms.
const SEND_WITHIN_MS = 30_000
const CONFIRM_WITHIN_MS = 15_000
const TOKEN_WITHIN_MS = 10_000

/** A text under way, as the library returns it; `confirm` rejects a wrong code. */
export type SentCode = { confirm(code: string): Promise<{ user: ProvenPhone }> }
type ProvenPhone = { getIdToken(forceRefresh: boolean): Promise<string> }

/**
 * The state of proving one number (PHONE-4). A code that was right is not asked for again: if the server is not
 * reached, the next try needs only a token.
 */
export function firebaseToken() {
  let sent: SentCode | null = null
  let proven: { code: string; user: ProvenPhone } | null = null
  return {
    /** Throws with the words of PHONE-6. */
    async send(text: () => Promise<SentCode>): Promise<void> {
      proven = null
      sent = null
      sent = await inTime(text(), SEND_WITHIN_MS, 'SMS send timeout')
    },
    /** The ID token for the server. Throws with the words of PHONE-7. */
    async of(code: string): Promise<string> {
      const again = proven?.code === code
      if (proven === null || !again) proven = { code, user: await confirm(sent, code) }
      return tokenOf(proven.user, again)
    },
    /** Whether a text was sent whose code can be confirmed. */
    isUnderWay: () => sent !== null,
    /** PHONE-2: going back to the number resets everything. */
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

/** `forceRefresh` where one was requested before: the server accepts each token once. */
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
