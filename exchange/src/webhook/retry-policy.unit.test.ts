import { expect, test } from 'vitest'
import { retryPolicyOf } from './deliver.ts'

const policyOf = (fragment: string) => {
  const { retries, on, ...times } = retryPolicyOf(new URL(`https://example.com/status${fragment}`))
  return { retries, on: [...on], ...times }
}

test('without a fragment only a failed connection is retried, once, within 15 s', () => {
  expect(policyOf('')).toEqual({ retries: 1, on: ['ct'], connectMs: 5_000, readMs: 15_000, totalMs: 15_000 })
})

test.each([
  ['#rc=2&rp=all', { retries: 2, on: ['4xx', '5xx', 'ct', 'rt'] }],
  ['#rc=9&rp=5xx,rt', { retries: 5, on: ['5xx', 'rt'] }],
  ['#rc=0', { retries: 0, on: ['ct'] }],
  ['#ct=1&rt=99999&tt=2000', { connectMs: 100, readMs: 15_000, totalMs: 2_000 }],
  ['#rc=nonsense', { retries: 1 }],
])('%s is obeyed within the limits', (fragment, expected) => {
  expect(policyOf(fragment)).toMatchObject(expected)
})
