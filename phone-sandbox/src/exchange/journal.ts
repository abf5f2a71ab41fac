import type { Store } from './store.ts'

/** Milliseconds since the epoch, UTC. */
export type Instant = number

/** One event at the carrier. The log is append-only, and reliability tests check against it. */
export type Entry = { index: number; at: Instant; kind: string } & Record<string, unknown>

export type Journal = {
  /** The true time, without the carrier's clock skew. */
  now(): Instant
  /** `details.at` overrides the time, for an event that arrived before it was parsed. */
  add(kind: string, details?: Record<string, unknown>): Entry
  since(index: number): Entry[]
  onEntry(listener: (entry: Entry) => void): () => void
}

export function openJournal(now: () => Instant, store: Store): Journal {
  const entries = store.load('log') as Entry[]
  const listeners = new Set<(entry: Entry) => void>()
  return {
    now,
    add(kind, details = {}) {
      const entry: Entry = { index: entries.length, at: now(), kind, ...details }
      entries.push(entry)
      store.save('log', String(entry.index), entry)
      for (const listener of listeners) listener(entry)
      return entry
    },
    since: (index) => entries.slice(Math.max(0, index)),
    onEntry(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
