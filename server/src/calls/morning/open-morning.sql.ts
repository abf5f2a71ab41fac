import type { Call } from '@reveille/core/calls/call'
import { isUndialled, UNDIALLED } from '@reveille/core/calls/call-lifecycle'
import type { Occurrence } from '@reveille/core/schedules/occurrence'
import { sql } from 'kysely'
import { CALL, OCCURRENCE } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/database.ts'

/** A morning that has begun and asks for a proof. */
export type OpenOccurrence = {
  occurrence: Occurrence
  /** Its latest call, which may not have been dialled yet: its task is the open one. */
  asking: Call
  /** Its latest call that was dialled: a proof counts for it. */
  dialled: Call
}

/**
 * The person's newest open morning whose phone has been called and that asks for a proof; null when there is none.
 * Strict asks again only once its second check has been dialled.
 */
export async function findOpenMorning(db: Database, userId: number): Promise<OpenOccurrence | null> {
  const occurrences = await db
    .selectFrom('occurrences')
    .select(OCCURRENCE)
    .where('user_id', '=', userId)
    .where('is_sample', '=', false)
    .where('outcome', 'is', null)
    .where('stopped_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('calls')
          .select(sql`1`.as('one'))
          .whereRef('calls.occurrence_id', '=', 'occurrences.id')
          .where('calls.stage', 'not in', UNDIALLED),
      ),
    )
    .orderBy('due_at', 'desc')
    .execute()
  for (const occurrence of occurrences) {
    const calls = await db
      .selectFrom('calls')
      .select(CALL)
      .where('occurrence_id', '=', occurrence.id)
      .orderBy('attempt')
      .execute()
    const [asking, dialled] = [calls.at(-1), calls.findLast(({ stage }) => !isUndialled(stage))]
    if (asking === undefined || dialled === undefined) continue
    const waits = asking.kind === 'second-check' && dialled.kind !== 'second-check'
    if (!waits && dialled.confirmedAt === null) return { occurrence, asking, dialled }
  }
  return null
}
