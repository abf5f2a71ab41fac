import { randomUUID } from 'node:crypto'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { quietly } from '../line/line.ts'
import type { Account, Exchange } from '../state/exchange.ts'
import { signatureOf, type Webhook } from './webhook.ts'

/** Delivers a signed request with the retries that its URL asks for, and logs each step. */
export const deliver = (exchange: Exchange, webhook: Webhook): Promise<WebAnswer> =>
  exchange.outgoing(() => deliverNow(exchange, webhook))

async function deliverNow(exchange: Exchange, webhook: Webhook): Promise<WebAnswer> {
  const address = new URL(webhook.url)
  const policy = retryPolicyOf(address)
  address.hash = ''
  const token = webhook.idempotencyToken ?? randomUUID()
  const deadline = performance.now() + ALL_TRIES_WITHIN_MS
  const { journal } = exchange
  const about = aboutWebhook(webhook, address)
  for (let attempt = 0; ; attempt++) {
    if (exchange.stopped.signal.aborted) return { outcome: 'connect-failed', reason: 'the sandbox has stopped' }
    const request = signedRequest(exchange.account, webhook, address)
    request.headers['i-twilio-idempotency-token'] = token
    journal.add('callback-sent', { ...about, attempt })
    const answer = await sendRequest(request, Math.max(1, deadline - performance.now()))
    logAnswer(exchange, about, answer)
    if (performance.now() >= deadline) return answer
    if (attempt < policy.retries && isRetried(policy, answer)) continue
    if (!exchange.awaitsCustomer || answer.outcome !== 'connect-failed') return answer
    await quietly(LISTENS_AGAIN_MS, exchange.stopped.signal)
  }
}

function signedRequest({ authToken, signalwire }: Account, webhook: Webhook, address: URL) {
  const { parameters } = webhook
  const key = signalwire?.signingKey ?? authToken
  const secret = webhook.forged ? `${key}?` : key
  const name = signalwire === null ? 'x-twilio-signature' : 'x-signalwire-signature'
  const headers: Record<string, string> = {
    accept: '*/*',
    'user-agent': 'PretendCarrier/1.0',
    [name]: signatureOf(secret, address.href, parameters ?? {}),
  }
  if (parameters === undefined) return { url: address.href, method: 'GET', headers, body: null }
  const body = new URLSearchParams(parameters).toString()
  headers['content-type'] = 'application/x-www-form-urlencoded; charset=UTF-8'
  headers['content-length'] = String(Buffer.byteLength(body))
  return { url: address.href, method: 'POST', headers, body }
}

const isRetried = (policy: RetryPolicy, answer: WebAnswer): boolean => {
  if (answer.outcome === 'connect-failed') return policy.on.has('ct')
  if (answer.outcome === 'read-failed') return policy.on.has('rt')
  return answer.status >= 400 && policy.on.has(answer.status >= 500 ? '5xx' : '4xx')
}

const aboutWebhook = ({ purpose, callSid, parameters = {} }: Webhook, address: URL) => ({
  purpose,
  url: address.href,
  ...(callSid && { sid: callSid }),
  parameters,
})

function logAnswer(exchange: Exchange, about: Record<string, unknown>, answer: WebAnswer): void {
  if (answer.outcome !== 'answered') {
    exchange.journal.add('callback-failed', { ...about, outcome: answer.outcome, reason: answer.reason })
    return
  }
  const acknowledged = answer.status >= 200 && answer.status < 300
  exchange.journal.add(acknowledged ? 'callback-acked' : 'callback-refused', { ...about, status: answer.status })
}

type RetryPolicy = ReturnType<typeof retryPolicyOf>

/**
 * Reads the fragment of a webhook's URL (`#rc=2&rp=5xx,ct`), which is never sent. The default is one retry, only after a
 * failed connection, within 15 s for all tries.
 */
export function retryPolicyOf(address: URL) {
  const overrides = new URLSearchParams(address.hash.slice(1))
  const retries = Math.min(MOST_RETRIES, Number(overrides.get('rc') ?? 1))
  return { retries, on: new Set((overrides.get('rp') ?? 'ct').split(',')) }
}

const MOST_RETRIES = 5
const CONNECTED_WITHIN_MS = 5_000
const ALL_TRIES_WITHIN_MS = 15_000
const LISTENS_AGAIN_MS = 500

/** A response, or which half of the request failed: only a failed connection proves that nothing was received. */
type WebAnswer =
  | { outcome: 'answered'; status: number; contentType: string; body: Buffer }
  | { outcome: 'connect-failed'; reason: string }
  | { outcome: 'read-failed'; reason: string }

const largestBody = 20 * 1024 * 1024

/** Uses a new connection for every request: the other side may just have closed an old one. */
function sendRequest(request: ReturnType<typeof signedRequest>, withinMs: number): Promise<WebAnswer> {
  return new Promise((resolve) => {
    let connected = false
    const send = request.url.startsWith('https:') ? httpsRequest : httpRequest
    const outgoing = send(request.url, { method: request.method, headers: request.headers, agent: false })
    const connectTimer = setTimeout(() => outgoing.destroy(new Error('no connection in time')), CONNECTED_WITHIN_MS)
    const readTimer = setTimeout(() => outgoing.destroy(new Error('no answer in time')), withinMs)
    const finish = (answer: WebAnswer) => {
      clearTimeout(connectTimer)
      clearTimeout(readTimer)
      resolve(answer)
    }
    const fail = (error: Error) =>
      finish({ outcome: connected ? 'read-failed' : 'connect-failed', reason: error.message || 'connection failed' })
    outgoing.on('socket', (socket) => {
      socket.once(request.url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
        connected = true
        clearTimeout(connectTimer)
      })
    })
    outgoing.on('error', fail)
    outgoing.on('response', (response) => void readBody(response).then(finish, fail))
    outgoing.end(request.body ?? undefined)
  })
}

async function readBody(response: IncomingMessage): Promise<WebAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > largestBody) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  const contentType = response.headers['content-type'] ?? ''
  return { outcome: 'answered', status: response.statusCode ?? 0, contentType, body: Buffer.concat(chunks) }
}
