import type { FaultOrder } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import { playFaults } from '../harness/faults/fault-play.ts'
import type { FaultRow } from '../harness/faults/fault-row.ts'

/** Only an answered call is recorded: an unanswered one has no recording that could go wrong. */
const row = (name: string, fault: FaultOrder, more: Partial<FaultRow> = {}): FaultRow => ({
  name,
  faults: [fault],
  actions: ['confirm', 'silence'],
  recorded: true,
  ...more,
})

/** Faults in the recording of a call. */
const rows: readonly FaultRow[] = [
  row('is never made', { fault: 'recording-absent' }),
  row('is reported late', { fault: 'recording-late', delayMs: 50 }, { late: true }),
  row('can’t be fetched at first', { fault: 'recording-media-missing' }),
  row('is empty at first', { fault: 'recording-media-empty' }),
  row('is never reported', { fault: 'callback-lost', event: 'recording' }),
  row('is reported twice', { fault: 'callback-doubled', event: 'recording' }),
  row('is reported with a forged signature', { fault: 'callback-forged', event: 'recording' }),
]

const { stories } = playFaults(rows)

test.each(rows)(
  'CALL-10 CALL-13 S44 a recording that $name is stored at most once, and never left at the carrier',
  async (each) => {
    const { found, expected } = await stories(each)
    expect(found).toEqual(expected)
  },
)
