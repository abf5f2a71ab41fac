import type { Instant } from '@reveille/core/time/time-zone'
import { WEEKDAYS } from '@reveille/core/time/weekday'
import type { Database } from '../../server/src/platform/database/database.ts'
import { inTransaction, type Tx } from '../../server/src/platform/database/transaction.ts'

/** A person whose phone should ring at `dueAt`. */
export type Person = { userId: number; phone: string; dueAt: Instant }

const HALF_A_DAY_MS = 12 * 60 * 60_000

/**
 * Inserts people with one schedule each into the database, with the planner's cursor at an instant that no form would
 * accept. The product does the rest, from the planner on. Their next call is half a day later.
 */
export function putPeople(
  db: Database,
  dueAts: readonly Instant[],
  { callRetry = true }: { callRetry?: boolean } = {},
): Promise<Person[]> {
  return inTransaction(db, async (tx) => {
    const people = await insertPeople(tx, dueAts)
    await tx
      .insertInto('schedules')
      .values(
        people.map(({ userId, dueAt }) => ({
          user_id: userId,
          wakeup_time: new Date(dueAt + HALF_A_DAY_MS).toISOString().slice(11, 16),
          timezone: 'UTC',
          is_recurring: true,
          weekdays: [...WEEKDAYS],
          date: null,
          call_retry: callRetry,
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
    return people
  })
}

async function insertPeople(tx: Tx, dueAts: readonly Instant[]): Promise<Person[]> {
  const { taken } = await tx
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('taken'))
    .executeTakeFirstOrThrow()
  const drafts = dueAts.map((dueAt, index) => ({ dueAt, phone: `+1202555${String(Number(taken) + index + 1000)}` }))
  const rows = await tx
    .insertInto('users')
    .values(
      drafts.map(({ phone, dueAt }) => ({
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
  const people = drafts.map((person) => ({ ...person, userId: idOf.get(person.phone)! }))
  await insertPreferences(tx, people)
  return people
}

async function insertPreferences(tx: Tx, people: readonly Person[]): Promise<void> {
  await tx
    .insertInto('personalizations')
    .values(
      people.map(({ userId, dueAt }) => ({
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
