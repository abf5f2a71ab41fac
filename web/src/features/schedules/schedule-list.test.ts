import { expect, test } from 'vitest'
import { dawnAt } from './dawn.ts'
import { matchingCities } from './form/matching-cities.ts'

test.each([
  [null, 0],
  [13, 0],
  [12, 1],
  [8, 1],
  [4, 2],
  [2, 2],
  [1, 3],
  [0.5, 3],
  [1 / 12, 4],
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
  [' oslo ', ['Oslo']],
  ['os', ['Oslo']],
  ['america/sao p', ['São Paulo']],
  ['yd', ['Sydney']],
  ['s', []],
  ['  ', []],
])('SCHED-1 a city is found by "%s"', (query, cities) => {
  expect(matchingCities(zones, query).map(({ city }) => city)).toEqual(cities)
})

test('SCHED-1 cities that start with what is typed come first, and a short list fits under the field', () => {
  const cities = ['Asan', 'Besan', 'Cesan', 'Desan', 'Esan', 'Fesan', 'San Juan']
  const many = cities.map((city) => ({ id: `Etc/${city}`, region: 'Etc', city, now: '10:00' }))
  const found = matchingCities(many, 'san').map(({ city }) => city)
  expect(found).toEqual(['San Juan', 'Asan', 'Besan', 'Cesan', 'Desan', 'Esan'])
})
