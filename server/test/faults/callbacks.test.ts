import { expect, test } from 'vitest'
import { playFaults } from '../harness/faults/fault-play.ts'
import type { FaultRow } from '../harness/faults/fault-row.ts'

const events = ['initiated', 'ringing', 'answered', 'completed'] as const

/**
 * Each fault hits each of the four callbacks. A callback that is never sent cannot be lost: unanswered calls have
 * three.
 */
function eachEvent(name: string, fault: string, more: Partial<FaultRow> = {}): FaultRow[] {
  return events.map((event) => ({
    name: `${name} '${event}' report`,
    faults: [{ fault, event, delayMs: 50 }],
    ...(event === 'answered' ? { actions: ['confirm', 'silence'] as const } : {}),
    ...more,
  }))
}

/** Faults in what the carrier reports about a call. */
const rows: readonly FaultRow[] = [
  ...eachEvent('with a lost', 'callback-lost'),
  ...eachEvent('with a doubled', 'callback-doubled'),
  ...eachEvent('with a forged', 'callback-forged'),
  ...eachEvent('with a delayed', 'callback-delayed', { late: true }),
  ...eachEvent('with an overtaken', 'callback-reordered'),
  { name: 'whose ringing is reported after its end', faults: [{ fault: 'callback-after-end', event: 'ringing' }] },
  {
    name: 'whose pick-up is reported after its end',
    faults: [{ fault: 'callback-after-end', event: 'answered' }],
    actions: ['confirm', 'silence'],
  },
  { name: 'whose ringing is never reported', faults: [{ fault: 'status-jump' }] },
  { name: 'whose every report is lost', faults: events.map((event) => ({ fault: 'callback-lost', event })) },
  {
    name: 'reported five times over',
    faults: events.map((event) => ({ fault: 'callback-doubled', event, copies: 4 })),
    actions: ['confirm', 'silence'],
  },
]

const { stories } = playFaults(rows)

test.each(rows)('CALL-10 a call $name ends as it would have without the fault', async (row) => {
  const { found, expected } = await stories(row)
  expect(found).toEqual(expected)
})
