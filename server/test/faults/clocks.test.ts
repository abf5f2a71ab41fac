import { configureCarrier } from '@reveille/exchange/testing/handset'
import { describe, expect, test } from 'vitest'
import { playFaults } from '../harness/faults/fault-play.ts'
import type { FaultRow } from '../harness/faults/fault-row.ts'

const rows: readonly FaultRow[] = [
  { name: 'that goes well', faults: [] },
  { name: 'accepted without callbacks', faults: [{ fault: 'status-jump' }, { fault: 'accept-then-reset' }] },
  { name: 'whose end is not reported', faults: [{ fault: 'callback-lost', event: 'completed' }] },
]

describe.each([
  ['ahead', 90_000],
  ['behind', -90_000],
])("with the carrier's clock a minute and a half %s", (_where, clockSkewMs) => {
  const { stories } = playFaults(rows, ({ sandbox }) => configureCarrier(sandbox.url, { clockSkewMs }))

  test.each(rows)('CALL-3 CALL-10 a call $name ends as it would have without the fault', async (row) => {
    const { found, expected } = await stories(row)
    expect(found).toEqual(expected)
  })
})
