import { expect, test } from 'vitest'
import { canonicalZone } from '../time/time-zone.ts'
import { listTimezones } from './timezone-list.ts'

const list = listTimezones(Date.parse('2026-12-01T14:00Z'))

test.each([
  { id: 'America/Vancouver', countries: ['CA'], region: 'America', city: 'Vancouver', now: '07:00' },
  { id: 'America/Indiana/Knox', countries: ['US'], region: 'America', city: 'Knox, Indiana', now: '08:00' },
  {
    id: 'America/North_Dakota/Center',
    countries: ['US'],
    region: 'America',
    city: 'Center, North Dakota',
    now: '08:00',
  },
  { id: 'Asia/Kathmandu', countries: ['NP'], region: 'Asia', city: 'Kathmandu', now: '19:45' },
  { id: 'Europe/Amsterdam', countries: ['NL'], region: 'Europe', city: 'Amsterdam', now: '15:00' },
  { id: 'Pacific/Kiritimati', countries: ['KI'], region: 'Pacific', city: 'Kiritimati', now: '04:00' },
  { id: 'UTC', countries: [], region: 'UTC', city: 'UTC', now: '14:00' },
])('SCHED-1 the form lists $city with its local time', (offered) => {
  expect(list.filter(({ id }) => id === offered.id)).toEqual([offered])
})

test.each(['Etc/GMT+5', 'US/Pacific', 'Asia/Calcutta', 'EST5EDT', 'Europe/Kiev', 'GMT'])(
  'SCHED-1 the form does not offer %s, which is not a place or an old name',
  (name) => {
    expect(list.map(({ id }) => id)).not.toContain(name)
  },
)

test('SCHED-1 zones are sorted by region and city, and no place appears twice', () => {
  const places = list.map(({ region, city }) => `${region}\n${city}`)
  expect(places).toEqual(places.toSorted())
  expect(new Set(places).size).toBe(places.length)
  const regions = [...new Set(list.map(({ region }) => region))].join(' ')
  expect(regions).toBe('Africa America Antarctica Arctic Asia Atlantic Australia Europe Indian Pacific UTC')
})

test('SCHED-1 every zone on offer is saved unchanged', () => {
  expect(list.filter(({ id }) => canonicalZone(id) !== id)).toEqual([])
})
