import { answers, isReadOnly } from '../../database/database.ts'
import type { Database } from '../../database/database.ts'
import { waitingMigrations } from '../../database/migrate.ts'

/** The state of this process's worker, if it has one. */
export type OwnWorker = 'none' | 'starting' | 'working' | 'silent' | 'wrong-clock'

export type Readiness = { ready: boolean; checks: { database: string; migrations: string; worker: string } }

type DatabaseChecks = Omit<Readiness['checks'], 'worker'>

/** Whether this process may get visitors and calls, and if not, why. */
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

/** Whether this process can work with the database. */
export async function checkDatabase(db: Database): Promise<DatabaseChecks> {
  if (!(await answers(db))) return { database: 'the database does not answer', migrations: 'not known' }
  if (await isReadOnly(db)) return { database: 'this database is a read-only copy', migrations: 'not known' }
  const waiting = await waitingMigrations(db)
  return { database: OK, migrations: waiting.length === 0 ? OK : `not run yet: ${waiting.join(', ')}` }
}
