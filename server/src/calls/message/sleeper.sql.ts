import type { PersonalizationRow, UserRow } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/transaction.ts'

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
