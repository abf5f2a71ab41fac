import type { CallableCountry } from '@reveille/contract/client-config'
import { checkNumber, type CallableNumbers, type PlannedNumber } from '@reveille/core/phones/check-number'
import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumberType,
} from 'libphonenumber-js/max'
import { StartRefusedError } from '../platform/process/start-and-stop.ts'
import { countryOfNewRange, isServiceOfNorthAmerica } from './new-ranges.ts'
import type { PhoneNumberCheck } from './phone-number-port.ts'

const PERSONAL = new Set<PhoneNumberType | undefined>(['MOBILE', 'FIXED_LINE_OR_MOBILE', 'FIXED_LINE'])

/** The small metadata knows no types and lets premium numbers through. Refuses a country without numbers. */
export function libphonenumberCheck(callable: CallableNumbers): PhoneNumberCheck {
  const countries = callable.countries.map(callableCountry)
  const codes = new Set(countries.map(({ callingCode }) => callingCode.slice(1)))
  const lookUp = lookUpAmong(codes)
  return {
    countries,
    check: (phone) => checkNumber(phone, callable, lookUp),
    countryOf: (phone) =>
      lookUp(phone)?.country ?? parsePhoneNumberFromString(phone, { extract: false })?.country ?? null,
  }
}

/** Searches new ranges only for calling codes that we serve, because the search is costly. */
function lookUpAmong(callingCodes: ReadonlySet<string>) {
  return (phone: string): PlannedNumber | null => {
    const number = parsePhoneNumberFromString(phone, { extract: false })
    if (number === undefined) return null
    const { number: e164, country = null } = number
    if (number.isValid()) {
      const type = number.getType()
      const isPersonal = PERSONAL.has(type) && !isServiceOfNorthAmerica(e164)
      return { e164, country, isPersonal, ...(type === 'FIXED_LINE' && { isLandline: true }) }
    }
    const newIn = callingCodes.has(number.countryCallingCode) ? countryOfNewRange(e164) : null
    return newIn === null ? null : { e164, country: newIn, isPersonal: true, isNewRange: true }
  }
}

function callableCountry(code: string): CallableCountry {
  if (!isSupportedCountry(code))
    throw new StartRefusedError(`The setting CALL_COUNTRIES names ${code}, which isn't a country with telephones.`)
  return { code, callingCode: `+${getCountryCallingCode(code)}` }
}
