import { inBatches } from '../../platform/concurrency/limiter.ts'
import type { Database } from '../../platform/database/database.ts'
import { saveUnlocked, type UnlockedChange } from '../call-life.sql.ts'
import { readCalls, type ReadCall } from '../calls.sql.ts'

/** While one batch is processed another is prepared, and a hanging connection does not stop all callbacks. */
const BATCHES_AT_ONCE = 2

/** A change of this person's call. */
type CallbackChange = UnlockedChange & { userId: number }

type CallbackBatches = {
  /** The call of a callback URL, as it is now; null when there is none. */
  read(token: string): Promise<ReadCall | null>
  /**
   * Whether the change was written: only if the call is unchanged since it was read and the change has no further
   * effects.
   */
  save(change: CallbackChange): Promise<boolean>
}

const known = new WeakMap<Database, CallbackBatches>()

/** Callbacks of a herd are read and written in batches: two statements for many. */
export function callbackBatches(db: Database): CallbackBatches {
  const before = known.get(db)
  if (before !== undefined) return before
  const read = inBatches((tokens: string[]) => readCalls(db, [...new Set(tokens)]), { atOnce: BATCHES_AT_ONCE })
  const write = inBatches((changes: CallbackChange[]) => saveTogether(db, changes), { atOnce: BATCHES_AT_ONCE })
  const batches: CallbackBatches = {
    read: async (token) => (await read(token)).get(token) ?? null,
    save: async (change) => (await write(change)).has(change),
  }
  known.set(db, batches)
  return batches
}

/** Returns the written ones. */
async function saveTogether(db: Database, changes: readonly CallbackChange[]): Promise<Set<CallbackChange>> {
  // A person's calls affect each other: each change sees what was written before it.
  const firsts = [...new Map(changes.toReversed().map((change) => [change.userId, change])).values()]
  try {
    const saved = await saveUnlocked(db, firsts)
    return new Set(firsts.filter(({ callId }) => saved.has(callId)))
  } catch (error) {
    // A failing change must not fail the whole batch: each is then decided by itself, and fails there.
    if (changes.length > 1) return new Set()
    throw error
  }
}
