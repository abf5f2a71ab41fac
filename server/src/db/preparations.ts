import { UNDIALLED } from '@reveille/core/call-lifecycle'
import { preparationTime } from '@reveille/core/preparation-time'
import type { Instant } from '@reveille/core/time-zone'
import type { Database } from './database.ts'
import type { CallRow } from './tables.ts'
import type { Tx } from './transaction.ts'

/** A worker that holds a preparation for longer is taken for dead. */
const HELD_MS = 60_000

/** A call whose words are being spoken; its `prepare_at` is the proof, and another one is written when they change. */
export type PreparedCall = CallRow & { prepare_at: Date }

/**
 * Takes the call that is due first of those whose words are to be spoken, but none of these people. Held, so that two
 * workers do not speak the same words, and not for ever, so that a crash loses none.
 */
export async function takePreparation(
  db: Database,
  { now, exceptPeople }: { now: Instant; exceptPeople: readonly number[] },
): Promise<PreparedCall | null> {
  const row = await db
    .updateTable('calls')
    .set({ prepare_at: new Date(now + HELD_MS) })
    .where('id', '=', (eb) => {
      const waiting = eb
        .selectFrom('calls')
        .select('id')
        .where('prepare_at', '<=', new Date(now))
        .where('stage', '<>', 'ended')
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked()
      return exceptPeople.length === 0 ? waiting : waiting.where('user_id', 'not in', exceptPeople)
    })
    .returningAll()
    .executeTakeFirst()
  return (row as PreparedCall | undefined) ?? null
}

/** Gives a preparation back, to be taken again at `at` or not at all (null), unless the words have changed meanwhile. */
export async function putBackPreparation(
  db: Database,
  { id, prepare_at }: Pick<PreparedCall, 'id' | 'prepare_at'>,
  at: Instant | null,
): Promise<void> {
  await db
    .updateTable('calls')
    .set({ prepare_at: at === null ? null : new Date(at) })
    .where('id', '=', id)
    .where('prepare_at', '=', prepare_at)
    .execute()
}

/** What a person's planned calls say has changed: it is spoken anew. */
export async function prepareAnew(tx: Tx, userId: number, now: Instant): Promise<void> {
  const planned = await tx
    .selectFrom('calls')
    .select(['id', 'due_at'])
    .where('user_id', '=', userId)
    .where('stage', 'in', UNDIALLED)
    .execute()
  for (const { id, due_at } of planned) {
    const prepare_at = new Date(preparationTime(due_at.getTime(), now))
    await tx.updateTable('calls').set({ prepare_at }).where('id', '=', id).execute()
  }
}
