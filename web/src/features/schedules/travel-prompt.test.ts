import type { Schedule } from '@reveille/contract/schedules'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isKept, keepZone, travelOffer } from './travel-prompt.tsx'

const DAY_MS = 86_400_000

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('WAKE-27 “Keep” is remembered for that zone alone, for 30 days', () => {
  keepZone('Europe/Lisbon', 0)
  keepZone('Asia/Tokyo', DAY_MS)
  expect(isKept('Europe/Lisbon', 30 * DAY_MS - 1)).toBe(true)
  expect(isKept('Europe/Lisbon', 30 * DAY_MS)).toBe(false)
  expect(isKept('Asia/Tokyo', 30 * DAY_MS)).toBe(true)
  expect(isKept('Europe/Madrid', DAY_MS)).toBe(false)
})

test('WAKE-27 a malformed stored value counts as none', () => {
  localStorage.setItem('keptZones', '{broken')
  expect(isKept('Europe/Lisbon', 0)).toBe(false)
  keepZone('Europe/Lisbon', 0)
  expect(isKept('Europe/Lisbon', 1)).toBe(true)
})

const now = Date.parse('2027-01-14T12:00:00Z')
const sydney = {
  id: 1,
  name: null,
  wakeupTime: '06:30',
  timezone: 'Australia/Sydney',
  weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  isRecurring: true,
  isActive: true,
  nextCallAt: '2027-01-14T19:30:00.000Z',
} as Schedule

test('WAKE-27 in Lisbon, the prompt offers to move a Sydney call to Lisbon time', () => {
  expect(travelOffer([sydney], 'Europe/Lisbon', now)).toEqual({
    words: 'You seem to be in Lisbon. 6:30 AM in Sydney is 7:30 PM here.',
    move: 'Ring at 6:30 AM Lisbon time',
    keep: 'Keep Sydney',
    moving: [sydney],
    named: [],
  })
})

test('WAKE-27 only active recurring schedules of the old zone move, and each is listed', () => {
  const second = {
    ...sydney,
    id: 2,
    name: 'Gym',
    wakeupTime: '07:15',
    weekdays: ['sat'],
    nextCallAt: '2027-01-15T20:15:00.000Z',
  }
  const others = [
    { ...sydney, id: 3, isActive: false },
    { ...sydney, id: 4, isRecurring: false },
    { ...sydney, id: 5, timezone: 'Asia/Tokyo', nextCallAt: '2027-01-16T19:30:00.000Z' },
  ]
  const offer = travelOffer([...others, second, sydney] as Schedule[], 'Europe/Lisbon', now)
  expect(offer?.moving.map(({ id }) => id)).toEqual([2, 1])
  expect(offer?.named).toEqual(['Gym, 7:15 AM, Sat', '6:30 AM, Mon–Fri'])
  expect(offer?.move).toBe('Ring both calls on Lisbon time')
})

test('WAKE-27 SHIFT-3 a rotation is moved as a whole, and listed in words', () => {
  const ward = {
    ...sydney,
    weekdays: [],
    cycle: { firstDate: '2027-01-15', times: ['06:30', '21:10', null] },
  } as Schedule
  expect(travelOffer([ward], 'Europe/Lisbon', now)?.move).toBe('Ring on Lisbon time')
  expect(travelOffer([ward, { ...ward, id: 2, name: 'Ward' }], 'Europe/Lisbon', now)?.named).toEqual([
    '3-day rotation: 6:30 AM, 9:10 PM, free',
    'Ward, 3-day rotation: 6:30 AM, 9:10 PM, free',
  ])
})

test.each<[string, Schedule[], string]>([
  ['at home', [sydney], 'Australia/Sydney'],
  ['where the clocks show the same', [sydney], 'Australia/Melbourne'],
  ['when the browser reports UTC', [sydney], 'UTC'],
  ['when the schedule is in UTC', [{ ...sydney, timezone: 'Etc/UTC' }], 'Europe/Lisbon'],
  ['for a one-time call', [{ ...sydney, isRecurring: false }], 'Europe/Lisbon'],
  ['for a paused schedule', [{ ...sydney, isActive: false }], 'Europe/Lisbon'],
  ['without a schedule', [], 'Europe/Lisbon'],
])('WAKE-27 there is no offer %s', (_case, schedules, here) => {
  expect(travelOffer(schedules, here, now)).toBe(null)
})

test('WAKE-27 the offer shows the time of the next call, not the usual one', () => {
  const local = { date: '2027-01-15', time: '06:30', weekday: 'fri', today: '2027-01-14' } as const
  const late = { ...sydney, wakeupTime: '08:00', nextCallLocal: local }
  expect(travelOffer([late], 'Europe/Lisbon', now)?.words).toContain('6:30 AM in Sydney is 7:30 PM here.')
})

test('WAKE-27 the prompt shows while the clocks differ now, even if they agree at the next call', () => {
  // Brisbane has no daylight saving time. Sydney's ends on April 3, 2027, at 16:00 UTC.
  const april = { ...sydney, timezone: 'Australia/Brisbane', nextCallAt: '2027-04-05T20:30:00.000Z' }
  expect(travelOffer([april], 'Australia/Sydney', Date.parse('2027-04-05T12:00:00Z'))).toBe(null)
  expect(travelOffer([april], 'Australia/Sydney', Date.parse('2027-04-03T12:00:00Z'))?.keep).toBe('Keep Brisbane')
})
