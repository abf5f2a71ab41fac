import { useQuery } from '@tanstack/react-query'
import { clientConfig } from '../../../api/client-config.ts'
import { callingCodes, type CallingCode } from './countries.ts'

/** The calling codes of this installation; none until they are known: a number is then typed in full. */
export function useCallingCodes(): readonly CallingCode[] {
  const { data } = useQuery(clientConfig)
  return data === undefined ? [] : callingCodes(data.countries)
}
