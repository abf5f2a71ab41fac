import type { CallableCountry } from '@reveille/contract/client-config'
import type { CheckedNumber, NumberRefusal } from '@reveille/core/phones/phone-number'

/** The world's numbering plans: which numbers exist, where, and whether one could ring and receive texts. */
export type PhoneNumberCheck = {
  /** The countries of allowed numbers, in the order of the settings (PHONE-1). */
  countries: CallableCountry[]
  /** Decides whether a person may make this number theirs, by core's `checkNumber`. */
  check(phone: string): CheckedNumber
  /** The country of any number, ours too; null when it belongs to none. */
  countryOf(phone: string): string | null
}

/** A verb's result for a number that nobody may use. */
export type NotCallable = { outcome: 'not-callable'; reason: NumberRefusal; message: string }

export type WithPhoneNumbers = { phoneNumbers: PhoneNumberCheck }
