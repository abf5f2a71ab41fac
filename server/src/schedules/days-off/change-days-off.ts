import type { DaysOff, NewDaysOff } from '@reveille/contract/days-off'
import { isDayOff, MOST_DAYS_OFF } from '@reveille/core/schedules/days-off'
import type { Schedule } from '@reveille/core/schedules/schedule'
import { latestDate } from '@reveille/core/schedules/schedule-limit'
import type { LocalDate } from '@reveille/core/time/calendar'
import { type Instant, localDateAt } from '@reveille/core/time/time-zone'
import type { Database } from '../../platform/database/database.ts'
import { inTransaction, type Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { changeCallable } from '../change-callable.ts'
import { isBeingPlaced, lockOpenCallsOf } from '../planner/planned-calls.sql.ts'
import { listSchedules, lockSchedules } from '../schedules.sql.ts'
import { insertDaysOff, listDaysOff, removeDaysOffById } from './days-off.sql.ts'

export type AddOutcome =
  | { outcome: 'added'; daysOff: DaysOff }
  | { outcome: 'not-found' | 'being-placed' | 'limit-reached' | 'in-the-past' | 'too-far-ahead' }

/** The zone where a date ends last: until then, it's still today for somebody. */
const LAST_ZONE = 'Etc/GMT+12'

/**
 * Adds days off and cancels what was planned on them. A morning that has begun continues. The same days again, such as
 * by a retry after a lost answer, are the entry that exists.
 */
export async function addDaysOff(services: Services, userId: number, wanted: NewDaysOff): Promise<AddOutcome> {
  const added = await changeDaysOff<AddOutcome>(services, userId, async (tx, schedules) => {
    const now = services.clock.now()
    const theirs = schedulesOf(wanted, schedules)
    if (wanted.scheduleId !== null && theirs.length === 0) return { outcome: 'not-found' }
    const entry = { ...wanted, name: wanted.name || null }
    const ahead = await daysOffAhead(tx, userId, schedules, now)
    const existing = ahead.find((daysOff) => isSameEntry(daysOff, entry))
    if (existing !== undefined) return { outcome: 'added', daysOff: existing }
    const today = firstToday(theirs, now)
    if (wanted.to < today) return { outcome: 'in-the-past' }
    if (wanted.from > latestDate(today)) return { outcome: 'too-far-ahead' }
    if (ahead.length >= MOST_DAYS_OFF) return { outcome: 'limit-reached' }
    for (const schedule of theirs) if (await isPlacedOn(tx, schedule, wanted)) return { outcome: 'being-placed' }
    return { outcome: 'added', daysOff: await insertDaysOff(tx, userId, entry, now) }
  })
  return added ?? { outcome: 'not-found' }
}

const isSameEntry = (a: Omit<DaysOff, 'id'>, b: Omit<DaysOff, 'id'>): boolean =>
  a.from === b.from && a.to === b.to && a.scheduleId === b.scheduleId && a.name === b.name

/** Calls ring again on these days; missed ones aren't made up. False when this person has no such days off. */
export async function removeDaysOff(services: Services, userId: number, id: number): Promise<boolean> {
  return (await changeDaysOff(services, userId, (tx) => removeDaysOffById(tx, userId, id))) ?? false
}

/** A person's days off that aren't over yet. */
export async function daysOffOf({ db, clock }: Services, userId: number): Promise<DaysOff[]> {
  const now = clock.now()
  return daysOffAhead(db, userId, await listSchedules(db, { userId, now }), now)
}

/** Those that could still be added, so that removing them can be undone. */
async function daysOffAhead(db: Database, userId: number, schedules: Zoned, now: Instant): Promise<DaysOff[]> {
  const listed = await listDaysOff(db, userId, localDateAt(now, LAST_ZONE))
  return listed.filter((daysOff) => daysOff.to >= firstToday(schedulesOf(daysOff, schedules), now))
}

/** Replans all schedules in the same transaction; null when the account is gone. */
async function changeDaysOff<R>(
  services: Services,
  userId: number,
  change: (tx: Tx, schedules: readonly Schedule[]) => Promise<R>,
): Promise<R | null> {
  const result = await inTransaction(services.db, (tx) =>
    changeCallable(services, tx, { userId, followUps: 'stay' }, async (callee) =>
      callee === null ? null : change(tx, await lockSchedules(tx, userId, services.clock.now())),
    ),
  )
  services.live.publish(userId, 'schedules')
  return result
}

/** Whether a call of one of these days is about to leave. */
async function isPlacedOn(tx: Tx, { id, timezone }: Schedule, range: NewDaysOff): Promise<boolean> {
  const calls = await lockOpenCallsOf(tx, id)
  return calls.some((call) => isBeingPlaced(call) && isDayOff([range], localDateAt(call.dueAt, timezone)))
}

type Zoned = readonly Pick<Schedule, 'id' | 'timezone'>[]

/** The schedules that days off apply to. */
function schedulesOf<S extends Zoned[number]>({ scheduleId }: Pick<DaysOff, 'scheduleId'>, all: readonly S[]): S[] {
  return all.filter(({ id }) => scheduleId === null || id === scheduleId)
}

/** The earliest local date among the schedules. */
function firstToday(schedules: Zoned, now: Instant): LocalDate {
  const zones = schedules.length === 0 ? [LAST_ZONE] : schedules.map(({ timezone }) => timezone)
  return zones.map((zone) => localDateAt(now, zone)).toSorted()[0]!
}
