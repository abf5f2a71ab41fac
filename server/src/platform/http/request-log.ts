import { DAY_MS } from '@reveille/core/time/duration'
import type { FastifyInstance } from 'fastify'
import { subnetOf } from '../limits/subnet.ts'
import { keyedHash } from '../secrets.ts'
import type { Services } from '../services.ts'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyRequest {
    /** The account that a request concerns, once known; logged only as a keyed hash. */
    aboutAccount: string | null
  }
}

const MARK_LENGTH = 12
const FAILED = 400

/**
 * One line per request, with the route's pattern: the path itself may hold a secret or personal data. A failure also
 * has marks for its account and network, which show a campaign but identify nobody.
 */
export function logRequests(
  app: FastifyInstance,
  { metrics, config, clock }: Pick<Services, 'metrics' | 'config' | 'clock'>,
): void {
  // New marks each day, so that they track nobody for longer.
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
