import type { Instant } from '@reveille/core/time/time-zone'
import { WEEKDAYS } from '@reveille/core/time/weekday'
import type { Database } from '../../server/src/platform/database/database.ts'
import { inTransaction, type Tx } from '../../server/src/platform/database/transaction.ts'

/** Somebody whose phone is to ring at `dueAt`. */
export type Sleeper = { userId: number; phone: string; dueAt: Instant }

const HALF_A_DAY_MS = 12 * 60 * 60_000

/**
 * Puts people with one schedule each straight into the database, the planner's cursor at an instant that no form would
 * take. The planner, the dispatcher and everything after them are the product's own; the next call is half a day later.
 */
export function putSleepers(db: Database, dueAts: readonly Instant[]): Promise<Sleeper[]> {
  return inTransaction(db, async (tx) => {
    const sleepers = await insertPeople(tx, dueAts)
    await tx
      .insertInto('schedules')
      .values(
        sleepers.map(({ userId, dueAt }) => ({
          user_id: userId,
          wakeup_time: new Date(dueAt + HALF_A_DAY_MS).toISOString().slice(11, 16),
          timezone: 'UTC',
          is_recurring: true,
          weekdays: [...WEEKDAYS],
          date: null,
          call_retry: true,
          advance_notice: false,
          one_time_at: null,
          next_due_at: new Date(dueAt),
          clock_notice_at: null,
          ended_at: null,
          created_at: new Date(dueAt),
          updated_at: new Date(dueAt),
        })),
      )
      .execute()
    return sleepers
  })
}

async function insertPeople(tx: Tx, dueAts: readonly Instant[]): Promise<Sleeper[]> {
  const { taken } = await tx
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('taken'))
    .executeTakeFirstOrThrow()
  const people = dueAts.map((dueAt, index) => ({ dueAt, phone: `+1202555${String(Number(taken) + index + 1000)}` }))
  const rows = await tx
    .insertInto('users')
    .values(
      people.map(({ phone, dueAt }) => ({
        email: `sleeper${phone.slice(1)}@example.com`,
        name: 'Robin Sleeper',
        phone,
        phone_verified: true,
        created_at: new Date(dueAt),
        updated_at: new Date(dueAt),
      })),
    )
    .returning(['id', 'phone'])
    .execute()
  const idOf = new Map(rows.map(({ id, phone }) => [phone, id]))
  const sleepers = people.map((person) => ({ ...person, userId: idOf.get(person.phone)! }))
  await insertPreferences(tx, sleepers)
  return sleepers
}

async function insertPreferences(tx: Tx, sleepers: readonly Sleeper[]): Promise<void> {
  await tx
    .insertInto('personalizations')
    .values(
      sleepers.map(({ userId, dueAt }) => ({
        user_id: userId,
        goals: ['exercise' as const],
        other_goal: null,
        goal_description: null,
        struggles: ['snooze' as const],
        other_struggle: null,
        voice: 'liam' as const,
        custom_voice: null,
        created_at: new Date(dueAt),
        updated_at: new Date(dueAt),
      })),
    )
    .execute()
}
