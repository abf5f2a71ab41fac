import type { Call } from '@reveille/core/calls/call'
import type { Instant } from '@reveille/core/time/time-zone'
import { CALL } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/database.ts'
import { dateOrNull, timestamp } from '../../platform/database/value-types.ts'

/** A worker that doesn't renew its lease on a preparation this long counts as dead. */
const HELD_MS = 60_000
const RENEWED_WITHIN_MS = HELD_MS / 2

/** A call whose speech is being prepared. `prepareAt` is the fencing token, replaced when the message changes. */
export type PreparedCall = Call & { prepareAt: Instant }

const lastWrites = new WeakMap<PreparedCall, Promise<unknown>>()

/** Serializes the writes of a preparation, so that each uses the previous one's token. */
export function underHold<T>(call: PreparedCall, write: () => Promise<T>): Promise<T> {
  const written = (lastWrites.get(call) ?? Promise.resolve()).then(write, write)
  lastWrites.set(call, written)
  return written
}

/**
 * Leases the call due first among those to prepare, except those of these people. The lease keeps two workers from
 * preparing one call, and expires, so that a crash loses none.
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
        .where('prepare_at', '<=', timestamp(now))
        .where('stage', '<>', 'ended')
        .orderBy('due_at')
        .orderBy('standing')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked()
      return exceptPeople.length === 0 ? waiting : waiting.where('user_id', 'not in', exceptPeople)
    })
    .returning(CALL)
    .executeTakeFirst()
  return (row as PreparedCall | undefined) ?? null
}

/** Renews the lease: a clip may wait minutes in a provider's queue. */
export async function renewHold(db: Database, call: PreparedCall, now: Instant): Promise<void> {
  if (call.prepareAt - now > RENEWED_WITHIN_MS) return
  await underHold(call, async () => {
    const renewed = now + HELD_MS
    if (await replaceProof(db, call, renewed)) call.prepareAt = renewed
  })
}

/** Returns a preparation, to be retried at `at` or never (null), unless the message has changed meanwhile. */
export async function putBackPreparation(db: Database, call: PreparedCall, at: Instant | null): Promise<void> {
  await underHold(call, () => replaceProof(db, call, at))
}

async function replaceProof(
  db: Database,
  { id, prepareAt }: PreparedCall,
  replacement: Instant | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('calls')
    .set({ prepare_at: dateOrNull(replacement) })
    .where('id', '=', id)
    .where('prepare_at', '=', timestamp(prepareAt))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** After a restore the clips of upcoming calls are gone, so their words must be spoken again. */
export async function prepareAgain(db: Database, now: Instant): Promise<void> {
  await db
    .updateTable('calls')
    .set({ prepare_at: new Date(now) })
    .where('stage', '=', 'planned')
    .where('prepare_at', 'is', null)
    .execute()
}
