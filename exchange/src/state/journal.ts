import type { Store } from './store.ts'

/** Milliseconds since the epoch, UTC. */
export type Instant = number

/** One event at the carrier. The log is append-only, and reliability tests check against it. */
export type Entry = { index: number; at: Instant; kind: string } & Record<string, unknown>

export type Journal = ReturnType<typeof openJournal>

/** `now`: the true time, without the carrier's clock skew. `keeps`: about how many of the latest entries. */
export function openJournal(now: () => Instant, store: Store, keeps = Infinity) {
  const entries = store.load('log') as Entry[]
  let count = entries.length
  const listeners = new Set<(entry: Entry) => void>()
  return {
    now,
    /** `details.at` overrides the time, for an event that arrived before it was parsed. */
    add(kind: string, details: Record<string, unknown> = {}): Entry {
      const entry: Entry = { index: count++, at: now(), kind, ...details }
      entries.push(entry)
      if (entries.length > 2 * keeps) entries.splice(0, entries.length - keeps)
      store.save('log', String(entry.index), entry)
      for (const listener of listeners) listener(entry)
      return entry
    },
    since: (index: number) => entries.slice(Math.max(0, index - (entries[0]?.index ?? 0))),
    onEntry(listener: (entry: Entry) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
