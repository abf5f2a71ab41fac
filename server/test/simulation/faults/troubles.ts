import type { Instant } from '@reveille/core/time/time-zone'

/** How long after a trouble things may still be late because of it: a call in doubt is asked about for 46 s. */
const AFTER_EFFECT_MS = 75_000

type Trouble = { from: Instant; until: Instant; what: string }

/** When the world was not as it should be: what may excuse a call that came late or not at all. */
export class Troubles {
  readonly #troubles: Trouble[] = []

  add(from: Instant, until: Instant, what: string): void {
    this.#troubles.push({ from, until: until + AFTER_EFFECT_MS, what })
  }

  /** Lasts until `end` is called. */
  begin(from: Instant, what: string): { end(at: Instant): void } {
    const trouble = { from, until: Number.POSITIVE_INFINITY, what }
    this.#troubles.push(trouble)
    return {
      end: (at) => {
        trouble.until = at + AFTER_EFFECT_MS
      },
    }
  }

  /** How many there were: deaths, freezes, deployments, outages, wrong clocks, a slow or lost database, a bad carrier. */
  count(): number {
    return this.#troubles.length
  }

  isCalm(from: Instant, to: Instant): boolean {
    return !this.#troubles.some((trouble) => trouble.from <= to && trouble.until >= from)
  }

  /** The first instant from `from` on that `clearMs` of calm follow; null when there is none up to `to`. */
  calmFrom(from: Instant, to: Instant, { clearMs, more }: { clearMs: number; more: readonly [Instant, Instant][] }) {
    const all = [...this.#troubles.map(({ from: a, until }) => [a, until] as const), ...more]
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
