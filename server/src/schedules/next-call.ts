import type { Call } from '@reveille/core/calls/call'
import { callChoicesOf, type CallChoices } from '@reveille/core/calls/next-step'
import { noteOf } from '@reveille/core/schedules/note'
import type { Schedule } from '@reveille/core/schedules/schedule'
import { isSkipped, nextUnskipped } from '@reveille/core/schedules/skipped-calls'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Tx } from '../platform/database/transaction.ts'
import { findPlannedFirst } from './planner/planned-calls.sql.ts'
import { lockSchedules } from './schedules.sql.ts'

export type NamedCall = { scheduleId: number; at: Instant }
export type NextCall = NamedCall & CallChoices & Pick<Schedule, 'timezone' | 'cycle' | 'note'>

/** The earliest call after `after` across a person's active schedules: the one that a message names. */
export async function nextCallOfPerson(tx: Tx, userId: number, after: Instant): Promise<NextCall | null> {
  const coming: NextCall[] = []
  for (const schedule of await lockSchedules(tx, userId, after)) {
    const at = await nextOf(tx, schedule, after)
    const { id: scheduleId, timezone, cycle } = schedule
    if (at !== null)
      coming.push({ scheduleId, at, timezone, cycle, note: noteOf(schedule, at), ...callChoicesOf(schedule) })
  }
  return coming.toSorted((a, b) => a.at - b.at)[0] ?? null
}

/** The call that key 9 skips: the one that the message named, otherwise the next one. */
export async function namedCall(tx: Tx, call: Call): Promise<NamedCall | null> {
  const { namedScheduleId: scheduleId, namedCallAt: at } = call
  if (scheduleId !== null && at !== null) return { scheduleId, at }
  return nextCallOfPerson(tx, call.userId, call.dueAt)
}

/** Whether it's already skipped, or still the next one after this call: its schedule may have changed. */
export async function isNamedCallAhead(tx: Tx, call: Call, { scheduleId, at }: NamedCall): Promise<boolean> {
  const after = call.dueAt
  const schedule = (await lockSchedules(tx, call.userId, after)).find(({ id }) => id === scheduleId)
  return schedule !== undefined && (isSkipped(schedule, at) || (await nextOf(tx, schedule, after)) === at)
}

async function nextOf(tx: Tx, schedule: Schedule, after: Instant): Promise<Instant | null> {
  return (await findPlannedFirst(tx, schedule.id, after))?.dueAt ?? nextUnskipped(schedule)
}
