import { giveNotice } from '../notices/give-notice.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { takeEndedSchedules } from './schedules.sql.ts'

const BATCH = 100

/** Tells people that their one-time schedules are over; once each (SHELL-11). */
export async function tellScheduleEnds(services: Services): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    for (const schedule of await takeEndedSchedules(tx, services.clock.now(), BATCH)) {
      const { userId, wakeupTime, date } = schedule
      if (date !== null) await giveNotice(services, tx, userId, { kind: 'schedule-ended', wakeupTime, date })
    }
  })
}
