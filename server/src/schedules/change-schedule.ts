import type { Callee } from '@reveille/core/people/callable'
import type { ChosenSchedule, Schedule } from '@reveille/core/schedules/schedule'
import { lockCallee, withPerson } from '../people/with-person.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import { isStale, type Expected } from '../platform/http/if-match.ts'
import type { Services } from '../platform/services.ts'
import { prepareAnew } from './planner/planned-calls.sql.ts'
import { planNewSchedule, planOverdue, replanSchedule, takeBack, type FollowUps } from './planner/replan.ts'
import { hasSchedule, lockSchedules, removeSchedule } from './schedules.sql.ts'

/** All locked, with nothing overdue in `schedule`. `others` aren't over. `next`: its version after the change. */
export type LockedSchedule = { callee: Callee; schedule: Schedule; others: Schedule[]; next: number }

/** Writes nothing, `changed`, or a deletion. `followUps`: whether follow-ups that have begun today continue. */
export type Change<R> = { refused: R } | { changed: Schedule; followUps: FollowUps; result: R } | { deleted: R }

/** What `changeSchedule` itself refuses. `over`: a one-time schedule whose call has its outcome. */
export type Unchanged = { outcome: 'not-found' | 'over' | 'changed-elsewhere' }

type Which = { userId: number; id: number; expected?: Expected }

/**
 * The only way to change a schedule, in its own transaction: locks the person, settles overdue calls under the old
 * rule, lets `change` decide, writes and replans, and notifies open pages.
 */
export async function changeSchedule<R>(
  services: Services,
  which: Which,
  change: (tx: Tx, locked: LockedSchedule) => Promise<Change<R>>,
): Promise<R | Unchanged> {
  const result = await inTransaction(services.db, (tx) => changeScheduleIn(services, tx, which, change))
  services.live.publish(which.userId, 'schedules')
  return result
}

/** `changeSchedule` in an open transaction; the caller notifies the pages. */
export async function changeScheduleIn<R>(
  services: Services,
  tx: Tx,
  which: Which,
  change: (tx: Tx, locked: LockedSchedule) => Promise<Change<R>>,
): Promise<R | Unchanged> {
  const callee = await lockCallee(tx, which.userId)
  if (callee === null) return { outcome: 'not-found' }
  const before = await find(services, tx, which)
  if (before.schedule === undefined) return { outcome: (await hasSchedule(tx, which)) ? 'over' : 'not-found' }
  await planOverdue(services, tx, before.schedule)
  // Settling overdue calls may have ended a one-time schedule.
  const { schedule, others } = await find(services, tx, which)
  if (schedule === undefined) return { outcome: 'over' }
  if (isStale(schedule.version, which.expected)) return { outcome: 'changed-elsewhere' }
  const next = schedule.version + 1
  const done = await change(tx, { callee, schedule, others, next })
  if ('refused' in done) return done.refused
  if ('changed' in done) {
    await replanSchedule(services, tx, { ...done.changed, version: next }, done.followUps)
    return done.result
  }
  await takeBack(services, tx, which.id, 'end')
  await removeSchedule(tx, which.id)
  await prepareAnew(tx, which.userId, services.clock.now())
  return done.deleted
}

/** Like `changeSchedule`, for a schedule that `add` creates. */
export async function addSchedule<R>(
  services: Services,
  userId: number,
  add: (
    tx: Tx,
    locked: Omit<LockedSchedule, 'schedule' | 'next'>,
  ) => Promise<{ refused: R } | { added: ChosenSchedule & Pick<Schedule, 'daysOff'>; result: (id: number) => R }>,
): Promise<R | Unchanged> {
  const result = await withPerson(services, userId, async (tx, callee): Promise<R | Unchanged> => {
    if (callee === null) return { outcome: 'not-found' }
    const others = await lockSchedules(tx, userId, services.clock.now())
    const done = await add(tx, { callee, others })
    if ('refused' in done) return done.refused
    return done.result(await planNewSchedule(services, tx, userId, done.added))
  })
  services.live.publish(userId, 'schedules')
  return result
}

async function find({ clock }: Services, tx: Tx, { userId, id }: Which) {
  const all = await lockSchedules(tx, userId, clock.now())
  return { schedule: all.find((one) => one.id === id), others: all.filter((one) => one.id !== id) }
}
