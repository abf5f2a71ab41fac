import type { DaysOff } from '@reveille/contract/days-off'
import type { DateRange } from '@reveille/core/schedules/days-off'
import type { LocalDate } from '@reveille/core/time/calendar'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/transaction.ts'

const DAYS_OFF = ['id', 'schedule_id as scheduleId', 'from_date as from', 'to_date as to', 'name'] as const

/** Days off that end on or after `since`, earliest first. */
export function listDaysOff(db: Database | Tx, userId: number, since: LocalDate): Promise<DaysOff[]> {
  return db
    .selectFrom('days_off')
    .select(DAYS_OFF)
    .where('user_id', '=', userId)
    .where('to_date', '>=', since)
    .orderBy('from_date')
    .orderBy('id')
    .execute()
}

/** Days off of all schedules, which a new schedule begins with. */
export function daysOffOfAll(db: Database | Tx, userId: number): Promise<DateRange[]> {
  return db
    .selectFrom('days_off')
    .select(['from_date as from', 'to_date as to'])
    .where('user_id', '=', userId)
    .where('schedule_id', 'is', null)
    .execute()
}

export function insertDaysOff(
  tx: Tx,
  userId: number,
  { scheduleId, from, to, name }: Omit<DaysOff, 'id'>,
  now: Instant,
): Promise<DaysOff> {
  return tx
    .insertInto('days_off')
    .values({
      user_id: userId,
      schedule_id: scheduleId,
      from_date: from,
      to_date: to,
      name,
      created_at: new Date(now),
    })
    .returning(DAYS_OFF)
    .executeTakeFirstOrThrow()
}

/** False when this person has none with this id. */
export async function removeDaysOffById(tx: Tx, userId: number, id: number): Promise<boolean> {
  const removed = await tx.deleteFrom('days_off').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/**
 * Deletes days off that ended before `day`, when no rule needs them. A person's stay while a recurring schedule's notice
 * is ahead, which may be of the first call after them.
 */
export async function forgetDaysOff(db: Database, day: LocalDate): Promise<void> {
  await db
    .deleteFrom('days_off')
    .where('to_date', '<', day)
    .where(({ not, exists, selectFrom }) => {
      const theirs = selectFrom('schedules').select('id').whereRef('schedules.user_id', '=', 'days_off.user_id')
      return not(exists(theirs.where('is_recurring', '=', true).where('clock_notice_at', 'is not', null)))
    })
    .execute()
}
