import { expect, test } from 'vitest'
import { bucketOf, BUCKETS } from './budgets.ts'

const ours = { sessionSecret: 'a secret of this test' }

test('S55 made-up keys share a fixed number of counters, and nobody outside can tell which keys share one', () => {
  const madeUp = Array.from({ length: 2_000 }, (_, n) => `r${n}@example.com`)
  const buckets = madeUp.map((key) => Number(bucketOf(ours, key)))
  expect(buckets.every((bucket) => Number.isInteger(bucket) && bucket >= 0 && bucket < BUCKETS)).toBe(true)
  expect(new Set(buckets).size).toBeGreaterThan(1_800)
  const byAnotherSecret = madeUp.map((key) => Number(bucketOf({ sessionSecret: 'another one' }, key)))
  expect(byAnotherSecret.filter((bucket, at) => bucket === buckets[at]).length).toBeLessThan(10)
})
