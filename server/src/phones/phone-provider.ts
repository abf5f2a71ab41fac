import type { Instant } from '@reveille/core/time/time-zone'

/** A company that proves phone numbers for us: it texts the code, and its token says which number was proven (PHONE-4). */
export type PhoneProvider = {
  /** Reads a token that the browser was given; `no-answer` when the provider's keys cannot be had just now. */
  readToken(token: string): Promise<PhoneToken>
}

export type PhoneToken =
  | { outcome: 'proven'; phone: string; expiresAt: Instant }
  /** Proven too long ago to count for what is asked now. */
  | { outcome: 'old' }
  | { outcome: 'forged' }
  | { outcome: 'no-answer' }

/** Null when none is configured: codes are then texted by our own carrier. */
export type WithPhoneProvider = { phoneProvider: PhoneProvider | null }
