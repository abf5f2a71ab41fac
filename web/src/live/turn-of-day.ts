import { MINUTE_MS } from '@reveille/core/time/duration'
import type { Query } from '@tanstack/react-query'
import { deviceOffset, now } from '../browser/clock.ts'
import { fallbackInterval } from './live-updates.ts'

/** In every zone, a day begins on a quarter of an hour. */
const QUARTER_MS = 15 * MINUTE_MS
/** Not all open pages refetch in the same second. */
const APART_MS = Math.random() * 20_000
/** Between attempts, after a failed one. */
const LEAST_MS = 15_000

type Answered = Pick<Query, 'state'>

/** When the server answered, by its own clock. */
const answeredAt = ({ state }: Answered) => state.dataUpdatedAt + deviceOffset()
const heldMs = (query: Answered) => QUARTER_MS - (answeredAt(query) % QUARTER_MS)

/**
 * For queries whose answers say what is today or tomorrow: refetched when a day may have begun, although nothing
 * changed that the server would report. Also when a hidden page shows again.
 */
export const followsDays = {
  refetchInterval: (query: Answered) =>
    fallbackInterval() || Math.max(LEAST_MS, answeredAt(query) + heldMs(query) + APART_MS - now()),
  staleTime: heldMs,
  refetchOnWindowFocus: true,
}
