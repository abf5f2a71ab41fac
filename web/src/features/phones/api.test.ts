import type { PhoneCodeStatus } from '@reveille/contract/phones'
import { expect, test } from 'vitest'
import { UnreachableError } from '../../api/api-failure.ts'
import { phoneCodeStatus } from './api.ts'

const callerNumber = '+12025550100'

/** The refetch interval after this response or failure. */
function intervalAfter(state: { data?: PhoneCodeStatus; error: Error | null }): unknown {
  const { refetchInterval } = phoneCodeStatus('+12025550161')
  return typeof refetchInterval === 'function' ? refetchInterval({ state } as never) : refetchInterval
}

test('PHONE-6 polling for a code survives a lost connection, slows down once it is sent, and ends when it is refused', () => {
  expect(intervalAfter({ error: new UnreachableError('GET', false, null) })).toBe(2_000)
  expect(intervalAfter({ data: { status: 'waiting', callerNumber }, error: null })).toBe(2_000)
  for (const status of ['sent', 'calling'] as const)
    expect(intervalAfter({ data: { status, callerNumber }, error: null })).toBe(15_000)
  expect(intervalAfter({ data: { status: 'refused', callerNumber }, error: null })).toBe(false)
})
