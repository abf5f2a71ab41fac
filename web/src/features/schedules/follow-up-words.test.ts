import type { Call } from '@reveille/contract/calls'
import type { Schedule } from '@reveille/contract/schedules'
import { expect, test } from 'vitest'
import { followUpWords, underway } from './follow-up-words.ts'

const MINUTE_MS = 60_000
const NOW = Date.parse('2027-01-18T06:35:00Z')
const local = (time: string) => ({ date: '2027-01-18', time, weekday: 'mon', today: '2027-01-18' }) as const
type FollowUp = NonNullable<Schedule['followUp']>
const followUp = (kind: FollowUp['kind'], time = '06:45') => ({
  at: `2027-01-18T${time}:00Z`,
  local: local(time),
  kind,
  afterFault: false,
})
const schedule = (next: FollowUp | null, isActive = true) => ({ isActive, followUp: next })
const call = (phase: Call['phase'], kind: Call['kind'] = 'first') => ({
  kind,
  phase,
  voice: 'bill' as const,
  callTime: '2027-01-18T06:30:00Z',
  callTimeLocal: local('06:30'),
})

test.each([
  ['snooze', 'Snoozed, calling again at 6:45 AM'],
  ['retry', 'Trying again at 6:45 AM'],
  ['wake-check', "We'll check on you again at 6:45 AM"],
  ['second-check', "You're up. Second check at 6:45 AM"],
] as const)('WAKE-17 a card says what follows: %s', (kind, words) => {
  expect(followUpWords(followUp(kind))).toBe(words)
})

test('WAKE-13 WAKE-17 a card says that the network failed', () => {
  expect(followUpWords({ ...followUp('retry'), afterFault: true })).toBe('The network failed, trying again at 6:45 AM')
})

test.each([
  ['dialling', 'Waiting for the phone network'],
  ['in-doubt', 'Waiting for the phone network'],
  ['ringing', 'Ringing now'],
  ['in-progress', 'On the call'],
] as const)('DASH-4 the dashboard shows the phase of a call: %s', (phase, words) => {
  const waiting = [schedule(followUp('retry', '06:31'))]
  expect(underway(waiting, [call('ended'), call(phase)], NOW)).toEqual({
    isSample: false,
    local: local('06:30'),
    words,
    at: null,
    voice: 'bill',
    isRinging: phase === 'ringing',
  })
})

test('DASH-4 between two rings the dashboard shows the next one of this morning', () => {
  const mornings = [schedule(followUp('retry', '06:50')), schedule(followUp('snooze', '06:40')), schedule(null)]
  expect(underway(mornings, [call('ended')], NOW)).toEqual({
    isSample: false,
    local: local('06:40'),
    words: 'Snoozed, calling again at 6:40 AM',
    at: '2027-01-18T06:40:00Z',
  })
})

test('DASH-4 without a schedule the dashboard shows the sample call', () => {
  const sky = { isSample: true, local: local('06:30'), words: 'Ringing now', at: null, voice: 'bill', isRinging: true }
  expect(underway([], [call('ringing', 'sample')], NOW)).toEqual(sky)
  expect(underway([], [call('ended', 'sample')], NOW)).toBeNull()
})

test('DASH-4 with a schedule, a sample, a paused follow-up and an ended call show nothing', () => {
  const paused = schedule(followUp('snooze'), false)
  expect(underway([paused, schedule(null)], [call('ringing', 'sample'), call('ended')], NOW)).toBeNull()
})

test('DASH-4 a call in doubt still shows after an hour, but not after two', () => {
  expect(underway([schedule(null)], [call('in-doubt')], NOW + 60 * MINUTE_MS)).not.toBeNull()
  expect(underway([schedule(null)], [call('in-doubt')], NOW + 120 * MINUTE_MS)).toBeNull()
})
