import type { Database } from '../../server/src/platform/database/database.ts'
import type { Person } from './people.ts'

/** Stages last half a second: this check may miss one of them, but not those after it. */
const BEFORE = { leased: ['planned'], dialling: ['planned', 'leased'] } as const

/** Whether a call of this person has reached the stage; null, not false, so that it can be waited for. */
export async function hasReached(db: Database, { userId }: Person, stage: keyof typeof BEFORE): Promise<true | null> {
  const call = await db
    .selectFrom('calls')
    .select('id')
    .where('user_id', '=', userId)
    .where('stage', 'not in', BEFORE[stage])
    .executeTakeFirst()
  return call === undefined ? null : true
}
