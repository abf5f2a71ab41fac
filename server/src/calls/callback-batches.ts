import { inBatches } from '../platform/concurrency/batches.ts'
import type { Database } from '../platform/database/database.ts'
import { saveUnchanged, seeCalls, type SeenCall, type SeenChange } from './call-life.sql.ts'

/** One is prepared while another is worked on, and a connection that hangs does not stop all news. */
const BATCHES_AT_ONCE = 2

type SeenCalls = {
  /** The call of a callback address, as it is now; null when there is none. */
  see(token: string): Promise<SeenCall | null>
  /** Whether the change was written: only when the call is still what was seen, and nothing hangs on it. */
  save(change: SeenChange): Promise<boolean>
}

const known = new WeakMap<Database, SeenCalls>()

/** What is heard of calls in a herd is read and written together: two statements for many callbacks. */
export function seenCalls(db: Database): SeenCalls {
  const before = known.get(db)
  if (before !== undefined) return before
  const read = inBatches((tokens: string[]) => seeCalls(db, [...new Set(tokens)]), { atOnce: BATCHES_AT_ONCE })
  const write = inBatches((changes: SeenChange[]) => saveTogether(db, changes), { atOnce: BATCHES_AT_ONCE })
  const calls: SeenCalls = {
    see: async (token) => (await read(token)).get(token) ?? null,
    save: async (change) => (await write(change)).has(change),
  }
  known.set(db, calls)
  return calls
}

/** Returns those that were written. */
async function saveTogether(db: Database, changes: readonly SeenChange[]): Promise<Set<SeenChange>> {
  // Of one person's calls one decides about another: each sees what was written before it.
  const firsts = [...new Map(changes.toReversed().map((change) => [change.seen.user_id, change])).values()]
  try {
    const saved = await saveUnchanged(db, firsts)
    return new Set(firsts.filter(({ seen }) => saved.has(seen.id)))
  } catch (error) {
    // One that cannot be written must not take the others along: each is decided anew by itself, and says so there.
    if (changes.length > 1) return new Set()
    throw error
  }
}
