import { useSyncExternalStore } from 'react'
import { now } from '../browser/clock.ts'

/** Loss of contact with the server: anything on the page is older than this. */
export type Silence = {
  /** When it last answered (ms since the epoch); null if never. */
  lastHeard: number | null
  /** It answers, but with 5xx. */
  failing: boolean
  /** Long enough that the page must say its data may be stale. */
  isLong: boolean
}

const LONG_MS = 60_000
/** A single failure among successes doesn't count; pages poll at least this often. */
const RECENT_MS = 20_000

let silence: Silence | null = null
let lastHeard: number | null = null
let growing: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export function heard(): void {
  lastHeard = now()
  if (silence !== null) become(null)
}

/** No answer, or a 5xx. `surely`: an open connection just broke. */
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

/** Null while the server answers. */
export const useSilence = (): Silence | null => useSyncExternalStore(onSilence, currentSilence, () => null)
