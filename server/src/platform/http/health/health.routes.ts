import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import type { Clock } from '../../clock/clock.ts'
import type { Services } from '../../services.ts'
import { checkDatabase, readiness, type OwnWorker } from './readiness.ts'

/** /readyz is public and never refused: however often it is requested, the database is queried once a second. */
const REMEMBERED_MS = 1_000

/**
 * For supervisors (alive) and load balancers (ready: database, migrations, our own worker). A wrong set-up outside is no
 * reason to send visitors elsewhere: it's named, and the answer stays 200 (CARRIER-3).
 */
export const healthRoutes =
  (
    { db, clock }: Services,
    { ownWorker, setupFaults = () => [] }: { ownWorker: () => OwnWorker; setupFaults?: () => readonly string[] },
  ): FastifyPluginCallbackZod =>
  (app, _options, done) => {
    const database = remembered(clock, () => checkDatabase(db))
    app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'alive' }))
    app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
      const { ready, checks } = readiness(await database(), ownWorker())
      const setup = setupFaults()
      if (ready) return setup.length === 0 ? { status: 'ready', checks } : { status: 'degraded', checks, setup }
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
