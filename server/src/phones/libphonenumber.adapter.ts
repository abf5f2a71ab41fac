import type { CallableCountry } from '@reveille/contract/client-config'
import { checkNumber, type CallableNumbers, type PlannedNumber } from '@reveille/core/phones/refused-numbers'
import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumberType,
} from 'libphonenumber-js/max'
import { StartRefused } from '../platform/process/start-refused.ts'
import type { PhoneNumberCheck } from './phone-number-check.ts'

const PERSONAL = new Set<PhoneNumberType | undefined>(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/**
 * Looks numbers up in the full metadata: the small one knows no types and lets premium numbers through. Throws
 * StartRefused for a country that has no numbers.
 */
export function libphonenumberCheck(callable: CallableNumbers): PhoneNumberCheck {
  return {
    countries: callable.countries.map(callableCountry),
    check: (phone) => checkNumber(phone, callable, lookUp),
    countryOf: (phone) => parsePhoneNumberFromString(phone, { extract: false })?.country ?? null,
  }
}

function lookUp(phone: string): PlannedNumber | null {
  const number = parsePhoneNumberFromString(phone, { extract: false })
  if (number === undefined || !number.isValid()) return null
  return { e164: number.number, country: number.country ?? null, isPersonal: PERSONAL.has(number.getType()) }
}

function callableCountry(code: string): CallableCountry {
  if (!isSupportedCountry(code))
    throw new StartRefused(`The setting CALL_COUNTRIES names ${code}, which is no country with telephones.`)
  return { code, callingCode: `+${getCountryCallingCode(code)}` }
}
