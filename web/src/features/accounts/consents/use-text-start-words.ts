import { useQuery } from '@tanstack/react-query'
import { clientConfig } from '../../../api/client-config.ts'

/** How to resume stopped texts: only the phone itself can do that (CALL-9). */
export function useTextStartWords(): string {
  const { data } = useQuery(clientConfig)
  return `You stopped our texts. Text START to ${data?.callerNumber ?? 'our number'} to get them again.`
}
