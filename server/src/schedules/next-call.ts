import type { Instant } from '@reveille/core/time/time-zone'
import type { CallRow, ScheduleRow } from '../platform/database/tables.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { findPlannedFirst } from './planner/planned-calls.sql.ts'
import { lockSchedules } from './schedules.sql.ts'
import { isSkipped, nextUnskipped } from './skipped-calls.ts'

/** A call of a schedule, before it is planned too. */
export type NamedCall = { scheduleId: number; at: Instant }
export type NextCall = NamedCall & { timezone: string }

/** The earliest call after `after` of all active schedules of a person: the one that the words of a call name. */
export async function nextCallOfPerson(tx: Tx, userId: number, after: Instant): Promise<NextCall | null> {
  const coming: NextCall[] = []
  for (const schedule of await lockSchedules(tx, userId, after)) {
    const at = await nextOf(tx, schedule, after)
    if (at !== null) coming.push({ scheduleId: schedule.id, at, timezone: schedule.timezone })
  }
  return coming.toSorted((a, b) => a.at - b.at)[0] ?? null
}

/** The call that key 9 skips: the one that the words named. Those of an older version name the next one. */
export async function namedCall(tx: Tx, call: CallRow): Promise<NamedCall | null> {
  const { named_schedule_id: scheduleId, named_call_at: at } = call
  if (scheduleId !== null && at !== null) return { scheduleId, at: at.getTime() }
  return nextCallOfPerson(tx, call.user_id, call.due_at.getTime())
}

/** Its schedule, where it is skipped already or still the next after this call; null when it was changed since. */
export async function scheduleOfNamed(
  tx: Tx,
  call: CallRow,
  { scheduleId, at }: NamedCall,
): Promise<ScheduleRow | null> {
  const after = call.due_at.getTime()
  const schedule = (await lockSchedules(tx, call.user_id, after)).find(({ id }) => id === scheduleId)
  if (schedule === undefined) return null
  return isSkipped(schedule, at) || (await nextOf(tx, schedule, after)) === at ? schedule : null
}

async function nextOf(tx: Tx, schedule: ScheduleRow, after: Instant): Promise<Instant | null> {
  return (await findPlannedFirst(tx, schedule.id, after))?.dueAt ?? nextUnskipped(schedule)
}
