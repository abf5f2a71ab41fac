import type { CallableCountry } from '@reveille/contract/client-config'
import type { CheckedNumber, NumberRefusal } from '@reveille/core/phones/check-number'

/** The world's numbering plans: which numbers exist, where, and whether one can ring and receive texts. */
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
