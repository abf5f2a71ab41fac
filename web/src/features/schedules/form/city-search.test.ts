import { listTimezones } from '@reveille/core/schedules/timezone-list'
import { ZONE_PLACES } from '@reveille/core/schedules/zone-places'
import { expect, test } from 'vitest'
import { matchingCities } from './city-search.ts'

const zones = listTimezones(Date.parse('2027-01-15T06:30:00Z'))
const found = (query: string, own?: string) => matchingCities(zones, query, own).map(({ zone }) => zone.id)
const shown = (query: string, own?: string) =>
  matchingCities(zones, query, own).map(({ name, note }) => `${name} – ${note}`)

test.each([
  ['its first letters', 'syd', 'Australia/Sydney'],
  ['a name without its accents', 'sao p', 'America/Sao_Paulo'],
  ['a name with its accents, in capitals', ' SÃO P ', 'America/Sao_Paulo'],
  ['letters within its name', 'ockh', 'Europe/Stockholm'],
  ['its region and name', 'america/sao p', 'America/Sao_Paulo'],
  ['its country, before a city whose name starts with it', 'India', 'Asia/Kolkata'],
  ['its country, before a city that other countries share', 'Norway', 'Europe/Oslo'],
  ['a later word of its country', 'emirates', 'Asia/Dubai'],
  ['a short name of its country', 'usa', 'America/New_York'],
  ['a state, before a country of that name', 'georgia', 'America/New_York'],
  ['its name in full', 'Saint Louis', 'America/Chicago'],
  ['its longer name', 'new york city', 'America/New_York'],
  ['its former name', 'kiev', 'Europe/Kyiv'],
  ["its country's own name", 'Österreich', 'Europe/Vienna'],
  ['an abbreviation of its clock', 'pst', 'America/Los_Angeles'],
  ['its clock', 'Pacific time', 'America/Los_Angeles'],
])('SCHED-1 a city is found by %s', (_how, query, zone) => {
  expect(found(query)[0]).toBe(zone)
})

test.each([
  ['Boston', 'Boston – Eastern Time (New York)'],
  ['san fran', 'San Francisco – Pacific Time (Los Angeles)'],
  ['california', 'California – Pacific Time (Los Angeles)'],
  ['st louis', 'St. Louis – Central Time (Chicago)'],
  ['washington', 'Washington, D.C. – Eastern Time (New York)'],
  ['melb', 'Melbourne – Eastern Time'],
  ['mumbai', 'Mumbai – India Time (Kolkata)'],
  ['munich', 'Munich – Central European Time (Berlin)'],
  ['lisbon', 'Lisbon – Portugal'],
])('SCHED-1 %s is shown as people say it', (query, row) => {
  expect(shown(query)[0]).toBe(row)
})

test('SCHED-1 the countries we call come first, bigger cities before smaller ones', () => {
  expect(shown('san').slice(0, 4)).toEqual([
    'San Diego – Pacific Time (Los Angeles)',
    'San Jose – Pacific Time (Los Angeles)',
    'San Antonio – Central Time (Chicago)',
    'San Francisco – Pacific Time (Los Angeles)',
  ])
  expect(found('united states').slice(0, 4)).toEqual([
    'America/New_York',
    'America/Chicago',
    'America/Denver',
    'America/Los_Angeles',
  ])
})

test("SCHED-1 among equal matches the browser's own zone comes first", () => {
  expect(found('eastern time')[0]).toBe('America/New_York')
  expect(found('eastern time', 'America/Toronto')[0]).toBe('America/Toronto')
})

test('SCHED-1 letters within a word match only when nothing starts with them, and nonsense finds none', () => {
  expect(new Set(found('york'))).toEqual(new Set(['America/New_York']))
  expect(found('usa').filter((id) => /Lusaka|Jerusalem/.test(id))).toEqual([])
  expect(found('pacific time').every((id) => ZONE_PLACES.has(id))).toBe(true)
  expect(found('ockh')).toEqual(['Europe/Stockholm'])
  expect(found('a')).toHaveLength(20)
  expect(found('xyzzy')).toEqual([])
})

test('SCHED-1 every zone with places is offered, and no place stands in it twice', () => {
  const offered = new Set(zones.map(({ id }) => id))
  expect([...ZONE_PLACES.keys()].filter((id) => !offered.has(id))).toEqual([])
  for (const { places } of ZONE_PLACES.values()) expect(new Set(places).size).toBe(places.length)
})
