import { useQuery } from '@tanstack/react-query'
import { clientConfig } from './client-config.ts'
import { servedTexts } from './served-texts.ts'

/** Whether this installation texts anybody: otherwise codes come by call, and no screen promises a text (PHONE-16). */
export function useTexts(): boolean {
  const served = servedTexts()
  const { data } = useQuery({ ...clientConfig, enabled: served === null })
  return served ?? data?.texts ?? true
}
