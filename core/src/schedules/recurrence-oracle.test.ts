import * as fc from 'fast-check'
import moment from 'moment-timezone'
import { expect, test } from 'vitest'
import { instantAt, localDateTimeAt, type Instant } from '../time/time-zone.ts'
import { WEEKDAYS } from '../time/weekday.ts'
import { nextOccurrence, type Recurrence } from './recurrence.ts'

/*
 * A slow, simple second implementation: it walks through time minute by minute, reads the local clock, and knows
 * no periods. Its offsets come from moment-timezone's own reader, so ours is tested too.
 */
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const DAY_MINUTES = 1440

/** What the local clock shows, in minutes since it read 1970-01-01T00:00. */
const wallMinute = (zone: moment.MomentZone, at: Instant) => Math.floor(at / MINUTE_MS) - zone.utcOffset(at)

function bruteForce(
  { wakeupTime, times = {}, daysOff = [], timezone, weekdays }: Recurrence,
  after: Instant,
): Instant | null {
  const zone = moment.tz.zone(timezone)!
  const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const wanted = WEEKDAYS.map((weekday) => (weekdays.has(weekday) ? minutesOf(times[weekday] ?? wakeupTime) : -1))
  const isWanted = (wall: number) => {
    const minute = ((wall % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
    const weekday = (((Math.floor(wall / DAY_MINUTES) + 4) % 7) + 7) % 7 // 1970-01-01 was a Thursday
    if (wanted[weekday] !== minute) return false
    const date = new Date(wall * MINUTE_MS).toISOString().slice(0, 10)
    return !daysOff.some((range) => range.from <= date && date <= range.to)
  }
  // Start two days early, to see times that repeat and gaps whose call is still ahead.
  let at = Math.floor(after / MINUTE_MS) * MINUTE_MS - 2 * DAY_MS
  const end = after + (16 + 8 * daysOff.length) * DAY_MS
  let latest = wallMinute(zone, at - MINUTE_MS)
  let next: Instant | null = null
  for (; at < end && (next === null || at < next); at += MINUTE_MS) {
    const wall = wallMinute(zone, at)
    const skipped = wall - latest - 1
    // For gaps under a day: a skipped time rings as much later as it lies after the start of the gap.
    for (let late = 0; late < skipped && skipped < DAY_MINUTES; late++) {
      if (isWanted(latest + 1 + late)) next = earlier(next, at + late * MINUTE_MS, after)
    }
    // A time already seen means the clocks were set back: it doesn't ring again.
    if (wall > latest && isWanted(wall)) next = earlier(next, at, after)
    latest = Math.max(latest, wall)
  }
  return next
}

function earlier(known: Instant | null, at: Instant, after: Instant): Instant | null {
  return at > after && (known === null || at < known) ? at : known
}

const from = Date.parse('1975-01-01T00:00Z')
const to = Date.parse('2120-01-01T00:00Z')
const zones = moment.tz.names().map((name) => ({ name, untils: moment.tz.zone(name)!.untils }))

/** A zone, and an instant that usually lies near one of its clock changes. */
const zoneAndInstant = fc.constantFrom(...zones).chain(({ name, untils }) => {
  const changes = untils.filter((until) => until !== null && until > from && until < to)
  const any = fc.integer({ min: from, max: to })
  const near = (change: number) => fc.integer({ min: -3 * DAY_MS, max: DAY_MS }).map((shift) => change + shift)
  const at =
    changes.length === 0 ? any : fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...changes).chain(near) }, any)
  return fc.record({ timezone: fc.constant(name), at })
})

const wakeupTime = fc
  .oneof(fc.integer({ min: 0, max: 239 }), fc.integer({ min: 0, max: 1439 }))
  .map((minute) => new Date(minute * MINUTE_MS).toISOString().slice(11, 16))

/** Some weekdays with their own time. */
const times = fc.dictionary(fc.constantFrom(...WEEKDAYS), wakeupTime, { noNullPrototype: true })

/** Ranges of up to a week around this instant, some of which touch or overlap. */
const daysOffAround = (at: Instant) =>
  fc.array(
    fc.record({ first: fc.integer({ min: -3, max: 12 }), more: fc.nat({ max: 7 }) }).map(({ first, more }) => ({
      from: new Date(at + first * DAY_MS).toISOString().slice(0, 10),
      to: new Date(at + (first + more) * DAY_MS).toISOString().slice(0, 10),
    })),
    { maxLength: 3 },
  )

const weekdays = fc.oneof(fc.constant([...WEEKDAYS]), fc.subarray([...WEEKDAYS])).map((days) => new Set(days))

