import type { Instant } from '@reveille/core/time/time-zone'

/** A company that proves phone numbers for us: it texts the code, and its token names the proven number (PHONE-4). */
export type PhoneProvider = {
  /** Verifies a token from the browser; `no-answer` when the provider's keys are not available. */
  readToken(token: string): Promise<PhoneToken>
}

export type PhoneToken =
  | { outcome: 'proven'; phone: string; expiresAt: Instant }
  /** Proven too long ago for this request. */
  | { outcome: 'old' }
  | { outcome: 'forged' }
  | { outcome: 'no-answer' }

/** Null when none is configured: our own carrier then texts the codes. */
export type WithPhoneProvider = { phoneProvider: PhoneProvider | null }
