import { takeClockNotices } from '../db/schedules.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Services } from '../ports/services.ts'
import { giveNotice } from './give-notice.ts'
import { nextUnskipped } from './skipped-calls.ts'

const BATCH = 100

/** The evening before the clocks change, tells the owners of affected calls when they will ring. */
export async function tellClockChanges(services: Services): Promise<void> {
  const now = services.clock.now()
  await inTransaction(services.db, async (tx) => {
    for (const schedule of await takeClockNotices(tx, now, BATCH)) {
      const dueAt = nextUnskipped(schedule)
      if (schedule.is_active && dueAt !== null && dueAt === schedule.next_due_at?.getTime()) {
        await giveNotice(services, tx, schedule.user_id, {
          kind: 'clocks-change',
          dueAt,
          isLast: !schedule.is_recurring,
        })
      }
    }
  })
}
