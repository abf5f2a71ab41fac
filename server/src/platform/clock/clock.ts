import type { Instant } from '@reveille/core/time/time-zone'

/** Time for everything in the product. Tests and the simulation move it. */
export type Clock = {
  now(): Instant
  /** A monotonic clock in milliseconds; only differences mean anything. */
  monotonic(): number
  /** Resolves when now() has reached `at`, never before. Use it only in work begun with `spawn` or `every`. */
  until(at: Instant): Promise<void>
  /** Starts work in the background; logs a failure. */
  spawn(name: string, work: () => Promise<void>): void
  /** Repeats `work` every `ms` without overlap; logs a failure and continues. */
  every(ms: number, name: string, work: () => Promise<void>): Repeated
  /**
   * Whether the database's clock is close enough (250 ms) for both to agree on when a call is due. The query took
   * `tookMs`, and the database read its clock at some moment within that time.
   */
  agreesWith(databaseNow: Instant, tookMs: number): boolean
}

export type Repeated = {
  /** Starts no further run; resolves when the current one has ended. */
  stop(): Promise<void>
}
