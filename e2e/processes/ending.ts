import type { Database } from '../../server/src/platform/database/database.ts'
import { timestamp } from '../../server/src/platform/database/value-types.ts'
import type { Person } from './people.ts'
import { waitFor } from './wait.ts'

/** Waits for the outcome of the person's occurrence. Returns it with the status of each call. */
export function ending(db: Database, { userId, dueAt }: Person) {
  return waitFor('an outcome', async () => {
    const rows = await db
      .selectFrom('occurrences')
      .innerJoin('calls', 'calls.occurrence_id', 'occurrences.id')
      .select(['occurrences.outcome', 'calls.status'])
      .where('occurrences.user_id', '=', userId)
      .where('occurrences.due_at', '=', timestamp(dueAt))
      .orderBy('calls.attempt')
      .execute()
    const outcome = rows[0]?.outcome ?? null
    return outcome === null ? null : { outcome, calls: rows.map(({ status }) => status) }
  })
}
