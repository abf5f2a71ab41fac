import { phoneFormatFault } from '@reveille/core/phones/phone-number'
import { parsePhoneNumberFromString, type PhoneNumberType } from 'libphonenumber-js/max'
import type { CheckedNumber, NumberRefusal, PhoneNumberCheck } from './phone-number-check.ts'

export type PhoneNumberOptions = {
  /** ISO codes of the countries we call. By country, for +1 is also the Bahamas and +61 also Christmas Island. */
  countries: readonly string[]
  /** Where our calls come from (E.164): calling it would call ourselves. */
  ownNumber: string
}

/** What rings in a pocket and receives texts. In North America a number does not tell mobile from fixed. */
const PERSONAL = new Set<PhoneNumberType | undefined>(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

const MESSAGES: Record<Exclude<NumberRefusal, 'format'>, string> = {
  'not-in-use': 'Invalid phone number. Please check the digits and the country code.',
  country: 'We cannot call numbers of this country yet.',
  kind: 'Please use a mobile number: we text it a code, and then it rings.',
  'own-number': 'This is the number we call from. Please enter your own.',
}

/** Checks numbers with the full metadata: the small one knows no types and lets premium numbers through. */
export function libphonenumberCheck({ countries, ownNumber }: PhoneNumberOptions): PhoneNumberCheck {
  return {
    check(phone) {
      // First, because what follows would also read 'tel:+…;ext=3'.
      const fault = phoneFormatFault(phone)
      if (fault !== null) return { outcome: 'refused', reason: 'format', message: fault }
      const number = parsePhoneNumberFromString(phone, { extract: false })
      if (number === undefined || !number.isValid()) return refused('not-in-use')
      // Premium, shared cost, pager and satellite numbers answer the kind before the country: some belong to none.
      if (!PERSONAL.has(number.getType())) return refused('kind')
      if (number.country === undefined || !countries.includes(number.country)) return refused('country')
      if (number.number === ownNumber) return refused('own-number')
      return { outcome: 'ok', e164: number.number, country: number.country }
    },
  }
}

function refused(reason: Exclude<NumberRefusal, 'format'>): CheckedNumber {
  return { outcome: 'refused', reason, message: MESSAGES[reason] }
}
