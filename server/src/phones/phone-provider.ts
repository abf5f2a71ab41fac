import type { Instant } from '@reveille/core/time/time-zone'

/** A company that verifies phone numbers for us: it texts the code, and its token names the number. */
export type PhoneProvider = {
  /** Verifies a token from the browser; `no-answer` if the provider's keys aren't available. */
  readToken(token: string): Promise<PhoneToken>
}

export type PhoneToken =
  | { outcome: 'proven'; phone: string; expiresAt: Instant }
  /** Proven too long ago. */
  | { outcome: 'old' }
  | { outcome: 'forged' }
  | { outcome: 'no-answer' }

/** Null if none is configured: our carrier then texts the codes. */
export type WithPhoneProvider = { phoneProvider: PhoneProvider | null }
