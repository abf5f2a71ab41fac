import type { Database } from '../../../src/platform/database/database.ts'

const DAY_MS = 24 * 60 * 60_000
const FIRST_MORNING = Date.parse('2023-01-01T05:30:00Z')

/** Writes the history of `count` answered mornings, one a day, as years of use would leave it. */
export async function seedMornings(db: Database, userId: number, count: number): Promise<void> {
  const mornings = Array.from({ length: count }, (_, day) => new Date(FIRST_MORNING + day * DAY_MS))
  await seedCalls(
    db,
    userId,
    mornings.map((at) => ({ at, status: 'completed' })),
  )
}

const OUTCOMES = { completed: 'answered', no_answer: 'missed', failed: 'failed' } as const

export type SeededCall = { at: Date; status: keyof typeof OUTCOMES }

/** Writes occurrences in Berlin that are over, each with its one call. */
export async function seedCalls(db: Database, userId: number, seeded: readonly SeededCall[]): Promise<void> {
  const occurrences = await db
    .insertInto('occurrences')
    .values(
      seeded.map(({ at, status }) => ({
        schedule_id: null,
        user_id: userId,
        due_at: at,
        timezone: 'Europe/Berlin',
        call_retry: true,
        announce_at: null,
        outcome: OUTCOMES[status],
        outcome_at: at,
        created_at: at,
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
        due_at,
        dial_at: due_at,
        stage: 'ended' as const,
        status: seeded[index]!.status,
        token: `seeded ${userId} ${id}`,
        phone: '+4915123450000',
        marked_at: due_at,
        ended_at: due_at,
        voice: 'lily' as const,
        spoke_of: 'canary words',
        created_at: due_at,
      })),
    )
    .returning(['id', 'due_at'])
    .execute()
  const events = calls.map(({ id, due_at }) => ({ call_id: id, at: due_at, kind: 'ended', detail: 'hung-up' }))
  await db.insertInto('call_events').values(events).execute()
}
