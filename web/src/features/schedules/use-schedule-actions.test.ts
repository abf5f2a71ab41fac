import type { Schedule } from '@reveille/contract/schedules'
import { expect, test } from 'vitest'
import { skipOffer } from './use-schedule-actions.ts'

const NEXT = '2027-01-16T06:30:00.000Z'
const BEFORE = '2027-01-14T06:30:00.000Z'
const next = { date: '2027-01-16', time: '06:30', weekday: 'sat', today: '2027-01-14' }
const ringing = {
  isActive: true,
  nextCallAt: NEXT,
  nextCallLocal: next,
  skippedCallAt: null,
  followUp: null,
} as Schedule
const local = { date: '2027-01-14', time: '06:35', weekday: 'thu', today: '2027-01-14' } as const

test.each([
  ['to skip the next call', {}, { at: NEXT, skipped: true }],
  ['to undo the skip', { skippedCallAt: BEFORE }, { at: BEFORE, skipped: false }],
  [
    'to undo the skip, even without a next call',
    { skippedCallAt: BEFORE, nextCallAt: null },
    { at: BEFORE, skipped: false },
  ],
  ['nothing without a next call', { nextCallAt: null }, null],
  ['nothing on a paused schedule', { isActive: false }, null],
  [
    'nothing on a paused schedule with a skip, since its call would not ring',
    { isActive: false, skippedCallAt: BEFORE },
    null,
  ],
  [
    'nothing while today’s call will ring again',
    { followUp: { at: BEFORE, local, kind: 'snooze' as const, afterFault: false } },
    null,
  ],
])('SCHED-9 a card offers %s', (_case, changed, offered) => {
  const offer = skipOffer({ ...ringing, ...changed })
  if (offered === null) expect(offer).toBeNull()
  else expect(offer).toMatchObject({ ...offered, label: offered.skipped ? "Skip Saturday's call" : 'Undo skip' })
})
