import zoneData from 'moment-timezone/data/packed/latest.json' with { type: 'json' }
import { expect, test } from 'vitest'
import vectors from './test-data/tz-vectors.json' with { type: 'json' }
import {
  canonicalZone,
  instantAt,
  localDateAt,
  localDateTimeAt,
  localTimeKind,
  zoneDataVersion,
  zoneNames,
  type Instant,
} from './time-zone.ts'
import { WEEKDAYS } from './weekday.ts'
import { UNKNOWN_ZONE } from './zone-names.ts'

const instant = (iso: string): Instant => Date.parse(iso)
const [DATE, TIME] = [(local: string) => local.slice(0, 10), (local: string) => local.slice(11)]

const wholeDays = new Set([
  'Pacific/Apia 2011-12-30T07:00',
  'Pacific/Fakaofo 2011-12-30T07:00',
  'Pacific/Kwajalein 1993-08-21T07:00',
  'Pacific/Kiritimati 1994-12-31T07:00',
])
const isWholeDay = ({ zone, local }: { zone: string; local: string }) => wholeDays.has(`${zone} ${local}`)

test("tests run in a zone like no other, so that code which depends on the machine's fails", () => {
  expect(new Date(Date.UTC(2027, 6, 1)).getTimezoneOffset()).toBe(-(12 * 60 + 45))
})

test('SCHED-13 the table of cases is complete', () => {
  const kinds = vectors.map(({ kind }) => kind)
  const count = (kind: string) => kinds.filter((one) => one === kind).length
  expect([vectors.length, count('GAP'), count('OVERLAP'), count('normal')]).toEqual([45, 20, 7, 18])
  expect(vectors.filter(isWholeDay)).toHaveLength(4)
})

const rows = vectors.map((row) => ({ ...row, at: instantAt(DATE(row.local), TIME(row.local), row.zone) }))

test.each(rows.filter((row) => !isWholeDay(row)))('SCHED-13 $zone $local rings at $utc', ({ at, utc }) => {
  expect(at).toBe(instant(utc))
})

test.each(rows.filter(isWholeDay))('SCHED-13 $zone skips $local and its whole day', ({ at }) => {
  expect(at).toBeNull()
})

test.each(rows)('SCHED-13 $zone shows $localActual at $utc', ({ zone, utc, localActual }) => {
  const { date, time, weekday, offsetMinutes } = localDateTimeAt(instant(utc), zone)
  expect(`${date}T${time}`).toBe(localActual.slice(0, 16))
  expect(offsetMinutes).toBe((instant(`${localActual.slice(0, 19)}Z`) - instant(localActual)) / 60_000)
  expect(localDateAt(instant(utc), zone)).toBe(date)
  expect(weekday).toBe(WEEKDAYS[new Date(`${date}T12:00Z`).getUTCDay()])
})

test.each(rows)('SCHED-13 $zone $local is classified as $kind', ({ zone, local, kind }) => {
  expect(localTimeKind(DATE(local), TIME(local), zone)).toBe(kind.toLowerCase())
})

test.each(rows.filter(({ second }) => second !== ''))(
  'SCHED-13 $zone shows $local again at $second, and rang the first time',
  ({ zone, local, at, second }) => {
    const { date, time } = localDateTimeAt(instant(second), zone)
    expect(`${date}T${time}`).toBe(local)
    expect(at).toBeLessThan(instant(second))
  },
)

test("SCHED-13 the zone laws of November 2026 are known, even where the runtime's own data is older", () => {
  expect(zoneDataVersion).toBe('2026f')
  const winter = (zone: string) => localDateTimeAt(instant('2027-01-15T12:00Z'), zone).offsetMinutes / 60
  const zones = ['America/Vancouver', 'America/Edmonton', 'America/Winnipeg', 'America/Havana', 'Africa/Casablanca']
  expect(zones.map(winter)).toEqual([-7, -6, -5, -4, 0])
})

test.each([
  ['2060-01-15', '06:30', '2060-01-15T11:30Z'],
  ['2060-07-15', '06:30', '2060-07-15T10:30Z'],
  ['2060-03-14', '02:30', '2060-03-14T07:30Z'],
  ['2038-01-19', '03:14', '2038-01-19T08:14Z'],
  ['2499-07-15', '06:30', '2499-07-15T10:30Z'],
])("SCHED-13 New York's clocks still change at %s %s", (date, time, expected) => {
  expect(instantAt(date, time, 'America/New_York')).toBe(instant(expected))
})

test.each(['1969-12-31T18:30Z', '2027-01-15T18:30Z'])(
  'SCHED-13 a zone whose clocks never changed has one offset forever, even before 1970: %s',
  (utc) => {
    expect(instantAt(DATE(utc), '06:30', 'Etc/GMT+12')).toBe(instant(utc))
    expect(localTimeKind(DATE(utc), '06:30', 'Etc/GMT+12')).toBe('normal')
  },
)

