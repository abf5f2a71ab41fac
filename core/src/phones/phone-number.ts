/** Digits of the shortest number that we accept, with the country code (PHONE-11). */
export const FEWEST_PHONE_DIGITS = 5
/** Of the longest (E.164). */
const MOST_PHONE_DIGITS = 15

/** A plus and digits, the first of which is not zero. */
export const E164_PATTERN = new RegExp(`^\\+[1-9][0-9]{${FEWEST_PHONE_DIGITS - 1},${MOST_PHONE_DIGITS - 1}}$`)

/** Its length with the plus: shorter input gets a different message. */
export const SHORTEST_PHONE = 1 + FEWEST_PHONE_DIGITS

export const PHONE_FAULTS = {
  short: `Phone number must include country code and at least ${FEWEST_PHONE_DIGITS} digits`,
  form: 'Phone number must be in E.164 format (e.g., +1234567890)',
} as const

/** What is wrong with the format of a phone number, in the specification's words; null for E.164 (PHONE-11). */
export function phoneFormatFault(phone: string): string | null {
  if (phone.length < SHORTEST_PHONE) return PHONE_FAULTS.short
  return E164_PATTERN.test(phone) ? null : PHONE_FAULTS.form
}
