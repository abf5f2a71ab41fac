/** Knows the numbering plans of the world: which numbers exist, where, and whether one could ring and read a text. */
export type PhoneNumberCheck = {
  /** Decides whether a person may make this number theirs (PHONE-11). Whether it is switched on, nobody can tell. */
  check(phone: string): CheckedNumber
}

export type CheckedNumber =
  | { outcome: 'ok'; e164: string; country: string }
  /** `message` is for the person who typed the number. */
  | { outcome: 'refused'; reason: NumberRefusal; message: string }

export type NumberRefusal = 'format' | 'not-in-use' | 'country' | 'kind' | 'own-number'

export type WithPhoneNumbers = { phoneNumbers: PhoneNumberCheck }
