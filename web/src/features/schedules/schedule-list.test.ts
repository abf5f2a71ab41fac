import { expect, test } from 'vitest'
import { dawnAt } from './dawn.ts'
import { matchingCities } from './matching-cities.ts'
import { sortedSchedules } from './sorted-schedules.ts'

test('DASH-4 active schedules come first, then by time', () => {
  const list = [
    { isActive: false, wakeupTime: '05:00' },
    { isActive: true, wakeupTime: '07:00' },
    { isActive: true, wakeupTime: '06:30' },
  ]
  expect(sortedSchedules(list).map(({ wakeupTime }) => wakeupTime)).toEqual(['06:30', '07:00', '05:00'])
})

test.each([
  [null, 0],
  [13, 0],
  [8, 1],
  [2, 2],
  [0.5, 3],
  [0.05, 4],
  [0, 4],
])('DASH-4 the light rises: %s hours before the call it stands at %s', (hours, dawn) => {
  expect(dawnAt(hours === null ? null : hours * 3_600_000)).toBe(dawn)
})

const zones = [
  { id: 'America/Sao_Paulo', region: 'America', city: 'São Paulo', now: '10:00' },
  { id: 'Europe/Oslo', region: 'Europe', city: 'Oslo', now: '15:00' },
  { id: 'Australia/Sydney', region: 'Australia', city: 'Sydney', now: '01:00' },
]

test.each([
  ['syd', ['Sydney']],
  ['sao', ['São Paulo']],
  ['SÃO p', ['São Paulo']],
  ['slo', ['Oslo']],
  ['s', []],
  ['  ', []],
])('SCHED-1 a city is found by "%s"', (query, cities) => {
  expect(matchingCities(zones, query).map(({ city }) => city)).toEqual(cities)
})
