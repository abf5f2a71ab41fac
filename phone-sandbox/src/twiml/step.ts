import type { DocumentSource } from '../calls/call.ts'

/** What an instruction leads to: the one after it, another document, or the end of the call. */
export type Step = 'next' | 'hang-up' | DocumentSource

/** Where an instruction stands: its document's address, and what ends the work on it early. */
export type Surroundings = { base: DocumentSource; stop: AbortSignal }

/** An address in a document, relative to where the document came from; an empty one is that place itself. */
export function sourceAt(
  address: string | undefined,
  method: string | undefined,
  base: DocumentSource,
  extra: Record<string, string>,
): DocumentSource {
  const here = 'url' in base ? base.url : undefined
  const url = address ? new URL(address, here).href : here
  if (url === undefined) return { ...base, extra }
  return { url, method: method?.toUpperCase() === 'GET' ? 'GET' : 'POST', extra }
}
