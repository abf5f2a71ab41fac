/** How often and when a webhook is retried; times in ms. */
export type RetryPolicy = {
  retries: number
  on: ReadonlySet<'4xx' | '5xx' | 'ct' | 'rt'>
  connectMs: number
  readMs: number
  totalMs: number
}

/**
 * Reads the fragment of a webhook address (`#rc=2&rp=all`); the fragment itself is never sent.
 * Without one: one retry, and only when the connection failed. 15 s in all, retries included.
 */
export function retryPolicyOf(address: URL): RetryPolicy {
  const overrides = new URLSearchParams(address.hash.slice(1))
  const within = (name: string, low: number, high: number, fallback: number) => {
    const value = Number(overrides.get(name) ?? fallback)
    return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : fallback
  }
  return {
    retries: within('rc', 0, 5, 1),
    on: retriedFailures(overrides.get('rp') ?? 'ct'),
    connectMs: within('ct', 100, 10_000, 5_000),
    readMs: within('rt', 100, 15_000, 15_000),
    totalMs: within('tt', 100, 15_000, 15_000),
  }
}

const failures = ['4xx', '5xx', 'ct', 'rt'] as const

function retriedFailures(listed: string): RetryPolicy['on'] {
  const names = new Set(listed.split(','))
  return new Set(failures.filter((failure) => names.has('all') || names.has(failure)))
}
