import type { Instant } from '@reveille/core/time/time-zone'
import { oneTimeIsOpen } from './schedules.sql.ts'
import type { ScheduleRow } from '../platform/database/tables.ts'
import type { Tx } from '../platform/database/transaction.ts'

/**
 * Takes one-time schedules whose moment has passed and that are over, by their call's outcome or because they were
 * paused (SCHED-10); each once.
 */
export function takeEndedSchedules(tx: Tx, now: Instant, limit: number): Promise<ScheduleRow[]> {
  return tx
    .updateTable('schedules')
    .set({ end_told: true })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('schedules')
        .select('id')
        .where('end_told', '=', false)
        .where('one_time_at', '<=', new Date(now))
        .where((e) => e.or([e('ended_at', 'is not', null), e.not(oneTimeIsOpen)]))
        .orderBy('one_time_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}
