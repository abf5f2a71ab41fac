import { eveNotice } from '@reveille/core/schedules/eve-notice'
import { ruleOf, type Schedule } from '@reveille/core/schedules/schedule'
import { nextUnskipped } from '@reveille/core/schedules/skipped-calls'
import { HOUR_MS } from '@reveille/core/time/duration'
import { giveNotice, giveNoticeOnce } from '../notices/give-notice.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { takeEveNotices } from './planner/cursors.sql.ts'
import { takeEndedSchedules } from './schedules.sql.ts'

const BATCH = 100

/** Several schedules that resume on one morning need one notification, by the earliest. */
const ONE_EVENING_MS = 12 * HOUR_MS

/** Tells people when their call rings, the evening before the clocks change or before calls resume after days off. */
export async function tellEveningBefore(services: Services): Promise<void> {
  while ((await tellSome(services)) === BATCH) continue
}

/** Returns how many were due, at most a batch. */
function tellSome(services: Services): Promise<number> {
  return inTransaction(services.db, async (tx) => {
    const schedules = await takeEveNotices(tx, services.clock.now(), BATCH)
    for (const schedule of schedules.toSorted((a, b) => (a.nextDueAt ?? 0) - (b.nextDueAt ?? 0)))
      await tell(services, tx, schedule)
    return schedules.length
  })
}

async function tell(services: Services, tx: Tx, schedule: Schedule): Promise<void> {
  const dueAt = nextUnskipped(schedule)
  // A paused schedule has no next call; after a skip the next one may be past the change.
  if (dueAt === null || dueAt !== schedule.nextDueAt) return
  const kind = eveNotice(ruleOf(schedule), dueAt)
  if (kind === null) return
  const { userId, timezone, isRecurring } = schedule
  const told = { dueAt, timezone, isLast: !isRecurring }
  if (kind === 'clocks-change') return giveNotice(services, tx, userId, { kind, ...told })
  await giveNoticeOnce(services, tx, userId, { kind, ...told, since: services.clock.now() - ONE_EVENING_MS })
}

/** Tells people once that their paused one-time schedules are over. A skip, a stop and days off were their own doing. */
export async function tellScheduleEnds(services: Services): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    for (const schedule of await takeEndedSchedules(tx, services.clock.now(), BATCH)) {
      const { userId, wakeupTime, date, isActive } = schedule
      if (date !== null && !isActive)
        await giveNotice(services, tx, userId, { kind: 'schedule-ended', wakeupTime, date })
    }
  })
}
