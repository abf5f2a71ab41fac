import {
  getCountries,
  getCountryCallingCode,
  Metadata,
  parsePhoneNumberFromString,
  type PhoneNumber,
  type PhoneNumberType,
} from 'libphonenumber-js/max'

/**
 * The country of a number that the library's plan doesn't have, though its length and its beginning are those of a person's
 * phone: plans open ranges faster than libraries learn of them, and the first holders must not be told that their own
 * number is wrong. Null where the plan has the range, so the number itself is mistyped, and where a range is no person's.
 */
export function countryOfNewRange(e164: string): string | null {
  const number = parsePhoneNumberFromString(e164, { extract: false })
  if (number === undefined || number.isValid()) return null
  const { countryCallingCode: callingCode, nationalNumber: national } = number
  if (callingCode === '1') return isNewAreaCode(national) ? 'US' : null
  const usual = mobileNumbers(callingCode).get(national[0]!)
  if (usual === undefined || !usual.lengths.has(national.length)) return null
  return isKnown(callingCode, national.slice(0, 4)) ? null : usual.country
}

/**
 * Of North America, as the plan's administrator writes it: an area code is [2-9][0-8]x, and an exchange begins with 2
 * to 9. Not those that end in 00 or 11, which stand for services, personal numbers (5xx), the government's (710) and
 * toll-free ones.
 */
const AREA_CODE = /^[2-9][0-8][0-9]$/
const NOT_AN_AREA =
  /^(.00|.11|5(2[1-9]|3[2358]|4[2345679]|5[023456]|66|69|7[78]|8[89])|710|8(22|33|44|55|66|77|8[0-9]))$/
const SUBSCRIBER = /^[2-9][0-9]{6}$/

function isNewAreaCode(national: string): boolean {
  const area = national.slice(0, 3)
  return AREA_CODE.test(area) && !NOT_AN_AREA.test(area) && SUBSCRIBER.test(national.slice(3)) && !isKnown('1', area)
}

/**
 * Numbers that the plan of North America counts as anybody's though no person has them: exchanges that are short codes
 * (N11), information, and pay-per-call.
 */
export function isServiceOfNorthAmerica(e164: string): boolean {
  return /^\+1[0-9]{3}([2-9]11[0-9]{4}|5551212|976[0-9]{4})$/.test(e164)
}

/** Whether any number with this beginning is in the plan, in whichever country of the calling code. */
const isKnown = (callingCode: string, beginning: string): boolean =>
  numbersWith(callingCode, beginning).next().done === false

/** By their first digit, where a calling code's mobile numbers are and how long. */
function mobileNumbers(callingCode: string): ReadonlyMap<string, { country: string; lengths: Set<number> }> {
  const known = mobilesOf.get(callingCode)
  if (known !== undefined) return known
  const found = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0')).flatMap((beginning) =>
    [...numbersWith(callingCode, beginning)].filter((number) => MOBILE.has(number.getType())),
  )
  const mobiles = new Map(
    [...Map.groupBy(found, ({ nationalNumber }) => nationalNumber[0]!)].map(([digit, numbers]) => {
      // Small countries share a calling code and its digits with a large one, to which a new range belongs.
      const byCountry = [...Map.groupBy(numbers, ({ country = '' }) => country)]
      const [country] = byCountry.toSorted(([, some], [, others]) => others.length - some.length)[0]!
      return [digit, { country, lengths: new Set(numbers.map(({ nationalNumber }) => nationalNumber.length)) }]
    }),
  )
  mobilesOf.set(callingCode, mobiles)
  return mobiles
}

const MOBILE = new Set<PhoneNumberType | undefined>(['MOBILE', 'FIXED_LINE_OR_MOBILE'])
const mobilesOf = new Map<string, ReturnType<typeof mobileNumbers>>()

/** Numbers of the plan with this beginning: enough of them that a range which it has is found. */
function* numbersWith(callingCode: string, beginning: string): Generator<PhoneNumber> {
  for (const length of lengthsOf(callingCode)) {
    const more = length - beginning.length
    for (const filler of more < 1 ? [] : FILLERS) {
      const national = beginning + filler.repeat(more).slice(0, more)
      const number = parsePhoneNumberFromString(`+${callingCode}${national}`, { extract: false })
      if (number?.isValid() === true && number.nationalNumber === national) yield number
    }
  }
}

const FILLERS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '12', '45', '78']

/** How long its numbers may be, in all countries of the calling code. */
function lengthsOf(callingCode: string): readonly number[] {
  const known = lengths.get(callingCode)
  if (known !== undefined) return known
  const plan = new Metadata()
  const found = getCountries().flatMap((country) => {
    if (getCountryCallingCode(country) !== callingCode) return []
    plan.selectNumberingPlan(country)
    return plan.numberingPlan?.possibleLengths() ?? []
  })
  const unique = [...new Set(found)].toSorted((one, other) => other - one)
  lengths.set(callingCode, unique)
  return unique
}

const lengths = new Map<string, readonly number[]>()
