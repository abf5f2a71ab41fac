import type { FastifyInstance } from 'fastify'
import { subnetOf } from '../limits/subnet.ts'
import { keyedHash } from '../secrets.ts'
import type { Services } from '../services.ts'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyRequest {
    /** Whose account a request is about, once that is known; never logged as it is. */
    aboutAccount: string | null
  }
}

const DAY_MS = 24 * 60 * 60_000
const MARK_LENGTH = 12
const FAILED = 400

/**
 * One line a request, with the route's pattern: never the path itself, which may hold a secret or personal data. That of
 * a failure has marks of its account and network, by which an operator sees a campaign and nobody (S86).
 */
export function logRequests(
  app: FastifyInstance,
  { metrics, config, clock }: Pick<Services, 'metrics' | 'config' | 'clock'>,
): void {
  // Other marks each day: nobody is followed for longer.
  const mark = (kind: string, value: string) => {
    const day = Math.floor(clock.now() / DAY_MS)
    return keyedHash(config.sessionSecret, `log ${kind} of day ${day}`, value).slice(0, MARK_LENGTH)
  }
  app.decorateRequest('aboutAccount', null)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.requestAnswered({ route, method: request.method, status: reply.statusCode, ms: reply.elapsedTime })
    const { aboutAccount, ip } = request
    const marks = reply.statusCode >= FAILED && {
      network: mark('network', subnetOf(ip)),
      ...(aboutAccount !== null && { account: mark('account', aboutAccount) }),
    }
    const ms = Math.round(reply.elapsedTime)
    const line = { route, method: request.method, status: reply.statusCode, ms, ...marks }
    if (route.startsWith('/api/') || route.startsWith('/callbacks/')) request.log.info(line, 'request')
    else request.log.debug(line, 'request')
    done()
  })
}
