import { nextDue } from '@reveille/core/recurrence'
import { zoneDataVersion } from '@reveille/core/time-zone'
import { findFact, keepFact } from '../db/installation.ts'
import { lockPerson } from '../db/people.ts'
import { ruleOf } from '../db/schedule-rule.ts'
import { findPlannedFirst, listActiveSchedules, lockSchedule } from '../db/schedules.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Services } from '../ports/services.ts'
import { giveNotice } from './give-notice.ts'
import { planSchedules } from './plan-occurrences.ts'
import { replanSchedule } from './replan-schedule.ts'

const FACT = 'zone-data'
/** When that data was first used: how old it is can be watched. */
const SINCE = 'zone-data-since'
const BATCH = 500

/** The call of a day lies nearer to its old instant than that, and the calls of other days further away. */
const HALF_A_DAY_MS = 12 * 60 * 60_000

/**
 * At a start with other zone data than the calls were planned by, plans every future occurrence anew and tells the
 * owners whose next call moved. What rang stays as it was; what was due while we were down, by the new data, is called
 * or failed with words (CALL-5). Done again, or by several at once, it changes nothing more.
 */
export async function adoptZoneData(services: Services, version: string = zoneDataVersion): Promise<void> {
  const before = await findFact(services.db, FACT)
  if (before === version) return
  if (before !== null) {
    const moved = await replanEverything(services)
    services.log.info({ before, version, moved }, 'planned anew with new zone data')
  }
  await keepFact(services.db, FACT, version)
  await keepFact(services.db, SINCE, new Date(services.clock.now()).toISOString())
}

async function replanEverything(services: Services): Promise<number> {
  let moved = 0
  for (let after = 0; ;) {
    const batch = await listActiveSchedules(services.db, after, BATCH)
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
    if (schedule === null || !schedule.is_active) return false
    const before = (await findPlannedFirst(tx, id))?.dueAt ?? schedule.next_due_at?.getTime() ?? null
    if (before === null) return false
    const changed = await replanSchedule(services, tx, schedule)
    const instead = nextDue(ruleOf(schedule), before - HALF_A_DAY_MS)
    if (instead !== null && instead <= now)
      await planSchedules(services, tx, [{ ...changed, next_due_at: new Date(instead) }], now)
    if (instead === before) return false
    const dueAt = (await findPlannedFirst(tx, id))?.dueAt ?? changed.next_due_at?.getTime() ?? null
    const { timezone, is_recurring } = schedule
    const moved = { kind: 'call-moved', timezone, isLast: !is_recurring } as const
    if (dueAt !== null) await giveNotice(services, tx, userId, { ...moved, dueAt })
    return true
  })
}
