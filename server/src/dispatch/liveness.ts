import type { Clock } from '../platform/clock/clock.ts'

/** A worker without a heartbeat for this long has lost its leases. */
export const HEARTBEAT_VALID_MS = 3_000

/** Shorter than HEARTBEAT_VALID_MS, after which others take our leases; the difference allows for clock skew. */
const HOLDS_MS = 2_000

export type Liveness = {
  /** A heartbeat sent at `sentAt` (monotonic clock) has reached the database. */
  beatArrived(sentAt: number): void
  /** The heartbeat may have carried a wrong time, so others may consider us dead. */
  lost(): void
  /**
   * Start of the current period in which no worker can have declared this one dead (monotonic clock); null if one may
   * right now.
   */
  aliveSince(): number | null
}

/** Tracks how others see this worker: it detects a freeze or a lost database here. */
export function trackLiveness(clock: Pick<Clock, 'monotonic'>): Liveness {
  let lastSentAt: number | null = null
  let since = 0
  return {
    beatArrived(sentAt) {
      const now = clock.monotonic()
      if (lastSentAt === null || now - lastSentAt > HOLDS_MS) since = now
      lastSentAt = sentAt
    },
    lost() {
      lastSentAt = null
    },
    aliveSince: () => (lastSentAt !== null && clock.monotonic() - lastSentAt <= HOLDS_MS ? since : null),
  }
}
