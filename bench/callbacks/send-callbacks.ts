import { Agent, request } from 'node:http'
import { signatureOf } from '../../server/src/carrier/twilio/signature.ts'
import { quantile } from '../punctuality/lateness.ts'
import type { CallInTheAir } from './calls-in-the-air.ts'

const CONNECTIONS = 64

export type Prepared = { url: string; body: string; signature: string }
export type Found = {
  callbacks: number
  'a second': number
  p50: number
  p99: number
  slowest: number
  refused: number
}

/** The callbacks of each call, like the carrier's, with all first ones first. Signed before the measurement starts. */
export function prepare(calls: readonly CallInTheAir[], to: { url: string; authToken: string }): Prepared[] {
  return [0, 1, 2, 3].flatMap((step) =>
    calls.flatMap((call) => {
      const status = statusesOf(call)[step]
      return status === undefined ? [] : [prepared(call, status, step, to)]
    }),
  )
}

function statusesOf({ ending }: CallInTheAir): string[] {
  return ending === 'unanswered'
    ? ['initiated', 'ringing', 'no-answer']
    : ['initiated', 'ringing', 'in-progress', 'completed']
}

function prepared(call: CallInTheAir, status: string, step: number, to: { url: string; authToken: string }): Prepared {
  const url = `${to.url}/callbacks/status/${call.token}`
  const form = {
    AccountSid: 'AC0',
    ApiVersion: '2010-04-01',
    CallSid: call.carrierCallId,
    CallStatus: status,
    CallbackSource: 'call-progress-events',
    Direction: 'outbound-api',
    From: '+15005550006',
    SequenceNumber: String(step),
    Timestamp: new Date().toUTCString(),
    To: '+12000000000',
    ...(status === 'completed' ? { CallDuration: '25', Duration: '1' } : {}),
  }
  return { url, body: new URLSearchParams(form).toString(), signature: signatureOf(to.authToken, url, form) }
}

/** Sends as fast as responses come, this many at once. Times run from the request to the response. */
export async function flatOut(callbacks: readonly Prepared[], atOnce: number): Promise<Found> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const queue = callbacks.values()
  const answers: Answer[] = []
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const callback of queue) answers.push(await send(agent, callback, performance.now()))
    }),
  )
  agent.destroy()
  return summary(answers, performance.now() - startedAt)
}

/** Sends at a steady rate, regardless of responses. Times run from each due instant, so they include queueing. */
export async function steadily(callbacks: readonly Prepared[], aSecond: number): Promise<Found> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const startedAt = performance.now()
  const sent: Promise<Answer>[] = []
  for (let next = 0; next < callbacks.length;) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * aSecond)
    for (; next < Math.min(due, callbacks.length); next++) {
      sent.push(send(agent, callbacks[next]!, startedAt + (next * 1000) / aSecond))
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const answers = await Promise.all(sent)
  agent.destroy()
  return summary(answers, performance.now() - startedAt)
}

type Answer = { status: number; ms: number }

function send(agent: Agent, { url, body, signature }: Prepared, since: number): Promise<Answer> {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
    'content-length': Buffer.byteLength(body),
    'x-twilio-signature': signature,
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - since }))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function summary(answers: readonly Answer[], tookMs: number): Found {
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const round = (ms: number) => Math.round(ms * 10) / 10
  return {
    callbacks: answers.length,
    'a second': Math.round((answers.length * 1000) / tookMs),
    p50: round(quantile(times, 0.5)),
    p99: round(quantile(times, 0.99)),
    slowest: round(times.at(-1) ?? Number.NaN),
    refused: answers.filter(({ status }) => status !== 204).length,
  }
}
