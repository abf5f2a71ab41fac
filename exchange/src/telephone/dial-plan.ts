import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Which phones are in the house, and how any other number is dialed. */
export type DialPlan = {
  /** Numbers of phones in the house, with their endpoints, such as PJSIP/601. */
  phones: Readonly<Record<string, string>>
  /** Such as PJSIP/{number}@trunk; null: only phones in the house can be called. */
  dial: string | null
  /** Our own number, whose country decides what {national} means. */
  lineNumber: string
}

export type Target = { endpoint: string; byTrunk: boolean }

export function targetOf({ phones, dial, lineNumber }: DialPlan, number: string): Target | null {
  const phone = phones[number]
  if (phone !== undefined) return { endpoint: phone, byTrunk: false }
  if (dial === null) return null
  const endpoint = dial.replaceAll('{number}', number).replaceAll('{national}', nationalOf(number, lineNumber))
  return { endpoint, byTrunk: true }
}

/** The number as dialed from our number's country: with its trunk prefix, or with its international prefix. */
export function nationalOf(number: string, from: string): string {
  const [to, here] = [parsePhoneNumberFromString(number), parsePhoneNumberFromString(from)]
  if (to === undefined || here === undefined) return number
  if (to.countryCallingCode === here.countryCallingCode) return to.formatNational().replaceAll(/\D/g, '')
  const written = here.country === undefined ? null : to.format('IDD', { fromCountry: here.country })
  return written === null ? number : written.replaceAll(/\D/g, '')
}

/** The endpoint's name in Asterisk: `trunk` of PJSIP/{number}@trunk. */
export const resourceOf = (endpoint: string): string => endpoint.replace(/^[^/]*\//, '').replace(/^[^@]*@/, '')
