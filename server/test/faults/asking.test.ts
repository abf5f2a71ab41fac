import type { FaultOrder } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import { playFaults } from '../harness/faults/fault-play.ts'
import type { FaultRow } from '../harness/faults/fault-row.ts'

/** The carrier rings the phone and reports nothing before somebody picks up. */
const unheard = { fault: 'status-jump' }
const lateList = { fault: 'late-list', delayMs: 20_000 }

/** Nobody's phone rings, so it does not matter what they would have done. */
function neverPlaced(name: string, fault: FaultOrder): FaultRow {
  return { name, faults: [fault], effect: 'failed', actions: ['confirm'] }
}

/** Faults between our request for a call and the carrier's response. */
const rows: readonly FaultRow[] = [
  { name: 'rate limited once', faults: [{ fault: 'too-many-requests' }] },
  { name: 'refused once for lack of capacity', faults: [{ fault: 'refuse', code: 10004 }] },
  { name: 'refused once by a full queue', faults: [{ fault: 'refuse', code: 22005 }] },
  { name: 'refused once as misconfigured', faults: [{ fault: 'refuse', code: 20003 }] },
  { name: 'whose connection breaks before the carrier accepts it', faults: [{ fault: 'reset-before-accepting' }] },
  { name: 'answered with an error before the carrier accepts it', faults: [{ fault: '5xx-before-accepting' }] },
  { name: 'accepted without an answer', faults: [{ fault: 'accept-then-hang' }] },
  { name: 'accepted but answered with an error', faults: [{ fault: 'accept-then-5xx' }] },
  { name: 'accepted before the connection breaks', faults: [{ fault: 'accept-then-reset' }] },
  { name: 'whose answer is unreadable', faults: [{ fault: 'malformed-answer' }] },
  { name: 'answered slowly', faults: [{ fault: 'slow-answer', delayMs: 300 }] },
  { name: 'whose callbacks come before the answer', faults: [{ fault: 'callbacks-before-answer' }] },
  { name: 'that waits in the carrier’s queue', faults: [{ fault: 'queue-delay', delayMs: 200 }] },
  { name: 'accepted without callbacks but answered with an error', faults: [unheard, { fault: 'accept-then-5xx' }] },
  {
    name: 'accepted without callbacks before the connection breaks',
    faults: [unheard, { fault: 'accept-then-reset' }],
  },
  { name: 'accepted without callbacks and listed late', faults: [unheard, lateList, { fault: 'malformed-answer' }] },
  neverPlaced('to a number that does not exist', { fault: 'refuse', code: 21211 }),
  neverPlaced('to a country that is closed', { fault: 'refuse', code: 21215 }),
  neverPlaced('that the carrier blocks', { fault: 'refuse', code: 21216 }),
  neverPlaced('of a trial account', { fault: 'refuse', code: 21608 }),
  neverPlaced('that waits for room until it is too late', { fault: 'refuse', code: 22005, times: null }),
  neverPlaced('refused for a fault on our side until it is too late', { fault: 'refuse', code: 20003, times: null }),
  neverPlaced('met by errors until it is too late', { fault: '5xx-before-accepting', times: null }),
]

const { stories } = playFaults(rows)

test.each(rows)('CALL-2 CALL-3 CALL-5 a call $name rings once or fails with a reason', async (row) => {
  const { found, expected } = await stories(row)
  expect(found).toEqual(expected)
})
