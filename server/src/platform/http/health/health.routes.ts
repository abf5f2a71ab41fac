import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import type { Clock } from '../../clock/clock.ts'
import { answers, isReadOnly, type Database } from '../../database/database.ts'
import { waitingMigrations } from '../../database/migrate.ts'
import type { Services } from '../../services.ts'

/** /readyz is public and never refused, so its answer is cached: one database query a second. */
const REMEMBERED_MS = 1_000

/**
 * For supervisors (alive) and load balancers (ready: database, migrations, our own worker). A fault at the carrier or
 * the mail server is named but stays 200: sending visitors elsewhere wouldn't help.
 */
export const healthRoutes =
  (
    { db, clock }: Services,
    { ownWorker, setupFaults = () => [] }: { ownWorker: () => OwnWorker; setupFaults?: () => readonly string[] },
  ): FastifyPluginCallbackZod =>
  (app, _options, done) => {
    const database = cached(clock, () => checkDatabase(db))
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

/** Refreshes a stale answer; requests meanwhile share the refresh. */
function cached<T>(clock: Pick<Clock, 'monotonic'>, ask: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | null = null
  let freshUntil = 0
  return () => {
    if (last !== null && clock.monotonic() < freshUntil) return last
    freshUntil = Infinity // until the answer arrives
    last = ask().finally(() => (freshUntil = clock.monotonic() + REMEMBERED_MS))
    return last
  }
}

export type OwnWorker = 'none' | 'starting' | 'working' | 'silent' | 'wrong-clock'

type Readiness = { ready: boolean; checks: { database: string; migrations: string; worker: string } }

type DatabaseChecks = Omit<Readiness['checks'], 'worker'>

/** Whether this process may get visitors and calls. */
export function readiness(database: DatabaseChecks, ownWorker: OwnWorker): Readiness {
  const checks = { ...database, worker: workerInWords[ownWorker] }
  const ready = checks.database === OK && checks.migrations === OK && FIT.has(ownWorker)
  return { ready, checks }
}

const OK = 'ok'
const FIT: ReadonlySet<OwnWorker> = new Set(['none', 'working'])

const workerInWords: Record<OwnWorker, string> = {
  none: 'none in this process',
  starting: 'the worker is starting',
  working: OK,
  silent: 'the heartbeat of the worker does not reach the database',
  'wrong-clock': 'the clocks of this machine and of the database are too far apart',
}

export async function checkDatabase(db: Database): Promise<DatabaseChecks> {
  if (!(await answers(db))) return { database: 'the database does not answer', migrations: 'not known' }
  if (await isReadOnly(db)) return { database: 'this database is a read-only copy', migrations: 'not known' }
  const waiting = await waitingMigrations(db)
  return { database: OK, migrations: waiting.length === 0 ? OK : `not run yet: ${waiting.join(', ')}` }
}
