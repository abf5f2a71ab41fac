import type { Schedule } from '@reveille/contract/schedules'
import { expect, test } from 'vitest'
import { skipOffer } from './use-schedule-actions.ts'

const NEXT = '2027-01-15T06:30:00.000Z'
const BEFORE = '2027-01-14T06:30:00.000Z'
const ringing = { isActive: true, nextCallAt: NEXT, skippedCallAt: null, followUp: null } as Schedule
const local = { date: '2027-01-14', time: '06:35', weekday: 'thu', today: '2027-01-14' } as const

test.each([
  ['the next call', {}, { at: NEXT, skipped: true }],
  ['the skip back', { skippedCallAt: BEFORE }, { at: BEFORE, skipped: false }],
  [
    'the skip back, though nothing follows',
    { skippedCallAt: BEFORE, nextCallAt: null },
    { at: BEFORE, skipped: false },
  ],
  ['nothing where nothing is to come', { nextCallAt: null }, null],
  ['nothing on a paused schedule', { isActive: false }, null],
  [
    'nothing on a paused schedule with a skip, whose call would not come back',
    { isActive: false, skippedCallAt: BEFORE },
    null,
  ],
  [
    'nothing while today’s call is to ring again',
    { followUp: { at: BEFORE, local, kind: 'snooze' as const, afterFault: false } },
    null,
  ],
])('SCHED-9 a card offers %s', (_case, changed, offered) => {
  const offer = skipOffer({ ...ringing, ...changed })
  if (offered === null) expect(offer).toBeNull()
  else expect(offer).toMatchObject({ ...offered, label: offered.skipped ? 'Skip next' : 'Undo skip' })
})
