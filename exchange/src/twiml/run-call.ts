import type { DocumentSource, LiveCall } from '../calls/call.ts'
import type { Exchange } from '../state/exchange.ts'
import type { Verb } from './document.ts'
import { fetchDocument } from './fetch-document.ts'
import { isPrompt, sourceAt, speak, wholeNumber, type Step, type Surroundings } from './speak.ts'

/** Ends a call whose document redirects to itself forever. The carrier gives up sooner. */
const mostDocuments = 500

/** Runs an answered call's instructions until they or the call end. */
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

export function redirect(live: LiveCall, source: DocumentSource): void {
  live.replacement = source
  live.document.abort()
}

export const startOver = (live: LiveCall): void => redirect(live, firstSource(live))

function firstSource({ call: { request, inbound } }: LiveCall): DocumentSource {
  // Its instructions answer an incoming call, so it rings while we fetch them.
  const extra: Record<string, string> = inbound ? { CallStatus: 'ringing' } : {}
  if (request.Url) return { url: request.Url, extra }
  return { document: request.Twiml ?? '', extra: {} }
}

async function runDocument(exchange: Exchange, live: LiveCall, source: DocumentSource, stop: AbortSignal) {
  const document = await fetchDocument(exchange, live, source)
  if (document === null) return null
  live.isInstructed = true
  for (const verb of document.verbs) {
    if (stop.aborted) return null
    const step = await runVerb(exchange, live, verb, { base: document.base, stop })
    if (step === 'hang-up') return null
    if (step !== 'next') return step
  }
  return null
}

async function runVerb(exchange: Exchange, live: LiveCall, verb: Verb, around: Surroundings): Promise<Step> {
  if (isPrompt(verb)) {
    await speak(exchange, live, verb, around)
    return 'next'
  }
  switch (verb.name) {
    case 'Gather':
      return gather(exchange, live, verb, around)
    case 'Redirect':
      return sourceAt(verb.text, around.base, {})
    default:
      return 'hang-up'
  }
}

/**
 * Plays the prompts until the first key, and collects keys until there are enough, the finishing key comes or time is up.
 * Without keys the next instruction follows, unless actionOnEmptyResult is set.
 */
async function gather(exchange: Exchange, live: LiveCall, verb: Verb, around: Surroundings): Promise<Step> {
  const { keypad } = live.line
  const bargeIn = keypad.listen()
  const prompting = { ...around, stop: AbortSignal.any([around.stop, bargeIn]) }
  for (const prompt of verb.children.filter(isPrompt)) {
    if (!prompting.stop.aborted) await speak(exchange, live, prompt, prompting)
  }
  const { digits, finishedOnKey } = await collect(live, verb, around.stop)
  keypad.deaf()
  if (around.stop.aborted) return 'hang-up'
  exchange.journal.add('gathered', { sid: live.call.sid, digits, finishedOnKey })
  if (digits === '' && verb.attributes['actionOnEmptyResult'] !== 'true') return 'next'
  const extra = { Digits: digits, FinishedOnKey: finishedOnKey, msg: 'Gather End' }
  return sourceAt(verb.attributes['action'], around.base, extra)
}

async function collect(live: LiveCall, verb: Verb, stop: AbortSignal) {
  const most = wholeNumber(verb.attributes['numDigits'], 0) || Number.POSITIVE_INFINITY
  const timeout = wholeNumber(verb.attributes['timeout'], 5)
  const finishing = verb.attributes['finishOnKey'] ?? '#'
  let digits = ''
  while (digits.length < most && !stop.aborted) {
    const key = await live.line.nextKey(timeout, stop)
    if (key === null) break
    if (finishing.includes(key)) return { digits, finishedOnKey: key }
    digits += key
  }
  return { digits, finishedOnKey: '' }
}
