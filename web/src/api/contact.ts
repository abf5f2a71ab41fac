import { now } from '../browser/clock.ts'
import { sharedValue } from '../ui/shared-value.ts'

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

const silence = sharedValue<Silence | null>(null)
let lastHeard: number | null = null
let growing: ReturnType<typeof setTimeout> | undefined

export const currentSilence = silence.get

/** Null while the server answers. */
export const useSilence = silence.use

export function heard(): void {
  lastHeard = now()
  if (silence.get() !== null) become(null)
}

/** No answer, or a 5xx. `surely`: an open connection just broke. */
export function unheard({ failing, surely = false }: { failing: boolean; surely?: boolean }): void {
  const before = silence.get()
  if (surely) lastHeard = now()
  else if (before === null && lastHeard !== null && now() - lastHeard < RECENT_MS) return
  const isLong = lastHeard === null || before?.isLong === true
  become({ lastHeard: before?.lastHeard ?? lastHeard, failing, isLong })
}

function become(next: Silence | null): void {
  const before = silence.get()
  clearTimeout(next === null || before === null ? growing : undefined)
  if (next !== null && before === null) growing = setTimeout(grow, LONG_MS)
  silence.set(next)
}

function grow(): void {
  const current = silence.get()
  if (current !== null) become({ ...current, isLong: true })
}
