import type { DocumentSource, LiveCall } from '../calls/call.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Verb } from './document.ts'
import { fetchDocument } from './fetch-document.ts'
import { gather } from './gather.ts'
import { record } from './record.ts'
import { isPrompt, speak } from './speak.ts'
import { sourceAt, type Step, type Surroundings } from './step.ts'

/** A document may redirect to itself for ever; the carrier gives up long before that. */
const mostDocuments = 500

/** Obeys the instructions of an answered call until they end, or the call does. */
export async function runCall(exchange: Exchange, live: LiveCall): Promise<void> {
  let source: DocumentSource | null = firstSource(live)
  for (let count = 0; source && count < mostDocuments; count++) {
    live.document = new AbortController()
    const stop = AbortSignal.any([live.over.signal, live.document.signal])
    const next: DocumentSource | null = await runDocument(exchange, live, source, stop)
    if (live.over.signal.aborted) return
    source = live.replacement ?? next
    live.replacement = null
  }
}

/** The call is redirected, now. */
export function redirect(live: LiveCall, source: DocumentSource): void {
  live.replacement = source
  live.document.abort()
}

function firstSource({ call: { request, inbound } }: LiveCall): DocumentSource {
  // An incoming call is answered by its instructions, so it rings while they are fetched.
  const extra: Record<string, string> = inbound ? { CallStatus: 'ringing' } : {}
  if (request.Url) return { url: request.Url, method: request.Method, extra }
  return { document: request.Twiml ?? '', extra: {} }
}

async function runDocument(
  exchange: Exchange,
  live: LiveCall,
  source: DocumentSource,
  stop: AbortSignal,
): Promise<DocumentSource | null> {
  const document = await fetchDocument(exchange, live, source)
  if (document === null) return null
  for (const verb of document.verbs) {
    if (stop.aborted) return null
    const step = await obey(exchange, live, verb, { base: document.base, stop })
    if (step === 'hang-up') return null
    if (step !== 'next') return step
  }
  return null
}

async function obey(exchange: Exchange, live: LiveCall, verb: Verb, around: Surroundings): Promise<Step> {
  if (isPrompt(verb)) {
    await speak(exchange, live, verb, around)
    return 'next'
  }
  switch (verb.name) {
    case 'Gather':
      return gather(exchange, live, verb, around)
    case 'Record':
      return record(exchange, live, verb, around)
    case 'Redirect':
      return sourceAt(verb.text, verb.attributes['method'], around.base, {})
    default: // Hangup, and Reject, which only means something before an inbound call is answered
      return 'hang-up'
  }
}
