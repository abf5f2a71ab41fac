import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import type { Clock } from '../../clock/clock.ts'
import type { Services } from '../../services.ts'
import { checkDatabase, readiness, type OwnWorker } from './readiness.ts'

/** /readyz is public and never refused: however often it is requested, the database is queried once a second. */
const REMEMBERED_MS = 1_000

/** For supervisors (alive) and load balancers (ready: database, migrations, our own worker). */
export const healthRoutes =
  ({ db, clock }: Services, ownWorker: () => OwnWorker): FastifyPluginCallbackZod =>
  (app, _options, done) => {
    const database = remembered(clock, () => checkDatabase(db))
    app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'alive' }))
    app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
      const { ready, checks } = readiness(await database(), ownWorker())
      if (ready) return { status: 'ready', checks }
      request.log.warn({ checks }, 'not ready')
      return reply.code(503).send({ status: 'not ready', checks })
    })
    done()
  }

/** Refreshes an old answer; requests meanwhile share it. */
function remembered<T>(clock: Pick<Clock, 'monotonic'>, ask: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | null = null
  let freshUntil = 0
  return () => {
    if (last !== null && clock.monotonic() < freshUntil) return last
    freshUntil = Infinity // however long it takes
    last = ask().finally(() => (freshUntil = clock.monotonic() + REMEMBERED_MS))
    return last
  }
}
