import type { Call } from '@reveille/core/calls/call'
import { UNDIALLED } from '@reveille/core/calls/call-lifecycle'
import { CUT_OFF_MS } from '@reveille/core/calls/call-times'
import { LAST_DUE_AFTER_MS } from '@reveille/core/calls/next-step'
import type { Occurrence } from '@reveille/core/schedules/schedule'
import type { Instant } from '@reveille/core/time/time-zone'
import { CALL, OCCURRENCE } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/database.ts'
import { timestamp } from '../../platform/database/value-types.ts'

/** A morning that has begun and asks for a proof, with its last dialed call, whose task is open. */
export type AskingMorning = { occurrence: Occurrence; call: Call }

/** Nobody is asked about a morning after its last call may have been dialed. */
const ASKED_FOR_MS = LAST_DUE_AFTER_MS + CUT_OFF_MS

/**
 * The person's newest open morning that was called and asks for a proof; null if there is none. Strict asks again only
 * once its second check has been dialed. A call in doubt may keep a morning open for a day, longer than we ask.
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
    // If it wasn't placed it will be dialed again: a proof waits until the carrier has it, or it's over.
    if (call?.stage === 'dialling' || call?.stage === 'in_doubt') return null
    if (call !== undefined && call.confirmedAt === null) return { occurrence, call }
  }
  return null
}
