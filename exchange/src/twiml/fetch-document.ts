import { callParameters } from '../calls/call-parameters.ts'
import type { DocumentSource, LiveCall } from '../calls/call.ts'
import type { Exchange } from '../state/exchange.ts'
import { deliver } from '../webhook/deliver.ts'
import { parseDocument } from './document.ts'

/** 11200: couldn't be fetched; 12300: not XML; 12100, 12200: see `parseDocument`. */
type BadDocument = { code: number; message: string }

/** Fetches the instructions, from the fallback URL if the first one fails. Logs errors. */
export async function fetchDocument(exchange: Exchange, live: LiveCall, source: DocumentSource) {
  const report = ({ code, message }: BadDocument) =>
    exchange.journal.add('error', { sid: live.call.sid, code, message })
  const first = await readDocument(exchange, live, source)
  if ('verbs' in first) return first
  report(first)
  const { FallbackUrl } = live.call.request
  if (!FallbackUrl || !('url' in source)) return null
  const extra = { ...source.extra, ErrorCode: String(first.code), ErrorUrl: source.url }
  const second = await readDocument(exchange, live, { url: FallbackUrl, extra })
  if ('verbs' in second) return second
  report(second)
  return null
}

async function readDocument(exchange: Exchange, live: LiveCall, source: DocumentSource) {
  const xml = 'url' in source ? await fetchXml(exchange, live, source) : source.document
  if (typeof xml !== 'string') return xml
  const parsed = parseDocument(xml)
  if (parsed.outcome === 'invalid') return parsed
  exchange.journal.add('document', { sid: live.call.sid, verbs: parsed.verbs.map((verb) => verb.name) })
  return { verbs: parsed.verbs, base: source } // what its relative URLs refer to
}

async function fetchXml(exchange: Exchange, live: LiveCall, source: Extract<DocumentSource, { url: string }>) {
  const parameters = {
    ...callParameters(exchange.account.accountSid, live.call, live.call.status),
    ...(live.call.answeredBy && { AnsweredBy: live.call.answeredBy, MachineDetectionDuration: '2000' }),
    ...source.extra,
  }
  const purpose = 'Digits' in source.extra || source.extra['msg'] === 'Gather End' ? 'gather' : 'voice'
  const answer = await deliver(exchange, { purpose, callSid: live.call.sid, url: source.url, parameters })
  if (answer.outcome !== 'answered') return { code: 11200, message: `HTTP retrieval failure: ${answer.reason}` }
  if (answer.status < 200 || answer.status > 299) {
    return { code: 11200, message: `HTTP retrieval failure: status ${answer.status}` }
  }
  const isXml = answer.body.length === 0 || /xml|text\/html/.test(answer.contentType)
  if (!isXml) return { code: 12300, message: `Invalid Content-Type: ${answer.contentType || 'none'}` }
  return answer.body.toString('utf8')
}
