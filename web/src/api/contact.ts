import { useSyncExternalStore } from 'react'
import { now } from '../browser/clock.ts'

/** The server's silence as a page sees it: what the page shows is older than that. */
export type Silence = {
  /** The last time it was heard (ms since the epoch); null when never. */
  lastHeard: number | null
  /** It answers, but with failures of its own. */
  failing: boolean
  /** So long that the page can't go on as if it knew. */
  isLong: boolean
}

const LONG_MS = 60_000
/** One request that fails among others that work says nothing about the server; pages ask at least this often. */
const RECENT_MS = 20_000

let silence: Silence | null = null
let lastHeard: number | null = null
let growing: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** An answer came, so that nothing is wrong now. */
export function heard(): void {
  lastHeard = now()
  if (silence !== null) become(null)
}

/** No answer came, or a failure in its place. `surely`: a connection broke that was there until now. */
export function unheard({ failing, surely = false }: { failing: boolean; surely?: boolean }): void {
  if (surely) lastHeard = now()
  else if (silence === null && lastHeard !== null && now() - lastHeard < RECENT_MS) return
  const isLong = lastHeard === null || silence?.isLong === true
  become({ lastHeard: silence?.lastHeard ?? lastHeard, failing, isLong })
}

function become(next: Silence | null): void {
  clearTimeout(next === null || silence === null ? growing : undefined)
  if (next !== null && silence === null) growing = setTimeout(grow, LONG_MS)
  silence = next
  for (const listener of listeners) listener()
}

function grow(): void {
  if (silence !== null) become({ ...silence, isLong: true })
}

export const currentSilence = (): Silence | null => silence

export function onSilence(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Null while the server is heard. */
export const useSilence = (): Silence | null => useSyncExternalStore(onSilence, currentSilence, () => null)
