import type { DocumentSource } from '../calls/call.ts'

/** What follows an instruction: the next one, another document, or the end of the call. */
export type Step = 'next' | 'hang-up' | DocumentSource

/** The context of an instruction: its document's address, and the signal that aborts it. */
export type Surroundings = { base: DocumentSource; stop: AbortSignal }

/** A URL in a document, relative to the document's own; an empty one is that document. */
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
