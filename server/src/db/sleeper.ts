import type { PersonalizationRow, UserRow } from './tables.ts'
import type { Tx } from './transaction.ts'

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

/** Longest streak that a message speaks of; older mornings are not read. */
const LONGEST_STREAK = 100

/** How many of the latest occurrences were answered in a row; skipped and cancelled ones are forgiven. */
export async function answeredInARow(tx: Tx, userId: number): Promise<number> {
  const latest = await tx
    .selectFrom('occurrences')
    .select('outcome')
    .where('user_id', '=', userId)
    .where('is_sample', '=', false)
    .where('outcome', 'in', ['answered', 'missed', 'failed'])
    .orderBy('due_at', 'desc')
    .limit(LONGEST_STREAK)
    .execute()
  const broken = latest.findIndex(({ outcome }) => outcome !== 'answered')
  return broken === -1 ? latest.length : broken
}
