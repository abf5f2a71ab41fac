import type { Schedule } from '@reveille/contract/schedules'
import { expect, test } from 'vitest'
import { noteOffer } from './written-note.tsx'

const local = { date: '2027-01-18', time: '06:30', weekday: 'mon', today: '2027-01-14' } as const
const at = '2027-01-18T05:30:00.000Z'
const ringing = { isActive: true, nextCallAt: at, nextCallLocal: local, note: null } as Schedule

test.each([
  ['one can be added to the next call', ringing, { label: 'Add a note', at, local, text: '' }],
  [
    'an existing one can be changed, even on a paused schedule',
    { ...ringing, isActive: false, note: { text: 'exam at 9', at, local } },
    { label: 'Change note', at, local, text: 'exam at 9' },
  ],
  ['none without a next call', { ...ringing, nextCallAt: null, nextCallLocal: null }, null],
  ['none for a paused schedule', { ...ringing, isActive: false }, null],
])('WAKE-26 the card’s note: %s', (_case, schedule, offer) => {
  expect(noteOffer(schedule)).toEqual(offer)
})
