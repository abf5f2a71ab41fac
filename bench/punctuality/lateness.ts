import type { Instant } from '@reveille/core/time/time-zone'

/** A request for a call, or its release, at an instant with fractions of a millisecond. */
export type Request = { to: string; at: Instant }

/** Milliseconds after the due instants. `early`, `lost` and `twice` must be 0. */
export type Lateness = { p50: number; p99: number; last: number; early: number; lost: number; twice: number }

/** How late the requests were. `due` has each number's instant. */
export function lateness(requests: readonly Request[], due: ReadonlyMap<string, Instant>): Lateness {
  const ours = requests.filter(({ to }) => due.has(to))
  const late = ours.map(({ to, at }) => at - due.get(to)!).toSorted((a, b) => a - b)
  const numbers = new Set(ours.map(({ to }) => to))
  return {
    p50: quantile(late, 0.5),
    p99: quantile(late, 0.99),
    last: late.at(-1) ?? Number.NaN,
    early: late.filter((ms) => ms < 0).length,
    lost: due.size - numbers.size,
    twice: ours.length - numbers.size,
  }
}

/** The smallest value that is at or above this share of the sorted values. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
