import type { ClientConfig } from '@reveille/contract/client-config'
import { countryFlag, countryName } from '../../../format/country-names.ts'

/** An entry of the list: countries that share a calling code are together. */
export type CallingCode = { code: string; flag: string; name: string }

/** PHONE-1: the countries on offer, in the order of the settings. */
export function callingCodes(countries: readonly Omit<ClientConfig['countries'][number], 'zones'>[]): CallingCode[] {
  const codes = [...new Set(countries.map(({ callingCode }) => callingCode))]
  return codes.map((code) => {
    const sharing = countries.flatMap((country) => (country.callingCode === code ? [country.code] : []))
    return { code, flag: countryFlag(sharing[0] ?? ''), name: sharing.map(countryName).join('/') }
  })
}

/** The country of the time zone that the browser reports, as long as it's on offer. */
export function guessedCode(countries: ClientConfig['countries'], zone: string): string | undefined {
  return countries.find(({ zones }) => zones.includes(zone))?.callingCode
}

/** Country code plus digits. A number pasted with its country code keeps it, and the trunk prefix 0 is dropped. */
export function fullNumber(country: string, typed: string): string {
  const digits = typed.replaceAll(/\D/g, '')
  return typed.trim().startsWith('+') ? `+${digits}` : `${country}${digits.replace(/^0+/, '')}`
}
