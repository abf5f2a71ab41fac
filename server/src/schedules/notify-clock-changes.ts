import { nextUnskipped } from '@reveille/core/schedules/skipped-calls'
import { giveNotice } from '../notices/give-notice.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { takeClockNotices } from './schedules.sql.ts'

const BATCH = 100

/** The evening before the clocks change, tells people with affected calls when they will ring. */
export async function tellClockChanges(services: Services): Promise<void> {
  while ((await tellSome(services)) === BATCH) continue
}

/** Returns how many were due, at most a batch. */
function tellSome(services: Services): Promise<number> {
  return inTransaction(services.db, async (tx) => {
    const schedules = await takeClockNotices(tx, services.clock.now(), BATCH)
    for (const schedule of schedules) {
      const dueAt = nextUnskipped(schedule)
      // A paused schedule has no next call; of a skipped one the next may lie beyond the change.
      if (dueAt !== null && dueAt === schedule.nextDueAt) {
        await giveNotice(services, tx, schedule.userId, {
          kind: 'clocks-change',
          dueAt,
          timezone: schedule.timezone,
          isLast: !schedule.isRecurring,
        })
      }
    }
    return schedules.length
  })
}
