import type { CallScript } from '@reveille/core/calls/call-script'
import type { Preferences } from '@reveille/core/preferences/preferences'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { dateOrNull, timestamp } from '../../platform/database/value-types.ts'
import { underHold, type PreparedCall } from './preparations.sql.ts'

/** The input of a call's message. `named`: the call that it offers to skip. */
type SavedScript = {
  script: CallScript
  spokeOf: string | null
  announcesRecording: boolean
  named: { scheduleId: number; at: Instant } | null
  /** Nothing is left to prepare. */
  isComplete: boolean
}

/**
 * Saves nothing and returns false when the call is gone or its message has changed since this preparation began. A
 * message without the announcement never replaces that of a call that is being recorded.
 */
export function saveScript(db: Database, call: PreparedCall, saved: SavedScript): Promise<boolean> {
  return underHold(call, () => writeScript(db, call, saved))
}

async function writeScript(
  db: Database,
  call: PreparedCall,
  { script, spokeOf, announcesRecording, named, isComplete }: SavedScript,
): Promise<boolean> {
  let query = db
    .updateTable('calls')
    .set({
      script: JSON.stringify(script),
      spoke_of: spokeOf,
      announces_recording: announcesRecording,
      named_schedule_id: named?.scheduleId ?? null,
      named_call_at: dateOrNull(named?.at ?? null),
      ...(isComplete ? { prepare_at: null } : {}),
    })
    .where('id', '=', call.id)
    .where('prepare_at', '=', timestamp(call.prepareAt))
  if (!announcesRecording) query = query.where('recorded', '=', false)
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Whom a message is for, and the number, which decides how dates are written. */
export type Addressee = { name: string; spokenName: string | null; phone: string | null } & Pick<
  Preferences,
  'goals' | 'otherGoal' | 'goalDescription' | 'struggles' | 'otherStruggle'
>

/** Null without preferences. */
export async function findAddressee(tx: Tx, userId: number): Promise<Addressee | null> {
  const row = await tx
    .selectFrom('users')
    .innerJoin('personalizations', 'personalizations.user_id', 'users.id')
    .select(['name', 'spoken_name as spokenName', 'users.phone'])
    .select(['goals', 'other_goal as otherGoal', 'goal_description as goalDescription'])
    .select(['struggles', 'other_struggle as otherStruggle'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}