test('DASH-2 an unknown zone shows as UTC, and nobody can choose it', () => {
  expect(localDateTimeAt(instant('2027-01-15T06:30Z'), UNKNOWN_ZONE)).toMatchObject({ time: '06:30', offsetMinutes: 0 })
  expect([canonicalZone(UNKNOWN_ZONE), zoneNames().includes(UNKNOWN_ZONE)]).toEqual(['UTC', false])
})

test('SCHED-13 clocks change at the exact millisecond, whatever was looked up before', () => {
  const change = instant('2027-03-14T07:00Z')
  for (const before of ['1990-01-01T00:00Z', '2300-01-01T00:00Z', '2027-03-14T06:59Z'].map(instant)) {
    localDateTimeAt(before, 'America/New_York')
    expect(localDateTimeAt(change, 'America/New_York').time).toBe('03:00')
    localDateTimeAt(before, 'America/New_York')
    expect(localDateTimeAt(change - 1, 'America/New_York').time).toBe('01:59')
  }
})

test.each([
  ['a date no calendar has', '2027-02-30'],
  ['an empty date', ''],
])('SCHED-2 nothing rings on %s', (_case, date) => {
  expect(instantAt(date, '06:30', 'Europe/Berlin')).toBeNull()
})

test('SCHED-13 an unknown zone, an invalid time or an invalid date throws', () => {
  expect(() => instantAt('2027-01-15', '06:30', 'Europe/Nowhere')).toThrow("unknown time zone: 'Europe/Nowhere'")
  expect(() => localDateTimeAt(0, '__proto__')).toThrow('unknown time zone')
  expect(() => instantAt('2027-01-15', '24:00', 'Europe/Berlin')).toThrow("not a local time: '24:00'")
  expect(() => localTimeKind('2027-02-30', '06:30', 'Europe/Berlin')).toThrow("not a date: '2027-02-30'")
})

test.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['US/Pacific', 'America/Los_Angeles'],
  ['europe/berlin', 'Europe/Berlin'],
  ['AMERICA/NEW_YORK', 'America/New_York'],
  ['EST', 'EST'],
  ['est5edt', 'EST5EDT'],
  ['CET', 'CET'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Fort_Wayne', 'America/Indiana/Indianapolis'],
  ['America/Yellowknife', 'America/Edmonton'],
  ['Iceland', 'Atlantic/Reykjavik'],
  ['Singapore', 'Asia/Singapore'],
  ['GB', 'Europe/London'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
  ['Etc/UTC', 'UTC'],
  ['Zulu', 'UTC'],
  ['GMT', 'UTC'],
  ['Etc/GMT+12', 'Etc/GMT+12'],
])("SCHED-1 a browser's %s becomes %s", (name, kept) => {
  expect(canonicalZone(name)).toBe(kept)
  const seasons = ['2027-01-15T12:00Z', '2027-07-15T12:00Z'].map(instant)
  for (const at of seasons) expect(localDateTimeAt(at, name)).toEqual(localDateTimeAt(at, kept))
})

test.each([
  'Europe/Amsterdam',
  'Europe/Oslo',
  'Africa/Accra',
  'America/Nassau',
  'Asia/Singapore',
  'Atlantic/Reykjavik',
])('SCHED-1 a person in %s keeps that city, though another has the same clocks', (zone) => {
  expect(canonicalZone(zone)).toBe(zone)
})

test.each(['', 'Mars/Olympus', 'Europe', 'GMT+1', '+02:00', 'constructor', 'Europe/Berlin '])(
  'SCHED-1 %j is not a zone',
  (name) => {
    expect(canonicalZone(name)).toBeNull()
  },
)

test('SCHED-1 every name maps to one canonical name with the same clocks', () => {
  const all = [...zoneData.zones.map((packed) => packed.split('|')[0]!), ...zoneData.links.map((l) => l.split('|')[1]!)]
  expect(all).toHaveLength(597)
  const at = instant('2026-11-20T12:00Z')
  const kept = new Map(all.map((name) => [name, canonicalZone(name)!]))
  expect([...kept.values()].filter((name) => canonicalZone(name) !== name)).toEqual([])
  const clocks = (names: Iterable<string>) => [...names].map((name) => localDateTimeAt(at, name))
  expect(clocks(kept.values())).toEqual(clocks(kept.keys()))
})

test('SCHED-1 only places and UTC are offered, each once', () => {
  const names = zoneNames()
  expect(names).toHaveLength(419)
  expect(names).toContain('UTC')
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => canonicalZone(name) !== name)).toEqual([])
  expect(names.filter((name) => !name.includes('/') || name.startsWith('Etc/'))).toEqual(['UTC'])
})
