import { expect, test } from 'vitest'
import { pastMorningWords } from './past-morning-sky.tsx'
import { pastMorning } from './past-morning.ts'

const OVER = Date.parse('2027-01-18T06:40:00Z')
const local = (time: string) => ({ date: '2027-01-18', time, weekday: 'mon', today: '2027-01-18' }) as const
const morning = (outcome: 'answered' | 'unconfirmed' | 'missed' | 'failed') => ({
  outcome,
  dueAt: '2027-01-18T06:30:00.000Z',
  dueAtLocal: local('06:30'),
  overAt: '2027-01-18T06:40:00.000Z',
  overAtLocal: local('06:40'),
})
const call = {
  scheduleId: 1,
  phase: 'ended',
  status: 'no_answer',
  duration: null,
  voice: 'bill',
  reason: null,
  morning: morning('missed'),
} as const
const sample = { ...call, scheduleId: null, morning: null }
const words = (calls: Parameters<typeof pastMorning>[0], streak?: number) => {
  const past = pastMorning(calls, OVER)
  return past && pastMorningWords(past, streak)
}

test('DASH-12 a missed morning counts its own calls, and says when nobody picked up', () => {
  const yesterday = { ...call, morning: { ...morning('missed'), dueAt: '2027-01-17T06:30:00.000Z' } }
  const other = { ...call, scheduleId: 2 }
  const unplaced = { ...call, status: 'failed' } as const
  expect(words([sample, call, call, unplaced, other, yesterday])).toEqual({
    title: 'You missed your 6:30 AM call.',
    words: 'We called twice. Nobody picked up.',
  })
  expect(words([call, yesterday])?.words).toBe('We called once. Nobody picked up.')
  expect(words([{ ...call, duration: 5 }, call])?.words).toBe('We called twice.')
})

test('DASH-12 an answered morning says when, and the streak', () => {
  const up = { ...call, status: 'completed', morning: morning('answered') } as const
  expect(words([up])).toEqual({ title: "You're up.", words: '6:40 AM, 10 min after your call.' })
  expect(words([up], 1)?.words).toBe('6:40 AM, 10 min after your call. A new streak starts.')
  expect(words([up], 3)?.words).toBe('6:40 AM, 10 min after your call. 3 mornings in a row.')
  const atOnce = { ...up, morning: { ...up.morning, overAt: '2027-01-18T06:30:45.000Z', overAtLocal: local('06:30') } }
  expect(words([atOnce])?.words).toBe('6:30 AM, right on time.')
})

test('DASH-12 an unconfirmed or failed morning says what we know', () => {
  expect(words([{ ...call, status: 'unconfirmed', morning: morning('unconfirmed') }])).toEqual({
    title: 'Are you up?',
    words: 'You picked up your 6:30 AM call, but we got no sign you were up.',
  })
  const failed = { ...call, status: 'failed', reason: 'The network is down', morning: morning('failed') } as const
  expect(words([failed])).toEqual({ title: 'Your 6:30 AM call failed.', words: 'The network is down.' })
  expect(words([{ ...failed, reason: null }])?.words).toBe("The call didn't go through.")
})

test('DASH-12 a morning is shown for two hours, and none without an outcome', () => {
  const TWO_HOURS_MS = 7_200_000
  expect(pastMorning([call], OVER + TWO_HOURS_MS - 1)).not.toBeNull()
  expect(pastMorning([call], OVER + TWO_HOURS_MS)).toBeNull()
  expect(pastMorning([sample], OVER)).toBeNull()
})
