import type { Instant } from '@reveille/core/time/time-zone'
import type { Tx } from '../../platform/database/transaction.ts'
import { timestamp } from '../../platform/database/value-types.ts'

/** A person's sample calls since `since`, oldest first, and whether one is still open. */
export async function samplesSince(
  tx: Tx,
  userId: number,
  since: Instant,
): Promise<{ underWay: boolean; startedAt: Instant[] }> {
  const rows = await tx
    .selectFrom('occurrences')
    .select(['due_at', 'outcome'])
    .where('user_id', '=', userId)
    .where('is_sample', '=', true)
    .where('due_at', '>', timestamp(since))
    .orderBy('due_at')
    .execute()
  return {
    underWay: rows.some(({ outcome }) => outcome === null),
    startedAt: rows.map(({ due_at }) => due_at),
  }
}
