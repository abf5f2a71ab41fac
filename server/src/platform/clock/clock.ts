import type { Instant } from '@reveille/core/time/time-zone'

/** Time, as everything here reads it. Tests and the simulation move it. */
export type Clock = {
  now(): Instant
  /** Milliseconds of a clock that never steps; only differences mean anything. */
  monotonic(): number
  /** Resolves when now() has reached `at`, never before. Only for work begun with `spawn` or `every`. */
  until(at: Instant): Promise<void>
  /** Begins work that nobody waits for. A failure is logged, and the process goes on. */
  spawn(name: string, work: () => Promise<void>): void
  /** Repeats `work`, `ms` apart, never two at once; a failure is logged and the next turn comes as usual. */
  every(ms: number, name: string, work: () => Promise<void>): Repeated
  /**
   * Whether the database's clock is close enough (250 ms) to decide together when a call is due. Its answer, just here,
   * was under way for `tookMs`: somewhere in that time it looked at its clock.
   */
  agreesWith(databaseNow: Instant, tookMs: number): boolean
}

export type Repeated = {
  /** No further turn; resolves when the one under way has ended. */
  stop(): Promise<void>
}
