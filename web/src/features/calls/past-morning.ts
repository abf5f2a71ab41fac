import type { Call } from '@reveille/contract/calls'
import { MINUTE_MS } from '@reveille/core/time/duration'

export type PastMorning = NonNullable<Call['morning']> & {
  id: string
  last: Pick<Call, 'voice' | 'reason'>
  rings: number
  anyPickedUp: boolean
}

const SHOWN_MS = 120 * MINUTE_MS

type Shown = Pick<Call, 'scheduleId' | 'phase' | 'status' | 'duration' | 'voice' | 'reason' | 'morning'>

/** The latest morning, for two hours from its end. `calls` are newest first. */
export function pastMorning(calls: readonly Shown[], now: number): PastMorning | null {
  const last = calls.find(({ morning }) => morning)
  const morning = last?.morning
  if (!last || !morning || Date.parse(morning.overAt) <= now - SHOWN_MS) return null
  const placed = calls.filter(
    ({ scheduleId, status, morning: other }) =>
      scheduleId === last.scheduleId && other?.dueAt === morning.dueAt && status !== 'failed',
  )
  const id = `${last.scheduleId} ${morning.dueAt}`
  return { ...morning, id, last, rings: placed.length, anyPickedUp: placed.some(({ duration }) => duration !== null) }
}
