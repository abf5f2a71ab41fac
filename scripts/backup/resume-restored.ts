import { PLANNING_HORIZON_MS } from '../../core/src/schedules/schedule-limit.ts'
import type { Instant } from '../../core/src/time/time-zone.ts'
import { prepareAgain } from '../../server/src/calls/message/preparations.sql.ts'
import { doubtPlanned } from '../../server/src/dispatch/leases.sql.ts'
import { JOBS } from '../../server/src/job-handlers.ts'
import { endRestore, noteBackup } from '../../server/src/platform/backup/backup-facts.ts'
import type { WaitingJob } from '../../server/src/platform/database/copy-tables.sql.ts'
import { inTransaction } from '../../server/src/platform/database/transaction.ts'
import type { Services } from '../../server/src/platform/services.ts'
import { planOccurrences } from '../../server/src/schedules/planner/planner.ts'

/**
 * The last steps of a restore. Plans what came due since the backup and marks it as in doubt, so that the product asks the
 * carrier what rang, and rings only what the carrier never had and isn't 10 minutes late. Enqueues waiting jobs again.
 * Returns how many calls are in doubt.
 */
export async function resumeRestored(
  services: Services,
  { takenAt, jobs }: { takenAt: Instant; jobs: readonly WaitingJob[] },
): Promise<number> {
  const { db, clock } = services
  for (const { name, data } of jobs) await enqueueAgain(services, name, data)
  const now = clock.now()
  for (let at = takenAt; at < now; at += PLANNING_HORIZON_MS) await planOccurrences(servicesAt(services, at))
  const doubts = await doubtPlanned(db, now)
  await prepareAgain(db, now)
  await noteBackup(db, takenAt)
  await endRestore(db)
  return doubts
}

/** Sets the clock back, since the planner fails occurrences that are too late. */
function servicesAt(services: Services, at: Instant): Services {
  return { ...services, clock: { ...services.clock, now: () => at } }
}

/** Skips jobs whose queue this version lacks. */
async function enqueueAgain({ db, jobs }: Services, name: string, data: unknown): Promise<void> {
  const job = JOBS.find((one) => one.name === name)
  if (job !== undefined) await inTransaction(db, (tx) => jobs.enqueue(tx, job, data as object))
}
