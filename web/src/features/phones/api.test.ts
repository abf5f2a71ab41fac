import type { PhoneCodeStatus } from '@reveille/contract/phones'
import { expect, test } from 'vitest'
import { UnreachableError } from '../../api/api-failure.ts'
import { phoneCodeStatus } from './api.ts'

/** In how many milliseconds it is asked again what became of the code, after this answer or failure. */
const callerNumber = '+12025550100'

function againIn(state: { data?: PhoneCodeStatus; error: Error | null }): unknown {
  const { refetchInterval } = phoneCodeStatus('+12025550161')
  return typeof refetchInterval === 'function' ? refetchInterval({ state } as never) : refetchInterval
}

test('PHONE-6 a moment without a connection does not end the asking; after the answer news come, or are asked for slowly', () => {
  expect(againIn({ error: new UnreachableError('GET', false, null) })).toBe(2_000)
  expect(againIn({ data: { status: 'waiting', callerNumber }, error: null })).toBe(2_000)
  for (const status of ['sent', 'calling'] as const)
    expect(againIn({ data: { status, callerNumber }, error: null })).toBe(15_000)
  expect(againIn({ data: { status: 'refused', callerNumber }, error: null })).toBe(false)
})
