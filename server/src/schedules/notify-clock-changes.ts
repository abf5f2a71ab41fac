import { giveNotice } from '../notices/give-notice.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { takeClockNotices } from './schedules.sql.ts'
import { nextUnskipped } from './skipped-calls.ts'

const BATCH = 100

/** The evening before the clocks change, tells the owners of affected calls when they will ring. */
export async function tellClockChanges(services: Services): Promise<void> {
  while ((await tellSome(services)) === BATCH) continue
}

/** Returns how many were due, of at most a batch. */
function tellSome(services: Services): Promise<number> {
  return inTransaction(services.db, async (tx) => {
    const schedules = await takeClockNotices(tx, services.clock.now(), BATCH)
    for (const schedule of schedules) {
      const dueAt = nextUnskipped(schedule)
      if (schedule.is_active && dueAt !== null && dueAt === schedule.next_due_at?.getTime()) {
        await giveNotice(services, tx, schedule.user_id, {
          kind: 'clocks-change',
          dueAt,
          timezone: schedule.timezone,
          isLast: !schedule.is_recurring,
        })
      }
    }
    return schedules.length
  })
}
