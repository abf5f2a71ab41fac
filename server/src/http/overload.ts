import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

const RETRY_AFTER_S = 1
const MESSAGE = 'Very many people are here right now. Please try again in a moment.'

/** An open stream waits and costs nothing; only its opening counts. */
const STREAM = '/api/events'

/**
 * Turns requests away at the door when too many are under way already: a quick 503 instead of a queue in which everybody
 * waits, and the phones with them. The carrier's callbacks are never turned away, it would not send them again; neither
 * are those who ask whether we live. Register before what asks the database.
 */
export function shedOverload(app: FastifyInstance, { mostRequestsAtOnce }: Pick<Config, 'mostRequestsAtOnce'>): void {
  const underWay = new Set<FastifyRequest>()
  const end = (request: FastifyRequest): void => void underWay.delete(request)

  app.addHook('onRequest', (request, reply, done) => {
    if (!mayWait(request)) return done()
    if (underWay.size >= mostRequestsAtOnce) {
      void reply.code(503).header('retry-after', RETRY_AFTER_S).send({ message: MESSAGE })
      return
    }
    underWay.add(request)
    request.raw.once('close', () => end(request)) // whoever leaves gets no answer, and no onResponse
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.routeOptions.url === STREAM) end(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    end(request)
    done()
  })
}

/** Pages are files and need nobody; what asks the database is under /api. */
function mayWait({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/') ?? false
}
