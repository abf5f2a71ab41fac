import { timingSafeEqual } from 'node:crypto'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accountPath, pathPrefix } from '../calls/call-parameters.ts'
import { knownCall, type Exchange } from '../state/exchange.ts'
import type { Instant } from '../state/journal.ts'
import { callRoutes } from './calls.ts'
import { answerList, pageFields } from './list-page.ts'
import { recordingRoutes } from './recordings.ts'
import { notFound, notSupported, refuse } from './refusal.ts'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges into Fastify's own
  interface FastifyRequest {
    /** When the request reached the sandbox, ms UTC. */
    arrivedAt: Instant
  }
}

/** The carrier's REST API, with `more` routes. Unsupported operations answer 501, never an empty success. */
export function accountApi(
  app: FastifyInstance,
  exchange: Exchange,
  more: (scope: FastifyInstance, path: string) => void,
): void {
  const path = accountPath(exchange.account)
  void app.register((scope, _options, done) => {
    void scope.register(formbody)
    scope.decorateRequest('arrivedAt', 0)
    scope.addHook('onRequest', (request, reply, next) => {
      request.arrivedAt = exchange.journal.now()
      if (isAuthorized(exchange, request)) return next()
      const refusal = { status: 401, code: 20003, message: 'Authentication Error - invalid username' }
      refuse(reply.header('www-authenticate', 'Basic realm="Pretend carrier"'), refusal)
    })
    callRoutes(scope, exchange, path)
    notificationRoutes(scope, exchange, path)
    recordingRoutes(scope, exchange, path)
    more(scope, path)
    scope.all(`${pathPrefix(exchange.account)}/2010-04-01/*`, (request, reply) =>
      answerUnknown(exchange, request, reply),
    )
    done()
  })
}

function answerUnknown(exchange: Exchange, request: FastifyRequest, reply: FastifyReply) {
  const isOurs = request.url.startsWith(`${accountPath(exchange.account)}/`)
  if (!isOurs) return refuse(reply, notFound(request.url))
  exchange.journal.add('error', { code: 501, message: `${request.method} ${request.url} is not supported` })
  return refuse(reply, notSupported(`${request.method} ${request.url}`))
}

function isAuthorized({ account }: Exchange, { headers }: FastifyRequest): boolean {
  const wanted = Buffer.from(`${account.accountSid}:${account.authToken}`)
  const given = Buffer.from((headers.authorization ?? '').replace(/^Basic /i, ''), 'base64')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const NotificationQuery = z.strictObject(pageFields)

/** A call's errors. The carrier reports each as just its code, a string. */
function notificationRoutes(app: FastifyInstance, exchange: Exchange, path: string): void {
  app.get<{ Params: { sid: string } }>(`${path}/Calls/:sid/Notifications.json`, (request, reply) => {
    const { sid } = request.params
    if (knownCall(exchange, sid) === null) return refuse(reply, notFound(request.url))
    return answerList(request, reply, { shape: NotificationQuery, key: 'notifications' }, () => {
      const errors = exchange.journal.since(0).filter((entry) => entry.kind === 'error' && entry['sid'] === sid)
      return errors.map(({ code }) => ({ call_sid: sid, log: '0', error_code: String(code) }))
    })
  })
}
