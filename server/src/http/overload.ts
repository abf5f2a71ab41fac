import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { networkOf } from '../use-cases/network-of.ts'

const RETRY_AFTER_S = 1
const MESSAGE = 'Very many people are here right now. Please try again in a moment.'

/** An open stream waits and costs nothing; only its opening counts. */
const STREAM = '/api/events'

/**
 * Turns requests away at the door when too many are under way already, in all or of one network: a quick 503 instead of a
 * queue in which everybody waits, and the phones with them. A place is held while we work, never while we wait for a body
 * that the visitor has not sent yet (S56). The carrier's callbacks are never turned away, it would not send them again;
 * neither are those who ask whether we live. Register before what asks the database.
 */
export function shedOverload(app: FastifyInstance, { mostRequestsAtOnce }: Pick<Config, 'mostRequestsAtOnce'>): void {
  const underWay = new Map<FastifyRequest, string>() // each with its network
  const leave = (request: FastifyRequest): void => void underWay.delete(request)
  const isFull = (network: string): boolean =>
    underWay.size >= mostRequestsAtOnce.all ||
    [...underWay.values()].filter((other) => other === network).length >= mostRequestsAtOnce.network

  function enter(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    if (!mayWait(request)) return done()
    const network = networkOf(request.ip)
    if (isFull(network)) return void reply.code(503).header('retry-after', RETRY_AFTER_S).send({ message: MESSAGE })
    if (!reply.raw.closed) underWay.set(request, network)
    done()
  }

  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => leave(request)) // a visitor who leaves gets no answer, and there is no onResponse
    enter(request, reply, done)
  })
  app.addHook('preParsing', (request, _reply, _body, done) => {
    leave(request)
    done()
  })
  app.addHook('preValidation', enter)
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.routeOptions.url === STREAM) leave(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    leave(request)
    done()
  })
}

/** Pages are files and need nobody; what asks the database is under /api. */
function mayWait({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/') ?? false
}
