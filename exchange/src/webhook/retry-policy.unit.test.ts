import { expect, test } from 'vitest'
import { retryPolicyOf } from './deliver.ts'

const policyOf = (fragment: string) => {
  const { retries, on } = retryPolicyOf(new URL(`https://example.com/status${fragment}`))
  return { retries, on: [...on] }
}

test.each([
  ['no fragment', '', { retries: 1, on: ['ct'] }],
  ["the product's", '#rc=2&rp=5xx,ct,rt', { retries: 2, on: ['5xx', 'ct', 'rt'] }],
  ['too many retries', '#rc=9', { retries: 5, on: ['ct'] }],
  ['no retry', '#rc=0', { retries: 0, on: ['ct'] }],
])('the retries that an address asks for: %s', (_case, fragment, expected) => {
  expect(policyOf(fragment)).toEqual(expected)
})
