/** The shortest number that we accept, in digits with the country code. */
export const FEWEST_PHONE_DIGITS = 5
/** The longest number by E.164, in digits. */
const MOST_PHONE_DIGITS = 15

/** A plus and digits that don't start with zero. */
export const E164_PATTERN = new RegExp(`^\\+[1-9][0-9]{${FEWEST_PHONE_DIGITS - 1},${MOST_PHONE_DIGITS - 1}}$`)

/** The length with the plus. Shorter input gets a different message. */
export const SHORTEST_PHONE = 1 + FEWEST_PHONE_DIGITS

export const PHONE_FAULTS = {
  short: `Phone number must include country code and at least ${FEWEST_PHONE_DIGITS} digits`,
  form: 'Phone number must be in E.164 format (e.g., +1234567890)',
} as const

/** What's wrong with a number's format, in the specification's words; null for E.164. */
export function phoneFormatFault(phone: string): string | null {
  if (phone.length < SHORTEST_PHONE) return PHONE_FAULTS.short
  return E164_PATTERN.test(phone) ? null : PHONE_FAULTS.form
}

/** Why a person can't use a number. */
export type NumberRefusal = 'format' | 'not-in-use' | 'country' | 'kind' | 'own-number'

/** What the world's numbering plans say about a number. */
export type PlannedNumber = {
  e164: string
  /** Null when the number belongs to no country. */
  country: string | null
  /** Whether it rings a person. */
  isPersonal: boolean
  /** It takes no texts. In North America you can't tell from the number. */
  isLandline?: true
  /** Our plan doesn't have its range yet. Only the carrier knows whether the number is in use. */
  isNewRange?: true
}

/** `countries`: ISO 3166, since calling codes are shared: +1 is also the Bahamas and +61 also Christmas Island. */
export type CallableNumbers = {
  countries: readonly string[]
  /** The numbers that we call from (E.164). Calling one would call ourselves. */
  ownNumbers: readonly string[]
}

const WORDS: Record<Exclude<NumberRefusal, 'format'>, string> = {
  'not-in-use': 'Invalid phone number. Please check the digits and the country code.',
  country: "We can't call numbers in this country yet.",
  kind: "We can't call this kind of number. Please enter another one.",
  'own-number': 'This is the number we call from. Please enter your own.',
}

export type CheckedNumber =
  /** `isLandline`: it takes no texts. `isNewRange`: our plan doesn't have its range, so we spend less on it at first. */
  | { outcome: 'ok'; e164: string; country: string; isLandline?: true; isNewRange?: true }
  /** `message`: for the person who typed the number. */
  | { outcome: 'refused'; reason: NumberRefusal; message: string }

/**
 * Decides whether a person can use this number. `lookUp` returns null for a number that no plan has. It only gets E.164,
 * since it would also accept 'tel:+…;ext=3'.
 */
export function checkNumber(
  phone: string,
  { countries, ownNumbers }: CallableNumbers,
  lookUp: (e164: string) => PlannedNumber | null,
): CheckedNumber {
  const fault = phoneFormatFault(phone)
  if (fault !== null) return { outcome: 'refused', reason: 'format', message: fault }
  const number = lookUp(phone)
  if (number === null) return refused('not-in-use')
  const { e164, country, isPersonal, isLandline, isNewRange } = number
  // The kind comes before the country, since some premium, shared-cost, pager and satellite numbers have no country.
  if (!isPersonal) return refused('kind')
  if (country === null || !countries.includes(country)) return refused('country')
  if (ownNumbers.includes(e164)) return refused('own-number')
  return { outcome: 'ok', e164, country, ...(isLandline && { isLandline }), ...(isNewRange && { isNewRange }) }
}

function refused(reason: Exclude<NumberRefusal, 'format'>): CheckedNumber {
  return { outcome: 'refused', reason, message: WORDS[reason] }
}

/** The numbers that we call and text from (E.164), in the order of the settings. At least one. */
export type CallerNumbers = readonly [string, ...string[]]

/**
 * The number that calls a new person: the first of their own country, which looks familiar and is free to call back,
 * otherwise the first. `countryOf` returns null for a number without a country.
 */
export function chooseCallerNumber(
  numbers: CallerNumbers,
  phone: string,
  countryOf: (phone: string) => string | null,
): string {
  const country = countryOf(phone)
  return (country === null ? undefined : numbers.find((number) => countryOf(number) === country)) ?? numbers[0]
}
