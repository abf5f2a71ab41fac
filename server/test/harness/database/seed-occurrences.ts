import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../../../src/platform/database/database.ts'

const DAY_MS = 24 * 60 * 60_000
const FIRST_AT = Date.parse('2023-01-01T05:30:00Z')

/** Inserts `count` answered occurrences, one a day, as after years of use. */
export async function seedAnswered(db: Database, userId: number, count: number): Promise<void> {
  const instants = Array.from({ length: count }, (_, day) => FIRST_AT + day * DAY_MS)
  await seedCalls(
    db,
    userId,
    instants.map((at) => ({ at, status: 'completed' })),
  )
}

const OUTCOMES = { completed: 'answered', unconfirmed: 'unconfirmed', no_answer: 'missed', failed: 'failed' } as const

export type SeededCall = { at: Instant; status: keyof typeof OUTCOMES }

/** Inserts finished occurrences in Berlin, each with one call. */
export async function seedCalls(db: Database, userId: number, seeded: readonly SeededCall[]): Promise<void> {
  const occurrences = await db
    .insertInto('occurrences')
    .values(
      seeded.map(({ at, status }) => ({
        schedule_id: null,
        user_id: userId,
        due_at: new Date(at),
        timezone: 'Europe/Berlin',
        call_retry: true,
        announce_at: null,
        outcome: OUTCOMES[status],
        outcome_at: new Date(at),
        created_at: new Date(at),
      })),
    )
    .returning(['id', 'due_at'])
    .execute()
  const calls = await db
    .insertInto('calls')
    .values(
      occurrences.map(({ id, due_at }, index) => ({
        occurrence_id: id,
        user_id: userId,
        attempt: 1,
        kind: 'first' as const,
        due_at: new Date(due_at),
        dial_at: new Date(due_at),
        stage: 'ended' as const,
        status: seeded[index]!.status,
        token: `seeded ${userId} ${id}`,
        phone: '+4915123450000',
        marked_at: new Date(due_at),
        ended_at: new Date(due_at),
        voice: 'lily' as const,
        spoke_of: 'canary words',
        created_at: new Date(due_at),
      })),
    )
    .returning(['id', 'due_at'])
    .execute()
  const events = calls.map(({ id, due_at }) => ({
    call_id: id,
    at: new Date(due_at),
    kind: 'ended',
    detail: 'hung-up',
  }))
  await db.insertInto('call_events').values(events).execute()
}
