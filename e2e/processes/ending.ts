import type { Database } from '../../server/src/platform/database/database.ts'
import type { Sleeper } from './sleepers.ts'
import { waitFor } from './wait.ts'

/** The outcome of the first occurrence once it has one, and how each of its calls stands in the history. */
export function ending(db: Database, { userId, dueAt }: Sleeper) {
  return waitFor('an outcome', async () => {
    const rows = await db
      .selectFrom('occurrences')
      .innerJoin('calls', 'calls.occurrence_id', 'occurrences.id')
      .select(['occurrences.outcome', 'calls.status'])
      .where('occurrences.user_id', '=', userId)
      .where('occurrences.due_at', '=', new Date(dueAt))
      .orderBy('calls.attempt')
      .execute()
    const outcome = rows[0]?.outcome ?? null
    return outcome === null ? null : { outcome, calls: rows.map(({ status }) => status) }
  })
}
