import type { Clock } from '../ports/clock.ts'

/** A clock that moves further against the one that never steps was set by somebody. */
const MOST_STEP_MS = 250

export type ClockTrust = {
  /** The clock agreed with the database's just now. */
  give(): void
  withdraw(): void
  /** Whether it agreed when last asked, and was not set since. */
  isGiven(): boolean
}

/** Whether the time of day may be decided by: a step is noticed at once, not at the next heartbeat. */
export function trustInClock(clock: Pick<Clock, 'now' | 'monotonic'>): ClockTrust {
  const offset = () => clock.now() - clock.monotonic()
  let agreed: number | null = offset()
  return {
    give() {
      agreed = offset()
    },
    withdraw() {
      agreed = null
    },
    isGiven: () => agreed !== null && Math.abs(offset() - agreed) <= MOST_STEP_MS,
  }
}
