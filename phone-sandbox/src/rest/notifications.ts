import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Exchange } from '../exchange/exchange.ts'
import { listPage, pageFields } from './list-page.ts'
import { notFound, refusalBody, refusalOf } from './refusal.ts'

const NotificationQuery = z.strictObject(pageFields)

/** What went wrong in a call: of each entry the code alone, as a string. */
export function notificationRoutes(app: FastifyInstance, exchange: Exchange, path: string): void {
  app.get<{ Params: { sid: string } }>(`${path}/Calls/:sid/Notifications.json`, (request, reply) => {
    const { sid } = request.params
    if (!exchange.calls.has(sid)) return reply.code(404).send(refusalBody(notFound(request.url)))
    const query = NotificationQuery.safeParse(request.query)
    if (!query.success)
      return reply.code(400).send(refusalBody(refusalOf(query.error, request.query as Record<string, unknown>, {})))
    const errors = exchange.journal.since(0).filter((entry) => entry.kind === 'error' && entry['sid'] === sid)
    const resources = errors.map(({ code }) => ({ call_sid: sid, log: '0', error_code: String(code) }))
    const [address = ''] = request.url.split('?')
    return listPage(resources, query.data, { path: address, url: request.url, key: 'notifications' })
  })
}
