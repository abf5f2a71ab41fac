import { mayBeCalled } from '@reveille/core/people/callable'
import { PLANNING_HORIZON_MS } from '@reveille/core/schedules/schedule-limit'
import { nearest, nextUnskipped } from '@reveille/core/schedules/skipped-calls'
import { zoneDataVersion } from '@reveille/core/time/time-zone'
import { giveNotice } from '../../notices/give-notice.ts'
import { withPerson } from '../../people/with-person.ts'
import { findFact, keepFact } from '../../platform/database/installation.sql.ts'
import type { Services } from '../../platform/services.ts'
import { lockSchedules, readSchedule } from '../schedules.sql.ts'
import { listOutdated, listOutdatedDue } from './cursors.sql.ts'
import { findPlannedFirst } from './planned-calls.sql.ts'
import { planSchedules } from './planner.ts'
import { replanSchedule } from './replan.ts'

const FACT = 'zone-data'
/** When that data was first used, to monitor its age. */
const SINCE = 'zone-data-since'
const BATCH = 500

/** By then a rolling update is over, and no process plans with older data. */
const UPGRADE_FOR_MS = 24 * 60 * 60_000

/**
 * Replans what older zone data planned, and notifies owners whose next call moved: everything when our data is new
 * here, and for a day what processes of the previous version still write. What rang stays; what was due by the new data
 * while we were down is called or fails with a notification. Idempotent, even concurrently; does nothing with data
 * older than what was used here.
 */
export async function upgradeZoneData(services: Services): Promise<void> {
  const { db, clock, log } = services
  const [before, since] = [await findFact(db, FACT), await findFact(db, SINCE)]
  if (before !== null && before > zoneDataVersion) return
  if (before === zoneDataVersion && (since === null || clock.now() - Date.parse(since) > UPGRADE_FOR_MS)) return
  if (before !== null) {
    const moved = await replanOutdated(services)
    if (before !== zoneDataVersion || moved > 0)
      log.info({ before, version: zoneDataVersion, moved }, 'replanned with new zone data')
  }
  if (before === zoneDataVersion) return
  await keepFact(db, FACT, zoneDataVersion)
  await keepFact(db, SINCE, new Date(clock.now()).toISOString())
}

/** Upgrades what the planner is about to plan, which can't wait for the pass over all schedules. */
export async function upgradeDueSchedules(services: Services): Promise<void> {
  const outdated = await listOutdatedDue(services.db, services.clock.now() + PLANNING_HORIZON_MS, BATCH)
  for (const { id, userId } of outdated) await replanOne(services, id, userId)
}

async function replanOutdated(services: Services): Promise<number> {
  let moved = 0
  for (let after = 0; ;) {
    const batch = await listOutdated(services.db, after, BATCH)
    for (const { id, userId } of batch) if (await replanOne(services, id, userId)) moved++
    if (batch.length < BATCH) return moved
    after = batch.at(-1)!.id
  }
}

async function replanOne(services: Services, id: number, userId: number): Promise<boolean> {
  return withPerson(services, userId, async (tx, callee) => {
    const now = services.clock.now()
    const schedule = (await lockSchedules(tx, userId, now)).find((one) => one.id === id)
    if (schedule === undefined || !schedule.isActive || schedule.zoneData >= zoneDataVersion) return false
    const planned = (await findPlannedFirst(tx, id))?.dueAt
    const [before, nextBefore] = [planned ?? schedule.nextDueAt, planned ?? nextUnskipped(schedule)]
    await replanSchedule(services, tx, schedule)
    const changed = await readSchedule(tx, id)
    const instead = before === null ? null : nearest(schedule, before)
    if (instead !== null && instead <= now) await planSchedules(services, tx, [{ ...changed, nextDueAt: instead }], now)
    const dueAt = (await findPlannedFirst(tx, id))?.dueAt ?? nextUnskipped(changed)
    if (nextBefore === null || dueAt === null || nearest(schedule, nextBefore) === nextBefore) return false
    if (callee === null || !mayBeCalled(callee)) return false
    const { timezone, isRecurring } = schedule
    await giveNotice(services, tx, userId, { kind: 'call-moved', dueAt, timezone, isLast: !isRecurring })
    return true
  })
}
