import type { ClientConfig } from '@reveille/contract/client-config'
import { digitsIn, readableText } from '@reveille/core/people/typed-text'
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

/**
 * The number to send: the one that was read as it was typed. Where nothing could read it, as without the tables of
 * countries, the server reads the country code and the digits.
 */
export function fullNumber({
  country,
  number,
  e164,
}: {
  country: string
  number: string
  e164?: string | null
}): string {
  if (e164) return e164
  return readableText(number).trim().startsWith('+') ? `+${digitsIn(number)}` : `${country}${digitsIn(number)}`
}
