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

type Answered<Answer = unknown> = Pick<Query<Answer>, 'state'>

/** When the server answered, by its own clock. */
const answeredAt = ({ state }: Answered) => state.dataUpdatedAt + deviceOffset()
const heldMs = (query: Answered) => QUARTER_MS - (answeredAt(query) % QUARTER_MS)
const untilPast = (query: Answered, held: number) => Math.max(LEAST_MS, answeredAt(query) + held + APART_MS - now())

/**
 * For queries whose answers say what is today or tomorrow: refetched when a day may have begun, although nothing
 * changed that the server would report. Also when a hidden page shows again.
 */
export const followsDays = {
  refetchInterval: (query: Answered) => fallbackInterval() || untilPast(query, heldMs(query)),
  staleTime: heldMs,
  refetchOnWindowFocus: true,
}

/** For an answer that only time changes: refetched when a day may have begun, and when the instant in it has passed. */
export function followsTime<Answer>(instantIn: (answer: Answer) => string | null) {
  const held = (query: Answered<Answer>) => {
    const { data } = query.state
    const instant = data === undefined ? null : instantIn(data)
    return Math.min(heldMs(query), instant === null ? Infinity : Date.parse(instant) - answeredAt(query))
  }
  return {
    refetchInterval(query: Answered<Answer>) {
      if (query.state.data === undefined) return false
      return query.state.status === 'error' ? LEAST_MS : untilPast(query, held(query))
    },
    staleTime: held,
    refetchOnWindowFocus: true,
  }
}
