import * as fc from 'fast-check'
import moment from 'moment-timezone'
import { expect, test } from 'vitest'
import { LONGEST_CYCLE, SHORTEST_CYCLE } from './cycle.ts'
import { nextDue } from './recurrence.ts'
import { ruleOf } from './schedule.ts'

// `npm run test:long` asks for 100,000.
const ROTATIONS = Number(process.env['ROTATIONS'] ?? 300)

/*
 * A second implementation that shares no code with core: it walks from date to date, counts the cycle's days one by one
 * without a modulo, and reads moment-timezone's offsets.
 */
const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
const DAY_MS = DAY_MINUTES * MINUTE_MS
const YEARS = 3 * 366

/** Those with unusual clock changes, and others from all over the list. */
const UNUSUAL = [
  'Africa/Cairo',
  'Africa/Casablanca',
  'America/Asuncion',
  'America/Havana',
  'America/Nuuk',
  'America/Santiago',
  'America/St_Johns',
  'Antarctica/Casey',
  'Antarctica/Troll',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Easter',
  'Pacific/Kiritimati',
  'Pacific/Norfolk',
]
const others = moment.tz.names().filter((name) => name.includes('/') && !UNUSUAL.includes(name))
const zones = [...UNUSUAL, ...Array.from({ length: 40 }, (_one, i) => others[Math.floor((i * others.length) / 40)]!)]

type Case = { timezone: string; times: (string | null)[]; firstDay: number; from: number }

/** By hand, from the first date forwards or backwards to each date. */
function everyCall({ timezone, times, firstDay, from }: Case): number[] {
  const zone = moment.tz.zone(timezone)!
  const timeOf = new Map<number, string | null>()
  let index = 0
  for (let day = firstDay; day < from + YEARS + 3; day++) {
    timeOf.set(day, times[index]!)
    index = index === times.length - 1 ? 0 : index + 1
  }
  index = times.length - 1
  for (let day = firstDay - 1; day > from - 4; day--) {
    timeOf.set(day, times[index]!)
    index = index === 0 ? times.length - 1 : index - 1
  }
  const calls = new Set<number>()
  for (let day = from - 3; day < from + YEARS + 3; day++) {
    const time = timeOf.get(day) ?? null
    const at = time === null ? null : minuteAt(zone, day * DAY_MINUTES + minutesOf(time))
    if (at !== null) calls.add(at * MINUTE_MS)
  }
  const within = [...calls].filter((at) => at > from * DAY_MS && at <= (from + YEARS) * DAY_MS)
  return within.toSorted((a, b) => a - b)
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** A local time as minutes of UTC: the first one that shows it, or after a gap as much later; null on a skipped date. */
function minuteAt(zone: moment.MomentZone, wall: number): number | null {
  const before = wall + zone.utcOffset((wall - DAY_MINUTES) * MINUTE_MS)
  const after = wall + zone.utcOffset((wall + DAY_MINUTES) * MINUTE_MS)
  const shown = [before, after].filter((at) => at - zone.utcOffset(at * MINUTE_MS) === wall)
  if (shown.length > 0) return Math.min(...shown)
  return before - after >= DAY_MINUTES ? null : before
}

function everyCallOfOurs({ timezone, times, firstDay, from }: Case): number[] {
  const firstDate = new Date(firstDay * DAY_MS).toISOString().slice(0, 10)
  const schedule = { wakeupTime: '06:30', times: {}, weekdays: [], date: null, daysOff: [] }
  const rule = ruleOf({ ...schedule, timezone, cycle: { firstDate, times } })
  const found: number[] = []
  const end = (from + YEARS) * DAY_MS
  for (let at = nextDue(rule, from * DAY_MS); at !== null && at <= end; at = nextDue(rule, at)) found.push(at)
  return found
}

const time = fc
  .oneof(fc.integer({ min: 0, max: 239 }), fc.integer({ min: 0, max: 1439 }))
  .map((minute) => new Date(minute * MINUTE_MS).toISOString().slice(11, 16))

/** Shifts repeat few times; others have their own each day. */
const times = fc
  .tuple(fc.array(time, { minLength: 1, maxLength: 4 }), fc.boolean())
  .chain(([few, isShifts]) =>
    fc.array(fc.option(isShifts ? fc.constantFrom(...few) : time), {
      minLength: SHORTEST_CYCLE,
      maxLength: LONGEST_CYCLE,
    }),
  )
  .filter((days) => days.some((day) => day !== null))

/** Three years from a date, mostly to come. */
const spans = fc
  .oneof({ weight: 9, arbitrary: fc.integer({ min: 20_400, max: 24_000 }) }, fc.integer({ min: 14_600, max: 15_300 }))
  .chain((from) => fc.record({ from: fc.constant(from), firstDay: fc.integer({ min: from - 900, max: from + 300 }) }))

const cases = fc.record({ timezone: fc.constantFrom(...zones), times, span: spans })

test('SHIFT-1 for three years, in each of 60 zones, a rotation rings when a day-by-day walk says', () => {
  fc.assert(
    fc.property(cases, ({ span, ...rest }) => {
      const one = { ...rest, ...span }
      expect(everyCallOfOurs(one)).toEqual(everyCall(one))
    }),
    { seed: 2027, numRuns: ROTATIONS },
  )
}, 3_600_000)
