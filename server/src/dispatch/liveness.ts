import type { Clock } from '../platform/clock/clock.ts'

/** A worker that has not been heard of for this long has lost its leases. */
export const HEARTBEAT_VALID_MS = 3_000

/** Shorter than HEARTBEAT_VALID_MS, after which others take our leases: the difference allows for clock skew. */
const HOLDS_MS = 2_000

export type Liveness = {
  /** A heartbeat sent at `sentAt` (monotonic clock) has reached the database. */
  beatArrived(sentAt: number): void
  /** The heartbeat may have carried a wrong time: others may take us for dead. */
  lost(): void
  /** Since when nobody can have taken us for dead (monotonic clock); null when somebody may at this moment. */
  aliveSince(): number | null
}

/** What a worker knows about how others see it: after a freeze or a lost database it finds out here. */
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
