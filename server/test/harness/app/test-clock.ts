import type { Instant } from '@reveille/core/time/time-zone'
import type { Clock, Repeated } from '../../../src/platform/clock/clock.ts'

type Waiter = { at: Instant; resolve(): void }
type Loop = { ms: number; work(): Promise<void>; ranAt: Instant }

/**
 * A loop with an interval this long runs only once its interval has passed. Shorter ones run at every stop, because
 * what they look for may be due at that very instant.
 */
const SELDOM_MS = 60_000

/**
 * A clock that stands still until a test moves it. It then stops at each instant at which something waits or becomes
 * due, waits until all resulting work has settled, and continues, so that everything happens in order.
 */
export class TestClock implements Clock {
  #now: Instant
  #waiters: Waiter[] = []
  readonly #loops = new Set<Loop>()
  #running = 0
  #failures: unknown[] = []
  #atRest: (() => void)[] = []
  /** When stored work next becomes due after `now`; null when there is none. */
  nextDue: (now: Instant) => Promise<Instant | null> = async () => null
  /** More work to wait for at each stop, such as jobs. */
  settleMore: () => Promise<void> = async () => undefined

  constructor(now: Instant) {
    this.#now = now
  }

  now(): Instant {
    return this.#now
  }

  monotonic(): number {
    return this.#now
  }

  agreesWith(): boolean {
    return true
  }

  until(at: Instant): Promise<void> {
    if (at <= this.#now) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiters.push({ at, resolve })
    this.#finish()
    return promise
  }

  spawn(_name: string, work: () => Promise<void>): void {
    this.#running++
    work()
      .catch((error: unknown) => this.#failures.push(error))
      .finally(() => this.#finish())
  }

  every(ms: number, _name: string, work: () => Promise<void>): Repeated {
    const loop = { ms, work, ranAt: -Infinity }
    this.#loops.add(loop)
    return { stop: async () => void this.#loops.delete(loop) }
  }

  /** Advances the clock; resolves when everything that became due is done. */
  async advance(by: { hours?: number; minutes?: number; seconds?: number; ms?: number }): Promise<void> {
    const target =
      this.#now + (((by.hours ?? 0) * 60 + (by.minutes ?? 0)) * 60 + (by.seconds ?? 0)) * 1000 + (by.ms ?? 0)
    await this.#stopHere()
    while (this.#now < target) {
      const due = (await this.nextDue(this.#now)) ?? target
      this.#now = Math.min(target, due, ...this.#waiters.map(({ at }) => at))
      await this.#stopHere()
    }
  }

  /** Does everything that is due now, repeatedly, until nothing is. */
  async #stopHere(): Promise<void> {
    do {
      this.#wake()
      await this.#rest()
      for (const loop of this.#loops) {
        if (loop.ms >= SELDOM_MS && this.#now - loop.ranAt < loop.ms) continue
        loop.ranAt = this.#now
        await loop.work()
      }
      await this.#rest()
      await this.settleMore()
    } while (this.#waiters.some(({ at }) => at <= this.#now))
    if (this.#failures.length > 0) throw this.#failures.shift()
  }

  #wake(): void {
    const due = this.#waiters.filter(({ at }) => at <= this.#now)
    this.#waiters = this.#waiters.filter(({ at }) => at > this.#now)
    for (const { resolve } of due.toSorted((a, b) => a.at - b.at)) {
      this.#running++
      resolve()
    }
  }

  #finish(): void {
    if (--this.#running > 0) return
    for (const resume of this.#atRest.splice(0)) resume()
  }

  async #rest(): Promise<void> {
    while (this.#running > 0) await new Promise<void>((resolve) => this.#atRest.push(resolve))
  }
}
