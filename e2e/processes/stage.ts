import type { Database } from '../../server/src/platform/database/database.ts'
import type { Sleeper } from './sleepers.ts'

/** Stages last half a second: who looks may be late for one, never for what came before it. */
const BEFORE = { leased: ['planned'], dialling: ['planned', 'leased'] } as const

/** Whether a call of this person has come to the stage; null, not false, so that it can be waited for. */
export async function hasReached(db: Database, { userId }: Sleeper, stage: keyof typeof BEFORE): Promise<true | null> {
  const call = await db
    .selectFrom('calls')
    .select('id')
    .where('user_id', '=', userId)
    .where('stage', 'not in', BEFORE[stage])
    .executeTakeFirst()
  return call === undefined ? null : true
}
