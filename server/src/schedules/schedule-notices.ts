import { eveNotice } from '@reveille/core/schedules/eve-notice'
import { ruleOf, type Schedule } from '@reveille/core/schedules/schedule'
import { nextUnskipped } from '@reveille/core/schedules/skipped-calls'
import { DAY_MS, HOUR_MS } from '@reveille/core/time/duration'
import { localDateAt } from '@reveille/core/time/time-zone'
import { giveNotice, giveNoticeOnce } from '../notices/give-notice.ts'
import { claimRun, keepFact } from '../platform/database/installation.sql.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { crowdedMinutes, untoldInMinute, type Minute } from './crowded-minutes.sql.ts'
import { takeEveNotices } from './planner/cursors.sql.ts'
import { takeEndedSchedules } from './schedules.sql.ts'

const BATCH = 100

/** Several schedules that resume on one morning need one notification, by the earliest. */
const ONE_EVENING_MS = 12 * HOUR_MS

/** Tells people when their call rings, the evening before the clocks change or before calls resume after days off. */
export async function tellEveningBefore(services: Services): Promise<void> {
  while ((await tellSome(services)) === BATCH) continue
}

/** Returns how many were due, at most a batch. */
function tellSome(services: Services): Promise<number> {
  return inTransaction(services.db, async (tx) => {
    const schedules = await takeEveNotices(tx, services.clock.now(), BATCH)
    for (const schedule of schedules.toSorted((a, b) => (a.nextDueAt ?? 0) - (b.nextDueAt ?? 0)))
      await tell(services, tx, schedule)
    return schedules.length
  })
}

async function tell(services: Services, tx: Tx, schedule: Schedule): Promise<void> {
  const dueAt = nextUnskipped(schedule)
  // A paused schedule has no next call; after a skip the next one may be past the change.
  if (dueAt === null || dueAt !== schedule.nextDueAt) return
  const now = services.clock.now()
  const kind = eveNotice(ruleOf(schedule), dueAt)
  // After an outage the call may be over.
  if (kind === null || dueAt <= now) return
  const { userId, timezone, isRecurring } = schedule
  const told = { dueAt, timezone, isLast: !isRecurring }
  if (kind === 'clocks-change') return giveNotice(services, tx, userId, { kind, ...told })
  // It says 'tomorrow', so past midnight it's too late.
  if (localDateAt(now, timezone) === localDateAt(dueAt, timezone)) return
  await giveNoticeOnce(services, tx, userId, { kind, ...told, since: now - ONE_EVENING_MS })
}

/** Tells people once that their paused one-time schedules are over. A skip, a stop and days off were their own doing. */
export async function tellScheduleEnds(services: Services): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    for (const schedule of await takeEndedSchedules(tx, services.clock.now(), BATCH)) {
      const { userId, wakeupTime, date, isActive } = schedule
      if (date !== null && !isActive)
        await giveNotice(services, tx, userId, { kind: 'schedule-ended', wakeupTime, date })
    }
  })
}

/** Anything nearer is already planned: too late to choose another time. */
const FROM_MS = HOUR_MS
/** Telling once is enough, because a minute is about as full every day. */
const TOLD_EVERY_MS = 30 * DAY_MS
/** At most this many minutes in the log; the gauge counts all. */
const MOST_LOGGED = 20

/** The stored value that the gauge of crowded minutes reads. */
const CROWDED_MINUTES = 'crowded-minutes'

/**
 * Finds minutes of the next day with more first calls than the carrier takes. Operators get the log and a gauge, and
 * people in such a minute are told once in thirty days. Hourly across all workers.
 */
export async function tellCrowdedMinutes(services: Services): Promise<void> {
  const { db, clock, config, log } = services
  const now = clock.now()
  if (!(await claimRun(db, 'crowded minutes', now, HOUR_MS))) return
  const most = 60 * config.callsPerSecond
  const minutes = await crowdedMinutes(db, { from: now + FROM_MS, until: now + DAY_MS, most })
  await keepFact(db, CROWDED_MINUTES, String(minutes.length))
  if (minutes.length === 0) return
  const listed = minutes.slice(0, MOST_LOGGED).map(({ at, calls }) => ({ at: new Date(at).toISOString(), calls }))
  log.warn({ minutes: listed, count: minutes.length, most }, 'more calls are due in a minute than the carrier takes')
  for (const crowded of minutes) while ((await tellInMinute(services, crowded, most)) === BATCH) continue
}

/** Returns how many were told, at most a batch. */
function tellInMinute(services: Services, { at, calls }: Minute, most: number): Promise<number> {
  return inTransaction(services.db, async (tx) => {
    const since = services.clock.now() - TOLD_EVERY_MS
    const untold = await untoldInMinute(tx, { at, since, limit: BATCH })
    for (const { userId, dueAt, timezone, isRecurring } of untold) {
      const about = { dueAt, timezone, isLast: !isRecurring, lateMinutes: Math.ceil(calls / most) - 1 }
      await giveNotice(services, tx, userId, { kind: 'minute-crowded', ...about })
    }
    return untold.length
  })
}
