import type { Instant } from '@reveille/core/time/time-zone'

/** How long after a fault calls may still be late because of it: a call in doubt is reconciled for 46 s. */
const AFTER_EFFECT_MS = 75_000

type Fault = { from: Instant; until: Instant; what: string }

/** When each fault lasted, which may excuse a late or missing call. */
export class Faults {
  readonly #faults: Fault[] = []

  add(from: Instant, until: Instant, what: string): void {
    this.#faults.push({ from, until: until + AFTER_EFFECT_MS, what })
  }

  /** Lasts until `end` is called. */
  begin(from: Instant, what: string): { end(at: Instant): void } {
    const fault = { from, until: Number.POSITIVE_INFINITY, what }
    this.#faults.push(fault)
    return {
      end: (at) => {
        fault.until = at + AFTER_EFFECT_MS
      },
    }
  }

  /**
   * How many there were: deaths, freezes, deployments, outages, wrong clocks, a slow or lost database, a bad carrier.
   */
  count(): number {
    return this.#faults.length
  }

  /** `from`, or when the database became slow if it was slow within the period. */
  slowFrom(from: Instant, to: Instant): Instant {
    const slow = this.#faults.filter(({ what }) => what === 'slow database')
    const then = slow.filter((fault) => fault.from <= to && fault.until - AFTER_EFFECT_MS >= from)
    return Math.min(from, ...then.map((fault) => fault.from))
  }

  isFaultless(from: Instant, to: Instant): boolean {
    return !this.#faults.some((fault) => fault.from <= to && fault.until >= from)
  }

  /** The first instant from `from` on without a fault for the next `clearMs`; null if there is none up to `to`. */
  faultlessFrom(
    from: Instant,
    to: Instant,
    { clearMs, more }: { clearMs: number; more: readonly [Instant, Instant][] },
  ) {
    const all = [...this.#faults.map(({ from: a, until }) => [a, until] as const), ...more]
    let at = from
    for (let moved = true; moved;) {
      moved = false
      for (const [a, b] of all) {
        if (a > at + clearMs || b < at) continue
        at = b + 1
        moved = true
        if (at > to) return null
      }
    }
    return at <= to ? at : null
  }
}