test('SCHED-13 WAKE-23 the next ring is the one a minute-by-minute walk finds', () => {
  fc.assert(
    fc.property(zoneAndInstant, wakeupTime, weekdays, times, ({ timezone, at }, time, days, own) => {
      const recurrence = { wakeupTime: time, times: own, timezone, weekdays: days }
      expect(nextOccurrence(recurrence, at)).toBe(bruteForce(recurrence, at))
    }),
    { seed: 2026, numRuns: 1500 },
  )
})

test('WAKE-24 with days off the next ring is the one a minute-by-minute walk finds', () => {
  const sleepers = zoneAndInstant.chain((place) => fc.tuple(fc.constant(place), daysOffAround(place.at)))
  fc.assert(
    fc.property(sleepers, wakeupTime, weekdays, times, ([{ timezone, at }, daysOff], time, days, own) => {
      const recurrence = { wakeupTime: time, times: own, daysOff, timezone, weekdays: days }
      expect(nextOccurrence(recurrence, at)).toBe(bruteForce(recurrence, at))
    }),
    { seed: 2026, numRuns: 400 },
  )
})

test.each([
  ['Pacific/Apia', '2011-12-28T12:00Z'],
  ['Pacific/Fakaofo', '2011-12-28T12:00Z'],
  ['Pacific/Kwajalein', '1993-08-19T12:00Z'],
  ['Pacific/Kiritimati', '1994-12-29T12:00Z'],
  ['Antarctica/Troll', '2027-03-26T12:00Z'],
  ['Antarctica/Casey', '2023-03-07T12:00Z'],
  ['Australia/Lord_Howe', '2027-04-02T12:00Z'],
  ['America/Nuuk', '2027-03-26T12:00Z'],
  ['Asia/Pyongyang', '2018-05-03T12:00Z'],
  ['Africa/Juba', '2021-01-30T12:00Z'],
])('SCHED-13 in %s a minute-by-minute walk finds the same rings for four days from %s', (timezone, start) => {
  const hourly = Array.from({ length: 96 }, (_one, i) => Date.parse(start) + i * 60 * MINUTE_MS)
  for (const time of ['00:00', '01:45', '02:30', '07:00', '23:30']) {
    const recurrence = { wakeupTime: time, timezone, weekdays: new Set(WEEKDAYS) }
    const ours = hourly.map((after) => nextOccurrence(recurrence, after))
    expect(ours).toEqual(hourly.map((after) => bruteForce(recurrence, after)))
  }
})

/** Times around midnight and in hours that clocks skip or repeat, so one day's call may be pushed past the next day's. */
const UNRULY = { mon: '23:30', tue: '00:15', wed: '02:30', thu: '23:45', fri: '00:05', sat: '23:59', sun: '02:15' }

test('WAKE-23 in every zone each weekday rings at its own time, across the latest clock changes too', () => {
  for (const { name: timezone, untils } of zones) {
    const recurrence = { wakeupTime: '06:30', times: UNRULY, timezone, weekdays: new Set(WEEKDAYS) }
    const changes = untils.filter((until) => until !== null && until > from && until < to).slice(-2)
    for (const start of [Date.parse('2027-01-15T12:00Z'), ...changes]) {
      let at = start - 2 * DAY_MS
      for (let ring = 0; ring < 4; ring++) {
        const next = nextOccurrence(recurrence, at)
        expect({ timezone, at, next }).toEqual({ timezone, at, next: bruteForce(recurrence, at) })
        at = next!
      }
    }
  }
})

test('SCHED-13 local times match the wall clock and lead back to the first instant that shows them', () => {
  fc.assert(
    fc.property(zoneAndInstant, ({ timezone, at }) => {
      const zone = moment.tz.zone(timezone)!
      const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS
      const { date, time, weekday, offsetMinutes } = localDateTimeAt(minute, timezone)
      const wall = new Date(wallMinute(zone, minute) * MINUTE_MS)
      expect(`${date}T${time}`).toBe(wall.toISOString().slice(0, 16))
      expect(weekday).toBe(WEEKDAYS[wall.getUTCDay()])
      expect(offsetMinutes).toBe(0 - zone.utcOffset(minute))
      // The earlier of two equal times, never the later.
      const ring = instantAt(date, time, timezone)!
      expect(wallMinute(zone, ring)).toBe(wallMinute(zone, minute))
      expect(ring).toBeLessThanOrEqual(minute)
    }),
    { seed: 2026, numRuns: 20_000 },
  )
})
