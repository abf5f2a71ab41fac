import type { Instant } from '@reveille/core/time/time-zone'
import type { Clock } from '../platform/clock/clock.ts'
import type { LeasedCall } from './leases.sql.ts'

/**
 * A follow-up gets no slot further ahead than this. By then all first calls have theirs, so a follow-up delays none.
 */
export const FOLLOW_UP_AHEAD_MS = 1_000

/** Follow-ups without a free slot ask again within these bounds, this many together. */
const ASK_AGAIN_MS = { least: 250, most: 10_000 }
const ASK_TOGETHER = 500

/** A follow-up that has to wait, and its first free slot. */
type Waiting = { lease: LeasedCall; slotAt: Instant }

type Owner = {
  /** Whether this worker still has to dial a call. */
  isHeld(call: LeasedCall): boolean
  /** False while the clock is wrong. */
  mayAsk(): boolean
  /** Asks for slots; calls that aren't returned no longer need one. */
  ask(calls: readonly LeasedCall[], now: Instant): Promise<readonly Waiting[]>
  /** Releases calls for which the queue couldn't request a slot. */
  letGo(calls: readonly LeasedCall[]): void
}

/** A worker's due follow-ups without a slot; the earliest asks first. */
export class FollowUpQueue {
  readonly #clock: Clock
  readonly #owner: Owner
  #calls: LeasedCall[] = []
  #isServed = false

  constructor(clock: Clock, owner: Owner) {
    this.#clock = clock
    this.#owner = owner
  }

  get length(): number {
    return this.#calls.length
  }

  /** Resolves at once if others already wait, otherwise once the queue is empty. */
  async add(calls: readonly LeasedCall[]): Promise<void> {
    this.#calls = [...this.#calls, ...calls].toSorted((a, b) => a.dialAt - b.dialAt)
    if (this.#isServed) return
    this.#isServed = true
    try {
      await this.#serve()
    } catch (error) {
      this.#close()
      throw error
    }
  }

  async #serve(): Promise<void> {
    for (;;) {
      this.#calls = this.#calls.filter((call) => this.#owner.isHeld(call))
      if (this.#calls.length === 0 || !this.#owner.mayAsk()) return this.#close()
      const [now, asking] = [this.#clock.now(), new Set(this.#calls.slice(0, ASK_TOGETHER))]
      const waiting = await this.#owner.ask([...asking], now)
      for (const { lease } of waiting) asking.delete(lease)
      this.#calls = this.#calls.filter((call) => !asking.has(call))
      if (waiting.length === 0) continue
      const firstAt = Math.min(...waiting.map(({ slotAt }) => slotAt)) // of either carrier
      const wait = Math.max(firstAt - FOLLOW_UP_AHEAD_MS - now, ASK_AGAIN_MS.least)
      await this.#clock.until(now + Math.min(wait, ASK_AGAIN_MS.most))
    }
  }

  #close(): void {
    this.#isServed = false
    this.#owner.letGo(this.#calls.splice(0))
  }
}
