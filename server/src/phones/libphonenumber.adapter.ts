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

const TEXTED = new Set<PhoneNumberType | undefined>(['MOBILE', 'FIXED_LINE_OR_MOBILE'])
const CALLED = new Set([...TEXTED, 'FIXED_LINE' as const])

/**
 * Looks numbers up in the full metadata: the small one knows no types and lets premium numbers through. Throws
 * StartRefused for a country that has no numbers. Without `texts` a landline is as good as a mobile phone.
 */
export function libphonenumberCheck({
  texts = true,
  ...callable
}: CallableNumbers & { texts?: boolean }): PhoneNumberCheck {
  const lookUp = lookUpAmong(texts ? TEXTED : CALLED)
  return {
    countries: callable.countries.map(callableCountry),
    check: (phone) => checkNumber(phone, callable, lookUp),
    countryOf: (phone) => parsePhoneNumberFromString(phone, { extract: false })?.country ?? null,
  }
}

function lookUpAmong(personal: ReadonlySet<PhoneNumberType | undefined>) {
  return (phone: string): PlannedNumber | null => {
    const number = parsePhoneNumberFromString(phone, { extract: false })
    if (number === undefined || !number.isValid()) return null
    return { e164: number.number, country: number.country ?? null, isPersonal: personal.has(number.getType()) }
  }
}

function callableCountry(code: string): CallableCountry {
  if (!isSupportedCountry(code))
    throw new StartRefused(`The setting CALL_COUNTRIES names ${code}, which is no country with telephones.`)
  return { code, callingCode: `+${getCountryCallingCode(code)}` }
}
