import {
  getCountries,
  getCountryCallingCode,
  Metadata,
  parsePhoneNumberFromString,
  type PhoneNumber,
  type PhoneNumberType,
} from 'libphonenumber-js/max'

/**
 * The country of a number whose range the library doesn't know, but whose length and first digits fit a personal phone.
 * Plans open ranges faster than libraries follow, and their first owners must not hear that their number is wrong. Null
 * when the library knows the range, so the number is mistyped, and for ranges that aren't personal.
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
 * North American area codes are [2-9][0-8]x, and exchanges begin with 2 to 9. Excludes codes ending in 00 or 11
 * (services), personal numbers (5xx), the government's (710) and toll-free ones.
 */
const AREA_CODE = /^[2-9][0-8][0-9]$/
const NOT_AN_AREA =
  /^(.00|.11|5(2[1-9]|3[2358]|4[2345679]|5[023456]|66|69|7[78]|8[89])|710|8(22|33|44|55|66|77|8[0-9]))$/
const SUBSCRIBER = /^[2-9][0-9]{6}$/

function isNewAreaCode(national: string): boolean {
  const area = national.slice(0, 3)
  return AREA_CODE.test(area) && !NOT_AN_AREA.test(area) && SUBSCRIBER.test(national.slice(3)) && !isKnown('1', area)
}

/** North American numbers that nobody has: short codes (N11), directory assistance and pay-per-call. */
export function isServiceOfNorthAmerica(e164: string): boolean {
  return /^\+1[0-9]{3}([2-9]11[0-9]{4}|5551212|976[0-9]{4})$/.test(e164)
}

/** Whether any number with this prefix is in the plan, in any country of the calling code. */
const isKnown = (callingCode: string, beginning: string): boolean =>
  numbersWith(callingCode, beginning).next().done === false

/** By first digit: the country and the lengths of a calling code's mobile numbers. */
function mobileNumbers(callingCode: string): ReadonlyMap<string, { country: string; lengths: Set<number> }> {
  const known = mobilesOf.get(callingCode)
  if (known !== undefined) return known
  const found = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0')).flatMap((beginning) =>
    [...numbersWith(callingCode, beginning)].filter((number) => MOBILE.has(number.getType())),
  )
  const mobiles = new Map(
    [...Map.groupBy(found, ({ nationalNumber }) => nationalNumber[0]!)].map(([digit, numbers]) => {
      // Small countries share a calling code with a large one, which most likely owns a new range.
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

/** Sample numbers of the plan with this prefix, dense enough to hit every range. */
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

/** Number lengths across all countries of the calling code. */
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
