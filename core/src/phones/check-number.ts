/** Digits of the shortest number that we accept, with the country code. */
export const FEWEST_PHONE_DIGITS = 5
/** Digits of the longest (E.164). */
const MOST_PHONE_DIGITS = 15

/** A plus and digits, the first of which is not zero. */
export const E164_PATTERN = new RegExp(`^\\+[1-9][0-9]{${FEWEST_PHONE_DIGITS - 1},${MOST_PHONE_DIGITS - 1}}$`)

/** Its length with the plus: shorter input gets a different message. */
export const SHORTEST_PHONE = 1 + FEWEST_PHONE_DIGITS

export const PHONE_FAULTS = {
  short: `Phone number must include country code and at least ${FEWEST_PHONE_DIGITS} digits`,
  form: 'Phone number must be in E.164 format (e.g., +1234567890)',
} as const

/** What is wrong with the format of a phone number, in the specification's words; null for E.164. */
export function phoneFormatFault(phone: string): string | null {
  if (phone.length < SHORTEST_PHONE) return PHONE_FAULTS.short
  return E164_PATTERN.test(phone) ? null : PHONE_FAULTS.form
}

/** Why a person may not make a number theirs. */
export type NumberRefusal = 'format' | 'not-in-use' | 'country' | 'kind' | 'own-number'

/** A number as the numbering plans of the world know it. */
export type PlannedNumber = {
  e164: string
  /** Null when the number belongs to no country. */
  country: string | null
  /** Whether it rings a person and, where we text, takes texts. In North America a number doesn't tell mobile from fixed. */
  isPersonal: boolean
  /** Its range is so new that our plan doesn't have it yet: the carrier knows whether it is in use. */
  isNewRange?: true
}

/** `countries` are ISO codes: by country, for +1 is also the Bahamas and +61 also Christmas Island. */
export type CallableNumbers = {
  countries: readonly string[]
  /** Whether this installation texts anybody: otherwise a landline will do. */
  texts?: boolean
  /** Where our calls come from (E.164): calling one would call ourselves. */
  ownNumbers: readonly string[]
}

const WORDS: Record<Exclude<NumberRefusal, 'format'>, string> = {
  'not-in-use': 'Invalid phone number. Please check the digits and the country code.',
  country: "We can't call numbers in this country yet.",
  kind: "Please use a mobile number. We can't call this one.",
  'own-number': 'This is the number we call from. Please enter your own.',
}

const NOT_PERSONAL = "We can't call this kind of number. Please enter another one."

export type CheckedNumber =
  /** `isNewRange`: of a range that our plan doesn't have, so less is spent on it at first. */
  | { outcome: 'ok'; e164: string; country: string; isNewRange?: true }
  /** `message` is for the person who typed the number. */
  | { outcome: 'refused'; reason: NumberRefusal; message: string }

/**
 * Decides whether a person may make this number theirs. `lookUp` answers null for a number that no plan has;
 * it's asked only about E.164, for it may read 'tel:+…;ext=3' too. Nobody can tell whether a number is switched on.
 */
export function checkNumber(
  phone: string,
  { countries, ownNumbers, texts = true }: CallableNumbers,
  lookUp: (e164: string) => PlannedNumber | null,
): CheckedNumber {
  const fault = phoneFormatFault(phone)
  if (fault !== null) return { outcome: 'refused', reason: 'format', message: fault }
  const number = lookUp(phone)
  if (number === null) return refused('not-in-use')
  const { e164, country, isPersonal, isNewRange } = number
  // Premium, shared-cost, pager and satellite numbers are told their kind before their country: some belong to none.
  if (!isPersonal) return texts ? refused('kind') : { outcome: 'refused', reason: 'kind', message: NOT_PERSONAL }
  if (country === null || !countries.includes(country)) return refused('country')
  if (ownNumbers.includes(e164)) return refused('own-number')
  return { outcome: 'ok', e164, country, ...(isNewRange && { isNewRange }) }
}

function refused(reason: Exclude<NumberRefusal, 'format'>): CheckedNumber {
  return { outcome: 'refused', reason, message: WORDS[reason] }
}

/** The numbers that we call and text from (E.164), in the order of the settings. */
export type CallerNumbers = readonly [string, ...string[]]

/**
 * The one that somebody gets who has none of them yet: the first of their own country, which costs them nothing to call
 * back and looks familiar; otherwise the first. `countryOf` answers null for a number of no country.
 */
export function chooseCallerNumber(
  numbers: CallerNumbers,
  phone: string,
  countryOf: (phone: string) => string | null,
): string {
  const country = countryOf(phone)
  return (country === null ? undefined : numbers.find((number) => countryOf(number) === country)) ?? numbers[0]
}
