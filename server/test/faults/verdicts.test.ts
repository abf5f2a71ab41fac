import { expect, test } from 'vitest'
import { playFaults } from '../harness/faults/fault-play.ts'
import type { FaultRow } from '../harness/faults/fault-row.ts'

/** Faults in the carrier's verdict on who picked up. */
const rows: readonly FaultRow[] = [
  { name: 'reported late', faults: [{ fault: 'amd-late' }], actions: ['confirm', 'silence', 'voicemail'] },
  {
    name: 'lost',
    faults: [{ fault: 'callback-lost', event: 'amd' }],
    actions: ['confirm', 'silence', 'voicemail'],
  },
  { name: 'reported twice', faults: [{ fault: 'callback-doubled', event: 'amd' }], actions: ['silence', 'voicemail'] },
  { name: 'forged', faults: [{ fault: 'callback-forged', event: 'amd' }], actions: ['silence', 'voicemail'] },
  { name: 'wrong about a machine', faults: [{ fault: 'amd-wrong' }], actions: ['voicemail'], effect: 'person' },
  {
    name: 'wrong about a person',
    faults: [{ fault: 'amd-wrong' }],
    actions: ['confirm', 'silence'],
    effect: 'machine',
  },
  {
    name: 'wrong about a person, and late',
    faults: [{ fault: 'amd-wrong' }, { fault: 'amd-late' }],
    actions: ['confirm', 'silence'],
    effect: 'machine',
  },
]

const { stories } = playFaults(rows)

test.each(rows)('CALL-4 CALL-10 a verdict $name changes only what it must', async (row) => {
  const { found, expected } = await stories(row)
  expect(found).toEqual(expected)
})
