import type { ClientConfig } from '@reveille/contract/client-config'
import { digitsIn, readableText } from '@reveille/core/people/typed-text'
import { useQuery } from '@tanstack/react-query'
import { clientConfig } from '../../../api/client-config.ts'
import { browserZone } from '../../../format/browser-zone.ts'
import { countryFlag, countryName } from '../../../format/country-names.ts'
import type { TypedNumber } from './as-typed.ts'

/** An entry of the list: countries that share a calling code are together. */
type CallingCode = { code: string; flag: string; name: string }

export function callingCodes(countries: readonly Omit<ClientConfig['countries'][number], 'zones'>[]): CallingCode[] {
  const codes = [...new Set(countries.map(({ callingCode }) => callingCode))]
  return codes.map((code) => {
    const sharing = countries.flatMap((country) => (country.callingCode === code ? [country.code] : []))
    return { code, flag: countryFlag(sharing[0] ?? ''), name: sharing.map(countryName).join('/') }
  })
}

/** The country of the browser's time zone, if offered. */
export function guessedCode(countries: ClientConfig['countries'], zone: string): string | undefined {
  return countries.find(({ zones }) => zones.includes(zone))?.callingCode
}

/** The parsed number; without the tables to parse it, country code and digits for the server to parse. */
export function fullNumber({ country, number, e164 }: Omit<TypedNumber, 'e164'> & Partial<TypedNumber>): string {
  if (e164) return e164
  return readableText(number).trim().startsWith('+') ? `+${digitsIn(number)}` : `${country}${digitsIn(number)}`
}

/** This installation's calling codes; until they load, a number is typed in full. */
export function useCallingCodes(): readonly CallingCode[] {
  const { data } = useQuery(clientConfig)
  return data === undefined ? [] : callingCodes(data.countries)
}

/** The default calling code: the browser zone's, or the first offered. */
export function useFirstCallingCode(): string {
  const { data: { countries } = { countries: [] } } = useQuery(clientConfig)
  return guessedCode(countries, browserZone()) ?? countries[0]?.callingCode ?? ''
}
