import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from './endpoint-query.ts'

export const clientConfig = { ...endpointQuery('clientConfig', ['client-config']), staleTime: 'static' } as const

/** The meta element in which a served page says whether this installation texts anybody. */
export const TEXTS_META = 'reveille-texts'

let built = true

/** At build time: whether the next pages are for an installation with texts. */
export function buildWithTexts(texts: boolean): void {
  built = texts
}

function servedTexts(): boolean | null {
  if (typeof document === 'undefined') return built
  const said = document.querySelector<HTMLMetaElement>(`meta[name="${TEXTS_META}"]`)?.content
  return said === undefined ? null : said === 'on'
}

/** Whether this installation texts anybody: otherwise codes come by call, and no screen promises a text. */
export function useTexts(): boolean {
  const served = servedTexts()
  const { data } = useQuery({ ...clientConfig, enabled: served === null })
  return served ?? data?.texts ?? true
}
