import { zoneDataVersion } from '@reveille/core/time/time-zone'
import { giveNotice } from '../../notices/give-notice.ts'
import { isCallable } from '../../people/callable.sql.ts'
import { lockPerson } from '../../people/lock-person.sql.ts'
import { findFact, keepFact } from '../../platform/database/installation.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { lockSchedule } from '../schedules.sql.ts'
import { nearest, nextUnskipped } from '../skipped-calls.ts'
import { listOutdated, listOutdatedDue } from './cursors.sql.ts'
import { findPlannedFirst } from './planned-calls.sql.ts'
import { HORIZON_MS, planSchedules } from './planner.ts'
import { replanSchedule } from './replan.ts'

const FACT = 'zone-data'
/** When that data was first used: how old it is can be watched. */
const SINCE = 'zone-data-since'
const BATCH = 500

/** By then a rolling update is over: no process with older data plans anything any more. */
const ADOPT_FOR_MS = 24 * 60 * 60_000

/**
 * Plans anew, with our zone data, whatever older data planned, and tells the owners whose next call moved: all of it when
 * our data is new here, and for a day what processes of the version before still write beside us. What rang stays as it
 * was; what was due while we were down, by the new data, is called or failed with words (CALL-5). Done again, or by
 * several at once, it changes nothing more; older data than has been in use here plans nothing anew.
 */
export async function adoptZoneData(services: Services): Promise<void> {
  const { db, clock, log } = services
  const [before, since] = [await findFact(db, FACT), await findFact(db, SINCE)]
  if (before !== null && before > zoneDataVersion) return
  if (before === zoneDataVersion && (since === null || clock.now() - Date.parse(since) > ADOPT_FOR_MS)) return
  if (before !== null) {
    const moved = await replanOutdated(services)
    if (before !== zoneDataVersion || moved > 0)
      log.info({ before, version: zoneDataVersion, moved }, 'planned anew with new zone data')
  }
  if (before === zoneDataVersion) return
  await keepFact(db, FACT, zoneDataVersion)
  await keepFact(db, SINCE, new Date(clock.now()).toISOString())
}

/** The same for what the planner would plan now: that cannot wait until all schedules have been gone through. */
export async function adoptWhatIsDue(services: Services): Promise<void> {
  const outdated = await listOutdatedDue(services.db, services.clock.now() + HORIZON_MS, BATCH)
  for (const { id, user_id } of outdated) await replanOne(services, id, user_id)
}

async function replanOutdated(services: Services): Promise<number> {
  let moved = 0
  for (let after = 0; ;) {
    const batch = await listOutdated(services.db, after, BATCH)
    for (const { id, user_id } of batch) if (await replanOne(services, id, user_id)) moved++
    if (batch.length < BATCH) return moved
    after = batch.at(-1)!.id
  }
}

async function replanOne(services: Services, id: number, userId: number): Promise<boolean> {
  return inTransaction(services.db, async (tx) => {
    await lockPerson(tx, userId)
    const now = services.clock.now()
    const schedule = await lockSchedule(tx, { userId, id, now })
    if (schedule === null || !schedule.is_active || schedule.zone_data >= zoneDataVersion) return false
    const planned = (await findPlannedFirst(tx, id))?.dueAt
    const [before, nextBefore] = [
      planned ?? schedule.next_due_at?.getTime() ?? null,
      planned ?? nextUnskipped(schedule),
    ]
    const changed = await replanSchedule(services, tx, schedule)
    const instead = before === null ? null : nearest(schedule, before)
    if (instead !== null && instead <= now)
      await planSchedules(services, tx, [{ ...changed, next_due_at: new Date(instead) }], now)
    const dueAt = (await findPlannedFirst(tx, id))?.dueAt ?? nextUnskipped(changed)
    if (nextBefore === null || dueAt === null || nearest(schedule, nextBefore) === nextBefore) return false
    if (!(await isCallable(tx, userId))) return false
    const { timezone, is_recurring } = schedule
    await giveNotice(services, tx, userId, { kind: 'call-moved', dueAt, timezone, isLast: !is_recurring })
    return true
  })
}
