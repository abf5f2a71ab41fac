import type { CallableCountry } from '@reveille/contract/client-config'
import type { CheckedNumber, NumberRefusal } from '@reveille/core/phones/check-number'
import type { Instant } from '@reveille/core/time/time-zone'

/** The world's numbering plans: which numbers exist, where, and whether one rings a person. */
export type PhoneNumberCheck = {
  /** Allowed countries, in the order of CALL_COUNTRIES. */
  countries: CallableCountry[]
  /** Whether a person may use this number, by core's `checkNumber`. */
  check(phone: string): CheckedNumber
  /** The country of any number, ours included; null if unknown. */
  countryOf(phone: string): string | null
}

/** Nobody may use this number. */
export type NotCallable = { outcome: 'not-callable'; reason: NumberRefusal; message: string }

export type WithPhoneNumbers = { phoneNumbers: PhoneNumberCheck }

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
