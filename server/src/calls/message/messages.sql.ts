import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../../platform/database/database.ts'
import type { PreparedScript, PersonalizationRow, UserRow } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { underHold, type PreparedCall } from './preparations.sql.ts'

/** What the words of a call were composed of. `named`: the call that they offer to skip. */
type SavedScript = {
  script: PreparedScript
  spokeOf: string | null
  announcesRecording: boolean
  named: { scheduleId: number; at: Instant } | null
  /** Nothing more is to be spoken. */
  isComplete: boolean
}

/**
 * False when the call is gone or its words have changed since this preparation began: nothing is saved, and to go on would
 * be for nothing. Words without the announcement never replace those of a call that is being recorded meanwhile.
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
      named_call_at: named === null ? null : new Date(named.at),
      ...(isComplete ? { prepare_at: null } : {}),
    })
    .where('id', '=', call.id)
    .where('prepare_at', '=', call.prepare_at)
  if (!announcesRecording) query = query.where('recorded', '=', false)
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** What a message is made of. */
export type Sleeper = Pick<UserRow, 'name'> &
  Pick<PersonalizationRow, 'goals' | 'other_goal' | 'goal_description' | 'struggles' | 'other_struggle'>

/** Null for somebody without preferences. */
export async function findSleeper(tx: Tx, userId: number): Promise<Sleeper | null> {
  const row = await tx
    .selectFrom('users')
    .innerJoin('personalizations', 'personalizations.user_id', 'users.id')
    .select(['name', 'goals', 'other_goal', 'goal_description', 'struggles', 'other_struggle'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}
