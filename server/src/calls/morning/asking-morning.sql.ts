import type { Call } from '@reveille/core/calls/call'
import { UNDIALLED } from '@reveille/core/calls/call-lifecycle'
import { CUT_OFF_MS } from '@reveille/core/calls/call-times'
import { LAST_DUE_AFTER_MS } from '@reveille/core/calls/next-step'
import type { Occurrence } from '@reveille/core/schedules/schedule'
import type { Instant } from '@reveille/core/time/time-zone'
import { CALL, OCCURRENCE } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/database.ts'
import { timestamp } from '../../platform/database/value-types.ts'

/** A morning that has begun and asks for a proof, and its latest call that was dialled, whose task is the open one. */
export type AskingMorning = { occurrence: Occurrence; call: Call }

/** After its last call may have been dialled nobody is asked about a morning. */
const ASKED_FOR_MS = LAST_DUE_AFTER_MS + CUT_OFF_MS

/**
 * The person's newest open morning whose phone has been called and that asks for a proof; null when there is none.
 * Strict asks again only once its second check has been dialled. A call in doubt keeps a morning open for a day: nobody is
 * asked for that long.
 */
export async function findAskingMorning(db: Database, userId: number, now: Instant): Promise<AskingMorning | null> {
  const occurrences = await db
    .selectFrom('occurrences')
    .select(OCCURRENCE)
    .where('user_id', '=', userId)
    .where('is_sample', '=', false)
    .where('outcome', 'is', null)
    .where('stopped_at', 'is', null)
    .where('due_at', '>', timestamp(now - ASKED_FOR_MS))
    .orderBy('due_at', 'desc')
    .execute()
  for (const occurrence of occurrences) {
    const call = await db
      .selectFrom('calls')
      .select(CALL)
      .where('occurrence_id', '=', occurrence.id)
      .where('stage', 'not in', UNDIALLED)
      .orderBy('attempt', 'desc')
      .limit(1)
      .executeTakeFirst()
    // Not placed after all, it would be dialled again: a proof waits until the carrier has it, or it is over (WAKE-16).
    if (call?.stage === 'dialling' || call?.stage === 'in_doubt') return null
    if (call !== undefined && call.confirmedAt === null) return { occurrence, call }
  }
  return null
}
