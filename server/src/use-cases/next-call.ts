import type { Instant } from '@reveille/core/time-zone'
import { findPlannedFirst, lockSchedules } from '../db/schedules.ts'
import type { Tx } from '../db/transaction.ts'
import { nextUnskipped } from './skipped-calls.ts'

export type NextCall = { scheduleId: number; at: Instant; timezone: string }

/** The earliest call after `after` of all active schedules of a person: the one that key 9 skips. */
export async function nextCallOfPerson(tx: Tx, userId: number, after: Instant): Promise<NextCall | null> {
  const coming: NextCall[] = []
  for (const schedule of await lockSchedules(tx, userId, after)) {
    const at = (await findPlannedFirst(tx, schedule.id, after))?.dueAt ?? nextUnskipped(schedule)
    if (at !== null) coming.push({ scheduleId: schedule.id, at, timezone: schedule.timezone })
  }
  return coming.toSorted((a, b) => a.at - b.at)[0] ?? null
}
