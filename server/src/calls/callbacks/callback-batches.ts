import { inBatches } from '../../platform/concurrency/limiter.ts'
import type { Database } from '../../platform/database/database.ts'
import { saveUnlocked, type UnlockedChange } from '../call-life.sql.ts'
import { readCalls, type ReadCall } from '../calls.sql.ts'

/** Prepares a batch while another is processed, and keeps a hanging connection from stopping all callbacks. */
const BATCHES_AT_ONCE = 2

type CallbackChange = UnlockedChange & { userId: number }

type CallbackBatches = {
  /** The current call of a callback URL; null if there is none. */
  read(token: string): Promise<ReadCall | null>
  /** Writes only an unchanged call, and a change without further effects; returns whether it did. */
  save(change: CallbackChange): Promise<boolean>
}

const known = new WeakMap<Database, CallbackBatches>()

/** Batches the callbacks of many calls at one instant: two statements for all. */
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

/** Returns the changes that were written. */
async function saveTogether(db: Database, changes: readonly CallbackChange[]): Promise<Set<CallbackChange>> {
  // A person's calls affect each other, so each change must see the previous one.
  const firsts = [...new Map(changes.toReversed().map((change) => [change.userId, change])).values()]
  try {
    const saved = await saveUnlocked(db, firsts)
    return new Set(firsts.filter(({ callId }) => saved.has(callId)))
  } catch (error) {
    // One failing change must not fail the batch: decide each by itself.
    if (changes.length > 1) return new Set()
    throw error
  }
}
