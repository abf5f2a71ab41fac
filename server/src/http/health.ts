import { sql } from 'kysely'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import type { Services } from '../ports/services.ts'

/** For whoever restarts us (alive) and whoever sends us visitors (ready: the database answers). */
export const healthRoutes =
  ({ db }: Services): FastifyPluginCallbackZod =>
  (app, _options, done) => {
    app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'alive' }))
    app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
      try {
        await sql`select 1`.execute(db)
        return { status: 'ready' }
      } catch (error) {
        request.log.warn({ reason: String(error) }, 'not ready: the database does not answer')
        return reply.code(503).send({ status: 'the database does not answer' })
      }
    })
    done()
  }
