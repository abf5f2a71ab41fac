import type { Clock } from '../platform/clock/clock.ts'

/** A worker that has not been heard of for this long has lost its leases. */
export const HEARTBEAT_VALID_MS = 3_000

/** Shorter than a worker may be silent before others take what it has (HEARTBEAT_VALID_MS), by what clocks differ. */
const HOLDS_MS = 2_000

export type Pulse = {
  /** A heartbeat that was sent at `sentAt` has reached the database by now; both by the clock that never steps. */
  felt(sentAt: number): void
  /** It may have told a wrong time: others may take us for dead. */
  lost(): void
  /** Since when nobody can have taken us for dead, by the clock that never steps; null when somebody may at this moment. */
  unbrokenSince(): number | null
}

/** What a worker knows of how others see it: who froze, or could not reach the database, learns of it here. */
export function pulse(clock: Pick<Clock, 'monotonic'>): Pulse {
  let lastSentAt: number | null = null
  let since = 0
  return {
    felt(sentAt) {
      const now = clock.monotonic()
      if (lastSentAt === null || now - lastSentAt > HOLDS_MS) since = now
      lastSentAt = sentAt
    },
    lost() {
      lastSentAt = null
    },
    unbrokenSince: () => (lastSentAt !== null && clock.monotonic() - lastSentAt <= HOLDS_MS ? since : null),
  }
}
