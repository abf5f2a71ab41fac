import { DAY_MS, HOUR_MS } from '@reveille/core/time/duration'
import { giveNotice } from '../notices/give-notice.ts'
import { claimRun, keepFact } from '../platform/database/installation.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { crowdedMinutes, untoldInMinute, type Minute } from './crowded-minutes.sql.ts'

/** Anything nearer is already planned: too late to choose another time. */
const FROM_MS = HOUR_MS
/** Telling once is enough, because a minute is about as full every day. */
const TOLD_EVERY_MS = 30 * DAY_MS
const BATCH = 100
/** At most this many minutes in the log; the gauge counts all. */
const MOST_LOGGED = 20

/** The stored value that the gauge of crowded minutes reads. */
export const CROWDED_MINUTES = 'crowded-minutes'

/**
 * Finds minutes of the next day with more first calls than the carrier takes. Operators get the log and a gauge, and
 * people in such a minute are told once in thirty days. Hourly across all workers.
 */
export async function tellCrowdedMinutes(services: Services): Promise<void> {
  const { db, clock, config, log } = services
  const now = clock.now()
  if (!(await claimRun(db, 'crowded minutes', now, HOUR_MS))) return
  const most = 60 * config.callsPerSecond
  const minutes = await crowdedMinutes(db, { from: now + FROM_MS, until: now + DAY_MS, most })
  await keepFact(db, CROWDED_MINUTES, String(minutes.length))
  if (minutes.length === 0) return
  const listed = minutes.slice(0, MOST_LOGGED).map(({ at, calls }) => ({ at: new Date(at).toISOString(), calls }))
  log.warn({ minutes: listed, count: minutes.length, most }, 'more calls are due in a minute than the carrier takes')
  for (const crowded of minutes) while ((await tellSome(services, crowded, most)) === BATCH) continue
}

/** Returns how many were told, at most a batch. */
function tellSome(services: Services, { at, calls }: Minute, most: number): Promise<number> {
  return inTransaction(services.db, async (tx) => {
    const since = services.clock.now() - TOLD_EVERY_MS
    const untold = await untoldInMinute(tx, { at, since, limit: BATCH })
    for (const { userId, dueAt, timezone, isRecurring } of untold) {
      const lateMinutes = Math.ceil(calls / most) - 1
      await giveNotice(services, tx, userId, {
        kind: 'minute-crowded',
        dueAt,
        timezone,
        isLast: !isRecurring,
        lateMinutes,
      })
    }
    return untold.length
  })
}
