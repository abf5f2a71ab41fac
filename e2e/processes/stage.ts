import type { Database } from '../../server/src/platform/database/database.ts'
import type { Person } from './people.ts'

/** A stage may last half a second, so later stages count too. */
const BEFORE = { leased: ['planned'], dialling: ['planned', 'leased'] } as const

/** Whether a call of this person has reached the stage. Null instead of false, for waitFor. */
export async function hasReached(db: Database, { userId }: Person, stage: keyof typeof BEFORE): Promise<true | null> {
  const call = await db
    .selectFrom('calls')
    .select('id')
    .where('user_id', '=', userId)
    .where('stage', 'not in', BEFORE[stage])
    .executeTakeFirst()
  return call === undefined ? null : true
}
