import { listTimezones } from '@reveille/core/schedules/timezone-list'
import { expect, test } from 'vitest'
import { matchingCities } from './city-combobox.tsx'

const zones = listTimezones(Date.parse('2027-01-15T06:30:00Z'))
const found = (query: string) => matchingCities(zones, query).map(({ id }) => id)

test.each([
  ['its first letters', 'syd', 'Australia/Sydney'],
  ['a name without its accents', 'sao p', 'America/Sao_Paulo'],
  ['a name with its accents, in capitals', ' SÃO P ', 'America/Sao_Paulo'],
  ['letters within its name', 'ockh', 'Europe/Stockholm'],
  ['its region and name', 'america/sao p', 'America/Sao_Paulo'],
  ['its country, before a city whose name starts with it', 'India', 'Asia/Kolkata'],
  ['its country, before a city that other countries share', 'Norway', 'Europe/Oslo'],
])('SCHED-1 a city is found by %s', (_how, query, zone) => {
  expect(found(query)[0]).toBe(zone)
})

test('SCHED-1 a city that starts with the letters comes before one that contains them, and nonsense finds none', () => {
  expect(found('york')).toEqual(['America/New_York'])
  expect(found('ton').slice(0, 2)).toEqual(['Pacific/Tongatapu', 'America/Creston'])
  expect(found('a')).toHaveLength(20)
  expect(found('xyzzy')).toEqual([])
})
