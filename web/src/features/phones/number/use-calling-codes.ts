import { useQuery } from '@tanstack/react-query'
import { clientConfig } from '../../../api/client-config.ts'
import { browserZone } from '../../../format/browser-zone.ts'
import { callingCodes, guessedCode, type CallingCode } from './countries.ts'

/** The calling codes of this installation; none until they are known: a number is then typed in full. */
export function useCallingCodes(): readonly CallingCode[] {
  const { data } = useQuery(clientConfig)
  return data === undefined ? [] : callingCodes(data.countries)
}

/** The calling code to begin with: that of the zone that the person is in, or the first on offer. */
export function useFirstCallingCode(): string {
  const { data: { countries } = { countries: [] } } = useQuery(clientConfig)
  return guessedCode(countries, browserZone()) ?? countries[0]?.callingCode ?? ''
}
