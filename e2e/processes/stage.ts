import type { Database } from '../../server/src/db/database.ts'
import type { Sleeper } from './sleepers.ts'

/** Whether a call of this person is at the stage; null, not false, so that it can be waited for. */
export async function isAtStage(db: Database, { userId }: Sleeper, stage: 'leased' | 'dialling'): Promise<true | null> {
  const call = await db
    .selectFrom('calls')
    .select('id')
    .where('user_id', '=', userId)
    .where('stage', '=', stage)
    .executeTakeFirst()
  return call === undefined ? null : true
}
