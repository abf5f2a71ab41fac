import { Agent, request } from 'node:http'

export type RequestTotals = {
  sent: number
  statuses: Record<string, number>
  /** Requests without a response within 30 s. */
  unanswered: number
  /** Refusals without Retry-After, other errors, broken connections. */
  faults: string[]
  /** Latencies of the successful responses. */
  latenciesMs: number[]
}

type Rate = { url: string; cookies: readonly string[]; perSecond: number; seconds: number }

const TICK_MS = 20
const GIVE_UP_MS = 30_000
const NO_ANSWER = 'no answer'

/** What open pages request, writes included. */
const REQUESTS: readonly { method: string; path: string; body?: string }[] = [
  { method: 'GET', path: '/api/auth/check' },
  { method: 'GET', path: '/api/schedule' },
  { method: 'GET', path: '/api/call/history' },
  { method: 'GET', path: '/api/call/progress' },
  { method: 'GET', path: '/api/notices' },
  { method: 'GET', path: '/api/account' },
  { method: 'GET', path: '/api/config' },
  { method: 'GET', path: '/api/user/personalization' },
  { method: 'GET', path: '/api/auth/check' },
  { method: 'GET', path: '/api/schedule' },
  { method: 'PATCH', path: '/api/account', body: '{"name":"Robin Sleeper"}' },
]

/** Sends requests at a steady rate, regardless of responses. Resolves when all are done. */
export async function sendSteadily({ url, cookies, perSecond, seconds }: Rate): Promise<RequestTotals> {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const totals: RequestTotals = { sent: 0, unanswered: 0, statuses: {}, faults: [], latenciesMs: [] }
  const open = new Set<Promise<void>>()
  const begun = performance.now()
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const tick = setInterval(() => {
    const elapsed = performance.now() - begun
    if (elapsed > seconds * 1000) return resolve()
    while (totals.sent < (elapsed / 1000) * perSecond) {
      const sent = sendOne(agent, url, totals, cookies[totals.sent % cookies.length]!)
      open.add(sent)
      void sent.finally(() => open.delete(sent))
    }
  }, TICK_MS)
  await over
  clearInterval(tick)
  await Promise.all(open)
  agent.destroy()
  return totals
}

function sendOne(agent: Agent, url: string, totals: RequestTotals, cookie: string): Promise<void> {
  const { method, path, body } = REQUESTS[totals.sent++ % REQUESTS.length]!
  const { hostname, port } = new URL(url)
  const begun = performance.now()
  const { promise, resolve } = Promise.withResolvers<void>()
  const length = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(body.length) }
  const headers = { cookie, origin: url, ...length }
  const outgoing = request({ agent, hostname, port, method, path, headers }, (answer) => {
    const status = answer.statusCode ?? 0
    totals.statuses[status] = (totals.statuses[status] ?? 0) + 1
    if (status === 503 && answer.headers['retry-after'] === undefined) totals.faults.push('503 without Retry-After')
    if (status >= 400 && status !== 503) totals.faults.push(`${method} ${path} answered ${status}`)
    answer.resume().on('end', () => {
      if (status < 400) totals.latenciesMs.push(performance.now() - begun)
      resolve()
    })
    answer.on('error', () => resolve())
  })
  outgoing.setTimeout(GIVE_UP_MS, () => outgoing.destroy(new Error(NO_ANSWER)))
  outgoing.on('error', (error) => {
    if (error.message === NO_ANSWER) totals.unanswered++
    else totals.faults.push(`${method} ${path}: ${error.message}`)
    resolve()
  })
  outgoing.end(body)
  return promise
}
