import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import type { Services } from '../ports/services.ts'
import { checkReadiness, type OwnWorker } from '../use-cases/check-readiness.ts'

/** For whoever restarts us (alive) and whoever sends us visitors (ready: database, migrations, our own worker). */
export const healthRoutes =
  ({ db }: Services, ownWorker: () => OwnWorker): FastifyPluginCallbackZod =>
  (app, _options, done) => {
    app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'alive' }))
    app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
      const { ready, checks } = await checkReadiness(db, ownWorker())
      if (ready) return { status: 'ready', checks }
      request.log.warn({ checks }, 'not ready')
      return reply.code(503).send({ status: 'not ready', checks })
    })
    done()
  }
