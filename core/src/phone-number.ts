/** A plus, no leading zero, 5 to 15 digits. */
export const E164_PATTERN = /^\+[1-9][0-9]{4,14}$/

const MIN_LENGTH = 6

/** Says what is wrong with the form of a phone number, in the specification's words; null when it is E.164 (PHONE-11). */
export function phoneFormatFault(phone: string): string | null {
  if (phone.length < MIN_LENGTH) return 'Phone number must include country code and at least 5 digits'
  return E164_PATTERN.test(phone) ? null : 'Phone number must be in E.164 format (e.g., +1234567890)'
}
