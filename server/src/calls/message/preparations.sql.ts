import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../../platform/database/database.ts'
import type { CallRow } from '../../platform/database/tables.ts'

/** A worker that holds a preparation for longer, and has not renewed its hold, is taken for dead. */
const HELD_MS = 60_000
const RENEWED_WITHIN_MS = HELD_MS / 2

/** A call whose words are being spoken; its `prepare_at` is the proof, and another one is written when they change. */
export type PreparedCall = CallRow & { prepare_at: Date }

const lastWrites = new WeakMap<PreparedCall, Promise<unknown>>()

/** Runs the writes of a preparation one after the other, so that each goes by the proof that the one before it wrote. */
export function underHold<T>(call: PreparedCall, write: () => Promise<T>): Promise<T> {
  const written = (lastWrites.get(call) ?? Promise.resolve()).then(write, write)
  lastWrites.set(call, written)
  return written
}

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

/** Keeps a preparation from others for as long as it takes: one clip may wait minutes for its turn at a provider. */
export async function renewHold(db: Database, call: PreparedCall, now: Instant): Promise<void> {
  if (call.prepare_at.getTime() - now > RENEWED_WITHIN_MS) return
  await underHold(call, async () => {
    const renewed = new Date(now + HELD_MS)
    if (await replaceProof(db, call, renewed)) call.prepare_at = renewed
  })
}

/** Gives a preparation back, to be taken again at `at` or not at all (null), unless the words have changed meanwhile. */
export async function putBackPreparation(db: Database, call: PreparedCall, at: Instant | null): Promise<void> {
  await underHold(call, () => replaceProof(db, call, at === null ? null : new Date(at)))
}

async function replaceProof(
  db: Database,
  { id, prepare_at }: PreparedCall,
  replacement: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('calls')
    .set({ prepare_at: replacement })
    .where('id', '=', id)
    .where('prepare_at', '=', prepare_at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
