import type { Instant } from '@reveille/core/time/time-zone'

/** When a schedule rings, as its owner reads it on the screen. */
export type ShownRecurrence = {
  wakeupTime: string
  /** Weekdays with a different time. */
  times: Readonly<Partial<Record<string, string | undefined>>>
  timezone: string
  weekdays: readonly string[]
  /** Nothing rings from the first to the last of them, both included. */
  daysOff: readonly { from: string; to: string }[]
  /** Set for a rotation: its first date, and each day's time or null. */
  cycle: { firstDate: string; times: readonly (string | null)[] } | null
  /** Set for a one-time call. */
  date: string | null
}

const DAY_MS = 86_400_000
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/**
 * The instants from `from` to `to`, inclusive, at which a schedule should ring. Reimplements the rule on the runtime's
 * own zone data, to share no code with the product. For zones whose law the runtime knows.
 */
export function expectedInstants(
  { timezone, daysOff, ...days }: ShownRecurrence,
  from: Instant,
  to: Instant,
): Instant[] {
  const found: Instant[] = []
  for (let day = dayOf(from) - 2; day <= dayOf(to) + 2; day++) {
    const time = timeOn(day, days)
    const isOff = daysOff.some((range) => range.from <= dateOf(day) && dateOf(day) <= range.to)
    if (time === null || isOff) continue
    const at = instantOf(day, time, timezone)
    if (at >= from && at <= to) found.push(at)
  }
  return found
}

type ShownDays = Omit<ShownRecurrence, 'timezone' | 'daysOff'>

function timeOn(day: number, { wakeupTime, times, weekdays, cycle, date }: ShownDays): string | null {
  if (date !== null) return dateOf(day) === date ? wakeupTime : null
  if (cycle === null) return weekdays.includes(weekdayOf(day)) ? (times[weekdayOf(day)] ?? wakeupTime) : null
  const since = day - dayOf(Date.parse(`${cycle.firstDate}T00:00Z`))
  return cycle.times.at(since % cycle.times.length) ?? null // a negative index counts from the end
}

/** A local time that the clocks skip rings that much later; one that occurs twice rings the first time. */
function instantOf(day: number, time: string, zone: string): Instant {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const asIfUtc = day * DAY_MS + (hours * 60 + minutes) * 60_000
  const before = offsetAt(asIfUtc - DAY_MS, zone)
  const after = offsetAt(asIfUtc + DAY_MS, zone)
  const real = [asIfUtc - before, asIfUtc - after].filter((at) => at + offsetAt(at, zone) === asIfUtc)
  return real.length > 0 ? Math.min(...real) : asIfUtc - before
}

const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()

/** Local time minus UTC, in ms. */
function offsetAt(at: Instant, zone: string): number {
  const key = `${zone} ${Math.floor(at / 900_000)}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const offset = readOffset(at, zone)
  offsets.set(key, offset)
  return offset
}

function readOffset(at: Instant, zone: string): number {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, format)
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? []
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

const dayOf = (at: Instant) => Math.floor(at / DAY_MS)
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
const weekdayOf = (day: number) => WEEKDAYS[new Date(day * DAY_MS).getUTCDay()]!
