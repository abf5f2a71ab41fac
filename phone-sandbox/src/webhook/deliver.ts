import { randomUUID } from 'node:crypto'
import type { Account, Exchange } from '../exchange/exchange.ts'
import { retryPolicyOf, type RetryPolicy } from './retry-policy.ts'
import { signatureOf, type Parameters } from './signature.ts'
import { sendRequest, type WebAnswer, type WebRequest } from './web-request.ts'
import type { Webhook } from './webhook.ts'

/** Delivers one signed request, retries as the address allows, and logs each step. */
export const deliver = (exchange: Exchange, webhook: Webhook): Promise<WebAnswer> =>
  exchange.outgoing(() => deliverNow(exchange, webhook))

async function deliverNow(exchange: Exchange, webhook: Webhook): Promise<WebAnswer> {
  const address = new URL(webhook.url)
  const policy = retryPolicyOf(address)
  address.hash = ''
  const token = webhook.idempotencyToken ?? randomUUID()
  const deadline = performance.now() + policy.totalMs
  const { journal } = exchange
  const about = aboutWebhook(webhook, address)
  for (let attempt = 0; ; attempt++) {
    if (exchange.stopped.signal.aborted) return { outcome: 'connect-failed', reason: 'the sandbox has stopped' }
    const left = Math.max(1, deadline - performance.now())
    const request = signedRequest(exchange.account, webhook, address)
    request.headers['i-twilio-idempotency-token'] = token
    journal.add('callback-sent', { ...about, attempt })
    const answer = await sendRequest({
      ...request,
      connectMs: Math.min(policy.connectMs, left),
      readMs: Math.min(policy.readMs, left),
    })
    logAnswer(exchange, about, answer)
    const mayRetry = attempt < policy.retries && performance.now() < deadline
    if (!mayRetry || !isRetried(policy, answer)) return answer
  }
}

function signedRequest(
  { authToken, signalwire }: Account,
  webhook: Webhook,
  address: URL,
): Omit<WebRequest, 'connectMs' | 'readMs'> {
  const form = formOf(webhook.parameters)
  const target = new URL(address)
  // A GET carries its parameters in the URL, and the signature then covers the URL alone.
  if (webhook.method === 'GET') for (const [name, value] of form) target.searchParams.append(name, value)
  const signed = webhook.method === 'GET' ? {} : webhook.parameters
  const key = signalwire?.signingKey ?? authToken
  const secret = webhook.forged ? `${key}?` : key
  const name = signalwire === null ? 'x-twilio-signature' : 'x-signalwire-signature'
  const headers: Record<string, string> = {
    accept: '*/*',
    'user-agent': 'PretendCarrier/1.0',
    [name]: signatureOf(secret, target.href, signed),
  }
  if (webhook.method === 'GET') return { url: target.href, method: 'GET', headers, body: null }
  const body = form.toString()
  headers['content-type'] = 'application/x-www-form-urlencoded; charset=UTF-8'
  headers['content-length'] = String(Buffer.byteLength(body))
  return { url: target.href, method: 'POST', headers, body }
}

function formOf(parameters: Parameters): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) for (const one of [value].flat()) form.append(name, one)
  return form
}

const isRetried = (policy: RetryPolicy, answer: WebAnswer): boolean => {
  if (answer.outcome === 'connect-failed') return policy.on.has('ct')
  if (answer.outcome === 'read-failed') return policy.on.has('rt')
  return (answer.status >= 500 && policy.on.has('5xx')) || (isClientError(answer.status) && policy.on.has('4xx'))
}

const isClientError = (status: number): boolean => status >= 400 && status < 500

const aboutWebhook = ({ purpose, callSid, parameters }: Webhook, address: URL) => ({
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
