import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'

/** One line a request, with the route's pattern: never the path itself, which may hold a secret or personal data. */
export function logRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.requestAnswered({ route, method: request.method, status: reply.statusCode, ms: reply.elapsedTime })
    const line = { route, method: request.method, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (route.startsWith('/api/') || route.startsWith('/callbacks/')) request.log.info(line, 'request')
    else request.log.debug(line, 'request')
    done()
  })
}
