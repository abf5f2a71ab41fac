/** A plus, no leading zero, 5 to 15 digits. */
export const E164_PATTERN = /^\+[1-9][0-9]{4,14}$/

/** Its characters, the plus included: what is shorter gets other words. */
export const SHORTEST_PHONE = 6

export const PHONE_FAULTS = {
  short: 'Phone number must include country code and at least 5 digits',
  form: 'Phone number must be in E.164 format (e.g., +1234567890)',
} as const

/** Says what is wrong with the form of a phone number, in the specification's words; null when it is E.164 (PHONE-11). */
export function phoneFormatFault(phone: string): string | null {
  if (phone.length < SHORTEST_PHONE) return PHONE_FAULTS.short
  return E164_PATTERN.test(phone) ? null : PHONE_FAULTS.form
}
