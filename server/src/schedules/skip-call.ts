import type { Instant } from '@reveille/core/time/time-zone'
import { giveNotice } from '../notices/give-notice.ts'
import { lockPerson } from '../people/lock-person.sql.ts'
import type { ScheduleRow } from '../platform/database/tables.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { closeOccurrence } from './planner/occurrences.sql.ts'
import { deleteUndialled, findPlannedFirst } from './planner/planned-calls.sql.ts'
import { planOverdue, replanSchedule } from './planner/replan.ts'
import { lockSchedule, setSkipped } from './schedules.sql.ts'
import { nextUnskipped, skippedAhead } from './skipped-calls.ts'

/** What the screen asked for; without `skipped` the state is turned round, without `at` the next call is meant. */
export type SkipRequest = { at?: Instant | undefined; skipped?: boolean | undefined }

export type SkipOutcome = { outcome: 'skipped' | 'unskipped' | 'not-found' | 'not-the-next' | 'nothing-to-skip' }

/** Skips exactly the next call of a schedule, or takes that back while its instant is still ahead (SCHED-9). */
export async function skipNextCall(
  services: Services,
  userId: number,
  id: number,
  { at, skipped }: SkipRequest,
): Promise<SkipOutcome> {
  const result = await inTransaction(services.db, async (tx): Promise<SkipOutcome> => {
    await lockPerson(tx, userId)
    const schedule = await lockSchedule(tx, { userId, id, now: services.clock.now() })
    if (schedule === null) return { outcome: 'not-found' }
    const now = services.clock.now()
    const ahead = skippedAhead(schedule, now)
    if (skipped ?? ahead.length === 0) return skip(services, tx, schedule, { at })
    const takenBack = at ?? ahead[0]
    if (takenBack === undefined) return { outcome: 'unskipped' }
    if (!ahead.includes(takenBack)) return { outcome: 'not-the-next' }
    await planOverdue(services, tx, schedule)
    const stillSkipped = ahead.filter((instant) => instant !== takenBack)
    await setSkipped(tx, id, stillSkipped)
    const skipped_calls = stillSkipped.map((instant) => new Date(instant))
    await replanSchedule(services, tx, { ...schedule, skipped_calls })
    return { outcome: 'unskipped' }
  })
  services.live.publish(userId, 'schedules')
  return result
}

/**
 * Marks the next call of a locked schedule, or the next after `after`, as skipped and takes it back where it was planned
 * already. What was owed while nobody planned gets its own outcome first: a skip is of a call that still can come.
 */
export async function skip(
  services: Services,
  tx: Tx,
  locked: ScheduleRow,
  { at, after }: { at?: Instant | undefined; after?: Instant } = {},
): Promise<SkipOutcome> {
  const schedule = await planOverdue(services, tx, locked)
  const now = services.clock.now()
  const ahead = skippedAhead(schedule, now)
  if (at !== undefined && ahead.includes(at)) return { outcome: 'skipped' }
  const planned = await findPlannedFirst(tx, schedule.id, after)
  const next = planned?.dueAt ?? nextUnskipped(schedule)
  if (next === null) return { outcome: at === undefined ? 'nothing-to-skip' : 'not-the-next' }
  if (at !== undefined && at !== next) return { outcome: 'not-the-next' }
  await setSkipped(tx, schedule.id, [...ahead, next])
  if (planned !== null) {
    await deleteUndialled(tx, [planned.occurrenceId])
    await closeOccurrence(tx, planned.occurrenceId, 'skipped', now)
    await giveNotice(services, tx, schedule.user_id, {
      kind: 'call-skipped',
      dueAt: next,
      timezone: schedule.timezone,
      isLast: !schedule.is_recurring,
    })
  }
  return { outcome: 'skipped' }
}
