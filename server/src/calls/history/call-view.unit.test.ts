import { expect, test } from 'vitest'
import { toCall } from './call-view.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const entry: Parameters<typeof toCall>[0] = {
  id: 5,
  userId: 1,
  scheduleId: 3,
  scheduleName: 'Gym',
  kind: 'first',
  dueAt: NOW,
  timezone: 'Europe/Berlin',
  voice: 'liam',
  stage: 'placed',
  status: 'pending',
  snoozed: false,
  ringingAt: null,
  answeredAt: null,
  durationS: null,
  carrier: 1,
  carrierCallId: null,
  recordingKey: null,
  failure: null,
  secondPhone: null,
  createdAt: NOW,
  spokeOf: null,
  occurrenceDueAt: NOW - 600_000,
  outcome: null,
  outcomeAt: null,
}

test('HIST-2 a call is shown in its current phase', () => {
  const phase = (over: Partial<typeof entry>) => toCall({ ...entry, ...over }, NOW).phase
  expect((['planned', 'leased', 'dialling', 'in_doubt', 'ended'] as const).map((stage) => phase({ stage }))).toEqual([
    'dialling',
    'dialling',
    'dialling',
    'in-doubt',
    'ended',
  ])
  expect([phase({}), phase({ ringingAt: NOW }), phase({ answeredAt: NOW })]).toEqual([
    'dialling',
    'ringing',
    'in-progress',
  ])
})

test('HIST-2 WAKE-18 CALL-13 a call shows only the last digits of a second number, its recording, and why it failed', () => {
  expect(toCall(entry, NOW)).toMatchObject({ secondNumber: null, recordingUrl: null, reason: null })
  const failed = { secondPhone: '+4915123456789', recordingKey: 'recordings/1/5.wav', failure: 'proven' }
  expect(toCall({ ...entry, ...failed }, NOW)).toMatchObject({
    secondNumber: '789',
    recordingUrl: '/api/call/5/recording',
    reason: "You were up already, so we didn't call again",
  })
  expect(toCall({ ...entry, failure: 'of a later version' }, NOW).reason).toBeNull()
})

test("CARRIER-12 API-5 a call of the second carrier says so, and the first carrier's are as before", () => {
  expect(toCall({ ...entry, carrier: 2 }, NOW)).toMatchObject({ carrier: 2 })
  expect(toCall(entry, NOW)).not.toHaveProperty('carrier')
})

test('API-5 a call says how its morning ended, unless it is a sample, open, skipped or canceled', () => {
  const over = { outcome: 'missed', outcomeAt: NOW } as const
  const today = { date: '2027-01-15', weekday: 'fri', today: '2027-01-15' } as const
  expect(toCall({ ...entry, ...over }, NOW).morning).toEqual({
    outcome: 'missed',
    dueAt: '2027-01-15T05:20:00.000Z',
    dueAtLocal: { ...today, time: '06:20' },
    overAt: '2027-01-15T05:30:00.000Z',
    overAtLocal: { ...today, time: '06:30' },
  })
  expect(toCall(entry, NOW).morning).toBeNull()
  expect(toCall({ ...entry, ...over, kind: 'sample' }, NOW).morning).toBeNull()
  expect(toCall({ ...entry, ...over, outcome: 'skipped' }, NOW).morning).toBeNull()
  expect(toCall({ ...entry, ...over, outcome: 'cancelled' }, NOW).morning).toBeNull()
})
